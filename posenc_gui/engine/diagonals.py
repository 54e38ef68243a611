"""Matrices that depend on the distance alone, without making them."""

from collections.abc import Callable
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
    """A square matrix whose entry [i, j] is by_distance(j − i), which takes an array of distances.

    near: the distance from which on the numbers go on in even steps, on either side; the numbers up to there are at
    hand, and however many lie beyond them cost nothing.
    """

    by_distance: Callable[[Ints], Floats]
    length: int
    near: int

    @property
    def reach(self) -> int:
        """The farthest distance whose number is at hand; there are two at least on either side, where there is room."""
        return min(self.near + 1, self.length - 1)

    @property
    def largest(self) -> float:
        """The largest magnitude."""
        ends = self.by_distance(np.array([1 - self.length, self.length - 1]))
        return float(max(np.abs(self._line).max(), np.abs(ends).max()))

    def values(self, rows: Ints, columns: Ints) -> Floats:
        """(rows, columns) entries at the given rows and columns."""
        return self.by_distance(columns[np.newaxis, :] - rows[:, np.newaxis])

    def block_means(self, rows: Blocks, columns: Blocks) -> Floats:
        """Mean over each block of rows starts … stops − 1 by columns starts … stops − 1: (row blocks, column blocks).

        A block's sum is a sum over its rows of differences of the running sum of the line, which is a difference of
        the running sum of that: four look-ups, however large the block. A block whose numbers all lie in even steps has
        the mean of its two farthest corners, so running sums are needed as far as blocks reach that do not.
        """
        (top, bottom), (left, right) = rows, columns
        widest = int((bottom - top).max() + (right - left).max())
        reach = min(self.reach + widest, self.length - 1)
        sums = _twice_summed(self._continued(reach))
        found = np.zeros((len(top), len(left)))
        for edge, upward in ((top, 1), (bottom, -1)):
            starts = (reach + 1 - edge)[:, np.newaxis]
            for stop, sign in ((right, upward), (left, -upward)):
                found += sign * sums.take(starts + stop, mode="clip")
        found /= np.multiply.outer(bottom - top, right - left)
        if reach < self.length - 1:
            self._put_far(found, rows, columns)
        return found

    def column_range(self, column: int, rows: Blocks) -> tuple[Floats, Floats]:
        """The smallest and the largest value of a column in each block of rows."""
        return self._range(column - rows[1] + 1, column - rows[0])

    def row_range(self, row: int, columns: Blocks) -> tuple[Floats, Floats]:
        """The smallest and the largest value of a row in each block of columns."""
        return self._range(columns[0] - row, columns[1] - 1 - row)

    def _range(self, first: Ints, last: Ints) -> tuple[Floats, Floats]:
        """The smallest and the largest number from the first to the last distance: at these, or near the diagonal."""
        ends = self.by_distance(np.stack([first, last]))
        between = first.clip(-self.reach, self.reach) + self.reach, last.clip(-self.reach, self.reach) + self.reach + 1
        meets = (first <= self.reach) & (last >= -self.reach)
        lows, highs = (
            np.where(meets, reduced(function, self._line, between), function.reduce(ends, axis=0))
            for function in (np.minimum, np.maximum)
        )
        return np.minimum(lows, ends.min(axis=0)), np.maximum(highs, ends.max(axis=0))

    @cached_property
    def _line(self) -> Floats:
        """The numbers at hand, from −reach to reach."""
        return self.by_distance(np.arange(-self.reach, self.reach + 1))

    def _continued(self, reach: int) -> Floats:
        """The numbers from −reach to reach, those that are not at hand in even steps."""
        line, count = self._line, reach - self.reach
        if not count:
            return line
        steps = np.arange(1, count + 1)
        before, after = line[0] + (line[0] - line[1]) * steps[::-1], line[-1] + (line[-1] - line[-2]) * steps
        return np.concatenate([before, line, after])

    def _put_far(self, means: Floats, rows: Blocks, columns: Blocks) -> None:
        """Put in the means of the blocks whose numbers lie in even steps: those in the middle of each."""
        line, reach = self._line, self.reach
        (top, bottom), (left, right) = rows, columns
        middle = np.subtract.outer(-(top + bottom - 1) / 2, -(left + right - 1) / 2)
        after = np.subtract.outer(-(bottom - 1), -left) >= reach
        before = np.subtract.outer(-top, -(right - 1)) <= -reach
        means[after] = line[-1] + (line[-1] - line[-2]) * (middle[after] - reach)
        means[before] = line[0] + (line[0] - line[1]) * (-reach - middle[before])


def _twice_summed(line: Floats) -> Floats:
    """Running sum of the running sum, each beginning with zero: two numbers more."""
    once = np.concatenate([[0.0], np.cumsum(line)])
    return np.concatenate([[0.0], np.cumsum(once)])
