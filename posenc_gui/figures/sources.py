"""Where rasters get their pixels: exact cells when zoomed in, exact means of the cells under each pixel otherwise."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.waves import Waves
from posenc_gui.figures.spec import Rect

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_BAND_CELLS = 2**18


@dataclass(frozen=True, slots=True)
class WavesSource:
    """The table of an encoding that is made of waves, computed for just the pixels that are asked for."""

    encoded: Encoded

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the whole table."""
        return self.encoded.grid.length, self.encoded.grid.d_model

    def sample(self, region: Rect, width: int, height: int) -> Floats:
        """(height, width) pixels of the region, in units of cells; see `spec.Source`."""
        rows = pixel_edges(region.y0, region.y1, height, self.encoded.grid.length)
        columns = pixel_edges(region.x0, region.x1, width, self.encoded.grid.d_model)
        first, last = int(columns[0].min()), int(columns[1].max())
        waves = self.encoded.waves.narrowed(first, last)
        columns = columns[0] - first, columns[1] - first
        parts = [
            _column_means(_row_means(waves, rows[0][band], rows[1][band]), *columns)
            for band in _bands(height, last - first)
        ]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)


def pixel_edges(low: float, high: float, pixels: int, cells: int) -> tuple[Ints, Ints]:
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


def _bands(height: int, width: int) -> Iterator[slice]:
    """Runs of pixel rows whose cells stay in the processor's cache, so that memory stays flat for the widest table."""
    step = max(1, _BAND_CELLS // width)
    return (slice(start, start + step) for start in range(0, height, step))


def _row_means(waves: Waves, starts: Ints, stops: Ints) -> Floats:
    if np.all(stops - starts == 1):
        cells, places = np.unique(starts, return_inverse=True)
        return waves.values(cells)[places]
    return waves.block_means(starts, stops)


def _column_means(values: Floats, starts: Ints, stops: Ints) -> Floats:
    counts = stops - starts
    if np.all(counts == 1):
        whole = len(starts) == values.shape[1] and starts[0] == 0 and np.all(np.diff(starts) == 1)
        return values if whole else values[:, starts]
    ended = np.pad(values, ((0, 0), (0, 1)))  # reduceat takes no end beyond the last column
    ends = np.stack([starts, stops], axis=1).ravel()
    return np.asarray(np.add.reduceat(ended, ends, axis=1)[:, ::2] / counts)
