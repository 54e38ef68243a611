"""Marks that are strokes: lines, arcs, arrows and spans."""

import math
from typing import cast

import numpy as np
import pyqtgraph as pg
from pyqtgraph.Qt import internals
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPolygonF

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
    """A path with a pen, over a halo where the mark has one, and a filled shape at its end where it has that."""

    def __init__(self) -> None:
        super().__init__()
        self._path = QPainterPath()
        self._segments: internals.PrimitiveArray | None = None
        self._pen = QPen()
        self._halo: QPen | None = None

    def _draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (self._halo, self._pen):
            if pen is None:
                continue
            painter.setPen(pen)
            if self._segments is None:
                painter.drawPath(self._path)
            else:
                painter.drawLines(*self._segments.drawargs())

    def _stroke(self, x: Floats, y: Floats, pairs: bool, pen: QPen, halo: QPen | None) -> QRectF:
        """Prepare a line through pixel places; gives its bounds."""
        self._pen, self._halo = pen, halo
        widest = (halo or pen).widthF()
        self._path, self._segments = QPainterPath(), None
        if not len(x):
            return QRectF()
        if len(x) <= MOST_SNAPPED_POINTS:
            x, y = _snapped(x, y)
        if widest > 1 and len(x) > MOST_WIDE_POINTS and pen.style() == Qt.PenStyle.SolidLine:
            self._segments = _segments(x, y, pairs)
        else:
            self._path = pg.arrayToQPath(x, y, connect="pairs" if pairs else "finite")
        pad = widest / 2 + 1
        left, right, top, bottom = np.nanmin(x), np.nanmax(x), np.nanmin(y), np.nanmax(y)
        return QRectF(left - pad, top - pad, right - left + 2 * pad, bottom - top + 2 * pad)


class LineItem(StrokeItem):
    """A line through points."""

    def _prepare(self, mark: Mark, mapping: Mapping, style: Style) -> QRectF:
        line = cast("Line", mark)
        halo = style.halo(line.width) if line.halo else None
        pen = style.pen(line.role, line.width, line.dashed)
        return self._stroke(mapping.x(line.x), mapping.y(line.y), line.connect == "pairs", pen, halo)


class ArcItem(StrokeItem):
    """Part of a circle in data units."""

    def _prepare(self, mark: Mark, mapping: Mapping, style: Style) -> QRectF:
        arc = cast("Arc", mark)
        count = min(MOST_ARC_POINTS, 2 + int(abs(arc.stop - arc.start) / ARC_STEP))
        angles = np.linspace(arc.start, arc.stop, count)
        x, y = arc.center[0] + arc.radius * np.cos(angles), arc.center[1] + arc.radius * np.sin(angles)
        return self._stroke(mapping.x(x), mapping.y(y), False, style.pen(arc.role, arc.width), None)


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
        self._stroke(x, y, False, style.pen(arrow.role, arrow.width), None)
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
        ends = np.array([span.start, span.stop])
        wide, high = np.array([0.0, mapping.width]), np.array([0.0, mapping.height])
        x, y = (mapping.x(ends), high) if span.along == "x" else (wide, mapping.y(ends))
        pen = style.pen(span.role, span.width)
        self._band = QRectF()
        if span.start == span.stop:
            return self._stroke(x, y, False, pen, style.halo(span.width) if span.halo else None)
        color = style.color(span.role)
        color.setAlphaF(BAND_OPACITY)
        self._fill = QBrush(color)
        self._band = QRectF(QPointF(x[0], y[0]), QPointF(x[1], y[1])).normalized()
        self._path = QPainterPath()
        return self._band

    def _draw(self, painter: QPainter) -> None:
        if self._band.isNull():
            super()._draw(painter)
        else:
            painter.fillRect(self._band, self._fill)


def _snapped(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The points in the middle of their pixels, if every segment runs along an axis."""
    if np.all((np.diff(x) == 0) | (np.diff(y) == 0)):
        return np.floor(x) + 0.5, np.floor(y) + 0.5
    return x, y


def _segments(x: Floats, y: Floats, pairs: bool) -> internals.PrimitiveArray:
    starts = slice(0, -1, 2) if pairs else slice(0, -1)
    stops = slice(1, None, 2) if pairs else slice(1, None)
    lines = internals.PrimitiveArray(QLineF, 4)
    table = np.stack([x[starts], y[starts], x[stops], y[stops]], axis=1)
    table = table[np.isfinite(table).all(axis=1)]
    lines.resize(len(table))
    lines.ndarray()[:] = table
    return lines
