"""Text at a point."""

import math
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from posenc_gui.figures.spec import Mark, Size, Text
from posenc_gui.figures.theme import TEXT_PIXELS
from posenc_gui.render.mapping import Mapping
from posenc_gui.render.mark_item import MarkItem
from posenc_gui.render.style import Style

SMALLER: tuple[Size, ...] = ("body", "small")

HALO_OPACITY = 0.85
HALO_PAD = 3.0
HALO_RADIUS = 3.0


class TextItem(MarkItem):
    """A line of text, on a patch of the ground's colour where it has a halo."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._font = QFont()
        self._color = QColor()
        self._patch: QColor | None = None
        self._baseline = QPointF()

    @property
    def text(self) -> str:
        """What is written: the text of the mark as far as it fits."""
        return self._text

    def _draw(self, painter: QPainter) -> None:
        if self._bounds.isNull():
            return
        if self._patch is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._patch)
            painter.drawRoundedRect(self._bounds, HALO_RADIUS, HALO_RADIUS)
        painter.setFont(self._font)
        painter.setPen(self._color)
        painter.drawText(self._baseline, self._text)

    def _prepare(self, mark: Mark, mapping: Mapping, style: Style) -> QRectF:
        text = cast("Text", mark)
        room = text.room * abs(mapping.scale_x) or math.inf
        self._text, self._font = _fitted(text, room, style)
        self._color = style.color(text.role)
        self._patch = style.ground if text.halo else None
        if self._patch is not None:
            self._patch.setAlphaF(HALO_OPACITY)
        metrics = QFontMetricsF(self._font)
        width, height = metrics.horizontalAdvance(self._text), metrics.height()
        at = mapping.point(text.at)
        left, top = round(at.x() - width * text.anchor[0]), round(at.y() - height * text.anchor[1])
        self._baseline = QPointF(left, top + metrics.ascent())
        bounds = QRectF(left - HALO_PAD, top, width + 2 * HALO_PAD, height)
        return bounds if self._text and bounds.intersects(mapping.area) else QRectF()


def _fitted(text: Text, room: float, style: Style) -> tuple[str, QFont]:
    """What is written, and the largest font not above the text's size in which it fits the room in pixels."""
    sizes = [text.size, *(size for size in SMALLER if TEXT_PIXELS[size] < TEXT_PIXELS[text.size])]
    for size in sizes:
        font = style.font(size, text.bold)
        metrics = QFontMetricsF(font)
        if metrics.horizontalAdvance(text.text) <= room:
            return text.text, font
    is_number = not any(letter.isalpha() for letter in text.text)
    return "" if is_number else metrics.elidedText(text.text, Qt.TextElideMode.ElideRight, room), font
