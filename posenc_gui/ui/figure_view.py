"""The one widget that shows the figure of any view and lets people take hold of it."""

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import theme as themes
from posenc_gui.figures.spec import Figure, Point, Rect
from posenc_gui.figures.view import Pick, View
from posenc_gui.render.painter import Painter
from posenc_gui.ui import waiting, zoom
from posenc_gui.ui.figure_maker import FigureMaker, is_heavy
from posenc_gui.ui.jobs import Jobs
from posenc_gui.ui.messages import Reporter, attempt
from posenc_gui.ui.notices import Notices
from posenc_gui.ui.pointer import Pointer
from posenc_gui.ui.watching import watch

PAGE = 10
"""Positions that Page Up and Page Down move by."""

_STEPS = {
    Qt.Key.Key_Up: ("position", -1),
    Qt.Key.Key_Down: ("position", 1),
    Qt.Key.Key_PageUp: ("position", -PAGE),
    Qt.Key.Key_PageDown: ("position", PAGE),
    Qt.Key.Key_Left: ("pair", -1),
    Qt.Key.Key_Right: ("pair", 1),
}
_PANS = {
    Qt.Key.Key_Up: (0.0, 1.0),
    Qt.Key.Key_Down: (0.0, -1.0),
    Qt.Key.Key_Left: (1.0, 0.0),
    Qt.Key.Key_Right: (-1.0, 0.0),
}
_PAN_PIXELS = 40

KEYS: tuple[tuple[str, str], ...] = (
    ("Up, Down", "Position one back or forward"),
    ("Page Up, Page Down", f"Position {PAGE} back or forward"),
    ("Left, Right", "Pair one back or forward"),
    ("Shift + arrow keys", "Move the zoomed part"),
    ("Click or drag", "Move the selection"),
    ("Wheel or pinch", "Zoom about the pointer"),
    ("Shift + drag, middle or right drag", "Move the zoomed part"),
    ("Right click, menu key", "Menu of the view"),
)
"""What a view that has the keyboard listens to, in words."""


