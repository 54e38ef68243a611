"""How the learned table was trained here, and what it has learned."""

import math
from dataclasses import dataclass

import numpy as np

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine import training
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Record
from posenc_gui.engine.position_ids import table_row
from posenc_gui.engine.training import Trained
from posenc_gui.figures import catalog, loss_curve
from posenc_gui.figures.numbers import short, signed
from posenc_gui.figures.panels import ROOM, wrapped
from posenc_gui.figures.spec import Axes, Axis, Figure, Line, Lines, Points, Text
from posenc_gui.figures.view import Arrays, Pick, View

KEY = catalog.TRAINING.key
WEIGHTS = "weights"


@dataclass(frozen=True)
class TrainingOptions(Record):
    """Nothing can be set in this view alone."""


def figure(document: Document) -> Figure:
    """The loss over the steps, and the weight that each row puts on the one before it.

    Raises:
        UntrainedError: the table has not been trained yet.
    """
    found = _found(document)
    if found is None or not len(found.weights):
        return _words(_why(found))
    guessing = math.log(len(found.weights) + 1)
    return Figure(
        view=KEY,
        title="Each position learns to look at the one before",
        axes=(loss_curve.axes(found.losses, (0, 0, 1, 1), "loss while it learns"), _weights(document, found)),
        columns=(1.0, 1.0),
        caption=f"Guessing costs {short(guessing)} nats, the logarithm of the number of rows: there the loss begins.",
    )


def data(document: Document) -> Arrays:
    """The losses (STEPS + 1,) in nats before each step and after the last, and weights (rows − 1,) of rows from 1 on.

    Raises:
        UntrainedError: the table has not been trained yet.
        UserError: nothing is trained at these settings.
    """
    found = _found(document)
    if found is None:
        raise UserError(_why(found))
    return {"losses": found.losses, WEIGHTS: found.weights}


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """A row of the weights selects its position."""
    if pick.axes != WEIGHTS:
        return None
    return edits.select(position=round(min(max(pick.x, 0.0), float(2**31))) - _first(document))


def read(document: Document, pick: Pick | None) -> str:
    """The loss at the step under the pointer, or the weight of the row there, or of the playhead's."""
    found = _found(document)
    if found is None or not len(found.weights):
        return _why(found)
    if pick is not None and pick.axes == loss_curve.KEY:
        step = int(np.clip(round(pick.x), 0, len(found.losses) - 1))
        return f"loss after {step} steps = {short(float(found.losses[step]))} nats"
    row = document.selection.position + _first(document)
    if pick is not None and pick.axes == WEIGHTS:
        row = int(np.clip(round(pick.x), 0, len(found.weights)))
    if not 1 <= row <= len(found.weights):
        return f"row {row} {'has none before it' if row == 0 else 'does not exist'}: weights are those of rows 1 and up"
    return f"row {row} puts {signed(float(found.weights[row - 1]))} of its weight on row {row - 1}"


def work(document: Document) -> int:
    """Points that are drawn: what is costly is done when it is trained."""
    task = document.encoded.task
    return 0 if task is None else task.rows + training.STEPS


def _words(words: str) -> Figure:
    """A figure that says why there is nothing to see."""
    lines = wrapped(words, LETTERS)
    marks = tuple(
        Text(f"words.{place}", (0.5, 1 - (place + 0.5) / len(lines)), line, "secondary", room=1.0)
        for place, line in enumerate(lines)
    )
    panel = Axes("words", (1, 0, 1, 1), ROOM, ROOM, marks, frame=False)
    caption = "A table that is trained here shows its loss, and where each of its rows looks."
    return Figure(KEY, "Nothing is trained", (panel,), rows=(1.0, Lines(1.5 * len(lines)), 1.0), caption=caption)


LETTERS = 52
"""Letters of a line that the smallest picture has room for."""


def _why(found: Trained | None) -> str:
    if found is None:
        return "no table is trained at these settings: choose the learned table, and “trained here” as its source."
    return "one row has none before it, so there is nothing to learn: set more rows."


def _found(document: Document) -> Trained | None:
    """What was trained for the document, or None where it asks for no training."""
    task = document.encoded.task
    return None if task is None else training.needed(task)


def _weights(document: Document, found: Trained) -> Axes:
    rows = np.arange(1.0, len(found.weights) + 1)
    here = document.selection.position + _first(document)
    shown = np.array([here] if 1 <= here <= len(found.weights) else [], dtype=np.int64)
    return Axes(
        key=WEIGHTS,
        cell=(0, 1, 1, 1),
        x=Axis("row", 0.0, float(len(found.weights)) + 0.5, integer=True),
        y=Axis("weight on the row before", 0.0, 1.05),
        marks=(
            Line("line", rows, found.weights, "secondary"),
            Points("rows", rows, found.weights, "secondary", size=4, apart=True),
            Points("here", shown.astype(np.float64), found.weights[shown - 1], "position", size=9, halo=True),
        ),
        title="what each row has learned",
    )


def _first(document: Document) -> int:
    """The row of position 0."""
    assert isinstance(document.params, LearnedParams)
    return table_row(0, document.params.padding_idx)


VIEW = View(
    catalog.TRAINING,
    options=TrainingOptions,
    main="losses",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
