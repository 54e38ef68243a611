"""One token as a chip: its word, told apart from equal ones, and what is special about it now."""

from msgspec import Struct
from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFocusEvent, QFontMetrics, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from posenc_gui.figures.theme import RADIUS, SPACING

_LONGEST_WORD = 14
"""Letters of middling width after which a word is cut."""


class Token(Struct, frozen=True):
    """What a chip shows. index: where the token stood in the sentence as written; place: where it stands now.

    label: the word, numbered where it occurs again.
    """

    word: str
    label: str
    index: int
    place: int
    count: int


def chip_width(label: str, metrics: QFontMetrics) -> int:
    """Width of a chip in pixels, for the metrics of its font."""
    return min(metrics.horizontalAdvance(label), _widest(metrics)) + 5 * SPACING


def chip_height(metrics: QFontMetrics) -> int:
    """Height of a chip in pixels, for the metrics of its font."""
    return metrics.height() + 4 * SPACING


class TokenChip(QWidget):
    """A chip; pointer and keys go on to the row that it stands in. Gives `focused` with its place."""

    focused = Signal(int)
    pointed = Signal(int)
    """The pointer came over the token of that index in the sentence; −1: it left."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.token = Token("", "", 0, -1, 0)
        self._outline: QColor | None = None
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_token(self, token: Token, outline: QColor | None) -> None:
        """Show a token, outlined in a colour where the playhead is."""
        if (token, outline) == (self.token, self._outline):
            return
        self.token, self._outline = token, outline
        self.setObjectName(f"token.{token.place}")
        self.setAccessibleName(f"{token.word}, token {token.place + 1} of {token.count}")
        self.setAccessibleDescription(
            f"Token {token.index + 1} as written{', at the playhead' if outline else ''}. "
            "Arrow keys go to the next token; with Ctrl they move this one."
        )
        self.setToolTip(token.word if self._is_cut() else "")
        self.update()

    def retire(self) -> None:
        """Stand for no token, out of sight."""
        self.hide()
        self.token = Token("", "", 0, -1, 0)
        self.setObjectName("")

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802
        """Say that the pointer is here."""
        super().enterEvent(event)
        self.pointed.emit(self.token.index)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Say that the pointer has gone."""
        super().leaveEvent(event)
        self.pointed.emit(-1)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Say that the keyboard is here."""
        super().focusInEvent(event)
        self.focused.emit(self.token.place)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Ground, outline and label."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        painter.setPen(self.palette().color(QPalette.ColorRole.ButtonText))
        metrics = self.fontMetrics()
        label = metrics.elidedText(self.token.label, Qt.TextElideMode.ElideMiddle, _widest(metrics))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, label)

    def _paint_ground(self, painter: QPainter) -> None:
        palette = self.palette()
        hovered = self.underMouse()
        painter.setBrush(palette.color(QPalette.ColorRole.Midlight if hovered else QPalette.ColorRole.Button))
        line = palette.color(QPalette.ColorRole.Mid)
        painter.setPen(QPen(self._outline, 2) if self._outline else QPen(line, 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(3, 3, -3, -3), RADIUS, RADIUS)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Highlight), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), RADIUS + 2, RADIUS + 2)

    def _is_cut(self) -> bool:
        return self.fontMetrics().horizontalAdvance(self.token.label) > _widest(self.fontMetrics())


def _widest(metrics: QFontMetrics) -> int:
    return metrics.horizontalAdvance("n") * _LONGEST_WORD
