"""Figure -> items on a scene, updated in place."""

import pyqtgraph as pg
from msgspec import structs
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QGraphicsSceneResizeEvent, QGraphicsWidget, QSizePolicy

from posenc_gui.figures.spec import Figure, Lines
from posenc_gui.figures.theme import SPACING, Theme
from posenc_gui.render.arrangement import Box, Fixed, Margins, Place, Track, arrange
from posenc_gui.render.axes_item import AxesItem, remove
from posenc_gui.render.heading import Heading
from posenc_gui.render.mark_item import MarkItem
from posenc_gui.render.style import Style
from posenc_gui.render.view_box import ViewBox

EDGE = 3 * SPACING
"""Distance from the edge of the scene to what is painted."""

REACH = 14.0
"""Pixels from which the pointer takes hold of a symbol."""


class Painter:
    """Shows figures in a layout; the ground's colour is left to whoever owns the scene.

    Only what differs from the figure before is touched, so that a playing figure costs what moves in it.
    `heading` draws title, caption and notes above the axes; `tabular` gives all figures one width.
    """

    def __init__(
        self,
        layout: pg.GraphicsLayout,
        theme: Theme,
        text_scale: float = 1.0,
        *,
        heading: bool = False,
        tabular: bool = True,
    ) -> None:
        layout.layout.setContentsMargins(0, 0, 0, 0)
        self._sheet = _Sheet(Style(theme, text_scale, tabular), heading)
        layout.addItem(self._sheet, 0, 0)

    def show(self, figure: Figure) -> None:
        """Show another state of the figure."""
        self._sheet.show_figure(figure)

    def set_theme(self, theme: Theme) -> None:
        """Paint everything in other colours."""
        self._sheet.restyle(structs.replace(self._sheet.style_now, theme=theme))

    def set_text_scale(self, scale: float) -> None:
        """Paint all text larger or smaller."""
        self._sheet.restyle(structs.replace(self._sheet.style_now, text_scale=scale))

    def pick_at(self, scene_pos: QPointF) -> tuple[str, float, float] | None:
        """The axes under a place of the scene, and the point in their data units."""
        for key, item in self._sheet.axes.items():
            if item.view_box.sceneBoundingRect().contains(scene_pos):
                return key, *self.to_axes(key, scene_pos)
        return None

    def to_axes(self, axes_key: str, scene_pos: QPointF) -> tuple[float, float]:
        """A place of the scene in data units of an axes, also beyond its edges."""
        return self.view_box(axes_key).to_data(scene_pos)

    def grabbed_at(self, scene_pos: QPointF) -> str:
        """Name of the nearest mark within `REACH` that can be taken hold of, or nothing."""
        found = min((item.nearest_grab(scene_pos) for item in self._sheet.axes.values()), default=(REACH, ""))
        return found[1] if found[0] <= REACH else ""

    def axes_item(self, axes_key: str) -> AxesItem:
        """What paints an axes; raises KeyError if there is none."""
        return self._sheet.axes[axes_key]

    def item(self, axes_key: str, mark_name: str) -> MarkItem:
        """What paints a mark; raises KeyError if there is none."""
        return self.axes_item(axes_key).item(mark_name)

    def view_box(self, axes_key: str) -> ViewBox:
        """The view box of an axes, which holds the range that is seen; raises KeyError if there is none."""
        return self.axes_item(axes_key).view_box


class _Sheet(QGraphicsWidget):
    """The whole figure: arranges heading and axes in the room that the layout gives it."""

    def __init__(self, style: Style, heading: bool) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.style_now = style
        self.axes: dict[str, AxesItem] = {}
        self._heading = Heading(self) if heading else None
        self._figure: Figure | None = None

    def show_figure(self, figure: Figure) -> None:
        old, self._figure = self._figure, figure
        stale = old is None or _outline(old) != _outline(figure)
        if tuple(self.axes) != tuple(axes.key for axes in figure.axes):
            self._exchange_axes(figure)
            stale = True
        for axes in figure.axes:
            stale |= self.axes[axes.key].take(axes)
        if stale:
            self._arrange()

    def restyle(self, style: Style) -> None:
        if style == self.style_now:
            return
        self.style_now = style
        for item in self.axes.values():
            item.restyle(style)
        self._arrange()

    def resizeEvent(self, event: QGraphicsSceneResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._arrange()

    def _exchange_axes(self, figure: Figure) -> None:
        old, self.axes = self.axes, {}
        for axes in figure.axes:
            kept = old.pop(axes.key) if axes.key in old else None
            self.axes[axes.key] = kept or AxesItem(axes, self.style_now, self)
        for item in old.values():
            remove(item)

    def _arrange(self) -> None:
        figure, size = self._figure, self.size()
        if figure is None or size.width() < 2 * EDGE or size.height() < 2 * EDGE:
            return
        top, width = float(EDGE), size.width() - 2 * EDGE
        if self._heading is not None:
            self._heading.setPos(EDGE, EDGE)
            top += self._heading.prepare((figure.title, figure.caption, figure.notes), self.style_now, width)
        room = Box(EDGE, top, width, max(1.0, size.height() - EDGE - top))
        items = [self.axes[axes.key] for axes in figure.axes]
        rows = [self._track(row) for row in figure.rows]
        boxes = arrange([Place(axes.cell, Margins()) for axes in figure.axes], rows, figure.columns, room)
        # ticks depend on lengths, and lengths on the room that the ticks take: the second round settles it
        for _ in range(2):
            places = [item.wanted(box.width, box.height) for item, box in zip(items, boxes, strict=True)]
            boxes = arrange(places, rows, figure.columns, room)
        for item, box in zip(items, boxes, strict=True):
            item.wanted(box.width, box.height)
            item.place(box)

    def _track(self, row: float | Lines) -> Track:
        if not isinstance(row, Lines):
            return row
        height = QFontMetricsF(self.style_now.font("body")).height()
        return Fixed(float(-(-row.count * height // SPACING) * SPACING))


def _outline(figure: Figure) -> tuple[object, ...]:
    """What the arrangement depends on, apart from the axes themselves."""
    return figure.rows, figure.columns, figure.title, figure.caption, figure.notes
