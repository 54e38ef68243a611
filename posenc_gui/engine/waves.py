"""Sines and cosines of position: exact cells, exact block means, and the rotation that links them.

Everything here follows from one description: pair i turns with angular frequency w_i, and its sine and cosine each
stand in one column of the table. All angles are computed in float64.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_gui.engine import stopping

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Complexes = NDArray[np.complex128]

_PI_BEYOND_FLOAT = 1.2246467991473532e-16
"""π less the nearest float64 to it."""

_BAND_NUMBERS = 2**14
_COARSE = 16.0

ABSENT = -1
"""Column number of a sine or cosine that the table has no column for."""


@dataclass(frozen=True, eq=False, slots=True)
class Waves:
    """Where each pair's sine and cosine stand, and how fast they turn.

    inv_freq: (pairs,) angular frequency w_i in radians per position.
    sine_dims, cosine_dims: (pairs,) column of each part, or ABSENT.
    width: number of columns; a column that no pair claims is zero.
    first_position: the position of row 0.
    """

    inv_freq: Floats
    sine_dims: Ints
    cosine_dims: Ints
    width: int
    first_position: int

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
        positions = np.asarray(rows, dtype=np.float64) + self.first_position
        table = np.zeros((len(positions), self.width))
        for band in _bands(len(positions), self.pairs):
            angles = np.multiply.outer(positions[band], self.inv_freq)
            self._fill(table[band], np.sin(angles), np.cos(angles))
        return table

    def block_means(self, starts: Ints, stops: Ints) -> Floats:
        """Mean of the table over the rows starts[r] … stops[r] − 1, block by block: (blocks, width).

        The mean of a sinusoid over n equally spaced samples is its value at their centre times
        sin(n·w/2) / (n·sin(w/2)), so the cost does not depend on how many rows a block holds.
        """
        points = self._points((starts + stops - 1) / 2 + self.first_position)
        counts, kinds = np.unique(stops - starts, return_inverse=True)
        damping = dirichlet(counts[:, np.newaxis], self.inv_freq)
        table = np.zeros((len(starts), self.width))
        for band in _bands(len(starts), self.pairs):
            means = points(band) * damping[kinds[band]]
            self._fill(table[band], means.imag, means.real)
        return table

    def _points(self, positions: Floats) -> Callable[[slice], Complexes]:
        """Gives exp(i·p·w) of every pair for a run of the positions: cosine and sine as one number, (run, pairs).

        Where the positions are sums of few coarse and few fine steps, exp(i(a + b)) = exp(ia) · exp(ib) takes a third
        of the time, and is off by some units in the last place more.
        """
        parts = (np.unique(part, return_inverse=True) for part in np.divmod(positions, _COARSE))
        (coarse, far), (fine, near) = parts
        if 2 * (len(coarse) + len(fine)) > len(positions):
            return lambda run: _on_circle(np.multiply.outer(positions[run], self.inv_freq))
        a = _on_circle(np.multiply.outer(coarse * _COARSE, self.inv_freq))
        b = _on_circle(np.multiply.outer(fine, self.inv_freq))
        return lambda run: a[far[run]] * b[near[run]]

    def _fill(self, table: Floats, sines: Floats, cosines: Floats) -> None:
        for parts, dims in ((sines, self.sine_dims), (cosines, self.cosine_dims)):
            present = np.flatnonzero(dims != ABSENT)
            table[:, _sliced(dims[present])] = parts[:, _sliced(present)]


def _on_circle(angles: Floats) -> Complexes:
    """exp(i·angle), with the parts as sine and cosine give them."""
    points = np.empty(angles.shape, dtype=np.complex128)
    np.cos(angles, out=points.real)
    np.sin(angles, out=points.imag)
    return points


def _bands(rows: int, pairs: int) -> Iterator[slice]:
    """Runs of rows whose working arrays stay in the processor's cache, so that only the table itself takes memory."""
    step = max(1, _BAND_NUMBERS // max(pairs, 1))
    for start in range(0, rows, step):
        stopping.go_on()
        yield slice(start, start + step)


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


def dirichlet(count: ArrayLike, frequency: ArrayLike) -> Floats:
    """sin(n·w/2) / (n·sin(w/2)): what averaging n ≥ 1 samples leaves of a wave of angular frequency w.

    Near a whole number of turns per sample both sines vanish and the rounding of n·w/2 would drown their ratio. So the
    whole half turns m are taken out first: with w/2 = m·π + r the ratio is (−1)^(m·(n − 1)) · sin(n·r) / (n·sin r), and
    n·r is as exact as r is. At r = 0 the limit of the fraction is 1.
    """
    count, half = np.asarray(count, dtype=np.float64), np.asarray(frequency, dtype=np.float64) / 2
    within_turn = np.fmod(half, 2 * np.pi)
    half_turns = np.rint(within_turn / np.pi)
    rest = (within_turn - half_turns * np.pi) - np.rint(half / np.pi) * _PI_BEYOND_FLOAT
    flat = rest == 0
    fraction = np.sin(count * rest) / np.where(flat, 1.0, count * np.sin(rest))
    sign = 1 - 2 * np.fmod(np.abs(half_turns) * (count - 1), 2)
    return np.asarray(sign * np.where(flat, 1.0, fraction))
