"""A sentence whose order is changed, and attention over it without and with positions."""

import dataclasses
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Sentence
from posenc_gui.document.edits import Edit
from posenc_gui.engine import attention, tokens
from posenc_gui.engine.analysis import ShuffleEffect, shuffle_effect
from posenc_gui.engine.attention import Attention
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.grid import Grid, check_memory
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.figures.numbers import scientific, signed
from posenc_gui.figures.spec import Axes, Axis, Figure, Floats, Image, Line, Lines, Mark, Rect, Text, Ticks
from posenc_gui.figures.view import Arrays, Pick, View

KEY = "shuffle"
MOST_NUMBERED = 8
"""Up to this many tokens the cells have room for their numbers."""

MOST_TICKS = 24
LONGEST_WORD = 10
SYSTEMS = ("without", "with")


@dataclass(frozen=True)
class ShuffleOptions(Record):
    """What the two matrices show, and in which order."""

    show: str = param(
        "scores",
        "Show",
        "Scores before the softmax, or weights after it.",
        choices=(Choice("scores", "scores"), Choice("weights", "weights")),
    )
    realign: bool = param(False, "Realigned", "Draw the tokens in the order of the sentence, not as they stand now.")


@dataclass(frozen=True, eq=False, slots=True)
class Effects:
    """The measured effect of the shuffle, without positions and with those of the encoding."""

    without: ShuffleEffect
    encoded: ShuffleEffect

    def of(self, system: str) -> ShuffleEffect:
        """The effect "without" or "with" positions."""
        return self.without if system == "without" else self.encoded


def effects_of(document: Document) -> Effects:
    """Compute attention for the sentence and its shuffle in both systems, once per setting that matters to it."""
    words = len(document.sentence.order)
    encoded = dataclasses.replace(document.encoded, grid=Grid(words, document.grid.d_model))
    return _effects(encoded, document.sentence, document.attention)


@lru_cache(maxsize=4)
def _effects(encoded: Encoded, sentence: Sentence, heads: Attention) -> Effects:
    words, d_model = tokens.split(sentence.text), encoded.grid.d_model
    check_memory(
        f"attention over {len(words)} tokens of width {d_model} with {heads.heads} heads",
        _numbers_at_once(len(words), d_model, heads),
        "type fewer words, or lower heads or d_model",
    )
    embeddings = tokens.embed(words, d_model, heads.embedding_seed)
    position = encoded.evaluate()
    matrices = attention.projections(heads, d_model)
    return Effects(
        _read_only(shuffle_effect(embeddings, sentence.order, None, matrices)),
        _read_only(shuffle_effect(embeddings, sentence.order, position, matrices)),
    )


def _read_only(effect: ShuffleEffect) -> ShuffleEffect:
    for found in (effect.original, effect.shuffled):
        for array in (found.scores, found.weights, found.outputs, found.pooled):
            array.flags.writeable = False
    return effect


def _numbers_at_once(count: int, d_model: int, heads: Attention) -> int:
    """How many numbers the four attentions hold: scores and weights, tokens and outputs, the random projections."""
    projections = 3 * d_model * d_model if heads.head == "random" else 0
    return 8 * heads.heads * count * count + 16 * count * d_model + projections


def figure(document: Document) -> Figure:
    """The two matrices side by side, and under each what the shuffle changed."""
    effects = effects_of(document)
    return Figure(
        view=KEY,
        title="Does order matter?",
        axes=(*(_matrix(document, effects, *place) for place in enumerate(SYSTEMS)), _numbers(effects)),
        rows=(1.0, Lines(2.0)),
        columns=(1.0, 1.0),
        caption="Shuffle the tokens: without positions every score only moves to another place.",
    )


def data(document: Document) -> Arrays:
    """Tokens (n,) and order (n,) as they stand now; scores and weights (heads, n, n) and outputs (n, d_model) in that
    order; max_change_* are the largest change of any realigned score, max_change_pooled_* that of the mean output.
    """
    effects = effects_of(document)
    arrays: Arrays = {
        "tokens": np.array(document.ordered_words, dtype=np.str_),
        "order": np.array(document.sentence.order, dtype=np.int64),
    }
    for system in SYSTEMS:
        effect = effects.of(system)
        arrays[f"scores_{system}"] = effect.shuffled.scores
        arrays[f"weights_{system}"] = effect.shuffled.weights
        arrays[f"output_{system}"] = effect.shuffled.outputs
        arrays[f"max_change_{system}"] = np.array(effect.max_change_scores)
        arrays[f"max_change_pooled_{system}"] = np.array(effect.max_change_pooled)
    return arrays


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """A row of a matrix moves the playhead to the place where its token stands now."""
    if pick.axes not in SYSTEMS:
        return None
    place = _place(document, _cell(document, pick.y))
    return edits.select(position=place) if place < document.grid.length else None


def read(document: Document, pick: Pick | None) -> str:
    """Score and weight of the cell under the pointer, written out with numbers."""
    if pick is None or pick.axes not in SYSTEMS:
        return _order_text(document)
    query, key = _place(document, _cell(document, pick.y)), _place(document, _cell(document, pick.x))
    words, found = document.ordered_words, effects_of(document).of(pick.axes).shuffled
    head = document.selection.shown_head
    width = document.grid.d_model // document.attention.heads
    score, weight = float(found.scores[head, query, key]), float(found.weights[head, query, key])
    return (
        f"“{words[query]}” at {query} looks at “{words[key]}” at {key}: q · k / √{width} = "
        f"{signed(score * np.sqrt(width))} / {signed(np.sqrt(width))} = {signed(score)};  weight = {signed(weight)}"
    )


