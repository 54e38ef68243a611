"""RoPE turning: arrows, the curve with its moving point, bars that add up, arcs, and the mistake."""

import math
from itertools import pairwise

import numpy as np
import pytest
from figure_marks import axes_of, mark_of, number, text_of
from hypothesis import given
from hypothesis import strategies as st
from view_cases import document_of

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection
from posenc_gui.engine.encodings.rope import RopeParams
from posenc_gui.engine.grid import Grid
from posenc_gui.figures.rope import VIEW as ROPE_VIEW
from posenc_gui.figures.rope import RopeOptions
from posenc_gui.figures.spec import Arrow, Line, Points
from posenc_gui.figures.view import Pick


def rope(position: int = 12, pair: int = 3, offset: int = 5, **options: object) -> Document:
    document = document_of("rope", selection=Selection(position, pair, offset))
    for name, value in options.items():
        document = edits.set_option("rope", RopeOptions, name, value)(document)
    return document


def point_of(document: Document, name: str, axes: str = "circle") -> tuple[float, float]:
    mark = mark_of(ROPE_VIEW.figure(document), axes, name)
    assert isinstance(mark, Points)
    return float(mark.x[0]), float(mark.y[0])


@given(st.integers(0, 63), st.integers(-63, 63), st.integers(0, 31), st.sampled_from(("none", "both", "key")))
def test_bars_stand_on_each_other_and_end_at_the_score(position: int, offset: int, pair: int, mismatch: str) -> None:
    document = rope(position, pair, offset, mismatch=mismatch, key="own")
    figure, arrays = ROPE_VIEW.figure(document), ROPE_VIEW.data(document)
    bars: dict[float, tuple[float, float]] = {}
    for name in ("gains", "losses"):
        line = mark_of(figure, "bars", name)
        assert isinstance(line, Line)
        assert line.connect == "pairs"
        bars |= {line.x[at]: (line.y[at], line.y[at + 1]) for at in range(0, len(line.x), 2)}
    ordered = [bars[place] for place in sorted(bars)]
    assert ordered[0][0] == 0
    assert all(before[1] == after[0] for before, after in pairwise(ordered))
    assert ordered[-1][1] == pytest.approx(float(arrays["score"]), abs=1e-12)
    np.testing.assert_allclose([end - start for start, end in ordered], arrays["contributions"], rtol=0, atol=1e-12)


@given(st.integers(0, 63), st.integers(-63, 63), st.sampled_from(("none", "both", "key")))
def test_the_point_lies_on_the_curve(position: int, offset: int, mismatch: str) -> None:
    document = rope(position, 3, offset, mismatch=mismatch)
    figure, arrays = ROPE_VIEW.figure(document), ROPE_VIEW.data(document)
    x, y = point_of(document, "point", "score")
    assert x == -offset
    at = int(np.flatnonzero(arrays["differences"] == -offset)[0])
    assert y == pytest.approx(float(arrays["scores"][at]), abs=1e-11)
    assert y == pytest.approx(float(arrays["score"]), abs=1e-12)
    curve = mark_of(figure, "score", "score")
    assert isinstance(curve, Line)
    assert np.interp(x, curve.x, curve.y) == pytest.approx(y, abs=0.2)


def test_while_both_move_the_score_stays_and_with_the_mistake_it_does_not() -> None:
    frames = [ROPE_VIEW.figure(rope(position)) for position in range(0, 50, 7)]
    assert len({text_of(frame, "score", "value") for frame in frames}) == 1
    curves = [mark_of(frame, "score", "score") for frame in frames]
    assert all(curve is curves[0] or curve == curves[0] for curve in curves)
    mistaken = [text_of(ROPE_VIEW.figure(rope(m, mismatch="key")), "score", "value") for m in range(0, 50, 7)]
    assert len(set(mistaken)) == len(mistaken)


@pytest.mark.parametrize("steps", [-3, -1, 0, 1, 2])
def test_dragging_q_moves_m_alone(steps: int) -> None:
    document = rope(20)
    frequency = document.encoded.waves.inv_freq[3]
    x, y = point_of(document, "q")
    angle = math.atan2(y, x) + steps * frequency
    edit = ROPE_VIEW.on_pick(document, Pick("circle", 0.7 * math.cos(angle), 0.7 * math.sin(angle), "q"))
    assert edit
    selection = edit(document).selection
    assert (selection.position, selection.position + selection.offset) == (20 + steps, 25)


@pytest.mark.parametrize("steps", [-3, -1, 0, 1, 2])
def test_dragging_k_moves_n_alone_and_beside_them_both(steps: int) -> None:
    document = rope(20)
    frequency = document.encoded.waves.inv_freq[3]
    for name, wanted in (("k", (20, 25 + steps)), ("", (20 + steps, 25 + steps))):
        x, y = point_of(document, name or "q")
        angle = math.atan2(y, x) + steps * frequency
        edit = ROPE_VIEW.on_pick(document, Pick("circle", 0.7 * math.cos(angle), 0.7 * math.sin(angle), name))
        assert edit
        selection = edit(document).selection
        assert (selection.position, selection.position + selection.offset) == wanted


def test_dragging_q_stops_at_the_ends_with_n_where_it_was() -> None:
    document = rope(1, 20, 5)
    x, y = point_of(document, "q")
    angle = math.atan2(y, x) - 1
    edit = ROPE_VIEW.on_pick(document, Pick("circle", math.cos(angle), math.sin(angle), "q"))
    assert edit
    assert (edit(document).selection.position, edit(document).selection.offset) == (0, 6)


