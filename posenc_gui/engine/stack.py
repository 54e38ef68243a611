"""Layers of attention as they are set up for a sentence: heads, masks, position ids, scales."""

import numpy as np
from msgspec import Struct

from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoding import Floats, Ints, Yield
from posenc_gui.engine.heads import Projections, projections
from posenc_gui.engine.masks import Bools, visible
from posenc_gui.engine.position_ids import places_of
from posenc_gui.engine.rounding import Precision, by_key
from posenc_gui.engine.scaling import scaled
from posenc_gui.engine.tokens import embed

PADDING = ("",)
"""Padding is a token like others, the empty word."""


class Stack(Struct, frozen=True, eq=False):
    """Layers of attention, and how tokens come to them.

    layers: the projections of each. position: what the encoding yields, times the position scale, or None. places: the
    position id of each place, padding first, or None where they are 0, 1, 2 … visible: where a query may look. padding:
    (padding, d_model) embeddings that stand at the left. token_scale: what all embeddings are multiplied with.
    """

    layers: tuple[Projections, ...]
    position: Yield | None
    places: Ints | None
    visible: Bools | None
    precision: Precision
    padding: Floats
    token_scale: float


def stack(
    attention: Attention,
    d_model: int,
    count: int,
    position: Yield | None,
    *,
    offset: int = 0,
    mask: str | None = None,
) -> Stack:
    """The layers that the settings describe, for `count` tokens; `mask` takes the place of that of the settings.

    Raises:
        UserError: heads does not divide d_model.
    """
    padding = attention.padding
    ids = places_of(count, padding, attention.first_id, attention.count_padding)
    return Stack(
        tuple(
            projections(attention, d_model, position, offset=offset, places=ids[padding:], layer=layer)
            for layer in range(attention.layers)
        ),
        scaled(position, attention.position_scale),
        None if np.array_equal(ids, np.arange(len(ids))) else ids,
        visible(mask or attention.mask, count + padding, padding),
        by_key(attention.dtype),
        embed(PADDING, d_model, attention.embedding_seed).repeat(padding, axis=0),
        attention.token_factor(d_model),
    )
