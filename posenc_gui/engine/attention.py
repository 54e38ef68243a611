"""Scaled dot-product attention, with positions applied where each encoding belongs.

Vaswani et al., "Attention Is All You Need" (2017), equation 1.

Every function takes the number format that its results are rounded to; `rounding` says where.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from posenc_gui.engine.diagonals import diagonals
from posenc_gui.engine.encoding import Nothing, RelativeKeys, Rotation, ScoreBias, Table, Yield
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.heads import Projections
from posenc_gui.engine.masks import Bools
from posenc_gui.engine.rounding import FLOAT64, Precision

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

QUERY_BLOCK = 64
"""Queries that are matched with relative keys at a time: few enough that little is computed in vain."""

SOFTMAX_NUMBERS = 2**18
"""Scores that the softmax takes at a time, so that its working arrays stay small."""


class Attended(Struct, frozen=True, eq=False):
    """What attention computes: scores and weights (heads, queries, keys), outputs (tokens, d_model), pooled (d_model,).

    Scores are those before a mask hides keys; the weight of a hidden key is zero. Pooled is the mean of the outputs
    over the tokens.
    """

    scores: Floats
    weights: Floats
    outputs: Floats
    pooled: Floats


def scores(
    tokens: Floats,
    position: Yield | None,
    heads: Projections,
    places: Ints | None = None,
    precision: Precision = FLOAT64,
) -> Floats:
    """The scores of every query and key, q · k / √d_k, with the position applied where its encoding belongs.

    tokens: (n, d_model) embeddings in reading order, of which heads read as much as their `content` says. position:
    what the encoding yields for n positions, or None for attention without positions. places: (n,) the position of each
    token; 0 … n − 1 if None. Result: (heads, n, n).

    Raises:
        UserError: a table has no row for a token.
    """
    content = tokens if heads.content == 1 else precision.rounded(heads.content * tokens)
    return scores_of(positioned(content, position, places, precision), position, heads, places, precision)


def scores_of(
    read: Floats,
    position: Yield | None,
    heads: Projections,
    places: Ints | None = None,
    precision: Precision = FLOAT64,
) -> Floats:
    """The scores for what the heads read, (n, d_model), to which a table has been added already; see `scores`."""
    rounded = precision.rounded
    factor = rounded(np.array(heads.factor(read.shape[-1])))
    queries = projected(read, heads.query, heads.query_bias, heads.heads, precision)
    keys = projected(read, heads.key, heads.key_bias, heads.heads, precision)
    queries = rounded(queries * factor)  # the scale is taken here, where it is n · d_k products, not n · n
    match position:
        case None | Nothing() | Table():
            return rounded(_products(queries, keys))
        case Rotation():
            queries, keys = (turned(vectors, position, places, precision) for vectors in (queries, keys))
            return rounded(_products(queries, keys))
        case ScoreBias():
            found = rounded(_products(queries, keys))
            found += rounded(position.bias if places is None else position.block(places, places))
            return rounded(found)
        case RelativeKeys(sinusoidal=True) if precision is FLOAT64:
            return _four_terms(queries, keys, position, places, float(factor))
        case RelativeKeys():
            content, by_position = (
                rounded(queries + rounded(factor * rounded(bias))[:, np.newaxis])
                for bias in (position.content_bias, position.position_bias)
            )
            found = rounded(_products(content, keys))
            add_relative(found, by_position, position, places, precision)
            return found


def projected(
    read: Floats, matrices: Floats | None, bias: Floats | None, heads: int, precision: Precision = FLOAT64
) -> Floats:
    """(heads, n, d_k): what is read times each head's matrix plus its bias, or the head's own dimensions of it."""
    if matrices is None:
        found = read.reshape(len(read), heads, -1).transpose(1, 0, 2)
    else:
        found = precision.rounded(read @ precision.rounded(matrices))
    return found if bias is None else precision.rounded(found + precision.rounded(bias)[:, np.newaxis])


def _products(queries: Floats, keys: Floats) -> Floats:
    return np.asarray(queries @ keys.transpose(0, 2, 1))


def positioned(
    tokens: Floats, position: Yield | None, places: Ints | None = None, precision: Precision = FLOAT64
) -> Floats:
    """The embeddings with the table added, where the encoding is one: (n, d_model).

    Raises:
        UserError: the table has no row for a token.
    """
    if not isinstance(position, Table):
        return tokens
    values = position.at(np.arange(len(tokens)) if places is None else places)
    missing = np.flatnonzero(np.isnan(values[:, 0]))
    if len(missing):
        place = missing[0] if places is None else places[missing[0]]
        raise UserError(
            f"position {place} does not exist: the table ends before it, but there are {len(tokens)} tokens: "
            "shorten the sentence or give the table more rows"
        )
    return precision.rounded(tokens + precision.rounded(values))


def turned(
    vectors: Floats, rotation: Rotation, places: ArrayLike | None = None, precision: Precision = FLOAT64
) -> Floats:
    """Queries or keys (heads, n, d_k) with each pair of channels turned by its angle at each position.

    places: (n,) the positions, which may be fractional; 0 … n − 1 if None.
    (x, y) becomes (x · cos − y · sin, y · cos + x · sin); channels beyond the rotary ones stay as they are.
    """
    width, result, rounded = rotation.waves.width, vectors.copy(), precision.rounded
    if rotation.pairing == "half":
        first, second = slice(0, width // 2), slice(width // 2, width)
    else:
        first, second = slice(0, width, 2), slice(1, width, 2)
    angles = rotation.angles(np.arange(vectors.shape[-2]) if places is None else places)
    cos, sin, x, y = rounded(np.cos(angles)), rounded(np.sin(angles)), vectors[..., first], vectors[..., second]
    result[..., first] = rounded(rounded(x * cos) - rounded(y * sin))
    result[..., second] = rounded(rounded(y * cos) + rounded(x * sin))
    return result


def add_relative(
    found: Floats,
    queries: Floats,
    position: RelativeKeys,
    places: Ints | None = None,
    precision: Precision = FLOAT64,
) -> None:
    """Add q_i · a[j − i] to the scores (heads, n, n), in place.

    A block of queries meets each distance that occurs in it once, and the products are read along the diagonals: little
    more work than q · k, and nothing of size n × n × d_k is made. Where tokens stand in any places, each query meets
    all distances, and its products are looked up.
    """
    rounded, vectors = precision.rounded, precision.rounded(position.vectors)
    if places is not None:
        products = rounded(queries @ vectors.transpose(0, 2, 1))
        found[...] = rounded(found + np.take_along_axis(products, position.index(places, places)[np.newaxis], axis=-1))
        return
    heads, count, _ = queries.shape
    vectors = np.broadcast_to(vectors, (heads, *vectors.shape[1:]))
    by_distance = np.empty((1, QUERY_BLOCK, QUERY_BLOCK + count - 1))
    for head, first in product(range(heads), range(0, count, QUERY_BLOCK)):
        block = queries[head, first : first + QUERY_BLOCK]
        products = by_distance[:, : len(block), : len(block) + count - 1]
        _fill_products(products[0], block, vectors[head], 1 - first - len(block))
        rows = found[head, first : first + len(block)]
        rows += diagonals(rounded(products), count)[0]
        rows[...] = rounded(rows)


def _fill_products(products: Floats, queries: Floats, vectors: Floats, lowest: int) -> None:
    """Put in the product of each query and each distance from `lowest` on: (queries, distances).

    Distances beyond the vectors (2 · farthest + 1, d_k) have those of the farthest one.
    """
    farthest, highest = len(vectors) // 2, lowest + products.shape[1] - 1
    before, near = max(-farthest - lowest, 0), min(highest, farthest) + 1 - max(lowest, -farthest)
    start = max(lowest, -farthest) + farthest
    np.matmul(queries, vectors[start : start + near].T, out=products[:, before : before + near])
    products[:, :before] = products[:, before, np.newaxis]
    products[:, before + near :] = products[:, before + near - 1, np.newaxis]


def _four_terms(queries: Floats, keys: Floats, position: RelativeKeys, places: Ints | None, factor: float) -> Floats:
    """Scores (heads, n, n) with sinusoidal r: (q_i + u) · k_j + (q_i + v) · r[i − j], one product for each head.

    x · sin (i − j)w + y · cos (i − j)w = (x · sin iw + y · cos iw) · cos jw + (y · sin iw − x · cos iw) · sin jw: a
    part of the query times a part of the key, which stand beside q + u and k. One head at a time stays in the cache.
    """
    heads, count, d_k = queries.shape
    half, last = d_k // 2, position.farthest
    rows = np.arange(count) if places is None else places - places.min()  # where they begin does not matter
    waves = position.vectors[:, last - rows]
    found, left, right = np.empty((heads, count, count)), np.empty((count, 2 * d_k)), np.empty((count, 2 * d_k))
    (content, by_cos, by_sin), (key, cos, sin) = (np.split(side, [d_k, d_k + half], axis=1) for side in (left, right))
    for head in range(heads):
        key[:], sin[:], cos[:] = keys[head], waves[head, :, :half], waves[head, :, half:]
        np.add(queries[head], position.position_bias[head] * factor, out=content)  # until the parts are made of it
        x, y = content[:, :half], content[:, half:]
        np.multiply(x, sin, out=by_cos)
        np.multiply(y, sin, out=by_sin)
        by_cos += y * cos
        by_sin -= x * cos
        np.add(queries[head], position.content_bias[head] * factor, out=content)
        np.matmul(left, right.T, out=found[head])
    return found


def softmax(scores: Floats, visible: Bools | None = None, precision: Precision = FLOAT64) -> Floats:
    """exp(s) / Σ exp(s) over the keys, shifted by the row's maximum so that nothing overflows.

    scores: (…, queries, keys). visible: (queries, keys) where a query may look; the weight of other keys is zero.
    """
    weights, rounded = scores.copy(), precision.rounded
    if visible is not None:
        weights[..., ~visible] = -np.inf
    for rows in _runs(weights):
        np.subtract(rows, rows.max(axis=-1, keepdims=True), out=rows)
        rows[...] = rounded(np.exp(rounded(rows)))
        rows[...] = rounded(rows / rounded(rows.sum(axis=-1, keepdims=True)))
    return weights


def _runs(matrices: Floats) -> Iterator[Floats]:
    """Views of a few rows each, of all matrices one after the other."""
    flat = matrices.reshape(-1, matrices.shape[-1])
    step = max(1, SOFTMAX_NUMBERS // max(flat.shape[-1], 1))
    return (flat[start : start + step] for start in range(0, len(flat), step))


def weighted(
    found: Floats,
    stream: Floats,
    heads: Projections,
    *,
    visible: Bools | None = None,
    precision: Precision = FLOAT64,
    padding: int = 0,
) -> Attended:
    """What attention makes of its scores: weights, and the values of the stream (n, d_model) weighted by them.

    The first `padding` places are left out of the mean.
    """
    weights = softmax(found, visible, precision)
    values = projected(stream, heads.value, None, heads.heads, precision)
    outputs = np.concatenate(precision.rounded(weights @ values), axis=-1)
    return Attended(found, weights, outputs, precision.rounded(outputs[padding:].mean(axis=0)))
