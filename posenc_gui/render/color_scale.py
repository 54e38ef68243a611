"""The colour scale of an image, as a slim bar with its lowest, middle and highest value."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QLinearGradient, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from posenc_gui.figures.numbers import short
from posenc_gui.figures.spec import Image, Raster
from posenc_gui.figures.theme import SPACING
from posenc_gui.render.style import ABSENT, Style

BAR = 2 * SPACING
BEFORE = 2 * SPACING
STOPS = 33


class ColorScale(QGraphicsItem):
    """Stands at the right of a view box; its origin is the view box's upper right corner."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._texts: tuple[str, str, str] = ("", "", "")
        self._colors: list[int] = []
        self._style: Style | None = None
        self._height = 0.0
        self._bounds = QRectF()

    def prepare(self, mark: Image | Raster, style: Style, height: float) -> float:
        """Take over scale and colours of a mark; gives the room that is needed across, in steps of 4 px."""
        values = (mark.low, (mark.low + mark.high) / 2, mark.high)
        self._texts = (_text(values[0]), _text(values[1]), _text(values[2]))
        self._colors, self._style, self._height = style.color_table(mark.colormap), style, height
        metrics = QFontMetricsF(style.font("small"))
        room = BEFORE + BAR + SPACING + max(metrics.horizontalAdvance(text) for text in self._texts)
        room = float(-(-room // SPACING) * SPACING)
        self.prepareGeometryChange()
        half = metrics.height() / 2
        self._bounds = QRectF(0, -half, room, height + 2 * half)
        self.update()
        return room

    @property
    def texts(self) -> tuple[str, str, str]:
        """What stands beside the bar: lowest, middle and highest value."""
        return self._texts

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """The room of the bar and its texts."""
        return self._bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002 - part of Qt's signature
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        """Paint the bar, lowest value at its foot, and the texts."""
        if self._style is None:
            return
        gradient = QLinearGradient(QPointF(0, self._height), QPointF(0, 0))
        for stop in range(STOPS):
            share = stop / (STOPS - 1)
            gradient.setColorAt(share, QColor.fromRgb(self._colors[round(share * (ABSENT - 1))]))
        painter.fillRect(QRectF(BEFORE, 0, BAR, self._height), QBrush(gradient))
        font = self._style.font("small")
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(self._style.pen("secondary"))
        high, low = metrics.ascent() - metrics.descent(), self._height
        baselines = (low, (low + high) / 2, high)
        for text, baseline in zip(self._texts, baselines, strict=True):
            if text != self._texts[1] or self._height > 3 * metrics.height():
                painter.drawText(QPointF(BEFORE + BAR + SPACING, round(baseline)), text)


def _text(value: float) -> str:
    text = short(value)
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text
