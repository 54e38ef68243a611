"""Which row of a learned table a token reads, where a batch is padded and where rows are kept for padding.

Liu et al., "RoBERTa" (2019), and Ott et al., "fairseq" (2019): row padding_idx belongs to padding, and the first real
token has the row after it. A table without such a row has padding_idx −1.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Ints = NDArray[np.int64]
Position = TypeVar("Position", int, NDArray[np.int64])


def table_row(position: Position, padding_idx: int) -> Position:
    """The row of each position: the first one, 0, has the row after that of padding."""
    return position + (padding_idx + 1)


def position_ids(present: ArrayLike, padding_idx: int, before: int = 0) -> Ints:
    """The row of each token (…, n): those that are present are counted, absent ones have row padding_idx.

    present: (…, n), true or 1 where there is a token, as in an attention mask; `tokens != padding_idx` where padding
    has a token of that number. before: how many tokens of the same sequence came in earlier calls.
    """
    real = np.asarray(present, dtype=np.bool_)
    counted = np.cumsum(real, axis=-1, dtype=np.int64) - 1 + before
    return np.where(real, table_row(counted, padding_idx), padding_idx)


def places_of(count: int, padding: int, first: int, count_padding: bool) -> Ints:
    """(padding + count,) the position of each place of a sequence that is padded at the left.

    They run on from `first`. Without `count_padding` the first token has the first one, and so has all padding.
    """
    places = first + np.arange(padding + count, dtype=np.int64)
    return places if count_padding else np.maximum(places - padding, first)
