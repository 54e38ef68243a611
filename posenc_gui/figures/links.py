"""What one token looks at, as links between two rows of tokens: as typed and as shuffled, without and with positions.

The token is followed through the shuffle: without positions its links move along with the tokens they lead to, with
positions they change.
"""

from dataclasses import dataclass

import numpy as np
from msgspec import Struct

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.order_effects import Result
from posenc_gui.engine.params import Record, param
from posenc_gui.figures import catalog, comparisons, shuffle_matrices
from posenc_gui.figures.comparisons import SIDES, Asked
from posenc_gui.figures.numbers import change, scientific
from posenc_gui.figures.shuffle_matrices import notes, shortened
from posenc_gui.figures.spec import Axes, Axis, Figure, Floats, Line, Lines, Mark, Role, Size, Small, Text
from posenc_gui.figures.view import Arrays, Pick, View

KEY = catalog.LINKS.key
ROWS = ("typed", "now")
TITLES = {"typed": "as typed", "now": "as they stand now"}

WIDEST = 14.0
"""Pixels of a link of weight 1."""

UPPER, LOWER = 0.95, 0.05
"""Heights between which links run."""

NAME_LINES, FEWEST_LINES = 1.2, 2.0
"""Lines of text above the links and below them."""

UNIT = Axis("", 0.0, 1.0, ticks=(), visible=False)

MOST_LINKS = 64
"""More are not told apart; those of the largest weight are drawn."""

MOST_NAMED = 20
"""Tokens that have room for their names; of more, every so many are named."""

LEAST_SHOWN = 0.0005
"""A weight below this is written as a power of ten."""


@dataclass(frozen=True)
class LinksOptions(Record):
    """Which rows of panels there are."""

    both: bool = param(True, "Both orders", "Show the tokens as typed, too, above those as they stand now.")


class Followed(Struct, frozen=True):
    """The token that is looked at: its index in the sentence, and its place, padding included, as typed and now."""

    token: int
    typed: int
    now: int

    def at(self, row: str) -> int:
        """Its place in one of the `ROWS`."""
        return self.typed if row == "typed" else self.now


def followed(document: Document) -> Followed:
    """The token that is followed; else the one at the playhead, which begins again after the last token."""
    order, padding = document.sentence.order, document.attention.padding
    token = document.token
    if token is None:
        token = order[document.selection.position % len(order)]
    return Followed(token, padding + token, padding + order.index(token))


def figure(document: Document) -> Figure:
    """The links of one token in four panels: rows as typed and as now, columns without and with positions."""
    wanted, rows = comparisons.asked(document), _rows(document)
    return Figure(
        view=KEY,
        title=f"Where “{document.labels[followed(document).token]}” looks",
        axes=(
            *(axes for row in rows for side in SIDES for axes in _panel(document, wanted, row, side)),
            *(_verdict(document, wanted, column, side) for column, side in enumerate(SIDES)),
        ),
        rows=(*((Lines(NAME_LINES), 1.0, Lines(_key_lines(document))) * len(rows)), Lines(1.4)),
        columns=(1.0, 1.0),
        caption="A link is as wide as the weight. Without positions the links of a token move along with it.",
        notes=notes(document, wanted),
        small=_small(document) if len(rows) > 1 else None,
    )


def data(document: Document) -> Arrays:
    """Weights of the token that is followed, (2, N): over the tokens as typed, and as they stand now.

    token: its index in the sentence. tokens_typed, tokens_now, position_ids (N,): what stands at each place.
    """
    wanted = comparisons.asked(document)
    arrays: Arrays = {
        "token": np.array(followed(document).token),
        "tokens_typed": np.array(comparisons.place_labels(document, as_typed=True), dtype=np.str_),
        "tokens_now": np.array(comparisons.place_labels(document), dtype=np.str_),
        "position_ids": comparisons.position_ids(document),
    }
    for side in SIDES:
        arrays[f"links_{side}"] = np.stack([_weights(document, wanted, row, side) for row in ROWS])
    return arrays


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """A token in either row is the one that is followed from then on."""
    row = pick.axes.partition(".")[0]
    if row not in ROWS:
        return None
    place = _nearest(document, pick.x) - document.attention.padding
    if place < 0:
        return None
    return edits.select(token=place if row == "typed" else document.sentence.order[place])


