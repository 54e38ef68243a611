"""What the number format costs: errors of angles and cosines over position and pair, and the largest as a curve."""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.engine.precision import FORMATS, Format, Method, computed_angles, largest_number, true_angles
from posenc_gui.figures import catalog, log_axis
from posenc_gui.figures.numbers import scientific, short
from posenc_gui.figures.precision_source import FLOOR, Errors
from posenc_gui.figures.spec import Axes, Axis, Figure, Floats, Line, Mark, Raster, Rect, Role, Small, Span, Text
from posenc_gui.figures.view import Arrays, Pick, View

KEY = catalog.PRECISION.key
CURVE_POSITIONS = 160
MOST_PAIRS = 512
"""Pairs that the curves look at; of more, evenly chosen ones."""

SCALES: dict[Format, tuple[float, float]] = {
    "float64": (-17.0, -8.0),
    "float32": (-9.0, 0.0),
    "float16": (-5.0, 0.5),
    "bfloat16": (-4.0, 0.5),
}
"""Ends of the colour scale as powers of ten, the same at all settings."""


@dataclass(frozen=True)
class PrecisionOptions(Record):
    """Which errors are shown, of which code, and how far."""

    format: str = param(
        "float32",
        "Format",
        "The number format that all steps are computed in.",
        choices=tuple(Choice(kind, kind) for kind in FORMATS),
    )
    quantity: str = param(
        "cosine",
        "Error of",
        "What is compared with its true value.",
        choices=(Choice("cosine", "cosine"), Choice("sine", "sine"), Choice("angle", "angle")),
    )
    method: str = param(
        "multiply",
        "Code",
        "How the angle is computed.",
        choices=(
            Choice("multiply", "p · w", "With w = 1 / base^(2i/d) kept in the format, as RoPE code does."),
            Choice("divide", "p / base^(2i/d)", "As the paper writes it."),
        ),
    )
    reach: int = param(
        131_072,
        "Positions",
        "How many positions are shown; more than the length, for longer contexts.",
        low=2,
        high=2**31,
        log=True,
    )


def errors_of(document: Document) -> Errors:
    """The errors that the view shows.

    Raises:
        UserError: the encoding is not made of waves.
    """
    options = edits.option(document, KEY, PrecisionOptions)
    encoded = document.encoded
    assert encoded.waves.pairs >= 0
    kind, method = cast("Format", options.format), cast("Method", options.method)
    return Errors(encoded, options.quantity, kind, method, options.reach)


def figure(document: Document) -> Figure:
    """The heatmap of errors, and the largest error up to each position in all formats."""
    errors = errors_of(document)
    axes = (_heatmap(document, errors), _curves(document, errors)) if errors.shape[1] else (_curves(document, errors),)
    return Figure(
        view=KEY,
        title=f"Error of the {errors.quantity} in {errors.kind}",
        axes=axes,
        rows=(1.0,),
        columns=(1.0, 1.15),
        caption="Look down the columns: the error grows with the position, and first in the fast pairs. Choose another "
        "format, or show more positions.",
        notes=_notes(errors),
        small=Small((40, 18), (("errors", (0, 0, 1, 1)),)) if errors.shape[1] else None,
    )


def data(document: Document) -> Arrays:
    """Arrays positions (n,) of the curve and largest_<format> (n,) for each format, the largest error of any pair.

    NaN where the format has no such angle in some pair.
    """
    errors = errors_of(document)
    positions = curve_positions(errors.reach)
    found = {
        f"largest_{kind}": largest(errors.encoded, errors.quantity, kind, errors.method, errors.reach)
        for kind in FORMATS
    }
    return {"positions": positions} | found


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """The heatmap selects position and pair, the curve a position; positions beyond the length are its last one."""
    errors = errors_of(document)
    if pick.axes == "errors":
        row, pair = _cell(pick, errors)
        return edits.select(position=row, pair=pair)
    return edits.select(position=round(10 ** min(max(pick.x, 0.0), 9.5)))


def read(document: Document, pick: Pick | None) -> str:
    """The computed and the true angle at the pointer or at the selection, and the error."""
    errors = errors_of(document)
    row, pair = document.selection.position, document.selection.pair
    if pick is not None and pick.axes == "errors":
        row, pair = _cell(pick, errors)
    if pair >= errors.shape[1]:
        return document.encoded.note
    waves = errors.encoded.waves
    position, frequency = np.array([row + waves.first_position]), waves.inv_freq[[pair]]
    found = float(computed_angles(position, frequency, errors.kind, errors.method)[0, 0])
    true = float(true_angles(position, frequency)[0][0, 0])
    error = float(errors.at(np.array([row]), np.array([pair]))[0, 0])
    said = f"error of its {errors.quantity}: {scientific(error)}" if np.isfinite(error) else "no such number"
    return (
        f"position {position[0]:,}, pair {pair}: in {errors.kind} the angle is {_angle(found)} rad "
        f"instead of {_angle(true)}; {said}"
    )


def work(document: Document) -> int:
    """Function evaluations behind the curves; the painter samples the raster itself."""
    return CURVE_POSITIONS * min(document.encoded.waves.pairs, MOST_PAIRS) * 2 * len(FORMATS)


