"""The encoding as a heatmap: position downwards, dimension to the right, with the selected row and column beside it.

A table is shown as it is added, a rotation by its angles, a bias over query and key, relative keys by distance.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Table
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.engine.waves import Waves
from posenc_gui.figures import catalog, cells, profiles
from posenc_gui.figures.heatmap_data import data, streamed
from posenc_gui.figures.shown import Shown, shown_of
from posenc_gui.figures.sources import Pixels
from posenc_gui.figures.spec import Axes, Axis, Figure, Line, Mark, Raster, Rect, Role, Text
from posenc_gui.figures.view import Pick, View

KEY = catalog.HEATMAP.key

FEW_CELLS = 256
"""Up to so many cells have a pixel each in any picture that is worth looking at."""

SMALLEST_REGION = 4.0
"""Fewest cells that can be zoomed to, in either direction."""


@dataclass(frozen=True)
class HeatmapOptions(Record):
    """The part of the table that is shown, and what stands for cells that share a pixel."""

    region: tuple[float, ...] = param(
        (), "Region", "First and last column, first and last row shown; empty: all of them.", history=False
    )
    pixels: str = param(
        "mean",
        "Pixels",
        "What a pixel shows that covers many cells.",
        choices=(
            Choice("mean", "means", "Exact means: waves too fast for the pixels fade to grey."),
            Choice("sample", "samples", "The cell under the centre: fast waves pose as slow ones."),
        ),
    )


def figure(document: Document) -> Figure:
    """The heatmap with its profiles; bounded values are drawn at a scale that stays the same at all settings."""
    shown, part = _shown(document), region(document)
    return Figure(
        view=KEY,
        title=shown.title,
        axes=(
            profiles.row(document, shown, part),
            profiles.scale(shown),
            _matrix(document, shown, part),
            profiles.column(document, shown, part),
        ),
        rows=(1.0, 4.0),
        columns=(4.0, 1.0),
        caption=shown.caption,
        notes=tuple(filter(None, [document.encoded.note, _aliasing(document, part)])),
    )


def _aliasing(document: Document, part: Rect) -> str:
    if _options(document).pixels == "mean" or max(part.x1 - part.x0, part.y1 - part.y0) <= FEW_CELLS:
        return ""
    return (
        "One cell stands for all that share its pixel: slow patterns may appear that are not in the table (aliasing)."
    )


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """The heatmap selects what its row and its column stand for, the profiles one of them."""
    shown, wanted = _shown(document), dict[str, int]()
    if pick.axes in (KEY, "column"):
        row = _nearest(pick.y - shown.first_row, shown.rows)
        wanted |= {"offset": row + shown.first_row} if shown.rows_are == "distance" else {"position": row}
    if pick.axes in (KEY, "row"):
        column = _nearest(pick.x, shown.columns)
        if shown.columns_are == "key":
            wanted["offset"] = column - wanted.get("position", document.selection.position)
        elif shown.rows_are != "distance":
            wanted["pair"] = column if shown.columns_are == "pair" else _pair_at(document, column)
    return edits.select(**wanted) if wanted else None


def read(document: Document, pick: Pick | None) -> str:
    """The formula of the cell under the pointer with its numbers, or of what is selected."""
    shown, selection = _shown(document), document.selection
    if pick is not None and pick.axes == KEY:
        row, column = _nearest(pick.y - shown.first_row, shown.rows), _nearest(pick.x, shown.columns)
        return document.encoded.explain(row, column, document.selection.shown_head)
    match shown.columns_are, shown.rows_are:
        case "dimension", "position":
            return document.encoded.explain_pair(selection.position, selection.pair)
        case "pair", _:
            return document.encoded.explain(selection.position, selection.pair)
        case "key", _:
            there = _nearest(selection.position + selection.offset, shown.columns)
            return document.encoded.explain(selection.position, there, document.selection.shown_head)
        case _:
            row = _nearest(selection.offset - shown.first_row, shown.rows)
            return document.encoded.explain(row, 0, document.selection.shown_head)


def region(document: Document) -> Rect:
    """The part of the table that is shown, in units of the heatmap's axes: cell j runs from j − ½ to j + ½.

    Raises:
        UserError: the region that is set has neither four numbers nor none.
    """
    values, whole = edits.option(document, KEY, HeatmapOptions).region, _whole(_shown(document))
    if not values:
        return whole
    if len(values) != 4:
        raise UserError(
            f"region has {len(values)} numbers, but must have four or none: first and last column, first and last row"
        )
    return _inside(Rect(*values), whole)


def zoom(rect: Rect | None) -> Edit:
    """Show a part of the table, or the whole of it."""
    values = () if rect is None else (rect.x0, rect.x1, rect.y0, rect.y1)
    return edits.set_option(KEY, HeatmapOptions, "region", values)


def work(document: Document) -> int:
    """Function evaluations behind the figure: the profiles alone, since the painter samples the raster itself."""
    return 2 * profiles.MOST_POINTS + document.grid.d_model


def _matrix(document: Document, shown: Shown, part: Rect) -> Axes:
    return Axes(
        key=KEY,
        cell=(1, 0, 1, 1),
        x=Axis(shown.columns_are, part.x0, part.x1, integer=True),
        y=Axis(_ROW_NAMES.get(shown.rows_are, shown.rows_are), part.y0, part.y1, reversed=True, integer=True),
        marks=(_raster(shown), *cells.marks(shown, part), *_end_marks(shown), *_cross_hair(document, shown)),
    )


_ROW_NAMES = {"distance": "key − query"}


@lru_cache(maxsize=4)
def _raster(shown: Shown) -> Raster:
    return Raster("values", shown.source, _whole(shown), shown.colormap, shown.low, shown.high)


def _end_marks(shown: Shown) -> tuple[Mark, ...]:
    """The hard edge of a table that ends before the length."""
    if shown.end == shown.rows:
        return ()
    edge, width = shown.end - 0.5, shown.columns - 0.5
    return (
        Line("end", np.array([-0.5, width]), np.array([edge, edge]), "error", width=2, halo=True),
        Text("end.text", ((width - 0.5) / 2, edge + (shown.rows - 0.5 - edge) / 2), "no such positions", "error"),
    )


def _cross_hair(document: Document, shown: Shown) -> tuple[Mark, ...]:
    selection, there = document.selection, document.selection.position + document.selection.offset
    if shown.rows_are == "distance":
        return (_frame("offset", "offset", _row(shown, selection.offset)),) if _has_row(shown, selection.offset) else ()
    here = _frame("position", "position", _row(shown, selection.position))
    if shown.columns_are == "key":
        inside = 0 <= there < shown.columns
        return (*([_frame("offset", "offset", _columns(shown, there, there))] if inside else []), here)
    other = [_frame("offset", "offset", _row(shown, there))] if _has_row(shown, there) and selection.offset else []
    return (*_pair_frames(document.encoded, shown, selection.pair), *other, here)


@lru_cache(maxsize=4)
def _pair_frames(encoded: Encoded, shown: Shown, pair: int) -> tuple[Line, ...]:
    """A frame round the columns of the pair, one for both where they are neighbours."""
    dims = (pair, pair) if shown.columns_are == "pair" else tuple(sorted(encoded.dims_of(pair)))
    if dims[-1] - dims[0] == 1:
        return (_frame("pair.0", "pair", _columns(shown, dims[0], dims[1])),)
    return tuple(
        _frame(f"pair.{place}", "pair", _columns(shown, dim, dim)) for place, dim in enumerate(dict.fromkeys(dims))
    )


def _has_row(shown: Shown, row: int) -> bool:
    return 0 <= row - shown.first_row < shown.rows


def _row(shown: Shown, row: int) -> Rect:
    return Rect(-0.5, shown.columns - 0.5, row - 0.5, row + 0.5)


def _columns(shown: Shown, first: int, last: int) -> Rect:
    whole = _whole(shown)
    return Rect(first - 0.5, last + 0.5, whole.y0, whole.y1)


def _frame(name: str, role: Role, rect: Rect) -> Line:
    x = np.array([rect.x0, rect.x1, rect.x1, rect.x0, rect.x0])
    return Line(name, x, np.array([rect.y0, rect.y0, rect.y1, rect.y1, rect.y0]), role, halo=True)


def _pair_at(document: Document, dimension: int) -> int:
    """The pair that a column belongs to; the column of zeros counts as the last pair."""
    match document.encoded.evaluate():
        case Table(rows=Waves() as waves):
            pair = waves.pair_of(dimension)
            return document.pair_count - 1 if pair is None else pair
        case _:
            return dimension // 2


def _shown(document: Document) -> Shown:
    return shown_of(document.encoded, document.selection.shown_head, cast("Pixels", _options(document).pixels))


def _options(document: Document) -> HeatmapOptions:
    options: HeatmapOptions = edits.option(document, KEY, HeatmapOptions)
    return options


def _whole(shown: Shown) -> Rect:
    return Rect(-0.5, shown.columns - 0.5, shown.first_row - 0.5, shown.first_row + shown.rows - 0.5)


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


VIEW = View(
    catalog.HEATMAP,
    options=HeatmapOptions,
    main="values",
    figure=figure,
    data=data,
    streamed=streamed,
    on_pick=on_pick,
    read=read,
    work=work,
    zoomable=KEY,
    region=region,
    zoom=zoom,
)
