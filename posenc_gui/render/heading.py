"""Title, caption and notes of a figure, wrapped to its width."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from posenc_gui.figures.spec import Role, Size
from posenc_gui.figures.theme import SPACING
from posenc_gui.render.style import Style

_FLAGS = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
_TALLEST = 10_000.0

Words = tuple[str, str, tuple[str, ...]]


class Heading(QGraphicsItem):
    """The words above the axes."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._parts: list[tuple[QRectF, str, QFont, Role]] = []
        self._style: Style | None = None
        self._bounds = QRectF()

    def prepare(self, words: Words, style: Style, width: float) -> float:
        """Lay title, caption and notes out; gives the height, with the distance to what follows."""
        title, caption, notes = words
        rows: list[tuple[str, Size, bool, Role]] = [(title, "title", True, "text")]
        rows += [(caption, "body", False, "secondary")]
        rows += [(note, "small", False, "secondary") for note in notes]
        self.prepareGeometryChange()
        self._style, self._parts, top = style, [], 0.0
        for text, size, bold, role in rows:
            if not text:
                continue
            font = style.font(size, bold)
            height = QFontMetricsF(font).boundingRect(QRectF(0, 0, width, _TALLEST), _FLAGS, text).height()
            self._parts.append((QRectF(0, top, width, height + 1), text, font, role))
            top += -(-height // SPACING) * SPACING
        self._bounds = QRectF(0, 0, width, top)
        self.update()
        return top + 3 * SPACING if top else 0.0

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """The room of all words."""
        return self._bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002 - part of Qt's signature
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        """Draw the words."""
        if self._style is None:
            return
        for rect, text, font, role in self._parts:
            painter.setFont(font)
            painter.setPen(self._style.color(role))
            painter.drawText(rect, _FLAGS, text)
