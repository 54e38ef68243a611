"""Where rasters get their pixels: exact means of the cells under each pixel, or the cell under each pixel's centre."""

from functools import lru_cache
from typing import Literal, Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.engine.blocks import Blocks, reduced
from posenc_gui.engine.diagonals import Toeplitz
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import RelativeKeys, ScoreBias, Table
from posenc_gui.engine.grid import check_memory
from posenc_gui.engine.rows import Range, Rows
from posenc_gui.engine.waves import ABSENT, Waves
from posenc_gui.figures.spec import Rect, Source

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Numbers = NDArray[np.floating]
Pixels = Literal["mean", "sample"]
"""What a pixel of many cells shows: their mean, or the one under its centre."""


class CellSource(Source, Protocol):
    """A source that gives single cells in float64, too, for profiles and read-outs."""

    def cells(self, rows: Ints, columns: Ints) -> Floats:
        """(rows, columns) exact values; NaN where a row does not exist."""

    def column_range(self, column: int, rows: Blocks) -> Range:
        """The smallest and the largest value of a column in each block of rows; see `Rows.column_range`."""

    def row_range(self, row: int, columns: Blocks) -> Range:
        """The smallest and the largest value of a row in each block of columns."""


class TableSource(Struct, frozen=True):
    """A table that is added to the embeddings, computed for just the pixels that are asked for."""

    encoded: Encoded
    pixels: Pixels = "mean"

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and dimensions."""
        return self.encoded.grid.length, self.encoded.grid.d_model

    def sample(self, region: Rect, width: int, height: int) -> Numbers:
        """(height, width) pixels of the region, in units of cells; see `spec.Source`."""
        return _rows(self.encoded).block_means(*cells_under(region, (width, height), self.shape, self.pixels))

    def cells(self, rows: Ints, columns: Ints) -> Floats:
        """See `CellSource.cells`."""
        return _cells(_rows(self.encoded), rows, columns)

    def column_range(self, column: int, rows: Blocks) -> Range:
        """See `CellSource.column_range`."""
        return _rows(self.encoded).column_range(column, rows)

    def row_range(self, row: int, columns: Blocks) -> Range:
        """See `CellSource.row_range`."""
        return _row_range(self, row, columns)


class AnglesSource(Struct, frozen=True):
    """The angles of a rotation, within half a turn of zero; a pixel of many cells has the angle of their mean."""

    encoded: Encoded
    pixels: Pixels = "mean"

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and pairs."""
        return self.encoded.grid.length, self.encoded.waves.pairs

    def sample(self, region: Rect, width: int, height: int) -> Numbers:
        """(height, width) angles in radians; see `spec.Source`."""
        under = cells_under(region, (width, height), self.shape, self.pixels)
        sines = _part(self.encoded, "sine").block_means(*under)
        return np.arctan2(sines, _part(self.encoded, "cosine").block_means(*under), out=sines)

    def cells(self, rows: Ints, columns: Ints) -> Floats:
        """See `CellSource.cells`."""
        sines, cosines = (_cells(_part(self.encoded, part), rows, columns) for part in ("sine", "cosine"))
        return np.asarray(np.arctan2(sines, cosines))

    def column_range(self, column: int, rows: Blocks) -> Range:
        """From −π to π where a block passes half a turn; see `CellSource.column_range`."""
        first, last = (self.encoded.waves.angles(edge, column) for edge in (rows[0], rows[1] - 1))
        passes = np.floor(first / (2 * np.pi) + 0.5) != np.floor(last / (2 * np.pi) + 0.5)
        lows, highs = (np.arctan2(np.sin(angles), np.cos(angles)) for angles in (first, last))
        return np.where(passes, -np.pi, lows), np.where(passes, np.pi, highs)

    def row_range(self, row: int, columns: Blocks) -> Range:
        """See `CellSource.row_range`."""
        return _row_range(self, row, columns)


