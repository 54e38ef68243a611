"""Masks: which keys a query may look at."""

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]


def visible(mask: str, count: int, padding: int = 0) -> Bools | None:
    """(count, count), true where the query (row) may look at the key (column); None where it may look at all.

    The first `padding` places hold padding. mask "none" hides nothing, padding neither; "causal" hides what stands
    after the query, and padding; "padding" hides padding alone. A query can always see itself, so that no row is empty.
    """
    if mask == "none" or (mask == "padding" and padding == 0):
        return None
    places = np.arange(count)
    seen = np.ones((count, count), dtype=np.bool_)
    if mask == "causal":
        seen = places[np.newaxis, :] <= places[:, np.newaxis]
    seen[:, :padding] = False
    seen[places, places] = True
    seen.flags.writeable = False
    return seen
