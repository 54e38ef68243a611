"""Opening a learned table from a file in the window."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QComboBox, QFileDialog, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from windows import find, opened, settle, trigger, wait_until

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.ui.form import Form
from posenc_gui.ui.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, store: Store) -> Iterator[MainWindow]:
    made = opened(qtbot, store)
    yield made
    made.close()


def choose(monkeypatch: pytest.MonkeyPatch, path: Path | str) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))


def saved(folder: Path, suffix: str, rows: int = 20, width: int = 6) -> Path:
    table, path = np.linspace(-1, 1, rows * width).reshape(rows, width), folder / f"table{suffix}"
    match suffix:
        case ".npy":
            np.save(path, table)
        case ".npz":
            np.savez(path, table=table)
        case _:
            np.savetxt(path, table, delimiter=",")
    return path


@pytest.mark.parametrize("suffix", [".npy", ".npz", ".csv"])
def test_a_table_is_shown_in_one_undo_step(
    window: MainWindow, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    before, path = store.document, saved(tmp_path, suffix)
    choose(monkeypatch, path)
    trigger(window, "open_table")
    wait_until(lambda: store.document != before)
    params, grid = store.document.params, store.document.grid
    assert isinstance(params, LearnedParams)
    assert (params.source, params.file, grid.length, grid.d_model) == ("file", str(path), 20, 6)
    assert window.messages.text() == f"Opened {path.name}: 20 positions of 6 dimensions"
    settle()
    assert window.views.panels["heatmap"].figure_view.drawn is not None
    trigger(window, "undo")
    assert store.document == before
    assert not store.can_undo


@pytest.mark.parametrize("content", [b"", b"1,2\n3", b"1,nan", b"words"])
def test_a_refused_file_is_told_and_changes_nothing(
    window: MainWindow, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    before, path = store.document, tmp_path / "bad.csv"
    path.write_bytes(content)
    choose(monkeypatch, path)
    trigger(window, "open_table")
    wait_until(lambda: window.messages.text().startswith(f"cannot open the table {path}"))
    assert store.document == before


def test_no_choice_changes_nothing(window: MainWindow, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    before = store.document
    choose(monkeypatch, "")
    trigger(window, "open_table")
    assert (store.document, window.messages.text()) == (before, "")


def test_the_form_has_a_button_for_it_while_a_file_is_the_source(
    window: MainWindow, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.edit(edits.set_encoding("learned"))
    settle()
    button = find(window, QPushButton, "params.file.open")
    assert not button.isVisible()
    source = find(window, QComboBox, "params.source")
    source.setCurrentIndex(source.findData("file"))
    settle()
    assert find(window, QPushButton, "params.file.open").isVisible()
    choose(monkeypatch, saved(tmp_path, ".npy", rows=3))
    button.click()
    wait_until(lambda: store.document.grid.length == 3)


@pytest.mark.parametrize(
    ("source", "seen", "gone"),
    [
        ("normal", ("rows", "std", "seed"), ("file",)),
        ("file", ("file", "padding_idx"), ("rows", "std", "seed")),
        ("trained", ("rows", "seed"), ("file", "std")),
    ],
)
def test_only_what_means_something_is_in_the_form(
    qtbot: QtBot, source: str, seen: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    store = Store(edits.set_encoding("learned")(Document()))
    form = Form(store, ("params.*",), lambda error: pytest.fail(str(error)))
    qtbot.addWidget(form)
    form.show()
    find(form, QToolButton, "form.more").click()
    for value in ("file", "normal", source):
        store.edit(edits.set_param("source", value))
    settle()
    assert all(find(form, QWidget, f"params.{name}").isVisible() for name in seen)
    assert not any(find(form, QWidget, f"params.{name}").isVisible() for name in gone)
