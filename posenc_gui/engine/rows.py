"""Tables that are given by a rule or by an array: rows are computed when they are asked for, means in closed form."""

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Rows(Protocol):
    """A table of which any row, and the mean of any block of rows, can be had without making the others."""

    @property
    def width(self) -> int:
        """Number of columns."""

    def values(self, rows: ArrayLike) -> Floats:
        """The table at the given rows: (rows, width); NaN where a row does not exist."""

    def block_means(self, starts: Ints, stops: Ints) -> Floats:
        """Mean over the rows starts[r] … stops[r] − 1, block by block: (blocks, width)."""

    def narrowed(self, first: int, last: int) -> "Rows":
        """The same table cut to the columns first … last − 1."""


@dataclass(frozen=True, slots=True)
class Ramp:
    """Every column holds slope · row: a table that grows with the position."""

    width: int
    slope: float

    def values(self, rows: ArrayLike) -> Floats:
        """Slope · row in each column; see `Rows.values`."""
        column = self.slope * np.asarray(rows, dtype=np.float64)
        return np.asarray(np.repeat(column[:, np.newaxis], self.width, axis=1))

    def block_means(self, starts: Ints, stops: Ints) -> Floats:
        """The value at the middle of each block, since the rows grow evenly."""
        return self.values((starts + stops - 1) / 2)

    def narrowed(self, first: int, last: int) -> "Ramp":
        """See `Rows.narrowed`."""
        return Ramp(last - first, self.slope)


@dataclass(frozen=True, eq=False, slots=True)
class Bits:
    """Each column holds one binary digit of the row; bits: (width,) which digit, counted from the least one."""

    bits: Ints

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.bits)

    def values(self, rows: ArrayLike) -> Floats:
        """0 or 1; see `Rows.values`."""
        return (np.right_shift.outer(np.asarray(rows, dtype=np.int64), self.bits) & 1).astype(np.float64)

    def block_means(self, starts: Ints, stops: Ints) -> Floats:
        """Share of ones: their number below `stops` less their number below `starts`."""
        ones = self._ones_below(stops) - self._ones_below(starts)
        return np.asarray(ones / (stops - starts)[:, np.newaxis])

    def narrowed(self, first: int, last: int) -> "Bits":
        """See `Rows.narrowed`."""
        return Bits(self.bits[first:last])

    def _ones_below(self, limit: Ints) -> Ints:
        """How many of 0 … limit − 1 have the bit b set: half of each whole period of 2^(b+1), and what the rest has."""
        half = np.left_shift(1, self.bits)
        periods, rest = np.divmod(limit[:, np.newaxis], 2 * half)
        return np.asarray(periods * half + np.maximum(rest - half, 0))


@dataclass(frozen=True, eq=False)
class Stored:
    """A table that is at hand as an array (rows, width), in memory or mapped; rows past its end do not exist."""

    array: NDArray[np.floating]
    first: int = 0
    last: int | None = None
    whole: "Stored | None" = None

    CHUNK = 64
    """Sums are kept for every so many rows: zooming costs the pixels, and memory a small part of the array."""

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

    def block_means(self, starts: Ints, stops: Ints) -> Floats:
        """Means over the rows that exist; NaN for a block that has none."""
        count = len(self.array)
        lows, highs = np.minimum(starts, count), np.minimum(stops, count)
        edges, places = np.unique(np.concatenate([lows, highs]), return_inverse=True)
        sums = np.stack([self._sum_below(int(edge)) for edge in edges])[places]
        counts = (highs - lows).astype(np.float64)
        counts[counts == 0] = np.nan
        return np.asarray((sums[len(lows) :] - sums[: len(lows)]) / counts[:, np.newaxis])

    def narrowed(self, first: int, last: int) -> "Stored":
        """See `Rows.narrowed`; the sums are those of the whole table, which are made once."""
        return Stored(self.array, self.first + first, self.first + last, self.whole or self)

    @cached_property
    def largest(self) -> float:
        """The largest magnitude in the table."""
        return max(float(np.abs(self.array[at : at + 4096]).max()) for at in range(0, len(self.array), 4096))

    @cached_property
    def _chunk_sums(self) -> Floats:
        """Sum of the rows before each chunk, over all columns."""
        if self.whole is not None:
            return self.whole._chunk_sums
        starts = np.arange(0, len(self.array), self.CHUNK)
        sums = np.add.reduceat(self.array, starts, axis=0, dtype=np.float64)
        return np.concatenate([np.zeros((1, self.array.shape[1])), np.cumsum(sums, axis=0)])

    def _sum_below(self, edge: int) -> Floats:
        chunk = edge // self.CHUNK
        rest = self.array[chunk * self.CHUNK : edge, self.first : self.last]
        return np.asarray(self._chunk_sums[chunk, self.first : self.last] + rest.sum(axis=0, dtype=np.float64))