def read(document: Document, pick: Pick | None) -> str:
    """The weight that the token gives to the one under the pointer, or how much its weights change."""
    label = document.labels[followed(document).token]
    if document.screen.covered:
        return f"“{label}” is followed"
    wanted = comparisons.asked(document)
    if pick is None or pick.axes.partition(".")[0] not in ROWS:
        told = [f"{change(_change(document, wanted, side))} {side} positions" for side in SIDES]
        return f"“{label}”: the largest change of its weights is {told[0]} and {told[1]}"
    row, side = pick.axes.split(".")[:2]
    place = _nearest(document, pick.x)
    key = comparisons.place_labels(document, row == "typed")[place]
    weight = float(_weights(document, wanted, row, side)[place])
    return f"“{label}” gives “{key}” at {place} the weight {_weight_text(weight)}, {TITLES[row]}, {side} positions"


def work(document: Document) -> int:
    """Function evaluations behind the figure, as for the matrices."""
    return 2 * comparisons.work(document)


def _small(document: Document) -> Small:
    """The tokens as they stand now, and what became of the links."""
    parts = ("now.{}.queries", "now.{}", "now.{}.keys", "verdict.{}")
    cells = [
        (part.format(side), (row, column, 1, 1)) for column, side in enumerate(SIDES) for row, part in enumerate(parts)
    ]
    rows = (Lines(NAME_LINES), 1.0, Lines(_key_lines(document)), Lines(1.4))
    return Small((40, 22), tuple(cells), rows, (1.0, 1.0))


def _panel(document: Document, wanted: Asked, row: str, side: str) -> tuple[Axes, ...]:
    """The tokens as queries, the links below them, and the tokens as keys with what is said of each."""
    covered = document.screen.covered
    weights = None if covered else _weights(document, wanted, row, side)
    links = () if weights is None else tuple(_links(weights, followed(document).at(row)))
    top, column = 3 * _rows(document).index(row), SIDES.index(side)
    title = "without positions" if side == "without" else f"with positions: {document.definition.title}"
    x = Axis("", -0.6, wanted.encoded.grid.length - 0.4, ticks=(), visible=False)
    return tuple(
        Axes(f"{row}.{side}{part}", (top + place, column, 1, 1), x, UNIT, marks, heading, frame=False)
        for place, (part, marks, heading) in enumerate(
            (
                (".queries", tuple(_names(document, row)), f"{title}, {TITLES[row]}"),
                ("", links, ""),
                (".keys", tuple(_keys(document, row, weights)), ""),
            )
        )
    )


def _links(weights: Floats, query: int) -> list[Mark]:
    """Lines from the query above to the keys below, as wide as their weights; the heaviest ones if there are many.

    A link of no weight has no length, so that there are as many lines whichever token is looked at.
    """
    lines: list[Mark] = []
    for number, key in enumerate(np.sort(np.argsort(weights)[::-1][:MOST_LINKS])):
        weight, start = float(weights[key]), (float(query), UPPER)
        end = (float(key), LOWER) if weight else start
        x, y = np.array([start[0], end[0]]), np.array([start[1], end[1]])
        lines.append(Line(f"link.{number}", x, y, "position", width=max(WIDEST * weight, 0.25)))
    return lines


