"""How alike positions look: every position with every other, and what is left of it when only the distance is known."""

import dataclasses
from functools import lru_cache
from typing import Literal

import numpy as np
from msgspec import Struct, structs

from posenc_gui.engine import attention
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Floats, Nothing, RelativeKeys, Rotation, ScoreBias, Table, Yield
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.rows import Rows
from posenc_gui.engine.waves import ABSENT, Waves

Measure = Literal["dot", "cosine"]

MOST_POSITIONS = 1_024
"""Positions that are compared: their matrix fills a screen, and takes 8 MiB."""

BLOCK = 1_024
"""Columns of a table that are multiplied at a time, so that a wide one is never made whole."""

UNIT = float(np.finfo(np.float64).eps) / 2
"""Unit roundoff: one operation is off by this share of its result at most."""


class Profile(Struct, frozen=True, eq=False):
    """What a matrix of n by n has at each distance: (2n − 1,) each.

    distances: key − query, from −(n − 1) to n − 1. mean, low, high: over all pairs at that distance; NaN where there is
    none. residual: the largest |value − mean at its distance|, zero for a Toeplitz matrix.
    """

    distances: Floats
    mean: Floats
    low: Floats
    high: Floats
    residual: float


class Similarity(Struct, frozen=True, eq=False):
    """Every position with every other.

    values: (n, n) for the first n positions, as many as exist and at most `MOST_POSITIONS`; NaN where a vector has no
    direction to take a cosine of. level: what rounding alone can make of the residual of a matrix that depends on the
    distance alone. position: what the encoding yields for them.
    """

    position: Yield
    values: Floats
    profile: Profile
    level: float

    @property
    def by_distance_alone(self) -> bool:
        """Whether the values depend on the distance alone, as far as can be told beside rounding."""
        return self.profile.residual <= self.level

    @property
    def rising_share(self) -> float:
        """Share of steps from one distance after the query to the next at which the mean goes up; NaN without steps."""
        after = self.profile.mean[self.profile.distances >= 0]
        steps = np.diff(after[np.isfinite(after)])
        return float((steps > self.level).mean()) if len(steps) else float("nan")


@lru_cache(maxsize=32)
def similarity(encoded: Encoded, measure: Measure = "dot", head: int = 0, most: int = MOST_POSITIONS) -> Similarity:
    """Compare the first `most` positions.

    A table: dot product or cosine of its rows. What acts inside attention: the part of the pre-softmax score that the
    positions make, of one head and whatever the measure. For a rotation that is q · k / √d_k with q = k = (1, …, 1)
    before they are turned; for a bias the bias; for relative keys (q + v) · a[j − i] / √d_k with q = (1, …, 1) and the
    position bias v.

    Raises:
        UserError: the encoding adds nothing, or cannot be evaluated.
    """
    position = first_positions(encoded, most)
    values, rounding = _values(position, measure, head)
    found = profile(values)
    # Entries within `rounding` of the same number lie within twice that of each other, so of their mean. The mean is
    # that of differences from the lowest entry, so its own rounding is of their size; adding that entry rounds again.
    largest = float(np.abs(np.nan_to_num(values)).max())
    level = 2 * rounding * (1 + gamma(len(values) + 2)) + 4 * UNIT * largest if rounding else 0.0
    for array in (values, found.distances, found.mean, found.low, found.high):
        array.flags.writeable = False
    return Similarity(position, values, found, level)


def profile(values: Floats) -> Profile:
    """Mean, lowest and highest value along each diagonal of a matrix (n, n); NaN is no value."""
    count = len(values)
    skewed = np.full((count, 2 * count - 1), np.nan)
    for query, row in enumerate(values):
        skewed[query, count - 1 - query : 2 * count - 1 - query] = row
    low, high = np.fmin.reduce(skewed, axis=0), np.fmax.reduce(skewed, axis=0)
    pairs = np.isfinite(skewed).sum(axis=0)
    skewed -= low
    mean = low + np.nansum(skewed, axis=0) / np.maximum(pairs, 1)
    residual = float(np.fmax.reduce(np.fmax(high - mean, mean - low), initial=0.0))
    return Profile(np.arange(1.0 - count, count), mean, low, high, residual)


def gamma(operations: int) -> float:
    """Largest relative error of a sum of products after that many roundings, in whatever order they happen."""
    return operations * UNIT / (1 - operations * UNIT)


def first_positions(encoded: Encoded, most: int) -> Yield:
    """What the encoding yields for the first positions; a table keeps its length, on which its values may depend."""
    cut = min(encoded.grid.length, most)
    short = structs.replace(encoded, grid=dataclasses.replace(encoded.grid, length=cut))
    yielded = short.evaluate()
    if not isinstance(yielded, Table):
        return yielded
    whole = encoded.evaluate()
    assert isinstance(whole, Table)
    return Table(whole.rows, cut)


