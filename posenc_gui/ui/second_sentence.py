"""Asks for a second sentence, which puts the words of the first one into its order."""

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from posenc_gui.document import edits
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.figures.theme import SPACING
from posenc_gui.ui.line_controls import LONGEST_TEXT
from posenc_gui.ui.messages import attempt

_WIDTH = 130 * SPACING


class SecondSentenceDialog(QDialog):
    """Closes when the words are the same; else it says which ones differ, and nothing changes."""

    def __init__(self, store: Store, window: QWidget) -> None:
        super().__init__(window)
        self._store = store
        self.setObjectName("dialog.second")
        self.setWindowTitle("The same words in another order")
        self._line = QLineEdit(_as_it_stands(store))
        self._line.setObjectName("sentence.second")
        self._line.setAccessibleName("sentence.second")
        self._line.setMaxLength(LONGEST_TEXT)
        self._line.selectAll()
        self._problem = QLabel()
        self._problem.setObjectName("second.problem")
        self._problem.setProperty("state", "error")
        self._problem.setWordWrap(True)
        self._problem.hide()
        first = QLabel(store.document.sentence.text)
        first.setWordWrap(True)
        form = QFormLayout()
        form.addRow("Sentence", first)
        form.addRow("Second sentence", self._line)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton("Reorder", QDialogButtonBox.ButtonRole.AcceptRole).setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self._problem)
        column.addWidget(buttons)
        self.setMinimumWidth(_WIDTH)

    def accept(self) -> None:
        """Put the words into the order that was typed, if they are the same."""
        if attempt(self._store, edits.set_second_sentence(self._line.text()), report=self._refuse):
            super().accept()

    def _refuse(self, error: UserError) -> None:
        self._problem.setText(str(error))
        self._problem.setAccessibleName(f"Error: {error}")
        self._problem.show()
        self.adjustSize()
        self._line.setFocus()


def _as_it_stands(store: Store) -> str:
    between = " " if store.document.sentence.split == "words" else ""
    return between.join(store.document.ordered_words)
