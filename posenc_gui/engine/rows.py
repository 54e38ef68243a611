"""Tables that are given by a rule or by an array: rows are computed when they are asked for, means in closed form."""

from functools import cached_property
from typing import Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from posenc_gui.engine.blocks import Blocks, columns_of, reduced

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Numbers = NDArray[np.floating]
Range = tuple[Floats, Floats]
"""Smallest and largest values."""


class Rows(Protocol):
    """A table of which any row, and the mean of any block, can be had without making the others."""

    @property
    def width(self) -> int:
        """Number of columns."""

    def values(self, rows: ArrayLike) -> Floats:
        """The table at the given rows: (rows, width); NaN where a row does not exist."""

    def block_means(self, rows: Blocks, columns: Blocks) -> Numbers:
        """Mean over each block of rows by each block of columns, in float32 or float64: (row blocks, column blocks)."""

    def column_range(self, column: int, rows: Blocks) -> Range:
        """The smallest and the largest value of one column in each block of rows: (blocks,) each."""

    def narrowed(self, first: int, last: int) -> "Rows":
        """The same table cut to the columns first … last − 1."""


class Ramp(Struct, frozen=True):
    """Every column holds slope · row: a table that grows with the position."""

    width: int
    slope: float

    def values(self, rows: ArrayLike) -> Floats:
        """Slope · row in each column; see `Rows.values`."""
        return self._repeated(rows, self.width)

    def block_means(self, rows: Blocks, columns: Blocks) -> Floats:
        """The value at the middle of each block, since the rows grow evenly."""
        return self._repeated((rows[0] + rows[1] - 1) / 2, len(columns[0]))

    def column_range(self, column: int, rows: Blocks) -> Range:  # noqa: ARG002 - all columns are alike
        """The values at both ends of each block."""
        return np.multiply(self.slope, rows[0]), np.multiply(self.slope, rows[1] - 1)

    def narrowed(self, first: int, last: int) -> "Ramp":
        """See `Rows.narrowed`."""
        return Ramp(last - first, self.slope)

    def _repeated(self, rows: ArrayLike, width: int) -> Floats:
        column = self.slope * np.asarray(rows, dtype=np.float64)
        return np.asarray(np.repeat(column[:, np.newaxis], width, axis=1))


class Bits(Struct, frozen=True, eq=False):
    """Each column holds one binary digit of the row; bits: (width,) which digit, counted from the least one."""

    bits: Ints

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.bits)

    def values(self, rows: ArrayLike) -> Floats:
        """0 or 1; see `Rows.values`."""
        return (np.right_shift.outer(np.asarray(rows, dtype=np.int64), self.bits) & 1).astype(np.float64)

    def block_means(self, rows: Blocks, columns: Blocks) -> Floats:
        """Share of ones: that of each digit among the rows, times the share of that digit among the columns."""
        digits, digit = np.unique(self.bits, return_inverse=True)
        block, column = columns_of(columns)
        shape = len(columns[0]), len(digits)
        occurs = np.bincount(block * len(digits) + digit[column], minlength=shape[0] * shape[1]).reshape(shape)
        shares = occurs / (columns[1] - columns[0])[:, np.newaxis]
        return np.asarray(_share_of_ones(digits, rows) @ shares.T)

    def column_range(self, column: int, rows: Blocks) -> Range:
        """0 unless all digits are 1, and 1 unless all of them are 0."""
        share = _share_of_ones(self.bits[column : column + 1], rows)[:, 0]
        return np.floor(share), np.ceil(share)

    def narrowed(self, first: int, last: int) -> "Bits":
        """See `Rows.narrowed`."""
        return Bits(self.bits[first:last])


def _share_of_ones(bits: Ints, rows: Blocks) -> Floats:
    """(blocks, bits)."""
    starts, stops = rows
    return np.asarray((_ones_below(bits, stops) - _ones_below(bits, starts)) / (stops - starts)[:, np.newaxis])


def _ones_below(bits: Ints, limit: Ints) -> Ints:
    """How many of 0 … limit − 1 have the bit b set: half of each whole period of 2^(b+1), and what the rest has."""
    half = np.left_shift(1, bits)
    periods, rest = np.divmod(limit[:, np.newaxis], 2 * half)
    return np.asarray(periods * half + np.maximum(rest - half, 0))


