"""Everything that can be done to a document: small named functions that give an edit, Document -> Document.

An edit that names a value outside its range raises `UserError`. What an edit does not name but no longer fits (a
playhead beyond a shorter table, heads that no longer divide d_model) moves to the nearest value that does.
"""

import dataclasses
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np

from posenc_gui.document.document import SECTIONS, Document, Selection, Sentence
from posenc_gui.engine import encodings, orders, tokens
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import R, Record, Value, field, fields, replaced, shown

Edit = Callable[[Document], Document]


def set_value(path: str, value: object) -> Edit:
    """Set one value by its path, as in "grid.length" or "params.base"; the path "encoding" switches the encoding."""
    if path == "encoding":
        return set_encoding(str(value))
    section, _, name = path.partition(".")
    if section not in SECTIONS:
        raise UserError(f"unknown setting {shown(path)}; it must begin with one of {', '.join(SECTIONS)}")
    if path == "sentence.text":
        return set_sentence(str(value))
    if path == "sentence.split":
        return set_split(str(value))
    return lambda document: changed(document, **{section: _with(getattr(document, section), {name: value})})


def set_param(name: str, value: object) -> Edit:
    """Set one parameter of the encoding."""
    return set_value(f"params.{name}", value)


def set_encoding(key: str) -> Edit:
    """Switch the encoding; parameters of the same name keep their value where it is allowed."""

    def edit(document: Document) -> Document:
        definition = encodings.by_key(key)
        if key == document.encoding:
            return document
        return changed(document, encoding=key, params=_carried(document.params, definition.params))

    return edit


def set_option(view: str, option_type: type[Record], name: str, value: object) -> Edit:
    """Set one option of a view."""

    def edit(document: Document) -> Document:
        record = option(document, view, option_type)
        return changed(document, options=_stored(document.options, view, _with(record, {name: value})))

    return edit


def option(document: Document, view: str, option_type: type[R]) -> R:
    """The options of a view: as stored, or its defaults."""
    stored = dict(document.options).get(view)
    return stored if isinstance(stored, option_type) else option_type()


def select(**values: int) -> Edit:
    """Move the selection; `values` are fields of `Selection`, and are brought into range."""

    def edit(document: Document) -> Document:
        wanted = replaced(document.selection, **_bounded(values))
        return changed(document, selection=_fitted_selection(wanted, document.encoded, document.sentence))

    return edit


def select_place(place: int) -> Edit:
    """Move the playhead to a place in the sentence; a token that is followed gives way to the one that stands there."""

    def edit(document: Document) -> Document:
        followed = document.selection.token >= 0
        return select(position=place, token=document.sentence.order[place] if followed else -1)(document)

    return edit


def set_sentence(text: str) -> Edit:
    """Type another sentence; its tokens stand in their own order."""
    return lambda document: changed(document, sentence=Sentence(text, split=document.sentence.split))


def set_split(split: str) -> Edit:
    """Split the sentence into other tokens, which stand in their own order."""
    return lambda document: changed(document, sentence=_with(Sentence(document.sentence.text), {"split": split}))


def set_second_sentence(text: str) -> Edit:
    """Put the tokens in the order in which they make another sentence of the same words.

    Of equal words, the first one in the sentence comes first in the other one, too. Where the words differ the edit
    raises a `UserError` that names them.
    """

    def edit(document: Document) -> Document:
        second = tokens.split(text, document.sentence.split)
        return set_order(orders.order_of(document.words, second))(document)

    return edit


def set_order(order: tuple[int, ...]) -> Edit:
    """Put the tokens in the given order of their original indices."""
    return lambda document: changed(document, sentence=_with(document.sentence, {"order": order}))


def move_token(source: int, target: int) -> Edit:
    """Take the token at place `source` out and put it back at place `target`."""

    def edit(document: Document) -> Document:
        order = list(document.sentence.order)
        order.insert(target, order.pop(source))
        return set_order(tuple(order))(document)

    return edit


def reverse(document: Document) -> Document:
    """The tokens from last to first."""
    return set_order(document.sentence.order[::-1])(document)


