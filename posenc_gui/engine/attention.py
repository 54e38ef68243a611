"""Scaled dot-product attention, with positions applied where each encoding belongs.

Vaswani et al., "Attention Is All You Need" (2017), equation 1.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_gui.engine.diagonals import diagonals
from posenc_gui.engine.encoding import Nothing, RelativeKeys, Rotation, ScoreBias, Table, Yield
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Choice, Record, param

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Order = tuple[int, ...]


QUERY_BLOCK = 64
"""Queries that are matched with relative keys at a time: few enough that little is computed in vain."""


@dataclass(frozen=True)
class Attention(Record):
    """Which heads look at the tokens, and with which seeds."""

    head: str = param(
        "content",
        "Head",
        "How queries, keys and values are made from the embeddings.",
        choices=(
            Choice("content", "content", "Query, key and value are the embedding itself."),
            Choice("random", "random projections", "Query, key and value are seeded random projections of it."),
        ),
    )
    heads: int = param(1, "Heads", "Number of heads; d_model is divided among them.", low=1, high=64, slider=(1, 16))
    head_seed: int = param(
        0, "Head seed", "Seed of the random projections.", low=0, high=2**31 - 1, slider=(0, 99), advanced=True
    )
    embedding_seed: int = param(
        0, "Word seed", "Seed of the word embeddings.", low=0, high=2**31 - 1, slider=(0, 99), advanced=True
    )


@dataclass(frozen=True, eq=False, slots=True)
class Projections:
    """Per-head matrices that make queries, keys and values: each (heads, d_model, d_k), or None for the identity."""

    heads: int
    query: Floats | None = None
    key: Floats | None = None
    value: Floats | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Attended:
    """What attention computes: scores and weights (heads, queries, keys), outputs (tokens, d_model), pooled (d_model,).

    Pooled is the mean of the outputs over the tokens.
    """

    scores: Floats
    weights: Floats
    outputs: Floats
    pooled: Floats


def check_heads(d_model: int, heads: int) -> None:
    """Every head needs the same whole number of dimensions.

    Raises:
        UserError: heads does not divide d_model.
    """
    if d_model % heads:
        divisors = ", ".join(str(n) for n in range(1, 65) if d_model % n == 0)
        raise UserError(f"heads is {heads}, but must divide d_model {d_model}: one of {divisors}")


def projections(attention: Attention, d_model: int) -> Projections:
    """The matrices of the chosen head: none for content, seeded normal with variance 1 / d_model for random.

    Raises:
        UserError: heads does not divide d_model.
    """
    check_heads(d_model, attention.heads)
    if attention.head == "content":
        return Projections(attention.heads)
    random = np.random.default_rng(attention.head_seed)
    shape = (3, attention.heads, d_model, d_model // attention.heads)
    query, key, value = random.standard_normal(shape) / np.sqrt(d_model)
    return Projections(attention.heads, query, key, value)


def scores(tokens: Floats, position: Yield | None, heads: Projections, places: Ints | None = None) -> Floats:
    """The scores q · k / √d_k of every query and key, with the position applied where its encoding belongs.

    tokens: (n, d_model) embeddings in reading order. position: what the encoding yields for n positions, or None for
    attention without positions. places: (n,) the position of each token; 0 … n − 1 if None. Result: (heads, n, n).

    Raises:
        UserError: a table has no row for a token.
    """
    placed = positioned(tokens, position, places)
    queries, keys = _split(placed, heads.query, heads.heads), _split(placed, heads.key, heads.heads)
    root = np.sqrt(queries.shape[-1])
    queries = queries / root  # the scale is taken here, where it is n · d_k divisions, not n · n
    match position:
        case None | Nothing() | Table():
            return _products(queries, keys)
        case Rotation():
            return _products(turned(queries, position, places), turned(keys, position, places))
        case ScoreBias():
            found = _products(queries, keys)
            found += position.bias if places is None else position.block(places, places)
            return found
        case RelativeKeys():
            found = _products(queries + position.content_bias[:, np.newaxis] / root, keys)
            add_relative(found, queries + position.position_bias[:, np.newaxis] / root, position, places)
            return found


def _products(queries: Floats, keys: Floats) -> Floats:
    return np.asarray(queries @ keys.transpose(0, 2, 1))


def positioned(tokens: Floats, position: Yield | None, places: Ints | None = None) -> Floats:
    """The embeddings with the table added, where the encoding is one: (n, d_model).

    Raises:
        UserError: the table has no row for a token.
    """
    if not isinstance(position, Table):
        return tokens
    values = position.rows.values(np.arange(len(tokens)) if places is None else places)
    missing = np.flatnonzero(np.isnan(values[:, 0]))
    if len(missing):
        place = missing[0] if places is None else places[missing[0]]
        raise UserError(
            f"position {place} does not exist: the table ends before it, but there are {len(tokens)} tokens: "
            "shorten the sentence or give the table more rows"
        )
    return tokens + values


def turned(vectors: Floats, rotation: Rotation, places: ArrayLike | None = None) -> Floats:
    """Queries or keys (heads, n, d_k) with each pair of channels turned by its angle at each position.

    places: (n,) the positions, which may be fractional; 0 … n − 1 if None.
    (x, y) becomes (x · cos − y · sin, y · cos + x · sin); channels beyond the rotary ones stay as they are.
    """
    width, result = rotation.waves.width, vectors.copy()
    if rotation.pairing == "half":
        first, second = slice(0, width // 2), slice(width // 2, width)
    else:
        first, second = slice(0, width, 2), slice(1, width, 2)
    angles = rotation.angles(np.arange(vectors.shape[-2]) if places is None else places)
    cos, sin, x, y = np.cos(angles), np.sin(angles), vectors[..., first], vectors[..., second]
    result[..., first] = x * cos - y * sin
    result[..., second] = y * cos + x * sin
    return result


def add_relative(found: Floats, queries: Floats, position: RelativeKeys, places: Ints | None = None) -> None:
    """Add q_i · a[j − i] to the scores (heads, n, n), in place.

    A block of queries meets each distance that occurs in it once, and the products are read along the diagonals: little
    more work than q · k, and nothing of size n × n × d_k is made. Where tokens stand in any places, each query meets
    all distances, and its products are looked up.
    """
    count, reach = queries.shape[1], position.farthest
    if places is not None:
        products = queries @ position.vectors.transpose(0, 2, 1)
        found += np.take_along_axis(products, position.index(places, places)[np.newaxis], axis=-1)
        return
    for first in range(0, count, QUERY_BLOCK):
        block = queries[:, first : first + QUERY_BLOCK]
        size = block.shape[1]
        lowest, highest = 1 - first - size, count - 1 - first  # distances key − query that occur in this block
        near = slice(max(lowest, -reach) + reach, min(highest, reach) + reach + 1)
        products = block @ position.vectors[:, near].transpose(0, 2, 1)
        outside = (max(-reach - lowest, 0), max(highest - reach, 0))
        by_distance = np.pad(products, ((0, 0), (0, 0), outside), mode="edge") if any(outside) else products
        found[:, first : first + size] += diagonals(by_distance, count)


def softmax(scores: Floats) -> Floats:
    """exp(s) / Σ exp(s) over the keys, shifted by the row's maximum so that nothing overflows."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def attend(tokens: Floats, position: Yield | None, heads: Projections) -> Attended:
    """One attention layer over n tokens: scores, softmax weights, outputs with all heads side by side, their mean."""
    found = scores(tokens, position, heads)
    weights = softmax(found)
    values = _split(positioned(tokens, position), heads.value, heads.heads)
    outputs = np.concatenate(weights @ values, axis=-1)
    return Attended(found, weights, outputs, outputs.mean(axis=0))


def realigned(matrices: Floats, order: Order) -> Floats:
    """Matrices over reorded tokens, (…, n, n), brought back to the original order of the tokens.

    order[i] is the original index of the token that now stands at place i.
    """
    back = np.argsort(order)
    return np.asarray(matrices[..., back[:, np.newaxis], back[np.newaxis, :]])


def check_order(order: Order, count: int) -> None:
    """An order names every token once.

    Raises:
        UserError: it is not a permutation of 0 … count − 1.
    """
    if sorted(order) != list(range(count)):
        shown = ",".join(map(str, order[:20])) + (",…" if len(order) > 20 else "")
        raise UserError(
            f"order is {shown or 'empty'}, but must name each of 0 to {count - 1} once, with commas between"
        )


def _split(tokens: Floats, matrices: Floats | None, heads: int) -> Floats:
    """(heads, n, d_k): tokens times each head's matrix, or the head's own slice of the dimensions."""
    if matrices is not None:
        return np.asarray(tokens @ matrices)
    return tokens.reshape(len(tokens), heads, -1).transpose(1, 0, 2)
