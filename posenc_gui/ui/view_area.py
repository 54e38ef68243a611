"""The views in the middle of the window: up to four side by side, or one that fills the place."""

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import catalog, places
from posenc_gui.figures.places import put
from posenc_gui.ui.figure_view import FigureView
from posenc_gui.ui.jobs import Jobs
from posenc_gui.ui.messages import Reporter, attempt
from posenc_gui.ui.panel import Panel
from posenc_gui.ui.sentence_bar import SentenceBar
from posenc_gui.ui.watching import watch

_COLUMNS = 2
_ROWS = 2
_EQUAL = 1000
_FOLLOWING = ("shuffle", "links")
"""The views that follow one token; they show the one under the pointer while it is there."""


class ViewArea(QWidget):
    """The panels of the views. `current` is the view that was used last, or the one that fills the place.

    A panel is made when its view is first seen.
    """

    read_changed = Signal()
    """What `reading` says may have changed."""

    menu_wanted = Signal(QPoint)
    """A context menu for the current view was asked for."""

    panel_made = Signal(str)
    """A view is seen for the first time; says its key."""

    def __init__(self, store: Store, jobs: Jobs, report: Reporter) -> None:
        super().__init__()
        self.setObjectName("views")
        self._store = store
        self._jobs = jobs
        self._report = report
        self._text_scale = 1.0
        self.sentence = SentenceBar(store, report)
        self.sentence.pointed.connect(self._glance)
        self.panels: dict[str, Panel] = {}
        self._standing: tuple[str, ...] = ()
        self._current = ""
        self._outer, self._rows = self._lay_out()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.read_changed)
        self._show(store.document)
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
        self._text_scale = scale
        for panel in self.panels.values():
            panel.figure_view.set_text_scale(scale)

    def try_again(self) -> None:
        """Draw what could not be drawn before, though the document is the same."""
        for panel in self.panels.values():
            panel.figure_view.try_again()
        self._later.start()

    def follow_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        """Make the view that has the keyboard the current one."""
        key = next((key for key, panel in self.panels.items() if now is not None and panel.isAncestorOf(now)), None)
        if key is not None:
            self._make_current(key)

    def _lay_out(self) -> tuple[QSplitter, tuple[QSplitter, ...]]:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        outer = _splitter(Qt.Orientation.Vertical)
        rows = tuple(_splitter(Qt.Orientation.Horizontal) for _ in range(_ROWS))
        for place, row in enumerate(rows):
            row.splitterMoved.connect(lambda *_, moved=row: self._align(moved))
            outer.addWidget(row)
            outer.setStretchFactor(place, 1)
        outer.setSizes([_EQUAL] * _ROWS)
        column.addWidget(outer, 1)
        return outer, rows

    def _panel(self, key: str) -> Panel:
        """The panel of a view, made where there is none yet."""
        if key not in self.panels:
            above = self.sentence if key == "shuffle" else None
            panel = Panel(self._store, catalog.by_key(key), self._jobs, self._report, above)
            panel.figure_view.set_text_scale(self._text_scale)
            panel.figure_view.pointed.connect(lambda: self._make_current(key))
            panel.figure_view.shown.connect(lambda _: self._read_again(key))
            panel.figure_view.menu_wanted.connect(lambda at: self._ask_menu(key, at))
            panel.exchange_wanted.connect(lambda wanted: attempt(self._store, put(key, wanted), report=self._report))
            self.panels[key] = panel
            self.panel_made.emit(key)
        return self.panels[key]

    def _ask_menu(self, key: str, at: QPoint) -> None:
        self._make_current(key)
        self.menu_wanted.emit(at)

    def _glance(self, token: int) -> None:
        for key in _FOLLOWING:
            if key in self.panels:
                self.panels[key].figure_view.glance(edits.select(token=token) if token >= 0 else None)

    def _read_again(self, key: str) -> None:
        """What takes long to draw is read from what is drawn, and so not before."""
        if key == self._current and self.current.is_heavy:
            self._later.start()

    def _make_current(self, key: str) -> None:
        self._current = key
        self._later.start()

    def _changed(self, old: Document, new: Document) -> None:
        if (old.screen.view, old.screen.panels) != (new.screen.view, new.screen.panels):
            self._show(new)
        self._later.start()

    def _show(self, document: Document) -> None:
        """Show the view that fills the place, or those that stand side by side."""
        before = self._standing
        self._put_side_by_side(self._wanted(document))
        filling = document.screen.view
        if filling not in ("", *catalog.KEYS):
            self._report(UserError(f"the document shows the view {filling[:60]}, which is unknown here: all are shown"))
            filling = ""
        if filling and filling not in self._standing:
            self._column().addWidget(self._panel(filling), 1)
        seen = (filling,) if filling else self._standing
        for name, panel in self.panels.items():
            panel.setVisible(name in seen)
        for row in self._rows:
            row.setVisible(any(row.isAncestorOf(self.panels[name]) for name in seen))
        self._outer.setVisible(any(name in self._standing for name in seen))
        if self._standing != before:
            for row in self._rows:
                row.setSizes([_EQUAL] * row.count())
        if self._current not in seen:
            self._make_current(seen[0])

    def _wanted(self, document: Document) -> tuple[str, ...]:
        try:
            return places.standing(document)
        except UserError as error:
            self._report(UserError(f"{error}: the first ones are shown"))
            return places.usual()

    def _put_side_by_side(self, keys: tuple[str, ...]) -> None:
        if keys == self._standing:
            return
        for key in self._standing:
            if key not in keys:
                self._column().addWidget(self.panels[key], 1)
        for place, key in enumerate(keys):
            row = self._rows[place // _COLUMNS]
            row.insertWidget(place % _COLUMNS, self._panel(key))
            row.setStretchFactor(place % _COLUMNS, 1)
        self._standing = keys

    def _column(self) -> QVBoxLayout:
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        return column

    def _align(self, moved: QSplitter) -> None:
        """Keep the columns of all rows in line."""
        for row in self._rows:
            if row is not moved and row.count() == moved.count():
                row.setSizes(moved.sizes())


def _splitter(orientation: Qt.Orientation) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(5)
    return splitter