class BiasSource(Struct, frozen=True):
    """A bias that depends on the distance alone, over query and key."""

    encoded: Encoded
    head: int
    pixels: Pixels = "mean"

    @property
    def shape(self) -> tuple[int, int]:
        """Queries and keys."""
        return self.encoded.grid.length, self.encoded.grid.length

    @property
    def largest(self) -> float:
        """The largest magnitude."""
        return _toeplitz(self.encoded, self.head).largest

    def sample(self, region: Rect, width: int, height: int) -> Numbers:
        """(height, width) pixels of the region, in units of cells; see `spec.Source`."""
        under = cells_under(region, (width, height), self.shape, self.pixels)
        return _toeplitz(self.encoded, self.head).block_means(*under)

    def cells(self, rows: Ints, columns: Ints) -> Floats:
        """See `CellSource.cells`."""
        return _toeplitz(self.encoded, self.head).values(rows, columns)

    def column_range(self, column: int, rows: Blocks) -> Range:
        """See `CellSource.column_range`."""
        return _toeplitz(self.encoded, self.head).column_range(column, rows)

    def row_range(self, row: int, columns: Blocks) -> Range:
        """See `CellSource.row_range`."""
        return _toeplitz(self.encoded, self.head).row_range(row, columns)


class VectorsSource(Struct, frozen=True):
    """The vectors of one head that belong to the distances."""

    encoded: Encoded
    head: int
    pixels: Pixels = "mean"

    @property
    def shape(self) -> tuple[int, int]:
        """Distances and the dimensions of a head."""
        keys = _keys(self.encoded)
        return 2 * keys.farthest + 1, keys.of_head(self.head).width

    def sample(self, region: Rect, width: int, height: int) -> Numbers:
        """(height, width) pixels of the region, in units of cells; see `spec.Source`."""
        under = cells_under(region, (width, height), self.shape, self.pixels)
        return _keys(self.encoded).of_head(self.head).block_means(*under)

    def cells(self, rows: Ints, columns: Ints) -> Floats:
        """See `CellSource.cells`."""
        return _cells(_keys(self.encoded).of_head(self.head), rows, columns)

    def column_range(self, column: int, rows: Blocks) -> Range:
        """See `CellSource.column_range`."""
        return _keys(self.encoded).of_head(self.head).column_range(column, rows)

    def row_range(self, row: int, columns: Blocks) -> Range:
        """See `CellSource.row_range`."""
        return _row_range(self, row, columns)


def cells_under(region: Rect, size: tuple[int, int], shape: tuple[int, int], pixels: Pixels) -> tuple[Blocks, Blocks]:
    """Rows and columns of cells that the pixels of a region stand for. size: width, height; shape: rows, columns."""
    edges = pixel_edges if pixels == "mean" else pixel_centres
    return edges(region.y0, region.y1, size[1], shape[0]), edges(region.x0, region.x1, size[0], shape[1])


def pixel_edges(low: float, high: float, pixels: int, cells: int) -> Blocks:
    """First cell of each pixel and the one after its last: every pixel covers at least one cell.

    Where a pixel is smaller than a cell, both name the cell under the pixel's centre.
    """
    size = (high - low) / pixels
    if size < 1:
        return pixel_centres(low, high, pixels, cells)
    edges = np.floor(low + np.arange(pixels + 1) * size + 0.5).astype(np.int64)
    starts = edges[:-1].clip(0, cells - 1)
    return starts, np.maximum(edges[1:].clip(0, cells), starts + 1)


def pixel_centres(low: float, high: float, pixels: int, cells: int) -> Blocks:
    """The one cell under the centre of each pixel, and the cell after it."""
    places = low + (np.arange(pixels) + 0.5) * ((high - low) / pixels)
    starts = np.floor(places).astype(np.int64).clip(0, cells - 1)
    return starts, starts + 1


def _row_range(source: CellSource, row: int, columns: Blocks) -> Range:
    """Over the cells themselves, which are no more than a table is wide."""
    first = int(columns[0][0])
    values = source.cells(np.array([row]), np.arange(first, int(columns[1][-1])))[0]
    inside = columns[0] - first, columns[1] - first
    return reduced(np.minimum, values, inside), reduced(np.maximum, values, inside)


def _cells(table: Rows, rows: Ints, columns: Ints) -> Floats:
    first, last = int(columns.min()), int(columns.max()) + 1
    return table.narrowed(first, last).values(rows)[:, columns - first]


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
            near = bias.length if bias.near is None else bias.near
            count = 2 * min(near, bias.length) + 1
            check_memory(f"the bias of {count} distances", (encoded.heads + 2) * count)
            return Toeplitz(lambda relative: bias.by_distance(relative)[head], bias.length, near)
        case other:
            raise TypeError(f"{encoded.encoding} yields no bias but {type(other).__name__}")


def _keys(encoded: Encoded) -> RelativeKeys:
    match encoded.evaluate():
        case RelativeKeys() as keys:
            return keys
        case other:
            raise TypeError(f"{encoded.encoding} yields no relative keys but {type(other).__name__}")
