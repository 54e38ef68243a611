"""A pair as a point that turns on the unit circle, all pairs as clocks, and the matrix that a shift by k is."""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine import analysis, fit
from posenc_gui.engine.grid import check_memory
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.figures import catalog, clocks, curves, shift_panel
from posenc_gui.figures.numbers import short, signed
from posenc_gui.figures.shift_panel import Kind
from posenc_gui.figures.spec import Arc, Arrow, Axes, Axis, Figure, Line, Mark, Points, Text
from posenc_gui.figures.turn import Turn, turn_of
from posenc_gui.figures.view import Arrays, Pick, View

KEY = catalog.ROTATION.key
TURN = 2 * np.pi
SHOWN = 1.32
"""The circle's axes run from −SHOWN to SHOWN, so that labels outside the unit circle fit."""


@dataclass(frozen=True)
class RotationOptions(Record):
    """What the panel below shows, and how long the point's trail is."""

    panel: str = param(
        "numbers",
        "Below",
        "What stands below the clocks.",
        choices=(
            Choice("numbers", "block in numbers", "The 2 × 2 block of the selected pair."),
            Choice("picture", "whole matrix", "M_k as a picture: a block for each pair, and zero elsewhere."),
            Choice("identity", "identity", "sin((p + k) w) and cos((p + k) w) written out with their numbers."),
        ),
        advanced=True,
    )
    trail: int = param(0, "Trail", "Earlier positions that stay on the circle.", low=0, high=256, advanced=True)


def figure(document: Document) -> Figure:
    """The circle, the wall of clocks and the shift matrix, at the playhead."""
    turn, options = turn_of(document), edits.option(document, KEY, RotationOptions)
    panel = shift_panel.panel(document, turn, cast("Kind", options.panel))
    return Figure(
        view=KEY,
        title="A shift is a rotation",
        axes=(_circle(document, turn, panel.axes.cell[1]), clocks.wall(document), panel.axes),
        rows=(1.0, panel.row),
        columns=(1.0, 1.1),
        caption=_ROPE_CAPTION if turn and turn.turns_queries else _CAPTION,
        notes=(*_notes(document, turn), *panel.notes),
    )


_CAPTION = "Play: both hands turn, and the arc between them stays as it is, whatever the position."
_ROPE_CAPTION = "Play: query and key turn together, and their score stays as it is: the distance alone counts."


def data(document: Document) -> Arrays:
    """Matrix (2, 2), residual (), points (2, 2), inv_freq (pairs,), and with its picture whole_matrix (width, width).

    points holds (sin, cos) of the selected pair at the playhead and at playhead + k, so that points[1] is matrix times
    points[0]. residual is the largest |PE[p+k] − M_k PE[p]| over all pairs and all p for which both are in the table.
    """
    waves, turn = document.encoded.waves, turn_of(document)
    if turn is None:
        points, matrix = np.full((2, 2), np.nan), np.full((2, 2), np.nan)
    else:
        points = np.array([[np.sin(angle), np.cos(angle)] for angle in (turn.here, turn.there)])
        matrix = analysis.shift_matrix(waves, turn.pair, turn.offset)
    encoded, offset = document.encoded, document.selection.offset
    rows = analysis.shifted_rows(encoded.grid.length, offset)
    whole = shift_panel.places(encoded, offset) == rows
    residual = shift_panel.residual(encoded, offset) if whole else analysis.shift_residual(waves, rows, offset)
    arrays: Arrays = {"matrix": matrix, "residual": np.array(residual), "points": points, "inv_freq": waves.inv_freq}
    if edits.option(document, KEY, RotationOptions).panel == "picture":
        check_memory(f"a matrix of {waves.width} × {waves.width}", waves.width**2, "lower d_model")
        arrays["whole_matrix"] = fit.true_matrix(waves, document.selection.offset)
    return arrays


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
    """Function evaluations behind the figure: four for each number that the residual looks at, if it is not at hand."""
    numbers = min(document.grid.length * document.pair_count, shift_panel.MOST_NUMBERS)
    return 4 * (
        document.pair_count if shift_panel.is_measured(document.encoded, document.selection.offset) else numbers
    )


def _circle(document: Document, turn: Turn | None, panel_column: int) -> Axes:
    """The unit circle; it reaches down beside a panel that does not begin below it."""
    return Axes(
        key="circle",
        cell=(0, 0, 1 + panel_column, 1),
        x=Axis("cosine", -SHOWN, SHOWN, ticks=((-1, "−1"), (0, "0"), (1, "1"))),
        y=Axis("sine", -SHOWN, SHOWN, ticks=((-1, "−1"), (0, "0"), (1, "1"))),
        marks=(_unit_circle(), *(_trail(document, turn) if turn else ()), *(_hands(turn) if turn else ())),
        title=f"pair {document.selection.pair}, arc k · w",
        equal=True,
    )


@lru_cache(maxsize=1)
def _unit_circle() -> Line:
    angles = np.linspace(0, TURN, 129)
    return Line("unit", np.cos(angles), np.sin(angles), "secondary")


def _trail(document: Document, turn: Turn) -> tuple[Mark, ...]:
    """The points of earlier positions, the older half of them smaller."""
    length = edits.option(document, KEY, RotationOptions).trail
    if not length:
        return ()
    earlier = np.arange(max(0, turn.position - length), turn.position)
    angles = document.encoded.waves.angles(earlier, turn.pair)
    recent = earlier >= turn.position - (length + 1) // 2
    x, y = np.cos(angles), np.sin(angles)
    return (
        Points("trail.old", x[~recent], y[~recent], "position", size=3),
        Points("trail", x[recent], y[recent], "position", size=6, filled=False),
    )


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
        Text("p", (1.2 * here[0], 1.2 * here[1]), turn.names[0], "position", bold=True, halo=True),
        Text("p+k", (1.2 * there[0], 1.2 * there[1]), turn.names[1], "offset", bold=True, halo=True),
    )


def _angle_text(turn: Turn) -> str:
    return f"{short(turn.offset * turn.frequency)} rad"


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


VIEW = View(
    catalog.ROTATION,
    options=RotationOptions,
    main="matrix",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
