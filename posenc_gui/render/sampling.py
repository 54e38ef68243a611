"""Which values an image needs for the pixels that can be seen, and their places in the colour table; no Qt."""

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from posenc_gui.figures.sources import pixel_edges
from posenc_gui.figures.spec import Floats, Image, Point, Raster, Rect
from posenc_gui.render.style import ABSENT

Bytes = NDArray[np.uint8]

NEAR_WHOLE = 1e-6


def shape_of(mark: Image | Raster) -> tuple[int, int]:
    """Rows and columns of the whole image."""
    if isinstance(mark, Raster):
        return mark.source.shape
    return mark.values.shape[0], mark.values.shape[1]


def in_cells(mark: Image | Raster, part: Rect) -> Rect:
    """A part of the mark's rectangle, given in data units, in units of cells."""
    rows, columns = shape_of(mark)
    rect = mark.rect
    across, down = columns / (rect.x1 - rect.x0), rows / (rect.y1 - rect.y0)
    return Rect(
        x0=_settled((part.x0 - rect.x0) * across),
        x1=_settled((part.x1 - rect.x0) * across),
        y0=_settled((part.y0 - rect.y0) * down),
        y1=_settled((part.y1 - rect.y0) * down),
    )


def values_for(mark: Image | Raster, region: Rect, width: int, height: int) -> tuple[NDArray[Any], Rect]:
    """Values that suffice for a region (in cells) at a size in pixels, and the region that they cover.

    Along an axis where cells are larger than pixels there is one value per cell, and the region grows to whole cells.
    """
    rows, columns = shape_of(mark)
    x0, x1, across = _samples(region.x0, region.x1, width, columns)
    y0, y1, down = _samples(region.y0, region.y1, height, rows)
    covered = Rect(x0, x1, y0, y1)
    if isinstance(mark, Raster):
        return mark.source.sample(covered, across, down), covered
    return _means(mark.values, covered, across, down), covered


def to_indices(values: NDArray[Any], low: float, high: float) -> Bytes:
    """Places in the colour table; NaN gives `ABSENT`."""
    last = ABSENT - 1
    scaled = np.subtract(values, low, dtype=np.result_type(values, np.float32))
    scaled *= (last + 1) / (high - low)
    absent = np.isnan(scaled)
    np.clip(scaled, 0, last, out=scaled)
    if absent.any():
        scaled[absent] = ABSENT
    indices: Bytes = scaled.astype(np.uint8)
    return indices


def spread(samples: Bytes, covered: Rect, region: Rect, width: int, height: int) -> Bytes:
    """(height, width) pixels of the region, each with the sample that lies under its centre."""
    rows = _spread_along(0, samples, (covered.y0, covered.y1), (region.y0, region.y1), height)
    return _spread_along(1, rows, (covered.x0, covered.x1), (region.x0, region.x1), width)


def _spread_along(axis: Literal[0, 1], samples: Bytes, covered: Point, region: Point, pixels: int) -> Bytes:
    if covered == region and samples.shape[axis] == pixels:
        return samples  # each pixel has a sample of its own
    taken: Bytes = samples.take(_places(covered, samples.shape[axis], region, pixels), axis=axis)
    return taken


def _settled(cells: float) -> float:
    """A whole number of cells, where rounding in the mapping has moved it off by a trifle."""
    return float(round(cells)) if abs(cells - round(cells)) < NEAR_WHOLE else cells


def _samples(low: float, high: float, pixels: int, cells: int) -> tuple[float, float, int]:
    first, last = max(0, math.floor(low)), min(cells, math.ceil(high))
    if last - first <= pixels:
        return float(first), float(max(last, first + 1)), max(last - first, 1)
    return max(low, 0.0), min(high, float(cells)), pixels


def _places(covered: Point, samples: int, region: Point, pixels: int) -> NDArray[np.intp]:
    """For each pixel of a region the sample under its centre, where the samples cover another one evenly."""
    centres = region[0] + (np.arange(pixels) + 0.5) * ((region[1] - region[0]) / pixels)
    places = (centres - covered[0]) * (samples / (covered[1] - covered[0]))
    nearest: NDArray[np.intp] = np.clip(np.floor(places), 0, samples - 1).astype(np.intp)
    return nearest


def _means(values: Floats, region: Rect, width: int, height: int) -> Floats:
    rows = pixel_edges(region.y0, region.y1, height, values.shape[0])
    columns = pixel_edges(region.x0, region.x1, width, values.shape[1])
    inner = values[rows[0][0] : rows[1][-1], columns[0][0] : columns[1][-1]]
    down = _reduced(inner, *rows, axis=0)
    return _reduced(down, *columns, axis=1)


def _reduced(values: Floats, starts: NDArray[np.int64], stops: NDArray[np.int64], axis: int) -> Floats:
    counts = stops - starts
    if np.all(counts == 1):
        picked: Floats = values.take(starts - starts[0], axis=axis)
        return picked
    shape = (-1, 1) if axis == 0 else (1, -1)
    means: Floats = np.add.reduceat(values, starts - starts[0], axis=axis) / counts.reshape(shape)
    return means
