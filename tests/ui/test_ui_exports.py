"""Exports in the window: how far they are can be seen, and they can be given up."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QProgressBar, QPushButton
from pytestqt.qtbot import QtBot
from windows import find, opened, settle, wait_until

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.export.options import PictureOptions
from posenc_gui.export.progress import Report, silent
from posenc_gui.figures import catalog
from posenc_gui.ui import export_process
from posenc_gui.ui.export_bar import ExportBar
from posenc_gui.ui.jobs import StoppedError
from posenc_gui.ui.main_window import MainWindow


class Gate:
    """An export that tells a share and then waits until it may go on or is given up."""

    def __init__(self) -> None:
        self.share: float | None = None
        self.go = threading.Event()
        self.stopped = threading.Event()

    def write(self, *_: object, check: Callable[[], None], report: Report) -> None:
        """Stands for `export_process.write`."""
        if self.share is not None:
            report(self.share)
        try:
            while not self.go.wait(0.01):
                check()
        except BaseException:
            self.stopped.set()
            raise


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    made = Gate()
    monkeypatch.setattr(export_process, "write", made.write)
    yield made
    made.go.set()


@pytest.fixture
def store() -> Store:
    return Store(Document())


@pytest.fixture
def window(qtbot: QtBot, store: Store) -> MainWindow:
    return opened(qtbot, store)


def begin(window: MainWindow, path: Path) -> ExportBar:
    window.exporter.start(catalog.by_key("heatmap"), path, PictureOptions())
    bar = find(window, ExportBar, "exports")
    wait_until(bar.isVisible)
    return bar


def said(bar: ExportBar) -> list[str]:
    return [label.text() for label in bar.findChildren(QLabel, "export.state") if label.isVisible()]


def test_the_bar_tells_how_much_is_written_and_goes_at_the_end(window: MainWindow, gate: Gate, tmp_path: Path) -> None:
    gate.share = 0.29
    bar = begin(window, tmp_path / "table.csv")
    wait_until(lambda: find(bar, QProgressBar, "export.progress").value() == 29)
    assert find(bar, QLabel, "export.state").text() == "Exporting Heatmap to table.csv, 29 % written"
    gate.go.set()
    wait_until(bar.isHidden)
    assert window.messages.text() == f"Wrote {tmp_path / 'table.csv'}"


def test_the_bar_makes_no_number_up(window: MainWindow, gate: Gate, tmp_path: Path) -> None:
    bar = begin(window, tmp_path / "table.png")
    assert find(bar, QLabel, "export.state").text() == "Exporting Heatmap to table.png"
    assert find(bar, QProgressBar, "export.progress").maximum() == 0
    gate.go.set()
    wait_until(bar.isHidden)


def test_each_export_has_a_row_and_is_given_up_by_itself(window: MainWindow, gate: Gate, tmp_path: Path) -> None:
    begin(window, tmp_path / "one.csv")
    bar = begin(window, tmp_path / "two.csv")
    first, _ = bar.findChildren(QPushButton, "export.cancel")
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    settle()
    assert gate.stopped.wait(10)
    assert window.messages.text() == "Export cancelled: one.csv"
    assert [item.path.name for item in window.exporter.running] == ["two.csv"]
    assert said(bar) == ["Exporting Heatmap to two.csv"]
    assert bar.isVisible()


def test_a_second_export_to_a_file_takes_the_first_ones_place(window: MainWindow, gate: Gate, tmp_path: Path) -> None:
    gate.share = 0.5
    begin(window, tmp_path / "table.csv")
    gate.share = None
    bar = begin(window, tmp_path / "table.csv")
    settle()
    assert gate.stopped.wait(10)
    assert said(bar) == ["Exporting Heatmap to table.csv"]


def test_a_large_table_is_given_up_in_the_midst_and_leaves_the_old_file(
    window: MainWindow, store: Store, tmp_path: Path
) -> None:
    store.edit(edits.set_value("grid.d_model", 2_048))
    store.edit(edits.set_value("grid.length", 100_000))
    path = tmp_path / "table.csv"
    path.write_text("old")
    bar = begin(window, path)
    wait_until(lambda: (window.exporter.running[0].share or 0) > 0)
    QTest.mouseClick(find(bar, QPushButton, "export.cancel"), Qt.MouseButton.LeftButton)
    wait_until(lambda: window.jobs.active == 0)
    assert bar.isHidden()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_export_that_is_given_up_as_it_ends_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("old")

    def check() -> None:
        """Nobody waits any more once the new file is there, and not before."""
        if any(made.name == path.name and made.stat().st_size for made in tmp_path.glob("*/*")):
            raise StoppedError

    with pytest.raises(StoppedError):
        export_process.write(Document(), "heatmap", path, PictureOptions(), check=check, report=silent)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_keyboard_does_not_slip_to_a_control_when_a_row_goes(
    window: MainWindow, gate: Gate, tmp_path: Path
) -> None:
    bar = begin(window, tmp_path / "table.png")
    cancel = find(bar, QPushButton, "export.cancel")
    cancel.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(cancel, Qt.Key.Key_Space)
    settle()
    assert bar.isHidden()
    assert QApplication.focusWidget() is None


def test_the_second_press_of_a_double_click_cancels_nothing_more(
    window: MainWindow, gate: Gate, tmp_path: Path
) -> None:
    begin(window, tmp_path / "one.csv")
    bar = begin(window, tmp_path / "two.csv")
    first, second = bar.findChildren(QPushButton, "export.cancel")
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    at = QPointF(second.rect().center())
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for kind in (QEvent.Type.MouseButtonDblClick, QEvent.Type.MouseButtonRelease):
        event = QMouseEvent(kind, at, QPointF(second.mapToGlobal(at.toPoint())), button, button, none)
        QApplication.sendEvent(second, event)
    settle()
    assert [item.path.name for item in window.exporter.running] == ["two.csv"]


def test_what_has_ended_cannot_be_given_up(window: MainWindow, tmp_path: Path) -> None:
    window.exporter.cancel(tmp_path / "table.csv")
    assert window.messages.text() == ""


def test_exports_leave_the_threads_to_figures(window: MainWindow, gate: Gate, store: Store, tmp_path: Path) -> None:
    for number in range(6):
        window.exporter.start(catalog.by_key("heatmap"), tmp_path / f"{number}.csv", PictureOptions())
    done: list[int] = []
    window.jobs.run("test", lambda _: 1, done.append, lambda _: None)
    wait_until(lambda: done == [1])
    assert len(window.exporter.running) == 6
