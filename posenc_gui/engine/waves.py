"""Sines and cosines of position: exact cells, exact block means, and the rotation that links them.

Everything here follows from one description: pair i turns with angular frequency w_i, and its sine and cosine each
stand in one column of the table. All angles are computed in float64.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

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

    def values(self, rows: ArrayLike) -> Floats:
        """The table at the given rows: (rows, width). Rows may be fractional, negative or past the end."""
        angles = np.multiply.outer(np.asarray(rows, dtype=np.float64) + self.first_position, self.inv_freq)
        return self._placed(np.sin(angles), np.cos(angles))

    def block_means(self, edges: Ints) -> Floats:
        """Mean of the table over the rows edges[r] … edges[r + 1] − 1: (len(edges) − 1, width).

        The mean of a sinusoid over n equally spaced samples is its value at their centre times
        sin(n·w/2) / (n·sin(w/2)), so the cost does not depend on how many rows a block holds.
        """
        counts = np.diff(edges).astype(np.float64)
        centres = (edges[:-1] + edges[1:] - 1) / 2
        damping = dirichlet(counts[:, np.newaxis], self.inv_freq[np.newaxis, :])
        angles = np.multiply.outer(centres + self.first_position, self.inv_freq)
        return self._placed(np.sin(angles) * damping, np.cos(angles) * damping)

    def _placed(self, sines: Floats, cosines: Floats) -> Floats:
        table = np.zeros((len(sines), self.width))
        for parts, dims in ((sines, self.sine_dims), (cosines, self.cosine_dims)):
            present = dims != ABSENT
            table[:, dims[present]] = parts[:, present]
        return table


def dirichlet(count: ArrayLike, frequency: ArrayLike) -> Floats:
    """sin(n·w/2) / (n·sin(w/2)): what averaging n samples leaves of a wave of angular frequency w.

    Where w is a whole number of turns per sample the limit ±1 is taken.
    """
    count, half = np.asarray(count, dtype=np.float64), np.asarray(frequency, dtype=np.float64) / 2
    below = np.sin(half)
    flat = np.abs(below) < np.finfo(np.float64).tiny ** 0.5
    ratio = np.sin(count * half) / (count * np.where(flat, 1.0, below))
    limit = np.cos(count * half) / np.where(flat, np.cos(half), 1.0)
    return np.where(flat, limit, ratio)
