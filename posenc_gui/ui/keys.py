"""Which keys a widget keeps for itself, and which it leaves to the window's shortcuts."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

NAVIGATION = frozenset(
    {
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
    }
)


def asks_for_undo(event: QEvent) -> bool:
    """Whether a widget is asked if it wants Undo or Redo for itself; undo belongs to the document."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    return event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)


def asks_for_navigation(event: QEvent) -> bool:
    """Whether a widget is asked if it wants a key that moves within it, before a shortcut of the window gets it."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    return event.key() in NAVIGATION
