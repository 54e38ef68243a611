"""Journeys through the real window: controls are found by name, and document and marks are asked what they say."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QSlider,
    QTextBrowser,
    QWidget,
)
from pytestqt.qtbot import QtBot

from posenc_gui.document import edits, files
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.figures import catalog, places
from posenc_gui.figures.spec import Figure, Line
from posenc_gui.ui.action_list import ACTIONS
from posenc_gui.ui.figure_view import FigureView
from posenc_gui.ui.main_window import MainWindow
from posenc_gui.ui.messages import ReadOut

W = TypeVar("W", bound=QWidget)


@pytest.fixture
def window(qtbot: QtBot, store: Store) -> Iterator[MainWindow]:
    made = MainWindow(store)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    made.activateWindow()
    QTest.qWaitForWindowActive(made)
    settle()
    yield made
    made.close()


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def find(window: QWidget, kind: type[W], name: str) -> W:
    found = window.findChild(kind, name)
    assert isinstance(found, kind), f"{name} is missing"
    return found


def trigger(window: MainWindow, key: str) -> None:
    found = window.findChild(QAction, f"action.{key}")
    assert isinstance(found, QAction), f"action.{key} is missing"
    found.trigger()
    settle()


def enter(window: MainWindow, name: str, text: str) -> None:
    box = find(window, QAbstractSpinBox, name)
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Qt.Key.Key_Return)
    settle()


def plays(window: MainWindow) -> bool:
    return window.player.is_playing


def presents(window: MainWindow) -> bool:
    return window.presenting


def view(window: MainWindow, key: str) -> FigureView:
    return window.views.panels[key].figure_view


def figure(window: MainWindow, key: str) -> Figure:
    drawn = view(window, key).drawn
    assert drawn is not None
    return drawn[1]


def click(shown: FigureView, axes: str, x: float, y: float) -> None:
    place = shown.mapFromScene(shown.painter.view_box(axes).to_scene((x, y)))
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    settle()


def choose_file(monkeypatch: pytest.MonkeyPatch, path: Path | None) -> None:
    """Answer the next questions for a file."""
    answer = (str(path) if path else "", "")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: answer)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: answer)


def answer_box(button: QMessageBox.StandardButton, asked: list[str]) -> None:
    """Press a button of the next question."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append(box.text())
        box.button(button).click()

    QTimer.singleShot(0, press)


def test_the_figures_are_those_of_the_document(window: MainWindow, store: Store) -> None:
    for item in catalog.views()[: places.MOST]:
        assert figure(window, item.key) == item.figure(store.document)


def test_typing_a_base_redraws_all_views(window: MainWindow, store: Store) -> None:
    enter(window, "params.base", "100")
    assert getattr(store.document.params, "base") == 100.0  # noqa: B009 - the record's type depends on the encoding
    for item in catalog.views()[: places.MOST]:
        assert figure(window, item.key) == item.figure(store.document)


def test_a_refused_value_is_told_and_changes_nothing(window: MainWindow, store: Store) -> None:
    before = store.document
    enter(window, "grid.length", "0")
    assert window.messages.text().startswith("length is 0, but must be")
    assert store.document == before
    assert find(window, QAbstractSpinBox, "grid.length").text() == "64"


def test_dragging_a_slider_acts_at_once_and_is_one_undo_step(window: MainWindow, store: Store) -> None:
    slider = find(window, QSlider, "params.base")
    before = store.document
    slider.setSliderDown(True)
    for value in range(slider.value() - 1, slider.value() - 20, -1):
        slider.setSliderPosition(value)
        assert store.document != before
    slider.setSliderDown(False)
    trigger(window, "undo")
    assert store.document == before
    assert not find_action(window, "undo").isEnabled()
    trigger(window, "redo")
    assert store.document != before


def find_action(window: MainWindow, key: str) -> QAction:
    found = window.findChild(QAction, f"action.{key}")
    assert isinstance(found, QAction)
    return found


def test_a_click_in_the_heatmap_moves_the_selection_everywhere(window: MainWindow, store: Store) -> None:
    click(view(window, "heatmap"), "heatmap", 20, 30)
    assert (store.document.selection.position, store.document.selection.pair) == (30, 10)
    assert find(window, QSlider, "selection.position").value() == 30
    assert find(window, QAbstractSpinBox, "selection.pair").text() == "10"
    for item in catalog.views()[: places.MOST]:
        assert figure(window, item.key) == item.figure(store.document)
    frames = [mark for axes in figure(window, "heatmap").axes for mark in axes.marks if mark.name == "position"]
    rows = [mark for mark in frames if isinstance(mark, Line)]
    assert (rows[0].y.min(), rows[0].y.max()) == (29.5, 30.5)
    assert find(window, ReadOut, "readout").text().startswith("PE[30, 20]")


