"""The encoding as a heatmap: position downwards, dimension to the right, with the selected row and column beside it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Table
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import Record, param
from posenc_gui.figures import curves
from posenc_gui.figures.curves import Part
from posenc_gui.figures.sources import WavesSource
from posenc_gui.figures.spec import Axes, Axis, Figure, Line, Mark, Points, Raster, Rect, Role, Span, Text
from posenc_gui.figures.view import Arrays, Pick, View

KEY = "heatmap"
LIMIT = 1.0
"""The colour scale runs from −LIMIT to LIMIT at all settings, so that pictures can be compared."""

SMALLEST_REGION = 4.0
"""Fewest cells that can be zoomed to, in either direction."""

MOST_PROFILE_POINTS = 2_048


@dataclass(frozen=True)
class HeatmapOptions(Record):
    """The part of the table that is shown."""

    region: tuple[float, ...] = param(
        (), "Region", "First and last dimension, first and last position shown; empty: all of them.", history=False
    )


def figure(document: Document) -> Figure:
    """The heatmap with its profiles; values are drawn at a fixed scale from −1 to 1."""
    shown = region(document)
    return Figure(
        view=KEY,
        title="Encoding by position and dimension",
        axes=(_row_profile(document, shown), _table(document, shown), _column_profile(document, shown)),
        rows=(1.0, 4.0),
        columns=(4.0, 1.0),
        caption="Fast waves stand at the left, slow ones at the right: every row has a pattern of its own.",
        notes=tuple(filter(None, [document.encoded.note])),
    )


def data(document: Document) -> Arrays:
    """Values (length, d_model) and wavelengths (pairs,) in positions per turn."""
    yielded = document.encoded.evaluate()
    match yielded:
        case Table(values):
            return {"values": values, "wavelengths": document.encoded.waves.wavelengths}


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """The heatmap selects position and pair, the profiles one of them."""
    wanted: dict[str, int] = {}
    if pick.axes in (KEY, "row"):
        wanted["pair"] = _pair_at(document, pick.x)
    if pick.axes in (KEY, "column"):
        wanted["position"] = _nearest(pick.y, document.grid.length)
    return edits.select(**wanted) if wanted else None


def read(document: Document, pick: Pick | None) -> str:
    """The formula of the cell under the pointer with its numbers, or of the selected pair at the playhead."""
    if pick is not None and pick.axes == KEY:
        position, dimension = _nearest(pick.y, document.grid.length), _nearest(pick.x, document.grid.d_model)
        return document.encoded.explain(position, dimension)
    return document.encoded.explain_pair(document.selection.position, document.selection.pair)


def region(document: Document) -> Rect:
    """The part of the table that is shown, in units of the heatmap's axes: cell j runs from j − ½ to j + ½.

    Raises:
        UserError: the region that is set has neither four numbers nor none.
    """
    values = edits.option(document, KEY, HeatmapOptions).region
    whole = _whole(document.grid)
    if not values:
        return whole
    if len(values) != 4:
        raise UserError(
            f"region has {len(values)} numbers, but must have four or none: first and last dimension, first and last "
            "position"
        )
    return _inside(Rect(*values), whole)


def zoom(rect: Rect | None) -> Edit:
    """Show a part of the table, or the whole of it."""
    values = () if rect is None else (rect.x0, rect.x1, rect.y0, rect.y1)
    return edits.set_option(KEY, HeatmapOptions, "region", values)


def work(_document: Document) -> int:
    """Function evaluations behind the figure: the profiles alone, since the painter samples the raster itself."""
    return 2 * MOST_PROFILE_POINTS


def _table(document: Document, shown: Rect) -> Axes:
    return Axes(
        key=KEY,
        cell=(1, 0, 1, 1),
        x=Axis("dimension", shown.x0, shown.x1, integer=True),
        y=Axis("position", shown.y0, shown.y1, reversed=True, integer=True),
        marks=(_raster(document.encoded), *_cross_hair(document)),
    )


@lru_cache(maxsize=4)
def _raster(encoded: Encoded) -> Raster:
    return Raster("values", WavesSource(encoded), _whole(encoded.grid), "diverging", -LIMIT, LIMIT)


def _cross_hair(document: Document) -> tuple[Mark, ...]:
    selection = document.selection
    there = selection.position + selection.offset
    rows = [_frame("position", "position", _row(document.grid, selection.position))]
    if 0 <= there < document.grid.length and selection.offset:
        rows.insert(0, _frame("offset", "offset", _row(document.grid, there)))
    return (*_pair_frames(document.encoded, selection.pair), *rows)


@lru_cache(maxsize=4)
def _pair_frames(encoded: Encoded, pair: int) -> tuple[Line, ...]:
    """A frame round the columns of the pair, one for both where they are neighbours."""
    dims = sorted(encoded.dims_of(pair))
    if dims[-1] - dims[0] == 1:
        return (_frame("pair.0", "pair", _columns_of(encoded.grid, dims[0], dims[1])),)
    return tuple(_frame(f"pair.{place}", "pair", _columns_of(encoded.grid, dim, dim)) for place, dim in enumerate(dims))


def _row(grid: Grid, position: int) -> Rect:
    return Rect(-0.5, grid.d_model - 0.5, position - 0.5, position + 0.5)


def _columns_of(grid: Grid, first: int, last: int) -> Rect:
    return Rect(first - 0.5, last + 0.5, -0.5, grid.length - 0.5)


def _frame(name: str, role: Role, rect: Rect) -> Line:
    x = np.array([rect.x0, rect.x1, rect.x1, rect.x0, rect.x0])
    return Line(name, x, np.array([rect.y0, rect.y0, rect.y1, rect.y1, rect.y0]), role, halo=True)


def _row_profile(document: Document, shown: Rect) -> Axes:
    position = document.selection.position
    waves = document.encoded.waves
    first, last = _cells(shown.x0, shown.x1, document.grid.d_model)
    step = -(-(last - first) // MOST_PROFILE_POINTS)
    dims = np.arange(first, last, step)
    values = waves.narrowed(first, last).values([position])[0, ::step]
    selected = np.array([dim for dim in _selected_dims(document) if first <= dim < last], dtype=np.float64)
    chosen = waves.values([position])[0, selected.astype(np.int64)] if len(selected) else selected
    return Axes(
        key="row",
        cell=(0, 0, 1, 1),
        x=Axis("", shown.x0, shown.x1, ticks=()),
        y=Axis("", -1.15, 1.15, ticks=((-1, "−1"), (0, "0"), (1, "1"))),
        marks=(
            Span("zero", "y", 0, 0, "grid"),
            Line("values", dims.astype(np.float64), values, "position"),
            Points("selected", selected, chosen, "pair", size=7),
            Text("name", (shown.x1, 1.15), f"row {position} ", "position", (1, 0), "small", halo=True),
        ),
    )


def _column_profile(document: Document, shown: Rect) -> Axes:
    low, high = max(shown.y0, 0.0), min(shown.y1, document.grid.length - 1.0)
    return Axes(
        key="column",
        cell=(1, 1, 1, 1),
        x=Axis(f"pair {document.selection.pair}", -1.15, 1.15, ticks=((-1, "−1"), (0, "0"), (1, "1"))),
        y=Axis("", shown.y0, shown.y1, ticks=(), reversed=True),
        marks=(
            Span("zero", "x", 0, 0, "grid"),
            *_columns(document, low, high),
            Span("position", "y", document.selection.position, document.selection.position, "position"),
        ),
    )


def _columns(document: Document, low: float, high: float) -> tuple[Line, ...]:
    pair = document.selection.pair
    parts: tuple[Part, ...] = curves.parts_of(document.encoded, pair)
    drawn = [curves.curve(document.encoded, pair, part, low, high) for part in parts]
    return tuple(
        Line(part, values, places, "pair", dashed=part == "cosine")
        for part, (places, values) in zip(parts, drawn, strict=True)
    )


def _selected_dims(document: Document) -> tuple[int, ...]:
    return document.encoded.dims_of(document.selection.pair)


def _pair_at(document: Document, x: float) -> int:
    dimension = _nearest(x, document.grid.d_model)
    pair = document.encoded.waves.pair_of(dimension)
    return document.pair_count - 1 if pair is None else pair  # the column of zeros counts as the last pair


def _whole(grid: Grid) -> Rect:
    return Rect(-0.5, grid.d_model - 0.5, -0.5, grid.length - 0.5)


def _inside(rect: Rect, whole: Rect) -> Rect:
    """The rectangle moved and, where it is too small or too large, resized so that it lies in the whole."""
    x0, x1 = _inside_span(rect.x0, rect.x1, whole.x0, whole.x1)
    y0, y1 = _inside_span(rect.y0, rect.y1, whole.y0, whole.y1)
    return Rect(x0, x1, y0, y1)


def _inside_span(low: float, high: float, lowest: float, highest: float) -> tuple[float, float]:
    size = min(max(high - low, SMALLEST_REGION), highest - lowest)
    start = min(max((low + high - size) / 2, lowest), highest - size)
    return start, start + size


def _nearest(value: float, count: int) -> int:
    return int(np.clip(np.floor(value + 0.5), 0, count - 1))


def _cells(low: float, high: float, count: int) -> tuple[int, int]:
    return max(0, int(np.floor(low + 0.5))), min(count, int(np.ceil(high + 0.5)))


HEATMAP = View(
    key=KEY,
    title="Heatmap",
    summary="The whole table as colours, with the selected row and column as profiles.",
    options=HeatmapOptions,
    main="values",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
    zoomable=KEY,
    region=region,
    zoom=zoom,
)
