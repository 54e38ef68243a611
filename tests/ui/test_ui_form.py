"""The form, driven by keys and pointer: every control edits its value, and shows the document without an echo."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QShortcut, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QSlider,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.ui.binding import bind
from posenc_gui.ui.form import FORM_PATHS, Form

W = TypeVar("W", bound=QWidget)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def form(qtbot: QtBot, store: Store, reported: list[UserError]) -> Form:
    made = Form(store, FORM_PATHS, reported.append)
    qtbot.addWidget(made)
    made.resize(300, 560)
    made.show()
    made.activateWindow()
    QTest.qWaitForWindowActive(made)
    return made


def control(form: QWidget, kind: type[W], path: str) -> W:
    found = form.findChild(kind, path)
    assert isinstance(found, kind)
    return found


def box(form: QWidget, path: str) -> QAbstractSpinBox:
    return control(form, QAbstractSpinBox, path)


def type_number(form: QWidget, path: str, text: str, end: Qt.Key = Qt.Key.Key_Return) -> None:
    widget = box(form, path)
    widget.setFocus()
    widget.selectAll()
    QTest.keyClicks(widget, text)
    QTest.keyClick(widget, end)


def drag(slider: QSlider, parts: tuple[float, ...]) -> None:
    """Press at the first part of the slider's width, move through the others, let go at the last."""
    points = [QPoint(round(part * slider.width()), slider.height() // 2) for part in parts]
    QTest.mousePress(slider, LEFT, pos=points[0])
    for point in points[1:]:
        QTest.mouseMove(slider, point)
    QTest.mouseRelease(slider, LEFT, pos=points[-1])


def undo_steps(store: Store) -> int:
    count = 0
    while store.can_undo:
        store.undo()
        count += 1
    return count


def test_there_is_a_named_control_for_every_parameter(form: Form, store: Store) -> None:
    document = store.document
    paths = ["encoding", "grid.length", "grid.d_model", "selection.pair", "selection.offset", "sentence.text"]
    paths += [f"params.{name}" for name in vars(document.params)]
    paths += [f"attention.{name}" for name in vars(document.attention)]
    for path in paths:
        first = form.findChild(QWidget, path)
        assert isinstance(first, QAbstractSpinBox | QComboBox | QLineEdit | QCheckBox), path
        assert first.accessibleName() == path
        assert first.accessibleDescription()
        assert first.toolTip()


def test_each_label_belongs_to_its_control(form: Form) -> None:
    buddies = {label.text(): label.buddy() for label in form.findChildren(QLabel) if label.buddy() is not None}
    assert buddies["Base"].objectName() == "params.base"
    assert buddies["Length"].objectName() == "grid.length"
    assert buddies["Sentence"].objectName() == "sentence.text"


def test_nothing_is_cut_in_a_narrow_form(form: Form) -> None:
    control(form, QToolButton, "form.more").click()
    form.resize(280, 720)
    QTest.qWait(1)
    for label in filter(QLabel.isVisible, form.findChildren(QLabel)):
        assert label.width() >= label.sizeHint().width(), label.text()
        assert label.mapTo(form, QPoint(label.width(), 0)).x() <= 280
    for spin in filter(QAbstractSpinBox.isVisible, form.findChildren(QAbstractSpinBox)):
        assert spin.mapTo(form, QPoint(spin.width(), 0)).x() <= 280, spin.objectName()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("params.base", "100"),
        ("params.base", "1e6"),
        ("grid.length", "128"),
        ("grid.d_model", "7"),
        ("selection.pair", "31"),
        ("selection.offset", "-63"),
        ("attention.heads", "8"),
    ],
)
def test_a_typed_number_is_set(form: Form, store: Store, reported: list[UserError], path: str, text: str) -> None:
    type_number(form, path, text)
    assert bind(path, store, reported.append).value == float(text)
    assert not reported
    assert undo_steps(store) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("grid.d_model = 0", "d_model is 0, but must be a whole number from 1 to 65536"),
        ("grid.d_model = -3", "d_model is -3, but must be"),
        ("grid.d_model = abc", "d_model is abc, but must be"),
        ("grid.d_model = 1e30", "d_model is 1e30, but must be"),
        ("grid.length = 0", "length is 0, but must be"),
        ("params.base = 1", "base is 1, but must be a number above 1"),
        ("params.base = nan", "base is nan, but must be"),
        ("selection.offset = 64", "offset is 64, but must be from -63 to 63"),
        ("selection.pair = 32", "pair is 32, but must be from 0 to 31"),
        ("attention.heads = 3", "heads is 3, but must divide d_model 64"),
    ],
)
def test_a_wrong_number_is_told_and_changes_nothing(
    form: Form, store: Store, reported: list[UserError], text: str, told: str
) -> None:
    path, number = text.split(" = ")
    before, shown = store.document, box(form, path).text()
    type_number(form, path, number)
    type_number(form, path, number, Qt.Key.Key_Tab)
    assert [str(error)[: len(told)] for error in reported] == [told, told]
    assert store.document is before
    assert not store.can_undo
    assert box(form, path).text() == shown


