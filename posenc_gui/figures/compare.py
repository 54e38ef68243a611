"""Two encodings side by side with their difference, and a table of what can be measured of a chosen set."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine import encodings
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Nothing, Rotation, Table
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.engine.properties import are_measured, measured_length
from posenc_gui.engine.similarity import first_positions, similarity
from posenc_gui.figures import catalog, property_table
from posenc_gui.figures.contenders import Contender, chosen, other_of
from posenc_gui.figures.numbers import short
from posenc_gui.figures.panels import words_panel
from posenc_gui.figures.spec import Axes, Axis, Figure, Floats, Image, Line, Rect, Small
from posenc_gui.figures.view import Arrays, Pick, View

KEY = catalog.COMPARE.key
PICTURES = ("a", "b", "difference")

MEASURING = 140_000
"""Function evaluations that take as long as the measurements of a small table: about 7 ms."""


@dataclass(frozen=True)
class CompareOptions(Record):
    """What the document's encoding is compared with, and whose properties are measured."""

    other: str = param(
        "learned",
        "Compare with",
        "The encoding B; A is the document's own.",
        choices=tuple(Choice(encoding.key, encoding.title) for encoding in encodings.ENCODINGS),
    )
    other_params: str = param(
        "",
        "Its settings",
        "Parameters of B as in “base=500 layout=concatenated”; the others as they are in A, or usual.",
    )
    set: str = param(
        "none,index,normalized,binary,sinusoidal,learned",
        "Measured",
        "Encodings in the table of properties, with commas between.",
    )
    show: str = param(
        "both",
        "Show",
        "The pictures, the table of properties, or both.",
        choices=(Choice("both", "both"), Choice("pictures", "pictures"), Choice("properties", "properties")),
    )


def figure(document: Document) -> Figure:
    """A and B on one scale, their difference on its own, and the properties of the chosen encodings."""
    options = _options(document)
    show = options.show
    pictures = _pictures(document) if show != "properties" else ()
    contenders = chosen(document, options.other, options.other_params, options.set)
    table = property_table.axes(contenders, document.selection.offset, 0 if show == "properties" else 1)
    return Figure(
        view=KEY,
        title="Which encoding keeps what it promises?",
        axes=pictures if show == "pictures" else (*pictures, table),
        rows=(1.0, 2.4) if show == "both" else (1.0,),
        columns=(0.0, 1.0, 1.0, 1.0, 0.0),  # the table begins and ends where no picture does
        caption="Bounded and consistent are what the lesson asks for first: ✗ marks where a measurement says no.",
        notes=_notes(document, contenders),
        small=Small((40, 24), ((property_table.KEY, (0, 0, 1, 1)),)) if show == "both" else None,
    )


def data(document: Document) -> Arrays:
    """Values_a, values_b (n, columns), difference where both are tables, and properties, a record per encoding.

    A table has its first rows, a rotation the cosines and sines of its angles, what is added to scores its matrix of
    query by key; NaN in rows that do not exist, and no columns where nothing is added. A property without meaning is
    NaN.
    """
    options = _options(document)
    arrays: Arrays = {}
    for name, encoded in zip("ab", _both(document), strict=True):
        values = _values(encoded)
        arrays[f"values_{name}"] = np.zeros((measured_length(encoded), 0)) if values is None else values
    difference = _difference(*_both(document))
    if difference is not None:
        arrays["difference"] = difference
    contenders = chosen(document, options.other, options.other_params, options.set)
    arrays["properties"] = property_table.records(contenders, document.selection.offset)
    return arrays


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """A row of a picture is selected."""
    if pick.axes not in PICTURES:
        return None
    return edits.select(position=_row(document, pick.y))


def read(document: Document, pick: Pick | None) -> str:
    """How the number under the pointer was measured, or what both encodings have in the cell under it."""
    options = _options(document)
    if pick is not None and pick.axes == property_table.KEY:
        contenders = chosen(document, options.other, options.other_params, options.set)
        return property_table.read(contenders, document.selection.offset, pick)
    if pick is None or pick.axes not in PICTURES:
        a, b = (encoded.definition.title for encoded in _both(document))
        return f"A is {a}, B is {b}: point at a picture to read both, at the table to read how a number was measured"
    row, parts = _row(document, pick.y), []
    for name, encoded in zip("AB", _both(document), strict=True):
        values = _values(encoded)
        columns = 0 if values is None else values.shape[1]
        column = int(np.clip(np.floor(pick.x + 0.5), 0, max(columns - 1, 0)))
        number = "nothing" if values is None else short(float(values[row, column]))
        parts.append(f"{name} [{row}, {column}] = {number}")
    return ";  ".join(parts)


