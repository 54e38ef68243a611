"""The waves: which pairs are drawn, in which lanes, with which marks and arrays."""

import numpy as np
import pytest
from figure_marks import SPECIAL, axes_of, edited, mark_of
from hypothesis import given
from strategies import documents
from tables import table_of

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.waves import ABSENT
from posenc_gui.figures.spec import Line, Points
from posenc_gui.figures.view import Pick
from posenc_gui.figures.wave_lanes import LANE, MOST_SAMPLES
from posenc_gui.figures.waves import MOST_LANES, WavesOptions, shown_pairs
from posenc_gui.figures.waves import VIEW as WAVES

EPS = float(np.finfo(np.float64).eps)


def with_options(document: Document, **values: object) -> Document:
    """The document with options of this view."""
    return edited(document, *(edits.set_option("waves", WavesOptions, name, value) for name, value in values.items()))


def test_listed_pairs_are_drawn_with_the_selected_one() -> None:
    assert shown_pairs(with_options(Document(), pairs=(9, 1, 9))) == (1, 3, 9)


def test_every_nth_pair_is_drawn_where_none_are_listed() -> None:
    assert shown_pairs(with_options(Document(), every=10)) == (0, 3, 10, 20, 30)
    assert shown_pairs(with_options(Document(), every=1)) == tuple(range(32))
    assert shown_pairs(with_options(Document(), every=10, pairs=(2,))) == (2, 3)


