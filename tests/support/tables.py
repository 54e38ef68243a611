"""The whole table of an encoding that is added to the embeddings."""

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Table


def table_of(encoded: Encoded) -> NDArray[np.float64]:
    """(length, d_model) values of an encoding that yields a table."""
    yielded = encoded.evaluate()
    assert isinstance(yielded, Table)
    return yielded.values
