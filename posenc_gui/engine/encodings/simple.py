"""The plain ideas that a lesson begins with: nothing, the index, the index by the length, binary digits."""

from dataclasses import dataclass

import numpy as np

from posenc_gui.engine.encoding import Cell, Encoding, Nothing, Table
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import Record, param
from posenc_gui.engine.rows import Bits, Ramp

LESSON = "Kazemnejad, Transformer Architecture: The Positional Encoding (2019)"


@dataclass(frozen=True)
class NoParams(Record):
    """Nothing can be set."""


@dataclass(frozen=True)
class BinaryParams(Record):
    """In which order the digits stand."""

    msb_first: bool = param(False, "Most significant first", "The most significant digit stands in dimension 0.")


def evaluate_none(_params: NoParams, _grid: Grid, _heads: int = 1) -> Nothing:
    """No position: attention sees a bag of tokens."""
    return Nothing()


def evaluate_index(_params: NoParams, grid: Grid, _heads: int = 1) -> Table:
    """PE[p, j] = p in every dimension: grows without bound."""
    return Table(Ramp(grid.d_model, 1.0), grid.length)


def evaluate_normalized(_params: NoParams, grid: Grid, _heads: int = 1) -> Table:
    """PE[p, j] = p / (length − 1): bounded, but a position has another value in every length."""
    return Table(Ramp(grid.d_model, 1 / max(grid.length - 1, 1)), grid.length)


def evaluate_binary(params: BinaryParams, grid: Grid, _heads: int = 1) -> Table:
    """PE[p, j] = digit j of p in base 2, least significant first unless `msb_first`: bounded, but it jumps."""
    return Table(Bits(_digits(params, grid)), grid.length)


def explain_none(_params: NoParams, _grid: Grid, cell: Cell) -> str:
    """Nothing is added."""
    return f"PE[{cell.row}, {cell.column}] = 0: nothing is added"


def explain_index(_params: NoParams, _grid: Grid, cell: Cell) -> str:
    """The position itself."""
    return f"PE[{cell.row}, {cell.column}] = p = {cell.row}"


def explain_normalized(_params: NoParams, grid: Grid, cell: Cell) -> str:
    """The position by the last one."""
    last = max(grid.length - 1, 1)
    return f"PE[{cell.row}, {cell.column}] = p / (length − 1) = {cell.row} / {last} = {cell.row / last:z.4f}"


def explain_binary(params: BinaryParams, grid: Grid, cell: Cell) -> str:
    """The digit, and the position in base 2."""
    bit = int(_digits(params, grid)[cell.column])
    number = f"{cell.row} = {cell.row:b} in base 2"
    return f"PE[{cell.row}, {cell.column}] = digit {bit} from the right of {number} = {cell.row >> bit & 1}"


def note_binary(_params: BinaryParams, grid: Grid) -> str:
    """Positions beyond the digits repeat."""
    if grid.d_model < (grid.length - 1).bit_length():
        return f"{grid.d_model} digits count to {2**grid.d_model - 1}: later positions repeat earlier ones."
    return ""


def _digits(params: BinaryParams, grid: Grid) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Which digit each dimension holds; positions have no more than 62, and all digits beyond are zero."""
    digits = np.arange(grid.d_model).clip(max=MOST_DIGITS)
    if params.msb_first:
        digits = np.arange(grid.d_model - 1, -1, -1).clip(max=MOST_DIGITS)
    return digits


MOST_DIGITS = 61
"""Beyond all positions there can be (2^31), and small enough for sums over them in 64 bits."""

NONE = Encoding(
    key="none",
    title="None",
    summary="No positions: attention alone cannot tell one order from another.",
    formula="x = embedding",
    references=("Vaswani et al., Attention Is All You Need (2017), section 3.5",),
    acts="nowhere",
    params=NoParams,
    evaluate=evaluate_none,
    explain=explain_none,
)

INDEX = Encoding(
    key="index",
    title="Index",
    summary="The position itself in every dimension: it grows without bound and drowns the embedding.",
    formula="PE[p, j] = p",
    references=(LESSON,),
    acts="added to the embeddings",
    params=NoParams,
    evaluate=evaluate_index,
    explain=explain_index,
)

NORMALIZED = Encoding(
    key="normalized",
    title="Normalized index",
    summary="The position as a share of the length: one position has another value in every length.",
    formula="PE[p, j] = p / (length − 1)",
    references=(LESSON,),
    acts="added to the embeddings",
    params=NoParams,
    evaluate=evaluate_normalized,
    explain=explain_normalized,
)

BINARY = Encoding(
    key="binary",
    title="Binary digits",
    summary="The digits of the position in base 2: bounded, but neighbours may differ in every digit.",
    formula="PE[p, j] = ⌊p / 2^j⌋ mod 2",
    references=(LESSON,),
    acts="added to the embeddings",
    params=BinaryParams,
    evaluate=evaluate_binary,
    explain=explain_binary,
    note=note_binary,
)
