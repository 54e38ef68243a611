"""Which systems know the order: a table of what a shuffle changes in each, beside what rounding explains."""

import math
from dataclasses import dataclass

import numpy as np

from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine import recurrent
from posenc_gui.engine.order_effects import SYSTEMS, Effect
from posenc_gui.engine.params import Record
from posenc_gui.figures import catalog, comparisons
from posenc_gui.figures.comparisons import FIELDS
from posenc_gui.figures.numbers import change, scientific
from posenc_gui.figures.shuffle import COVERED, verdict
from posenc_gui.figures.shuffle_matrices import notes
from posenc_gui.figures.spec import Axes, Axis, Figure, Line, Mark, Text
from posenc_gui.figures.view import Arrays, Pick, View

KEY = catalog.EFFECTS.key
NAMES = {
    "without": "no positions",
    "with": "with",
    "causal": "causal mask alone",
    "bag": "bag of words",
    "recurrent": "recurrent network",
}
HEADS = ("scores", "weights", "outputs", "pooled")

LABELS, COLUMN = 0.25, 0.145
"""Shares of the width: the names of the systems, and each of the four numbers."""

SLOTS = len(SYSTEMS) + 0.7
"""Rows of the table, its head included."""


@dataclass(frozen=True)
class EffectsOptions(Record):
    """Nothing can be set in this view alone yet."""


def figure(document: Document) -> Figure:
    """A row for each system: four numbers, each over its rounding level, and whether order is seen."""
    wanted = comparisons.asked(document)
    edge = Axis("", 0.0, 1.0, ticks=(), visible=False)
    table = Axes("effects", (0, 0, 1, 1), edge, edge, _marks(document, comparisons.effects(wanted)), frame=False)
    return Figure(
        view=KEY,
        title="Which systems know the order?",
        axes=(table,),
        caption="The largest change of any number by the shuffle, realigned; ± is what rounding alone can change.",
        notes=notes(document, wanted),
    )


def data(document: Document) -> Arrays:
    """One record per system, with the largest change of scores, weights, outputs and pooled vector and the rounding
    level; levels (systems, 4): the rounding level of each of these numbers. What a system lacks is NaN.
    """
    found = comparisons.effects(comparisons.asked(document))
    return {"effects": comparisons.records(found), "levels": comparisons.levels(found)}


def on_pick(_document: Document, _pick: Pick) -> Edit | None:
    """Nothing can be moved here."""
    return None


def read(document: Document, pick: Pick | None) -> str:
    """The row under the pointer in words, or all verdicts."""
    found = comparisons.effects(comparisons.asked(document))
    if pick is None or document.screen.covered:
        return ", ".join(f"{_name(document, item)}: {verdict(document, item)}" for item in found)
    row = int(np.clip(math.floor((1 - pick.y) * SLOTS - 0.7), 0, len(found) - 1))
    item = found[row]
    parts = [
        f"{head} {change(getattr(item.changes, name))} (rounding {scientific(getattr(item.levels, name))})"
        for head, name in zip(HEADS, FIELDS, strict=True)
        if not math.isnan(getattr(item.changes, name))
    ]
    return f"{_name(document, item)} changes by: {', '.join(parts)}; {verdict(document, item)}"


def work(document: Document) -> int:
    """Function evaluations behind the figure: attention in three systems, and the weights of a recurrent network."""
    return 3 * comparisons.work(document) + recurrent.WIDTH * document.grid.d_model // 2


def _marks(document: Document, found: tuple[Effect, ...]) -> tuple[Mark, ...]:
    heights = [1 - (0.7 + row) / SLOTS for row in range(len(found) + 1)]
    x, y = np.tile([0.0, 1.0], len(heights)), np.repeat(np.array(heights), 2)
    marks: list[Mark] = [Line("rules", x, y, "grid", connect="pairs")]
    top = 1 - 0.35 / SLOTS
    for column, head in enumerate(HEADS):
        at = (LABELS + COLUMN * (column + 0.5), top)
        marks.append(Text(f"head.{column}", at, head, "secondary", room=0.95 * COLUMN))
    marks.append(Text("head.order", (1.0, top), "order", "secondary", anchor=(1, 0.5), room=0.17))
    for row, item in enumerate(found):
        marks += _row(document, item, heights[row], heights[row + 1])
    return tuple(marks)


def _row(document: Document, item: Effect, top: float, bottom: float) -> list[Mark]:
    middle, seen = (top + bottom) / 2, verdict(document, item).removeprefix("order ")
    upper, lower = top + 0.34 * (bottom - top), top + 0.7 * (bottom - top)
    marks: list[Mark] = [
        Text(f"{item.name}.name", (0.0, middle), _name(document, item), anchor=(0, 0.5), room=LABELS - 0.01),
        Text(f"{item.name}.verdict", (1.0, middle), seen, anchor=(1, 0.5), bold=True, room=0.17),
    ]
    for column, name in enumerate(FIELDS):
        x, value = LABELS + COLUMN * (column + 0.5), float(getattr(item.changes, name))
        is_seen = item.seen(name) and not document.screen.covered
        shown = COVERED if document.screen.covered and not math.isnan(value) else change(value)
        level = float(getattr(item.levels, name))
        y = middle if math.isnan(level) else upper
        marks.append(Text(f"{item.name}.{name}", (x, y), shown, bold=is_seen, room=0.95 * COLUMN))
        if not math.isnan(level):
            text, at = f"± {scientific(level)}", (x, lower)
            marks.append(Text(f"{item.name}.{name}.level", at, text, "secondary", size="small", room=0.95 * COLUMN))
    return marks


def _name(document: Document, item: Effect) -> str:
    name = NAMES[item.name]
    return f"{name} {document.definition.title}" if item.name == "with" else name


VIEW = View(
    catalog.EFFECTS,
    options=EffectsOptions,
    main="effects",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
