"""The whole table of an encoding that has one."""

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Table


def whole_table(encoded: Encoded) -> NDArray[np.float64]:
    """(length, d_model) values in float64."""
    yielded = encoded.evaluate()
    assert isinstance(yielded, Table)
    return yielded.values