def test_leaving_a_rounded_number_keeps_its_digits(form: Form, store: Store) -> None:
    store.edit(edits.set_param("base", 12345.6789))
    widget = box(form, "params.base")
    assert widget.text() == "12345.7"
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_Tab)
    assert store.document == edits.set_param("base", 12345.6789)(Document())


def test_escape_takes_back_what_was_typed(form: Form, store: Store, reported: list[UserError]) -> None:
    type_number(form, "grid.length", "12", Qt.Key.Key_Escape)
    box(form, "grid.d_model").setFocus()
    assert box(form, "grid.length").text() == "64"
    assert store.document == Document()
    assert not reported


def test_keys_step_numbers(form: Form, store: Store) -> None:
    for path, key in (
        ("params.base", Qt.Key.Key_Up),
        ("grid.length", Qt.Key.Key_Down),
        ("grid.d_model", Qt.Key.Key_PageUp),
        ("attention.heads", Qt.Key.Key_Up),
    ):
        box(form, path).setFocus()
        QTest.keyClick(box(form, path), key)
    document = store.document
    assert (document.params.base, document.grid.length, document.grid.d_model) == (20_000, 63, 74)  # type: ignore[attr-defined]
    assert document.attention.heads == 2


def test_a_drag_acts_while_it_lasts_and_is_one_undo_step(form: Form, store: Store) -> None:
    seen: list[int] = []
    store.watch(lambda _, new: seen.append(new.grid.length))
    slider = control(form, QSlider, "grid.length")
    drag(slider, (0.3, 0.5, 0.7, 0.9))
    drag(slider, (0.9, 0.4, 0.2))
    assert len(set(seen)) > 4
    assert undo_steps(store) == 2
    assert store.document.grid.length == 64


def test_a_press_brings_the_handle_to_the_pointer(form: Form, store: Store) -> None:
    slider = control(form, QSlider, "selection.pair")
    drag(slider, (0.98,))
    assert store.document.selection.pair == 31
    drag(slider, (0.02,))
    assert store.document.selection.pair == 0


def test_slider_actions_step_by_the_value_not_by_the_pixel(form: Form, store: Store) -> None:
    slider = control(form, QSlider, "grid.length")
    slider.triggerAction(QAbstractSlider.SliderAction.SliderSingleStepAdd)
    assert store.document.grid.length == 65
    slider.triggerAction(QAbstractSlider.SliderAction.SliderPageStepSub)
    assert store.document.grid.length == 55
    slider.triggerAction(QAbstractSlider.SliderAction.SliderToMaximum)
    assert store.document.grid.length == 1_000_000
    QTest.keyClick(slider, Qt.Key.Key_Home)
    assert store.document.grid.length == 1


def test_undo_moves_the_controls_without_an_echo(form: Form, store: Store) -> None:
    slider, number = control(form, QSlider, "params.base"), box(form, "params.base")
    start = (slider.value(), number.text())
    drag(slider, (0.5, 0.8))
    layout = control(form, QComboBox, "params.layout")
    layout.setCurrentIndex(2)
    changes: list[Document] = []
    store.watch(lambda _, new: changes.append(new))
    store.undo()
    store.undo()
    assert (slider.value(), number.text(), layout.currentData()) == (*start, "interleaved")
    assert len(changes) == 2
    store.redo()
    store.redo()
    assert layout.currentData() == "cosine_first"
    assert number.text() != start[1]
    assert not store.can_redo


def test_a_shorter_table_narrows_the_sliders(form: Form, store: Store) -> None:
    type_number(form, "grid.length", "4")
    type_number(form, "grid.d_model", "6")
    assert store.document.selection.offset == 3
    assert box(form, "selection.offset").text() == "3"
    assert control(form, QSlider, "selection.offset").maximum() == 6
    assert control(form, QSlider, "selection.pair").maximum() == 2


