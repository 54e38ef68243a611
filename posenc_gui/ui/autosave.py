"""Keeping the document soon after each change."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.ui.messages import Reporter
from posenc_gui.ui.watching import watch

DELAY = 2_000
"""Milliseconds from the first change that is not kept yet to its being kept."""


class Autosave(QObject):
    """Calls `save(document)` at most every `DELAY` milliseconds; a refusal is reported once."""

    def __init__(self, store: Store, save: Callable[[Document], None], report: Reporter, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._save = save
        self._report = report
        self._refused = False
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self.save_now)
        watch(self, store, lambda *_: self._soon())

    def save_now(self) -> None:
        """Keep the document without waiting."""
        self._timer.stop()
        try:
            self._save(self._store.document)
        except UserError as error:
            if not self._refused:
                self._report(error)
            self._refused = True

    def _soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()
