"""Every position compared with every other, and whether the result depends on their distance alone."""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.encoding import Rotation, ScoreBias, Table
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.engine.similarity import MOST_POSITIONS, Measure, Similarity, similarity
from posenc_gui.figures import catalog, distance_profile
from posenc_gui.figures.numbers import short
from posenc_gui.figures.panels import Entry, numbers_panel
from posenc_gui.figures.spec import Axes, Axis, Figure, Floats, Image, Line, Lines, Mark, Points, Rect, Small
from posenc_gui.figures.view import Arrays, Pick, View

KEY = catalog.SIMILARITY.key

DROWNED = 1e-3
"""Where rounding may make this share of the largest value, nothing can be told of a difference."""


@dataclass(frozen=True)
class SimilarityOptions(Record):
    """How positions are compared, and how distances are laid out."""

    measure: str = param(
        "dot",
        "Measure",
        "How two positions of a table are compared; what acts inside attention is shown as scores.",
        choices=(Choice("dot", "dot product"), Choice("cosine", "cosine")),
    )
    axis: str = param(
        "linear",
        "Distance axis",
        "Even steps for even distances, or for even ratios.",
        choices=(Choice("linear", "linear"), Choice("logarithmic", "logarithmic")),
    )


def figure(document: Document) -> Figure:
    """The matrix with the playhead's row, that row and the mean by distance, and what the numbers say."""
    found, options = found_for(document), _options(document)
    entries = _entries(found)
    return Figure(
        view=KEY,
        title="Does it depend on distance alone?",
        axes=(
            _matrix(document, found),
            distance_profile.axes(document, found, options.axis == "logarithmic", _quantity(document, found)),
            numbers_panel("numbers", (1, 1, 1, 1), entries),
        ),
        rows=(1.0, Lines(1.25 * len(entries))),
        columns=(1.15, 1.0),
        caption=_caption(document, found),
        notes=_notes(document, found),
        small=Small((36, 16), ((KEY, (0, 0, 1, 1)), ("numbers", (0, 1, 1, 1))), columns=(1.0, 1.0)),
    )


def data(document: Document) -> Arrays:
    """Values (n, n) of the compared positions, NaN where a vector has no direction; toeplitz_residual ().

    distances (2n − 1,) are key − query; mean, low and high (2n − 1,) run over all pairs at that distance.
    """
    found = found_for(document)
    profile = found.profile
    return {
        "values": found.values,
        "distances": profile.distances,
        "mean": profile.mean,
        "low": profile.low,
        "high": profile.high,
        "toeplitz_residual": np.array(profile.residual),
    }


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """A cell of the matrix selects its row as the position and its distance as the offset; the profile an offset."""
    found = found_for(document)
    if pick.axes == KEY:
        row, column = _nearest(pick.y, len(found.values)), _nearest(pick.x, len(found.values))
        return edits.select(position=row, offset=column - row)
    if pick.axes == distance_profile.KEY:
        logarithmic = _options(document).axis == "logarithmic"
        return edits.select(offset=distance_profile.offset_at(pick.x, logarithmic, document.selection.offset, found))
    return None


def read(document: Document, pick: Pick | None) -> str:
    """The value of the pair under the pointer, or of the selected one, beside those of its distance."""
    found, selection = found_for(document), document.selection
    count = len(found.values)
    row, column = selection.position, selection.position + selection.offset
    if pick is not None and pick.axes == KEY:
        row, column = _nearest(pick.y, count), _nearest(pick.x, count)
    if not (0 <= row < count and 0 <= column < count):
        return f"position {row} with {column}: only positions 0 to {count - 1} are compared"
    place, profile = column - row + count - 1, found.profile
    distance = f"{column - row:+d}".replace("-", "−")
    low, mean, high = (float(line[place]) for line in (profile.low, profile.mean, profile.high))
    return (
        f"{_quantity(document, found)} of position {row} with {column} = {short(float(found.values[row, column]))};  "
        f"at distance {distance}: lowest {short(low)}, mean {short(mean)}, highest {short(high)}"
    )


def work(document: Document) -> int:
    """Function evaluations behind the figure: the table, its products, and the profile along the diagonals."""
    count, width = min(document.grid.length, MOST_POSITIONS), document.grid.d_model
    return count * width + count * count * (256 + width) // 256


def found_for(document: Document) -> Similarity:
    """The comparison that the options ask for; raises `UserError` where there is nothing to compare."""
    measure = cast("Measure", _options(document).measure)
    return similarity(document.encoded, measure, document.selection.shown_head)


