"""Attention in layers, over tokens that may be padded.

Layers are joined as in the original transformer (post-norm), without its feed-forward part: a layer adds what its
attention gives to what it was given, and normalizes each token's sum to mean 0 and variance 1. What is shown of the
last layer is its attention alone, so that one layer is plain attention.

Heads by position read, in every layer, the position part and as much of all the rest as their `content` says.
"""

import numpy as np
from msgspec import Struct

from posenc_gui.engine.attention import Attended, positioned, scores_of, weighted
from posenc_gui.engine.encoding import Floats, Table
from posenc_gui.engine.heads import Projections
from posenc_gui.engine.residual import joined
from posenc_gui.engine.rounding_bounds import Sizes, sizes_of
from posenc_gui.engine.stack import Stack


class Layer(Struct, frozen=True, eq=False):
    """One layer at work: what came in, what its heads read of that, both (n, d_model), and what its attention gave."""

    stream: Floats
    read: Floats
    attended: Attended
    sizes: Sizes


class Run(Struct, frozen=True, eq=False):
    """The last layer at work, and the sizes of the numbers in each layer."""

    last: Layer
    sizes: tuple[Sizes, ...]


def run(embeddings: Floats, made: Stack) -> Run:
    """Attention in all layers over n tokens, (n, d_model). Padding stands at the left, and is never pooled.

    Raises:
        UserError: a table has no row for a place.
    """
    precision = made.precision
    tokens = np.concatenate([made.padding, embeddings])
    content = precision.rounded(made.token_scale * precision.rounded(tokens))
    layer = _layer(positioned(content, made.position, made.places, precision), content, made.layers[0], made)
    sizes = [layer.sizes]
    for heads in made.layers[1:]:
        layer = _layer(joined(layer.stream, layer.attended.outputs, precision), None, heads, made)
        sizes.append(layer.sizes)
    return Run(layer, tuple(sizes))


def _layer(stream: Floats, content: Floats | None, heads: Projections, made: Stack) -> Layer:
    read = _read(stream, content, heads, made)
    scores = scores_of(read, made.position, heads, made.places, made.precision)
    found = weighted(scores, stream, heads, visible=made.visible, precision=made.precision, padding=len(made.padding))
    return Layer(stream, read, found, sizes_of(stream, read, found, heads))


def _read(stream: Floats, content: Floats | None, heads: Projections, made: Stack) -> Floats:
    """What the heads read: the stream, or the position part and a share of the rest; `content` is that of layer 1."""
    if heads.content == 1:
        return stream
    rounded = made.precision.rounded
    table = position_part(stream, made)
    rest = rounded(stream - table) if content is None else content
    return rounded(table + rounded(heads.content * rest))


def position_part(stream: Floats, made: Stack) -> Floats:
    """(n, d_model) what was added to the embeddings for their positions: zero where nothing is."""
    if not isinstance(made.position, Table):
        return np.zeros_like(stream)
    return positioned(np.zeros_like(stream), made.position, made.places, made.precision)
