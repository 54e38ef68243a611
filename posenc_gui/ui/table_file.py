"""Opening a learned table from a file."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from posenc_gui.document import table_edits
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.table_suffixes import SUFFIXES
from posenc_gui.ui.jobs import Jobs
from posenc_gui.ui.messages import Messages, attempt

JOB = "open table"
_FILTER = f"Tables ({' '.join(f'*{suffix}' for suffix in SUFFIXES)})"


class TableFile(QObject):
    """Reads a table beside the window, since it may be large, and then shows it by one edit."""

    def __init__(self, store: Store, jobs: Jobs, messages: Messages, window: QWidget) -> None:
        super().__init__(window)
        self._store = store
        self._jobs = jobs
        self._messages = messages
        self._window = window

    def open(self) -> None:
        """Ask for a file and show the table in it."""
        shown = str(getattr(self._store.document.params, "file", ""))
        folder = str(Path(shown).parent if shown else Path.home())
        name, _ = QFileDialog.getOpenFileName(self._window, "Open a table", folder, _FILTER)
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        """Show the table in a file, or say why it cannot be shown; another one takes the place of one on its way."""
        self._messages.info(f"Opening {path.name}…")
        self._jobs.run(
            JOB,
            lambda _: _shape_of(path),
            lambda shape: self._show(path, shape),
            self._refuse,
        )

    def _show(self, path: Path, shape: tuple[int, int]) -> None:
        rows, width = shape
        edit = table_edits.open_table(path, rows, width)
        if attempt(self._store, edit, report=lambda error: self._messages.error(str(error))):
            self._messages.info(f"Opened {path.name}: {rows} positions of {width} dimensions")

    def _refuse(self, error: Exception) -> None:
        if not isinstance(error, UserError):
            raise error
        self._messages.error(str(error))


def _shape_of(path: Path) -> tuple[int, int]:
    """The worker's part: the table is in memory then, or mapped, and its size is known."""
    from posenc_gui.engine import table_files  # noqa: PLC0415 - the start does not wait for it

    rows, width = table_files.open_table(str(path)).shape
    return rows, width