def _matrix(document: Document, found: Similarity) -> Axes:
    count = len(found.values)
    return Axes(
        key=KEY,
        cell=(0, 0, 2, 1),
        x=Axis("key position", -0.5, count - 0.5, integer=True),
        y=Axis("query position", -0.5, count - 0.5, reversed=True, integer=True),
        marks=(_image(found), *_selected(document, count)),
        title=_quantity(document, found),
        equal=True,
        scale_of="values",
    )


@lru_cache(maxsize=4)
def _image(found: Similarity) -> Image:
    values = found.values
    limit = float(np.abs(np.nan_to_num(values)).max()) or 1.0
    edge = len(values) - 0.5
    return Image("values", values, Rect(-0.5, edge, -0.5, edge), "diverging", -limit, limit)


def _selected(document: Document, count: int) -> tuple[Mark, ...]:
    """A frame round the playhead's row, and a square on the cell that lies k beside the diagonal."""
    row, column = document.selection.position, document.selection.position + document.selection.offset
    left, right, top, bottom = -0.5, count - 0.5, row - 0.5, row + 0.5
    frame = np.array([[left, top], [right, top], [right, bottom], [left, bottom], [left, top]])
    cell = np.array([[float(column), float(row)]])
    if row >= count:
        frame = cell = np.zeros((0, 2))
    elif not 0 <= column < count:
        cell = np.zeros((0, 2))
    return (
        Line("position", frame[:, 0], frame[:, 1], "position", halo=True),
        Points("offset", cell[:, 0], cell[:, 1], "offset", "square", size=9, filled=False, halo=True),
    )


def _entries(found: Similarity) -> tuple[Entry, ...]:
    share = found.rising_share
    answer = Entry("answer", "distance alone?", "✓ yes", "offset")
    if found.level >= DROWNED * _largest(found.values):
        answer = Entry("answer", "distance alone?", "cannot tell", "error")
    elif not found.by_distance_alone:
        answer = Entry("answer", "distance alone?", "✗ no", "error")
    return (
        answer,
        Entry("residual", "Toeplitz residual", short(found.profile.residual)),
        Entry("level", "rounding explains", short(found.level)),
        Entry("rising", "steps that go up", "—" if np.isnan(share) else f"{100 * share:.1f} %"),
    )


def _largest(values: Floats) -> float:
    return float(np.abs(np.nan_to_num(values)).max()) or np.inf


def _quantity(document: Document, found: Similarity) -> str:
    """What the numbers are."""
    match found.position:
        case Table():
            return "cosine" if _options(document).measure == "cosine" else "dot product"
        case ScoreBias():
            return "bias"
        case _:
            return "score"


def _caption(document: Document, found: Similarity) -> str:
    title = document.definition.title
    match found.position:
        case Table():
            return "Where every diagonal has one colour, two positions look alike by their distance alone."
        case Rotation() if found.rising_share > 0:
            share = f"{100 * found.rising_share:.1f} %"
            return f"Scores under {title} do not fall smoothly with distance: they go up at {share} of the steps."
        case Rotation():
            return f"The score that equal queries and keys have after {title} has turned them, by distance."
        case ScoreBias():
            return f"What {title} adds to a score, by the distance from query to key."
        case _:
            return f"What {title} adds to the score of a query of ones, by the distance from query to key."


def _notes(document: Document, found: Similarity) -> tuple[str, ...]:
    options, length, count = _options(document), document.grid.length, len(found.values)
    notes = [document.encoded.note]
    if length > MOST_POSITIONS <= count:
        notes.append(f"The first {count:,} of {length:,} positions are compared.")
    elif count < length:
        notes.append(f"{count:,} positions exist and are compared.")
    if not isinstance(found.position, Table) and options.measure == "cosine":
        notes.append("Scores are numbers, not vectors: they have no cosine.")
    elif np.isnan(found.values).any():
        notes.append("A vector of zeros has no direction: its cosines are hatched.")
    if document.selection.position >= count:
        notes.append("The playhead is beyond the compared positions.")
    if options.axis == "logarithmic":
        notes.append("Distance 0 has no place on a logarithmic axis; the row before the query is dashed.")
    return tuple(filter(None, notes))


def _options(document: Document) -> SimilarityOptions:
    options: SimilarityOptions = edits.option(document, KEY, SimilarityOptions)
    return options


def _nearest(value: float, count: int) -> int:
    return int(np.clip(np.floor(value + 0.5), 0, count - 1))


VIEW = View(
    catalog.SIMILARITY,
    options=SimilarityOptions,
    main="values",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
