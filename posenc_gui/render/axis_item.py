"""One axis with its ticks and its name.

It takes the room that its text needs before anything is painted, so that the view boxes of a figure can line up.
"""

import itertools
import math
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, field
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from posenc_gui.figures.spec import Axis, Ticks
from posenc_gui.figures.theme import SPACING
from posenc_gui.render.style import Style
from posenc_gui.render.ticks import choose_ticks

Side = Literal["left", "bottom"]

TICK = SPACING
LONGEST_TEXT = 120.0
"""Pixels that a tick's text may be long, at a text scale of one; a longer one is cut short."""

APART: dict[Side, float] = {"bottom": 72.0, "left": 36.0}
"""Least distance between chosen ticks in pixels, at a text scale of one."""


class _Drawing(Struct):
    """What is painted: the ticks, and texts at the places of their baselines, lying or upright."""

    ticks: list[QLineF] = field(default_factory=list)
    texts: list[tuple[QPointF, str]] = field(default_factory=list)
    upright: list[tuple[QPointF, str]] = field(default_factory=list)


class AxisItem(QGraphicsItem):
    """The axis left of a view box or below it; its origin is the view box's corner on that side."""

    def __init__(self, side: Side, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._side: Side = side
        self._axis = Axis("", 0, 1, visible=False)
        self._style: Style | None = None
        self._length = 0.0
        self._ticks: Ticks = ()
        self._texts: list[str] = []
        self._upright = False
        self._drawing = _Drawing()
        self._bounds = QRectF()

    def prepare(self, axis: Axis, style: Style, length: float) -> float:
        """Choose ticks for a length in pixels; gives the room that is needed across, in steps of 4 px."""
        self._axis, self._style, self._length = axis, style, max(length, 1.0)
        self._ticks = self._wanted(axis, style)
        metrics = QFontMetricsF(style.font("small"))
        longest = LONGEST_TEXT * style.text_scale
        self._texts = [metrics.elidedText(text, Qt.TextElideMode.ElideRight, longest) for _, text in self._ticks]
        widths = [metrics.horizontalAdvance(text) for text in self._texts]
        self._upright = self._side == "bottom" and axis.ticks is not None and self._collide(widths)
        room = 0.0
        if any(self._texts):
            high = self._side == "bottom" and not self._upright
            room = TICK + SPACING / 2 + (metrics.height() if high else max(widths))
        if axis.visible and axis.label:
            room += SPACING + metrics.height()
        room = float(-(-room // SPACING) * SPACING)
        self._set_bounds(room, metrics.height() + (max(widths, default=0.0) if self._side == "bottom" else 0.0))
        self._drawing = _Drawing()
        for place, text, width in self._readable(widths, metrics):
            self._draw_tick(metrics, place, text, width)
        self.update()
        return room

    def rename(self, axis: Axis) -> None:
        """Take over an axis that differs in its name alone."""
        self._axis = axis
        self.update()

    @property
    def texts(self) -> list[str]:
        """The texts of the ticks, cut short where they are long."""
        return self._texts

    def places(self) -> list[float]:
        """The ticks, as distances in pixels from the left or upper end of the axis."""
        span = self._axis.high - self._axis.low
        forward = (self._side == "bottom") != self._axis.reversed
        shares = [(value - self._axis.low) / span for value, _ in self._ticks]
        return [(share if forward else 1 - share) * self._length for share in shares]

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """The room of the axis, and what the first and last text stand out."""
        return self._bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002 - part of Qt's signature
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        """Paint ticks, their texts, and the name."""
        if self._style is None or not self._axis.visible:
            return
        painter.setFont(self._style.font("small"))
        painter.setPen(self._style.pen("secondary"))
        painter.drawLines(self._drawing.ticks)
        for baseline, text in self._drawing.texts:
            painter.drawText(baseline, text)
        for baseline, text in self._drawing.upright:
            _draw_upright(painter, baseline, text)
        if self._axis.label:
            painter.setPen(self._style.pen("text"))
            self._paint_name(painter, QFontMetricsF(self._style.font("small")))

    def _wanted(self, axis: Axis, style: Style) -> Ticks:
        if not axis.visible:
            return ()
        if axis.ticks is not None:
            return tuple((value, text) for value, text in axis.ticks if axis.low <= value <= axis.high)
        most = int(self._length / (APART[self._side] * style.text_scale))
        return choose_ticks(axis.low, axis.high, most, axis.integer)

    def _collide(self, widths: list[float]) -> bool:
        places = sorted(zip(self.places(), widths, strict=True))
        return any(b[0] - a[0] < (a[1] + b[1]) / 2 + 2 * SPACING for a, b in itertools.pairwise(places))

    def _readable(self, widths: list[float], metrics: QFontMetricsF) -> Iterator[tuple[float, str, float]]:
        """The ticks with their texts and widths; a text that would run into the one before is left out."""
        flat = self._side == "bottom" and not self._upright
        apart = float(SPACING) if flat else -SPACING / 2  # a line of text is taller than its letters
        free_from = -math.inf
        for place, text, width in sorted(zip(self.places(), self._texts, widths, strict=True)):
            half = (width if flat else metrics.height()) / 2
            fits = place - half >= free_from
            yield place, text if fits else "", width
            if fits and text:
                free_from = place + half + apart

    def _draw_tick(self, metrics: QFontMetricsF, place: float, text: str, width: float) -> None:
        sharp, beyond = int(place) + 0.5, TICK + SPACING / 2
        middle = (metrics.ascent() - metrics.descent()) / 2
        drawing = self._drawing
        drawing.ticks.append(QLineF(-TICK, sharp, 0, sharp) if self._side == "left" else QLineF(sharp, 0, sharp, TICK))
        if not text:
            return
        if self._side == "left":
            drawing.texts.append((QPointF(-beyond - width, round(place + middle)), text))
        elif self._upright:
            drawing.upright.append((QPointF(place + middle, beyond + width), text))
        else:
            drawing.texts.append((QPointF(place - width / 2, beyond + metrics.ascent()), text))

    def _paint_name(self, painter: QPainter, metrics: QFontMetricsF) -> None:
        name = metrics.elidedText(self._axis.label, Qt.TextElideMode.ElideRight, self._length)
        width = metrics.horizontalAdvance(name)
        if self._side == "bottom":
            painter.drawText(QPointF((self._length - width) / 2, self._bounds.bottom() - metrics.descent()), name)
        else:
            _draw_upright(painter, QPointF(self._bounds.left() + metrics.ascent(), (self._length + width) / 2), name)

    def _set_bounds(self, room: float, over: float) -> None:
        self.prepareGeometryChange()
        half = over / 2 + 1
        if self._side == "left":
            self._bounds = QRectF(-room, -half, room, self._length + 2 * half)
        else:
            self._bounds = QRectF(-half, 0, self._length + 2 * half, room)


def _draw_upright(painter: QPainter, baseline: QPointF, text: str) -> None:
    painter.save()
    painter.translate(baseline)
    painter.rotate(-90)
    painter.drawText(QPointF(0, 0), text)
    painter.restore()
