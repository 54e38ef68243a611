"""The rotation: what is drawn on the circle and the wall of clocks, what dragging does, and the laws of the numbers."""

import math

import numpy as np
import pytest
from figure_marks import SPECIAL, axes_of, mark_of, number, text_of
from hypothesis import given
from hypothesis import strategies as st
from strategies import documents

from posenc_gui.document import edits, playing
from posenc_gui.document.document import Document, Selection
from posenc_gui.engine import analysis
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.figures import clocks, shift_panel
from posenc_gui.figures.rotation import VIEW as ROTATION
from posenc_gui.figures.spec import Arc, Arrow, Figure, Line, Points
from posenc_gui.figures.turn import turn_of
from posenc_gui.figures.view import Pick

EPS = float(np.finfo(np.float64).eps)


def at_angle(angle: float, grabbed: str = "", radius: float = 0.8) -> Pick:
    """The pointer on the circle's axes in a direction."""
    return Pick("circle", radius * math.cos(angle), radius * math.sin(angle), grabbed)


def near(offset: int, position: int = 500) -> Document:
    """A document with room on both sides of the playhead."""
    return Document(grid=Grid(1001, 64), selection=Selection(position, 7, offset))


@pytest.mark.parametrize("steps", [-12, -3, -1, 0, 1, 2, 12])
@pytest.mark.parametrize("grabbed", ["here", ""])
def test_dragging_the_hand_moves_the_position_by_the_steps_of_its_angle(steps: int, grabbed: str) -> None:
    document = near(5)
    turn = turn_of(document)
    assert turn
    assert abs(12.4 * turn.frequency) < math.pi
    for between in (-0.4, 0.0, 0.4):
        edit = ROTATION.on_pick(document, at_angle(turn.here + (steps + between) * turn.frequency, grabbed))
        assert edit
        assert edit(document).selection == Selection(500 + steps, 7, 5)


@pytest.mark.parametrize("steps", [-12, -3, -1, 0, 1, 2, 12])
def test_dragging_the_other_hand_moves_the_offset(steps: int) -> None:
    document = near(-6)
    turn = turn_of(document)
    assert turn
    edit = ROTATION.on_pick(document, at_angle(turn.there + steps * turn.frequency, "there"))
    assert edit
    assert edit(document).selection == Selection(500, 7, -6 + steps)


def test_dragging_stops_at_the_ends_of_the_table() -> None:
    document = Document(selection=Selection(1, 20, 0))
    turn = turn_of(document)
    assert turn
    back = ROTATION.on_pick(document, at_angle(turn.here - 20 * turn.frequency, "here"))
    far = ROTATION.on_pick(document, at_angle(turn.there + 3, "there"))
    assert back
    assert far
    assert back(document).selection.position == 0
    assert far(document).selection.offset == 63


@given(documents())
def test_the_marks_own_places_leave_all_as_it_is(document: Document) -> None:
    """Unless an angle is so large that rounding it is a step."""
    turn = turn_of(document)
    if turn is None or EPS * 8 * (abs(turn.here) + abs(turn.there) + 8) > turn.frequency / 2:
        return
    figure = ROTATION.figure(document)
    for name in ("here", "there"):
        mark = mark_of(figure, "circle", name)
        assert isinstance(mark, Points)
        assert mark.grab
        edit = ROTATION.on_pick(document, Pick("circle", float(mark.x[0]), float(mark.y[0]), name))
        assert edit
        if abs(turn.frequency) <= math.pi:
            assert edit(document) == document


@given(documents())
def test_hands_and_arc_agree(document: Document) -> None:
    figure, turn = ROTATION.figure(document), turn_of(document)
    if turn is None:
        assert [mark.name for mark in axes_of(figure, "circle").marks] == ["unit"]
        return
    arc = mark_of(figure, "circle", "arc")
    assert isinstance(arc, Arc)
    for name, angle in (("here", turn.here), ("there", turn.there)):
        point, arrow = mark_of(figure, "circle", name), mark_of(figure, "circle", f"arrow.{name}")
        assert isinstance(point, Points)
        assert isinstance(arrow, Arrow)
        assert (point.x[0], point.y[0]) == arrow.end == (np.cos(angle), np.sin(angle))
    here, there = mark_of(figure, "circle", "here"), mark_of(figure, "circle", "there")
    assert isinstance(here, Points)
    assert isinstance(there, Points)
    assert math.hypot(math.cos(arc.start) - here.x[0], math.sin(arc.start) - here.y[0]) <= 8 * EPS
    shift = turn.offset * turn.frequency
    assert arc.stop - arc.start == pytest.approx(np.clip(shift, -2 * np.pi, 2 * np.pi), rel=0, abs=16 * EPS)
    if abs(shift) <= 2 * np.pi:
        slack = EPS * 4 * (abs(turn.here) + abs(turn.there) + 8)
        assert math.hypot(math.cos(arc.stop) - there.x[0], math.sin(arc.stop) - there.y[0]) <= slack


