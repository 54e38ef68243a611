"""The tokens, moved by pointer and by keys."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from posenc_gui.document import edits
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.ui.token_chip import TokenChip
from posenc_gui.ui.token_strip import TokenStrip

LEFT = Qt.MouseButton.LeftButton
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def strip(qtbot: QtBot, store: Store, reported: list[UserError]) -> TokenStrip:
    made = TokenStrip(store, reported.append)
    qtbot.addWidget(made)
    made.resize(600, made.height())
    made.show()
    made.activateWindow()
    QTest.qWaitForWindowActive(made)
    return made


def chip(strip: TokenStrip, place: int) -> TokenChip:
    found = strip.findChild(TokenChip, f"token.{place}")
    assert isinstance(found, TokenChip)
    return found


def row_of(strip: TokenStrip) -> QWidget:
    row = strip.widget()
    assert isinstance(row, QWidget)
    return row


def drag(strip: TokenStrip, source: int, target: int) -> None:
    """Carry a token to just beyond the middle of another one, in small steps, as a hand does."""
    row = row_of(strip)
    start, end = chip(strip, source).geometry().center(), chip(strip, target).geometry().center()
    way = end.x() - start.x() + (12 if target > source else -12)
    QTest.mousePress(row, LEFT, pos=start)
    for part in range(1, 21):
        QTest.mouseMove(row, start + QPoint(way * part // 20, 0))
    QTest.mouseRelease(row, LEFT, pos=start + QPoint(way, 0))


def press(strip: TokenStrip, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focused = QApplication.focusWidget()
    assert isinstance(focused, QWidget)
    QTest.keyClick(focused, key, modifier)


def shown(strip: TokenStrip) -> list[str]:
    chips = [item for item in strip.findChildren(TokenChip) if item.isVisible()]
    return [item.token.word for item in sorted(chips, key=lambda item: item.x())]


def test_chips_stand_in_the_present_order(strip: TokenStrip, store: Store) -> None:
    assert shown(strip) == ["a", "dog", "chases", "a", "cat"]
    store.edit(edits.reverse)
    assert shown(strip) == ["cat", "a", "chases", "dog", "a"]
    store.edit(edits.set_sentence("just two"))
    assert shown(strip) == ["just", "two"]


@pytest.mark.parametrize(
    ("source", "target", "order"),
    [(1, 4, (0, 2, 3, 4, 1)), (4, 0, (4, 0, 1, 2, 3)), (2, 3, (0, 1, 3, 2, 4)), (0, 2, (1, 2, 0, 3, 4))],
)
def test_a_drag_moves_a_token_in_one_undo_step(
    strip: TokenStrip, store: Store, source: int, target: int, order: tuple[int, ...]
) -> None:
    drag(strip, source, target)
    assert store.document.sentence.order == order
    store.undo()
    assert not store.can_undo
    assert store.document.sentence.order == (0, 1, 2, 3, 4)
    assert shown(strip) == ["a", "dog", "chases", "a", "cat"]


def test_two_drags_are_two_undo_steps(strip: TokenStrip, store: Store) -> None:
    drag(strip, 0, 1)
    drag(strip, 0, 1)
    store.undo()
    assert store.document.sentence.order == (1, 0, 2, 3, 4)


def test_the_others_make_room_during_the_drag(strip: TokenStrip, store: Store) -> None:
    row, start = row_of(strip), chip(strip, 0).geometry().center()
    QTest.mousePress(row, LEFT, pos=start)
    QTest.mouseMove(row, start + QPoint(20, 0))
    QTest.mouseMove(row, chip(strip, 2).geometry().center() + QPoint(5, 0))
    assert store.document.sentence.order == (1, 2, 0, 3, 4)
    held = chip(strip, 2)
    assert held.token.word == "a"
    assert held.geometry().center().x() == pytest.approx(strip.chip_rect(2).center().x(), abs=60)
    QTest.mouseRelease(row, LEFT, pos=held.geometry().center())
    assert row_of(strip).mapTo(strip, held.pos()) == strip.chip_rect(2).topLeft()


def test_a_press_selects_the_position(strip: TokenStrip, store: Store) -> None:
    QTest.mouseClick(chip(strip, 3), LEFT)
    assert store.document.selection.position == 3
    assert store.document.sentence.order == (0, 1, 2, 3, 4)
    assert not store.can_undo


@pytest.mark.parametrize("modifier", [CTRL, ALT])
def test_keys_move_the_token_and_the_keyboard_with_it(
    strip: TokenStrip, store: Store, modifier: Qt.KeyboardModifier
) -> None:
    chip(strip, 1).setFocus()
    press(strip, Qt.Key.Key_Right, modifier)
    press(strip, Qt.Key.Key_Right, modifier)
    assert store.document.sentence.order == (0, 2, 3, 1, 4)
    assert chip(strip, 3).hasFocus()
    press(strip, Qt.Key.Key_Left, modifier)
    assert store.document.sentence.order == (0, 2, 1, 3, 4)
    store.undo()
    assert store.document.sentence.order == (0, 2, 3, 1, 4)


def test_keys_go_from_token_to_token(strip: TokenStrip, store: Store) -> None:
    chip(strip, 1).setFocus()
    press(strip, Qt.Key.Key_Right)
    assert chip(strip, 2).hasFocus()
    press(strip, Qt.Key.Key_End)
    assert chip(strip, 4).hasFocus()
    press(strip, Qt.Key.Key_Right)
    assert chip(strip, 4).hasFocus()
    press(strip, Qt.Key.Key_Return)
    assert store.document.selection.position == 4
    press(strip, Qt.Key.Key_Home)
    press(strip, Qt.Key.Key_End, CTRL)
    assert store.document.sentence.order == (1, 2, 3, 4, 0)


def test_each_chip_says_word_place_and_number_of_tokens(strip: TokenStrip, store: Store) -> None:
    store.edit(edits.reverse)
    assert chip(strip, 0).accessibleName() == "cat, token 1 of 5"
    assert "Token 5 as written" in chip(strip, 0).accessibleDescription()
    store.edit(edits.select(position=0))
    assert "at the playhead" in chip(strip, 0).accessibleDescription()
    assert "at the playhead" not in chip(strip, 1).accessibleDescription()


def test_thousands_of_tokens_have_chips_only_where_they_are_seen(strip: TokenStrip, store: Store) -> None:
    store.edit(edits.set_sentence(" ".join(f"word{i}" for i in range(2000))))
    assert len(strip.findChildren(TokenChip)) < 40
    chip(strip, 0).setFocus()
    press(strip, Qt.Key.Key_End)
    assert chip(strip, 1999).hasFocus()
    assert strip.viewport().rect().contains(strip.chip_rect(1999).center())
    press(strip, Qt.Key.Key_Left, CTRL)
    assert store.document.sentence.order[-2:] == (1999, 1998)
    assert len(strip.findChildren(TokenChip)) < 80
    assert strip.findChild(TokenChip, "token.0") is None


def test_a_drag_beyond_the_edge_scrolls(strip: TokenStrip, store: Store) -> None:
    store.edit(edits.set_sentence(" ".join(f"word{i}" for i in range(50))))
    row, start = row_of(strip), chip(strip, 0).geometry().center()
    QTest.mousePress(row, LEFT, pos=start)
    for x in range(start.x() + 20, 1500, 40):
        QTest.mouseMove(row, QPoint(x, start.y()))
    assert strip.horizontalScrollBar().value() > 0
    QTest.mouseRelease(row, LEFT, pos=QPoint(1500, start.y()))
    place = store.document.sentence.order.index(0)
    assert place > 10
    assert chip(strip, place).isVisible()


@pytest.mark.parametrize(
    "sentence", ["שלום עולם", "👩‍👩‍👧 e\u0301 naïve", "Donaudampfschifffahrtsgesellschaftskapitän x"]
)
def test_words_of_all_scripts_are_drawn_within_their_chips(strip: TokenStrip, store: Store, sentence: str) -> None:
    store.edit(edits.set_sentence(sentence))
    words = sentence.split()
    assert shown(strip) == words
    widest = max(chip(strip, place).width() for place in range(len(words)))
    assert widest < 220
    assert not strip.grab().isNull()


def test_a_larger_font_takes_more_room(strip: TokenStrip) -> None:
    before = (strip.height(), strip.chip_rect(2).width())
    font = strip.font()
    font.setPixelSize(26)
    strip.setFont(font)
    assert strip.height() > before[0]
    assert strip.chip_rect(2).width() > before[1]
