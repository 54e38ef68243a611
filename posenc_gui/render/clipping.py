"""Lines cut off at the edges of a view box; no Qt.

Qt clips on a screen, but not in an SVG drawing; and it does not paint beyond some 30,000 pixels, which a zoomed line
easily reaches.
"""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.figures.spec import Floats


class Window(Struct, frozen=True):
    """The pixels that are kept: from (left, top) to (right, bottom)."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, points: Floats) -> NDArray[np.bool_]:
        """For each point (n, 2) whether it lies inside; NaN does not."""
        x, y = points[:, 0], points[:, 1]
        inside: NDArray[np.bool_] = (x >= self.left) & (x <= self.right) & (y >= self.top) & (y <= self.bottom)
        return inside

    def grown(self, by: float) -> "Window":
        """The window with a rim around it."""
        return Window(self.left - by, self.top - by, self.right + by, self.bottom + by)


def polylines(points: Floats, window: Window) -> list[Floats]:
    """The visible parts, each (m, 2), of a line through points (n, 2), which is broken where one of them is NaN."""
    if window.holds(points).all():
        return [points] if len(points) > 1 else []
    begins, ends, first, last = _cut(points[:-1], points[1:], window)
    kept = np.flatnonzero(first <= last)
    if not len(kept):
        return []
    joined = (np.diff(kept) == 1) & (last[kept[:-1]] == 1) & (first[kept[1:]] == 0)
    runs = np.split(kept, np.flatnonzero(~joined) + 1)
    return [np.concatenate([begins[run[:1]], ends[run]]) for run in runs]


def segments(starts: Floats, stops: Floats, window: Window) -> Floats:
    """The visible parts (m, 4) of the segments from starts (n, 2) to stops (n, 2), as x, y, x, y."""
    if window.holds(starts).all() and window.holds(stops).all():
        return np.concatenate([starts, stops], axis=1)
    begins, ends, first, last = _cut(starts, stops, window)
    return np.concatenate([begins, ends], axis=1)[first <= last]


def _cut(starts: Floats, stops: Floats, window: Window) -> tuple[Floats, Floats, Floats, Floats]:
    """Ends of the visible part of each segment, and the shares of its length at which it begins and ends.

    Where the beginning is not before the end (or NaN), nothing of the segment is visible.
    """
    low, high = np.array([window.left, window.top]), np.array([window.right, window.bottom])
    step = stops - starts
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (low - starts) / step, (high - starts) / step
    across = step != 0
    between = (starts >= low) & (starts <= high)
    enters = np.where(across, np.minimum(one, other), np.where(between, -np.inf, np.inf)).max(axis=1)
    leaves = np.where(across, np.maximum(one, other), np.inf).min(axis=1)
    first, last = np.maximum(enters, 0.0), np.minimum(leaves, 1.0)
    with np.errstate(invalid="ignore"):
        begins = np.where(first[:, None] == 0, starts, starts + step * first[:, None])
        ends = np.where(last[:, None] == 1, stops, starts + step * last[:, None])
    return begins, ends, first, last
