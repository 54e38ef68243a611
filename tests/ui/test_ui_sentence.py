"""The laboratory of order in the window: every way to another order, by mouse and by keyboard alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QMenu, QScrollArea, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from windows import action, find, opened, settle, trigger

from posenc_gui.document import edits, files
from posenc_gui.document.examples import EXAMPLES
from posenc_gui.document.store import Store
from posenc_gui.figures import catalog
from posenc_gui.figures.spec import Figure, Line, Text
from posenc_gui.ui.figure_view import FigureView
from posenc_gui.ui.main_window import MainWindow
from posenc_gui.ui.messages import ReadOut
from posenc_gui.ui.token_chip import TokenChip

LEFT = Qt.MouseButton.LeftButton
NO_KEYS, CTRL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
AS_TYPED = (0, 1, 2, 3, 4)


@pytest.fixture
def window(qtbot: QtBot, store: Store) -> Iterator[MainWindow]:
    made = opened(qtbot, store)
    yield made
    made.close()


def chip(window: MainWindow, place: int) -> TokenChip:
    return find(window, TokenChip, f"token.{place}")


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_KEYS) -> None:
    """Press a key wherever the keyboard is."""
    focused = QApplication.focusWidget()
    assert isinstance(focused, QWidget)
    QTest.keyClick(focused, key, modifiers)
    settle()


def shuffle_view(window: MainWindow) -> FigureView:
    return window.views.panels["shuffle"].figure_view


def figure(window: MainWindow) -> Figure:
    drawn = shuffle_view(window).drawn
    assert drawn is not None
    return drawn[1]


def texts(window: MainWindow) -> set[str]:
    return {mark.text for axes in figure(window).axes for mark in axes.marks if isinstance(mark, Text)}


def row_frame(window: MainWindow, axes_key: str = "with") -> tuple[float, float] | None:
    """Upper and lower edge of the row that is lit in a matrix."""
    axes = next(axes for axes in figure(window).axes if axes.key == axes_key)
    frame = next((mark for mark in axes.marks if mark.name == "position"), None)
    if frame is None:
        return None
    assert isinstance(frame, Line)
    return float(frame.y.min()), float(frame.y.max())


def second(window: MainWindow, text: str) -> QDialog:
    """Ask for a second sentence by the keyboard, and type it."""
    press(Qt.Key.Key_T, CTRL)
    dialog = find(window, QDialog, "dialog.second")
    line = find(dialog, QLineEdit, "sentence.second")
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)
    settle()
    return dialog


@pytest.mark.parametrize(
    ("key", "order"),
    [
        ("reverse", (4, 3, 2, 1, 0)),
        ("rotate", (4, 0, 1, 2, 3)),
        ("swap", (0, 1, 3, 2, 4)),
        ("sort", (0, 3, 4, 2, 1)),
    ],
)
def test_each_action_reorders_in_one_undo_step(
    window: MainWindow, store: Store, key: str, order: tuple[int, ...]
) -> None:
    trigger(window, key)
    assert store.document.sentence.order == order
    trigger(window, "undo")
    assert store.document.sentence.order == AS_TYPED
    assert not store.can_undo


def test_a_shuffle_is_one_undo_step(window: MainWindow, store: Store) -> None:
    press(Qt.Key.Key_S)
    assert store.document.sentence.order != AS_TYPED
    press(Qt.Key.Key_Z, CTRL)
    assert store.document.sentence.order == AS_TYPED
    assert not store.can_undo


def test_by_the_mouse_alone(window: MainWindow, store: Store) -> None:
    QTest.mouseClick(chip(window, 1), LEFT)
    settle()
    assert row_frame(window) == (0.5, 1.5)
    button, menu = find(window, QToolButton, "sentence.reorder"), find(window, QMenu, "sentence.reorder.menu")
    assert button.menu() is menu
    menu.popup(button.mapToGlobal(QPoint(0, button.height())))
    settle()
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action(window, "swap")).center())
    settle()
    assert store.document.sentence.order == (0, 2, 1, 3, 4)
    assert not menu.isVisible()


def test_by_the_keyboard_alone(window: MainWindow, store: Store) -> None:
    for _ in range(100):
        if isinstance(QApplication.focusWidget(), TokenChip):
            break
        press(Qt.Key.Key_Tab)
    assert isinstance(QApplication.focusWidget(), TokenChip)
    press(Qt.Key.Key_Home)
    press(Qt.Key.Key_Right, CTRL)
    assert store.document.sentence.order == (1, 0, 2, 3, 4)
    press(Qt.Key.Key_Return)
    assert row_frame(window) == (0.5, 1.5)
    press(Qt.Key.Key_X)
    assert store.document.sentence.order == (1, 2, 0, 3, 4)
    press(Qt.Key.Key_R, SHIFT)
    assert store.document.sentence.order == (4, 1, 2, 0, 3)
    press(Qt.Key.Key_S, SHIFT)
    assert store.document.sentence.order == (0, 3, 4, 2, 1)
    press(Qt.Key.Key_O)
    assert store.document.sentence.order == AS_TYPED


def test_the_same_words_typed_again_are_an_order(window: MainWindow, store: Store) -> None:
    second(window, "a cat chases a dog")
    assert window.findChild(QDialog, "dialog.second") is None
    assert store.document.sentence.order == (0, 4, 2, 3, 1)
    assert store.document.sentence.text == "a dog chases a cat"
    trigger(window, "undo")
    assert not store.can_undo


def test_other_words_are_named_and_change_nothing(window: MainWindow, store: Store) -> None:
    before = store.document
    dialog = second(window, "a cat chases a mouse")
    assert dialog.isVisible()
    problem = find(dialog, QLabel, "second.problem").text()
    assert "lacks “dog”" in problem
    assert "adds “mouse”" in problem
    assert store.document is before
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    assert window.findChild(QDialog, "dialog.second") is None


def test_the_results_are_covered_and_shown_by_one_key(window: MainWindow, store: Store) -> None:
    press(Qt.Key.Key_R)
    assert "order is seen" in texts(window)
    press(Qt.Key.Key_H)
    assert action(window, "cover").isChecked()
    assert {"?", "same or different?"} <= texts(window)
    assert "order is seen" not in texts(window)
    press(Qt.Key.Key_H)
    assert "order is seen" in texts(window)
    assert not action(window, "cover").isChecked()
    trigger(window, "undo")
    assert store.document.sentence.order == AS_TYPED


def test_the_token_under_the_pointer_is_lit_and_the_document_stays(window: MainWindow, store: Store) -> None:
    before = store.document
    assert row_frame(window) is None
    hovered, centre = chip(window, 3), QPointF(5, 5)
    QApplication.sendEvent(hovered, QEnterEvent(centre, centre, centre))
    settle()
    assert row_frame(window) == row_frame(window, "without") == (2.5, 3.5)
    QApplication.sendEvent(hovered, QEvent(QEvent.Type.Leave))
    settle()
    assert row_frame(window) is None
    assert store.document is before


def test_a_cell_under_the_pointer_is_written_out(window: MainWindow) -> None:
    shown = shuffle_view(window)
    at = QPoint(shown.mapFromScene(shown.painter.view_box("with").to_scene((4, 1))))
    QTest.mouseMove(shown.viewport(), at - QPoint(3, 3))
    QTest.mouseMove(shown.viewport(), at)
    settle()
    text = find(window, ReadOut, "readout").text()
    assert text.startswith("“dog” at 1 looks at “cat” at 4: (q · k + position) / √64 = (")
    assert "weight = exp(" in text


def test_a_followed_token_gives_way_to_the_one_that_is_pressed(window: MainWindow, store: Store) -> None:
    store.edit(edits.select(token=2))
    settle()
    QTest.mouseClick(chip(window, 4), LEFT)
    settle()
    assert store.document.selection.token == 4
    assert row_frame(window) == (3.5, 4.5)


def test_chips_show_what_the_figures_show(window: MainWindow, store: Store) -> None:
    assert [chip(window, place).token.label for place in range(5)] == ["a₁", "dog", "chases", "a₂", "cat"]
    assert chip(window, 3).accessibleName() == "a, token 4 of 5"
    store.edit(edits.set_split("characters"))
    settle()
    assert chip(window, 1).token.label == "d"


@pytest.mark.parametrize("number", range(1, len(EXAMPLES) + 1))
def test_an_example_is_one_undo_step(window: MainWindow, store: Store, number: int) -> None:
    example, before = EXAMPLES[number - 1], store.document
    press(Qt.Key(int(Qt.Key.Key_F1) + number), SHIFT)
    assert store.document.sentence.text == example.sentence
    assert store.document.encoding == example.encoding
    assert store.document.attention == example.attention
    trigger(window, "undo")
    assert store.document == before
    assert not store.can_undo


def test_a_saved_document_keeps_sentence_order_head_and_mask(window: MainWindow, store: Store, tmp_path: Path) -> None:
    trigger(window, "preset.4")
    store.edit(edits.set_value("attention.mask", "causal"))
    trigger(window, "swap")
    files.write(tmp_path / "saved.json", store.document)
    kept = files.read(tmp_path / "saved.json", catalog.OPTION_TYPES)
    assert kept.sentence == store.document.sentence
    assert (kept.attention.head, kept.attention.mask) == ("offset", "causal")


def test_what_only_heads_by_position_have_is_there_with_them_alone(window: MainWindow, store: Store) -> None:
    for head, there in (("content", False), ("offset", True), ("random", False), ("first", True)):
        store.edit(edits.set_value("attention.head", head))
        settle()
        for name in ("attention.sharpness", "attention.content"):
            assert find(window, QWidget, name).isVisible() == there


def test_the_form_of_the_start_needs_no_scrolling(window: MainWindow) -> None:
    bar = find(find(window, QWidget, "form"), QScrollArea, "").verticalScrollBar()
    assert bar.maximum() == 0
