"""Controls for text: a line, and the path of a file with a button to choose one."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from posenc_gui.document.document import Document
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Value
from posenc_gui.figures.theme import SPACING
from posenc_gui.ui import numbers
from posenc_gui.ui.binding import Binding
from posenc_gui.ui.keys import asks_for_undo

LONGEST_TEXT = 1_000_000


class LineControl(QLineEdit):
    """A line of text, or numbers with commas between.

    Text acts while it is typed, and a run of typing is one undo step; numbers act on Enter or on leaving. What is
    refused stays in the line, marked by the property `error`, until it is mended or left.
    """

    def __init__(self, binding: Binding) -> None:
        super().__init__()
        self._binding = binding
        self._shown: Value | None = None
        self.setMaxLength(LONGEST_TEXT)
        self.setProperty("error", False)
        special = binding.field.param.special
        if special is not None:
            self.setPlaceholderText(special[1])  # the special value of a text or a list is the empty one
        binding.describe(self)
        self.show_document(binding.store.document)
        if binding.field.kind == "text":
            self.textEdited.connect(self._typed)
        else:
            self.editingFinished.connect(self._commit)
        self.editingFinished.connect(binding.store.seal)

    @property
    def focus_widget(self) -> QWidget:
        """The line."""
        return self

    @property
    def whole_widget(self) -> QWidget:
        """The line."""
        return self

    def show_document(self, document: Document) -> None:
        """Show the text; what is being typed stays as long as the document's text does not change."""
        value = self._binding.read(document)
        if value == self._shown:
            return
        self._shown = value
        self._put_right()

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window."""
        if asks_for_undo(event):
            event.ignore()
            return False
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """What was refused gives way to what holds."""
        super().focusOutEvent(event)
        self._put_right()

    def _typed(self, text: str) -> None:
        self._mark(not self._binding.edit(text, tag=self._binding.path))

    def _commit(self) -> None:
        if self.text() == numbers.shown(self._binding.value):
            return
        try:
            value = self._binding.field.parse(self.text())
        except UserError as error:
            self._binding.report(error)
            self._mark(True)
        else:
            self._mark(not self._binding.edit(value))

    def _put_right(self) -> None:
        text = numbers.shown(self._binding.value)
        if text != self.text():
            self.setText(text)
            if not self.hasFocus():
                self.setCursorPosition(0)
        self._mark(False)

    def _mark(self, wrong: bool) -> None:
        if self.property("error") != wrong:
            self.setProperty("error", wrong)
            self.style().polish(self)


class FileControl(QWidget):
    """The path of a file, and a button for those who would rather look for it; `wanted` says that it was pressed."""

    wanted = Signal()

    def __init__(self, binding: Binding) -> None:
        super().__init__()
        self._line = LineControl(binding)
        button = QPushButton("Open…")
        button.setObjectName(f"{binding.path}.open")
        button.setAccessibleName(f"Open {binding.field.param.label}")
        button.setToolTip(f"Choose one of {', '.join(binding.field.param.file_suffixes)}")
        button.clicked.connect(self.wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * SPACING)
        row.addWidget(self._line, 1)
        row.addWidget(button)

    @property
    def focus_widget(self) -> QWidget:
        """The line."""
        return self._line

    @property
    def whole_widget(self) -> QWidget:
        """Line and button."""
        return self

    def show_document(self, document: Document) -> None:
        """Show the path."""
        self._line.show_document(document)
