"""What an action may act on."""

from typing import Protocol

from msgspec import Struct

from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.document.store import Store
from posenc_gui.ui.document_file import DocumentFile
from posenc_gui.ui.exporter import Exporter
from posenc_gui.ui.messages import Messages, attempt
from posenc_gui.ui.player import Player
from posenc_gui.ui.table_file import TableFile
from posenc_gui.ui.view_area import ViewArea


class Stage(Protocol):
    """The window, as far as actions know it."""

    @property
    def presenting(self) -> bool:
        """Whether the views have the whole screen."""

    @property
    def controls_shown(self) -> bool:
        """Whether the form stands at the left."""

    def set_presenting(self, presenting: bool) -> None:
        """Give the views the whole screen and larger text, or take it back."""

    def set_controls_shown(self, shown: bool) -> None:
        """Show or hide the form."""

    def show_second_sentence(self) -> None:
        """Ask for the same words in another order."""

    def show_shortcuts(self) -> None:
        """List what the keys do."""

    def show_about(self) -> None:
        """Say what the program is."""

    def close(self) -> bool:
        """End the program."""


class Desk(Struct, frozen=True):
    """The parts of the window that actions act on."""

    store: Store
    player: Player
    views: ViewArea
    file: DocumentFile
    table: TableFile
    exporter: Exporter
    messages: Messages
    stage: Stage

    @property
    def document(self) -> Document:
        """The present document."""
        return self.store.document

    def edit(self, edit: Edit, tag: str | None = None) -> None:
        """Apply an edit, or say why it is refused."""
        attempt(self.store, edit, tag, report=lambda error: self.messages.error(str(error)))
