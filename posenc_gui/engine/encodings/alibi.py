"""ALiBi: a slope per head times the distance.

Press, Smith, Lewis, "Train Short, Test Long" (2022), section 3.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.encoding import Cell, Encoding, ScoreBias
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import Record, param

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STEEPEST = 8
"""Slopes of a power of two n run geometrically from 2^(−8/n) down to 2^−8."""


@dataclass(frozen=True)
class AlibiParams(Record):
    """Whether keys after the query are at a distance, too."""

    symmetric: bool = param(
        True,
        "Symmetric",
        "Keys after the query get the same bias as keys before it; otherwise none, since a causal mask hides them.",
    )


def slopes(heads: int) -> Floats:
    """(heads,) slopes: 2^(−8(i+1)/n) for a power of two n; else those of the next lower power of two p, and then every
    second one of the sequence for 2p, beginning with its first.
    """
    power = 1 << (heads.bit_length() - 1)
    own = 2.0 ** (-STEEPEST * np.arange(1, power + 1) / power)
    between = 2.0 ** (-STEEPEST * np.arange(1, 2 * power + 1, 2) / (2 * power))
    return np.asarray(np.concatenate([own, between[: heads - power]]))


def distances(params: AlibiParams, relative: Ints) -> Ints:
    """Distance for relative positions key − query: on both sides, or before the query alone."""
    return np.asarray(np.abs(relative) if params.symmetric else np.maximum(-relative, 0))


def evaluate(params: AlibiParams, grid: Grid, heads: int = 1) -> ScoreBias:
    """bias[h, i, j] = −slope_h · distance(i, j), added to the scaled scores."""
    steep = slopes(heads)
    return ScoreBias(
        lambda relative: -np.multiply.outer(steep, distances(params, relative)),
        grid.length,
        lambda: {"slopes": steep},
        near=0,
    )


def explain(params: AlibiParams, _grid: Grid, cell: Cell) -> str:
    """The bias of one query and key."""
    slope, distance = float(slopes(cell.heads)[cell.head]), int(distances(params, np.array(cell.column - cell.row)))
    product = f"−{slope:.6g} · {distance} = {-slope * distance:z.4f}"
    return f"bias[query {cell.row}, key {cell.column}] = −slope · distance = {product}"


ALIBI = Encoding(
    key="alibi",
    title="ALiBi",
    summary="Scores fall in a straight line with the distance, with another slope for each head.",
    formula="score = q · k / √d_k − slope · |i − j|",
    references=("Press, Smith, Lewis, Train Short, Test Long (2022), section 3",),
    acts="added to the scores",
    params=AlibiParams,
    evaluate=evaluate,
    explain=explain,
)
