"""The rectangle of an axes in which its marks are seen."""

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtWidgets import QGraphicsItem

from posenc_gui.figures.spec import Axis, Point
from posenc_gui.render.mapping import Mapping


class ViewBox(QGraphicsItem):
    """Holds the range that is seen; the marks are its children, and are cut off at its edges. It paints nothing."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.mapping = Mapping(1.0, 0.0, 1.0, 0.0, 1.0, 1.0)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        self.setZValue(-1)  # below the ticks

    def place(self, rect: QRectF, x: Axis, y: Axis) -> None:
        """Stand in a rectangle of the figure, and show the whole of two axes there."""
        self.prepareGeometryChange()
        self.setPos(rect.topLeft())
        self.mapping = Mapping.of(x, y, rect.width(), rect.height())

    def size(self) -> QSizeF:
        """Width and height in pixels."""
        return QSizeF(self.mapping.width, self.mapping.height)

    def to_data(self, scene_pos: QPointF) -> Point:
        """A place of the scene in data units, also beyond the edges."""
        return self.mapping.data(self.mapFromScene(scene_pos))

    def to_scene(self, at: Point) -> QPointF:
        """The place of the scene at which a point of the data lies."""
        return self.mapToScene(self.mapping.point(at))

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """The rectangle, with the origin in its corner, and the pixels of the frame at its right and lower edge."""
        return self.mapping.area.adjusted(0, 0, 0.5, 0.5)
