"""Small figures for the tests of what paints them."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from posenc_gui.figures.spec import (
    Arc,
    Arrow,
    Axes,
    Axis,
    Figure,
    Image,
    Line,
    Mark,
    Points,
    Raster,
    Rect,
    Span,
    Text,
)

PLAIN = Axis("x", 0.0, 10.0)


def axes(*marks: Mark, key: str = "main", x: Axis = PLAIN, y: Axis = PLAIN, **changes: Any) -> Axes:  # noqa: ANN401
    return structs.replace(Axes(key, (0, 0, 1, 1), x, y, marks), **changes)


def figure(*parts: Axes, **changes: Any) -> Figure:  # noqa: ANN401
    return structs.replace(Figure("test", "A test", parts), **changes)


def every_mark() -> tuple[Mark, ...]:
    ten = np.arange(10.0)
    return (
        Image("image", np.linspace(-1, 1, 16).reshape(4, 4), Rect(1, 5, 1, 5), "diverging", -1, 1),
        Span("band", "x", 6, 7, "pair"),
        Span("span", "y", 5, 5, "position", halo=True),
        Line("line", ten, ten, "pair"),
        Line("pairs", ten, ten[::-1], "offset", width=2, connect="pairs"),
        Points("points", ten, ten, "error", "diamond", halo=True),
        Arrow("arrow", (0, 0), (8, 3), "offset", 2),
        Arc("arc", (5, 5), 2, 0, 4, "secondary"),
        Text("text", (5, 8), "12.5 °C", halo=True),
    )


def moved(mark: Line | Points | Span, by: float) -> Mark:
    if isinstance(mark, Span):
        return structs.replace(mark, start=mark.start + by, stop=mark.stop + by)
    return structs.replace(mark, y=mark.y + by)


@dataclass(frozen=True)
class RecordingSource:
    """A table of a size, every cell of which is its row number over the number of rows; notes what it is asked for."""

    rows: int
    columns: int
    asked: list[tuple[Rect, int, int]] = field(default_factory=list, compare=False)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, self.columns

    def sample(self, region: Rect, width: int, height: int) -> NDArray[Any]:
        """Row numbers over the number of rows."""
        self.asked.append((region, width, height))
        step = (region.y1 - region.y0) / height
        rows = np.floor(region.y0 + (np.arange(height) + 0.5) * step)
        return np.repeat((rows / self.rows)[:, None], width, axis=1)


def raster(source: RecordingSource) -> Raster:
    return Raster("raster", source, Rect(0, source.columns, 0, source.rows), "sequential", 0, 1)
