"""Number formats as rounding: what float32 and bfloat16 make of each result.

All arrays are kept in float64, which holds the numbers of the smaller formats exactly. In a smaller format the result
of every operation is rounded to its nearest number, and to the even one of two that are equally near:

- each operation on single numbers (+, −, ·, /, √, exp) is one operation. Computed in float64 and then rounded it gives
  what the format's own arithmetic gives, since 53 binary digits are more than twice 24 and two more (Figueroa, "When is
  Double Rounding Innocuous?", 1995); exp is as good as that of float64;
- a product of matrices, a sum over keys and a mean are one operation each: accumulated in float64 and rounded once, as
  the matrix units of processors do that accumulate in a wider format than they store;
- what is given (embeddings, tables, projections, scale) is computed in float64 and rounded once before it is used.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.errors import UserError

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Precision:
    """A number format. digits: binary digits of the significand, the leading one included; rounded: to its numbers."""

    key: str
    digits: int
    rounded: Callable[[Floats], Floats]

    @property
    def unit_roundoff(self) -> float:
        """The largest relative error of one rounding, 2^−digits."""
        return float(2.0**-self.digits)


def _as_it_is(values: Floats) -> Floats:
    return values


def _to_float32(values: Floats) -> Floats:
    with np.errstate(over="ignore"):
        return np.asarray(values, dtype=np.float64).astype(np.float32).astype(np.float64)


_DROPPED = np.uint64(45)
"""Binary digits of a float64 beyond the 8 of a bfloat16."""

_LEAST_NORMAL, _STEP_BELOW = 2.0**-126, 2.0**-133
_BEYOND = 2.0**128


def _to_bfloat16(values: Floats) -> Floats:
    """Rounded in the pattern of bits: half a step less one is added, and one more where the kept part is odd."""
    bits = np.array(values, dtype=np.float64).view(np.uint64)
    odd = (bits >> _DROPPED) & np.uint64(1)
    bits += (np.uint64(1) << (_DROPPED - np.uint64(1))) - np.uint64(1) + odd
    bits &= ~((np.uint64(1) << _DROPPED) - np.uint64(1))
    found = bits.view(np.float64)
    tiny = np.abs(values) < _LEAST_NORMAL
    if tiny.any():
        found = np.where(tiny, np.rint(np.asarray(values) / _STEP_BELOW) * _STEP_BELOW, found)
    return np.where(np.abs(found) >= _BEYOND, np.copysign(np.inf, found), found)


FLOAT64 = Precision("float64", 53, _as_it_is)
FLOAT32 = Precision("float32", 24, _to_float32)
BFLOAT16 = Precision("bfloat16", 8, _to_bfloat16)
PRECISIONS = (FLOAT64, FLOAT32, BFLOAT16)


def by_key(key: str) -> Precision:
    """The format of that name; raises `UserError` where there is none."""
    found = next((precision for precision in PRECISIONS if precision.key == key), None)
    if found is None:
        raise UserError(f"dtype is {key}, but must be one of {', '.join(item.key for item in PRECISIONS)}")
    return found
