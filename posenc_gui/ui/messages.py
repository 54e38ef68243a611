"""What the program says to the person: one message line, one read-out, one way of trying an edit."""

import math
from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QWidget

from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit, select
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.figures.theme import SPACING, TEXT_PIXELS
from posenc_gui.ui.keys import asks_for_undo
from posenc_gui.ui.watching import watch

Reporter = Callable[[UserError], None]

ERROR_MILLISECONDS = 12_000
INFO_MILLISECONDS = 6_000

SIGN_SIZE = 4 * SPACING
"""Width and height of the sign before an error."""

_LINE_MARGIN = 2
"""Pixels that Qt leaves free at both ends of a line edit."""


def attempt(store: Store, edit: Edit, tag: str | None = None, *, report: Reporter) -> bool:
    """Apply an edit; a `UserError` goes to `report` and nothing changes. Tells whether the edit was accepted."""
    try:
        store.edit(edit, tag)
    except UserError as error:
        report(error)
        return False
    return True


class Messages(QWidget):
    """The one message line: errors with a sign of their own, and notes; both go away by themselves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messages")
        self._sign = QLabel("!", self)
        self._sign.setObjectName("messages.sign")
        self._sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sign.setFixedSize(SIGN_SIZE, SIGN_SIZE)
        self._label = QLabel(self)
        self._label.setObjectName("messages.text")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * SPACING)
        row.addWidget(self._sign)
        row.addWidget(self._label, 1)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.clear)
        self.clear()

    def error(self, text: str) -> None:
        """Say what was refused, and why."""
        self._say(text, "error", ERROR_MILLISECONDS)

    def info(self, text: str) -> None:
        """Say what was done."""
        self._say(text, "info", INFO_MILLISECONDS)

    def clear(self) -> None:
        """Say nothing."""
        self._timer.stop()
        self._show("", "info")

    def text(self) -> str:
        """What the line says now."""
        return self._label.text()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Room for the text in one line, up to most of the window: what stands beside it gives way."""
        hint = super().minimumSizeHint()
        wanted = min(self._width_of(self.text()), self._most_width)
        return QSize(max(hint.width(), wanted), max(hint.height(), _two_small_lines(self.fontMetrics())))

    @property
    def _most_width(self) -> int:
        return self.window().width() * 2 // 3

    def _width_of(self, text: str) -> int:
        font = QFont(self._label.font())
        font.setPixelSize(self.fontInfo().pixelSize())  # that of the label is smaller while its text is long
        return QFontMetrics(font).horizontalAdvance(text) + 8 * SPACING

    def follow(self, store: Store) -> None:
        """Take an error back as soon as an edit has changed the document; a playhead that plays on is no edit."""
        watch(self, store, self._edited)

    def _edited(self, old: Document, new: Document) -> None:
        if self._sign.isVisibleTo(self) and select(position=new.selection.position)(old) != new:
            self.clear()

    def _say(self, text: str, state: Literal["error", "info"], milliseconds: int) -> None:
        self._show(text, state)
        self._timer.start(milliseconds)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _show(self, text: str, state: Literal["error", "info"]) -> None:
        self._label.setText(text)
        self.updateGeometry()
        self.setVisible(bool(text))
        self._sign.setVisible(state == "error")
        self.setAccessibleName(f"Error: {text}" if state == "error" else text)
        long = self._width_of(text) > self._most_width
        if (self._label.property("state"), self._label.property("long")) != (state, long):
            self._label.setProperty("state", state)
            self._label.setProperty("long", long)
            self._label.style().polish(self._label)


class ReadOut(QLineEdit):
    """One line for the selected number and its formula; too long a text loses its middle, never its result.

    It changes with each frame that plays. A label would have the window laid out anew each time.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setObjectName("readout")
        self.setAccessibleName("Read-out")
        self.setReadOnly(True)
        self.setFrame(False)
        self.setTextMargins(-_LINE_MARGIN, 0, -_LINE_MARGIN, 0)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802
        """As high as a message may become, so that nothing moves when one comes; the width is what is left over."""
        return QSize(0, _two_small_lines(self.fontMetrics()))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As the size hint."""
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window."""
        if asks_for_undo(event):
            event.ignore()
            return False
        return super().event(event)

    def show_text(self, text: str) -> None:
        """Show a text, cut in its middle where it does not fit."""
        if text != self._whole:
            self._whole = text
            self.setAccessibleDescription(text)
            self._fit()

    def text(self) -> str:
        """The whole text, cut or not."""
        return self._whole

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Cut the text anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.contentsRect().width()
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideMiddle, room))
        self.setCursorPosition(0)


def _two_small_lines(metrics: QFontMetrics) -> int:
    """The height of a message of two lines, which is written smaller than one that takes one; from body text."""
    return math.ceil(2 * metrics.height() * TEXT_PIXELS["small"] / TEXT_PIXELS["body"])