def test_the_read_out_fills_in_the_formula(window: MainWindow, store: Store) -> None:
    store.edit(edits.select(position=12, pair=3))
    settle()
    told = find(window, ReadOut, "readout").text()
    assert "PE[12, 7] = cos(12 / 10000^(6/64)) = cos(5.0604) = 0.3410" in told


def test_a_view_fills_the_window_and_comes_back(window: MainWindow, store: Store) -> None:
    find(window, QAbstractButton, "fill.waves").click()
    settle()
    assert store.document.screen.view == "waves"
    assert [key for key, panel in window.views.panels.items() if panel.isVisible()] == ["waves"]
    assert view(window, "waves").width() > 800
    QTest.keyClick(window, Qt.Key.Key_Escape)
    settle()
    assert all(panel.isVisible() for panel in window.views.panels.values())


def test_a_document_that_fills_with_an_unknown_view_shows_all_and_says_so(window: MainWindow, store: Store) -> None:
    store.edit(edits.set_value("screen.view", "nonsense"))
    settle()
    assert all(panel.isVisible() for panel in window.views.panels.values())
    assert "nonsense" in window.messages.text()


def test_the_theme_is_switched_and_undone(window: MainWindow, store: Store) -> None:
    trigger(window, "theme")
    assert store.document.screen.theme == "dark"
    assert view(window, "heatmap").backgroundBrush().color().name().upper() == "#14171C"
    assert window.palette().window().color().lightness() < 64
    trigger(window, "undo")
    assert window.palette().window().color().lightness() > 192


def test_shuffle_reverse_and_restore_have_buttons_and_keys(window: MainWindow, store: Store) -> None:
    trigger(window, "shuffle")
    assert store.document.sentence.order != (0, 1, 2, 3, 4)
    QTest.keyClick(view(window, "shuffle"), Qt.Key.Key_O)
    assert store.document.sentence.order == (0, 1, 2, 3, 4)
    QTest.keyClick(view(window, "shuffle"), Qt.Key.Key_R)
    assert store.document.sentence.order == (4, 3, 2, 1, 0)


def test_space_plays_but_is_typed_in_a_text(window: MainWindow, store: Store) -> None:
    sentence = find(window, QLineEdit, "sentence.text")
    sentence.setFocus()
    sentence.end(False)
    QTest.keyClick(sentence, Qt.Key.Key_Space)
    assert sentence.text() == "a dog chases a cat "
    assert not plays(window)
    view(window, "waves").setFocus()
    QTest.keyClick(view(window, "waves"), Qt.Key.Key_Space)
    assert plays(window)
    QTest.keyClick(view(window, "waves"), Qt.Key.Key_Space)
    assert not plays(window)


def test_playing_moves_all_views_and_is_no_undo_step(qtbot: QtBot, window: MainWindow, store: Store) -> None:
    store.edit(edits.set_value("transport.speed", 200.0))
    store.seal()
    trigger(window, "play")
    qtbot.waitUntil(lambda: store.document.selection.position != 12)
    trigger(window, "play")
    for item in catalog.views()[: places.MOST]:
        assert figure(window, item.key) == item.figure(store.document)
    trigger(window, "undo")
    assert not store.can_undo


def test_step_first_last_speed_and_loop(window: MainWindow, store: Store) -> None:
    for key, position in (("forward", 13), ("back", 12), ("last", 63), ("forward", 63), ("first", 0), ("back", 0)):
        trigger(window, key)
        assert store.document.selection.position == position
    trigger(window, "faster")
    assert store.document.transport.speed == 8.0
    trigger(window, "slower")
    trigger(window, "loop")
    assert (store.document.transport.speed, store.document.transport.loop) == (4.0, False)
    assert not find_action(window, "loop").isChecked()


def test_the_offset_plays_backward_by_keys_and_is_one_undo_step(qtbot: QtBot, window: MainWindow, store: Store) -> None:
    shown = view(window, "rotation")
    shown.setFocus()
    QTest.keyClick(shown, Qt.Key.Key_K)
    QTest.keyClick(shown, Qt.Key.Key_V)
    plays_now, backward = (
        find(window, QComboBox, "transport.plays"),
        find(window, QAbstractButton, "transport.backward"),
    )
    assert (plays_now.currentData(), backward.isChecked()) == ("offset", True)
    for key, offset in (("forward", 6), ("back", 5), ("first", -63), ("back", -63), ("last", 63)):
        trigger(window, key)
        assert store.document.selection.offset == offset
    store.seal()
    store.edit(edits.set_value("transport.speed", 200.0))
    QTest.keyClick(shown, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: store.document.selection.offset < 60)
    QTest.keyClick(shown, Qt.Key.Key_Space)
    settle()
    assert not plays(window)
    assert figure(window, "rotation") == catalog.by_key("rotation").figure(store.document)
    trigger(window, "undo")
    assert (store.document.selection.offset, store.document.transport.speed) == (63, 200.0)


