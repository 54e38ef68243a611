"""The views in the middle of the window: up to four side by side, or one that fills the place."""

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import catalog
from posenc_gui.ui.figure_view import FigureView
from posenc_gui.ui.jobs import Jobs
from posenc_gui.ui.messages import Reporter
from posenc_gui.ui.panel import Panel
from posenc_gui.ui.sentence_bar import SentenceBar
from posenc_gui.ui.watching import watch

IN_GRID = 4
"""Views that stand side by side; further ones are seen when they fill the place."""

_COLUMNS = 2
_EQUAL = 1000


class ViewArea(QWidget):
    """All panels of the catalogue. `current` is the view that was used last, or the one that fills the place."""

    read_changed = Signal()
    """What `reading` says may have changed."""

    menu_wanted = Signal(QPoint)
    """A context menu for the current view was asked for."""

    def __init__(self, store: Store, jobs: Jobs, report: Reporter) -> None:
        super().__init__()
        self.setObjectName("views")
        self._store = store
        self._report = report
        self.sentence = SentenceBar(store, report)
        self.panels = {
            view.key: Panel(store, view, jobs, report, self.sentence if view.key == "shuffle" else None)
            for view in catalog.VIEWS
        }
        self._grid_keys = tuple(self.panels)[:IN_GRID]
        self._current = self._grid_keys[0]
        self._rows = self._lay_out()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.read_changed)
        for key, panel in self.panels.items():
            self._listen(key, panel.figure_view)
        self._show_filling(store.document.screen.view)
        watch(self, store, self._changed)
        self._later.start()
        for panel in self.panels.values():
            if panel.isVisibleTo(self):
                panel.figure_view.redraw()

    @property
    def current(self) -> FigureView:
        """The view that actions such as export begin with."""
        return self.panels[self._current].figure_view

    @property
    def zoomed(self) -> FigureView:
        """The view that the zooming keys act on: the current one where it can zoom, else the first that can."""
        seen = [panel.figure_view for panel in self.panels.values() if panel.isVisibleTo(self)]
        can_zoom = [shown for shown in (self.current, *seen) if shown.view.zoom is not None]
        return can_zoom[0] if can_zoom else self.current

    def reading(self) -> str:
        """The read-out of the view that the pointer was over last."""
        return self.current.reading()

    def set_text_scale(self, scale: float) -> None:
        """Draw the figures with larger text."""
        for panel in self.panels.values():
            panel.figure_view.set_text_scale(scale)

    def follow_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        """Make the view that has the keyboard the current one."""
        key = next((key for key, panel in self.panels.items() if now is not None and panel.isAncestorOf(now)), None)
        if key is not None:
            self._make_current(key)

    def _lay_out(self) -> tuple[QSplitter, ...]:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        outer = _splitter(Qt.Orientation.Vertical)
        rows: list[QSplitter] = []
        for start in range(0, len(self._grid_keys), _COLUMNS):
            row = _splitter(Qt.Orientation.Horizontal)
            for place, key in enumerate(self._grid_keys[start : start + _COLUMNS]):
                row.addWidget(self.panels[key])
                row.setStretchFactor(place, 1)
            row.setSizes([_EQUAL] * row.count())
            row.splitterMoved.connect(lambda *_, moved=row: self._align(moved))
            outer.addWidget(row)
            outer.setStretchFactor(len(rows), 1)
            rows.append(row)
        outer.setSizes([_EQUAL] * len(rows))
        column.addWidget(outer, 1)
        for key in tuple(self.panels)[IN_GRID:]:
            column.addWidget(self.panels[key], 1)
        self._outer = outer
        return tuple(rows)

    def _listen(self, key: str, shown: FigureView) -> None:
        shown.pointed.connect(lambda: self._make_current(key))
        shown.menu_wanted.connect(lambda at: self._ask_menu(key, at))

    def _ask_menu(self, key: str, at: QPoint) -> None:
        self._make_current(key)
        self.menu_wanted.emit(at)

    def _make_current(self, key: str) -> None:
        self._current = key
        self._later.start()

    def _changed(self, old: Document, new: Document) -> None:
        if old.screen.view != new.screen.view:
            self._show_filling(new.screen.view)
        self._later.start()

    def _show_filling(self, key: str) -> None:
        """Show one view alone, or for an empty key those of the grid."""
        if key not in ("", *self.panels):
            self._report(UserError(f"the document shows the view {key[:60]}, which is unknown here: all are shown"))
            key = ""
        seen = (key,) if key else self._grid_keys
        for name, panel in self.panels.items():
            panel.setVisible(name in seen)
        for row in self._rows:
            row.setVisible(any(row.isAncestorOf(self.panels[name]) for name in seen))
        self._outer.setVisible(any(name in self._grid_keys for name in seen))
        if key:
            self._make_current(key)

    def _align(self, moved: QSplitter) -> None:
        """Keep the columns of all rows in line."""
        for row in self._rows:
            if row is not moved:
                row.setSizes(moved.sizes())


def _splitter(orientation: Qt.Orientation) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(5)
    return splitter
