"""A figure as a value: axes with a handful of marks, in the units of the data, free of colours and pixels.

Colours are named by the idea they stand for (`Role`) and resolved by a theme when the figure is painted. Figures of the
same document are equal.
"""

from typing import Any, Literal, Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Point = tuple[float, float]
Cell = tuple[int, int, int, int]
"""Row, column, rows spanned, columns spanned: a place in a figure's layout."""

Role = Literal["text", "secondary", "grid", "position", "pair", "offset", "error"]
ColorMap = Literal["diverging", "sequential", "difference", "cyclic"]
Size = Literal["small", "body", "title"]


class Rect(Struct, frozen=True):
    """A rectangle in data units; y0 is the smaller y, whichever way the axis runs."""

    x0: float
    x1: float
    y0: float
    y1: float

    def clipped(self, other: "Rect") -> "Rect":
        """The part of this rectangle that lies in the other one; of zero size where they do not meet."""
        x0, y0 = max(self.x0, other.x0), max(self.y0, other.y0)
        return Rect(x0, max(x0, min(self.x1, other.x1)), y0, max(y0, min(self.y1, other.y1)))


class Source(Protocol):
    """Where a `Raster` gets its pixels; sources are values and compare as such."""

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the whole array."""

    def sample(self, region: Rect, width: int, height: int) -> NDArray[Any]:
        """(height, width) pixels of the region, whose unit is one cell: cell [r, c] covers c … c + 1 and r … r + 1.

        Where a pixel covers several cells it is their mean; where a cell covers several pixels they repeat it.
        """


class Mark(Struct, frozen=True, eq=False):
    """Base of all marks. `name` is unique within its axes and stays the same while the mark changes."""

    name: str

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return all(same(getattr(self, name), getattr(other, name)) for name in self.__struct_fields__)

    __hash__ = None  # type: ignore[assignment]


def same(first: object, second: object) -> bool:
    """Equality that compares arrays by their content; what does not exist (NaN) is the same in both."""
    if first is second:
        return True
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        return np.array_equal(first, second, equal_nan=True)
    if isinstance(first, np.ndarray) or isinstance(second, np.ndarray):
        return False
    return bool(first == second)


class Image(Mark, frozen=True, eq=False):
    """A small array (rows, columns) that is at hand, drawn over `rect`, row 0 at y0; NaN where nothing exists."""

    values: Floats
    rect: Rect
    colormap: ColorMap
    low: float
    high: float


class Raster(Mark, frozen=True, eq=False):
    """An array that is never made whole: the painter asks `source` for just the pixels it shows."""

    source: Source
    rect: Rect
    colormap: ColorMap
    low: float
    high: float


class Line(Mark, frozen=True, eq=False):
    """A line through points; `connect="pairs"` draws a segment from each even point to the next one."""

    x: Floats
    y: Floats
    role: Role
    width: float = 1.0
    dashed: bool = False
    connect: Literal["all", "pairs"] = "all"
    halo: bool = False


class Points(Mark, frozen=True, eq=False):
    """Symbols of one size in pixels at points; `grab` lets the pointer take hold of them.

    With `apart` they are left out where neighbours would touch.
    """

    x: Floats
    y: Floats
    role: Role
    symbol: Literal["circle", "square", "triangle", "diamond"] = "circle"
    size: float = 6.0
    filled: bool = True
    halo: bool = False
    grab: bool = False
    apart: bool = False


class Arrow(Mark, frozen=True, eq=False):
    """A straight arrow from one point to another."""

    start: Point
    end: Point
    role: Role
    width: float = 1.0


class Arc(Mark, frozen=True, eq=False):
    """Part of a circle, from angle `start` to angle `stop` in radians, counter-clockwise as x runs right and y up."""

    center: Point
    radius: float
    start: float
    stop: float
    role: Role
    width: float = 1.0


class Text(Mark, frozen=True, eq=False):
    """A line of text whose box has `anchor` (0, 0 = left top; 1, 1 = right bottom) at a point.

    A text wider than `room`, in units of x, is set smaller; where that is not enough, words are cut short, and a number
    is left out. A room of zero is no limit.
    """

    at: Point
    text: str
    role: Role = "text"
    anchor: Point = (0.5, 0.5)
    size: Size = "body"
    bold: bool = False
    halo: bool = False
    room: float = 0.0


class Span(Mark, frozen=True, eq=False):
    """A line at one value of an axis across the whole axes, or a band from `start` to `stop`."""

    along: Literal["x", "y"]
    start: float
    stop: float
    role: Role
    width: float = 1.0
    halo: bool = False


Ticks = tuple[tuple[float, str], ...]


class Axis(Struct, frozen=True):
    """One axis: its name, the values at its ends, and its ticks (None: chosen by the painter, () for none at all).

    `reversed` puts the smaller value at the right or at the top end of a downward axis.
    """

    label: str
    low: float
    high: float
    ticks: Ticks | None = None
    reversed: bool = False
    visible: bool = True
    integer: bool = False


class Axes(Struct, frozen=True):
    """A rectangle with an x and a y axis and marks in it, at a place of the figure's layout.

    `scale_of` names the image mark whose colour scale stands beside
    the axes. `equal` keeps x and y at one scale. `frame` draws border and grid.
    """

    key: str
    cell: Cell
    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
    title: str = ""
    equal: bool = False
    frame: bool = True
    scale_of: str = ""


class Lines(Struct, frozen=True):
    """The height of a row of the layout that holds so many lines of body text, at any size of the picture."""

    count: float


class Small(Struct, frozen=True):
    """The layout of a figure that has less room than `below`, a width and a height in lines of body text.

    cells: the axes that are shown then, by key, and where; the others are left out, and their titles named.
    """

    below: tuple[float, float]
    cells: tuple[tuple[str, Cell], ...]
    rows: tuple[float | Lines, ...] = (1.0,)
    columns: tuple[float, ...] = (1.0,)


class Figure(Struct, frozen=True):
    """What one view shows: axes in a layout of rows and columns, which share the room by their weights.

    `caption` says in a sentence what to look for; `notes` what is special at these settings. `small` is for figures
    whose axes would have too little room in a panel among others.
    """

    view: str
    title: str
    axes: tuple[Axes, ...]
    rows: tuple[float | Lines, ...] = (1.0,)
    columns: tuple[float, ...] = (1.0,)
    caption: str = ""
    notes: tuple[str, ...] = ()
    small: Small | None = None
