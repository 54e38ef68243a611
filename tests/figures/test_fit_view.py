"""Learning the shift: what is fitted to what, and which numbers are shown."""

import numpy as np
import pytest
from figure_marks import axes_of, mark_of, number, text_of
from view_cases import document_of

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection
from posenc_gui.engine import analysis
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.figures.fit import VIEW as FIT
from posenc_gui.figures.fit import FitOptions
from posenc_gui.figures.spec import Image
from posenc_gui.figures.view import Pick


def with_options(document: Document, **values: object) -> Document:
    for name, value in values.items():
        document = edits.set_option("fit", FitOptions, name, value)(document)
    return document


def residuals(document: Document) -> tuple[float, float, float]:
    arrays = FIT.data(document)
    return tuple(float(arrays[name]) for name in ("residual_inside", "residual_beyond", "matrix_distance"))  # type: ignore[return-value]


def test_with_pairs_the_residual_is_at_rounding_level() -> None:
    inside, beyond, distance = residuals(Document())
    assert 0 < inside < 1e-13
    assert 0 < beyond < 1e-12
    assert distance < 1e-11


@pytest.mark.parametrize("table", ["sine", "cosine"])
@pytest.mark.parametrize("form", ["pairs", "whole"])
def test_with_half_of_the_pairs_it_is_not(table: str, form: str) -> None:
    inside, beyond, _ = residuals(with_options(Document(), table=table, form=form))
    assert inside > 0.1
    assert beyond > 0.1


def test_a_random_table_fits_only_what_it_saw() -> None:
    inside, beyond, distance = residuals(with_options(Document(), table="random", form="whole"))
    assert inside < 1e-11
    assert beyond > 1
    assert np.isnan(distance)
    assert "nothing is learned" in FIT.figure(with_options(Document(), table="random", form="whole")).notes[1]


def test_an_open_matrix_is_said_to_be_open() -> None:
    figure = FIT.figure(with_options(Document(), form="whole"))
    assert "24 of 64 directions" in figure.notes[1]
    assert not FIT.figure(Document()).notes[1:]


def test_the_true_matrix_has_the_blocks_of_the_lesson() -> None:
    document = Document(selection=Selection(12, 3, -9), params=SinusoidalParams(layout="concatenated"))
    true, waves = FIT.data(document)["true"], document.encoded.waves
    for pair in range(waves.pairs):
        dims = [int(waves.sine_dims[pair]), int(waves.cosine_dims[pair])]
        np.testing.assert_array_equal(true[np.ix_(dims, dims)], analysis.shift_matrix(waves, pair, -9))
    assert np.count_nonzero(true) <= 4 * waves.pairs


def test_pictures_are_the_arrays() -> None:
    figure, arrays = FIT.figure(Document()), FIT.data(Document())
    for name in ("fitted", "true"):
        image = mark_of(figure, name, name)
        assert isinstance(image, Image)
        np.testing.assert_array_equal(image.values, arrays[name])
    difference = mark_of(figure, "difference", "difference")
    assert isinstance(difference, Image)
    np.testing.assert_array_equal(difference.values, arrays["fitted"] - arrays["true"])
    assert difference.high == np.abs(difference.values).max()


def test_numbers_of_all_cases_stand_side_by_side() -> None:
    figure = FIT.figure(Document())
    for case in ("both", "sine", "cosine", "random"):
        inside, beyond, distance = residuals(with_options(Document(), table=case))
        shown = [text_of(figure, "numbers", f"{case}.{place}") for place in range(3)]
        assert number(shown[0]) == pytest.approx(inside, rel=0.05)
        assert number(shown[1]) == pytest.approx(beyond, rel=0.05)
        assert (shown[2] == "none") == np.isnan(distance)


@pytest.mark.parametrize(("line", "case"), list(enumerate(["both", "sine", "cosine", "random"], 1)))
def test_a_press_on_a_line_chooses_its_table(line: int, case: str) -> None:
    place = mark_of(FIT.figure(Document()), "numbers", f"{case}.name").at[1]  # type: ignore[attr-defined]
    edit = FIT.on_pick(Document(), Pick("numbers", 0.3, place))
    assert edit
    assert edits.option(edit(Document()), "fit", FitOptions).table == case
    assert FIT.on_pick(Document(), Pick("numbers", 0.3, 0.99)) is None


def test_a_press_on_a_matrix_selects_the_pair_of_the_column() -> None:
    for table, x, pair in (("both", 13.2, 6), ("sine", 5.1, 5), ("cosine", 31.0, 31)):
        document = with_options(Document(), table=table)
        edit = FIT.on_pick(document, Pick("fitted", x, 3.0))
        assert edit
        assert edit(document).selection.pair == pair


def test_the_read_out_names_entries_by_their_columns() -> None:
    document = with_options(Document(), table="cosine")
    assert FIT.read(document, Pick("fitted", 2.0, 2.0)).startswith("M[5, 5]: fitted ")
    assert FIT.read(document, None).startswith("cosines alone, 48 examples from p = 0: largest residual inside 1.0")


def test_a_learned_table_is_fitted_as_far_as_it_goes() -> None:
    document = document_of("learned", params=LearnedParams(rows=60), grid=Grid(100, 8), selection=Selection(3, 0, 5))
    document = with_options(document, form="whole")
    assert FIT.figure(document).notes[0] == "Fitted at p = 0 to 47 for k = 5, tried on the 7 after."
    beyond = with_options(document, first=60)
    with pytest.raises(UserError, match="lower the first p or the offset"):
        FIT.figure(beyond)


def test_a_negative_offset_begins_where_both_rows_exist() -> None:
    document = document_of("binary", selection=Selection(30, 0, -20))
    assert "p = 20 to 67" in FIT.figure(document).notes[0]


def test_what_cannot_be_fitted_is_said() -> None:
    with pytest.raises(UserError, match="up to 1024: lower d_model"):
        FIT.figure(Document(grid=Grid(64, 2048)))
    with pytest.raises(UserError, match="no sines to keep alone"):
        FIT.figure(with_options(document_of("index"), table="sine"))
    with pytest.raises(UserError, match="no column with a cosine"):
        FIT.figure(with_options(Document(grid=Grid(4, 1), selection=Selection(0, 0, 0)), table="cosine"))


def test_an_index_is_no_linear_shift() -> None:
    """PE[p + k] = PE[p] + k: without a constant to add, no matrix does it."""
    inside, _, distance = residuals(with_options(document_of("index"), form="whole"))
    assert inside > 1
    assert np.isnan(distance)
    assert axes_of(FIT.figure(document_of("index")), "true").title == ""
