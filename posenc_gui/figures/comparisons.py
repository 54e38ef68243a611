"""Attention on the sentence of a document and on its shuffle: computed once for each setting that matters to it."""

from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.document.document import Document, Sentence
from posenc_gui.engine import tokens
from posenc_gui.engine.attention_settings import HEADS_BY_POSITION, Attention
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.grid import check_memory
from posenc_gui.engine.order_effects import SYSTEMS, Comparison, Effect, Result, Tokens, compare, stack_of
from posenc_gui.engine.orders import Order, behind
from posenc_gui.engine.position_ids import places_of
from posenc_gui.engine.rounding_bounds import Levels
from posenc_gui.engine.stack import Stack

SIDES = ("without", "with")
"""The systems whose matrices are shown: attention without positions, and with those of the encoding."""

PAD = "[pad]"
FIELDS = ("scores", "weights", "outputs", "pooled")

Floats = NDArray[np.float64]


class Asked(Struct, frozen=True):
    """All that the comparison depends on; offset: k where the head reads it, else 0."""

    encoded: Encoded
    sentence: Sentence
    attention: Attention
    offset: int

    @property
    def tokens(self) -> Tokens:
        """The embeddings of the words, and their order."""
        words = tokens.split(self.sentence.text, self.sentence.split)
        embeddings = tokens.embed(words, self.encoded.grid.d_model, self.attention.embedding_seed)
        return Tokens(embeddings, self.sentence.order)

    def compared(self, system: str) -> Comparison:
        """One of the systems at work on both orders."""
        return compare(system, self.tokens, self.encoded.evaluate(), self.attention, self.offset)


def asked(document: Document) -> Asked:
    """What a document asks for."""
    offset = document.selection.offset if document.attention.reads_offset else 0
    return Asked(document.sentence_encoded, document.sentence, document.attention, offset)


@lru_cache(maxsize=2)
def sides(wanted: Asked) -> dict[str, Comparison]:
    """The comparisons of both `SIDES`, with read-only arrays.

    Raises:
        UserError: they would not fit into memory, or a table has no row for a place.
    """
    _check_size(wanted)
    found = {side: wanted.compared(side) for side in SIDES}
    for comparison in found.values():
        for result in (comparison.original, comparison.shuffled):
            _protect(result)
    return found


@lru_cache(maxsize=16)
def effects(wanted: Asked) -> tuple[Effect, ...]:
    """What the order changes in each of `SYSTEMS`; raises `UserError` as `sides` does."""
    both = sides(wanted)
    return tuple(both[system].effect if system in SIDES else wanted.compared(system).effect for system in SYSTEMS)


def records(found: tuple[Effect, ...]) -> NDArray[Any]:
    """One record per system: name, the four largest changes (NaN for what it lacks), rounding_level."""
    kinds = [("name", "U16"), *((f"max_change_{name}", np.float64) for name in FIELDS), ("rounding_level", np.float64)]
    rows = [(item.name, *_numbers(item.changes), item.levels.largest) for item in found]
    return np.array(rows, dtype=kinds)


def levels(found: tuple[Effect, ...]) -> Floats:
    """(systems, 4) the rounding level of each of the four numbers; NaN for what a system lacks."""
    return np.array([_numbers(item.levels) for item in found])


def whole_order(document: Document) -> Order:
    """The order of all places, padding included."""
    return behind(document.attention.padding, document.sentence.order)


def position_ids(document: Document) -> NDArray[np.int64]:
    """(N,) the position id of each place, padding included."""
    attention = document.attention
    return places_of(len(document.sentence.order), attention.padding, attention.first_id, attention.count_padding)


def place_labels(document: Document, as_typed: bool = False) -> tuple[str, ...]:
    """What stands at each place, padding included: as typed, or as the tokens stand now."""
    labels = document.labels if as_typed else document.ordered_labels
    return (PAD,) * document.attention.padding + labels


def work(document: Document) -> int:
    """Function evaluations behind the comparison of one system."""
    places, attention = len(document.sentence.order) + document.attention.padding, document.attention
    runs = 2 if attention.dtype == "float64" else 6  # in a smaller format: in float64, too, and with rounding between
    d_model, heads = document.grid.d_model, attention.heads
    norms = 0 if attention.head == "content" else d_model**3 // (3 * heads)  # singular values of the projections
    return attention.layers * (runs * places * places * (d_model // 16 + heads) + norms)


def _numbers(found: Levels) -> tuple[float, ...]:
    return tuple(getattr(found, name) for name in FIELDS)


def _check_size(wanted: Asked) -> None:
    places, d_model, attention = wanted.encoded.grid.length, wanted.encoded.grid.d_model, wanted.attention
    matrices = 8 if attention.dtype == "float64" else 16
    square = 3 * attention.layers if attention.head == "random" else 4 if attention.head in HEADS_BY_POSITION else 0
    check_memory(
        f"attention over {places} tokens of width {d_model} with {attention.heads} heads",
        matrices * attention.heads * places * places + 16 * places * d_model + square * d_model * d_model,
        "type fewer words, or lower heads or d_model",
    )


def _protect(result: Result) -> None:
    for array in (result.scores, result.weights, result.outputs, result.pooled, result.read):
        if array is not None:
            array.flags.writeable = False


@lru_cache(maxsize=4)
def stack_for(wanted: Asked, side: str) -> Stack:
    """The layers of one of the `SIDES`."""
    shape = (len(wanted.sentence.order), wanted.encoded.grid.d_model)
    position = wanted.encoded.evaluate() if side == "with" else None
    return stack_of(side, wanted.attention, shape, position, wanted.offset)


def content_read(wanted: Asked, side: str) -> Floats:
    """(N, d_model) what the heads of the last layer read of the shuffled tokens, of one layer without positions."""
    result = sides(wanted)[side].shuffled
    if wanted.attention.layers > 1 and result.read is not None:
        return result.read
    made = stack_for(wanted, side)
    embeddings = np.concatenate([made.padding, wanted.tokens.reordered])
    return np.asarray(made.layers[0].content * made.token_scale * embeddings)
