"""What the view of learning the shift fits: examples of a table, an ablation of it, or a random one."""

from functools import lru_cache

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from posenc_gui.engine import fit
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Rotation, Table
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.fit import Fit, Parts
from posenc_gui.engine.rows import Rows, Stored
from posenc_gui.engine.waves import Waves

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CASES = ("both", "sine", "cosine", "random")
MOST_COLUMNS = 1_024
SEED = 0


class Task(Struct, frozen=True):
    """Examples PE[p] → PE[p + offset] at `count` positions p from `first` on, and whether the matrix is free."""

    encoded: Encoded
    table: str
    whole: bool
    offset: int
    first: int
    count: int

    def of(self, table: str) -> "Task":
        """The same with another table."""
        return structs.replace(self, table=table)


class Fitted(Struct, frozen=True, eq=False):
    """The fit with the largest residual at the examples and at as many positions after them; arrays are read-only.

    columns: the columns of the encoding that take part. true: M_k cut to them, or None without a rule. distance: from
    true, NaN without one. start: the first p.
    """

    fit: Fit
    columns: Ints
    true: Floats | None
    inside: float
    beyond: float
    distance: float
    start: int
    inside_count: int
    beyond_count: int


def has_waves(encoded: Encoded) -> bool:
    """Whether there is a true matrix."""
    return isinstance(_rows(encoded), Waves)


def possible(encoded: Encoded) -> tuple[str, ...]:
    """The tables that can be fitted: an ablation that leaves no column is not among them."""
    rows = _rows(encoded)
    if not isinstance(rows, Waves):
        return ("both", "random")
    return tuple(case for case in CASES if case == "random" or len(fit.kept_columns(rows, _parts(case))))


def columns_of(task: Task) -> Ints:
    """The columns of the encoding that take part, without the fit; raises `UserError` as `fitted` does."""
    return _material(task)[1]


@lru_cache(maxsize=32)
def fitted(task: Task) -> Fitted:
    """Fit the matrix and measure it.

    Raises:
        UserError: there is no table, nothing is left of it, it is too wide, or it ends before the examples.
    """
    rows, columns, true, offset = _material(task)
    start = (0 if task.table == "random" else task.first) + max(0, -offset)
    seen = np.arange(start, start + task.count)
    after = np.arange(start + task.count, start + 2 * task.count)
    if isinstance(rows, Stored):
        seen, after = _existing(rows, seen, offset), _existing(rows, after, offset)
    if not len(seen):
        raise UserError(
            f"no position from {start} on has one {offset} further on in the table: lower the first p or the offset"
        )
    before_seen, after_seen = rows.values(seen)[:, columns], rows.values(seen + offset)[:, columns]
    found = fit.fit(before_seen, after_seen, _groups(task, columns))
    found.matrix.flags.writeable = columns.flags.writeable = False
    beyond = rows.values(after)[:, columns], rows.values(after + offset)[:, columns]
    return Fitted(
        found,
        columns,
        true,
        fit.residual(found.matrix, before_seen, after_seen),
        fit.residual(found.matrix, *beyond),
        float("nan") if true is None else fit.distance(found.matrix, true),
        start,
        len(seen),
        len(after),
    )


def _material(task: Task) -> tuple[Rows, Ints, Floats | None, int]:
    """The table, the columns of it that take part, the true matrix, and the offset in the table.

    Rows of a random table have nothing to do with each other, so that a far one may as well be a near one.
    """
    width = task.encoded.grid.d_model
    if width > MOST_COLUMNS:
        raise UserError(f"d_model is {width}, but a matrix can be fitted up to {MOST_COLUMNS}: lower d_model")
    rows = _rows(task.encoded)
    if task.table == "random":
        offset = max(-2 * task.count, min(task.offset, 2 * task.count))
        shape = (2 * task.count + abs(offset), rows.width)
        return Stored(np.random.default_rng(SEED).standard_normal(shape)), np.arange(rows.width), None, offset
    if not isinstance(rows, Waves):
        if task.table != "both":
            raise UserError(f"{task.encoded.definition.title} has no {task.table}s to keep alone: choose all columns")
        return rows, np.arange(rows.width), None, task.offset
    columns = fit.kept_columns(rows, _parts(task.table))
    if not len(columns):
        what = "wave" if task.table == "both" else task.table
        raise UserError(f"there is no column with a {what} at d_model {width}: choose another table or raise d_model")
    true = fit.true_matrix(rows, task.offset)[np.ix_(columns, columns)]
    true.flags.writeable = False
    return rows, columns, true, task.offset


def _parts(table: str) -> Parts:
    return "sine" if table == "sine" else "cosine" if table == "cosine" else "both"


def _rows(encoded: Encoded) -> Rows:
    match encoded.evaluate():
        case Table(rows=rows):
            return rows
        case Rotation(waves=waves):
            return waves
        case _:
            title = encoded.definition.title
            raise UserError(f"{title} gives positions no vectors that a matrix could shift: choose a table, or RoPE")


def _groups(task: Task, columns: Ints) -> tuple[Ints, ...]:
    if task.whole:
        return (np.arange(len(columns)),)
    rows = _rows(task.encoded)
    if isinstance(rows, Waves) and task.table != "random":
        return fit.groups_of(rows, columns)
    return tuple(np.arange(first, min(first + 2, len(columns))) for first in range(0, len(columns), 2))


def _existing(rows: Stored, positions: Ints, offset: int) -> Ints:
    return positions[(positions + offset < len(rows.array)) & (positions < len(rows.array))]