def work(document: Document) -> int:
    """Function evaluations behind the figure: four attentions over the tokens."""
    count = len(document.words)
    return 4 * count * count * (document.grid.d_model // 16 + document.attention.heads)


def _matrix(document: Document, effects: Effects, column: int, system: str) -> Axes:
    values = _shown(document, effects, system)
    count, ticks = len(values), _ticks(document)
    low, high = _limits(document, effects)
    name = document.definition.title.lower()
    marks: list[Mark] = [
        Image(
            "matrix",
            values,
            Rect(-0.5, count - 0.5, -0.5, count - 0.5),
            "sequential" if low == 0 else "diverging",
            low,
            high,
        )
    ]
    if count <= MOST_NUMBERED:
        marks += _cell_texts(values)
    return Axes(
        key=system,
        cell=(0, column, 1, 1),
        x=Axis("key, same order", -0.5, count - 0.5, ()),
        y=Axis("query", -0.5, count - 0.5, ticks, reversed=True),
        marks=(*marks, *_playhead(document, count)),
        title="without positions" if system == "without" else f"with {name} positions",
        equal=True,
        scale_of="matrix" if system == "with" else "",
    )


def _shown(document: Document, effects: Effects, system: str) -> Floats:
    found = effects.of(system).shuffled
    matrices = found.scores if _options(document).show == "scores" else found.weights
    if _options(document).realign:
        matrices = attention.realigned(matrices, document.sentence.order)
    return np.asarray(matrices[document.selection.shown_head])


def _limits(document: Document, effects: Effects) -> tuple[float, float]:
    """One colour scale for both matrices: weights from zero, scores the same way up and down."""
    largest = max(float(np.abs(_shown(document, effects, system)).max()) for system in SYSTEMS)
    return (0.0, largest) if _options(document).show == "weights" else (-largest, largest)


def _cell_texts(values: NDArray[np.float64]) -> list[Text]:
    return [
        Text(f"cell.{row}.{column}", (column, row), signed(value, 2), size="small", halo=True, room=0.9)
        for (row, column), value in np.ndenumerate(values)
    ]


def _playhead(document: Document, count: int) -> tuple[Mark, ...]:
    place = document.selection.position
    if place >= count:
        return ()
    row = document.sentence.order[place] if _options(document).realign else place
    x, y = (-0.5, count - 0.5), (row - 0.5, row + 0.5)
    corners = np.array([x[0], x[1], x[1], x[0], x[0]]), np.array([y[0], y[0], y[1], y[1], y[0]])
    return (Line("position", *corners, "position", halo=True),)


def _numbers(effects: Effects) -> Axes:
    """What the shuffle changed, in each system: one line for the scores, one for the pooled vector."""
    marks: list[Mark] = []
    for place, (name, label) in enumerate((("scores", "scores change by up to"), ("pooled", "pooled vector by up to"))):
        y = 0.75 - 0.5 * place
        marks.append(Text(f"{name}.name", (0.0, y), label, "secondary", anchor=(0, 0.5), room=0.36))
        for system, right in (("without", 0.7), ("with", 1.0)):
            effect = effects.of(system)
            value = effect.max_change_scores if name == "scores" else effect.max_change_pooled
            left = (right - 0.17, y)
            marks.append(Text(f"{name}.{system}.name", left, f"{system} ", "secondary", anchor=(1, 0.5)))
            marks.append(Text(f"{name}.{system}", left, _change(value), anchor=(0, 0.5), bold=True))
    return Axes(
        key="numbers",
        cell=(1, 0, 1, 2),
        x=Axis("", 0.0, 1.0, ticks=(), visible=False),
        y=Axis("", 0.0, 1.0, ticks=(), visible=False),
        marks=tuple(marks),
        frame=False,
    )


def _change(value: float) -> str:
    return "0" if value == 0 else scientific(value) if value < 1e-3 else signed(value)


def _ticks(document: Document) -> Ticks:
    words = document.words if _options(document).realign else document.ordered_words
    step = -(-len(words) // MOST_TICKS)
    return tuple((float(place), _shortened(word)) for place, word in enumerate(words) if place % step == 0)


def _shortened(word: str) -> str:
    return word if len(word) <= LONGEST_WORD else word[: LONGEST_WORD - 1] + "…"


def _order_text(document: Document) -> str:
    words = document.ordered_words
    shown = " ".join(words[:30]) + (" …" if len(words) > 30 else "")
    return f"{len(words)} tokens: {shown}"


def _options(document: Document) -> ShuffleOptions:
    options: ShuffleOptions = edits.option(document, KEY, ShuffleOptions)
    return options


def _cell(document: Document, value: float) -> int:
    return int(np.clip(np.floor(value + 0.5), 0, len(document.sentence.order) - 1))


def _place(document: Document, cell: int) -> int:
    """The place where the token of a drawn row or column stands now."""
    return document.sentence.order.index(cell) if _options(document).realign else cell


SHUFFLE = View(
    key=KEY,
    title="Shuffle",
    summary="A sentence in any order: attention scores without and with positions, and what the order changes.",
    options=ShuffleOptions,
    main="scores_with",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
