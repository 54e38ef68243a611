"""Could a model learn it? The matrix of a shift fitted to examples, beside the true one."""

from dataclasses import dataclass

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.figures import catalog
from posenc_gui.figures.fit_task import CASES, Fitted, Task, columns_of, fitted, has_waves, possible
from posenc_gui.figures.numbers import short, signed
from posenc_gui.figures.spec import Axes, Axis, ColorMap, Figure, Floats, Image, Mark, Rect, Role, Small, Span, Text
from posenc_gui.figures.view import Arrays, Pick, View

KEY = catalog.FIT.key
PANEL_LINES = 8.0
TITLES = {
    "both": "sine and cosine",
    "sine": "sines alone",
    "cosine": "cosines alone",
    "random": "random table",
}


@dataclass(frozen=True)
class FitOptions(Record):
    """What the examples are, and how free the matrix is."""

    table: str = param(
        "both",
        "Table",
        "What PE[p] is: all columns, an ablation, or numbers without a rule.",
        choices=(
            Choice("both", "all columns", "The encoding as it is."),
            Choice("sine", "sines alone", "Its cosines are left out."),
            Choice("cosine", "cosines alone", "Its sines are left out."),
            Choice("random", "random", "Seeded normal numbers in as many columns."),
        ),
    )
    form: str = param(
        "pairs",
        "Matrix",
        "Which columns the matrix may mix.",
        choices=(
            Choice("pairs", "pair by pair", "Each pair has a 2 × 2 block of its own."),
            Choice("whole", "whole", "Every column may depend on every other."),
        ),
    )
    first: int = param(0, "From p", "First position of the examples.", low=0, high=2**30)
    count: int = param(48, "Examples", "Number of positions p that are fitted.", low=1, high=1024)


class _Shown(Struct, frozen=True, eq=False):
    """A matrix with its colours from −high to high."""

    key: str
    values: Floats
    title: str
    colormap: ColorMap
    high: float


def task_of(document: Document) -> Task:
    """What is fitted."""
    options = edits.option(document, KEY, FitOptions)
    return Task(
        document.encoded,
        options.table,
        options.form == "whole",
        document.selection.offset,
        options.first,
        options.count,
    )


def figure(document: Document) -> Figure:
    """The fitted matrix, the true one and their difference, over the numbers of all four cases."""
    task = task_of(document)
    found = fitted(task)
    return Figure(
        view=KEY,
        title="Could a model learn the shift?",
        axes=(*_matrices(found), _numbers(task)),
        rows=(1.0, 1.0),
        columns=(1.0, 1.0),
        caption="Look at the residuals: with sine and cosine the fit holds beyond its examples. Leave the cosines out, "
        "or choose a random table, and it does not.",
        notes=_notes(task, found),
        small=Small((44, 19), (("numbers", (0, 0, 1, 1)),)),
    )


def data(document: Document) -> Arrays:
    """Arrays fitted (n, n); true (n, n), empty without a rule; residual_inside and residual_beyond ().

    matrix_distance () is the Frobenius distance of the two matrices, NaN where there is no true one.
    """
    found = fitted(task_of(document))
    return {
        "fitted": found.fit.matrix,
        "true": found.true if found.true is not None else np.zeros((0, 0)),
        "residual_inside": np.array(found.inside),
        "residual_beyond": np.array(found.beyond),
        "matrix_distance": np.array(found.distance),
    }


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """A line of the numbers chooses its table; a column of a matrix selects its pair."""
    if pick.axes == "numbers":
        line = int(np.floor((1 - pick.y) * PANEL_LINES - 1.0))
        cases = possible(task_of(document).encoded)
        return edits.set_option(KEY, FitOptions, "table", cases[line]) if 0 <= line < len(cases) else None
    columns = columns_of(task_of(document))
    column = int(columns[min(max(round(pick.x), 0), len(columns) - 1)])
    encoded = document.encoded
    pair = encoded.waves.pair_of(column) if has_waves(encoded) else column // 2
    return None if pair is None else edits.select(pair=pair)


def read(document: Document, pick: Pick | None) -> str:
    """The entry under the pointer, fitted and true, or how well the whole fits."""
    task = task_of(document)
    found = fitted(task)
    if pick is None or pick.axes == "numbers":
        return (
            f"{TITLES[task.table]}, {task.count} examples from p = {found.start}: largest residual inside "
            f"{_number(found.inside)}, beyond {_number(found.beyond)}"
        )
    last = len(found.columns) - 1
    row, column = min(max(round(pick.y), 0), last), min(max(round(pick.x), 0), last)
    said = f"fitted {signed(float(found.fit.matrix[row, column]), 6)}"
    if found.true is not None:
        said += f", true {signed(float(found.true[row, column]), 6)}"
    return f"M[{found.columns[row]}, {found.columns[column]}]: {said}"


