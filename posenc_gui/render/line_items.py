"""Marks that are strokes: lines, arcs, arrows and spans."""

import math
from typing import cast

import numpy as np
import pyqtgraph as pg
from pyqtgraph.Qt import internals
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPolygonF

from posenc_gui.figures.spec import Arc, Arrow, Floats, Line, Mark, Span
from posenc_gui.render import clipping
from posenc_gui.render.clipping import Window
from posenc_gui.render.mapping import Mapping
from posenc_gui.render.mark_item import MarkItem
from posenc_gui.render.style import Style

CHUNK = 32
"""Points that a line with a width above 1 is drawn by: as one long outline it would take many times as long."""

MOST_SNAPPED_POINTS = 8
"""Short lines along the axes (frames, cross-hairs) are moved to the middle of pixels, where they are sharp."""

RIM = 1.0
"""Pixels beyond the view box to which lines run."""

ARC_STEP = math.pi / 60
MOST_ARC_POINTS = 4_096
HEAD_LENGTH, HEAD_WIDTH = 9.0, 7.0
BAND_OPACITY = 0.16


class StrokeItem(MarkItem):
    """Lines with a pen, over a halo where the mark has one."""

    def __init__(self) -> None:
        super().__init__()
        self._polylines: list[QPolygonF] = []
        self._segments: internals.PrimitiveArray | None = None
        self._pen = QPen()
        self._halo: QPen | None = None

    def _draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for pen in (self._halo, self._pen):
            if pen is None:
                continue
            painter.setPen(pen)
            if self._segments is not None:
                painter.drawLines(*self._segments.drawargs())
            for polyline in self._polylines:
                painter.drawPolyline(polyline)

    def _stroke(self, places: Floats, window: Window, pen: QPen, halo: QPen | None = None) -> QRectF:
        """Prepare a line through pixel places (n, 2), broken where one of them is NaN; gives its bounds."""
        self._pen, self._halo, self._segments = pen, halo, None
        widest = (halo or pen).widthF()
        parts = clipping.polylines(places, window.grown(RIM))
        if widest > 1 and pen.style() == Qt.PenStyle.SolidLine:
            parts = [chunk for part in parts for chunk in _chunks(part)]
        self._polylines = [pg.functions.arrayToQPolygonF(part[:, 0], part[:, 1]) for part in parts]
        return _bounds(self._polylines, widest / 2 + 1)

    def _stroke_segments(
        self, starts: Floats, stops: Floats, window: Window, pen: QPen, halo: QPen | None = None
    ) -> QRectF:
        """Prepare single segments between pixel places (n, 2); gives their bounds."""
        self._pen, self._halo, self._polylines = pen, halo, []
        table = clipping.segments(starts, stops, window.grown(RIM))
        self._segments = internals.PrimitiveArray(QLineF, 4)
        self._segments.resize(len(table))
        self._segments.ndarray()[:] = table
        ends = [pg.functions.arrayToQPolygonF(table[:, 0::2].ravel(), table[:, 1::2].ravel())] if len(table) else []
        return _bounds(ends, (halo or pen).widthF() / 2 + 1)


class LineItem(StrokeItem):
    """A line through points."""

    def _prepare(self, mark: Mark, mapping: Mapping, style: Style) -> QRectF:
        line = cast("Line", mark)
        halo = style.halo(line.width) if line.halo else None
        pen = style.pen(line.role, line.width, line.dashed)
        places = mapping.points(line.x, line.y)
        if line.connect == "pairs":
            return self._stroke_segments(places[:-1:2], places[1::2], mapping.window, pen, halo)
        return self._stroke(_snapped(places), mapping.window, pen, halo)


