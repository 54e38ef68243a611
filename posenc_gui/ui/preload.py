"""Loading, once the window stands, what somebody will want later: a piece at a time, so that nobody waits for it."""

from collections.abc import Callable, Iterable
from importlib import import_module

from PySide6.QtCore import QObject, QTimer

PAUSE = 20
"""Milliseconds between two pieces, for whoever is at work already."""


class Preload(QObject):
    """Imports modules one by one while the event loop runs, then calls `done`."""

    def __init__(self, names: Iterable[str], done: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names = iter(names)
        self._done = done
        self._timer = QTimer(self, interval=PAUSE)
        self._timer.timeout.connect(self._load_next)
        self._timer.start()

    def _load_next(self) -> None:
        name = next(self._names, None)
        if name is not None:
            import_module(name)
        else:
            self._timer.stop()
            self._done()