def _names(document: Document, row: str) -> list[Mark]:
    """The tokens of one row, as many of them as there is room for, and the one that is looked at."""
    labels, query = comparisons.place_labels(document, row == "typed"), followed(document).at(row)
    step = -(-len(labels) // MOST_NAMED)
    marks: list[Mark] = [
        _text("name", (place, 0.5), shortened(labels[place]), place == query, 0.95 * step)
        for place in range(0, len(labels), step)
    ]
    if step > 1:  # its name is among the others only by chance
        marks.append(Text("query", (query, 0.5), shortened(labels[query]), "position", bold=True, halo=True))
    return marks


def _keys(document: Document, row: str, weights: Floats | None) -> list[Mark]:
    """The same tokens, with the weight below each, and its position id where that is not the number of its place."""
    labels, query = comparisons.place_labels(document, row == "typed"), followed(document).at(row)
    ids, lines, step = comparisons.position_ids(document), _key_lines(document), -(-len(labels) // MOST_NAMED)
    marks: list[Mark] = []
    for place in range(0, len(labels), step):
        chosen, room, heights = place == query, 0.95 * step, [1 - (line + 0.5) / lines for line in range(3)]
        marks.append(_text("key", (place, heights[0]), shortened(labels[place]), chosen, room))
        if weights is not None:
            marks.append(_text("weight", (place, heights[1]), _weight_text(float(weights[place])), chosen, room))
        if lines > FEWEST_LINES:
            marks.append(_text("id", (place, heights[2]), f"id {ids[place]}", chosen, room))
    return marks


def _text(name: str, at: tuple[int, float], text: str, chosen: bool, room: float) -> Text:
    """What stands at a place, in the colour of the playhead if it is the one that is looked at; small unless a name."""
    role: Role = "position" if chosen else "text"
    size: Size = "body" if name in ("name", "key") else "small"
    return Text(f"{name}.{at[0]}", at, text, role, size=size, bold=chosen, room=room)


def _rows(document: Document) -> tuple[str, ...]:
    """The rows of panels, from above."""
    options: LinksOptions = edits.option(document, KEY, LinksOptions)
    return ROWS if options.both else ROWS[1:]


def _key_lines(document: Document) -> float:
    """Lines of text below the links: name and weight, and the position id where it says something."""
    return FEWEST_LINES + (1 if shuffle_matrices.ids_differ(document) else 0)


def _verdict(document: Document, wanted: Asked, column: int, side: str) -> Axes:
    """Whether the links moved along, in words and by the largest change of a weight."""
    found, level = _change(document, wanted, side), comparisons.sides(wanted)[side].effect.levels.weights
    if document.screen.covered:
        text = "same or different?"
    elif document.sentence.order == tuple(range(len(document.sentence.order))):
        text = "nothing is shuffled"
    elif found <= level:
        text = "the links move along with the tokens: " + (
            f"weights change by {change(found)}, as rounding does" if found else "no weight changes"
        )
    else:
        text = f"the links change: weights by up to {change(found)}"
    marks = (Text("verdict", (0.5, 0.5), text, bold=True, room=0.98),)
    return Axes(f"verdict.{side}", (3 * len(_rows(document)), column, 1, 1), UNIT, UNIT, marks, frame=False)


def _weights(document: Document, wanted: Asked, row: str, side: str) -> Floats:
    """(N,) the weights of the token that is followed over the keys of one panel."""
    comparison = comparisons.sides(wanted)[side]
    result: Result = comparison.original if row == "typed" else comparison.shuffled
    if result.weights is None:
        raise TypeError(f"{side} has no weights")
    return np.asarray(result.weights[document.selection.shown_head, followed(document).at(row)])


def _change(document: Document, wanted: Asked, side: str) -> float:
    """The largest change of a weight of the token, after realigning."""
    before, after = (_weights(document, wanted, row, side) for row in ROWS)
    return float(np.abs(after - before[list(comparisons.whole_order(document))]).max())


def _weight_text(weight: float) -> str:
    return f"{weight:.3f}" if weight >= LEAST_SHOWN else scientific(weight)


def _nearest(document: Document, value: float) -> int:
    last = len(comparisons.whole_order(document)) - 1
    return int(np.clip(np.floor(value + 0.5), 0, last))


VIEW = View(
    catalog.LINKS,
    options=LinksOptions,
    main="links_with",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
