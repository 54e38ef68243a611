"""Relative keys: the query looks at vectors that belong to the distance.

Shaw, Uszkoreit, Vaswani, "Self-Attention with Relative Position Representations" (2018), equations 3 and 5;
Dai et al., "Transformer-XL" (2019), section 3.3.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.encoding import Cell, Encoding, RelativeKeys
from posenc_gui.engine.encodings import sinusoidal
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid, check_memory
from posenc_gui.engine.kept import Kept
from posenc_gui.engine.params import Record, param
from posenc_gui.engine.rows import Stored
from posenc_gui.engine.waves import Waves

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ShawParams(Record):
    """From which distance on all are alike, and the seed of the vectors."""

    clip: int = param(16, "Clip", "Farther distances share the vector of this one.", low=1, high=2**20, slider=(1, 128))
    seed: int = param(
        0,
        "Seed",
        "Seed of the vectors, which a model would learn.",
        low=0,
        high=2**31 - 1,
        slider=(0, 99),
        advanced=True,
    )


@dataclass(frozen=True)
class TransformerXlParams(Record):
    """Base of the relative sinusoids, and the seed of the two bias vectors."""

    base: float = param(
        10_000.0,
        "Base",
        "The wavelengths of the distances run towards 2π · base.",
        low=1,
        open_low=True,
        high=1e12,
        slider=(1.01, 1e7),
        log=True,
    )
    seed: int = param(
        0,
        "Seed",
        "Seed of the two bias vectors, which a model would learn.",
        low=0,
        high=2**31 - 1,
        slider=(0, 99),
        advanced=True,
    )


def evaluate_shaw(params: ShawParams, grid: Grid, heads: int = 1) -> RelativeKeys:
    """score[i, j] = q_i · (k_j + a[clip(j − i)]) / √d_k with the vectors a shared by all heads.

    a: (2 · clip + 1, d_k), normal with variance 1 / d_k in the place of learned ones.
    """
    d_k = grid.d_model // heads
    vectors = _vectors((params, d_k))
    none = np.zeros((1, d_k))
    none.flags.writeable = False
    return RelativeKeys((vectors,), params.clip, grid.length, none, none, vectors.array.size)


def _made(wanted: tuple[ShawParams, int]) -> Stored:
    params, d_k = wanted
    count = 2 * params.clip + 1
    check_memory(f"{count} relative vectors of {d_k}", count * d_k)
    vectors = np.random.default_rng(params.seed).standard_normal((count, d_k)) / np.sqrt(d_k)
    vectors.flags.writeable = False
    return Stored(vectors)


_vectors = Kept(_made, most=4)


def work_shaw(params: ShawParams, grid: Grid, heads: int) -> int:
    """The numbers of the vectors that are not at hand."""
    d_k = grid.d_model // heads
    return 0 if _vectors.knows((params, d_k)) else (2 * params.clip + 1) * d_k


def check_transformer_xl(_params: TransformerXlParams, grid: Grid, heads: int) -> None:
    """Each head gets whole pairs of sine and cosine.

    Raises:
        UserError: a head has an odd number of channels.
    """
    if grid.d_model // heads % 2:
        raise UserError(
            f"each head has {grid.d_model // heads} channels (d_model {grid.d_model} / heads {heads}), but must have "
            "an even number, for pairs of sine and cosine: change d_model or heads"
        )


@lru_cache(maxsize=4)
def evaluate_transformer_xl(params: TransformerXlParams, grid: Grid, heads: int = 1) -> RelativeKeys:
    """score[i, j] = ((q_i + u) · k_j + (q_i + v) · r[i − j]) / √d_k, the four terms of Transformer-XL.

    r: sinusoids of the distance i − j, sines before cosines. Each head gets as many pairs of them as it has room for,
    in order: their projection W_kR, which a model learns, only sorts them here. u, v: (heads, d_k), normal with
    variance 1 / d_k in the place of learned ones.
    """
    check_transformer_xl(params, grid, heads)
    d_k, last = grid.d_model // heads, grid.length - 1
    check_memory(f"relative sinusoids of {2 * last + 1} × {grid.d_model}", (2 * last + 1) * grid.d_model)
    inv_freq = sinusoidal.waves(_distance_rule(params), grid).inv_freq.reshape(heads, d_k // 2)
    sines = np.arange(d_k // 2)
    # the rows run over key − query, the angles over query − key
    by_head = tuple(Waves(-own, sines, sines + d_k // 2, d_k, -last) for own in inv_freq)
    content, position = np.random.default_rng(params.seed).standard_normal((2, heads, d_k)) / np.sqrt(d_k)
    learned = content.size + position.size
    for array in (content, position):
        array.flags.writeable = False
    return RelativeKeys(by_head, last, grid.length, content, position, learned, sinusoidal=True)


def explain_shaw(params: ShawParams, grid: Grid, cell: Cell) -> str:
    """One number of the vector of one distance: the row is its index, the column the dimension."""
    value = float(evaluate_shaw(params, grid, cell.heads).vectors[0, cell.row, cell.column])
    return f"a[key − query = {cell.row - params.clip:+d}][{cell.column}] = {value:z.4f}, seeded in the place of learned"


def explain_transformer_xl(params: TransformerXlParams, grid: Grid, cell: Cell) -> str:
    """One number of the vector of one distance: the row is its index, the column the dimension of the head."""
    distance = grid.length - 1 - cell.row
    half = grid.d_model // cell.heads // 2
    part, place = divmod(cell.column, half)  # the sines of this head, or its cosines
    dimension = part * (grid.d_model // 2) + cell.head * half + place
    text = sinusoidal.explain(_distance_rule(params), grid, Cell(distance, dimension))
    return text.replace("PE[", "r[query − key = ", 1)


def _distance_rule(params: TransformerXlParams) -> sinusoidal.SinusoidalParams:
    return sinusoidal.SinusoidalParams(base=params.base, layout="concatenated")


SHAW = Encoding(
    key="shaw",
    title="Shaw relative keys",
    summary="A learned vector for each distance up to a limit, added to the key.",
    formula="score = q_i · (k_j + a[clip(j − i)]) / √d_k",
    references=("Shaw, Uszkoreit, Vaswani, Self-Attention with Relative Position Representations (2018), eq. 5",),
    acts="added to the keys, by distance",
    params=ShawParams,
    evaluate=evaluate_shaw,
    explain=explain_shaw,
    work=work_shaw,
)

TRANSFORMER_XL = Encoding(
    key="transformer_xl",
    title="Transformer-XL",
    summary="Sinusoids of the distance and two bias vectors: a score of four terms.",
    formula="score = ((q_i + u) · k_j + (q_i + v) · r[i − j]) / √d_k",
    references=("Dai et al., Transformer-XL (2019), section 3.3",),
    acts="added to the keys, by distance",
    params=TransformerXlParams,
    evaluate=evaluate_transformer_xl,
    explain=explain_transformer_xl,
    check=check_transformer_xl,
)