def test_arrows_are_turned_by_their_angles() -> None:
    document = rope(20, 3, 5, key="own")
    figure, arrays = ROPE_VIEW.figure(document), ROPE_VIEW.data(document)
    frequency = float(document.encoded.waves.inv_freq[3])
    for name, vector, position in (("q", "query", 20), ("k", "key", 25)):
        arrow = mark_of(figure, "circle", f"{name}.arrow")
        assert isinstance(arrow, Arrow)
        x, y = arrays[vector][3], arrays[vector][35]
        expected = math.atan2(y, x) + position * frequency
        found = math.atan2(arrow.end[1], arrow.end[0])
        assert math.cos(found - expected) == pytest.approx(1, abs=1e-12)
    lengths = [math.hypot(*mark_of(figure, "circle", f"{name}.arrow").end) for name in "qk"]  # type: ignore[attr-defined]
    assert max(lengths) == pytest.approx(1)


def test_arcs_join_the_channels_of_both_conventions() -> None:
    figure = ROPE_VIEW.figure(rope())
    for name, first, apart in (("arcs.half", 0, 32), ("arcs.interleaved", 0, 1)):
        line = mark_of(figure, "arcs", name)
        assert isinstance(line, Line)
        ends = line.x.reshape(32, -1)
        np.testing.assert_allclose(ends[:, -1] - ends[:, 0], apart, atol=1e-12)
        assert ends[0, 0] == pytest.approx(first)
    selected = mark_of(figure, "arcs", "arcs.selected")
    assert isinstance(selected, Line)
    assert (selected.x[0], selected.x[-1]) == pytest.approx((3, 35))
    assert text_of(figure, "arcs", "name.half") == "half turns q and k"
    mistaken = ROPE_VIEW.figure(rope(mismatch="key"))
    assert text_of(mistaken, "arcs", "name.half") == "half turns q"
    assert text_of(mistaken, "arcs", "name.interleaved") == "interleaved turns k"


def test_a_press_on_a_channel_or_a_bar_selects_its_pair() -> None:
    for axes, x, pair in (("arcs", 40.2, 8), ("arcs", 8.0, 8), ("bars", 17.4, 17), ("bars", 99.0, 31)):
        edit = ROPE_VIEW.on_pick(rope(), Pick(axes, x, 0.1))
        assert edit
        assert edit(rope()).selection.pair == pair
    part = document_of("rope", params=RopeParams(partial=0.5))
    assert ROPE_VIEW.on_pick(part, Pick("arcs", 50.0, 0.0)) is None


def test_a_press_on_the_curve_sets_the_distance() -> None:
    edit = ROPE_VIEW.on_pick(rope(), Pick("score", 7.2, 0.0))
    assert edit
    assert edit(rope()).selection.offset == -7


def test_the_mistake_is_told_with_its_error() -> None:
    note = ROPE_VIEW.figure(rope(mismatch="both")).notes[0]
    right, wrong, error = (number(text.rstrip(".:,")) for text in note.split() if text.strip("−.:,")[0].isdigit())
    assert wrong - right == pytest.approx(error, abs=2e-4)
    assert error
    assert not ROPE_VIEW.figure(rope()).notes


def test_many_pairs_have_a_last_bar_for_the_others() -> None:
    document = document_of("rope", grid=Grid(64, 512))
    figure, arrays = ROPE_VIEW.figure(document), ROPE_VIEW.data(document)
    ticks = dict(axes_of(figure, "bars").x.ticks or ())
    assert ticks[64.0] == "the others"
    assert len(arrays["contributions"]) == 257
    assert text_of(figure, "bars", "sum").endswith(f"= {text_of(figure, 'score', 'value')}")


def test_channels_that_stay_have_a_bar_of_their_own() -> None:
    figure = ROPE_VIEW.figure(document_of("rope", params=RopeParams(partial=0.5)))
    assert dict(axes_of(figure, "bars").x.ticks or ())[16.0] == "not turned"


def test_a_key_outside_the_table_is_noted() -> None:
    assert "Position 100 lies outside" in ROPE_VIEW.figure(rope(60, 3, 40)).notes[0]


@given(st.sampled_from((4, 8, 32)), st.sampled_from(("half", "interleaved")), st.integers(0, 1))
def test_a_head_is_what_turns(heads: int, pairing: str, pair: int) -> None:
    base = document_of("rope", params=RopeParams(pairing=pairing), selection=Selection(3, 0, 2))
    document = edits.select(pair=pair)(edits.set_value("attention.heads", heads)(base))
    assert len(ROPE_VIEW.data(document)["query"]) == 64 // heads
    assert ROPE_VIEW.figure(document).axes


def test_waves_that_are_added_show_what_rope_at_their_base_would_do() -> None:
    document = edits.set_param("base", 500.0)(Document())
    added, turned = ROPE_VIEW.data(document), ROPE_VIEW.data(edits.set_encoding("rope")(document))
    for name, values in turned.items():
        np.testing.assert_array_equal(added[name], values)
    assert ROPE_VIEW.figure(document).notes == (
        "Sinusoidal is added to the embeddings; shown is RoPE at the same base.",
    )
