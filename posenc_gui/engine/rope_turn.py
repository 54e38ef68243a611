"""RoPE at work on one query and one key: the turned vectors, what each pair adds to the score, and a mistaken pairing.

Su et al., "RoFormer" (2021), section 3.2.
"""

from typing import Literal

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import ArrayLike, NDArray

from posenc_gui.engine.encoding import Rotation
from posenc_gui.engine.waves import Waves

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mismatch = Literal["none", "both", "key"]

_BLOCK_NUMBERS = 2**18


class Vectors(Struct, frozen=True, eq=False):
    """A query and a key of one head: (head_dim,) each."""

    query: Floats
    key: Floats


def seeded(head_dim: int, seed: int, same: bool) -> Vectors:
    """Normal vectors of unit variance; with `same` the key is the query."""
    query, key = np.random.default_rng(seed).standard_normal((2, head_dim))
    return Vectors(query, query if same else key)


def channels(rotation: Rotation) -> tuple[Ints, Ints]:
    """First and second channel of each pair: a pair (x, y) becomes (x cos − y sin, y cos + x sin)."""
    return rotation.waves.cosine_dims, rotation.waves.sine_dims


def other_pairing(rotation: Rotation) -> Rotation:
    """The same angles on the pairs of the other convention."""
    waves, pairs = rotation.waves, np.arange(rotation.waves.pairs)
    if rotation.pairing == "half":
        first, second = 2 * pairs, 2 * pairs + 1
    else:
        first, second = pairs, pairs + len(pairs)
    moved = Waves(waves.inv_freq, second, first, waves.width, waves.first_position)
    return replace(rotation, waves=moved, pairing="interleaved" if rotation.pairing == "half" else "half")


def turned(vector: Floats, rotation: Rotation, positions: ArrayLike) -> Floats:
    """(positions, head_dim): the vector turned as it would be at each position; channels that do not turn stay."""
    first, second = channels(rotation)
    rows = np.asarray(positions, dtype=np.float64) + rotation.waves.first_position
    angles = np.multiply.outer(rows, rotation.waves.inv_freq)
    cos, sin, x, y = np.cos(angles), np.sin(angles), vector[first], vector[second]
    result = np.repeat(vector[np.newaxis, :], len(angles), axis=0)
    result[:, first] = x * cos - y * sin
    result[:, second] = y * cos + x * sin
    return result


def as_computed(rotation: Rotation, mismatch: Mismatch) -> tuple[Rotation, Rotation]:
    """How the query and how the key is turned: alike, both by the other convention, or the key alone by it."""
    other = other_pairing(rotation)
    return {"none": (rotation, rotation), "both": (other, other), "key": (rotation, other)}[mismatch]


def contributions(vectors: Vectors, rotation: Rotation, m: int, n: int, mismatch: Mismatch = "none") -> Floats:
    """(pairs + 1,) what each pair adds to q · k with the query at m and the key at n, and what is not turned adds.

    Pairs are those of the rotation's own convention; their sum is the score before it is scaled.
    """
    for_query, for_key = as_computed(rotation, mismatch)
    products = (turned(vectors.query, for_query, [m]) * turned(vectors.key, for_key, [n]))[0]
    first, second = channels(rotation)
    return np.append(products[first] + products[second], products[rotation.waves.width :].sum())


def scores(vectors: Vectors, rotation: Rotation, m: int, differences: ArrayLike, mismatch: Mismatch = "none") -> Floats:
    """Scores q · k of the query at m and the key at m − difference, for each difference, which may be fractional."""
    for_query, for_key = as_computed(rotation, mismatch)
    query = turned(vectors.query, for_query, [m])[0]
    places = m - np.asarray(differences, dtype=np.float64)
    step = max(1, _BLOCK_NUMBERS // rotation.head_dim)
    blocks = (places[start : start + step] for start in range(0, len(places), step))
    return np.concatenate([turned(vectors.key, for_key, block) @ query for block in blocks])
