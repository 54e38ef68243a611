"""Single cells of a heatmap, once few of them are shown: their borders, and their values as numbers."""

import math
from functools import lru_cache

import numpy as np

from posenc_gui.figures.numbers import short, signed
from posenc_gui.figures.shown import Shown
from posenc_gui.figures.spec import Floats, Line, Mark, Rect, Text

MOST_COLUMNS, MOST_ROWS = 24, 16
"""Up to so many cells are shown one by one."""

_ROOM = 0.9
"""The share of a cell's width that its number may take."""


def marks(shown: Shown, part: Rect) -> tuple[Mark, ...]:
    """Borders and values of the cells in a part of the heatmap, in units of its axes; none where they are too many."""
    columns, rows = _span(part.x0, part.x1, 0, shown.columns), _span(part.y0, part.y1, shown.first_row, shown.rows)
    if len(columns) > MOST_COLUMNS or len(rows) > MOST_ROWS:
        return ()
    return _marks(shown, rows, columns)


def _span(low: float, high: float, first: int, count: int) -> range:
    """Numbers of the cells that an axis shows some of; cell n runs from n − ½ to n + ½."""
    return range(max(first, math.floor(low + 0.5)), min(first + count, math.ceil(high + 0.5)))


@lru_cache(maxsize=4)
def _marks(shown: Shown, rows: range, columns: range) -> tuple[Mark, ...]:
    values = shown.source.cells(np.array(rows) - shown.first_row, np.array(columns))
    decimals = min(max(2 - math.floor(math.log10(max(abs(shown.low), abs(shown.high)))), 0), 4)
    texts = [
        Text(f"cell.{y}.{x}", (columns[x], rows[y]), _number(value, decimals), size="small", halo=True, room=_ROOM)
        for (y, x), value in np.ndenumerate(values)
        if np.isfinite(value)
    ]
    return (_borders(rows, columns), *texts)


def _number(value: float, decimals: int) -> str:
    return signed(value, decimals) if abs(value) < 1e5 else short(value)


def _borders(rows: range, columns: range) -> Line:
    """Lines between cells, and round all of them."""
    across, down = np.arange(columns.start, columns.stop + 1) - 0.5, np.arange(rows.start, rows.stop + 1) - 0.5
    left, right, top, bottom = across[0], across[-1], down[0], down[-1]
    x = np.concatenate([np.repeat(across, 2), np.tile([left, right], len(down))])
    y: Floats = np.concatenate([np.tile([top, bottom], len(across)), np.repeat(down, 2)])
    return Line("cells", x, y, "grid", connect="pairs")
