"""What a mouse does to a figure: pick and drag with the left button, pull with the others."""

from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF, Qt, SignalInstance
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from posenc_gui.figures.view import Pick


class Surface(Protocol):
    """The figure under the pointer."""

    menu_wanted: SignalInstance

    def pick_at(self, at: QPointF, axes: str = "", grabbed: str = "") -> Pick | None:
        """What is at a point of the widget."""

    def pick(self, pick: Pick) -> None:
        """Act on the document there."""

    def pan_by(self, pixels: QPointF) -> None:
        """Pull the part that is shown."""

    def end_gesture(self) -> None:
        """Close the undo step."""

    def viewport(self) -> QWidget:
        """The widget that shows the cursor."""


class _Picking(Struct, frozen=True):
    axes: str
    grabbed: str


class _Pulling(Struct):
    button: Qt.MouseButton
    start: QPointF
    last: QPointF
    moved: bool = False


class Pointer:
    """Follows the mouse over one figure. `at` is where it is, or None while it is elsewhere."""

    def __init__(self, surface: Surface) -> None:
        self.at: QPointF | None = None
        self._surface = surface
        self._gesture: _Picking | _Pulling | None = None

    def press(self, event: QMouseEvent) -> None:
        """Begin a gesture."""
        self.at = event.position()
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.button() != Qt.MouseButton.LeftButton or shift:
            self._gesture = _Pulling(event.button(), event.position(), event.position())
            return
        pick = self._surface.pick_at(event.position())
        if pick is not None:
            self._gesture = _Picking(pick.axes, pick.grabbed)
            self._surface.pick(pick)

    def move(self, event: QMouseEvent) -> None:
        """Go on with the gesture; without one, show whether something can be taken hold of."""
        self.at = event.position()
        match self._gesture:
            case _Picking(axes, grabbed):
                pick = self._surface.pick_at(event.position(), axes, grabbed)
                if pick is not None:
                    self._surface.pick(pick)
            case _Pulling():
                self._pull(self._gesture, event.position())
            case None:
                self._show_cursor(event.position())

    def release(self, event: QMouseEvent) -> None:
        """End the gesture; a right click that did not move asks for the menu."""
        gesture, self._gesture = self._gesture, None
        if gesture is None:
            return
        self._surface.end_gesture()
        if isinstance(gesture, _Pulling) and gesture.button == Qt.MouseButton.RightButton and not gesture.moved:
            self._surface.menu_wanted.emit(_screen_point(event))

    def leave(self) -> None:
        """The pointer is over no figure any more."""
        self.at = None

    def _pull(self, pulling: _Pulling, at: QPointF) -> None:
        if not pulling.moved and (at - pulling.start).manhattanLength() < QApplication.startDragDistance():
            return
        pulling.moved = True
        self._surface.pan_by(at - pulling.last)
        pulling.last = at

    def _show_cursor(self, at: QPointF) -> None:
        pick = self._surface.pick_at(at)
        grabbable = pick is not None and pick.grabbed
        self._surface.viewport().setCursor(Qt.CursorShape.OpenHandCursor if grabbable else Qt.CursorShape.ArrowCursor)


def _screen_point(event: QMouseEvent) -> QPoint:
    return event.globalPosition().toPoint()
