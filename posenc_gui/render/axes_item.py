"""One axes of a figure: a view box with marks, its two axes, its title and its colour scale."""

import math
from typing import cast

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from posenc_gui.figures.spec import Axes, Axis, Image, Points, Raster
from posenc_gui.figures.theme import SPACING
from posenc_gui.render.arrangement import Box, Margins, Place
from posenc_gui.render.axis_item import AxisItem
from posenc_gui.render.color_scale import ColorScale
from posenc_gui.render.mapping import Mapping
from posenc_gui.render.mark_item import MarkItem
from posenc_gui.render.marks import ITEMS, unchanged
from posenc_gui.render.points_item import PointsItem
from posenc_gui.render.style import Style
from posenc_gui.render.view_box import ViewBox


class AxesItem(QGraphicsItem):
    """Marks are children of the view box, which clips them and holds the range that is seen."""

    def __init__(self, axes: Axes, style: Style, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._style = style
        self._rect = QRectF(0, 0, 1, 1)
        self._reach = 1.0
        self._mapping: Mapping | None = None
        self._items: dict[str, MarkItem] = {}
        self._grid: list[QLineF] = []
        self.view_box = ViewBox(self)
        self.x_axis, self.y_axis = AxisItem("bottom", self), AxisItem("left", self)
        self._scale: ColorScale | None = None
        self._bounds = QRectF()
        self.axes = axes
        self._show_marks(axes)

    def take(self, axes: Axes) -> bool:
        """Take over another state of the axes; gives whether the figure must be arranged anew."""
        old, self.axes = self.axes, axes
        moved = _frame_of(old) != _frame_of(axes) or self._scale_changed(old)
        if moved:
            self._mapping = None  # all marks are placed when the figure is arranged
        else:
            self._rename(old)
        if axes.marks is not old.marks:
            self._show_marks(axes)
        return moved

    def restyle(self, style: Style) -> None:
        """Take other colours or sizes; the figure must be arranged anew."""
        self._style, self._mapping = style, None

    def wanted(self, width: float, height: float) -> Place:
        """The place in the figure, with margins that are right for a view box of about that size."""
        axes, style = self.axes, self._style
        top = 0.0
        if axes.title:
            top = -(-QFontMetricsF(style.font("body", True)).height() // SPACING) * SPACING + SPACING
        bottom, left = self.x_axis.prepare(axes.x, style, width), self.y_axis.prepare(axes.y, style, height)
        aspect = (axes.x.high - axes.x.low) / (axes.y.high - axes.y.low) if axes.equal else None
        return Place(axes.cell, Margins(left, top, self._prepare_scale(height), bottom), aspect)

    def place(self, box: Box) -> None:
        """Stand in a rectangle of the figure, and place all marks anew if anything about the place has changed."""
        rect = QRectF(box.left, box.top, box.width, box.height)
        if rect == self._rect and self._mapping is not None:
            return
        self.prepareGeometryChange()
        self._reach = box.reach
        self._rect = rect
        self.view_box.place(rect, self.axes.x, self.axes.y)
        self.x_axis.setPos(rect.bottomLeft())
        self.y_axis.setPos(rect.topLeft())
        if self._scale is not None:
            self._scale.setPos(rect.topRight())
        self._bounds = rect.adjusted(-1, -self._title_height() - 1, max(1.0, box.reach - rect.width()), 1)
        self._mapping = self.view_box.mapping
        self._grid = self._grid_lines()
        for mark in self.axes.marks:
            self._items[mark.name].place(mark, self._mapping, self._style)
        self.update()

    def item(self, name: str) -> MarkItem:
        """The item of a mark; raises KeyError if there is none."""
        return self._items[name]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the marks that have an item, from back to front."""
        return tuple(self._items)

    @property
    def color_scale(self) -> ColorScale | None:
        """The colour scale, where the axes have one."""
        return self._scale

    def nearest_grab(self, scene_pos: QPointF) -> tuple[float, str]:
        """Distance in pixels to the nearest mark that can be taken hold of, and its name."""
        at = self.view_box.mapFromScene(scene_pos)
        grabs = [mark.name for mark in self.axes.marks if isinstance(mark, Points) and mark.grab]
        found = [(cast("PointsItem", self._items[name]).distance(at), name) for name in grabs]
        return min(found, default=(math.inf, ""))

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Title, frame and view box."""
        return self._bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002 - part of Qt's signature
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        """Paint title, frame and grid; they lie under the marks."""
        axes, style, rect = self.axes, self._style, self._rect
        if axes.frame:
            painter.setPen(style.pen("grid"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawLines(self._grid)
            painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5))
        if axes.title:
            font = style.font("body", True)
            painter.setFont(font)
            painter.setPen(style.color("text"))
            metrics = QFontMetricsF(font)
            title = metrics.elidedText(axes.title, Qt.TextElideMode.ElideRight, self._reach)
            painter.drawText(QPointF(rect.left(), rect.top() - SPACING - metrics.descent()), title)

    def _rename(self, old: Axes) -> None:
        """Take over names that are written in the room of the old ones."""
        if old.title != self.axes.title:
            self.update()
        if old.x.label != self.axes.x.label:
            self.x_axis.rename(self.axes.x)
        if old.y.label != self.axes.y.label:
            self.y_axis.rename(self.axes.y)

    def _title_height(self) -> float:
        return QFontMetricsF(self._style.font("body", True)).height() + SPACING if self.axes.title else 0.0

    def _show_marks(self, axes: Axes) -> None:
        if tuple(mark.name for mark in axes.marks) != self.names or not self._types_fit(axes):
            self._exchange_items(axes)
        if self._mapping is None:
            return
        for mark in axes.marks:
            item = self._items[mark.name]
            if item.mark is None or not unchanged(item.mark, mark):
                item.place(mark, self._mapping, self._style)

    def _types_fit(self, axes: Axes) -> bool:
        return all(type(self._items[mark.name]) is ITEMS[type(mark)] for mark in axes.marks)

    def _exchange_items(self, axes: Axes) -> None:
        """Keep the items of names that stay, make those that are new, drop the others, and stack them in order."""
        old, self._items = self._items, {}
        for depth, mark in enumerate(axes.marks):
            kept = old.get(mark.name)
            item = old.pop(mark.name) if kept is not None and type(kept) is ITEMS[type(mark)] else ITEMS[type(mark)]()
            item.setParentItem(self.view_box)
            item.setZValue(depth)
            self._items[mark.name] = item
        for item in old.values():
            remove(item)

    def _scale_mark(self) -> Image | Raster | None:
        found = next((mark for mark in self.axes.marks if mark.name == self.axes.scale_of), None)
        return found if isinstance(found, Image | Raster) else None

    def _scale_changed(self, old: Axes) -> bool:
        if not self.axes.scale_of:
            return False
        before = next((mark for mark in old.marks if mark.name == old.scale_of), None)
        return _scale_of(before) != _scale_of(self._scale_mark())

    def _prepare_scale(self, height: float) -> float:
        mark = self._scale_mark()
        if mark is None:
            if self._scale is not None:
                self._scale.hide()
            return 0.0
        if self._scale is None:
            self._scale = ColorScale(self)
        self._scale.show()
        return self._scale.prepare(mark, self._style, height)

    def _grid_lines(self) -> list[QLineF]:
        if not self.axes.frame or any(isinstance(mark, Image | Raster) for mark in self.axes.marks):
            return []
        rect = self._rect
        down = [rect.left() + int(place) + 0.5 for place in self.x_axis.places()]
        across = [rect.top() + int(place) + 0.5 for place in self.y_axis.places()]
        return [QLineF(x, rect.top(), x, rect.bottom()) for x in down] + [
            QLineF(rect.left(), y, rect.right(), y) for y in across
        ]


def remove(item: QGraphicsItem) -> None:
    """Take an item off its parent and its scene."""
    scene = cast("QGraphicsScene | None", item.scene())
    if scene is None:
        item.setParentItem(cast("QGraphicsItem", None))  # the stubs do not know that an item may lose its parent
    else:
        scene.removeItem(item)


def _frame_of(axes: Axes) -> tuple[object, ...]:
    """What the arrangement depends on; how a name reads is not of it."""
    return _room_of(axes.x), _room_of(axes.y), bool(axes.title), axes.cell, axes.equal, axes.frame, axes.scale_of


def _room_of(axis: Axis) -> tuple[object, ...]:
    return axis.low, axis.high, axis.ticks, axis.reversed, axis.visible, axis.integer, bool(axis.label)


def _scale_of(mark: object) -> tuple[str, float, float] | None:
    return (mark.colormap, mark.low, mark.high) if isinstance(mark, Image | Raster) else None