def rotate(steps: int) -> Edit:
    """Each token `steps` places further on; those at the end come to the front."""

    def edit(document: Document) -> Document:
        order = document.sentence.order
        start = -steps % len(order)
        return set_order(order[start:] + order[:start])(document)

    return edit


def swap(first: int, second: int) -> Edit:
    """Let the tokens at two places change places."""

    def edit(document: Document) -> Document:
        order = list(document.sentence.order)
        order[first], order[second] = order[second], order[first]
        return set_order(tuple(order))(document)

    return edit


def swap_with_next(document: Document) -> Document:
    """The token at the playhead and the one after it change places; after the last one comes the first."""
    order = document.sentence.order
    place = document.selection.position % len(order)
    return swap(place, (place + 1) % len(order))(document)


def sort(document: Document) -> Document:
    """The tokens by their letters, capitals among small ones; equal ones in the order of the sentence."""
    words = document.words
    order = sorted(range(len(words)), key=lambda index: (words[index].casefold(), words[index], index))
    return set_order(tuple(order))(document)


def restore(document: Document) -> Document:
    """The tokens in the order of the sentence."""
    return set_order(tuple(range(len(document.sentence.order))))(document)


def shuffle(seed: int) -> Edit:
    """The tokens in a seeded random order, another one than now wherever there is another one."""

    def edit(document: Document) -> Document:
        random, now = np.random.default_rng(seed), document.sentence.order
        order = now
        while order == now and len(now) > 1:
            order = tuple(int(index) for index in random.permutation(now))
        return set_order(order)(document)

    return edit


def changed(document: Document, **parts: object) -> Document:
    """The document with the named parts replaced, and the others fitted to them."""
    return fitted({item.name: getattr(document, item.name) for item in dataclasses.fields(document)} | parts, parts)


def fitted(parts: Mapping[str, Any], fixed: Collection[str] = ()) -> Document:
    """Make a document of parts, bringing those that are not `fixed` into the range that the others leave."""
    grid: Grid = parts["grid"]
    found = dict(parts)
    if "attention" not in fixed:
        found["attention"] = _fitted_heads(parts["attention"], grid)
    if "selection" not in fixed:
        encoded = Encoded(parts["encoding"], parts["params"], grid, found["attention"].heads)
        found["selection"] = _fitted_selection(parts["selection"], encoded, parts["sentence"])
    return Document(**found)


def _bounded(values: Mapping[str, int]) -> dict[str, int]:
    bounds = {item.name: (int(item.param.low or 0), int(item.param.high or 0)) for item in fields(Selection)}
    return {name: max(bounds[name][0], min(value, bounds[name][1])) for name, value in values.items()}


def _fitted_selection(selection: Selection, encoded: Encoded, sentence: Sentence) -> Selection:
    last, most = encoded.grid.length - 1, encoded.pair_count - 1
    count = len(tokens.split(sentence.text, sentence.split))
    return replaced(
        selection,
        position=min(selection.position, last),
        pair=min(selection.pair, most),
        offset=max(-last, min(selection.offset, last)),
        shown_head=min(selection.shown_head, encoded.heads - 1),
        token=selection.token if selection.token < count else -1,
    )


def _fitted_heads(attention: Attention, grid: Grid) -> Attention:
    heads = next(count for count in range(attention.heads, 0, -1) if grid.d_model % count == 0)
    return replaced(attention, heads=heads)


def _with(record: Record, values: Mapping[str, object]) -> Record:
    return replaced(record, **{name: field(type(record), name).check(value) for name, value in values.items()})


def _carried(old: Record, new_type: type[Record]) -> Record:
    values: dict[str, Value] = {}
    for item in fields(new_type):
        if hasattr(old, item.name):
            try:
                values[item.name] = item.check(getattr(old, item.name))
            except UserError:
                continue  # the new encoding allows less: its own default stands
    return new_type(**values)


def _stored(options: tuple[tuple[str, Record], ...], view: str, record: Record) -> tuple[tuple[str, Record], ...]:
    others = {key: value for key, value in options if key != view}
    if record != type(record)():
        others[view] = record
    return tuple(sorted(others.items(), key=lambda item: item[0]))