@pytest.mark.parametrize(("path", "value"), [("params.partial", 0.5), ("attention.heads", 2)])
def test_fewer_pairs_narrow_the_slider(form: Form, store: Store, path: str, value: float) -> None:
    store.edit(edits.set_encoding("rope"))
    pairs = store.document.grid.d_model // 2
    assert control(form, QSlider, "selection.pair").maximum() == pairs - 1
    store.edit(edits.set_value(path, value))
    assert control(form, QSlider, "selection.pair").maximum() == pairs // 2 - 1


def test_a_choice_is_set(form: Form, store: Store) -> None:
    combo = control(form, QComboBox, "params.denominator")
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Down)
    assert store.document == edits.set_param("denominator", "tensor2tensor")(Document())
    assert combo.itemData(1, Qt.ItemDataRole.ToolTipRole)


def test_typing_a_sentence_acts_at_once_and_is_one_undo_step(form: Form, store: Store) -> None:
    line = control(form, QLineEdit, "sentence.text")
    line.setFocus()
    line.end(False)
    QTest.keyClicks(line, " now then")
    assert store.document.words == ("a", "dog", "chases", "a", "cat", "now", "then")
    assert undo_steps(store) == 1
    assert line.text() == "a dog chases a cat"


def test_an_empty_sentence_is_told_and_put_right_on_leaving(
    form: Form, store: Store, reported: list[UserError]
) -> None:
    line = control(form, QLineEdit, "sentence.text")
    line.setFocus()
    line.selectAll()
    QTest.keyClick(line, Qt.Key.Key_Backspace)
    assert "the sentence is empty" in str(reported[0])
    assert line.property("error") is True
    assert store.document == Document()
    store.edit(edits.select(position=3))
    assert line.text() == ""
    box(form, "grid.length").setFocus()
    assert (line.text(), line.property("error")) == ("a dog chases a cat", False)


def test_what_is_refused_while_typing_is_mended_by_typing_on(
    form: Form, store: Store, reported: list[UserError]
) -> None:
    line = control(form, QLineEdit, "sentence.text")
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "  hi")
    assert len(reported) == 2
    assert line.property("error") is False
    assert store.document.words == ("hi",)


def test_undo_keys_in_a_line_are_left_to_the_window(qtbot: QtBot, form: Form, store: Store) -> None:
    undo = _shortcut(form, store.undo)
    line = control(form, QLineEdit, "sentence.text")
    line.setFocus()
    QTest.keyClicks(line, "x")
    QTest.keySequence(line, undo)
    assert store.document == Document()
    type_number(form, "grid.length", "128")
    QTest.keySequence(box(form, "grid.length"), undo)
    assert store.document == Document()


def _shortcut(form: Form, act: Callable[[], None]) -> QKeySequence:
    shortcut = QShortcut(QKeySequence.StandardKey.Undo, form)
    shortcut.activated.connect(act)
    return shortcut.key()


def test_a_control_in_use_follows_the_document(form: Form, store: Store) -> None:
    widget = box(form, "grid.length")
    widget.setFocus()
    store.edit(edits.set_value("grid.length", 200))
    assert widget.text() == "200"


def test_rare_settings_are_out_of_the_way_until_asked_for(form: Form) -> None:
    seed = box(form, "attention.head_seed")
    assert not seed.isVisible()
    control(form, QToolButton, "form.more").click()
    assert seed.isVisible()


def test_widgets_stay_as_long_as_the_encoding_does(form: Form, store: Store) -> None:
    before = form.findChildren(QWidget)
    type_number(form, "grid.d_model", "32")
    store.undo()
    assert form.findChildren(QWidget) == before


def test_the_wheel_scrolls_the_form_unless_a_control_is_in_use(qtbot: QtBot, form: Form, store: Store) -> None:
    for widget in (box(form, "grid.length"), control(form, QSlider, "grid.length"), _combo(form)):
        widget.clearFocus()
        turn_wheel(widget)
        assert store.document == Document()
    slider = control(form, QSlider, "grid.length")
    slider.setFocus()
    turn_wheel(slider)
    assert store.document.grid.length == 65


def _combo(form: Form) -> QWidget:
    return control(form, QComboBox, "params.layout")


def turn_wheel(widget: QWidget) -> None:
    middle = QPointF(widget.rect().center())
    buttons, keys, phase = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(middle, middle, QPoint(), QPoint(0, 120), buttons, keys, phase, False)
    QApplication.sendEvent(widget, event)
