"""Options that are set seldom: in the way of nobody while views stand side by side."""

from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from posenc_gui.document import edits
from posenc_gui.document.store import Store
from posenc_gui.figures import catalog
from posenc_gui.ui.jobs import Jobs
from posenc_gui.ui.panel import Panel


def shown(panel: Panel, name: str) -> bool:
    control = panel.findChild(QWidget, name)
    assert control is not None
    return control.isVisible()


def test_they_show_where_the_view_fills_the_window(qtbot: QtBot, store: Store) -> None:
    panel = Panel(store, catalog.by_key("waves"), Jobs(), lambda _: None)
    qtbot.addWidget(panel)
    panel.resize(900, 500)
    panel.show()
    QApplication.processEvents()
    assert shown(panel, "waves.pairs")
    assert not shown(panel, "waves.layout")
    for view, expected in (("waves", True), ("rotation", False), ("waves", True), ("", False)):
        store.edit(edits.set_value("screen.view", view))
        QApplication.processEvents()
        assert shown(panel, "waves.layout") == shown(panel, "waves.digits") == expected
        assert shown(panel, "waves.pairs")


def test_a_view_with_nothing_else_has_no_row_for_them(qtbot: QtBot, store: Store) -> None:
    panel = Panel(store, catalog.by_key("rotation"), Jobs(), lambda _: None)
    qtbot.addWidget(panel)
    panel.show()
    QApplication.processEvents()
    assert not shown(panel, "options.rotation")
    store.edit(edits.set_value("screen.view", "rotation"))
    QApplication.processEvents()
    assert shown(panel, "rotation.panel")
