"""The two matrices of the shuffle: scores, weights, what a shuffle changes of them, or the projections of a head."""

from functools import lru_cache

import numpy as np

from posenc_gui.document.document import Document
from posenc_gui.engine.attention_settings import HEADS_BY_POSITION
from posenc_gui.engine.encoding import Nothing, ScoreBias
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.heads import bias_of, dense
from posenc_gui.engine.order_effects import Result
from posenc_gui.engine.orders import behind, realigned
from posenc_gui.figures import comparisons
from posenc_gui.figures.comparisons import SIDES, Asked
from posenc_gui.figures.numbers import scientific, signed
from posenc_gui.figures.spec import Axes, Axis, ColorMap, Floats, Image, Line, Mark, Rect, Text, Ticks
from posenc_gui.figures.view import Pick

PROJECTIONS = ("query", "key")
CHANGES = {"score_change": "scores", "weight_change": "weights"}

MOST_NUMBERED = 8
"""Up to this many places the cells have room for their numbers."""

MOST_TICKS, MOST_IDS = 24, 12
LONGEST_WORD = 10
WIDEST_PROJECTION = 2_048
"""Matrices of more rows are not written out."""


def axes(document: Document, wanted: Asked, show: str, realign: bool) -> tuple[Axes, ...]:
    """A matrix over queries and keys for each side, as wide as high."""
    matrices = {side: shown(wanted, side, show, realign, document.selection.shown_head) for side in SIDES}
    largest = {side: _largest(wanted, side, show, document.selection.shown_head) for side in SIDES}
    if show not in CHANGES:
        largest = dict.fromkeys(SIDES, max(largest.values()))
    limits = {side: (0.0 if show == "weights" else -reach, reach) for side, reach in largest.items()}
    return tuple(
        _matrix(document, matrices[side], (column, side), (show, realign), limits[side])
        for column, side in enumerate(SIDES)
    )


@lru_cache(maxsize=8)
def shown(wanted: Asked, side: str, show: str, realign: bool, head: int) -> Floats:
    """(N, N) what is drawn of one head: NaN where a mask hides a key from a query."""
    comparison = comparisons.sides(wanted)[side]
    padding, visible = wanted.attention.padding, comparisons.stack_for(wanted, side).visible
    order, name = behind(padding, wanted.sentence.order), CHANGES.get(show, show)
    after = np.array(_of(comparison.shuffled, name)[head])
    if show in CHANGES:
        after -= _of(comparison.original, name)[head][np.ix_(order, order)]
    elif visible is not None:
        after[~visible] = np.nan
    found = realigned(after, order) if realign else after
    found.flags.writeable = False
    return found


def place_at(document: Document, value: float, realign: bool) -> int:
    """The place, padding included, where the token of the row or column at a coordinate stands now."""
    order = comparisons.whole_order(document)
    cell = int(np.clip(np.floor(value + 0.5), 0, len(order) - 1))
    return order.index(cell) if realign else cell


def projection_axes(document: Document, wanted: Asked, which: str) -> tuple[Axes, ...]:
    """The matrix that makes queries or keys for each side, with its bias as a last row."""
    matrices = [_projection(wanted, side, which, document.selection.shown_head) for side in SIDES]
    largest = max(float(np.abs(matrix).max()) for matrix in matrices) or 1.0
    return tuple(
        Axes(
            key=side,
            cell=(0, column, 1, 1),
            x=Axis("dimension of the head", -0.5, matrix.shape[1] - 0.5, integer=True),
            y=Axis("dimension read", -0.5, len(matrix) - 0.5, integer=True, reversed=True),
            marks=(
                Image(
                    "matrix",
                    matrix,
                    Rect(-0.5, matrix.shape[1] - 0.5, -0.5, len(matrix) - 0.5),
                    "diverging",
                    -largest,
                    largest,
                ),
            ),
            title=_title(document, side),
            scale_of="matrix" if side == "with" else "",
        )
        for column, (side, matrix) in enumerate(zip(SIDES, matrices, strict=True))
    )


def projection_text(document: Document, wanted: Asked, which: str, pick: Pick) -> str:
    """The number of a projection under the pointer."""
    matrix = _projection(wanted, pick.axes, which, document.selection.shown_head)
    cells = zip((pick.y, pick.x), matrix.shape, strict=True)
    row, column = (int(np.clip(np.floor(at + 0.5), 0, size - 1)) for at, size in cells)
    name = f"b_{which[0]}[{column}]" if row == document.grid.d_model else f"W_{which[0]}[{row}, {column}]"
    return (
        f"{name} = {signed(float(matrix[row, column]))} of the {which} projection, head {document.selection.shown_head}"
    )


def notes(document: Document, wanted: Asked) -> tuple[str, ...]:
    """What is special at these settings."""
    attention, encoded = document.attention, wanted.encoded
    position = encoded.evaluate()
    said = []
    if attention.head in HEADS_BY_POSITION and isinstance(position, Nothing | ScoreBias):
        said.append(f"{encoded.definition.title} gives no vector to read a position from: the queries are zero.")
    if attention.mask == "causal":
        said.append("A causal mask alone tells the order: each token sees another part of the sentence.")
    if attention.mask == "padding" and not attention.padding:
        said.append("There is no padding to hide.")
    if attention.layers > 1:
        said.append(f"Scores and weights are those of layer {attention.layers}.")
    return tuple(filter(None, (*said, encoded.note)))


