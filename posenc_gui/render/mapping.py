"""From data units to pixels of a view box."""

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF

from posenc_gui.figures.spec import Axis, Floats, Point, Rect
from posenc_gui.render.clipping import Window


class Mapping(Struct, frozen=True):
    """pixel = data × scale + shift, in each direction, within a view box of a size in pixels."""

    scale_x: float
    shift_x: float
    scale_y: float
    shift_y: float
    width: float
    height: float

    @classmethod
    def of(cls, x: Axis, y: Axis, width: float, height: float) -> "Mapping":
        """The mapping that shows the whole of two axes in a box of a size in pixels."""
        scale_x, scale_y = width / (x.high - x.low), height / (y.low - y.high)
        scale_x, scale_y = -scale_x if x.reversed else scale_x, -scale_y if y.reversed else scale_y
        return cls(scale_x, _shift(x, scale_x, width), scale_y, _shift(y, scale_y, height), width, height)

    def points(self, x: Floats, y: Floats) -> Floats:
        """The pixel places (n, 2) of points, from the left and from the top."""
        places = np.empty((len(x), 2))
        np.add(np.multiply(x, self.scale_x, out=places[:, 0]), self.shift_x, out=places[:, 0])
        np.add(np.multiply(y, self.scale_y, out=places[:, 1]), self.shift_y, out=places[:, 1])
        return places

    def point(self, at: Point) -> QPointF:
        """The pixel place of a point."""
        return QPointF(at[0] * self.scale_x + self.shift_x, at[1] * self.scale_y + self.shift_y)

    def data(self, place: QPointF) -> Point:
        """The point at a pixel place."""
        return (place.x() - self.shift_x) / self.scale_x, (place.y() - self.shift_y) / self.scale_y

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


def _shift(axis: Axis, scale: float, length: float) -> float:
    """What brings the middle of the axis to the middle of the box."""
    return length / 2 - (axis.low + (axis.high - axis.low) / 2) * scale
