"""Forms follow metadata alone: another encoding, the options of a view, every kind of parameter."""

from dataclasses import dataclass
from typing import Any

import pytest
import shiboken6
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QComboBox, QLineEdit, QSlider, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine import encodings
from posenc_gui.engine.encodings.sinusoidal import SINUSOIDAL
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.figures import catalog
from posenc_gui.figures.view import Listed, View
from posenc_gui.ui.form import Form, OptionForm
from posenc_gui.ui.number_box import NumberBox


@dataclass(frozen=True)
class OtherParams(Record):
    """Parameters of a made-up encoding."""

    base: float = param(500.0, "Base", low=1, high=1e12, slider=(10, 1e6), log=True)
    mirrored: bool = param(False, "Mirrored", "Read from the end.")


@dataclass(frozen=True)
class AllKinds(Record):
    """One option of each kind, and one that is set by pointing."""

    count: int = param(3, "Count", unit="pairs", low=0, high=9, special=(0, "all of them"))
    part: float = param(0.5, "Part", low=0, high=1)
    lit: bool = param(True, "Lit", "Whether it is lit.")
    kind: str = param("a", "Kind", choices=(Choice("a", "First"), Choice("b", "Second")))
    note: str = param("", "Note")
    rows: tuple[int, ...] = param((0, 4), "Rows", low=0)
    levels: tuple[float, ...] = param((), "Levels", low=0, high=1, special=((), "even ones"))
    region: tuple[float, ...] = param((), "Region", history=False)


VIEW: View = structs.replace(
    catalog.by_key("heatmap"), listed=Listed("all", "All kinds", "Has an option of each kind."), options=AllKinds
)


@pytest.fixture
def options(qtbot: QtBot, store: Store, reported: list[UserError]) -> OptionForm:
    made = OptionForm(store, VIEW, reported.append)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    QTest.qWaitForWindowActive(made)
    return made


def record(store: Store) -> AllKinds:
    found = edits.option(store.document, "all", AllKinds)
    assert isinstance(found, AllKinds)
    return found


def type_into(form: QWidget, path: str, text: str) -> QWidget:
    widget = form.findChild(QWidget, path)
    assert isinstance(widget, QLineEdit | QAbstractSpinBox)
    widget.setFocus()
    widget.selectAll()
    QTest.keyClicks(widget, text)
    QTest.keyClick(widget, Qt.Key.Key_Return)
    return widget


def test_every_kind_of_option_can_be_set_and_undone(options: OptionForm, store: Store) -> None:
    for path, text in (("count", "7"), ("part", "0.25"), ("note", "high"), ("rows", "1, 2,3"), ("levels", "0.5")):
        type_into(options, f"all.{path}", text)
    check, combo = options.findChild(QCheckBox, "all.lit"), options.findChild(QComboBox, "all.kind")
    assert isinstance(check, QCheckBox)
    assert isinstance(combo, QComboBox)
    check.click()
    combo.setCurrentIndex(1)
    assert record(store) == AllKinds(7, 0.25, False, "b", "high", (1, 2, 3), (0.5,))
    while store.can_undo:
        store.undo()
    assert store.document == Document()
    assert (check.isChecked(), combo.currentData()) == (True, "a")
    rows = options.findChild(QLineEdit, "all.rows")
    assert isinstance(rows, QLineEdit)
    assert rows.text() == "0, 4"


def test_a_wrong_list_is_told_marked_and_put_right_on_leaving(
    options: OptionForm, store: Store, reported: list[UserError]
) -> None:
    line = type_into(options, "all.rows", "1, x")
    assert "rows is 1, x, but must be whole numbers with commas between" in str(reported[0])
    assert line.property("error") is True
    assert record(store) == AllKinds()
    type_into(options, "all.count", "5")
    assert isinstance(line, QLineEdit)
    assert (line.text(), line.property("error")) == ("0, 4", False)


def test_what_is_set_by_pointing_is_not_in_the_form(options: OptionForm) -> None:
    assert options.findChild(QWidget, "all.region") is None
    assert options.findChild(QSlider) is None


def test_a_special_value_says_what_it_stands_for(options: OptionForm) -> None:
    box, line = options.findChild(NumberBox, "all.count"), options.findChild(QLineEdit, "all.levels")
    assert isinstance(box, NumberBox)
    assert isinstance(line, QLineEdit)
    assert (box.text(), box.unit) == ("3", "pairs")
    box.setValue(0)
    assert (box.text(), box.unit) == ("0", "all of them")
    box.setValue(1)
    assert box.unit == "pairs"
    assert line.placeholderText() == "even ones"


@pytest.mark.parametrize("view", catalog.views(), ids=lambda view: str(view.key))
def test_every_view_has_its_options(qtbot: QtBot, store: Store, reported: list[UserError], view: View) -> None:
    made = OptionForm(store, view, reported.append)
    qtbot.addWidget(made)
    made.show_advanced(True)
    names = [name for name, value in vars(view.options()).items() if name != "region"]
    assert made.is_empty == (not names)
    assert all(made.findChild(QWidget, f"{view.key}.{name}") for name in names)


@pytest.fixture
def two_encodings(monkeypatch: pytest.MonkeyPatch) -> None:
    changes: dict[str, Any] = {"key": "other", "title": "Other", "params": OtherParams}
    other = structs.replace(SINUSOIDAL, **changes)
    monkeypatch.setattr(encodings, "ENCODINGS", (SINUSOIDAL, other))


@pytest.mark.usefixtures("two_encodings")
@pytest.mark.parametrize("compact", [False, True])
def test_another_encoding_brings_its_own_parameters(
    qtbot: QtBot, store: Store, reported: list[UserError], compact: bool
) -> None:
    form = Form(store, ("encoding", "params.*"), reported.append, compact)
    qtbot.addWidget(form)
    form.show()
    form.activateWindow()
    QTest.qWaitForWindowActive(form)
    more = form.findChild(QToolButton, "form.more")
    combo = form.findChild(QComboBox, "encoding")
    assert isinstance(combo, QComboBox)
    assert (more is None) == compact
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Down)
    assert store.document.encoding == "other"
    assert form.findChild(QWidget, "params.layout") is None
    check = form.findChild(QCheckBox, "params.mirrored")
    assert isinstance(check, QCheckBox)
    check.click()
    assert store.document.params == OtherParams(10_000.0, True)
    again = form.findChild(QComboBox, "encoding")
    assert isinstance(again, QComboBox)
    assert again is not combo
    assert again.hasFocus()
    store.undo()
    store.undo()
    assert form.findChild(QComboBox, "params.layout") is not None
    assert form.findChild(QCheckBox, "params.mirrored") is None
    assert not reported


def test_a_destroyed_form_watches_no_longer(qtbot: QtBot, store: Store, reported: list[UserError]) -> None:
    form = Form(store, ("grid.length",), reported.append)
    form.deleteLater()
    qtbot.waitUntil(lambda: not shiboken6.isValid(form))
    store.edit(edits.set_value("grid.length", 7))
    assert not reported