def test_zoom_by_keys_and_back_to_the_whole(window: MainWindow, store: Store) -> None:
    shown = view(window, "heatmap")
    shown.setFocus()
    QTest.keyClick(shown, Qt.Key.Key_Plus)
    settle()
    assert store.document.options
    QTest.keyClick(shown, Qt.Key.Key_0)
    assert store.document.options == ()


def test_the_context_menu_acts_on_the_view_under_the_pointer(window: MainWindow, store: Store) -> None:
    shown = view(window, "rotation")
    centre = shown.viewport().rect().center()
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier, centre)
    settle()
    menu = find(window, QMenu, "menu.view")
    assert menu.isVisible()
    menu.actions()[0].trigger()
    menu.close()
    assert store.document.screen.view == "rotation"


def test_presenting_hides_form_and_menus_and_esc_leaves(window: MainWindow) -> None:
    form, menus = find(window, QWidget, "form"), window.menuBar()
    trigger(window, "present")
    assert presents(window)
    assert not form.isVisible()
    assert not menus.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    settle()
    assert not presents(window)
    assert form.isVisible()
    assert menus.isVisible()


def test_the_form_can_be_put_away(window: MainWindow) -> None:
    before = view(window, "heatmap").width()
    trigger(window, "controls")
    assert not find(window, QWidget, "form").isVisible()
    assert view(window, "heatmap").width() > before
    trigger(window, "controls")
    assert find(window, QWidget, "form").isVisible()


