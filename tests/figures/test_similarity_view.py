"""The similarity view: what it says, what it draws, and what pointing at it does."""

from pathlib import Path

import numpy as np
import pytest
from figure_marks import axes_of, edited, image_of, mark_of, text_of
from view_cases import document_of

from posenc_gui import cli
from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection
from posenc_gui.document.edits import Edit
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.similarity import similarity
from posenc_gui.figures.similarity import VIEW as SIMILARITY
from posenc_gui.figures.similarity import SimilarityOptions
from posenc_gui.figures.spec import Floats, Line, Points
from posenc_gui.figures.view import Pick

SHORT = Document(encoding="learned", params=LearnedParams(rows=12), grid=Grid(20, 8), selection=Selection(15, 1, 2))


def option(name: str, value: object) -> Edit:
    """Set one option of the view."""
    return edits.set_option("similarity", SimilarityOptions, name, value)


def line_of(document: Document, name: str) -> tuple[Floats, Floats]:
    """A curve of the profile."""
    mark = mark_of(SIMILARITY.figure(document), "profile", name)
    assert isinstance(mark, Line)
    return mark.x, mark.y


def test_the_answer_is_measured() -> None:
    sinusoids = SIMILARITY.figure(Document())
    assert text_of(sinusoids, "numbers", "answer") == "✓ yes"
    assert text_of(sinusoids, "numbers", "residual").endswith(("e−14", "e−13", "e−15"))
    index = SIMILARITY.figure(document_of("index"))
    assert text_of(index, "numbers", "answer") == "✗ no"
    assert text_of(index, "numbers", "residual") == "168,672"
    drowned = edits.set_param("min_timescale", 1e6)(edits.set_param("first_position", 2**31)(Document()))
    assert text_of(SIMILARITY.figure(drowned), "numbers", "answer") == "cannot tell"


def test_data_are_those_of_the_engine() -> None:
    document = edited(Document(), option("measure", "cosine"))
    found, data = similarity(document.encoded, "cosine"), SIMILARITY.data(document)
    assert list(data) == ["values", "distances", "mean", "low", "high", "toeplitz_residual"]
    np.testing.assert_array_equal(data["values"], found.values)
    assert data["toeplitz_residual"].shape == ()
    assert data["toeplitz_residual"] == found.profile.residual
    assert data["mean"].shape == data["low"].shape == data["high"].shape == data["distances"].shape == (127,)


def test_the_matrix_and_its_selection() -> None:
    figure = SIMILARITY.figure(Document())
    image = image_of(figure, "similarity", "values")
    assert (-image.low, image.high) == pytest.approx((32, 32))  # 32 pairs, each of length one
    cell = mark_of(figure, "similarity", "offset")
    assert isinstance(cell, Points)
    assert (cell.x.tolist(), cell.y.tolist()) == ([17], [12])
    out = mark_of(SIMILARITY.figure(edits.select(position=62)(Document())), "similarity", "offset")
    assert isinstance(out, Points)
    assert len(out.x) == 0


def test_the_profile_is_the_selected_row() -> None:
    values = SIMILARITY.data(Document())["values"]
    x, y = line_of(Document(), "row")
    assert x.tolist() == list(range(-12, 52))
    np.testing.assert_array_equal(y, values[12])
    bars, ends = line_of(document_of("learned"), "spread")
    data = SIMILARITY.data(document_of("learned"))
    np.testing.assert_array_equal(bars[::2], data["distances"])
    np.testing.assert_array_equal(ends[::2], data["low"])
    np.testing.assert_array_equal(ends[1::2], data["high"])


def test_a_logarithmic_axis_has_both_sides_on_one() -> None:
    document = edited(Document(), option("axis", "logarithmic"))
    row = SIMILARITY.data(document)["values"][12]
    before, after = line_of(document, "row.before"), line_of(document, "row.after")
    np.testing.assert_allclose(10 ** before[0], range(12, 0, -1))
    np.testing.assert_allclose(10 ** after[0], range(1, 52))
    np.testing.assert_array_equal(before[1], row[:12])
    np.testing.assert_array_equal(after[1], row[13:])
    axis = axes_of(SIMILARITY.figure(document), "profile").x
    assert axis.ticks is not None
    assert [text for _, text in axis.ticks] == ["1", "3", "10", "30"]
    assert "Distance 0 has no place" in " ".join(SIMILARITY.figure(document).notes)


