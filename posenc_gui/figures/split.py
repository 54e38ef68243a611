"""A pre-softmax score and what token and position each contribute to it."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from msgspec import structs

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine import tokens
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Nothing, Table
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid, check_memory
from posenc_gui.engine.heads import projections
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.engine.score_split import PARTS, ScoreSplit, split_scores
from posenc_gui.figures import catalog, score_bars
from posenc_gui.figures.numbers import short, signed
from posenc_gui.figures.spec import Axes, Axis, Figure, Image, Line, Rect, Small, Ticks
from posenc_gui.figures.view import Arrays, Pick, View

KEY = catalog.SPLIT.key
TOTAL = "total"
MOST_WORDS, MOST_PLACES = 12, 5
LONGEST_WORD = 8

TITLES = {
    "token_token": "token · token",
    "token_position": "token · pos.",
    "position_token": "pos. · token",
    "position_position": "pos. · pos.",
    TOTAL: "sum",
}
"""The matrices from left to right, by their names."""


@dataclass(frozen=True)
class SplitOptions(Record):
    """How large the token part is, and how the two are brought together."""

    token_scale: str = param(
        "one",
        "Token scale",
        "What the embeddings are multiplied with before the positions come in.",
        choices=(
            Choice("one", "1"),
            Choice("sqrt_d", "√d_model", "As in the paper, where embeddings are small."),
            Choice("free", "free", "As set beside it."),
        ),
    )
    free_scale: float = param(
        1.0,
        "Free scale",
        "The scale where it is free.",
        low=0,
        high=1e6,
        slider=(0.01, 100),
        log=False,
        only_with=("token_scale", ("free",)),
    )
    combine: str = param(
        "add",
        "Combine",
        "Whether positions are added to the embeddings or laid beside them.",
        choices=(
            Choice("add", "add"),
            Choice("concatenate", "concatenate", "Each half has the projections of the head to itself."),
        ),
    )


def figure(document: Document) -> Figure:
    """Four small matrices and their sum, and the selected score as a sum of bars."""
    found, options = split_of(document), _options(document)
    columns = (1.0,) * len(TITLES)
    limit = max(float(np.abs(found.part(name)[document.selection.shown_head]).max()) for name in TITLES) or 1.0
    return Figure(
        view=KEY,
        title="What a score is made of",
        axes=(
            *(_matrix(document, found, column, limit) for column in range(len(TITLES))),
            score_bars.axes(found, document.selection.shown_head, *_cell(document), len(TITLES)),
        ),
        rows=(1.0, 1.0),
        columns=columns,
        caption=_caption(options),
        notes=_notes(document, found),
        small=Small((30, 20), tuple((name, (0, column, 1, 1)) for column, name in enumerate(TITLES)), columns=columns),
    )


def data(document: Document) -> Arrays:
    """The four parts and total, their sum, each (heads, n, n) with the tokens as they stand now.

    norm_token and norm_position () are the mean length of a vector of either kind over the tokens.
    """
    found = split_of(document)
    arrays: Arrays = {name: found.part(name) for name in TITLES}
    arrays["norm_token"] = np.array(found.norm_token)
    arrays["norm_position"] = np.array(found.norm_position)
    return arrays


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """A cell selects its query as the position, and its key by the offset."""
    if pick.axes not in TITLES:
        return None
    count = len(document.words)
    query, key = _nearest(pick.y, count), _nearest(pick.x, count)
    return edits.select(position=query, offset=key - query) if query < document.grid.length else None


def read(document: Document, pick: Pick | None) -> str:
    """The score of the cell under the pointer, or of the selected one, with its four parts."""
    found, head, words = split_of(document), document.selection.shown_head, document.ordered_words
    query, key = _cell(document)
    if pick is not None and pick.axes in TITLES:
        query, key = _nearest(pick.y, len(words)), _nearest(pick.x, len(words))
    parts = [signed(float(found.part(name)[head, query, key])) for name in (*PARTS, TOTAL)]
    return (
        f"“{words[query]}” at {query} and “{words[key]}” at {key}: token·token {parts[0]}, token·position {parts[1]}, "
        f"position·token {parts[2]}, position·position {parts[3]}, together {parts[4]}"
    )


def work(document: Document) -> int:
    """Function evaluations behind the figure: twice as many vectors as tokens meet each other."""
    count = 2 * len(document.words)
    return count * count * (document.grid.d_model // 16 + document.attention.heads)


def split_of(document: Document) -> ScoreSplit:
    """The split of all scores of the sentence.

    Raises:
        UserError: the encoding is not added to the embeddings, or its table ends before the last token.
    """
    encoded = structs.replace(document.encoded, grid=Grid(len(document.words), document.grid.d_model))
    options = _options(document)
    scale = {"one": 1.0, "sqrt_d": math.sqrt(document.grid.d_model), "free": options.free_scale}[options.token_scale]
    return _split(encoded, document.ordered_words, document.attention, scale, options.combine == "concatenate")


@lru_cache(maxsize=4)
def _split(encoded: Encoded, words: tuple[str, ...], heads: Attention, scale: float, concatenate: bool) -> ScoreSplit:
    position = encoded.evaluate()
    title, acts = encoded.definition.title, encoded.definition.acts
    if isinstance(position, Nothing):
        raise UserError(f"{title} adds nothing: a score is token · token alone; choose an encoding that is added")
    if not isinstance(position, Table):
        raise UserError(
            f"{title} acts inside attention ({acts}): nothing is added to the embeddings, so that a score does not "
            "fall into parts; choose an encoding that is added, such as sinusoidal"
        )
    check_memory(f"the split of {len(words)} tokens with {heads.heads} heads", 5 * heads.heads * len(words) ** 2)
    embeddings = scale * tokens.embed(words, encoded.grid.d_model, heads.embedding_seed)
    return split_scores(embeddings, position, projections(heads, encoded.grid.d_model), concatenate)


def _matrix(document: Document, found: ScoreSplit, column: int, limit: float) -> Axes:
    """One of the matrices; the words stand beside the first one."""
    name = tuple(TITLES)[column]
    places, words = _ticks(document)
    edge = len(document.words) - 0.5
    return Axes(
        key=name,
        cell=(0, column, 1, 1),
        x=Axis("key", -0.5, edge, places),
        y=Axis("" if column else "query", -0.5, edge, () if column else words, reversed=True),
        marks=(
            Image(
                "matrix",
                found.part(name)[document.selection.shown_head],
                Rect(-0.5, edge, -0.5, edge),
                "diverging",
                -limit,
                limit,
            ),
            _frame(*_cell(document)),
        ),
        title=TITLES[name],
        scale_of="matrix" if name == TOTAL else "",
    )


def _frame(query: int, key: int) -> Line:
    x = np.array([key - 0.5, key + 0.5, key + 0.5, key - 0.5, key - 0.5])
    return Line(
        "cell", x, np.array([query - 0.5, query - 0.5, query + 0.5, query + 0.5, query - 0.5]), "position", 2, halo=True
    )


def _caption(options: SplitOptions) -> str:
    if options.combine == "concatenate":
        return "Laid side by side, words meet words and positions meet positions: the two mixed parts vanish."
    return "Added, words and positions meet in four ways: look at how much of the sum each of them carries."


def _notes(document: Document, found: ScoreSplit) -> tuple[str, ...]:
    token, position = short(found.norm_token), short(found.norm_position)
    lengths = f"Mean length of a vector: {token} for the tokens, {position} for their positions."
    return tuple(filter(None, [lengths, document.encoded.note]))


def _ticks(document: Document) -> tuple[Ticks, Ticks]:
    """The places of the tokens for the keys, and the words with their places for the queries."""
    words = document.ordered_words
    few, more = (range(0, len(words), -(-len(words) // most)) for most in (MOST_PLACES, MOST_WORDS))
    places = tuple((float(place), str(place)) for place in few)
    return places, tuple((float(place), f"{_shortened(words[place])} {place}") for place in more)


def _shortened(word: str) -> str:
    return word if len(word) <= LONGEST_WORD else word[: LONGEST_WORD - 1] + "…"


def _cell(document: Document) -> tuple[int, int]:
    """Query: the playhead, which begins again after the last token; key: k further on, as far as there are tokens."""
    count = len(document.words)
    query = document.selection.position % count
    return query, int(np.clip(query + document.selection.offset, 0, count - 1))


def _options(document: Document) -> SplitOptions:
    options: SplitOptions = edits.option(document, KEY, SplitOptions)
    return options


def _nearest(value: float, count: int) -> int:
    return int(np.clip(np.floor(value + 0.5), 0, count - 1))


VIEW = View(
    catalog.SPLIT,
    options=SplitOptions,
    main=TOTAL,
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
