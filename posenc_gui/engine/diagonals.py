"""Matrices that depend on the distance alone, without making them."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def diagonals(by_distance: Floats, keys: int) -> Floats:
    """A read-only view (heads, queries, keys) of numbers by distance.

    by_distance: (heads, queries, queries + keys − 1), or (heads, 1, …) where the queries share one line. Its columns run
    over key − query from that of the last query and the first key to that of the first query and the last key, so entry
    [i, j] stands in column j + (queries − 1 − i).
    """
    heads, lines, columns = by_distance.shape
    queries = columns + 1 - keys
    outer, line, step = by_distance.strides
    strides = (outer, (line if lines > 1 else 0) - step, step)
    start = by_distance[..., queries - 1 :]
    return np.lib.stride_tricks.as_strided(start, (heads, queries, keys), strides, writeable=False)