def test_a_document_is_saved_and_opened(
    window: MainWindow, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "talk.json"
    choose_file(monkeypatch, path)
    enter(window, "params.base", "500")
    trigger(window, "save")
    saved = store.document
    assert files.read(path, catalog.OPTION_TYPES) == saved
    assert window.windowTitle().startswith("talk.json")
    assert not window.isWindowModified()
    enter(window, "params.base", "700")
    assert window.isWindowModified()
    asked: list[str] = []
    answer_box(QMessageBox.StandardButton.Discard, asked)
    trigger(window, "open")
    assert asked == ["Save the changes to talk.json?"]
    assert store.document == saved
    assert find(window, QAbstractSpinBox, "params.base").text() == "500"
    assert not window.isWindowModified()


def test_new_asks_for_changes_of_a_named_file_and_can_be_taken_back(
    window: MainWindow, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_file(monkeypatch, tmp_path / "talk.json")
    trigger(window, "save")
    enter(window, "params.base", "700")
    changed, asked = store.document, list[str]()
    answer_box(QMessageBox.StandardButton.Cancel, asked)
    trigger(window, "new")
    assert (len(asked), store.document) == (1, changed)
    answer_box(QMessageBox.StandardButton.Save, asked)
    trigger(window, "new")
    assert store.document == Document()
    assert files.read(tmp_path / "talk.json", catalog.OPTION_TYPES) == changed


def test_the_playhead_does_not_make_a_saved_document_modified(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_file(monkeypatch, tmp_path / "talk.json")
    trigger(window, "save")
    trigger(window, "forward")
    assert not window.isWindowModified()


@pytest.mark.parametrize("content", [b"", b"{", b"\x00\xff\xfe", b'{"posenc": 99}', b'{"posenc": 1, "grid": 3}', b"[]"])
def test_a_bad_file_is_told_and_changes_nothing(
    window: MainWindow, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    choose_file(monkeypatch, path)
    before = store.document
    trigger(window, "open")
    assert window.messages.text().startswith(f"cannot open {path}")
    assert store.document == before
    assert window.windowTitle().startswith("Untitled")


def test_saving_into_a_missing_folder_is_told(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_file(monkeypatch, tmp_path / "missing" / "talk.json")
    trigger(window, "save")
    assert "does not exist" in window.messages.text()


def export(window: MainWindow, monkeypatch: pytest.MonkeyPatch, key: str, path: Path) -> None:
    choose_file(monkeypatch, path)
    trigger(window, "export")
    dialog = find(window, QDialog, "dialog.export")
    combo = find(dialog, QComboBox, "export.view")
    combo.setCurrentIndex(combo.findData(key))
    find(dialog, QAbstractButton, "export.choose").click()
    dialog.deleteLater()
    settle()


READERS: dict[str, Callable[[Path], bool]] = {
    "png": lambda path: not QImage(str(path)).isNull(),
    "svg": lambda path: path.read_text("utf-8").startswith("<?xml"),
    "pdf": lambda path: path.read_bytes().startswith(b"%PDF"),
    "csv": lambda path: np.loadtxt(path, delimiter=",").shape == (64, 64),
    "npy": lambda path: np.load(path).shape == (64, 64),
    "npz": lambda path: {"values", "wavelengths"} <= set(np.load(path).files),
    "json": lambda path: json.loads(path.read_text("utf-8"))["document"]["encoding"] == "sinusoidal",
}


@pytest.mark.parametrize("suffix", READERS)
def test_a_view_is_exported(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    path = tmp_path / f"table.{suffix}"
    export(window, monkeypatch, "heatmap", path)
    qtbot.waitUntil(lambda: window.messages.text() == f"Wrote {path}", timeout=60_000)
    assert READERS[suffix](path)
    assert [item.name for item in tmp_path.iterdir()] == [path.name]


def test_an_unknown_suffix_is_told(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    export(window, monkeypatch, "heatmap", tmp_path / "table.docx")
    assert window.messages.text().startswith("the suffix is .docx, but must be one of .png")


def test_an_export_beyond_memory_is_told_and_leaves_the_old_file(
    qtbot: QtBot, window: MainWindow, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.npy"
    path.write_text("old")
    store.edit(edits.set_value("grid.length", 2**31))
    export(window, monkeypatch, "heatmap", path)
    qtbot.waitUntil(lambda: "GiB" in window.messages.text(), timeout=60_000)
    assert path.read_text() == "old"


def test_a_picture_goes_to_the_clipboard(window: MainWindow) -> None:
    QApplication.clipboard().clear()
    trigger(window, "copy")
    shown = view(window, "heatmap")
    assert QApplication.clipboard().image().width() == 2 * shown.width()


def test_closing_while_playing_stops_the_player(window: MainWindow) -> None:
    trigger(window, "play")
    window.close()
    assert not plays(window)


def test_closing_while_exporting_leaves_no_worker_and_no_file(
    window: MainWindow, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.edit(edits.set_value("grid.length", 100_000))
    store.edit(edits.set_value("grid.d_model", 2_048))
    export(window, monkeypatch, "heatmap", tmp_path / "table.csv")
    assert window.jobs.active > 0
    window.close()
    assert window.jobs.active == 0
    assert list(tmp_path.iterdir()) == []


def test_closing_while_a_figure_is_made_leaves_no_worker(window: MainWindow, store: Store) -> None:
    store.edit(edits.set_value("grid.d_model", 16_384))
    store.edit(edits.set_value("grid.length", 1_000_000))
    settle()
    window.close()
    assert window.jobs.active == 0


def test_all_actions_are_in_menus_with_shortcuts_of_their_own(window: MainWindow) -> None:
    in_menus = {
        action.objectName()
        for menu in window.menuBar().findChildren(QMenu)
        for action in menu.actions()
        if not action.isSeparator() and action.menu() is None
    }
    assert in_menus == {f"action.{action.key}" for action in ACTIONS}
    shortcuts = [keys for action in ACTIONS for keys in action.shortcuts]
    assert all(action.shortcuts for action in ACTIONS)
    assert len(shortcuts) == len(set(shortcuts))


def test_the_list_of_shortcuts_names_every_action(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_Question)
    settle()
    text = find(window, QTextBrowser, "shortcuts.text").toPlainText()
    for action in ACTIONS:
        assert action.text.replace("&", "").removesuffix("…") in text


def test_the_columns_of_the_grid_stay_in_line(window: MainWindow) -> None:
    lefts = {key: panel.mapTo(window, QPoint(0, 0)).x() for key, panel in window.views.panels.items()}
    assert lefts["heatmap"] == lefts["rotation"]
    assert lefts["waves"] == lefts["shuffle"]


LONG = (
    "RoPE would turn 1 channels of each head (d_model 64 / heads 1 · partial 0.02), but must turn an even number from "
    "2 to 64: change d_model, heads or partial"
)


@pytest.mark.parametrize("text", ["length is 0, but must be a whole number from 1 to 2147483648", LONG])
@pytest.mark.parametrize("width", [1280, 1000])
def test_nothing_moves_when_a_message_comes(window: MainWindow, text: str, width: int) -> None:
    window.resize(width, 720)
    settle()
    before = window.views.geometry()
    window.messages.error(text)
    settle()
    assert window.messages.isVisible()
    assert window.views.geometry() == before
    label = find(window, QLabel, "messages.text")
    assert label.heightForWidth(label.width()) <= label.height()
