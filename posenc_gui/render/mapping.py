"""From data units to pixels of a view box."""

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF

from posenc_gui.figures.spec import Floats, Point, Rect

FARTHEST = 30_000.0
"""Qt paints within 16-bit coordinates; what lies beyond is far outside any screen and is brought this near."""


@dataclass(frozen=True, slots=True)
class Mapping:
    """pixel = data × scale + shift, in each direction, within a view box of a size in pixels."""

    scale_x: float
    shift_x: float
    scale_y: float
    shift_y: float
    width: float
    height: float

    @classmethod
    def of(cls, box: pg.ViewBox) -> "Mapping":
        """The present mapping of a view box."""
        transform, size = box.childTransform(), box.size()
        return cls(transform.m11(), transform.dx(), transform.m22(), transform.dy(), size.width(), size.height())

    def x(self, values: Floats) -> Floats:
        """Horizontal places, from the left."""
        return np.clip(values * self.scale_x + self.shift_x, -FARTHEST, FARTHEST)

    def y(self, values: Floats) -> Floats:
        """Vertical places, from the top."""
        return np.clip(values * self.scale_y + self.shift_y, -FARTHEST, FARTHEST)

    def point(self, at: Point) -> QPointF:
        """The pixel place of a point."""
        x, y = at[0] * self.scale_x + self.shift_x, at[1] * self.scale_y + self.shift_y
        return QPointF(min(max(x, -FARTHEST), FARTHEST), min(max(y, -FARTHEST), FARTHEST))

    def rect(self, rect: Rect) -> QRectF:
        """The pixel rectangle of a rectangle, whichever way the axes run."""
        return QRectF(
            QPointF(rect.x0 * self.scale_x + self.shift_x, rect.y0 * self.scale_y + self.shift_y),
            QPointF(rect.x1 * self.scale_x + self.shift_x, rect.y1 * self.scale_y + self.shift_y),
        ).normalized()

    @property
    def visible(self) -> Rect:
        """The data units that lie in the box."""
        xs = sorted((-self.shift_x / self.scale_x, (self.width - self.shift_x) / self.scale_x))
        ys = sorted((-self.shift_y / self.scale_y, (self.height - self.shift_y) / self.scale_y))
        return Rect(xs[0], xs[1], ys[0], ys[1])
