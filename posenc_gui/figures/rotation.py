"""A pair as a point that turns on the unit circle, all pairs as clocks, and the matrix that a shift by k is."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine import analysis
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.params import Record
from posenc_gui.figures import clocks, curves
from posenc_gui.figures.numbers import scientific, short, signed
from posenc_gui.figures.spec import Arc, Arrow, Axes, Axis, Figure, Line, Lines, Mark, Points, Text
from posenc_gui.figures.view import Arrays, Pick, View

KEY = "rotation"
TURN = 2 * np.pi
PANEL_LINES = 4.5
"""Lines of text under the clocks: two for the matrix, two for its residual."""

SHOWN = 1.32
"""The circle's axes run from −SHOWN to SHOWN, so that labels outside the unit circle fit."""


@dataclass(frozen=True)
class RotationOptions(Record):
    """Nothing can be set in this view alone yet."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The selected pair at the playhead and k further on; angles in radians."""

    pair: int
    position: int
    offset: int
    frequency: float
    here: float
    there: float


def turn_of(document: Document) -> Turn | None:
    """The turn that the view shows, or None where the pair has no wave."""
    waves, selection = document.encoded.waves, document.selection
    if selection.pair >= waves.pairs:
        return None
    here, there = waves.angles([selection.position, selection.position + selection.offset], selection.pair)
    frequency = float(waves.inv_freq[selection.pair])
    return Turn(selection.pair, selection.position, selection.offset, frequency, float(here), float(there))


def figure(document: Document) -> Figure:
    """The circle, the wall of clocks and the shift matrix, at the playhead."""
    turn = turn_of(document)
    return Figure(
        view=KEY,
        title="A shift is a rotation",
        axes=(_circle(document, turn), clocks.wall(document), _matrix(document, turn)),
        rows=(1.0, Lines(PANEL_LINES)),
        columns=(1.0, 1.1),
        caption="Play: both hands turn, and the arc between them stays as it is, whatever the position.",
        notes=_notes(document, turn),
    )


def data(document: Document) -> Arrays:
    """Matrix (2, 2), residual (), points (2, 2), inv_freq (pairs,).

    points holds (sin, cos) of the selected pair at the playhead and at playhead + k, so that points[1] is matrix times
    points[0]. residual is the largest |PE[p+k] − M_k PE[p]| over all pairs and all p for which both are in the table.
    """
    waves, turn = document.encoded.waves, turn_of(document)
    if turn is None:
        points, matrix = np.full((2, 2), np.nan), np.full((2, 2), np.nan)
    else:
        points = np.array([[np.sin(angle), np.cos(angle)] for angle in (turn.here, turn.there)])
        matrix = analysis.shift_matrix(waves, turn.pair, turn.offset)
    residual = _residual(document.encoded, document.selection.offset)
    return {"matrix": matrix, "residual": np.array(residual), "points": points, "inv_freq": waves.inv_freq}


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """Dragging a hand turns it to the nearest position that has this angle; a clock selects its pair."""
    if pick.axes == "clocks":
        return clocks.on_pick(document, pick)
    turn = turn_of(document)
    if pick.axes != "circle" or turn is None:
        return None
    angle = float(np.arctan2(pick.y, pick.x))
    if pick.grabbed == "there":
        return edits.select(offset=turn.offset + _steps(angle - turn.there, turn.frequency))
    return edits.select(position=turn.position + _steps(angle - turn.here, turn.frequency))


def read(document: Document, pick: Pick | None) -> str:
    """The identity of the lesson with its numbers, for the selected pair or for the clock under the pointer."""
    waves = document.encoded.waves
    pair = document.selection.pair
    if pick is not None and pick.axes == "clocks":
        found = clocks.pair_at(document, pick)
        pair = pair if found is None else found
    if pair >= waves.pairs:
        return document.encoded.note
    k, frequency = document.selection.offset, float(waves.inv_freq[pair])
    return (
        f"pair {pair}: w = {short(frequency)} rad per position, one turn in {short(TURN / frequency)} positions; "
        f"k · w = {signed(k, 0)} · {short(frequency)} = {signed(k * frequency)} rad"
    )


def work(document: Document) -> int:
    """Function evaluations behind the figure: the residual looks at the whole table."""
    return 4 * document.grid.length * document.pair_count


