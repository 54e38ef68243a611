"""Symbols at points."""

import math
from functools import cache
from typing import cast

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from posenc_gui.figures.spec import Floats, Mark, Points
from posenc_gui.render.mapping import Mapping
from posenc_gui.render.mark_item import MarkItem
from posenc_gui.render.style import Style

OUTLINE = 1.5
HALO = 2.0
CHUNK = 16
"""Symbols in one path: Qt fills a path with many of them far more slowly than many such paths."""

CROWDED = 1.3
"""Sizes of a symbol from one to the next that leave a gap to be seen."""

SMALL, LARGE = 6.0, 16.0
"""Sizes at which a circle needs few corners, or many, to look round."""


class PointsItem(MarkItem):
    """Symbols as paths, so that a vector picture has real shapes and a picture of any scale sharp ones."""

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # it tells the exposed part
        self._exposed = QRectF()
        self._paths: list[tuple[QPainterPath, QRectF]] = []
        self._pen = QPen()
        self._fill = QBrush()
        self._halo: QPen | None = None
        self._places = np.zeros((0, 2))

    def distance(self, at: QPointF) -> float:
        """Distance in pixels from a place of the view box to the middle of the nearest symbol."""
        if not len(self._places):
            return math.inf
        return float(np.hypot(*(self._places - (at.x(), at.y())).T).min())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the symbols that lie in the part of the item that Qt wants; Qt calls this."""
        self._exposed = option.exposedRect
        super().paint(painter, option, widget)

    def _draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paths = [path for path, bounds in self._paths if bounds.intersects(self._exposed)]
        if self._halo is not None:
            for path in paths:
                painter.strokePath(path, self._halo)
        painter.setPen(self._pen)
        painter.setBrush(self._fill)
        for path in paths:
            painter.drawPath(path)

    def _prepare(self, mark: Mark, mapping: Mapping, style: Style) -> QRectF:
        points = cast("Points", mark)
        places = mapping.points(points.x, points.y)
        self._places = places[mapping.window.grown(points.size / 2).holds(places)]
        if points.apart and _touch(self._places, points.size):
            self._places = self._places[:0]
        outlined = style.pen(points.role, OUTLINE)
        self._pen = QPen(Qt.PenStyle.NoPen) if points.filled else outlined
        self._fill = QBrush(style.color(points.role) if points.filled else style.ground)
        self._halo = style.halo(HALO if points.filled else OUTLINE + HALO) if points.halo else None
        pad = points.size * 0.25 + OUTLINE + HALO + 1
        self._paths = []
        bounds = QRectF()
        for start in range(0, len(self._places), CHUNK):
            path = _symbols(self._places[start : start + CHUNK], points.symbol, points.size)
            part = path.controlPointRect().adjusted(-pad, -pad, pad, pad)
            self._paths.append((path, part))
            bounds = bounds.united(part)
        return bounds


def _touch(places: Floats, size: float) -> bool:
    """Whether neighbours stand so close that there is next to nothing between them."""
    steps = np.diff(places, axis=0)
    return bool(len(steps)) and float(np.hypot(steps[:, 0], steps[:, 1]).min()) < CROWDED * size


def _symbols(places: Floats, symbol: str, size: float) -> QPainterPath:
    """One path with a closed symbol at each of the places (n, 2)."""
    path, shape = QPainterPath(), _shape(symbol, size)
    for x, y in places.tolist():
        path.addPolygon(shape.translated(x, y))
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


@cache
def _shape(symbol: str, size: float) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in _corners(symbol, size)])


@cache
def _corners(symbol: str, size: float) -> Floats:
    """Corners (m, 2) of a closed symbol around the origin; all symbols of one size have about one area."""
    match symbol:
        case "circle":
            count = 12 if size < SMALL else 24 if size < LARGE else 48
            return _polygon(count, size / 2, 0.0)
        case "square":
            return _polygon(4, size * 0.63, math.pi / 4)
        case "diamond":
            return _polygon(4, size * 0.68, 0.0)
        case "triangle":
            return _polygon(3, size * 0.70, -math.pi / 2)
    raise ValueError(f"unknown symbol {symbol}")


def _polygon(count: int, radius: float, turned: float) -> Floats:
    angles = turned + np.arange(count + 1) * (2 * math.pi / count)
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
