"""What is kept from one run to the next: the document, in a folder of its own."""

import os
import sys
from pathlib import Path

from PySide6.QtCore import QStandardPaths

from posenc_gui.document import files
from posenc_gui.document.document import Document
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import catalog

FOLDER_VARIABLE = "POSENC_STATE_DIR"
"""Environment variable that names another folder."""


class Session:
    """The folder of the last session.

    `document_path` holds the last document, `window_path` the place and size of the window. `log_path` holds what went
    wrong.
    """

    def __init__(self) -> None:
        named = os.environ.get(FOLDER_VARIABLE)
        self._folder = Path(named) if named else _state_path() / "posenc-gui"
        self.log_path = self._folder / "posenc-gui.log"
        self.document_path = self._folder / "last.json"
        self.window_path = self._folder / "window.ini"

    def restore(self) -> Document | None:
        """The last document, or None at the first start.

        Raises:
            UserError: the file is damaged or of a newer version.
        """
        return files.read(self.document_path, catalog.OPTION_TYPES) if self.document_path.exists() else None

    def put_aside(self) -> Path | None:
        """Give a document that cannot be read another name, so that the next save does not destroy it."""
        try:
            return self.document_path.replace(self.document_path.with_name("last-unreadable.json"))
        except OSError:
            return None  # the folder cannot be written, so the next save cannot destroy it either

    def save(self, document: Document) -> None:
        """Keep the document; raises `UserError` where the folder cannot be written."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(
                f"cannot keep the session in {self._folder}: {(error.strerror or str(error)).lower()}"
            ) from error
        files.write(self.document_path, document)


def _state_path() -> Path:
    """Where programs keep their state, as in ~/.local/state; on Windows and macOS beside their data."""
    place = QStandardPaths.StandardLocation
    own = sys.platform in ("win32", "darwin")
    return Path(QStandardPaths.writableLocation(place.GenericDataLocation if own else place.GenericStateLocation))
