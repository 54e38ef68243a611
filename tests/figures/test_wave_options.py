"""Waves laid over each other, aliases of fast ones, and binary digits; the panels of the rotation and its trail."""

import numpy as np
import pytest
from figure_marks import axes_of, edited, mark_of, number, text_of
from hypothesis import given
from hypothesis import strategies as st
from strategies import documents

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.figures import digits, shift_panel, wave_lanes
from posenc_gui.figures.rotation import VIEW as ROTATION
from posenc_gui.figures.rotation import RotationOptions
from posenc_gui.figures.spec import Image, Line, Points, Raster, Rect
from posenc_gui.figures.turn import turn_of
from posenc_gui.figures.view import Pick
from posenc_gui.figures.waves import VIEW as WAVES
from posenc_gui.figures.waves import WavesOptions

EPS = float(np.finfo(np.float64).eps)


def waves(document: Document, **values: object) -> Document:
    return edited(document, *(edits.set_option("waves", WavesOptions, name, value) for name, value in values.items()))


def rotation(document: Document, **values: object) -> Document:
    changes = (edits.set_option("rotation", RotationOptions, name, value) for name, value in values.items())
    return edited(document, *changes)


def test_the_digits_of_252() -> None:
    document = waves(Document(grid=Grid(256, 64), selection=Selection(252, 3, 0)), digits=True)
    figure = WAVES.figure(document)
    assert axes_of(figure, "digits").title == "252 = 11111100 in base 2"
    assert WAVES.read(document, Pick("digits", 252.2, 1.0)) == "252 = 11111100 in base 2"
    assert WAVES.data(document)["digits"][252].tolist() == [0, 0, 1, 1, 1, 1, 1, 1]
    assert "digits" not in WAVES.data(Document())


@given(st.integers(1, 3000), st.data())
def test_the_raster_of_digits_counts_in_base_two(length: int, data: st.DataObject) -> None:
    source = digits.Digits(digits.digits_of(length), length)
    position = data.draw(st.integers(0, length - 1))
    column = source.sample(Rect(position, position + 1, 0, source.digits), 1, source.digits)[:, 0]
    assert int(sum(digit * 2**place for place, digit in enumerate(column))) == position
    means = source.sample(Rect(0, length, 0, source.digits), 1, source.digits)[:, 0]
    ones = [np.mean([number >> place & 1 for number in range(length)]) for place in range(source.digits)]
    np.testing.assert_allclose(means, ones, rtol=0, atol=1e-12)


def test_digits_line_up_with_the_waves() -> None:
    figure = WAVES.figure(waves(Document(), digits=True))
    first, second = axes_of(figure, "waves"), axes_of(figure, "digits")
    assert (first.x.low, first.x.high) == (second.x.low, second.x.high)
    assert first.cell[1] == second.cell[1]
    raster = mark_of(figure, "digits", "digits")
    assert isinstance(raster, Raster)
    edit = WAVES.on_pick(Document(), Pick("digits", 30.4, 2.0))
    assert edit
    assert edit(Document()).selection == Selection(30, 3, 5)


@given(documents())
def test_waves_over_each_other_are_those_of_the_lanes(document: Document) -> None:
    lanes, overlay = WAVES.figure(document), WAVES.figure(waves(document, layout="overlay"))
    by_name = {mark.name: mark for mark in axes_of(lanes, "waves").marks}
    for mark in axes_of(overlay, "waves").marks:
        if isinstance(mark, Line) and mark.name.startswith(("sine", "cosine")):
            assert np.abs(mark.y).max() <= 1 + EPS
            other = by_name[mark.name]
            assert isinstance(other, Line)
            np.testing.assert_allclose(np.ptp(mark.y), np.ptp(other.y), rtol=0, atol=1e-12)


def test_a_press_among_waves_over_each_other_selects_the_nearest_curve() -> None:
    document = waves(Document(), layout="overlay", pairs=(0, 8, 31))
    for pair in (0, 8, 31):
        y = -float(np.sin(20 * document.encoded.waves.inv_freq[pair]))
        edit = WAVES.on_pick(document, Pick("waves", 20.0, y))
        assert edit
        assert edit(document).selection.pair == pair
        assert edit(document).selection.position == 20


