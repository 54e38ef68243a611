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

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.engine.errors import UserError
from posenc_gui.engine.precision import Format, rounded

Floats = NDArray[np.float64]


class Precision(Struct, frozen=True):
    """A number format. digits: binary digits of the significand, the leading one included."""

    key: Format
    digits: int

    def rounded(self, values: Floats) -> Floats:
        """The nearest numbers of the format; the array itself where they are float64."""
        return rounded(values, self.key)

    @property
    def unit_roundoff(self) -> float:
        """The largest relative error of one rounding, 2^−digits."""
        return float(2.0**-self.digits)


FLOAT64 = Precision("float64", 53)
FLOAT32 = Precision("float32", 24)
BFLOAT16 = Precision("bfloat16", 8)
PRECISIONS = (FLOAT64, FLOAT32, BFLOAT16)


def by_key(key: str) -> Precision:
    """The format of that name; raises `UserError` where there is none."""
    found = next((precision for precision in PRECISIONS if precision.key == key), None)
    if found is None:
        raise UserError(f"dtype is {key}, but must be one of {', '.join(item.key for item in PRECISIONS)}")
    return found