class FigureView(pg.GraphicsView):  # type: ignore[misc] # pyqtgraph is not typed
    """Shows one view of the document, at most once per turn of the event loop and only while it can be seen."""

    pointed = Signal()
    """The read-out changed because the pointer moved or left."""

    refused = Signal()
    """There is no figure of the document; why is said in its place."""

    shown = Signal(object)
    """A `Figure` was drawn."""

    menu_wanted = Signal(QPoint)
    """The context menu was asked for, at this place of the screen."""

    def __init__(self, store: Store, view: View, jobs: Jobs, report: Reporter) -> None:
        super().__init__()
        self.view = view
        self._store = store
        self._report = report
        self._pointer = Pointer(self)
        self._maker = FigureMaker(view, jobs, self._show_figure, self._show_problem)
        self._asked: Document | None = None
        self._glance: Edit | None = None
        self._drawn: tuple[Document, Figure] | None = None
        self._theme = themes.by_key(store.document.screen.theme)
        layout = pg.GraphicsLayout()
        self.setCentralItem(layout)
        self._painter = Painter(layout, self._theme, small=True)
        self._notices = Notices(self, view.key, self._maker)
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self.redraw)
        self.setBackground(self._theme.ground)
        self.setCacheMode(self.CacheModeFlag.CacheNone)  # a ground of one colour is filled faster than it is copied
        # one rectangle with more in it is painted faster than many, to which every mark is clipped
        self.setViewportUpdateMode(self.ViewportUpdateMode.BoundingRectViewportUpdate)
        self.setObjectName(f"view.{view.key}")
        self.setAccessibleName(view.title)
        self.setMinimumSize(120, 90)
        watch(self, store, lambda *_: self._redraw_soon())

    @property
    def painter(self) -> Painter:
        """What draws the figure."""
        return self._painter

    @property
    def drawn(self) -> tuple[Document, Figure] | None:
        """The figure that is seen, with the document it was made of."""
        return self._drawn

    def set_text_scale(self, scale: float) -> None:
        """Draw all text larger, for presenting."""
        self._painter.set_text_scale(scale)

    def redraw(self) -> None:
        """Bring the figure up to date now; done before the window is laid out, it saves doing that twice."""
        document = self._store.document
        if document is self._asked:
            return
        self._asked = document
        theme = themes.by_key(document.screen.theme)
        if theme is not self._theme:
            self._theme = theme
            self.setBackground(theme.ground)
            self._painter.set_theme(theme)
        self._maker.make(self._glance(document) if self._glance is not None else document)
        self._notices.update_busy()

    def try_again(self) -> None:
        """Draw what could not be drawn before, though the document is the same."""
        self._asked = None
        self._redraw_soon()

    def glance(self, edit: Edit | None) -> None:
        """Show how it would look after an edit, while the document stays as it is; None shows the document again."""
        self._glance = edit
        self.try_again()

    @property
    def is_heavy(self) -> bool:
        """Whether the figure of the document is made by a job; raises `UserError` as the view does."""
        return is_heavy(self.view, self._store.document)

    def reading(self) -> str:
        """The read-out for the point under the pointer, or for the selection where there is none.

        Where that may take as long as drawing, it is that of the figure that is seen, whose numbers are kept.
        """
        at, document = self._pointer.at, self._store.document
        try:
            if self.is_heavy:
                if self._drawn is None:
                    return ""
                document = self._drawn[0]
            text = self.view.read(document, None if at is None else self.pick_at(at))
        except UserError:
            text = ""  # the view says in place why there is nothing to read
        self.setAccessibleDescription(text)
        return text

    def pick_at(self, at: QPointF, axes: str = "", grabbed: str = "") -> Pick | None:
        """What is at a point of the widget; with `axes` named, in their units even where it lies beside them."""
        scene = self._scene_point(at)
        if axes:
            return Pick(axes, *self._painter.to_axes(axes, scene), grabbed)
        hit = self._painter.pick_at(scene)
        return None if hit is None else Pick(*hit, self._painter.grabbed_at(scene))

    def pick(self, pick: Pick) -> None:
        """Do what pressing or dragging there does to the document."""
        edit = None if self._drawn is None else self.view.on_pick(self._store.document, pick)
        if edit is not None:
            self._edit(edit, f"pick.{self.view.key}")

    def end_gesture(self) -> None:
        """What follows is an undo step of its own."""
        self._store.seal()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Magnify by `factor` about a point of the widget, or about the selection."""
        region = self._region()
        if self.view.region is None or self._drawn is None or region is None:
            return
        drawn, figure = self._drawn
        if at is None:
            about = zoom.selected_point(figure, self.view.zoomable, region)
        else:
            about = zoom.moved_along(self._zoomable_point(at), self.view.region(drawn), region)
        self.show_region(zoom.scaled(region, factor, about))

    def pan_by(self, pixels: QPointF) -> None:
        """Move the part that is shown by that many pixels, as if it were pulled by hand."""
        region = self._region()
        if region is not None:
            here, there = self._zoomable_point(QPointF(0, 0)), self._zoomable_point(pixels)
            self.show_region(zoom.shifted(region, here[0] - there[0], here[1] - there[1]))

    def show_region(self, region: Rect | None) -> None:
        """Show that part of the zoomable axes, or the whole of it."""
        if self.view.zoom is not None:
            self._edit(self.view.zoom(region), f"zoom.{self.view.key}")

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """All views ask for the same room."""
        return QSize(480, 320)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Draw what changed while nobody could see it."""
        super().showEvent(event)
        super().resizeEvent(None)
        self._redraw_soon()

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802 - Qt's name
        """Lay the figure out anew, but not for each of the sizes that a view has before it is seen."""
        if self.isVisible():
            super().resizeEvent(event)
            self._notices.place()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the figure, and a frame around it while it has the keyboard."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self.viewport())
            painter.setPen(QColor(self._theme.roles["pair"]))
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))
            painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Show that the keyboard acts here."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Show that the keyboard acts elsewhere."""
        super().focusOutEvent(event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Arrow keys move the selection, or with Shift the part that is shown."""
        key = Qt.Key(event.key())
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if shift and key in _PANS:
            x, y = _PANS[key]
            self.pan_by(QPointF(x * _PAN_PIXELS, y * _PAN_PIXELS))
        elif not shift and key in _STEPS:
            name, count = _STEPS[key]
            now: int = getattr(self._store.document.selection, name)
            self._edit(edits.select(**{name: now + count}), f"keys.{name}")
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Letting go of a key ends the undo step."""
        if not event.isAutoRepeat():
            self.end_gesture()
        event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Take hold of the selection or of the part that is shown."""
        self._pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Go on with a gesture, or read what is under the pointer."""
        self._pointer.move(event)
        self.pointed.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """End the gesture."""
        self._pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A second click is a click like the first."""
        self._pointer.press(event)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Read the selection again."""
        self._pointer.leave()
        self.pointed.emit()
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Zoom about the pointer."""
        self.zoom_by(zoom.STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Zoom by pinching on a touch pad."""
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom_by(1 + event.value(), event.position())
            return True
        return bool(super().viewportEvent(event))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """The menu key opens the menu; the right button opens it when it is let go, for it may also drag."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.menu_wanted.emit(event.globalPos())
        event.accept()

    def _redraw_soon(self) -> None:
        if self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def _show_figure(self, document: Document, figure: Figure) -> None:
        self._drawn = document, figure
        self._notices.show_problem("")
        self._painter.show(figure)
        self.shown.emit(figure)

    def _show_problem(self, error: UserError) -> None:
        self._drawn = None
        self._notices.show_problem(waiting.words(error, self._store.document))
        self.refused.emit()

    def _region(self) -> Rect | None:
        """The part that is shown, where the view can be zoomed and has something to show."""
        if self.view.region is None or self._drawn is None:
            return None
        try:
            return self.view.region(self._store.document)
        except UserError:
            return None  # the view is about to say why there is nothing to see

    def _edit(self, edit: Edit, tag: str) -> None:
        attempt(self._store, edit, tag, report=self._report)

    def _scene_point(self, at: QPointF) -> QPointF:
        return QPointF(self.mapToScene(at.toPoint()))

    def _zoomable_point(self, at: QPointF) -> Point:
        x, y = self._painter.to_axes(self.view.zoomable, self._scene_point(at))
        return x, y
