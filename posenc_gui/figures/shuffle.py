"""A sentence whose order is changed, and attention over it without and with positions."""

from dataclasses import dataclass

import numpy as np

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.order_effects import Effect
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.figures import catalog, comparisons, score_text, shuffle_matrices
from posenc_gui.figures.comparisons import SIDES, Asked
from posenc_gui.figures.numbers import change
from posenc_gui.figures.shuffle_matrices import PROJECTIONS
from posenc_gui.figures.spec import Axes, Axis, Figure, Lines, Mark, Text
from posenc_gui.figures.view import Arrays, Pick, View

KEY = catalog.SHUFFLE.key
COVERED = "?"


@dataclass(frozen=True)
class ShuffleOptions(Record):
    """What the two matrices show, and in which order."""

    show: str = param(
        "scores",
        "Show",
        "What the matrices are.",
        choices=(
            Choice("scores", "scores", "Before the softmax."),
            Choice("weights", "weights", "After the softmax."),
            Choice("score_change", "score change", "What the shuffle changes of each score, realigned."),
            Choice("weight_change", "weight change", "What the shuffle changes of each weight, realigned."),
            Choice("query", "query matrix", "The matrix that makes queries, its bias below."),
            Choice("key", "key matrix", "The matrix that makes keys, its bias below."),
        ),
    )
    realign: bool = param(False, "Realigned", "Draw the tokens in the order of the sentence, not as they stand now.")


def figure(document: Document) -> Figure:
    """The two matrices side by side, and under each what the shuffle changed."""
    wanted, options = comparisons.asked(document), _options(document)
    if document.screen.covered:
        matrices = tuple(_cover(column, side) for column, side in enumerate(SIDES))
    elif options.show in PROJECTIONS:
        matrices = shuffle_matrices.projection_axes(document, wanted, options.show)
    else:
        matrices = shuffle_matrices.axes(document, wanted, options.show, options.realign)
    return Figure(
        view=KEY,
        title="Does order matter?",
        axes=(*matrices, _numbers(document, wanted)),
        rows=(1.0, Lines(2.0)),
        columns=(1.0, 1.0),
        caption="Shuffle the tokens: without positions every score only moves to another place.",
        notes=shuffle_matrices.notes(document, wanted),
    )


def data(document: Document) -> Arrays:
    """Tokens and position_ids (N,) as they stand now, padding included; order (n,); scores and weights (heads, N, N)
    and outputs (N, d_model) in that order; max_change_* are the largest change of any realigned score,
    max_change_pooled_* that of the mean output.

    effects: one record per system, with the largest change of scores, weights, outputs and pooled vector and the
    rounding level; levels (systems, 4): the rounding level of each of these numbers. What a system lacks is NaN.
    """
    wanted = comparisons.asked(document)
    both, found = comparisons.sides(wanted), comparisons.effects(wanted)
    arrays: Arrays = {
        "tokens": np.array((comparisons.PAD,) * document.attention.padding + document.ordered_words, dtype=np.str_),
        "order": np.array(document.sentence.order, dtype=np.int64),
        "position_ids": comparisons.position_ids(document),
        "effects": comparisons.records(found),
        "levels": comparisons.levels(found),
    }
    for side in SIDES:
        result, effect = both[side].shuffled, both[side].effect
        shown = {"scores": result.scores, "weights": result.weights, "output": result.outputs}
        arrays |= {f"{name}_{side}": values for name, values in shown.items() if values is not None}
        arrays[f"max_change_{side}"] = np.array(effect.changes.scores)
        arrays[f"max_change_pooled_{side}"] = np.array(effect.changes.pooled)
    return arrays


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """A row of a matrix moves the playhead to the place where its token stands now."""
    if pick.axes not in SIDES or _options(document).show in PROJECTIONS:
        return None
    place = shuffle_matrices.place_at(document, pick.y, _realigns(document)) - document.attention.padding
    if not 0 <= place < document.grid.length:
        return None
    return edits.select_place(place)


def read(document: Document, pick: Pick | None) -> str:
    """Score and weight of the cell under the pointer, written out with numbers."""
    if pick is None or pick.axes not in SIDES or document.screen.covered:
        return _order_text(document)
    wanted = comparisons.asked(document)
    if _options(document).show in PROJECTIONS:
        return shuffle_matrices.projection_text(document, wanted, _options(document).show, pick)
    query, key = (shuffle_matrices.place_at(document, at, _realigns(document)) for at in (pick.y, pick.x))
    return score_text.written_out(document, wanted, pick.axes, (document.selection.shown_head, query, key))


def work(document: Document) -> int:
    """Function evaluations behind the figure: attention over both orders, without and with positions."""
    return 2 * comparisons.work(document)


def verdict(document: Document, effect: Effect) -> str:
    """Whether a system has seen the order, in words."""
    if document.screen.covered:
        return "same or different?"
    if document.sentence.order == tuple(range(len(document.sentence.order))):
        return "nothing is shuffled"
    return "order is seen" if effect.order_is_seen else "order is not seen"


def _numbers(document: Document, wanted: Asked) -> Axes:
    """What the shuffle changed, under each matrix: whether order is seen, and two of the numbers that tell."""
    marks: list[Mark] = []
    both = comparisons.sides(wanted)
    for side, left in zip(SIDES, (0.0, 0.505), strict=True):
        effect = both[side].effect
        told = [
            f"{name} {COVERED if document.screen.covered else change(getattr(effect.changes, name), 3)}"
            for name in ("scores", "pooled")
        ]
        shown, changes = verdict(document, effect), ", ".join(told)
        marks.append(Text(f"verdict.{side}", (left, 0.78), shown, anchor=(0, 0.5), bold=True, room=0.49))
        marks.append(Text(f"changes.{side}", (left, 0.25), changes, "secondary", (0, 0.5), "small", room=0.49))
    return Axes(
        key="numbers",
        cell=(1, 0, 1, 2),
        x=Axis("", 0.0, 1.0, ticks=(), visible=False),
        y=Axis("", 0.0, 1.0, ticks=(), visible=False),
        marks=tuple(marks),
        frame=False,
    )


def _cover(column: int, side: str) -> Axes:
    """What stands in the place of a matrix while it is covered."""
    hidden = Axis("", 0.0, 1.0, ticks=(), visible=False)
    marks = (Text("cover", (0.5, 0.5), COVERED, "secondary", size="title", bold=True),)
    title = "without positions" if side == "without" else "with positions"
    return Axes(side, (0, column, 1, 1), hidden, hidden, marks, title, equal=True)


def _order_text(document: Document) -> str:
    words, what = document.ordered_words, "tokens" if document.sentence.split == "words" else "characters"
    shown = " ".join(words[:30]) + (" …" if len(words) > 30 else "")
    return f"{len(words)} {what}: {shown}"


def _realigns(document: Document) -> bool:
    return _options(document).realign


def _options(document: Document) -> ShuffleOptions:
    options: ShuffleOptions = edits.option(document, KEY, ShuffleOptions)
    return options


VIEW = View(
    catalog.SHUFFLE,
    options=ShuffleOptions,
    main="scores_with",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