def test_the_arc_stays_while_the_position_plays() -> None:
    lengths = []
    for position in range(0, 60):
        arc = mark_of(ROTATION.figure(edits.select(position=position)(Document())), "circle", "arc")
        assert isinstance(arc, Arc)
        lengths.append(arc.stop - arc.start)
    assert max(lengths) - min(lengths) <= 4 * EPS * 2 * math.pi


@given(documents())
def test_every_clock_selects_its_pair(document: Document) -> None:
    figure, waves = ROTATION.figure(document), document.encoded.waves
    hands = mark_of(figure, "clocks", "hands.position")
    assert isinstance(hands, Line)
    assert len(hands.x) == 2 * waves.pairs
    for pair in range(waves.pairs):
        x, y = float(hands.x[2 * pair]), float(hands.y[2 * pair])
        for off_x, off_y in ((0, 0), (0.3, -0.3), (-0.3, 0.3)):
            edit = ROTATION.on_pick(document, Pick("clocks", x + off_x, y + off_y))
            assert edit
            assert edit(document).selection.pair == pair
        angle = (document.selection.position + waves.first_position) * waves.inv_freq[pair]
        assert hands.x[2 * pair + 1] - x == pytest.approx(clocks.RIM * np.cos(angle), rel=0, abs=1e-14)
        assert y - hands.y[2 * pair + 1] == pytest.approx(clocks.RIM * np.sin(angle), rel=0, abs=1e-14)


def test_no_clock_is_no_edit() -> None:
    for x, y in ((-1.0, 0.0), (0.0, -1.0), (1000.0, 0.0), (0.0, 1000.0), (-1.0, 1.0)):
        assert ROTATION.on_pick(Document(), Pick("clocks", x, y)) is None
    assert ROTATION.on_pick(Document(), Pick("matrix", 0.5, 0.5)) is None


def test_a_wall_of_very_many_pairs_shows_some_and_says_so() -> None:
    document = SPECIAL["many pairs"]
    figure = ROTATION.figure(document)
    hands = mark_of(figure, "clocks", "hands.position")
    assert isinstance(hands, Line)
    assert len(hands.x) == 2 * 512
    assert axes_of(figure, "clocks").title == "512 of 2048 pairs, fast first"
    edit = ROTATION.on_pick(document, Pick("clocks", float(hands.x[2 * 100]), float(hands.y[2 * 100])))
    assert edit
    assert edit(document).selection.pair == 400


def test_a_zero_column_is_no_pair_of_the_wall() -> None:
    figure = ROTATION.figure(SPECIAL["zero column selected"])
    assert axes_of(figure, "clocks").title == "all pairs, fast first"
    assert figure.notes == ("The selected column is zero and does not turn.",)
    assert ROTATION.read(SPECIAL["zero column selected"], None) == "Odd width 7: dimension 6 is a column of zeros."


def test_a_missing_part_is_named() -> None:
    assert "no column for its cosine" in ROTATION.figure(SPECIAL["odd, truncated"]).notes[0]
    cosine_alone = Document(
        params=SinusoidalParams(layout="cosine_first"), grid=Grid(8, 5), selection=Selection(1, 2, 1)
    )
    assert "no column for its sine" in ROTATION.figure(cosine_alone).notes[0]


def test_a_position_outside_the_table_is_noted() -> None:
    assert ROTATION.figure(Document()).notes == ()
    assert "Position 100 lies outside" in ROTATION.figure(SPECIAL["offset out of the table"]).notes[0]


@given(documents())
def test_the_second_point_is_the_matrix_times_the_first(document: Document) -> None:
    """Each angle is rounded by ε/2 of itself at most in each of its two operations."""
    arrays = ROTATION.data(document)
    assert set(arrays) == {"matrix", "residual", "points", "inv_freq"}
    assert arrays["matrix"].shape == arrays["points"].shape == (2, 2)
    assert arrays["residual"].shape == ()
    turn = turn_of(document)
    if turn is None:
        assert np.isnan(arrays["matrix"]).all()
        return
    angles = abs(turn.here) + abs(turn.there) + abs(turn.offset * turn.frequency)
    slack = EPS * (2 * angles + 8)
    np.testing.assert_allclose(arrays["points"][1], arrays["matrix"] @ arrays["points"][0], rtol=0, atol=slack)
    np.testing.assert_allclose(arrays["matrix"] @ arrays["matrix"].T, np.eye(2), rtol=0, atol=8 * EPS)
    np.testing.assert_allclose(np.linalg.norm(arrays["points"], axis=1), 1, rtol=0, atol=4 * EPS)