def _values(position: Yield, measure: Measure, head: int) -> tuple[Floats, float]:
    """The matrix, and a bound of the error that rounding makes in any of its values."""
    match position:
        case Nothing():
            raise UserError("no position is added, so there is nothing to compare: choose another encoding")
        case Table(rows=rows):
            count = existing(rows, position.length)
            products = _gram(rows, count)
            if measure == "cosine":
                return _cosines(products, *_gram_rounding(rows, count))
            relative, absolute = _gram_rounding(rows, count)
            return products, relative * float(products.diagonal().max()) + absolute
        case Rotation():
            return _turned_ones(position)
        case ScoreBias():
            bias = position.bias
            return np.array(bias[min(head, len(bias) - 1)]), 0.0
        case RelativeKeys():
            return _relative(position, head)


def existing(rows: Rows, length: int) -> int:
    """How many of the first rows of a table exist; those that do not are NaN and come last."""
    missing = np.flatnonzero(np.isnan(rows.narrowed(0, 1).values(np.arange(length))[:, 0]))
    return int(missing[0]) if len(missing) else length


def _gram(rows: Rows, count: int) -> Floats:
    """(count, count) dot products of rows."""
    products, places = np.zeros((count, count)), np.arange(count)
    for first in range(0, rows.width, BLOCK):
        block = rows.narrowed(first, min(first + BLOCK, rows.width)).values(places)
        products += block @ block.T
    return products


def _gram_rounding(rows: Rows, count: int) -> tuple[float, float]:
    """Bound of the error of a dot product x · y of two rows: the first number times |x| · |y|, and the second one.

    It is a sum of d products, each of them of two numbers that are rounded once, and blocks of it are added up. A sine
    or cosine moreover inherits the rounding of its angle.
    """
    relative = gamma(rows.width + -(-rows.width // BLOCK) + 2)
    return relative, 2 * float(_wave_errors(rows, count).sum()) if isinstance(rows, Waves) else 0.0


def _wave_errors(waves: Waves, count: int) -> Floats:
    """Per pair, bound of the error of its sines and cosines together at the first positions."""
    reach = max(abs(waves.first_position), abs(waves.first_position + count - 1))
    parts = (waves.sine_dims != ABSENT).astype(np.float64) + (waves.cosine_dims != ABSENT)
    return np.asarray(parts * np.minimum(UNIT * (reach * waves.inv_freq + 2), 2.0))


def _cosines(products: Floats, relative: float, absolute: float) -> tuple[Floats, float]:
    """Dot products by the lengths of both vectors, and to first order what becomes of their rounding.

    An error e in x · y is e / (|x| · |y|) in the cosine, and half of e / |x|² and e / |y|² come through the lengths.
    """
    lengths = np.sqrt(products.diagonal())
    lengths[lengths == 0] = np.nan  # no direction
    shortest = float(np.fmin.reduce(lengths))
    rounding = 2 * relative + 2 * absolute / shortest**2 + 4 * UNIT if np.isfinite(shortest) else 0.0
    return products / np.multiply.outer(lengths, lengths), rounding


def _turned_ones(rotation: Rotation) -> tuple[Floats, float]:
    """Scores of q = k = (1, …, 1) turned by their positions; which channels form a pair does not matter to them."""
    count, root = rotation.length, np.sqrt(rotation.head_dim)
    products = np.full((count, count), float(rotation.head_dim - rotation.waves.width))
    for first in range(0, rotation.waves.pairs, BLOCK):
        inv_freq = rotation.waves.inv_freq[first : first + BLOCK]
        pairs = np.arange(len(inv_freq))
        waves = Waves(inv_freq, 2 * pairs + 1, 2 * pairs, 2 * len(pairs), rotation.waves.first_position)
        part = Rotation(waves, count, "interleaved", waves.width)
        block = attention.turned(np.ones((1, count, waves.width)), part)[0]
        products += block @ block.T
    # cos − sin and cos + sin are at most √2, off by the errors of both and by the rounding of their sum
    errors = _wave_errors(rotation.waves, count) + 2 * np.sqrt(2) * UNIT
    rounding = 2 * np.sqrt(2) * float((2 * errors).sum()) / root + gamma(rotation.head_dim + 4) * root
    return products / root, rounding


def _relative(position: RelativeKeys, head: int) -> tuple[Floats, float]:
    """Scores that relative keys add for queries of (1, …, 1)."""
    place = min(head, len(position.position_bias) - 1)
    one = position.with_vectors((position.of_head(place),), sinusoidal=position.sinusoidal)
    count, d_k = position.length, one.by_head[0].width
    query = (1 + position.position_bias[place]) / np.sqrt(d_k)
    scores = np.zeros((1, count, count))
    attention.add_relative(scores, np.broadcast_to(query, (1, count, d_k)), one)
    return scores[0], gamma(d_k + 1) * float((np.abs(one.vectors[0]) @ np.abs(query)).max())
