"""From data units to pixels of a view box."""

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF

from posenc_gui.figures.spec import Floats, Point, Rect
from posenc_gui.render.clipping import Window


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

    def points(self, x: Floats, y: Floats) -> Floats:
        """The pixel places (n, 2) of points, from the left and from the top."""
        places = np.empty((len(x), 2))
        np.add(np.multiply(x, self.scale_x, out=places[:, 0]), self.shift_x, out=places[:, 0])
        np.add(np.multiply(y, self.scale_y, out=places[:, 1]), self.shift_y, out=places[:, 1])
        return places

    def point(self, at: Point) -> QPointF:
        """The pixel place of a point."""
        return QPointF(at[0] * self.scale_x + self.shift_x, at[1] * self.scale_y + self.shift_y)

    def rect(self, rect: Rect) -> QRectF:
        """The pixel rectangle of a rectangle, whichever way the axes run."""
        return QRectF(self.point((rect.x0, rect.y0)), self.point((rect.x1, rect.y1))).normalized()

    @property
    def window(self) -> Window:
        """The pixels of the box."""
        return Window(0.0, 0.0, self.width, self.height)

    @property
    def area(self) -> QRectF:
        """The pixels of the box, for Qt."""
        return QRectF(0.0, 0.0, self.width, self.height)

    @property
    def visible(self) -> Rect:
        """The data units that lie in the box."""
        xs = sorted((-self.shift_x / self.scale_x, (self.width - self.shift_x) / self.scale_x))
        ys = sorted((-self.shift_y / self.scale_y, (self.height - self.shift_y) / self.scale_y))
        return Rect(xs[0], xs[1], ys[0], ys[1])
