"""The read-out of views that take long: what is drawn is read, and nothing is computed for it."""

import threading

from msgspec import structs
from pytestqt.qtbot import QtBot

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.figures import catalog
from posenc_gui.figures.spec import Figure
from posenc_gui.figures.view import Pick
from posenc_gui.ui.figure_maker import MOST_AT_ONCE
from posenc_gui.ui.figure_view import FigureView
from posenc_gui.ui.jobs import Jobs


def test_a_heavy_view_is_read_as_it_is_drawn(qtbot: QtBot, store: Store) -> None:
    spectrum, gate = catalog.by_key("spectrum"), threading.Event()

    def figure(document: Document) -> Figure:
        gate.wait(10)
        return spectrum.figure(document)

    def read(document: Document, _: Pick | None) -> str:
        return f"length {document.grid.length}"

    view = structs.replace(spectrum, figure=figure, read=read, work=lambda _: MOST_AT_ONCE + 1)
    shown = FigureView(store, view, Jobs(), lambda _: None)
    qtbot.addWidget(shown)
    shown.show()
    assert shown.is_heavy
    assert shown.reading() == ""
    with qtbot.waitSignal(shown.shown):
        gate.set()
    assert shown.reading() == "length 64"
    gate.clear()
    store.edit(edits.set_value("grid.length", 99))
    qtbot.wait(20)
    assert shown.reading() == "length 64"
    with qtbot.waitSignal(shown.shown):
        gate.set()
    assert shown.reading() == "length 99"
