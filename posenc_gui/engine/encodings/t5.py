"""T5: a learned number per bucket of distance and head.

Raffel et al., "Exploring the Limits of Transfer Learning" (2020), section 2.1.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.encoding import Cell, Encoding, ScoreBias
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid, check_memory
from posenc_gui.engine.params import Record, param

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class T5Params(Record):
    """How distances fall into buckets, and the seed of the number of each bucket."""

    buckets: int = param(
        32,
        "Buckets",
        "Number of buckets; half of them for keys after the query where bidirectional.",
        low=2,
        high=4096,
        slider=(4, 128),
    )
    max_distance: int = param(
        128,
        "Farthest distance",
        "From here on all distances share the last bucket.",
        low=2,
        high=2**20,
        slider=(8, 1024),
        log=True,
    )
    bidirectional: bool = param(
        True,
        "Bidirectional",
        "Keys after the query have buckets of their own; otherwise they share that of distance 0.",
    )
    seed: int = param(
        0,
        "Seed",
        "Seed of the numbers, which a model would learn.",
        low=0,
        high=2**31 - 1,
        slider=(0, 99),
        advanced=True,
    )


def check(params: T5Params, _grid: Grid, _heads: int) -> None:
    """The rule needs a bucket for each short distance, and longer distances beyond them.

    Raises:
        UserError: T5's own code would divide by zero or give no bucket at these numbers.
    """
    least = 4 if params.bidirectional else 2
    if params.buckets < least or (params.bidirectional and params.buckets % 2):
        kind = "an even number of at least 4 when bidirectional" if params.bidirectional else "at least 2"
        raise UserError(f"buckets is {params.buckets}, but must be {kind}")
    if params.max_distance <= _exact(params):
        raise UserError(
            f"max_distance is {params.max_distance}, but must be above {_exact(params)}: as many have a bucket each "
            f"when there are {params.buckets} buckets: raise it or lower buckets"
        )


def bucket(params: T5Params, relative: Ints) -> Ints:
    """The bucket of each relative position key − query.

    The first half of a side's buckets hold one distance each, the others grow geometrically up to `max_distance`. The
    logarithm is taken in float32, as T5's own code does, so that borders fall on the same distances.
    """
    side = params.buckets // 2 if params.bidirectional else params.buckets
    exact = _exact(params)
    after = np.where(relative > 0, side, 0) if params.bidirectional else 0
    distance = np.abs(relative) if params.bidirectional else np.maximum(-relative, 0)
    ratio = np.maximum(distance, 1).astype(np.float32) / np.float32(exact)
    growth = np.log(ratio) / np.float32(math.log(params.max_distance / exact)) * np.float32(side - exact)
    far = np.minimum(exact + growth.astype(np.int64), side - 1)
    return np.asarray(after + np.where(distance < exact, distance, far))


def numbers(params: T5Params, heads: int) -> Floats:
    """(buckets, heads) standard normal numbers in the place of learned ones."""
    return np.random.default_rng(params.seed).standard_normal((params.buckets, heads))


def evaluate(params: T5Params, grid: Grid, heads: int = 1) -> ScoreBias:
    """bias[h, i, j] = number[bucket(j − i), h], added to the scaled scores.

    Scripts know `buckets`, (length, length) the bucket of each query and key, and `numbers`, (buckets, heads).
    """
    check(params, grid, heads)
    table = numbers(params, heads)

    def named() -> dict[str, NDArray[np.generic]]:
        check_memory(f"buckets of {grid.length} × {grid.length}", grid.length**2)
        places = np.arange(grid.length)
        return {"buckets": bucket(params, places[np.newaxis, :] - places[:, np.newaxis]), "numbers": table}

    return ScoreBias(
        lambda relative: np.moveaxis(table[bucket(params, relative)], -1, 0),
        grid.length,
        named,
        table.size,
        near=params.max_distance,
    )


def explain(params: T5Params, _grid: Grid, cell: Cell) -> str:
    """The bucket of one query and key, and its number."""
    found = int(bucket(params, np.array(cell.column - cell.row)))
    value = float(numbers(params, cell.heads)[found, cell.head])
    where = f"key − query = {cell.column - cell.row:+d} is in bucket {found}"
    return f"bias[query {cell.row}, key {cell.column}] = {value:z.4f}, since {where}"


def _exact(params: T5Params) -> int:
    """How many distances have a bucket of their own on each side."""
    return (params.buckets // 2 if params.bidirectional else params.buckets) // 2


T5 = Encoding(
    key="t5",
    title="T5 buckets",
    summary="A learned number for each bucket of distances; far distances share one.",
    formula="score = q · k / √d_k + number[bucket(j − i)]",
    references=("Raffel et al., Exploring the Limits of Transfer Learning (2020), section 2.1",),
    acts="added to the scores",
    params=T5Params,
    evaluate=evaluate,
    explain=explain,
    check=check,
)
