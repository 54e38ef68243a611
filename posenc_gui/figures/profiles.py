"""What stands beside the heatmap: the selected row, the selected columns, and the colour scale."""

import numpy as np

from posenc_gui.document.document import Document
from posenc_gui.engine.blocks import Blocks
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Table
from posenc_gui.engine.waves import Waves
from posenc_gui.figures import curves
from posenc_gui.figures.shown import Shown
from posenc_gui.figures.spec import Axes, Axis, Floats, Image, Line, Mark, Points, Rect, Role, Span, Text, Ticks

MOST_POINTS = 2_048
MARGIN = 0.075
"""Room beyond both ends of the scale, as a share of it."""


def row(document: Document, shown: Shown, part: Rect) -> Axes:
    """The selected row over the columns that are shown."""
    at = document.selection.offset if shown.rows_are == "distance" else document.selection.position
    role: Role = "offset" if shown.rows_are == "distance" else "position"
    low, high = _range(shown)
    marks: list[Mark] = [Span("zero", "y", 0, 0, "grid")]
    if 0 <= at - shown.first_row < shown.rows:
        marks += _profile(document, shown, at - shown.first_row, part, role)
    return Axes(
        key="row",
        cell=(0, 0, 1, 1),
        x=Axis("", part.x0, part.x1, ticks=()),
        y=Axis("", low, high, ticks=_ticks(shown)),
        marks=(*marks, Text("name", (part.x1, high), f"{shown.rows_are} {at} ", role, (1, 0), "small", halo=True)),
    )


def column(document: Document, shown: Shown, part: Rect) -> Axes:
    """The selected columns over the rows that are shown."""
    selection = document.selection
    low, high = _range(shown)
    at = selection.offset if shown.rows_are == "distance" else selection.position
    return Axes(
        key="column",
        cell=(1, 1, 1, 1),
        x=Axis(_column_name(document, shown), low, high, ticks=_ticks(shown)),
        y=Axis("", part.y0, part.y1, ticks=(), reversed=True),
        marks=(
            Span("zero", "x", 0, 0, "grid"),
            *_column_lines(document, shown, part),
            Span("position", "y", at, at, "offset" if shown.rows_are == "distance" else "position"),
        ),
    )


def scale(shown: Shown) -> Axes:
    """The colour of each value, over the axis of the column profile below it."""
    low, high = _range(shown)
    shades = np.linspace(shown.low, shown.high, 256)[np.newaxis, :]
    return Axes(
        key="scale",
        cell=(0, 1, 1, 1),
        x=Axis("", low, high, ticks=(), visible=False),
        y=Axis("", 0.0, 1.0, ticks=(), visible=False),
        marks=(Image("shades", shades, Rect(shown.low, shown.high, 0.0, 0.3), shown.colormap, shown.low, shown.high),),
        frame=False,
    )


def _profile(document: Document, shown: Shown, index: int, part: Rect, role: Role) -> list[Mark]:
    """One row and the selected columns on it; where it has more columns than points, the range of those under each."""
    first, last = _cells(part.x0, part.x1, shown.columns)
    chosen = np.array([at for at in selected_columns(document, shown) if part.x0 <= at <= part.x1], dtype=np.int64)
    if last - first <= MOST_POINTS:
        columns = np.arange(first, last)
        values = shown.source.cells(np.array([index]), columns)[0]
        line, there = (columns.astype(np.float64), values), values[chosen - first]
    else:
        starts, stops = _steps(first, last)
        line = curves.envelope((starts + stops - 1) / 2, *shown.source.row_range(index, (starts, stops)))
        there = shown.source.cells(np.array([index]), chosen)[0] if len(chosen) else np.zeros(0)
    marks: list[Mark] = [Line("values", *line, role)]
    if len(chosen):
        selected: Role = "offset" if shown.columns_are == "key" else "pair"
        marks.append(Points("selected", chosen.astype(np.float64), there, selected, size=7))
    return marks


def selected_columns(document: Document, shown: Shown) -> tuple[int, ...]:
    """The columns that the selection stands for."""
    selection = document.selection
    match shown.columns_are, shown.rows_are:
        case "dimension", "distance":
            return ()
        case "dimension", _:
            return document.encoded.dims_of(selection.pair)
        case "pair", _:
            return (selection.pair,)
        case _:
            there = selection.position + selection.offset
            return (there,) if 0 <= there < shown.columns else ()


def _column_lines(document: Document, shown: Shown, part: Rect) -> list[Line]:
    if shown.columns_are == "dimension" and _has_waves(document.encoded):
        return _continuous(document, shown, part)
    role: Role = "offset" if shown.columns_are == "key" else "pair"
    lines = []
    for number, at in enumerate(selected_columns(document, shown)):
        places, values = _along_column(shown, at, part)
        exists = np.isfinite(values)
        lines.append(Line(f"column.{number}", values[exists], places[exists], role, dashed=number == 1))
    return lines


def _along_column(shown: Shown, column: int, part: Rect) -> tuple[Floats, Floats]:
    """Places and values of one column; where it has more rows than points, the range of those under each point."""
    first, last = _cells(part.y0 - shown.first_row, part.y1 - shown.first_row, shown.rows)
    if last - first <= MOST_POINTS:
        rows = np.arange(first, last)
        return (rows + shown.first_row).astype(np.float64), shown.source.cells(rows, np.array([column]))[:, 0]
    starts, stops = _steps(first, last)
    places = (starts + stops - 1) / 2 + shown.first_row
    return curves.envelope(places, *shown.source.column_range(column, (starts, stops)))


def _continuous(document: Document, shown: Shown, part: Rect) -> list[Line]:
    """Waves as curves between the positions, sine solid and cosine dashed."""
    pair, low, high = document.selection.pair, max(part.y0, 0.0), min(part.y1, shown.rows - 1.0)
    lines = []
    for kind in curves.parts_of(document.encoded, pair):
        places, values = curves.curve(document.encoded, pair, kind, low, high)
        lines.append(Line(kind, values, places, "pair", dashed=kind == "cosine"))
    return lines


def _column_name(document: Document, shown: Shown) -> str:
    match shown.columns_are, shown.rows_are:
        case "key", _:
            return f"key {document.selection.position + document.selection.offset}"
        case "dimension", "distance":
            return "value"
        case _:
            return f"pair {document.selection.pair}"


def _has_waves(encoded: Encoded) -> bool:
    match encoded.evaluate():
        case Table(rows=Waves()):
            return True
        case _:
            return False


def _range(shown: Shown) -> tuple[float, float]:
    margin = MARGIN * (shown.high - shown.low)
    return shown.low - margin, shown.high + margin


def _ticks(shown: Shown) -> Ticks:
    if shown.colormap == "cyclic":
        return ((-np.pi, "−π"), (0.0, "0"), (np.pi, "π"))
    middle = () if shown.low == 0 else (0.0,)
    return tuple((value, f"{value:.2g}".replace("-", "−")) for value in (shown.low, *middle, shown.high))


def _steps(first: int, last: int) -> Blocks:
    """The cells first … last − 1 in as many runs as there are points for, two for each."""
    edges = np.linspace(first, last, MOST_POINTS // 2 + 1).astype(np.int64)
    return edges[:-1], edges[1:]


def _cells(low: float, high: float, count: int) -> tuple[int, int]:
    """The cells that a part of an axis touches, whose units are cells about their numbers."""
    return max(0, int(np.floor(low + 0.5))), min(count, int(np.ceil(high + 0.5)))
