"""Marks that are strokes: lines, arcs, arrows and spans."""

import math
from typing import cast

import numpy as np
import pyqtgraph as pg
from pyqtgraph.Qt import internals
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPolygonF

from posenc_gui.figures.spec import Arc, Arrow, Floats, Line, Mark, Span
from posenc_gui.render.mapping import Mapping
from posenc_gui.render.mark_item import MarkItem
from posenc_gui.render.style import Style

MOST_WIDE_POINTS = 64
"""A longer line with a width above 1 is drawn segment by segment: as one outline it would take ten times as long."""

MOST_SNAPPED_POINTS = 8
"""Short lines along the axes (frames, cross-hairs) are moved to the middle of pixels, where they are sharp."""

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

    def _stroke(self, x: Floats, y: Floats, pairs: bool, pen: QPen, halo: QPen | None = None) -> QRectF:
        """Prepare a line through pixel places, broken where one of them is NaN; gives its bounds."""
        self._pen, self._halo = pen, halo
        widest = (halo or pen).widthF()
        self._polylines, self._segments = [], None
        if pairs or (widest > 1 and len(x) > MOST_WIDE_POINTS and pen.style() == Qt.PenStyle.SolidLine):
            self._segments = _segments(x, y, pairs)
        else:
            self._polylines = _polylines(x, y)
        return _bounds(x, y, widest / 2 + 1)


class LineItem(StrokeItem):
    """A line through points."""

    def _prepare(self, mark: Mark, mapping: Mapping, style: Style) -> QRectF:
        line = cast("Line", mark)
        halo = style.halo(line.width) if line.halo else None
        pen = style.pen(line.role, line.width, line.dashed)
        x, y = mapping.x(line.x), mapping.y(line.y)
        if len(x) <= MOST_SNAPPED_POINTS:
            x, y = _snapped(x, y)
        return self._stroke(x, y, line.connect == "pairs", pen, halo)


class ArcItem(StrokeItem):
    """Part of a circle in data units."""

    def _prepare(self, mark: Mark, mapping: Mapping, style: Style) -> QRectF:
        arc = cast("Arc", mark)
        count = min(MOST_ARC_POINTS, 2 + int(abs(arc.stop - arc.start) / ARC_STEP))
        angles = np.linspace(arc.start, arc.stop, count)
        x, y = arc.center[0] + arc.radius * np.cos(angles), arc.center[1] + arc.radius * np.sin(angles)
        return self._stroke(mapping.x(x), mapping.y(y), False, style.pen(arc.role, arc.width))


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
        self._head = QPolygonF([end, base + across, base - across])
        x, y = np.array([start.x(), base.x()]), np.array([start.y(), base.y()])
        self._stroke(x, y, False, style.pen(arrow.role, arrow.width))
        pad = half + arrow.width + 1
        return QRectF(start, end).normalized().adjusted(-pad, -pad, pad, pad)

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
            x, y = _snapped(np.array([x0, x1]), np.array([y0, y1]))
            return self._stroke(x, y, False, style.pen(span.role, span.width), halo)
        color = style.color(span.role)
        color.setAlphaF(BAND_OPACITY)
        self._fill = QBrush(color)
        self._band = QRectF(QPointF(x0, y0), QPointF(x1, y1)).normalized()
        return self._band

    def _draw(self, painter: QPainter) -> None:
        if self._band.isNull():
            super()._draw(painter)
        else:
            painter.fillRect(self._band, self._fill)


def _snapped(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The points in the middle of their pixels, if every segment runs along an axis."""
    if ((x[1:] == x[:-1]) | (y[1:] == y[:-1])).all():
        return np.floor(x) + 0.5, np.floor(y) + 0.5
    return x, y


def _polylines(x: Floats, y: Floats) -> list[QPolygonF]:
    """A polyline for each run of points that are numbers."""
    absent = np.isnan(x + y)
    if not absent.any():
        return [pg.functions.arrayToQPolygonF(x, y)]
    breaks = np.flatnonzero(absent)
    runs = zip([0, *(breaks + 1)], [*breaks, len(x)], strict=True)
    return [pg.functions.arrayToQPolygonF(x[a:b], y[a:b]) for a, b in runs if b - a > 1]


def _segments(x: Floats, y: Floats, pairs: bool) -> internals.PrimitiveArray:
    step = 2 if pairs else 1
    table = np.stack([x[:-1:step], y[:-1:step], x[1::step], y[1::step]], axis=1)
    table = table[~np.isnan(table).any(axis=1)]
    lines = internals.PrimitiveArray(QLineF, 4)
    lines.resize(len(table))
    lines.ndarray()[:] = table
    return lines


def _bounds(x: Floats, y: Floats, pad: float) -> QRectF:
    """The rectangle around points, NaN left out, with a rim."""
    if not len(x):
        return QRectF()
    left, right = float(np.fmin.reduce(x)), float(np.fmax.reduce(x))
    top, bottom = float(np.fmin.reduce(y)), float(np.fmax.reduce(y))
    if math.isnan(left + top):
        return QRectF()
    return QRectF(left - pad, top - pad, right - left + 2 * pad, bottom - top + 2 * pad)
