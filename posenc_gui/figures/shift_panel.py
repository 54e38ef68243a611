"""The panel with the matrix that a shift by k is: a block in numbers, the whole as a picture, or the identity."""

from functools import lru_cache
from typing import Literal

import numpy as np
from msgspec import Struct

from posenc_gui.document.document import Document
from posenc_gui.engine import analysis, fit
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.kept import Kept
from posenc_gui.figures.numbers import scientific, short, signed
from posenc_gui.figures.spec import Axes, Axis, Floats, Image, Line, Lines, Mark, Rect, Text
from posenc_gui.figures.turn import Turn

Kind = Literal["numbers", "picture", "identity"]

PANEL_LINES = 5.0
"""Lines of text under the clocks: two for the matrix, two for its residual, one for the score that RoPE leaves."""

IDENTITY_LINES = 5.0
MOST_NUMBERS = 2**22
"""Points of pairs at positions that the residual on the screen looks at: each costs four sines, all half a second."""

MOST_COLUMNS = 1_024
"""A wider matrix has more cells than a picture has pixels."""


class Panel(Struct, frozen=True):
    """The axes, the height of their row, and what must be said about them."""

    axes: Axes
    row: float | Lines
    notes: tuple[str, ...] = ()


def panel(document: Document, turn: Turn | None, kind: Kind) -> Panel:
    """The panel of that kind; the numbers where a whole matrix would be too large to see."""
    if kind == "picture":
        width = document.encoded.waves.width
        if width <= MOST_COLUMNS:
            return Panel(_picture(document.encoded, document.selection.offset), 1.2)
        note = f"M of {width:,} × {width:,} has more cells than a picture has pixels: lower d_model to see it whole."
        return Panel(_numbers(document, turn), Lines(PANEL_LINES), (note,))
    if kind == "identity" and turn is not None:
        return Panel(_identity(document, turn), Lines(IDENTITY_LINES))
    return Panel(_numbers(document, turn), Lines(PANEL_LINES))


def residual(encoded: Encoded, offset: int) -> float:
    """Largest |PE[p+k] − M_k PE[p]| of the table, over the `places`; see `analysis.shift_residual`."""
    return _residual((encoded, offset))


def is_measured(encoded: Encoded, offset: int) -> bool:
    """Whether the residual is at hand."""
    return _residual.knows((encoded, offset))


def _measure(asked: tuple[Encoded, int]) -> float:
    encoded, offset = asked
    return analysis.shift_residual(encoded.waves, places(encoded, offset), offset)


_residual = Kept(_measure, most=64)


