"""Matrices that depend on the distance alone, without making them."""

from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.engine.blocks import Blocks, reduced

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def diagonals(by_distance: Floats, keys: int) -> Floats:
    """A read-only view (heads, queries, keys) of numbers by distance.

    by_distance: (heads, queries, queries + keys − 1), or (heads, 1, …) where queries share one line. Its columns run
    over key − query from that of the last query and the first key to that of the first query and the last key, so entry
    [i, j] stands in column j + (queries − 1 − i).
    """
    heads, lines, columns = by_distance.shape
    queries = columns + 1 - keys
    outer, line, step = by_distance.strides
    strides = (outer, (line if lines > 1 else 0) - step, step)
    start = by_distance[..., queries - 1 :]
    return np.lib.stride_tricks.as_strided(start, (heads, queries, keys), strides, writeable=False)


class Toeplitz(Struct, frozen=True, eq=False, dict=True):  # for cached properties, which `replace` copies
    """A square matrix of which entry [i, j] is line[j − i + length − 1]: (2 · length − 1,) numbers in all."""

    line: Floats

    @property
    def length(self) -> int:
        """Number of rows, and of columns."""
        return (len(self.line) + 1) // 2

    def values(self, rows: Ints, columns: Ints) -> Floats:
        """(rows, columns) entries at the given rows and columns."""
        return np.asarray(self.line[columns[np.newaxis, :] - rows[:, np.newaxis] + self.length - 1])

    def block_means(self, rows: Blocks, columns: Blocks) -> Floats:
        """Mean over each block of rows starts … stops − 1 by columns starts … stops − 1: (row blocks, column blocks).

        A block's sum is a sum over its rows of differences of the running sum of the line, which is a difference of
        the running sum of that: four look-ups, however large the block.
        """
        (top, bottom), (left, right) = rows, columns
        sums, found = self._twice_summed, np.zeros((len(top), len(left)))
        for edge, upward in ((top, 1), (bottom, -1)):
            starts = (self.length - edge)[:, np.newaxis]
            for stop, sign in ((right, upward), (left, -upward)):
                found += sign * sums.take(starts + stop)
        found /= np.multiply.outer(bottom - top, right - left)
        return found

    def column_range(self, column: int, rows: Blocks) -> tuple[Floats, Floats]:
        """The smallest and the largest value of a column in each block of rows."""
        values = self.line[column : column + self.length][::-1]
        return reduced(np.minimum, values, rows), reduced(np.maximum, values, rows)

    @cached_property
    def _twice_summed(self) -> Floats:
        """Running sum of the running sum, each beginning with zero: (2 · length + 1,)."""
        once = np.concatenate([[0.0], np.cumsum(self.line)])
        return np.concatenate([[0.0], np.cumsum(once)])