def test_picks_select_position_and_offset() -> None:
    picked = edited(Document(), SIMILARITY.on_pick(Document(), Pick("similarity", 9.4, 20.6)) or (lambda d: d))
    assert (picked.selection.position, picked.selection.offset) == (21, -12)
    edit = SIMILARITY.on_pick(Document(), Pick("profile", -7.4, 0.0))
    assert edit is not None
    assert edit(Document()).selection.offset == -7
    assert SIMILARITY.on_pick(Document(), Pick("numbers", 0.5, 0.5)) is None


@pytest.mark.parametrize(("now", "then"), [(5, 10), (-5, -10)])
def test_picks_on_a_logarithmic_axis_stay_on_their_side(now: int, then: int) -> None:
    document = edited(Document(), option("axis", "logarithmic"), edits.select(offset=now))
    edit = SIMILARITY.on_pick(document, Pick("profile", 1.0, 0.0))
    assert edit is not None
    assert edit(document).selection.offset == then


def test_positions_that_do_not_exist_are_left_out() -> None:
    figure = SIMILARITY.figure(SHORT)
    assert image_of(figure, "similarity", "values").values.shape == (12, 12)
    assert "12 positions exist and are compared." in figure.notes
    assert "The playhead is beyond the compared positions." in figure.notes
    assert SIMILARITY.read(SHORT, None) == "position 15 with 17: only positions 0 to 11 are compared"


def test_long_tables_say_that_they_are_cut() -> None:
    figure = SIMILARITY.figure(edits.set_value("grid.length", 2000)(Document()))
    assert "The first 1,024 of 2,000 positions are compared." in figure.notes


def test_rope_is_said_not_to_fall_smoothly() -> None:
    figure = SIMILARITY.figure(document_of("rope", grid=Grid(512, 64)))
    assert figure.caption == "Scores under RoPE do not fall smoothly with distance: they go up at 47.7 % of the steps."
    assert text_of(figure, "numbers", "rising") == "47.7 %"


def test_zeros_and_scores_have_no_cosine() -> None:
    cosine = option("measure", "cosine")
    assert (
        "A vector of zeros has no direction: its cosines are hatched."
        in SIMILARITY.figure(cosine(document_of("index"))).notes
    )
    assert (
        "Scores are numbers, not vectors: they have no cosine." in SIMILARITY.figure(cosine(document_of("alibi"))).notes
    )


def test_the_shown_head_is_that_of_the_selection() -> None:
    document = edited(document_of("alibi"), edits.set_value("attention.heads", 4))
    first, second = (SIMILARITY.data(edits.select(shown_head=head)(document))["values"] for head in (0, 1))
    assert first[0, 1] == -(2.0**-2)
    assert second[0, 1] == -(2.0**-4)


def test_a_read_out_names_the_value_and_its_distance() -> None:
    assert SIMILARITY.read(Document(), Pick("similarity", 5.0, 5.0)).startswith(
        "dot product of position 5 with 5 = 32.00;  at distance +0: lowest 32.00, mean 32.00, highest 32.00"
    )
    assert "at distance −3:" in SIMILARITY.read(Document(), Pick("similarity", 5.0, 8.0))


def test_flags_reach_the_view(tmp_path: Path) -> None:
    path = tmp_path / "out.npz"
    assert cli.main(["export", "similarity", "-o", str(path), "--similarity-measure", "cosine"]) == 0
    with np.load(path) as arrays:
        np.testing.assert_allclose(arrays["values"].diagonal(), 1, rtol=0, atol=1e-15)


def test_the_console_says_why_there_is_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["export", "similarity", "-o", str(tmp_path / "x.csv"), "--encoding", "none"]) == 2
    assert "no position is added, so there is nothing to compare" in capsys.readouterr().err
