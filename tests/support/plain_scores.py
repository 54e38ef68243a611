"""Scores by loops over queries, keys and channels, straight from the formula of each kind of encoding."""

import math

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.encoding import RelativeKeys, Rotation, ScoreBias, Table, Yield
from posenc_gui.engine.heads import Projections

Floats = NDArray[np.float64]
Vector = list[float]


def dot(left: Vector, right: Vector) -> float:
    return math.fsum(a * b for a, b in zip(left, right, strict=True))


def of_head(token: Vector, matrices: Floats | None, head: int, heads: int) -> Vector:
    """The token times the head's matrix, or the head's own slice of it."""
    if matrices is None:
        width = len(token) // heads
        return token[head * width : (head + 1) * width]
    return [dot(token, column) for column in matrices[head].T.tolist()]


def turned(vector: Vector, rotation: Rotation, place: int) -> Vector:
    """The vector with each pair turned by its angle."""
    found, half = list(vector), rotation.waves.width // 2
    for pair, frequency in enumerate(rotation.waves.inv_freq.tolist()):
        first, second = (pair, pair + half) if rotation.pairing == "half" else (2 * pair, 2 * pair + 1)
        cos, sin = math.cos(place * frequency), math.sin(place * frequency)
        found[first] = vector[first] * cos - vector[second] * sin
        found[second] = vector[first] * sin + vector[second] * cos
    return found


def score(query: Vector, key: Vector, position: Yield | None, head: int, places: tuple[int, int]) -> float:
    """One score before the division by √d_k, the bias left out."""
    match position:
        case Rotation():
            return dot(turned(query, position, places[0]), turned(key, position, places[1]))
        case RelativeKeys():
            near = min(max(places[1] - places[0], -position.farthest), position.farthest)
            vector = position.vectors[min(head, len(position.vectors) - 1), near + position.farthest].tolist()
            u, v = (bias[min(head, len(bias) - 1)].tolist() for bias in (position.content_bias, position.position_bias))
            return math.fsum([dot(query, key), dot(query, vector), dot(u, key), dot(v, vector)])
        case _:
            return dot(query, key)


def plain_scores(tokens: Floats, position: Yield | None, made: Projections, places: list[int]) -> Floats:
    """(heads, n, n) scores of tokens that stand at the given places."""
    fed = [list(token) for token in tokens.tolist()]
    if isinstance(position, Table):
        rows = position.rows.values(places).tolist()
        fed = [[a + b for a, b in zip(token, row, strict=True)] for token, row in zip(fed, rows, strict=True)]
    found = np.zeros((made.heads, len(fed), len(fed)))
    for head, i, j in np.ndindex(found.shape):
        query, key = (
            of_head(fed[place], matrices, head, made.heads) for place, matrices in ((i, made.query), (j, made.key))
        )
        here = (places[i], places[j])
        found[head, i, j] = score(query, key, position, head, here) / math.sqrt(len(query))
        if isinstance(position, ScoreBias):
            found[head, i, j] += position.by_distance(np.array([here[1] - here[0]]))[head, 0]
    return found


def magnitudes(tokens: Floats, position: Yield | None, made: Projections, places: list[int]) -> Floats:
    """(heads, n, n) the same sums with every term positive: what rounding errors are measured by.

    A turned channel is at most the sum of both channels of its pair.
    """
    fed = np.abs(tokens)
    if isinstance(position, Table):
        fed = fed + np.abs(position.rows.values(places))
    queries, keys = (absolute_heads(fed, matrices, made.heads) for matrices in (made.query, made.key))
    match position:
        case Rotation():
            queries, keys = absolute_turned(queries, position), absolute_turned(keys, position)
        case RelativeKeys():
            vectors = np.abs(position.vectors)[:, position.index(np.array(places), np.array(places))]
            own = np.einsum("hid,hijd->hij", queries + np.abs(position.position_bias)[:, np.newaxis], vectors)
            both = (queries + np.abs(position.content_bias)[:, np.newaxis]) @ keys.transpose(0, 2, 1)
            return np.asarray((both + own) / math.sqrt(keys.shape[-1]))
    found = queries @ keys.transpose(0, 2, 1) / math.sqrt(keys.shape[-1])
    if isinstance(position, ScoreBias):
        found = found + np.abs(position.block(np.array(places), np.array(places)))
    return np.asarray(found)


def absolute_heads(fed: Floats, matrices: Floats | None, heads: int) -> Floats:
    if matrices is not None:
        return np.asarray(fed @ np.abs(matrices))
    return fed.reshape(len(fed), heads, -1).transpose(1, 0, 2)


def absolute_turned(vectors: Floats, rotation: Rotation) -> Floats:
    found, width = vectors.copy(), rotation.waves.width
    first, second = (
        (slice(0, width // 2), slice(width // 2, width))
        if rotation.pairing == "half"
        else (slice(0, width, 2), slice(1, width, 2))
    )
    found[..., first] = found[..., second] = vectors[..., first] + vectors[..., second]
    return found
