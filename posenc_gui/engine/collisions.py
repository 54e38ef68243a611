"""How far positions lie apart, which of them nearly collide, and what the base has to do with it.

For waves ||PE[p] − PE[q]|| depends on the difference δ = p − q alone: each pair adds 4 · sin²(δ · w / 2) to its square.
"""

import dataclasses
import math
from collections.abc import Sequence

import numpy as np
from msgspec import Struct, structs
from numpy.typing import ArrayLike, NDArray

from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.rows import Rows
from posenc_gui.engine.waves import ABSENT, Waves

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_NUMBERS = 2**25
MOST_POSITIONS = 2**18
"""What one search looks at: pairs times positions, or cells of rows, and positions."""

STILL = 0.1
"""Radians: a pair that turns by less within the table hardly moves, as its cosine changes by 0.5 % or less."""

_CANCELLED = 1e-3


class Nearest(Struct, frozen=True):
    """The position that lies nearest to another one, and how far."""

    position: int
    distance: float


class ByBase(Struct, frozen=True, eq=False):
    """What each base leads to: all (bases,).

    smallest: distance of the two nearest positions. apart: the same for positions that are at least so far apart as
    was asked. slow: share of pairs that turn less than once within the length. still: share that hardly moves.
    """

    bases: Floats
    smallest: Floats
    apart: Floats
    slow: Floats
    still: Floats


def searched(length: int, columns: int) -> int:
    """How many positions are looked at, so that the work stays bounded: all of them, or the first ones."""
    return max(2, min(length, MOST_POSITIONS, MOST_NUMBERS // max(columns, 1)))


def distance_of(waves: Waves, differences: ArrayLike) -> Floats:
    """||PE[p] − PE[p + δ]|| of the whole pairs in closed form, for each difference δ: it holds for any p."""
    halves = np.multiply.outer(np.asarray(differences, dtype=np.float64), _whole(waves) / 2)
    return np.asarray(2 * np.sqrt((np.sin(halves) ** 2).sum(axis=-1)))


def distances(waves: Waves, count: int) -> Floats:
    """(count,) distances of the whole pairs for the differences 0 … count − 1, fast and to about twelve digits.

    With δ = a + b, A = |exp(iaw) − 1|² and B = |exp(ibw) − 1|², a pair adds A + B − AB / 2 + 2 sin(aw) sin(bw) to the
    square: products of small matrices. Where that sum is so small that its terms cancel, the closed form is taken.
    """
    inv_freq = _whole(waves)
    step = math.isqrt(max(count - 1, 0)) + 1
    coarse, coarse_sines = _from_one(np.multiply.outer(np.arange(0, count, step, dtype=np.float64), inv_freq))
    fine, fine_sines = _from_one(np.multiply.outer(np.arange(step, dtype=np.float64), inv_freq))
    terms = np.add.outer(coarse.sum(axis=1), fine.sum(axis=1))
    squares = (terms - coarse @ fine.T / 2 + 2 * (coarse_sines @ fine_sines.T)).ravel()[:count]
    found = np.sqrt(np.maximum(squares, 0.0))
    lost = np.flatnonzero(squares < _CANCELLED * terms.ravel()[:count])
    block = max(1, 2**18 // max(len(inv_freq), 1))
    for start in range(0, len(lost), block):
        found[lost[start : start + block]] = distance_of(waves, lost[start : start + block])
    return np.asarray(found)


def from_first(waves: Waves, count: int) -> Floats:
    """(count,) ||PE[0] − PE[p]|| of the whole table: a column whose partner is missing is added row by row."""
    found = distances(waves, count)
    for pair in np.flatnonzero((waves.sine_dims == ABSENT) != (waves.cosine_dims == ABSENT)):
        angles = waves.angles(np.arange(count), int(pair))
        column = np.sin(angles) if waves.cosine_dims[pair] == ABSENT else np.cos(angles)
        found = np.hypot(found, column - column[0])
    return found


def row_distances(rows: Rows, count: int) -> Floats:
    """(count,) ||PE[0] − PE[p]|| of any table, row by row."""
    first = rows.values([0])
    step = max(1, 2**18 // rows.width)
    blocks = (np.arange(start, min(start + step, count)) for start in range(0, count, step))
    return np.concatenate([np.linalg.norm(rows.values(block) - first, axis=1) for block in blocks])


def nearest(found: Floats, first: int) -> Nearest:
    """The smallest of the distances from `first` on; they are by position."""
    at = min(first, len(found) - 1) + int(np.argmin(found[min(first, len(found) - 1) :]))
    return Nearest(at, float(found[at]))


def slow_share(waves: Waves, length: int) -> float:
    """Share of pairs whose wavelength is longer than the length."""
    return float((waves.wavelengths > length).mean()) if waves.pairs else 0.0


def still_share(waves: Waves, length: int) -> float:
    """Share of pairs that turn by less than `STILL` from the first to the last position."""
    return float(((length - 1) * waves.inv_freq < STILL).mean()) if waves.pairs else 0.0


def by_base(encoded: Encoded, bases: Sequence[float], apart: int) -> ByBase:
    """What each base leads to; the parameters of the encoding must have one.

    apart: least difference for the second curve, brought into the length.
    """
    rows = [_at_base(encoded, base, apart) for base in bases]
    smallest, far, slow, still = (np.array(column) for column in zip(*rows, strict=True))
    return ByBase(np.array(bases), smallest, far, slow, still)


def _at_base(encoded: Encoded, base: float, apart: int) -> tuple[float, float, float, float]:
    params = dataclasses.replace(encoded.params, **{"base": base})
    waves, length = structs.replace(encoded, params=params).waves, encoded.grid.length
    found = distances(waves, searched(length, waves.pairs))
    return (
        nearest(found, 1).distance,
        nearest(found, apart).distance,
        slow_share(waves, length),
        still_share(waves, length),
    )


def _from_one(angles: Floats) -> tuple[Floats, Floats]:
    """|exp(i·angle) − 1|², without loss for small angles, and the sines."""
    return 4 * np.sin(angles / 2) ** 2, np.sin(angles)


def _whole(waves: Waves) -> Floats:
    """Frequencies of the pairs that have both columns."""
    return np.asarray(waves.inv_freq[(waves.sine_dims != ABSENT) & (waves.cosine_dims != ABSENT)])
