"""A theme at one text size, as the pens, fonts and colour tables that Qt paints with."""

from functools import cache, lru_cache

import pyqtgraph as pg
from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPen

from posenc_gui.figures.spec import ColorMap, Role, Size
from posenc_gui.figures.theme import TEXT_PIXELS, Theme
from posenc_gui.render.fonts import ui_font

ABSENT = 255
"""The entry of a colour table for what does not exist; those before it are the colours from low to high."""

DASHES = [5.0, 4.0]
"""Lengths of a dash and a gap, in widths of the line."""


class Style(Struct, frozen=True):
    """What marks ask for to paint themselves; `text_scale` enlarges all text, `tabular` gives figures one width."""

    theme: Theme
    text_scale: float = 1.0
    tabular: bool = True

    def color(self, role: Role) -> QColor:
        """The colour that stands for an idea."""
        return QColor(self.theme.roles[role])

    @property
    def ground(self) -> QColor:
        """The colour behind everything."""
        return QColor(self.theme.ground)

    def pen(self, role: Role, width: float = 1.0, dashed: bool = False) -> QPen:
        """A pen in the colour of an idea."""
        return _pen(self.theme.roles[role], width, dashed)

    def halo(self, width: float) -> QPen:
        """A pen in the colour of the ground, wide enough to stand out around a line of that width."""
        return _pen(self.theme.ground, width + 2.0, False)

    def pixels(self, size: Size) -> float:
        """Height of a text in pixels."""
        return TEXT_PIXELS[size] * self.text_scale

    def font(self, size: Size, bold: bool = False) -> QFont:
        """The font of a text size."""
        return _font(round(self.pixels(size)), bold, self.tabular)

    def color_table(self, colormap: ColorMap) -> list[int]:
        """256 colours as Qt's 0xAARRGGBB, from low to high; the last one, `ABSENT`, is transparent."""
        return color_table(self.theme.colormaps[colormap])


@cache
def color_table(name: str) -> list[int]:
    """The colours of one of pyqtgraph's maps, from last to first where the name ends in "_r"."""
    colormap = pg.colormap.get(name.removesuffix("_r"))
    colors = colormap.getLookupTable(nPts=ABSENT, alpha=False)
    if name.endswith("_r"):
        colors = colors[::-1]
    return [0xFF000000 | int(red) << 16 | int(green) << 8 | int(blue) for red, green, blue in colors] + [0]


@lru_cache(maxsize=256)
def _pen(color: str, width: float, dashed: bool) -> QPen:
    pen = QPen(QColor(color), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashed:
        pen.setDashPattern(DASHES)
    return pen


@cache
def _font(pixels: int, bold: bool, tabular: bool) -> QFont:
    return ui_font(pixels, bold, tabular)
