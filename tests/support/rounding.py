"""How far sums of products in float64 may be off, so that tests compare with bounds that are derived."""

import numpy as np

EPS = float(np.finfo(np.float64).eps)

U = EPS / 2
"""Unit roundoff: one operation is off by this much of its result at most."""

CELL = 4 * EPS
"""More than a sine or cosine itself may be off."""


def gamma(operations: int) -> float:
    """Largest relative error of a sum of products after that many roundings, in whatever order they happen."""
    return operations * U / (1 - operations * U)
