"""Waves at many positions from few exact rows, by the identity that the program teaches: a shift is a rotation.

exp(i·w·(a + b)) = exp(i·w·a) · exp(i·w·b), so sines and cosines are taken for a handful of positions, and all others
are products of those.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Phasors = NDArray[np.complex128]

RADIX = 32
"""Positions between two steps are written in digits of this base; a power of two, so that w · RADIX^k is exact."""

_BAND = 512
"""Frequencies handled at a time: tables of all digits stay in the processor's cache."""

_PI_BEYOND_FLOAT = 1.2246467991473532e-16
"""π less the nearest float64 to it."""


def phasors(frequencies: Floats, positions: Ints, step: int = 1) -> Phasors:
    """exp(i·w·p) for each position p and frequency w: (positions, frequencies).

    A position is the smallest one, p0, and a number of steps beyond it, and a rest below one step, whose digits are
    those of base `RADIX`. Each of these has a table of powers of one exact row. The cost is least where `step` is about
    the distance of neighbours, since few rests occur then.

    With u = 2^−53 and n the sum of all digits (the number of steps being one), a value is off by at most

        u · |w| · (|p0| + p − p0)  +  (4.3·n + 5·digits + 2) · u:

    the rounding of the angles at p0 and at one step, and, for each power, the sine and cosine of its base, off by 2 u
    together, and a product, which adds √5 u (Brent, Percival, Zimmermann, "Error bounds on complex floating-point
    multiplication", 2007). The first part is what the formula written straight has, too, and is none at a step of 1.
    """
    first = int(positions.min())
    steps, rests = np.divmod(positions - first, step)
    digits = [(step, steps)]
    place = 1
    while place <= rests.max():
        digits.append((place, rests // place % RADIX))
        place *= RADIX
    turned = np.empty((len(positions), len(frequencies)), dtype=np.complex128)
    for low in range(0, len(frequencies), _BAND):
        band = slice(low, low + _BAND)
        turned[:, band] = _row(frequencies[band] * first)
        for unit, digit in digits:
            turned[:, band] *= _powers(_row(frequencies[band] * unit), int(digit.max()) + 1).take(digit, axis=0)
    return turned


def _row(angles: Floats) -> Phasors:
    turned = np.empty(angles.shape, dtype=np.complex128)
    np.cos(angles, out=turned.real)
    np.sin(angles, out=turned.imag)
    return turned


def _powers(base: Phasors, count: int) -> Phasors:
    """base^0 … base^(count − 1), each run of them made of the one before: (count, frequencies)."""
    powers = np.empty((count, len(base)), dtype=np.complex128)
    powers[0] = 1
    done, step = 1, base
    while done < count:
        stop = min(2 * done, count)
        np.multiply(powers[: stop - done], step, out=powers[done:stop])
        done, step = stop, step * step
    return powers


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