def _circle(document: Document, turn: Turn | None) -> Axes:
    return Axes(
        key="circle",
        cell=(0, 0, 2, 1),
        x=Axis("cosine", -SHOWN, SHOWN, ticks=((-1, "−1"), (0, "0"), (1, "1"))),
        y=Axis("sine", -SHOWN, SHOWN, ticks=((-1, "−1"), (0, "0"), (1, "1"))),
        marks=(_unit_circle(), *(_hands(turn) if turn else ())),
        title=f"pair {document.selection.pair}, arc k · w",
        equal=True,
    )


@lru_cache(maxsize=1)
def _unit_circle() -> Line:
    angles = np.linspace(0, TURN, 129)
    return Line("unit", np.cos(angles), np.sin(angles), "secondary")


def _hands(turn: Turn) -> tuple[Mark, ...]:
    here, there = (np.cos(turn.here), np.sin(turn.here)), (np.cos(turn.there), np.sin(turn.there))
    start = float(np.arctan2(here[1], here[0]))  # within one turn, where a float is fine enough for any shift
    shift = float(np.clip(turn.offset * turn.frequency, -TURN, TURN))
    middle = start + shift / 2
    return (
        Arc("arc", (0.0, 0.0), 0.4, start, start + shift, "offset", width=2),
        Arrow("arrow.there", (0.0, 0.0), there, "offset"),
        Arrow("arrow.here", (0.0, 0.0), here, "position"),
        Points("there", np.array([there[0]]), np.array([there[1]]), "offset", "square", size=11, grab=True),
        Points("here", np.array([here[0]]), np.array([here[1]]), "position", size=12, grab=True),
        Text("angle", (0.6 * np.cos(middle), 0.6 * np.sin(middle)), _angle_text(turn), "offset", halo=True),
        Text("p", (1.2 * here[0], 1.2 * here[1]), "p", "position", bold=True, halo=True),
        Text("p+k", (1.2 * there[0], 1.2 * there[1]), "p + k", "offset", bold=True, halo=True),
    )


def _angle_text(turn: Turn) -> str:
    return f"{short(turn.offset * turn.frequency)} rad"


def _matrix(document: Document, turn: Turn | None) -> Axes:
    return Axes(
        key="matrix",
        cell=(1, 1, 1, 1),
        x=Axis("", 0.0, 1.0, ticks=(), visible=False),
        y=Axis("", 0.0, 1.0, ticks=(), visible=False),
        marks=(*(_matrix_marks(document, turn) if turn else ()), *_residual_marks(document)),
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


def _residual_marks(document: Document) -> tuple[Mark, ...]:
    offset, length = document.selection.offset, document.grid.length
    residual = _residual(document.encoded, offset)
    pairs = document.encoded.waves.pairs
    over = f"the largest of {pairs:,} pairs, {length - abs(offset):,} positions"
    return (
        Text("residual.name", (0.0, _line(2.3)), "|PE[p+k] − M PE[p]|", "secondary", anchor=(0, 0.5)),
        Text("residual", (0.99, _line(2.3)), scientific(residual), "text", anchor=(1, 0.5), bold=True),
        Text("residual.over", (0.0, _line(3.2)), over, "secondary", anchor=(0, 0.5), size="small", room=1.0),
    )


def _line(number: float) -> float:
    """Height of a line of text in the panel, counted from its top."""
    return 1 - (number + 0.5) / PANEL_LINES


@lru_cache(maxsize=64)
def _residual(encoded: Encoded, offset: int) -> float:
    return analysis.shift_residual(encoded.waves, encoded.grid.length, offset)


def _notes(document: Document, turn: Turn | None) -> tuple[str, ...]:
    notes = []
    if turn is None:
        notes.append("The selected column is zero and does not turn.")
    elif len(parts := curves.parts_of(document.encoded, turn.pair)) == 1:
        missing = "cosine" if parts == ("sine",) else "sine"
        notes.append(f"This pair has no column for its {missing}; the circle shows what it would be.")
    there = document.selection.position + document.selection.offset
    if not 0 <= there < document.grid.length:
        notes.append(f"Position {signed(there, 0)} lies outside the table; the formula goes on all the same.")
    return tuple(notes)


def _steps(angle: float, frequency: float) -> int:
    """The number of positions that turns a hand by an angle the short way round."""
    return round(((angle + np.pi) % TURN - np.pi) / frequency)


ROTATION = View(
    key=KEY,
    title="Rotation",
    summary="The selected pair on the unit circle at p and p + k, a clock per pair, and the shift matrix.",
    options=RotationOptions,
    main="matrix",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