def curve_positions(reach: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Positions from 1 to the last one, evenly by their logarithm."""
    return np.unique(np.geomspace(1, max(reach - 1, 1), CURVE_POSITIONS).astype(np.int64))


@lru_cache(maxsize=32)
def largest(encoded: Encoded, quantity: str, kind: Format, method: Method, reach: int) -> Floats:
    """(n,) largest |error| of any pair at each of the curve's positions; read-only."""
    pairs = encoded.waves.pairs
    shown = np.unique(np.linspace(0, max(pairs - 1, 0), min(pairs, MOST_PAIRS)).astype(np.int64))
    errors = Errors(encoded, quantity, kind, method, reach)
    positions = curve_positions(reach)
    found = np.abs(errors.at(positions, shown)).max(axis=1) if pairs else np.zeros(len(positions))
    found.flags.writeable = False
    return found


def _heatmap(document: Document, errors: Errors) -> Axes:
    (reach, pairs), (low, high) = errors.shape, SCALES[errors.kind]
    whole = Rect(-0.5, pairs - 0.5, -0.5, reach - 0.5)
    here, pair = document.selection.position, min(document.selection.pair, pairs - 1)
    marks: list[Mark] = [Raster("errors", errors, whole, "sequential", low, high)]
    marks.append(_frame("pair", "pair", Rect(pair - 0.5, pair + 0.5, whole.y0, whole.y1)))
    if here < reach:
        marks.append(Span("position", "y", here, here, "position", halo=True))
    return Axes(
        key="errors",
        cell=(0, 0, 1, 1),
        x=Axis("pair", whole.x0, whole.x1, integer=True),
        y=Axis("position", whole.y0, whole.y1, reversed=True, integer=True),
        marks=tuple(marks),
        title="error as a power of ten",
        scale_of="errors",
    )


def _frame(name: str, role: Role, rect: Rect) -> Line:
    x = np.array([rect.x0, rect.x1, rect.x1, rect.x0, rect.x0])
    return Line(name, x, np.array([rect.y0, rect.y0, rect.y1, rect.y1, rect.y0]), role, halo=True)


def _curves(document: Document, errors: Errors) -> Axes:
    last = float(np.log10(max(errors.reach - 1, 2)))
    lines = [(kind, *_curve(errors, kind)) for kind in FORMATS]
    low, high = -17.0, max(1.0, max(float(y.max(initial=0.0)) for _, _, y in lines) + 1.2)
    marks: list[Mark] = []
    for kind, x, y in lines:
        chosen = kind == errors.kind
        marks.append(Line(kind, x, y, "pair" if chosen else "secondary", width=2 if chosen else 1))
        marks.append(_name(kind, x, y, last, chosen))
    here = float(np.log10(max(document.selection.position, 1)))
    marks.append(Span("position", "x", here, here, "position"))
    return Axes(
        key="largest",
        cell=(0, 1, 1, 1),
        x=Axis("position", 0.0, last, ticks=log_axis.ticks(0.0, last)),
        y=Axis("largest error of any pair", low, high, ticks=log_axis.ticks(low, high, 10)),
        marks=tuple(marks),
        title="largest error up to a position",
    )


def _name(kind: Format, x: Floats, y: Floats, last: float, chosen: bool) -> Text:
    """The format's name above the end of its curve, or for float16 below the middle, as it lies close to bfloat16."""
    below = kind == "float16"
    place = float(np.interp((0.55 if below else 1.0) * last, [0.0, *x], [0.0, *x])) or last
    height = float(np.interp(place, x, y)) if len(x) else 0.0
    role: Role = "pair" if chosen else "secondary"
    at = (place, height + (-0.8 if below else 0.5))
    return Text(f"{kind}.name", at, kind, role, anchor=(0.0 if below else 1.0, 0.5), bold=chosen, halo=True)


def _curve(errors: Errors, kind: Format) -> tuple[Floats, Floats]:
    """Logarithms of position and largest error so far, up to where the format has no such angle."""
    values = largest(errors.encoded, errors.quantity, kind, errors.method, errors.reach)
    finite = int(np.argmax(~np.isfinite(values))) if not np.isfinite(values).all() else len(values)
    so_far = np.maximum.accumulate(np.maximum(values[:finite], FLOOR))
    return np.log10(curve_positions(errors.reach)[:finite].astype(np.float64)), np.log10(so_far)


def _notes(errors: Errors) -> tuple[str, ...]:
    pairs, waves = errors.shape[1], errors.encoded.waves
    if not pairs:
        return ("There is no wave at this width: its one column is zero.",)
    notes = [
        "Measured against angles without rounding, each step of the code rounded to the nearest number, ties to even."
    ]
    last = errors.reach - 1 + abs(waves.first_position)
    if last > largest_number(errors.kind):
        notes.append(f"{errors.kind} ends at {largest_number(errors.kind):,.0f}: later positions are hatched.")
    if pairs > MOST_PAIRS:
        notes.append(f"The curves look at {MOST_PAIRS} of {pairs:,} pairs.")
    return tuple(notes)


def _cell(pick: Pick, errors: Errors) -> tuple[int, int]:
    reach, pairs = errors.shape
    row, pair = int(np.floor(pick.y + 0.5)), int(np.floor(pick.x + 0.5))
    return min(max(row, 0), reach - 1), min(max(pair, 0), max(pairs - 1, 0))


def _angle(value: float) -> str:
    """An angle to nine digits, which is more than float32 has."""
    return f"{value:.9g}".replace("-", "−") if np.isfinite(value) else short(value)


VIEW = View(
    catalog.PRECISION,
    options=PrecisionOptions,
    main="largest_float32",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