def work(document: Document) -> int:
    """Function evaluations that take as long as the figure: eight measurements of each encoding that is new."""
    options, length, width = _options(document), measured_length(document.encoded), document.grid.d_model
    contenders = chosen(document, options.other, options.other_params, options.set)
    count = sum(not are_measured(contender.encoded, document.selection.offset) for contender in contenders)
    return count * (MEASURING + 3 * length**2 + length**2 * width // 100 + min(width, 512) ** 3 // 5)


def _both(document: Document) -> tuple[Encoded, Encoded]:
    options = _options(document)
    return document.encoded, other_of(document, options.other, options.other_params)


@lru_cache(maxsize=8)
def _values(encoded: Encoded) -> Floats | None:
    """What the encoding gives for the first positions: see `data`; None where it gives nothing."""
    count = measured_length(encoded)
    match first_positions(encoded, count):
        case Nothing():
            return None
        case Table(rows=rows) | Rotation(waves=rows):
            values = rows.values(np.arange(count))
            values.flags.writeable = False
            return values
        case _:
            return similarity(encoded, "dot", 0, count).values


@lru_cache(maxsize=4)
def _difference(first: Encoded, second: Encoded) -> Floats | None:
    """A − B where both are tables."""
    length = measured_length(first)
    if not all(isinstance(first_positions(encoded, length), Table) for encoded in (first, second)):
        return None
    a, b = _values(first), _values(second)
    assert a is not None
    assert b is not None
    found = a - b
    found.flags.writeable = False
    return found


def _pictures(document: Document) -> tuple[Axes, ...]:
    first, second = _both(document)
    limit = max(_limit(_values(first)), _limit(_values(second))) or 1.0
    difference = _difference(first, second)
    names = [encoded.definition.title for encoded in (first, second)]
    why = "" if difference is not None else _why_no_difference(first, second)
    return (
        _picture(document, 0, f"A: {names[0]}", _image(first, limit), "adds nothing"),
        _picture(document, 1, f"B: {names[1]}", _image(second, limit), "adds nothing"),
        _picture(document, 2, "A − B", _difference_image(first, second), why),
    )


def _picture(document: Document, column: int, title: str, image: Image | None, words: str) -> Axes:
    key = PICTURES[column]
    if image is None:
        return words_panel(key, (0, column + 1, 1, 1), words, title)
    rows, columns = image.values.shape
    row = document.selection.position
    frame = np.array([[-0.5, row - 0.5], [columns - 0.5, row - 0.5], [columns - 0.5, row + 0.5], [-0.5, row + 0.5]])
    frame = np.concatenate([frame, frame[:1]]) if row < rows else frame[:0]
    across = _column_name(document, column)
    return Axes(
        key=key,
        cell=(0, column + 1, 1, 1),
        x=Axis(across, -0.5, columns - 0.5, integer=True),
        y=Axis("query" if across == "key" else "position", -0.5, rows - 0.5, reversed=True, integer=True),
        marks=(image, Line("position", frame[:, 0], frame[:, 1], "position", halo=True)),
        title=title,
        scale_of="values",
    )


def _column_name(document: Document, column: int) -> str:
    encoded = _both(document)[min(column, 1)]
    match first_positions(encoded, measured_length(encoded)):
        case Table():
            return "dimension"
        case Rotation():
            return "channel"
        case _:
            return "key"


@lru_cache(maxsize=8)
def _image(encoded: Encoded, limit: float) -> Image | None:
    values = _values(encoded)
    return None if values is None else Image("values", values, _edges(values), "diverging", -limit, limit)


@lru_cache(maxsize=4)
def _difference_image(first: Encoded, second: Encoded) -> Image | None:
    values = _difference(first, second)
    if values is None:
        return None
    limit = _limit(values) or 1.0
    return Image("values", values, _edges(values), "difference", -limit, limit)


def _edges(values: Floats) -> Rect:
    return Rect(-0.5, values.shape[1] - 0.5, -0.5, values.shape[0] - 0.5)


def _limit(values: Floats | None) -> float:
    return 0.0 if values is None else float(np.fmax.reduce(np.abs(values), axis=None, initial=0.0))


def _why_no_difference(first: Encoded, second: Encoded) -> str:
    length = measured_length(first)
    without = next(encoded for encoded in (first, second) if not isinstance(first_positions(encoded, length), Table))
    return f"{without.definition.title} has no table to take the difference of"


def _notes(document: Document, contenders: tuple[Contender, ...]) -> tuple[str, ...]:
    length, measured = document.grid.length, measured_length(document.encoded)
    notes = [document.encoded.note]
    if measured < length:
        notes.append(f"Drawn are the first {measured:,} positions, and properties are measured at that length.")
    if len(contenders) > property_table.ROOMY:
        notes.append(f"{len(contenders)} encodings need a wide picture: make it larger, or list fewer.")
    return tuple(filter(None, notes))


def _row(document: Document, y: float) -> int:
    return int(np.clip(np.floor(y + 0.5), 0, measured_length(document.encoded) - 1))


def _options(document: Document) -> CompareOptions:
    options: CompareOptions = edits.option(document, KEY, CompareOptions)
    return options


VIEW = View(
    catalog.COMPARE,
    options=CompareOptions,
    main="properties",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
