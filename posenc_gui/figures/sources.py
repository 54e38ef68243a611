"""Where rasters get their pixels: exact cells when zoomed in, exact means of the cells under each pixel otherwise."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.diagonals import Toeplitz
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import RelativeKeys, ScoreBias, Table
from posenc_gui.engine.grid import check_memory
from posenc_gui.engine.rows import Rows, Stored
from posenc_gui.engine.waves import ABSENT, Waves
from posenc_gui.figures.spec import Rect

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Cells = tuple[Ints, Ints]
"""First cell of each pixel, and the one after its last."""

_BAND_CELLS = 2**18


@dataclass(frozen=True, slots=True)
class TableSource:
    """A table that is added to the embeddings, computed for just the pixels that are asked for."""

    encoded: Encoded

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and dimensions."""
        return self.encoded.grid.length, self.encoded.grid.d_model

    def sample(self, region: Rect, width: int, height: int) -> Floats:
        """(height, width) pixels of the region, in units of cells; see `spec.Source`."""
        return _sampled(_rows(self.encoded), self.shape, region, (width, height))


@dataclass(frozen=True, slots=True)
class AnglesSource:
    """The angles of a rotation, within half a turn of zero; a pixel of many cells has the angle of their mean."""

    encoded: Encoded

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and pairs."""
        return self.encoded.grid.length, self.encoded.waves.pairs

    def sample(self, region: Rect, width: int, height: int) -> Floats:
        """(height, width) angles in radians; see `spec.Source`."""
        size = (width, height)
        sines = _sampled(_part(self.encoded, "sine"), self.shape, region, size)
        cosines = _sampled(_part(self.encoded, "cosine"), self.shape, region, size)
        return np.asarray(np.arctan2(sines, cosines))


@dataclass(frozen=True, slots=True)
class BiasSource:
    """A bias that depends on the distance alone, over query and key."""

    encoded: Encoded
    head: int

    @property
    def shape(self) -> tuple[int, int]:
        """Queries and keys."""
        return self.encoded.grid.length, self.encoded.grid.length

    def sample(self, region: Rect, width: int, height: int) -> Floats:
        """(height, width) pixels of the region, in units of cells; see `spec.Source`."""
        count = self.encoded.grid.length
        rows = pixel_edges(region.y0, region.y1, height, count)
        columns = pixel_edges(region.x0, region.x1, width, count)
        matrix = _toeplitz(self.encoded, self.head)
        if _single(rows) and _single(columns):
            return matrix.values(rows[0], columns[0])
        return matrix.block_means(rows, columns)


@dataclass(frozen=True, slots=True)
class VectorsSource:
    """The vectors of one head that belong to the distances."""

    encoded: Encoded
    head: int

    @property
    def shape(self) -> tuple[int, int]:
        """Distances and the dimensions of a head."""
        array = _vectors(self.encoded, self.head).array
        return array.shape[0], array.shape[1]

    def sample(self, region: Rect, width: int, height: int) -> Floats:
        """(height, width) pixels of the region, in units of cells; see `spec.Source`."""
        return _sampled(_vectors(self.encoded, self.head), self.shape, region, (width, height))


def pixel_edges(low: float, high: float, pixels: int, cells: int) -> Cells:
    """First cell of each pixel and the one after its last: every pixel covers at least one cell.

    Where a pixel is smaller than a cell, both name the cell under the pixel's centre.
    """
    size = (high - low) / pixels
    if size < 1:
        starts = np.floor(low + (np.arange(pixels) + 0.5) * size).astype(np.int64).clip(0, cells - 1)
        return starts, starts + 1
    edges = np.floor(low + np.arange(pixels + 1) * size + 0.5).astype(np.int64)
    starts = edges[:-1].clip(0, cells - 1)
    return starts, np.maximum(edges[1:].clip(0, cells), starts + 1)


def _sampled(table: Rows, shape: tuple[int, int], region: Rect, size: tuple[int, int]) -> Floats:
    width, height = size
    rows = pixel_edges(region.y0, region.y1, height, shape[0])
    columns = pixel_edges(region.x0, region.x1, width, shape[1])
    first, last = int(columns[0].min()), int(columns[1].max())
    narrowed = table.narrowed(first, last)
    columns = columns[0] - first, columns[1] - first
    pixels = np.empty((height, width))
    for band in _bands(height, last - first):
        pixels[band] = _column_means(_row_means(narrowed, rows[0][band], rows[1][band]), *columns)
    return pixels


def _bands(height: int, width: int) -> Iterator[slice]:
    """Runs of pixel rows whose cells stay in the processor's cache, so that memory stays flat for the widest table."""
    step = max(1, _BAND_CELLS // width)
    return (slice(start, start + step) for start in range(0, height, step))


def _row_means(table: Rows, starts: Ints, stops: Ints) -> Floats:
    if _single((starts, stops)):
        cells, places = np.unique(starts, return_inverse=True)
        return table.values(cells)[places]
    return table.block_means(starts, stops)


def _column_means(values: Floats, starts: Ints, stops: Ints) -> Floats:
    counts = stops - starts
    if np.all(counts == 1):
        whole = len(starts) == values.shape[1] and starts[0] == 0 and np.all(np.diff(starts) == 1)
        return values if whole else values[:, starts]
    ended = np.pad(values, ((0, 0), (0, 1)))  # reduceat takes no end beyond the last column
    ends = np.stack([starts, stops], axis=1).ravel()
    return np.asarray(np.add.reduceat(ended, ends, axis=1)[:, ::2] / counts)


def _single(cells: Cells) -> bool:
    return bool(np.all(cells[1] - cells[0] == 1))


def _rows(encoded: Encoded) -> Rows:
    match encoded.evaluate():
        case Table(rows=rows):
            return rows
        case other:
            raise TypeError(f"{encoded.encoding} yields no table but {type(other).__name__}")


def _part(encoded: Encoded, part: str) -> Waves:
    """The sines or the cosines of the angles of a rotation: one column per pair."""
    waves = encoded.waves
    columns, absent = np.arange(waves.pairs), np.full(waves.pairs, ABSENT)
    sines, cosines = (columns, absent) if part == "sine" else (absent, columns)
    return Waves(waves.inv_freq, sines, cosines, waves.pairs, waves.first_position)


@lru_cache(maxsize=4)
def _toeplitz(encoded: Encoded, head: int) -> Toeplitz:
    match encoded.evaluate():
        case ScoreBias() as bias:
            count = bias.length
            check_memory(f"the bias of {2 * count - 1} distances", (2 * count - 1) * encoded.heads)
            return Toeplitz(bias.by_distance(np.arange(1 - count, count))[head])
        case other:
            raise TypeError(f"{encoded.encoding} yields no bias but {type(other).__name__}")


@lru_cache(maxsize=4)
def _vectors(encoded: Encoded, head: int) -> Stored:
    match encoded.evaluate():
        case RelativeKeys() as keys:
            return Stored(keys.vectors[min(head, len(keys.vectors) - 1)])
        case other:
            raise TypeError(f"{encoded.encoding} yields no relative keys but {type(other).__name__}")
