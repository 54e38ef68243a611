"""What stands between two layers of attention: residual and layer norm, as in the original transformer (post-norm)."""

import numpy as np

from posenc_gui.engine.encoding import Floats
from posenc_gui.engine.rounding import FLOAT64, Precision

EPSILON = 1e-5
"""Added to the variance, as everywhere; it keeps a token of equal numbers finite."""


def joined(stream: Floats, outputs: Floats, precision: Precision = FLOAT64) -> Floats:
    """Residual and layer norm: (x − mean) / √(variance + ε) of each token's x = stream + outputs."""
    rounded = precision.rounded
    total = rounded(stream + outputs)
    centred = rounded(total - rounded(total.mean(axis=-1, keepdims=True)))
    variance = rounded(rounded(centred**2).mean(axis=-1, keepdims=True))
    return rounded(centred / rounded(np.sqrt(rounded(variance + EPSILON))))


def spread(total: Floats) -> Floats:
    """(n,) √(variance + ε) of each token, what a layer norm divides by."""
    return np.asarray(np.sqrt(total.var(axis=-1) + EPSILON))