@pytest.mark.parametrize("d_model", [1, 2, 3, 8, 13, 64, 1023, 1024, 4096, 65_536])
def test_there_are_few_lanes_at_any_width_unless_more_are_asked_for(d_model: int) -> None:
    document = Document(grid=Grid(16, d_model), selection=Selection(0, 0, 0))
    assert min((d_model + 1) // 2, 4) <= len(shown_pairs(document)) <= 8


def test_a_pair_that_does_not_exist_is_named() -> None:
    document = with_options(Document(), pairs=(1, 32))
    with pytest.raises(UserError, match="pairs names 32, but pairs run from 0 to 31 at d_model 64"):
        WAVES.figure(document)


@pytest.mark.parametrize("options", [{"every": 1}, {"pairs": tuple(range(100))}])
def test_too_many_pairs_are_refused_with_a_way_out_that_works(options: dict[str, object]) -> None:
    document = with_options(Document(grid=Grid(64, 512)), **options)
    with pytest.raises(UserError, match="at most 64 can be drawn") as caught:
        WAVES.figure(document)
    least = int(str(caught.value).partition("every to ")[2].split()[0])
    assert len(shown_pairs(with_options(document, pairs=(), every=least))) <= MOST_LANES


def test_a_selected_zero_column_has_no_lane() -> None:
    document = SPECIAL["zero column selected"]
    assert shown_pairs(document) == (0, 1, 2)
    assert "zeros" in WAVES.read(document, None)


def test_a_width_without_a_wave_is_said_in_words() -> None:
    figure = WAVES.figure(SPECIAL["one column of zeros"])
    assert figure.notes == ("There is no wave at this width: its one column is zero.",)
    assert WAVES.data(SPECIAL["one column of zeros"])["values"].shape == (9, 0)


@given(documents())
def test_a_press_on_a_lane_selects_its_pair_and_the_position(document: Document) -> None:
    pairs = shown_pairs(document)
    for lane, pair in enumerate(pairs):
        for position in {0, document.grid.length // 2, document.grid.length - 1}:
            for off in (-0.45, 0.45):
                edit = WAVES.on_pick(document, Pick("waves", position + off, (lane + off) * LANE))
                assert edit
                selection = edit(document).selection
                assert (selection.position, selection.pair) == (position, pair)


@given(documents())
def test_curves_run_through_their_marked_samples(document: Document) -> None:
    figure = WAVES.figure(document)
    table = table_of(document.encoded)
    rows = np.arange(document.grid.length)
    sampled = 2 * len(shown_pairs(document)) * document.grid.length <= MOST_SAMPLES
    for lane, pair in enumerate(shown_pairs(document)):
        for part, dims in (("sine", document.encoded.waves.sine_dims), ("cosine", document.encoded.waves.cosine_dims)):
            names = {mark.name for mark in axes_of(figure, "waves").marks}
            assert (f"{part}.{pair}" in names) == (dims[pair] != ABSENT)
            if dims[pair] == ABSENT:
                continue
            assert (f"samples.{part}.{pair}" in names) == sampled
            if sampled:
                samples = mark_of(figure, "waves", f"samples.{part}.{pair}")
                assert isinstance(samples, Points)
                np.testing.assert_array_equal(samples.x, rows)
                np.testing.assert_allclose(
                    lane * LANE - samples.y, table[:, dims[pair]], rtol=0, atol=EPS * (4 + 4 * lane * LANE)
                )
            curve = mark_of(figure, "waves", f"{part}.{pair}")
            assert isinstance(curve, Line)
            assert curve.dashed == (part == "cosine")
            assert abs(curve.y - lane * LANE).max() <= 1 + 4 * EPS * (1 + lane * LANE)


@given(documents())
def test_the_playhead_meets_the_curves_that_are_there(document: Document) -> None:
    figure, waves = WAVES.figure(document), document.encoded.waves
    row = table_of(document.encoded)[document.selection.position]
    pairs = shown_pairs(document)
    for part, dims in (("sine", waves.sine_dims), ("cosine", waves.cosine_dims)):
        expected = [(lane * LANE - row[dims[pair]]) for lane, pair in enumerate(pairs) if dims[pair] != ABSENT]
        now = mark_of(figure, "waves", f"now.{part}")
        assert isinstance(now, Points)
        assert set(now.x) <= {float(document.selection.position)}
        np.testing.assert_allclose(now.y, expected, rtol=0, atol=4 * EPS * (1 + len(pairs) * LANE))


def test_samples_are_left_out_where_they_would_touch() -> None:
    names = [mark.name for mark in axes_of(WAVES.figure(Document(grid=Grid(MOST_SAMPLES, 64))), "waves").marks]
    assert not [name for name in names if name.startswith("samples")]
    assert "sine.0" in names


def test_lanes_are_labelled_with_their_wavelengths() -> None:
    axis = axes_of(WAVES.figure(Document()), "waves").y
    assert axis.ticks
    assert dict(axis.ticks)[0.0] == "0 · λ 6.283"
    assert dict(axis.ticks)[LANE] == f"3 · λ {2 * np.pi * 10_000 ** (6 / 64):.2f}"


def test_a_lesson_with_many_lanes_has_labels_with_room() -> None:
    axis = axes_of(WAVES.figure(with_options(Document(grid=Grid(16, 128)), every=1)), "waves").y
    assert axis.ticks
    assert len(axis.ticks) <= 17
    assert any(text.startswith("3 ·") for _, text in axis.ticks)


def test_the_read_out_stays_in_the_table() -> None:
    assert WAVES.read(Document(), Pick("waves", -40.0, 0.0)).startswith("PE[0, 0] = sin(0")
    assert WAVES.read(Document(), Pick("waves", 1e9, 0.0)).startswith("PE[63, 0] = sin(63")
    assert WAVES.read(Document(), Pick("waves", 12.3, LANE)) == WAVES.read(Document(), None)
    assert "PE[12, 7] = cos(12 / 10000^(6/64)) = cos(5.0604) = 0.3410" in WAVES.read(Document(), None)


@given(documents())
def test_arrays_are_columns_of_the_table(document: Document) -> None:
    arrays = WAVES.data(document)
    assert set(arrays) == {"positions", "dimensions", "values"}
    np.testing.assert_array_equal(arrays["positions"], np.arange(document.grid.length))
    np.testing.assert_array_equal(arrays["values"], table_of(document.encoded)[:, arrays["dimensions"]])
    pairs = [document.encoded.waves.pair_of(int(dim)) for dim in arrays["dimensions"]]
    assert sorted({pair for pair in pairs if pair is not None}) == list(shown_pairs(document))


def test_arrays_beyond_memory_are_refused_with_their_size() -> None:
    with pytest.raises(
        UserError, match="2147483648 positions of 10 dimensions would take 160 GiB, but must be at most"
    ):
        WAVES.data(Document(grid=Grid(2**31, 64)))


def test_an_odd_layout_with_the_cosine_alone() -> None:
    document = Document(params=SinusoidalParams(layout="cosine_first"), grid=Grid(8, 5), selection=Selection(1, 2, 1))
    figure = WAVES.figure(document)
    names = {mark.name for mark in axes_of(figure, "waves").marks}
    assert "cosine.2" in names
    assert "sine.2" not in names