def _of(result: Result, name: str) -> Floats:
    found = result.scores if name == "scores" else result.weights
    if found is None:
        raise TypeError(f"there are no {name}")
    return found


def _matrix(
    document: Document, values: Floats, place: tuple[int, str], drawn: tuple[str, bool], limits: tuple[float, float]
) -> Axes:
    (column, side), (show, realign), count = place, drawn, len(values)
    ids = _id_ticks(document) if not realign else ()
    colormap: ColorMap = "difference" if show in CHANGES else "sequential" if limits[0] == 0 else "diverging"
    marks: list[Mark] = [Image("matrix", values, Rect(-0.5, count - 0.5, -0.5, count - 0.5), colormap, *limits)]
    if count <= MOST_NUMBERED:
        marks += _cell_texts(values, show in CHANGES)
    return Axes(
        key=side,
        cell=(0, column, 1, 1),
        x=Axis("key: position id" if ids else "key, same order", -0.5, count - 0.5, ids),
        y=Axis("query", -0.5, count - 0.5, _word_ticks(document, realign), reversed=True),
        marks=(*marks, *_token_frame(document, count, realign)),
        title=_title(document, side),
        equal=True,
        scale_of="matrix" if side == "with" or show in CHANGES else "",
    )


def _title(document: Document, side: str) -> str:
    return "without positions" if side == "without" else f"with positions: {document.definition.title}"


@lru_cache(maxsize=16)
def _largest(wanted: Asked, side: str, show: str, head: int) -> float:
    """The largest magnitude that is drawn, where the colour scale ends; 1 where all is zero."""
    return float(np.nanmax(np.abs(shown(wanted, side, show, False, head)))) or 1.0


def _cell_texts(values: Floats, changes: bool) -> list[Text]:
    return [
        Text(
            f"cell.{row}.{column}",
            (column, row),
            _cell_text(value, changes),
            size="small",
            halo=True,
            room=0.9,
        )
        for (row, column), value in np.ndenumerate(values)
        if not np.isnan(value)  # a key that a mask hides is drawn as absent
    ]


def _cell_text(value: float, changes: bool) -> str:
    return scientific(value) if changes and 0 < abs(value) < 5e-3 else signed(value, 2)


def _token_frame(document: Document, count: int, realign: bool) -> tuple[Mark, ...]:
    """Frames about the row and the column of the token that is looked at."""
    token, padding = document.token, document.attention.padding
    if token is None:
        return ()
    at = padding + (token if realign else document.sentence.order.index(token))
    along, across = (-0.5, count - 0.5), (at - 0.5, at + 0.5)
    row = np.array([along[0], along[1], along[1], along[0], along[0]])
    column = np.array([across[0], across[0], across[1], across[1], across[0]])
    return (
        Line("position", row, column, "position", halo=True),
        Line("position.column", column, row, "position", dashed=True),
    )


def _word_ticks(document: Document, realign: bool) -> Ticks:
    words = comparisons.place_labels(document, as_typed=realign)
    step = -(-len(words) // MOST_TICKS)
    return tuple((float(place), shortened(word)) for place, word in enumerate(words) if place % step == 0)


def _id_ticks(document: Document) -> Ticks:
    """The position ids, where they are others than the numbers of the places."""
    if not ids_differ(document):
        return ()
    ids = comparisons.position_ids(document).tolist()
    step = -(-len(ids) // MOST_IDS)
    return tuple((float(place), str(number)) for place, number in enumerate(ids) if place % step == 0)


def ids_differ(document: Document) -> bool:
    """Whether the position ids say more than the places of the tokens."""
    ids = comparisons.position_ids(document)
    return document.attention.padding > 0 or ids[0] != 0


def shortened(word: str) -> str:
    """A word that is short enough to stand at a tick."""
    return word if len(word) <= LONGEST_WORD else word[: LONGEST_WORD - 1] + "…"


@lru_cache(maxsize=4)
def _projection(wanted: Asked, side: str, which: str, head: int) -> Floats:
    """(d_model, d_k), or with a bias (d_model + 1, d_k), of the last layer.

    Raises:
        UserError: it is too large to be written out.
    """
    d_model = wanted.encoded.grid.d_model
    if d_model > WIDEST_PROJECTION:
        raise UserError(
            f"d_model is {d_model}, but must be at most {WIDEST_PROJECTION} for its projections to be drawn: lower it, "
            "or show scores"
        )
    layer = comparisons.stack_for(wanted, side).layers[-1]
    matrix, bias = dense(layer, which, d_model)[head], bias_of(layer, which)
    found = matrix if bias is None else np.concatenate([matrix, bias[[head]]])
    found.flags.writeable = False
    return found
