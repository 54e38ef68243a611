"""A pre-softmax score as the sum of what tokens and positions contribute to it, for encodings that are added."""

import numpy as np
from msgspec import Struct

from posenc_gui.engine import attention
from posenc_gui.engine.encoding import Floats, Table
from posenc_gui.engine.heads import Projections

PARTS = ("token_token", "token_position", "position_token", "position_position")
"""The four parts, by whose query meets whose key."""


class ScoreSplit(Struct, frozen=True, eq=False):
    """The four parts and their sum, each (heads, queries, keys); norms: mean length of a vector over the tokens."""

    token_token: Floats
    token_position: Floats
    position_token: Floats
    position_position: Floats
    total: Floats
    norm_token: float
    norm_position: float

    def part(self, name: str) -> Floats:
        """One of `PARTS`."""
        found: Floats = getattr(self, name)
        return found


def split_scores(tokens: Floats, position: Table, heads: Projections, concatenate: bool = False) -> ScoreSplit:
    """Split q · k / √d_k for q = (token + position) W_q and k = (token + position) W_k.

    tokens: (n, d_model), scaled as they are fed in. Projecting is linear, so (t + p) W = t W + p W, and the product of
    two sums is four products. With `concatenate` the two are laid side by side instead and each half has the
    projections of the head to itself, [t, p] · diag(W, W) = [t W, p W]: the halves never meet, and the two mixed parts
    are zero. The scale stays 1 / √d_k, so that the other two parts are what they were.

    Raises:
        UserError: the table ends before the last token.
    """
    places, count = attention.positioned(np.zeros_like(tokens), position), len(tokens)
    # tokens and places in one row are twice as many vectors, whose scores with each other are the four parts
    scores = attention.scores(np.concatenate([tokens, places]), None, heads)
    if concatenate:
        scores[:, :count, count:] = scores[:, count:, :count] = 0.0
    own, to_places = scores[:, :count, :count], scores[:, :count, count:]
    to_tokens, among_places = scores[:, count:, :count], scores[:, count:, count:]
    total = (own + among_places) + (to_places + to_tokens)
    parts = (own, to_places, to_tokens, among_places, total)
    for array in parts:
        array.flags.writeable = False
    return ScoreSplit(*parts, _mean_length(tokens), _mean_length(places))


def _mean_length(vectors: Floats) -> float:
    return float(np.linalg.norm(vectors, axis=-1).mean())
