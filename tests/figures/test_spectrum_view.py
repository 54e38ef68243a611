"""The spectrum: where the pairs stand, which of them turn within the length, and what a press selects."""

import numpy as np
import pytest
from figure_marks import axes_of, mark_of, number, text_of
from hypothesis import given
from strategies import documents

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection
from posenc_gui.engine.grid import Grid
from posenc_gui.figures import log_axis
from posenc_gui.figures.spec import Points, Span
from posenc_gui.figures.spectrum import VIEW as SPECTRUM
from posenc_gui.figures.view import Pick


@given(documents())
def test_every_pair_stands_at_its_wavelength(document: Document) -> None:
    waves, figure = document.encoded.waves, SPECTRUM.figure(document)
    if not waves.pairs:
        assert figure.notes
        return
    points = mark_of(figure, "spectrum", "pairs")
    assert isinstance(points, Points)
    np.testing.assert_allclose(10**points.x, 2 * np.pi / waves.inv_freq, rtol=1e-12)
    np.testing.assert_array_equal(points.y, np.arange(waves.pairs))
    axis = axes_of(figure, "spectrum").x
    assert axis.low < points.x.min()
    assert points.x.max() < axis.high


@given(documents())
def test_the_bands_count_the_pairs_that_turn_once(document: Document) -> None:
    waves, arrays = document.encoded.waves, SPECTRUM.data(document)
    if not waves.pairs:
        return
    figure = SPECTRUM.figure(document)
    turning = int(text_of(figure, "spectrum", "turning.count").split()[0])
    slow = int(text_of(figure, "spectrum", "slow.count").split()[0])
    assert turning + slow == waves.pairs
    assert turning == np.count_nonzero(waves.wavelengths <= document.grid.length)
    assert abs(turning - np.count_nonzero(arrays["turns"] >= 1)) <= np.count_nonzero(
        np.abs(arrays["turns"] - 1) < 1e-12
    )


@pytest.mark.parametrize(("name", "value"), [("2π", 2 * np.pi), ("length", 64), ("2π·base", 2e4 * np.pi)])
def test_lines_stand_where_they_are_named(name: str, value: float) -> None:
    figure = SPECTRUM.figure(Document())
    line = mark_of(figure, "spectrum", f"line.{name}")
    assert isinstance(line, Span)
    assert 10**line.start == pytest.approx(value)
    said = text_of(figure, "spectrum", f"name.{name}")
    assert number(said.replace("=", " ").split()[-1]) == pytest.approx(value, rel=1e-3)


@given(documents())
def test_a_press_selects_the_nearest_pair(document: Document) -> None:
    waves = document.encoded.waves
    for pair in range(waves.pairs):
        edit = SPECTRUM.on_pick(document, Pick("spectrum", float(np.log10(waves.wavelengths[pair])), 0.0))
        assert edit
        assert edit(document).selection.pair == pair


def test_the_read_out_has_the_numbers_of_the_pair() -> None:
    text = SPECTRUM.read(Document(), None)
    assert text == ("pair 3: λ = 2π / w = 2π / 0.4217 = 14.90 positions; within 64 positions it turns 4.295 times")
    assert SPECTRUM.read(Document(), Pick("spectrum", 0.0, 0.0)).startswith("pair 0: λ = 2π / w = 2π / 1.000 = 6.283")


def test_very_many_pairs_are_thinned_on_the_figure_alone() -> None:
    document = Document(grid=Grid(64, 65_536), selection=Selection(0, 0, 0))
    points = mark_of(SPECTRUM.figure(document), "spectrum", "pairs")
    assert isinstance(points, Points)
    assert len(points.x) == 2048
    assert len(SPECTRUM.data(document)["wavelengths"]) == 32_768


def test_an_encoding_with_rope_has_a_spectrum_too() -> None:
    figure = SPECTRUM.figure(edits.set_encoding("rope")(Document()))
    assert text_of(figure, "spectrum", "turning.count") == "9 of 32 pairs turn at least once"


def test_powers_of_ten_are_labelled_by_hand() -> None:
    assert log_axis.ticks(-2.3, 6.2, 20) == (
        (-2.0, "1e−2"),
        (-1.0, "1e−1"),
        (0.0, "1"),
        (1.0, "10"),
        (2.0, "100"),
        (3.0, "1,000"),
        (4.0, "10,000"),
        (5.0, "1e5"),
        (6.0, "1e6"),
    )
    assert [place for place, _ in log_axis.ticks(-17, 1, 7)] == [-15, -12, -9, -6, -3, 0]
