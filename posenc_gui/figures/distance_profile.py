"""Values by distance: the playhead's row, and mean, lowest and highest value over all pairs at that distance."""

from functools import lru_cache

import numpy as np

from posenc_gui.document.document import Document
from posenc_gui.engine.similarity import Similarity
from posenc_gui.figures.spec import Axes, Axis, Floats, Line, Mark, Points, Span, Ticks

KEY = "profile"
MARGIN = 0.06
"""Room above and below the curves, as a share of their height."""

FEW = 256
"""Up to this many distances the spread is drawn with a broad pen."""


def axes(document: Document, found: Similarity, logarithmic: bool, quantity: str) -> Axes:
    """The curves over signed distance, or over its logarithm with both sides of the query on one."""
    count = len(found.values)
    low, high, ticks = _logarithmic_range(count) if logarithmic else (0.5 - count, count - 0.5, None)
    bottom, top = _limits(found)
    here, offset = document.selection.position, document.selection.offset
    place = _places(np.array([float(offset)]), logarithmic)
    there = here + offset
    seen = here < count and 0 <= there < count and (offset != 0 or not logarithmic)
    value = found.values[here, there : there + 1] if seen else place[:0]
    kept = np.isfinite(value)
    return Axes(
        key=KEY,
        cell=(0, 1, 1, 1),
        x=Axis("distance (logarithmic)" if logarithmic else "distance, key − query", low, high, ticks, integer=True),
        y=Axis(quantity, bottom, top),
        marks=(
            *_means(found, logarithmic),
            *_row(found, here, logarithmic),
            Span("k", "x", float(place[0]), float(place[0]), "offset"),
            Points("offset", place[: len(value)][kept], value[kept], "offset", "square", size=8),
        ),
        title=f"Row {here} solid, mean dashed",
    )


def offset_at(x: float, logarithmic: bool, offset: int, found: Similarity) -> int:
    """The distance at a place of the axis; on the logarithmic one, on the side where the offset is now."""
    most = len(found.values) - 1
    if not logarithmic:
        return int(np.clip(np.floor(x + 0.5), -most, most))
    distance = min(most, round(10 ** float(np.clip(x, 0.0, 9.0))))
    return -distance if offset < 0 else distance


@lru_cache(maxsize=8)
def _means(found: Similarity, logarithmic: bool) -> tuple[Mark, ...]:
    """The spread as a bar at each distance, and the mean through them."""
    profile = found.profile
    exists = np.isfinite(profile.mean)
    distances: Floats = profile.distances[exists]
    ends = np.stack([profile.low[exists], profile.high[exists]], axis=1)
    marks: list[Mark] = []
    for name, side in _sides(distances, logarithmic):
        x = _places(distances[side], logarithmic)
        bars = Line(
            f"spread{name}",
            np.repeat(x, 2),
            ends[side].ravel(),
            "grid",
            width=4 if len(distances) <= FEW else 1,
            connect="pairs",
        )
        marks += [bars, Line(f"mean{name}", x, profile.mean[exists][side], "secondary", dashed=True)]
    return tuple(marks)


def _row(found: Similarity, here: int, logarithmic: bool) -> tuple[Line, ...]:
    count = len(found.values)
    row = found.values[here] if here < count else np.zeros(0)
    exists = np.flatnonzero(np.isfinite(row))
    row, distances = row[exists], np.asarray(exists - here, dtype=np.float64)
    return tuple(
        Line(f"row{name}", _places(distances[side], logarithmic), row[side], "position", dashed=name == ".before")
        for name, side in _sides(distances, logarithmic)
    )


def _sides(distances: Floats, logarithmic: bool) -> tuple[tuple[str, slice], ...]:
    """The curves that an axis takes: one for all distances, or one for those on either side of the query."""
    if not logarithmic:
        return (("", slice(None)),)
    before, after = np.searchsorted(distances, [0.0, 1.0])
    return (".before", slice(0, before)), (".after", slice(after, None))


def _places(distances: Floats, logarithmic: bool) -> Floats:
    return np.log10(np.maximum(np.abs(distances), 1.0)) if logarithmic else distances


def _logarithmic_range(count: int) -> tuple[float, float, Ticks]:
    """Ends of the axis, and ticks at 1, 3 and their tenfolds."""
    high = float(np.log10(max(count - 1, 3)))
    values = [factor * 10**power for power in range(10) for factor in (1, 3)]
    ticks = tuple((float(np.log10(value)), f"{value:,}") for value in values if value <= max(count - 1, 3))
    return -0.04 * high, 1.04 * high, ticks


def _limits(found: Similarity) -> tuple[float, float]:
    low, high = float(np.fmin.reduce(found.profile.low)), float(np.fmax.reduce(found.profile.high))
    if not np.isfinite(low):
        return -1.0, 1.0
    if high - low <= found.level:  # a constant, with its rounding
        pad = abs(high) or 1.0
        return low - pad, high + pad
    return low - MARGIN * (high - low), high + MARGIN * (high - low)