@given(documents())
def test_the_residual_is_that_of_the_table(document: Document) -> None:
    """Over the very cells of the table, and no more than rounding."""
    waves, (length, k) = document.encoded.waves, (document.grid.length, document.selection.offset)
    rows = np.arange(max(0, -k), min(length, length - k))
    largest = 0.0
    for pair in range(waves.pairs):
        matrix = analysis.shift_matrix(waves, pair, k)
        here, there = waves.angles(rows, pair), waves.angles(rows + k, pair)
        moved = matrix @ np.stack([np.sin(here), np.cos(here)])
        largest = max(largest, float(np.abs(np.stack([np.sin(there), np.cos(there)]) - moved).max(initial=0.0)))
    farthest = abs(waves.first_position) + 2 * length
    assert abs(float(ROTATION.data(document)["residual"]) - largest) <= 8 * EPS
    assert largest <= EPS * (4 * farthest * waves.inv_freq.max(initial=0.0) + 8)


def test_numbers_on_the_figure_are_the_engines() -> None:
    document = Document(selection=Selection(12, 7, -9))
    figure, arrays = ROTATION.figure(document), ROTATION.data(document)
    shown = [[number(text_of(figure, "matrix", f"m.{row}.{column}")) for column in (0, 1)] for row in (0, 1)]
    np.testing.assert_array_equal(shown, np.round(arrays["matrix"], 4))
    assert number(text_of(figure, "matrix", "residual")) == float(f"{arrays['residual']:.1e}")
    assert 0 < arrays["residual"] < 1e-13
    assert text_of(figure, "matrix", "name.k") == "k = −9"
    assert text_of(figure, "matrix", "residual.over") == "the largest of 32 pairs, 55 positions"


@pytest.mark.parametrize(
    ("grid", "offset"), [(Grid(1_000_000, 64), 5), (Grid(10, 65_536), -3), (Grid(5000, 42), -4999)]
)
def test_the_residual_of_a_large_table_looks_at_some_positions_and_says_so(grid: Grid, offset: int) -> None:
    document = Document(grid=grid, selection=Selection(0, 0, offset))
    looked_at, rows = shift_panel.places(document.encoded, offset), range(max(0, -offset), grid.length - max(0, offset))
    assert set(looked_at) <= set(rows)
    assert len(looked_at) * document.pair_count <= shift_panel.MOST_NUMBERS
    assert 2 * len(looked_at) * document.pair_count > min(shift_panel.MOST_NUMBERS, len(rows) * document.pair_count)
    shown = text_of(ROTATION.figure(document), "matrix", "residual.over")
    of_how_many = f"of {len(rows):,} " if len(looked_at) < len(rows) else ""
    assert shown == f"the largest of {document.pair_count:,} pairs, {len(looked_at):,} {of_how_many}positions"


def test_a_shift_by_nothing_is_the_identity_without_signs() -> None:
    figure = ROTATION.figure(Document(selection=Selection(12, 3, 0)))
    texts = [text_of(figure, "matrix", f"m.{row}.{column}") for row in (0, 1) for column in (0, 1)]
    assert texts == ["1.0000", "0.0000", "0.0000", "1.0000"]
    assert text_of(figure, "matrix", "residual") == "0"


@given(documents(), st.booleans())
def test_the_read_out_names_the_pairs_own_numbers(document: Document, over_a_clock: bool) -> None:
    waves = document.encoded.waves
    pair = 0 if over_a_clock else document.selection.pair
    text = ROTATION.read(document, Pick("clocks", 0.0, 0.0) if over_a_clock else None)
    if pair >= waves.pairs:
        assert "zero" in text
        return
    frequency, k = waves.inv_freq[pair], document.selection.offset
    assert text.startswith(f"pair {pair}: w = ")
    assert number(text.partition("k · w = ")[2].split()[0]) == k
    angle = number(text.rpartition(" = ")[2].removesuffix(" rad"))
    assert abs(angle - k * frequency) <= 0.00005 + 2 * EPS * abs(k * frequency)
    assert number(text.partition("w = ")[2].split()[0]) == pytest.approx(frequency, rel=0.05)


def figures_while_playing(document: Document) -> list[Figure]:
    return [ROTATION.figure(playing.step(count)(document)) for count in range(3)]


def test_what_does_not_turn_is_made_once() -> None:
    first, second, third = figures_while_playing(Document())
    for axes, name in (("circle", "unit"), ("clocks", "rims")):
        assert mark_of(first, axes, name) is mark_of(second, axes, name) is mark_of(third, axes, name)
