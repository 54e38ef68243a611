"""Measurements: what a shift does to an encoding."""

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine import stopping
from posenc_gui.engine.waves import Waves

Floats = NDArray[np.float64]

_BLOCK_NUMBERS = 2**18
"""Angles handled at a time, so that the working arrays stay in cache and memory stays flat."""


def shift_matrix(waves: Waves, pair: int, offset: int) -> Floats:
    """M_k for one pair, (2, 2): (sin, cos) at p + k is M_k times (sin, cos) at p, whatever p.

    sin((p+k)w) =  cos(kw) sin(pw) + sin(kw) cos(pw)
    cos((p+k)w) = −sin(kw) sin(pw) + cos(kw) cos(pw)
    """
    angle = offset * waves.inv_freq[pair]
    return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


def shifted_rows(length: int, offset: int) -> range:
    """The rows p for which p + k is in the table, too."""
    return range(max(0, -offset), min(length, length - offset))


def shift_residual(waves: Waves, places: range, offset: int) -> float:
    """Largest |PE[p+k] − M_k PE[p]| over all pairs and the given rows p.

    Both sides are computed on their own in float64, so this is the rounding level, not zero.
    """
    largest = 0.0
    step = max(1, _BLOCK_NUMBERS // max(waves.pairs, 1))
    cos_k, sin_k = np.cos(offset * waves.inv_freq), np.sin(offset * waves.inv_freq)
    for start in range(0, len(places), step):
        stopping.go_on()
        rows = np.array(places[start : start + step], dtype=np.float64) + waves.first_position
        here, there = np.multiply.outer(rows, waves.inv_freq), np.multiply.outer(rows + offset, waves.inv_freq)
        sin_p, cos_p = np.sin(here), np.cos(here)
        error_sin = np.abs(np.sin(there) - (cos_k * sin_p + sin_k * cos_p))
        error_cos = np.abs(np.cos(there) - (cos_k * cos_p - sin_k * sin_p))
        largest = max(largest, float(error_sin.max(initial=0.0)), float(error_cos.max(initial=0.0)))
    return largest
