"""The sinusoidal encoding, in all the conventions that public code uses.

Vaswani et al., "Attention Is All You Need" (2017), section 3.5.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from posenc_gui.engine.encoding import Cell, Encoding, Table
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.engine.waves import ABSENT, Waves


@dataclass(frozen=True)
class SinusoidalParams(Record):
    """The choices in which public implementations differ."""

    base: float = param(
        10_000.0,
        "Base",
        "The wavelengths run from 2π towards 2π · base.",
        low=1,
        open_low=True,
        high=1e12,
        slider=(1.01, 1e7),
        log=True,
    )
    layout: str = param(
        "interleaved",
        "Layout",
        "In which columns the sines and cosines stand.",
        choices=(
            Choice("interleaved", "sin, cos in turn", "Pair i in columns 2i and 2i + 1, as in the paper."),
            Choice("concatenated", "sines, then cosines", "All sines in the first half, all cosines in the second."),
            Choice("cosine_first", "cosines, then sines", "All cosines in the first half, all sines in the second."),
        ),
    )
    denominator: str = param(
        "paper",
        "Denominator",
        "The exponent of the base for pair i.",
        choices=(
            Choice("paper", "2i / d", "As in the paper: the slowest wave stays below 2π · base."),
            Choice("tensor2tensor", "i / (d/2 − 1)", "As in tensor2tensor and fairseq: the slowest is 2π · base."),
        ),
    )
    odd: str = param(
        "truncate",
        "Odd width",
        "What becomes of the last pair when d_model is odd.",
        choices=(
            Choice("truncate", "drop last cosine", "d stays in the exponent; the last pair has a sine alone."),
            Choice("pad", "zero column", "Pairs for d − 1 columns, and a column of zeros at the end."),
            Choice("widen", "d + 1, cut", "Built for d + 1, in the exponent too; the last column is cut off."),
        ),
    )
    min_timescale: float = param(
        1.0,
        "Frequency factor",
        "Multiplies every frequency, as min_timescale does in tensor2tensor (base is then max over min timescale).",
        low=1e-9,
        high=1e6,
        slider=(0.01, 100),
        log=True,
        advanced=True,
    )
    first_position: int = param(
        0,
        "First position",
        "The position that row 0 stands for.",
        low=-(2**31),
        high=2**31,
        slider=(0, 1000),
        advanced=True,
    )


def pair_count(params: SinusoidalParams, grid: Grid) -> int:
    """Number of pairs, the incomplete one of an odd width included."""
    return grid.d_model // 2 if params.odd == "pad" else (grid.d_model + 1) // 2


def exponents(params: SinusoidalParams, grid: Grid) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """(pairs,) exponent of the base for each pair: 2i / d, or i / (pairs − 1) as in tensor2tensor."""
    pairs = pair_count(params, grid)
    if params.denominator == "tensor2tensor":
        return np.arange(pairs) / max(pairs - 1, 1)
    return 2 * np.arange(pairs) / _divisor(params, grid)


@lru_cache(maxsize=16)
def waves(params: SinusoidalParams, grid: Grid) -> Waves:
    """The table as waves: w_i = min_timescale · base^(−exponent)."""
    pairs = pair_count(params, grid)
    inv_freq = params.min_timescale * params.base ** -exponents(params, grid)
    if params.layout == "interleaved":
        first, second = 2 * np.arange(pairs), 2 * np.arange(pairs) + 1
    else:
        first, second = np.arange(pairs), np.arange(pairs) + pairs
    second = np.where(second < grid.d_model, second, ABSENT)
    sines, cosines = (second, first) if params.layout == "cosine_first" else (first, second)
    return Waves(inv_freq, sines, cosines, grid.d_model, params.first_position)


def evaluate(params: SinusoidalParams, grid: Grid, _heads: int = 1) -> Table:
    """PE[p, 2i] = sin(p · w_i), PE[p, 2i+1] = cos(p · w_i) for the interleaved layout."""
    return Table(waves(params, grid), grid.length)


def explain(params: SinusoidalParams, grid: Grid, cell: Cell) -> str:
    """The formula for one cell with its numbers, as in "PE[12, 7] = cos(12 / 10000^(6/64)) = cos(5.0604) = 0.3410"."""
    described = waves(params, grid)
    pair = described.pair_of(cell.column)
    if pair is None:
        return f"PE[{cell.row}, {cell.column}] = 0 (the column of zeros that an odd width leaves)"
    function = "sin" if described.sine_dims[pair] == cell.column else "cos"
    angle = float(described.angles(cell.row, pair))
    value = np.sin(angle) if function == "sin" else np.cos(angle)
    factor = "" if params.min_timescale == 1 else f" · {params.min_timescale:.6g}"
    exponent = f"{params.base:.12g}^({_exponent_text(params, grid, pair)})"
    fraction = f"{cell.row + params.first_position}{factor} / {exponent}"
    return f"PE[{cell.row}, {cell.column}] = {function}({fraction}) = {function}({angle:z.4f}) = {value:z.4f}"


def note(params: SinusoidalParams, grid: Grid) -> str:
    """What an odd width leads to, where the width is odd."""
    if grid.d_model % 2 == 0:
        return ""
    last, width = grid.d_model - 1, grid.d_model
    return {
        "truncate": f"Odd width {width}: d stays in the exponent and the last pair has no second column.",
        "pad": f"Odd width {width}: dimension {last} is a column of zeros.",
        "widen": f"Odd width {width}: built for {width + 1}, and the last column is cut off.",
    }[params.odd]


def _divisor(params: SinusoidalParams, grid: Grid) -> int:
    if grid.d_model % 2 == 0 or params.odd == "truncate":
        return grid.d_model
    return grid.d_model + 1 if params.odd == "widen" else grid.d_model - 1


def _exponent_text(params: SinusoidalParams, grid: Grid, pair: int) -> str:
    if params.denominator == "tensor2tensor":
        return f"{pair}/{max(pair_count(params, grid) - 1, 1)}"
    return f"{2 * pair}/{_divisor(params, grid)}"


SINUSOIDAL = Encoding(
    key="sinusoidal",
    title="Sinusoidal",
    summary="Sines and cosines of the position, each pair of dimensions slower than the one before.",
    formula="PE[p, 2i] = sin(p / base^(2i/d)),  PE[p, 2i+1] = cos(p / base^(2i/d))",
    references=("Vaswani et al., Attention Is All You Need (2017), section 3.5",),
    acts="added to the embeddings",
    params=SinusoidalParams,
    evaluate=evaluate,
    explain=explain,
    note=note,
)