class Stored(Struct, frozen=True, eq=False, dict=True):  # for cached properties, which `replace` copies
    """A table that is at hand as an array (rows, width), in memory or mapped; rows past its end do not exist.

    whole: the table that this one is cut from, where it is.
    """

    array: Numbers
    first: int = 0
    last: int | None = None
    whole: "Stored | None" = None

    BAND_NUMBERS = 2**16
    """Numbers that are added up at a time: they stay in the processor's cache."""

    CHUNK = 32
    """Sums, and smallest and largest values, are kept for every so many rows: zooming costs the pixels, and memory a
    small part of the array."""

    @property
    def width(self) -> int:
        """Number of columns."""
        return int(self.array[:1, self.first : self.last].shape[1])

    def values(self, rows: ArrayLike) -> Floats:
        """The rows as they are stored; NaN for a row that does not exist."""
        wanted = np.asarray(rows, dtype=np.int64)
        exists = (wanted >= 0) & (wanted < len(self.array))
        found = np.full((len(wanted), self.width), np.nan)
        found[exists] = self.array[wanted[exists], self.first : self.last]
        return found

    def block_means(self, rows: Blocks, columns: Blocks) -> Floats:
        """Means over the rows that exist; NaN for a block that has none."""
        lows, highs = self._existing(rows)
        counts = (highs - lows)[:, np.newaxis].astype(np.float64)
        counts[counts == 0] = np.nan
        if counts.max() == 1:
            return self._means_of_rows(rows[0], columns)
        edges, places = np.unique(np.concatenate([lows, highs]), return_inverse=True)
        first, last = int(columns[0][0]), int(columns[1][-1])
        cut, inside = slice(self.first + first, self.first + last), (columns[0] - first, columns[1] - first)
        sums = np.concatenate([_column_means(self._sum_below(int(edge), cut), inside) for edge in edges])
        means = sums[places[len(lows) :]]
        means -= sums[places[: len(lows)]]
        means /= counts
        return means

    def _means_of_rows(self, rows: Ints, columns: Blocks) -> Floats:
        """Means over blocks of columns in single rows, some rows at a time: a wide picture takes no memory for them."""
        means, step = np.empty((len(rows), len(columns[0]))), max(1, self.BAND_NUMBERS // self.width)
        for first in range(0, len(rows), step):
            band = slice(first, first + step)
            means[band] = _column_means(self.values(rows[band]), columns)
        return means

    def column_range(self, column: int, rows: Blocks) -> Range:
        """From whole chunks and the rows before and after them; NaN for a block that has no rows."""
        lows, highs = self._existing(rows)
        first = np.minimum(-(-lows // self.CHUNK), highs // self.CHUNK)
        last = highs // self.CHUNK
        ends = np.arange(self.CHUNK)
        before = self._marked(lows[:, np.newaxis] + ends, np.minimum(highs, first * self.CHUNK), column)
        after = self._marked((np.maximum(last * self.CHUNK, lows))[:, np.newaxis] + ends, highs, column)
        smallest, largest = (table[:, self.first + column] for table in self._chunk_ranges)
        rest = np.concatenate([before, after], axis=1)
        inner = first, last
        return (
            np.fmin(np.fmin.reduce(rest, axis=1), _range_of(np.fmin, smallest, inner)),
            np.fmax(np.fmax.reduce(rest, axis=1), _range_of(np.fmax, largest, inner)),
        )

    def narrowed(self, first: int, last: int) -> "Stored":
        """See `Rows.narrowed`; sums and ranges are those of the whole table, which are made once."""
        return Stored(self.array, self.first + first, self.first + last, self.whole or self)

    @cached_property
    def largest(self) -> float:
        """The largest magnitude in the table."""
        smallest, largest = self._chunk_ranges
        return float(max(-smallest.min(), largest.max()))

    @cached_property
    def _chunk_sums(self) -> Floats:
        """Sum of the rows before each chunk, over all columns."""
        if self.whole is not None:
            return self.whole._chunk_sums
        sums = np.zeros((len(self._chunk_starts) + 1, self.array.shape[1]))
        np.add.reduceat(self.array, self._chunk_starts, axis=0, dtype=np.float64, out=sums[1:])
        return np.cumsum(sums, axis=0, out=sums)

    @cached_property
    def _chunk_ranges(self) -> tuple[Numbers, Numbers]:
        """The smallest and the largest value of each chunk, column by column."""
        if self.whole is not None:
            return self.whole._chunk_ranges
        return (
            np.minimum.reduceat(self.array, self._chunk_starts, axis=0),
            np.maximum.reduceat(self.array, self._chunk_starts, axis=0),
        )

    @property
    def _chunk_starts(self) -> Ints:
        return np.arange(0, len(self.array), self.CHUNK)

    def _existing(self, rows: Blocks) -> Blocks:
        return np.minimum(rows[0], len(self.array)), np.minimum(rows[1], len(self.array))

    def _sum_below(self, edge: int, columns: slice) -> Floats:
        """(1, columns) sum of the rows before an edge: that of the nearest chunk, and the rows between the two."""
        chunk = min((edge + self.CHUNK // 2) // self.CHUNK, len(self._chunk_sums) - 1)
        known, at = self._chunk_sums[chunk : chunk + 1, columns], chunk * self.CHUNK
        between = self.array[min(at, edge) : max(at, edge), columns].sum(axis=0, dtype=np.float64)
        found: Floats = known + between if edge > at else known - between
        return found

    def _marked(self, rows: Ints, stops: Ints, column: int) -> Floats:
        """One column at the given rows, (blocks, rows); NaN from the stop of each block on."""
        found: Floats = self.array[rows.clip(0, len(self.array) - 1), self.first + column].astype(np.float64)
        found[rows >= stops[:, np.newaxis]] = np.nan
        return found


def _column_means(values: Floats, columns: Blocks) -> Floats:
    """Means over blocks of columns, row by row."""
    starts, stops = columns
    counts = stops - starts
    if np.all(counts == 1):
        return values[:, starts]
    return reduced(np.add, values, columns) / counts


def _range_of(function: np.ufunc, values: Numbers, blocks: Blocks) -> Floats:
    """The function over each block of values; NaN for an empty block."""
    existing: Floats = np.where(blocks[0] < blocks[1], reduced(function, values, blocks), np.nan)
    return existing
