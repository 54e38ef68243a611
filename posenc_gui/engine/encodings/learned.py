"""A learned table: one free vector per position, up to its last row.

Devlin et al., "BERT" (2019); Radford et al., "GPT-2" (2019); the padding offset is that of RoBERTa (Liu et al., 2019).
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.engine import stopping
from posenc_gui.engine.encoding import Cell, Encoding, Table
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid, check_memory
from posenc_gui.engine.kept import Kept
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.engine.position_ids import table_row
from posenc_gui.engine.rows import Stored
from posenc_gui.engine.table_suffixes import SUFFIXES
from posenc_gui.engine.training_task import Task

Numbers = NDArray[np.floating]

_BLOCK_NUMBERS = 2**16
"""Numbers of a seeded table that are made at a time."""


@dataclass(frozen=True)
class LearnedParams(Record):
    """Where the table comes from, and which of its rows the first position has."""

    rows: int = param(
        512,
        "Rows",
        "Number of rows of the table; later positions do not exist.",
        low=1,
        high=2**24,
        slider=(8, 4096),
        log=True,
        only_with=("source", ("normal", "trained")),
    )
    source: str = param(
        "normal",
        "Source",
        "Where the numbers come from.",
        choices=(
            Choice(
                "normal", "seeded normal", "As a model begins: normal with the standard deviation of BERT and GPT-2."
            ),
            Choice("file", "file", "A table opened from a .npy, .npz or .csv file."),
            Choice(
                "trained", "trained here", "Fitted in this program so that each position attends to the one before it."
            ),
        ),
    )
    file: str = param(
        "",
        "File",
        "Path of a .npy, .npz or .csv table: rows are positions, columns dimensions.",
        only_with=("source", ("file",)),
        file_suffixes=SUFFIXES,
    )
    std: float = param(
        0.02,
        "Standard deviation",
        "Of the seeded normal numbers; 0.02 in BERT and GPT-2.",
        low=0,
        open_low=True,
        high=1e6,
        slider=(0.001, 1),
        log=True,
        only_with=("source", ("normal",)),
    )
    seed: int = param(
        0,
        "Seed",
        "Seed of the normal numbers, or of the training.",
        low=0,
        high=2**31 - 1,
        slider=(0, 99),
        advanced=True,
        only_with=("source", ("normal", "trained")),
    )
    padding_idx: int = param(
        -1,
        "Padding index",
        "The first position has row padding_idx + 1, as in RoBERTa; −1: row 0.",
        low=-1,
        high=2**20,
        slider=(-1, 8),
        advanced=True,
        special=(-1, "none"),
    )


def evaluate(params: LearnedParams, grid: Grid, _heads: int = 1) -> Table:
    """Row p + padding_idx + 1 of the table for position p; NaN for positions past its end; see `position_ids`.

    Raises:
        UntrainedError: it has to be trained first; see `task`.
        UserError: the file cannot be used, or its width is not d_model.
    """
    array = table(params, grid.d_model)
    first = table_row(0, params.padding_idx)
    if first >= len(array):
        raise UserError(
            f"padding_idx is {params.padding_idx}, but must be from -1 to {len(array) - 2}, so that a row is left of "
            f"{len(array)}: lower it or open a longer table"
        )
    return Table(_rows(_Array(array), first), grid.length, array.size)


def table(params: LearnedParams, d_model: int) -> Numbers:
    """The whole table (rows, d_model), the padding row included; raises `UserError` as `evaluate` does."""
    match params.source:
        case "file":
            return _from_file(params.file, d_model)
        case "trained":
            from posenc_gui.engine import training  # noqa: PLC0415 - few tables are trained

            return training.needed(Task(params.rows, d_model, params.seed)).model.table
        case _:
            return _normal(_Seeded(params.rows, d_model, params.std, params.seed))


def task(params: LearnedParams, grid: Grid) -> Task | None:
    """What is to be trained before the table can be evaluated, if that is its source."""
    return Task(params.rows, grid.d_model, params.seed) if params.source == "trained" else None


def work(params: LearnedParams, grid: Grid, _heads: int) -> int:
    """The numbers of a seeded table that is not at hand; a file is opened, and a table trained, before."""
    if params.source != "normal" or _normal.knows(_Seeded(params.rows, grid.d_model, params.std, params.seed)):
        return 0
    return params.rows * grid.d_model


def explain(params: LearnedParams, grid: Grid, cell: Cell) -> str:
    """The number, and which row of the table it is."""
    array, place = table(params, grid.d_model), table_row(cell.row, params.padding_idx)
    if place >= len(array):
        return f"PE[{cell.row}, {cell.column}] does not exist: the table ends at row {len(array) - 1}"
    return f"PE[{cell.row}, {cell.column}] = table[{place}, {cell.column}] = {float(array[place, cell.column]):z.4f}"


def note(params: LearnedParams, grid: Grid) -> str:
    """Where the table ends, if it is shorter than the length."""
    if params.source == "file":
        return ""
    last = params.rows - table_row(0, params.padding_idx) - 1
    return f"The table ends at position {last}: later positions do not exist." if grid.length - 1 > last else ""


def _from_file(path: str, d_model: int) -> Numbers:
    if not path:
        raise UserError("file is empty, but must name a .npy, .npz or .csv table: open one")
    from posenc_gui.engine import table_files  # noqa: PLC0415 - the readers of files take long to load

    found = table_files.open_table(path)
    if found.shape[1] != d_model:
        raise UserError(
            f"the table {path} has {found.shape[1]} columns, but d_model is {d_model}: set it to {found.shape[1]}"
        )
    return found


class _Seeded(Struct, frozen=True):
    """What a table of seeded normal numbers is made of."""

    rows: int
    d_model: int
    std: float
    seed: int


def _made(wanted: _Seeded) -> Numbers:
    check_memory(f"a learned table of {wanted.rows} × {wanted.d_model}", wanted.rows * wanted.d_model)
    numbers, random = np.empty((wanted.rows, wanted.d_model)), np.random.default_rng(wanted.seed)
    step = max(1, _BLOCK_NUMBERS // wanted.d_model)
    for first in range(0, wanted.rows, step):
        stopping.go_on()
        part = numbers[first : first + step]
        random.standard_normal(out=part)
        part *= wanted.std
    numbers.flags.writeable = False
    return numbers


_normal = Kept(_made, most=4)


class _Array:
    """An array that caches compare by identity, so that the sums over a table are made once."""

    def __init__(self, array: Numbers) -> None:
        self.array = array

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Array) and self.array is other.array

    def __hash__(self) -> int:
        return id(self.array)


@lru_cache(maxsize=4)
def _rows(array: _Array, shift: int) -> Stored:
    return Stored(array.array[shift:])


LEARNED = Encoding(
    key="learned",
    title="Learned table",
    summary="A free vector for each position, fitted with the model: it ends at its last row.",
    formula="PE[p] = table[p + padding_idx + 1]",
    references=(
        "Devlin et al., BERT (2019)",
        "Radford et al., Language Models are Unsupervised Multitask Learners (2019)",
        "Liu et al., RoBERTa (2019)",
    ),
    acts="added to the embeddings",
    params=LearnedParams,
    evaluate=evaluate,
    explain=explain,
    note=note,
    task=task,
    work=work,
)