@pytest.mark.parametrize("factor", [3.2, 5.0, 6.0, 7.5, 40.0])
def test_the_alias_runs_through_the_samples(factor: float) -> None:
    document = Document(params=SinusoidalParams(min_timescale=factor), grid=Grid(24, 8), selection=Selection(3, 0, 2))
    figure = WAVES.figure(document)
    for part in ("sine", "cosine"):
        samples, alias = mark_of(figure, "waves", f"samples.{part}.0"), mark_of(figure, "waves", f"alias.{part}.0")
        assert isinstance(samples, Points)
        assert isinstance(alias, Line)
        assert np.abs(np.interp(samples.x, alias.x, alias.y) - samples.y).max() < 1e-2  # straight between its points
    assert "slower wave" in figure.notes[0]


@given(st.floats(1e-6, 1e5), st.integers(-1000, 1000))
def test_the_apparent_frequency_has_the_same_samples(frequency: float, position: int) -> None:
    apparent = wave_lanes.apparent_frequency(frequency)
    assert abs(apparent) <= np.pi * (1 + EPS)
    slack = EPS * (4 * abs(position) * frequency + 16)
    assert np.sin(position * apparent) == pytest.approx(np.sin(position * frequency), rel=0, abs=slack)


def test_waves_that_are_slow_enough_have_no_alias() -> None:
    names = [mark.name for mark in axes_of(WAVES.figure(Document()), "waves").marks]
    assert not [name for name in names if name.startswith("alias")]
    assert WAVES.figure(Document()).notes == ()


@given(documents())
def test_the_identity_on_the_figure_holds_for_its_numbers(document: Document) -> None:
    """Four decimals each: products of two numbers up to 1 are off by 0.0001 and the sum by 0.0003 at most.

    To that comes what rounding the angles does.
    """
    figure = ROTATION.figure(rotation(document, panel="identity"))
    if not document.encoded.waves.pairs or document.selection.pair >= document.encoded.waves.pairs:
        return
    turn = turn_of(document)
    assert turn
    slack = 3e-4 + 2 * EPS * (abs(turn.here) + abs(turn.there) + abs(turn.offset * turn.frequency))
    for line in (1, 3):
        left, _, right = text_of(figure, "matrix", f"identity.{line}").partition(" = ")
        sign = -1 if right.startswith("−") and line == 3 else 1
        right = right.removeprefix("−") if line == 3 else right
        a, b, c, d = (number(part.strip("() ")) for part in right.replace(" + ", " · ").split(" · "))
        assert number(left) == pytest.approx(sign * a * b + c * d, rel=0, abs=slack)


def test_the_identity_names_its_letters() -> None:
    figure = ROTATION.figure(rotation(Document(), panel="identity"))
    assert text_of(figure, "matrix", "residual").startswith("w = 0.4217, k = 5, p = 12; ")
    assert text_of(figure, "matrix", "identity.0") == "sin((p + k) w) = cos(k w) · sin(p w) + sin(k w) · cos(p w)"
    assert axes_of(figure, "circle").cell == (0, 0, 1, 1)


def test_the_whole_matrix_is_a_picture_and_an_array() -> None:
    document = rotation(Document(selection=Selection(12, 3, -4)), panel="picture")
    figure, arrays = ROTATION.figure(document), ROTATION.data(document)
    image = mark_of(figure, "matrix", "whole")
    assert isinstance(image, Image)
    np.testing.assert_array_equal(image.values, arrays["whole_matrix"])
    np.testing.assert_array_equal(arrays["whole_matrix"][6:8, 6:8], arrays["matrix"])
    assert axes_of(figure, "matrix").title == "M for k = −4, 64 × 64"
    assert "whole_matrix" not in ROTATION.data(Document())


def test_a_matrix_too_large_to_see_is_said_to_be() -> None:
    figure = ROTATION.figure(rotation(Document(grid=Grid(64, 4096)), panel="picture"))
    assert "more cells than a picture has pixels" in figure.notes[-1]
    assert "m.0.0" in [mark.name for mark in axes_of(figure, "matrix").marks]
    assert shift_panel.MOST_COLUMNS < 4096


@pytest.mark.parametrize(("position", "count"), [(12, 8), (3, 3), (0, 0)])
def test_the_trail_is_where_the_point_was(position: int, count: int) -> None:
    document = rotation(Document(selection=Selection(position, 3, 5)), trail=8)
    figure = ROTATION.figure(document)
    marks = [mark_of(figure, "circle", name) for name in ("trail.old", "trail")]
    x = np.concatenate([mark.x for mark in marks if isinstance(mark, Points)])
    angles = np.arange(position - count, position) * document.encoded.waves.inv_freq[3]
    np.testing.assert_allclose(np.sort(x), np.sort(np.cos(angles)), rtol=0, atol=1e-14)
    assert "trail" not in [mark.name for mark in axes_of(ROTATION.figure(Document()), "circle").marks]
