"""Figure -> items on a scene, updated in place."""

from typing import TypeGuard

import pyqtgraph as pg
from msgspec import structs
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QGraphicsSceneResizeEvent, QGraphicsWidget, QSizePolicy

from posenc_gui.figures.spec import Cell, Figure, Lines, Small
from posenc_gui.figures.theme import SPACING, Theme
from posenc_gui.render.arrangement import Box, Fixed, Margins, Place, Track, arrange
from posenc_gui.render.axes_item import AxesItem, remove
from posenc_gui.render.heading import Heading
from posenc_gui.render.mark_item import MarkItem
from posenc_gui.render.style import Style
from posenc_gui.render.view_box import ViewBox

EDGE = 3 * SPACING
"""Distance from the edge of the scene to what is painted."""

ROUNDS = 3
"""How often axes are asked how much room they want, at most."""

REACH = 14.0
"""Pixels from which the pointer takes hold of a symbol."""


class Painter:
    """Shows figures in a layout; the ground's colour is left to whoever owns the scene.

    Only what differs from the figure before is touched, so that a playing figure costs what moves in it.
    `heading` draws title, caption and notes above the axes; `tabular` gives all figures one width; `small`
    lets little room have the small layout of a figure.
    """

    def __init__(
        self,
        layout: pg.GraphicsLayout,
        theme: Theme,
        text_scale: float = 1.0,
        *,
        heading: bool = False,
        tabular: bool = True,
        small: bool = False,
    ) -> None:
        layout.layout.setContentsMargins(0, 0, 0, 0)
        self._sheet = _Sheet(Style(theme, text_scale, tabular), heading, small)
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
            if item.isVisible() and item.view_box.sceneBoundingRect().contains(scene_pos):
                return key, *self.to_axes(key, scene_pos)
        return None

    def to_axes(self, axes_key: str, scene_pos: QPointF) -> tuple[float, float]:
        """A place of the scene in data units of an axes, also beyond its edges."""
        return self.view_box(axes_key).to_data(scene_pos)

    def grabbed_at(self, scene_pos: QPointF) -> str:
        """Name of the nearest mark within `REACH` that can be taken hold of, or nothing."""
        seen = (item for item in self._sheet.axes.values() if item.isVisible())
        found = min((item.nearest_grab(scene_pos) for item in seen), default=(REACH, ""))
        return found[1] if found[0] <= REACH else ""

    @property
    def left_out(self) -> tuple[str, ...]:
        """The titles of the axes for which there is no room."""
        return self._sheet.told

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

    def __init__(self, style: Style, heading: bool, small: bool) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.style_now = style
        self.axes: dict[str, AxesItem] = {}
        self._heading = Heading(self) if heading else None
        self._footer = Heading(self)
        self._may_be_small = small
        self._cells: dict[str, Cell] = {}
        self.told: tuple[str, ...] = ()
        self._figure: Figure | None = None

    def show_figure(self, figure: Figure) -> None:
        old, self._figure = self._figure, figure
        stale = old is None or _outline(old) != _outline(figure)
        if tuple(self.axes) != tuple(axes.key for axes in figure.axes):
            self._exchange_axes(figure)
            stale = True
        for axes in figure.axes:
            stale |= self.axes[axes.key].take(axes)
        if stale or self._left_out(figure) != self.told:
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
        if self._may_be_small and _is_short(figure.small, room, self._line):
            cells, rows, columns = dict(figure.small.cells), figure.small.rows, figure.small.columns
        else:
            cells, rows, columns = {axes.key: axes.cell for axes in figure.axes}, figure.rows, figure.columns
        room = self._without_footer(figure, cells, room)
        for key, item in self.axes.items():
            item.setVisible(key in cells)
        self._place(cells, [self._track(row) for row in rows], columns, room)

    def _place(self, cells: dict[str, Cell], rows: list[Track], columns: tuple[float, ...], room: Box) -> None:
        items = [self.axes[key] for key in cells]
        places = [Place(cell, Margins()) for cell in cells.values()]
        # ticks depend on lengths, and lengths on the room that the ticks take: the second round settles it
        for _ in range(ROUNDS):
            before, boxes = places, arrange(places, rows, columns, room)
            wanted = [item.wanted(box.width, box.height) for item, box in zip(items, boxes, strict=True)]
            places = [structs.replace(place, cell=cell) for place, cell in zip(wanted, cells.values(), strict=True)]
            if places == before:
                break
        for item, box in zip(items, boxes, strict=True):
            item.place(box)

    def _without_footer(self, figure: Figure, cells: dict[str, Cell], room: Box) -> Box:
        """What is left above the words that name the axes which are left out."""
        self._cells = cells
        self.told = self._left_out(figure)
        self._footer.setVisible(bool(self.told))
        if not self.told:
            return room
        words = f"With more room: {', '.join(self.told)}"
        height = self._footer.prepare(("", "", (words,)), self.style_now, room.width)
        self._footer.setPos(room.left, room.top + room.height - height + 3 * SPACING)
        return structs.replace(room, height=max(1.0, room.height - height))

    def _left_out(self, figure: Figure) -> tuple[str, ...]:
        """The titles of the axes that have no place now."""
        return tuple(axes.title for axes in figure.axes if axes.title and axes.key not in self._cells)

    @property
    def _line(self) -> float:
        """The height of a line of body text."""
        return QFontMetricsF(self.style_now.font("body")).height()

    def _track(self, row: float | Lines) -> Track:
        if not isinstance(row, Lines):
            return row
        return Fixed(float(-(-row.count * self._line // SPACING) * SPACING))


def _is_short(small: Small | None, room: Box, line: float) -> TypeGuard[Small]:
    """Whether the room asks for the small layout."""
    return small is not None and (room.width < small.below[0] * line or room.height < small.below[1] * line)


def _outline(figure: Figure) -> tuple[object, ...]:
    """What the arrangement depends on, apart from the axes themselves."""
    return figure.rows, figure.columns, figure.small, figure.title, figure.caption, figure.notes
