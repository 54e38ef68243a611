"""What rounding does to the angles and the cosines, in the number formats that models are computed in.

A format is emulated operation by operation: each operand and each result is rounded to the nearest number that the
format has, to even where two are as near. Code writes the angle in one of two ways:

- multiply: p · w with w = 1 / base^(2i/d) kept as a table, as RoPE code does: base^(2i/d) is rounded, then w, then the
  product;
- divide: p / base^(2i/d), as in the paper: base^(2i/d) is rounded, then the quotient.

Sine and cosine are then those of the rounded angle, rounded again. The truth that this is measured against is the
product of p and the float64 frequency without any rounding.
"""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Format = Literal["float64", "float32", "float16", "bfloat16"]
Method = Literal["multiply", "divide"]
Part = Literal["sine", "cosine"]

FORMATS: tuple[Format, ...] = ("float64", "float32", "float16", "bfloat16")


_NATIVE: dict[Format, type[np.floating]] = {"float64": np.float64, "float32": np.float32, "float16": np.float16}
"""The formats that the processor or NumPy itself rounds to."""

_LARGEST = (2 - 2.0**-7) * 2.0**127
_SMALLEST_NORMAL = 2.0**-126
_SMALLEST = 2.0**-133
_DROPPED = np.uint64(53 - 8)
"""bfloat16: its range, and the digits of a float64 that it lacks."""

_FIRST_DIGITS = np.uint64(0xFFFF_FFFF_0000_0000)
"""Keeps 21 of a float64's 53 digits: few enough for an exact product with 32 more."""


def largest_number(kind: Format) -> float:
    """The largest finite number of a format."""
    return float(np.finfo(_NATIVE[kind]).max) if kind in _NATIVE else _LARGEST


def rounded(values: ArrayLike, kind: Format) -> Floats:
    """The nearest numbers of the format, to even where two are as near; infinite beyond its largest one.

    Numbers too small to be normal keep fewer digits, as the formats have it.
    """
    values = np.asarray(values, dtype=np.float64)
    if kind == "float64":
        return values  # not even copied: attention comes by here with each of its matrices
    if kind not in _NATIVE:
        return _bfloat16(values)
    with np.errstate(over="ignore"):
        return values.astype(_NATIVE[kind]).astype(np.float64)


def _bfloat16(values: Floats) -> Floats:
    """As `rounded`. To add half of the last digit that is kept, less one unless that is odd, carries as it should."""
    bits = np.ascontiguousarray(values).view(np.uint64)
    odd = bits >> _DROPPED & np.uint64(1)
    half = (np.uint64(1) << _DROPPED - np.uint64(1)) - np.uint64(1)
    found = (bits + half + odd >> _DROPPED << _DROPPED).view(np.float64).reshape(values.shape)
    with np.errstate(over="ignore"):  # of numbers that are not small, which are left as found
        small = np.rint(values / _SMALLEST) * _SMALLEST
    found = np.where(np.abs(values) < _SMALLEST_NORMAL, small, found)
    found = np.where(np.abs(found) > _LARGEST, np.copysign(np.inf, values), found)
    return np.asarray(np.where(np.isnan(values), values, found))


def computed_angles(positions: ArrayLike, inv_freq: ArrayLike, kind: Format, method: Method) -> Floats:
    """(positions, pairs) angles as code in that format computes them, in radians."""
    positions, inv_freq = np.asarray(positions, dtype=np.float64), np.asarray(inv_freq, dtype=np.float64)
    places, scales = rounded(positions, kind), rounded(1 / inv_freq, kind)
    with np.errstate(over="ignore", invalid="ignore"):  # infinite over infinite is no number here as in the format
        if method == "multiply":
            return rounded(np.multiply.outer(places, rounded(1 / scales, kind)), kind)
        return rounded(np.divide.outer(places, scales), kind)


def true_angles(positions: ArrayLike, inv_freq: ArrayLike) -> tuple[Floats, Floats]:
    """(positions, pairs) p · w as a float64 and the small rest that it lacks: their sum is exact to 70 bits.

    Positions must be whole, and have no more than 32 bits.
    """
    positions, inv_freq = np.asarray(positions, dtype=np.float64), np.asarray(inv_freq, dtype=np.float64)
    angles = np.multiply.outer(positions, inv_freq)
    upper = (np.ascontiguousarray(inv_freq).view(np.uint64) & _FIRST_DIGITS).view(np.float64)
    rest = np.multiply.outer(positions, upper) - angles  # exact, both the product and the difference
    return angles, rest + np.multiply.outer(positions, inv_freq - upper)


def angle_errors(positions: ArrayLike, inv_freq: ArrayLike, kind: Format, method: Method) -> Floats:
    """(positions, pairs) computed angle less the true one, in radians; NaN where the format has no such number."""
    angles, rest = true_angles(positions, inv_freq)
    found = computed_angles(positions, inv_freq, kind, method)
    with np.errstate(invalid="ignore"):
        return np.where(np.isfinite(found), (found - angles) - rest, np.nan)


def value_errors(positions: ArrayLike, inv_freq: ArrayLike, kind: Format, method: Method, part: Part) -> Floats:
    """(positions, pairs) computed sine or cosine less the true one; NaN where the format has no such angle."""
    angles, rest = true_angles(positions, inv_freq)
    found = computed_angles(positions, inv_freq, kind, method)
    found = np.where(np.isfinite(found), found, np.nan)
    if part == "sine":
        return np.asarray((rounded(np.sin(found), kind) - np.sin(angles)) - np.cos(angles) * rest)
    return np.asarray((rounded(np.cos(found), kind) - np.cos(angles)) + np.sin(angles) * rest)