class ArcItem(StrokeItem):
    """Part of a circle in data units."""

    def _prepare(self, mark: Mark, mapping: Mapping, style: Style) -> QRectF:
        arc = cast("Arc", mark)
        count = min(MOST_ARC_POINTS, 2 + int(abs(arc.stop - arc.start) / ARC_STEP))
        angles = np.linspace(arc.start, arc.stop, count)
        x, y = arc.center[0] + arc.radius * np.cos(angles), arc.center[1] + arc.radius * np.sin(angles)
        return self._stroke(mapping.points(x, y), mapping.window, style.pen(arc.role, arc.width))


class ArrowItem(StrokeItem):
    """A shaft with a head of a size in pixels, which shrinks with an arrow shorter than itself."""

    def __init__(self) -> None:
        super().__init__()
        self._head = QPolygonF()

    def _prepare(self, mark: Mark, mapping: Mapping, style: Style) -> QRectF:
        arrow = cast("Arrow", mark)
        start, end = mapping.point(arrow.start), mapping.point(arrow.end)
        length = math.hypot(end.x() - start.x(), end.y() - start.y())
        grown = 1 + 0.25 * (arrow.width - 1)
        head = min(HEAD_LENGTH * grown, length / 2)
        half = head * HEAD_WIDTH / HEAD_LENGTH / 2
        along = (end - start) / length if length else QPointF()
        across = QPointF(-along.y(), along.x()) * half
        base = end - along * head
        shown = mapping.area.contains(end)
        self._head = QPolygonF([end, base + across, base - across] if shown else [])
        shaft = np.array([[start.x(), start.y()], [base.x(), base.y()]])
        bounds = self._stroke(shaft, mapping.window, style.pen(arrow.role, arrow.width))
        return bounds.united(self._head.boundingRect().adjusted(-1, -1, 1, 1))

    def _draw(self, painter: QPainter) -> None:
        super()._draw(painter)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(self._pen.color()))
        painter.drawPolygon(self._head)


class SpanItem(StrokeItem):
    """A line across the whole view box, or a band of light colour."""

    def __init__(self) -> None:
        super().__init__()
        self._band = QRectF()
        self._fill = QBrush()

    def _prepare(self, mark: Mark, mapping: Mapping, style: Style) -> QRectF:
        span = cast("Span", mark)
        x0, x1, y0, y1 = 0.0, mapping.width, 0.0, mapping.height
        first, last = mapping.point((span.start, span.start)), mapping.point((span.stop, span.stop))
        if span.along == "x":
            x0, x1 = first.x(), last.x()
        else:
            y0, y1 = first.y(), last.y()
        self._band = QRectF()
        if span.start == span.stop:
            halo = style.halo(span.width) if span.halo else None
            places = _snapped(np.array([[x0, y0], [x1, y1]]))
            return self._stroke(places, mapping.window, style.pen(span.role, span.width), halo)
        color = style.color(span.role)
        color.setAlphaF(BAND_OPACITY)
        self._fill = QBrush(color)
        self._band = QRectF(QPointF(x0, y0), QPointF(x1, y1)).normalized().intersected(mapping.area)
        self._polylines = []
        return self._band

    def _draw(self, painter: QPainter) -> None:
        if self._band.isNull():
            super()._draw(painter)
        else:
            painter.fillRect(self._band, self._fill)


def _snapped(places: Floats) -> Floats:
    """The places in the middle of their pixels, if they are few and every segment runs along an axis."""
    if len(places) <= MOST_SNAPPED_POINTS and (places[1:] == places[:-1]).any(axis=1).all():
        return np.floor(places) + 0.5
    return places


def _chunks(points: Floats) -> list[Floats]:
    """The line in pieces, each of which begins on the last segment of the one before, so that no seam shows."""
    return [points[max(0, start - 1) : start + CHUNK] for start in range(0, max(1, len(points) - 1), CHUNK - 1)]


def _bounds(polylines: list[QPolygonF], pad: float) -> QRectF:
    """The rectangle around points, with a rim."""
    bounds = QRectF()
    for polyline in polylines:
        bounds = bounds.united(polyline.boundingRect().adjusted(-pad, -pad, pad, pad))
    return bounds