def places(encoded: Encoded, offset: int) -> range:
    """The positions p that the residual looks at: all of them, or of a large table evenly spaced ones."""
    rows = analysis.shifted_rows(encoded.grid.length, offset)
    most = max(1, MOST_NUMBERS // max(encoded.waves.pairs, 1))
    return rows[:: max(1, -(-len(rows) // most))]


def _in_words(encoded: Encoded, offset: int) -> str:
    """How many positions the residual looks at, and of how many where it is not all of them."""
    rows, looked_at = analysis.shifted_rows(encoded.grid.length, offset), places(encoded, offset)
    return f"{len(looked_at):,} {f'of {len(rows):,} ' * (looked_at != rows)}positions"


@lru_cache(maxsize=4)
def _whole(encoded: Encoded, offset: int) -> Floats:
    matrix = fit.true_matrix(encoded.waves, offset)
    matrix.flags.writeable = False
    return matrix


def _picture(encoded: Encoded, offset: int) -> Axes:
    matrix = _whole(encoded, offset)
    edge = max(len(matrix) - 0.5, 0.5)
    return Axes(
        key="matrix",
        cell=(1, 1, 1, 1),
        x=Axis("column of PE[p]", -0.5, edge, integer=True),
        y=Axis("PE[p+k]", -0.5, edge, reversed=True, integer=True),
        marks=(Image("whole", matrix, Rect(-0.5, edge, -0.5, edge), "diverging", -1.0, 1.0),),
        title=f"M for k = {signed(offset, 0)}, {len(matrix)} × {len(matrix)}",
        equal=True,
        scale_of="whole",
    )


def _identity(document: Document, turn: Turn) -> Axes:
    """Both halves of the identity in letters, and under each of them in numbers."""
    shift, w = turn.offset * turn.frequency, short(turn.frequency)
    cos_k, sin_k = signed(float(np.cos(shift))), _factor(signed(float(np.sin(shift))))
    sin_p, cos_p = (_factor(signed(float(function(turn.here)))) for function in (np.sin, np.cos))
    p, k = signed(turn.position + document.encoded.waves.first_position, 0), signed(turn.offset, 0)
    lines = (
        "sin((p + k) w) = cos(k w) · sin(p w) + sin(k w) · cos(p w)",
        f"{signed(float(np.sin(turn.there)))} = {cos_k} · {sin_p} + {sin_k} · {cos_p}",
        "cos((p + k) w) = −sin(k w) · sin(p w) + cos(k w) · cos(p w)",
        f"{signed(float(np.cos(turn.there)))} = −{sin_k} · {sin_p} + {_factor(cos_k)} · {cos_p}",
    )
    marks: list[Mark] = []
    for number, text in enumerate(lines):
        in_numbers = number % 2 == 1
        at = (0.0, 1 - (number + 0.5) / IDENTITY_LINES)
        role: Literal["text", "secondary"] = "text" if in_numbers else "secondary"
        marks.append(Text(f"identity.{number}", at, text, role, anchor=(0, 0.5), bold=in_numbers, room=1.0))
    off = scientific(residual(document.encoded, turn.offset))
    at = (0.0, 1 - 4.6 / IDENTITY_LINES)
    every = places(document.encoded, turn.offset) == analysis.shifted_rows(document.grid.length, turn.offset)
    where = "in the whole table" if every else f"over {_in_words(document.encoded, turn.offset)}"
    text = f"w = {w}, k = {k}, p = {p}; {where} both sides differ by {off} at most"
    marks.append(Text("residual", at, text, "secondary", anchor=(0, 0.5), room=1.0))
    return Axes(
        key="matrix",
        cell=(1, 0, 1, 2),
        x=Axis("", 0.0, 1.0, ticks=(), visible=False),
        y=Axis("", 0.0, 1.0, ticks=(), visible=False),
        marks=tuple(marks),
        frame=False,
    )


def _factor(number: str) -> str:
    """A number as it stands in a product: in brackets where it has a sign."""
    return f"({number})" if number.startswith("−") else number


def _numbers(document: Document, turn: Turn | None) -> Axes:
    return Axes(
        key="matrix",
        cell=(1, 1, 1, 1),
        x=Axis("", 0.0, 1.0, ticks=(), visible=False),
        y=Axis("", 0.0, 1.0, ticks=(), visible=False),
        marks=(*(_matrix_marks(document, turn) if turn else ()), *_residual_marks(document, turn)),
        frame=False,
    )


def _matrix_marks(document: Document, turn: Turn) -> tuple[Mark, ...]:
    waves = document.encoded.waves
    matrix = analysis.shift_matrix(waves, turn.pair, turn.offset)
    numbers = tuple(
        Text(f"m.{row}.{column}", (0.64 + 0.31 * column, _line(row)), signed(matrix[row, column]), anchor=(1, 0.5))
        for row in range(2)
        for column in range(2)
    )
    top, foot = _line(-0.4), _line(1.4)
    return (
        Text("name", (0.0, _line(0)), "M for", "offset", anchor=(0, 0.5)),
        Text("name.k", (0.0, _line(1)), f"k = {signed(turn.offset, 0)}", "offset", anchor=(0, 0.5), bold=True),
        Line("left", np.array([0.29, 0.27, 0.27, 0.29]), np.array([top, top, foot, foot]), "secondary"),
        Line("right", np.array([0.97, 0.99, 0.99, 0.97]), np.array([top, top, foot, foot]), "secondary"),
        *numbers,
    )


def _residual_marks(document: Document, turn: Turn | None) -> tuple[Mark, ...]:
    offset, pairs = document.selection.offset, document.encoded.waves.pairs
    largest = residual(document.encoded, offset)
    over = f"the largest of {pairs:,} pairs, {_in_words(document.encoded, offset)}"
    return (
        *_score_marks(turn),
        Text("residual.name", (0.0, _line(2.3)), "|PE[p+k] − M PE[p]|", "secondary", anchor=(0, 0.5)),
        Text("residual", (0.99, _line(2.3)), scientific(largest), "text", anchor=(1, 0.5), bold=True),
        Text("residual.over", (0.0, _line(3.2)), over, "secondary", anchor=(0, 0.5), size="small", room=1.0),
    )


def _score_marks(turn: Turn | None) -> tuple[Mark, ...]:
    """What the pair adds to the score of a query and a key that are (1, 0), where it is they that are turned."""
    if turn is None or not turn.turns_queries:
        return ()
    return (
        Text("score.name", (0.0, _line(4.1)), "q · k of this pair", "secondary", anchor=(0, 0.5)),
        Text("score", (0.99, _line(4.1)), signed(turn.score), anchor=(1, 0.5), bold=True),
    )


def _line(number: float) -> float:
    """Height of a line of text in the panel, counted from its top."""
    return 1 - (number + 0.5) / PANEL_LINES
