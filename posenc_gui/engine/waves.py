"""Sines and cosines of position: exact cells, exact block means, and the rotation that links them.

Everything here follows from one description: pair i turns with angular frequency w_i, and its sine and cosine each
stand in one column of the table. All angles are computed in float64.
"""

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from posenc_gui.engine import blocks, stopping
from posenc_gui.engine.blocks import Blocks, Described, Floats32

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_BAND_NUMBERS = 2**15
"""Angles handled at a time: working arrays stay in the processor's cache, and only the table takes memory."""

ABSENT = -1
"""Column number of a sine or cosine that the table has no column for."""


class Waves(Struct, frozen=True, eq=False):
    """Where each pair's sine and cosine stand, and how fast they turn.

    inv_freq: (pairs,) angular frequency w_i in radians per position.
    sine_dims, cosine_dims: (pairs,) column of each part, or ABSENT.
    width: number of columns; a column that no pair claims is zero.
    first_position: the position of row 0.

    The arrays are made read-only, so that waves can be shared.
    """

    inv_freq: Floats
    sine_dims: Ints
    cosine_dims: Ints
    width: int
    first_position: int

    def __post_init__(self) -> None:
        for array in (self.inv_freq, self.sine_dims, self.cosine_dims):
            array.flags.writeable = False

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        return len(self.inv_freq)

    @property
    def wavelengths(self) -> Floats:
        """(pairs,) positions per turn, 2π / w_i."""
        return np.asarray(2 * np.pi / self.inv_freq)

    def angles(self, positions: ArrayLike, pair: int) -> Floats:
        """Angle p · w_i of one pair at the given rows, in radians; rows may be fractional."""
        return np.asarray((np.asarray(positions, dtype=np.float64) + self.first_position) * self.inv_freq[pair])

    def pair_of(self, dimension: int) -> int | None:
        """The pair that a column belongs to, or None for a column of zeros."""
        found = np.flatnonzero((self.sine_dims == dimension) | (self.cosine_dims == dimension))
        return int(found[0]) if len(found) else None

    def dims_of(self, pair: int) -> tuple[int, ...]:
        """The columns of a pair that exist, sine before cosine."""
        both = (int(self.sine_dims[pair]), int(self.cosine_dims[pair]))
        return tuple(dim for dim in both if dim != ABSENT)

    def narrowed(self, first: int, last: int) -> "Waves":
        """The same table cut to the columns first … last − 1, with only the pairs that stand there."""
        if (first, last) == (0, self.width):
            return self
        kept = _inside(self.sine_dims, first, last) | _inside(self.cosine_dims, first, last)
        sines, cosines = self.sine_dims[kept], self.cosine_dims[kept]
        return Waves(
            self.inv_freq[kept],
            np.where(_inside(sines, first, last), sines - first, ABSENT),
            np.where(_inside(cosines, first, last), cosines - first, ABSENT),
            last - first,
            self.first_position,
        )

    def values(self, rows: ArrayLike) -> Floats:
        """The table at the given rows: (rows, width). Rows may be fractional, negative or past the end."""
        places = np.asarray(rows, dtype=np.float64)
        table = np.empty((len(places), self.width))
        step = max(1, _BAND_NUMBERS // max(self.pairs, 1))
        for start in range(0, len(places), step):
            stopping.go_on()
            angles = np.multiply.outer(places[start : start + step] + self.first_position, self.inv_freq)
            self.place(table[start : start + step], np.sin(angles), np.cos(angles))
        return table

    def place(self, table: NDArray[np.floating], sines: NDArray[np.floating], cosines: NDArray[np.floating]) -> None:
        """Fill a table with the parts of each pair, (rows, pairs), and with zeros where no pair claims a column."""
        if self._claimed < self.width:
            table[:] = 0
        for parts, dims in ((sines, self.sine_dims), (cosines, self.cosine_dims)):
            present = np.flatnonzero(dims != ABSENT)
            table[:, _sliced(dims[present])] = parts[:, _sliced(present)]

    def block_means(self, rows: Blocks, columns: Blocks) -> Floats32:
        """Mean over each block of rows by columns, in float32; see `blocks.block_means`."""
        return blocks.block_means(self, rows, columns)

    def column_range(self, column: int, rows: Blocks) -> tuple[Floats, Floats]:
        """The smallest and the largest value of the wave between the first and the last row of each block."""
        pairs, weights = self.column_weights
        if weights[column] == 0:
            return np.zeros(len(rows[0])), np.zeros(len(rows[0]))
        shift = 0.0 if weights[column] == -1j else np.pi / 2  # cos(a) = sin(a + π/2)
        pair = int(pairs[column])
        ends = self.angles(rows[0], pair) + shift, self.angles(rows[1] - 1, pair) + shift
        return sine_range(np.minimum(*ends), np.maximum(*ends))  # a wave may run backwards

    @property
    def _claimed(self) -> int:
        return int(np.count_nonzero(self.sine_dims != ABSENT) + np.count_nonzero(self.cosine_dims != ABSENT))

    @property
    def is_interleaved(self) -> bool:
        """Whether sine and cosine of each pair stand side by side, all pairs in order, so that a row is complex."""
        return (
            self.width == 2 * self.pairs
            and np.array_equal(self.sine_dims, np.arange(0, self.width, 2))
            and np.array_equal(self.cosine_dims, self.sine_dims + 1)
        )

    @property
    def column_weights(self) -> Described:
        """(width,) pair of each column, and the weight by which it is the real part of weight · exp(i·w·p).

        A column that no pair claims has the weight 0.
        """
        pairs, weights = np.zeros(self.width, dtype=np.int64), np.zeros(self.width, dtype=np.complex64)
        for dims, weight in ((self.sine_dims, -1j), (self.cosine_dims, 1)):
            present = np.flatnonzero(dims != ABSENT)
            pairs[dims[present]], weights[dims[present]] = present, weight
        return pairs, weights


def _sliced(dims: Ints) -> slice | Ints:
    """The same columns, as a slice where they are evenly spaced: NumPy fills it many times faster."""
    steps = np.diff(dims)
    if len(steps) == 0 or steps[0] < 1 or (steps != steps[0]).any():
        return dims
    return slice(int(dims[0]), int(dims[-1]) + 1, int(steps[0]))


def _inside(dims: Ints, first: int, last: int) -> NDArray[np.bool_]:
    return (dims >= first) & (dims < last)


def sine_range(start: Floats, stop: Floats) -> tuple[Floats, Floats]:
    """Smallest and largest value of the sine between two angles, start ≤ stop: what a thin column of a curve covers."""
    ends = np.sin(start), np.sin(stop)
    crests = np.floor((stop - np.pi / 2) / (2 * np.pi)) >= np.ceil((start - np.pi / 2) / (2 * np.pi))
    troughs = np.floor((stop + np.pi / 2) / (2 * np.pi)) >= np.ceil((start + np.pi / 2) / (2 * np.pi))
    return np.where(troughs, -1.0, np.minimum(*ends)), np.where(crests, 1.0, np.maximum(*ends))