def work(document: Document) -> int:
    """Function evaluations behind the figure, as many as would take the time of the four fits."""
    task, width = task_of(document), document.grid.d_model
    each = task.count * width * width // 8 if task.whole else task.count * width + 1_000 * (width // 2)
    return len(CASES) * (each + 2 * task.count * width) + width * width


def _matrices(found: Fitted) -> tuple[Axes, ...]:
    learned = _Shown("fitted", found.fit.matrix, "fitted matrix", "diverging", 1.0)
    axes = [_matrix(learned, (0, 0), found.columns)]
    if found.true is None:
        text = Text("none", (0.5, 0.5), "a table without a rule has no true matrix", "secondary", room=1.0)
        x = Axis("", 0.0, 1.0, ticks=(), visible=False)
        return (*axes, Axes("true", (0, 1, 1, 1), x, x, (text,), frame=False))
    difference = found.fit.matrix - found.true
    largest = float(np.abs(difference).max(initial=0.0))
    return (
        *axes,
        _matrix(_Shown("true", found.true, "true matrix M", "diverging", 1.0), (0, 1), found.columns),
        _matrix(_Shown("difference", difference, "difference", "difference", largest or 1.0), (1, 0), found.columns),
    )


def _matrix(shown: _Shown, place: tuple[int, int], columns: NDArray[np.int64]) -> Axes:
    count = len(shown.values)
    edge = count - 0.5
    whole = Rect(-0.5, edge, -0.5, edge)
    ticks = tuple((float(at), str(int(columns[at]))) for at in range(0, count, max(1, -(-count // 4))))
    return Axes(
        key=shown.key,
        cell=(*place, 1, 1),
        x=Axis("column of PE[p]", -0.5, edge, ticks=ticks),
        y=Axis("column of PE[p+k]", -0.5, edge, ticks=ticks, reversed=True),
        marks=(Image(shown.key, shown.values, whole, shown.colormap, -shown.high, shown.high),),
        title=shown.title,
        equal=True,
        scale_of=shown.key,
    )


def _numbers(task: Task) -> Axes:
    marks: list[Mark] = []
    for place, name in zip(_PLACES, ("inside", "beyond", "from M"), strict=True):
        marks.append(Text(f"head.{name}", (place, _line(0)), name, "secondary", anchor=(1.0, 0.5), room=0.2))
    for line, case in enumerate(possible(task.encoded), 1):
        found, chosen = fitted(task.of(case)), case == task.table
        role: Role = "pair" if chosen else "text"
        if chosen:
            marks.append(Span("chosen", "y", _line(line) - 0.5 / PANEL_LINES, _line(line) + 0.5 / PANEL_LINES, "pair"))
        name = TITLES[case] if has_waves(task.encoded) or case == "random" else task.encoded.definition.title
        marks.append(Text(f"{case}.name", (0.01, _line(line)), name, role, anchor=(0.0, 0.5), bold=chosen, room=0.38))
        numbers = (found.inside, found.beyond, found.distance)
        for number, (place, value) in enumerate(zip(_PLACES, numbers, strict=True)):
            at = (place, _line(line))
            marks.append(Text(f"{case}.{number}", at, _number(value), role, anchor=(1.0, 0.5), bold=chosen))
    x = Axis("", 0.0, 1.0, ticks=(), visible=False)
    title = "residuals, and distance from M"
    return Axes("numbers", (1, 1, 1, 1), x, x, tuple(marks), title, frame=False)


_PLACES = (0.6, 0.79, 0.985)


def _line(number: float) -> float:
    """Height of a line of text in the panel, counted from its top."""
    return 1 - (number + 0.5) / PANEL_LINES


def _number(value: float) -> str:
    return "none" if np.isnan(value) else short(value)


def _notes(task: Task, found: Fitted) -> tuple[str, ...]:
    start, stop, k = found.start, found.start + found.inside_count - 1, signed(task.offset, 0)
    notes = [f"Fitted at p = {start:,} to {stop:,} for k = {k}, tried on the {found.beyond_count} after."]
    columns = len(found.columns)
    if task.whole and found.fit.rank < columns:
        notes.append(
            f"There are fewer examples than columns ({columns}): any numbers can be fitted, and nothing is learned."
            if task.table == "random"
            else f"The examples determine {found.fit.rank} of {columns} directions: slow waves have hardly moved, and "
            "other matrices fit as well as the true one. Take more examples, or fit pair by pair."
        )
    return tuple(notes)


VIEW = View(
    catalog.FIT,
    options=FitOptions,
    main="fitted",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
