"""The binary digits of all positions, as the waves' older cousins: the lowest digit alternates fastest."""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.engine.rows import Bits
from posenc_gui.figures.sources import pixel_edges
from posenc_gui.figures.spec import Axes, Axis, Raster, Rect, Span

Floats = NDArray[np.float64]


class Digits(Struct, frozen=True):
    """Digits (rows, the lowest one first) of the positions (columns), as a raster's source."""

    digits: int
    length: int

    @property
    def shape(self) -> tuple[int, int]:
        """Digits and positions."""
        return self.digits, self.length

    def sample(self, region: Rect, width: int, height: int) -> Floats:
        """(height, width) digits, or the share of ones under a pixel; see `spec.Source`."""
        digits = pixel_edges(region.y0, region.y1, height, self.digits)
        positions = pixel_edges(region.x0, region.x1, width, self.length)
        return np.asarray(Bits(np.arange(self.digits)).block_means(positions, digits).T)


def digits_of(length: int) -> int:
    """How many binary digits the last of so many positions has."""
    return max(1, (length - 1).bit_length())


def in_base_two(position: int) -> str:
    """A position with its digits, as in "252 = 11111100 in base 2"."""
    return f"{position} = {position:b} in base 2"


def axes(length: int, position: int, row: int) -> Axes:
    """The digits of all positions, with the playhead through them; its own digits stand in the title."""
    count = digits_of(length)
    whole = Rect(-0.5, length - 0.5, -0.5, count - 0.5)
    step = max(1, -(-count // 6))
    return Axes(
        key="digits",
        cell=(row, 0, 1, 1),
        x=Axis("position", whole.x0, max(whole.x1, 0.5), integer=True),
        y=Axis(
            "digit",
            whole.y0,
            whole.y1,
            ticks=tuple((float(digit), f"{2**digit:,}") for digit in range(0, count, step)),
            reversed=True,
        ),
        marks=(
            Raster("digits", Digits(count, length), whole, "sequential", 0.0, 1.0),
            Span("position", "x", position, position, "position", halo=True),
        ),
        title=in_base_two(position),
    )
