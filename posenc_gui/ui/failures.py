"""The one place where unexpected exceptions end: logged, shown once, and the window stays alive."""

import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from posenc_gui.engine.errors import UserError

LOG_BYTES = 1_000_000
LOG_FILES = 3


class Failures(QObject):
    """Takes over `sys.excepthook` and `threading.excepthook` between `install` and `remove`.

    A `UserError` that nobody caught is only told with `tell`. `log_path` is asked for when there is something to log.
    """

    _happened = Signal(object)

    def __init__(self, window: QWidget, tell: Callable[[str], None], log_path: Callable[[], Path]) -> None:
        super().__init__(window)
        self._window = window
        self._tell = tell
        self._log_path = log_path
        self._known: set[str] = set()
        self._before = sys.excepthook, threading.excepthook
        self._happened.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Begin to take exceptions."""
        self._before = sys.excepthook, threading.excepthook
        sys.excepthook = self._from_main_thread
        threading.excepthook = lambda raised: self._happened.emit(raised.exc_value)

    def remove(self) -> None:
        """Let Python deal with exceptions as before."""
        sys.excepthook, threading.excepthook = self._before

    def _from_main_thread(self, _type: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        if isinstance(error, KeyboardInterrupt):
            QApplication.quit()
        else:
            self._happened.emit(error)

    def _take(self, error: BaseException) -> None:
        if isinstance(error, UserError):
            self._tell(str(error))
            return
        details = "".join(traceback.format_exception(error))
        _log(self._log_path(), details)
        if details not in self._known:
            self._known.add(details)
            FailureBox(error, details, self._window).show()


class FailureBox(QDialog):
    """Says what went wrong, with the details to copy; the window can be used meanwhile."""

    def __init__(self, error: BaseException, details: str, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("dialog.failure")
        self.setWindowTitle("Something went wrong")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 360)
        told = QLabel(f"An error that should not happen: {error or type(error).__name__}. Your document is as it was.")
        told.setTextFormat(Qt.TextFormat.PlainText)
        told.setWordWrap(True)
        shown = QPlainTextEdit(details)
        shown.setReadOnly(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy details", QDialogButtonBox.ButtonRole.ActionRole)
        copy.setObjectName("failure.copy")
        copy.clicked.connect(lambda: QApplication.clipboard().setText(details))
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(told)
        column.addWidget(shown, 1)
        column.addWidget(buttons)


def _log(path: Path, details: str) -> None:
    """Append to the log, which begins anew when it is full; a log that cannot be written must not hide the error."""
    import logging.handlers  # noqa: PLC0415 - the start does not wait for what a failure needs

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8"
        )
    except OSError as error:
        print(f"posenc-gui: cannot write {path}: {error.strerror}\n{details}", file=sys.stderr)
        return
    handler.setFormatter(logging.Formatter("%(asctime)s\n%(message)s"))
    handler.emit(logging.makeLogRecord({"msg": details, "levelno": logging.ERROR, "levelname": "ERROR"}))
    handler.close()
