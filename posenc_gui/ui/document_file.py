"""The file that the document belongs to: new, open, save."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from posenc_gui.document import files
from posenc_gui.document.document import Document
from posenc_gui.document.history import same_work
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import catalog
from posenc_gui.ui.messages import Messages

_FILTER = "Documents (*.json);;All files (*)"


class DocumentFile(QObject):
    """Knows the file of the document and whether it holds what the screen shows."""

    changed = Signal()
    """The document belongs to another file now, or was saved."""

    def __init__(self, store: Store, messages: Messages, window: QWidget) -> None:
        super().__init__(window)
        self._store = store
        self._messages = messages
        self._window = window
        self._path: Path | None = None
        self._saved: Document | None = None

    @property
    def path(self) -> Path | None:
        """The file, or None for a document that was never saved."""
        return self._path

    @property
    def name(self) -> str:
        """What the title calls the document."""
        return "Untitled" if self._path is None else self._path.name

    @property
    def is_modified(self) -> bool:
        """Whether the file holds something else than the document; the playhead and zooming do not count."""
        return self._saved is not None and not same_work(self._store.document, self._saved)

    def new(self) -> None:
        """Begin with the document of the start, in the theme of now."""
        if self._may_leave():
            screen = self._store.document.screen
            self._begin(None, Document(screen=type(screen)(theme=screen.theme)))

    def open(self) -> None:
        """Ask for a file and show the document in it."""
        if not self._may_leave():
            return
        name, _ = QFileDialog.getOpenFileName(self._window, "Open a document", self._folder(), _FILTER)
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        """Show the document in a file, or say why it cannot be."""
        self._try(lambda: self._begin(path, files.read(path, catalog.OPTION_TYPES)))

    def adopt(self, path: Path) -> None:
        """Take the file for the document's own one, as at the start after it was restored."""
        self._path, self._saved = path, files.read(path, catalog.OPTION_TYPES)
        self.changed.emit()

    def save(self) -> bool:
        """Save the document in its file, which is asked for where there is none yet; tells whether it was saved."""
        return self.save_as() if self._path is None else self._write(self._path)

    def save_as(self) -> bool:
        """Ask for a file and save the document in it; tells whether it was saved."""
        suggested = str(self._path or Path(self._folder()) / "posenc.json")
        name, _ = QFileDialog.getSaveFileName(self._window, "Save the document", suggested, _FILTER)
        if not name:
            return False
        path = Path(name)
        return self._write(path if path.suffix else path.with_suffix(".json"))

    def _write(self, path: Path) -> bool:
        document = self._store.document
        if not self._try(lambda: files.write(path, document)):
            return False
        self._path, self._saved = path, document
        self._messages.info(f"Saved {path}")
        self.changed.emit()
        return True

    def _begin(self, path: Path | None, document: Document) -> None:
        self._path, self._saved = path, document if path else None
        self._store.reset(document)
        self.changed.emit()

    def _try(self, act: Callable[[], None]) -> bool:
        try:
            act()
        except UserError as error:
            self._messages.error(str(error))
            return False
        return True

    def _may_leave(self) -> bool:
        """Ask what becomes of changes that the named file does not hold yet."""
        if not self.is_modified:
            return True
        buttons = QMessageBox.StandardButton
        box = QMessageBox(QMessageBox.Icon.Question, "Unsaved changes", f"Save the changes to {self.name}?")
        box.setParent(self._window, box.windowFlags())
        box.setObjectName("dialog.unsaved")
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        answer = box.exec()
        return answer == buttons.Discard or (answer == buttons.Save and self.save())

    def _folder(self) -> str:
        return str(self._path.parent if self._path else Path.home())
