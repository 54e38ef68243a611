"""Why 10000: what the curves are, which collisions are named, and how a base is chosen."""

import numpy as np
import pytest
from figure_marks import axes_of, edited, mark_of, number, text_of
from hypothesis import given
from strategies import documents

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection
from posenc_gui.engine import collisions
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.figures import base_curves
from posenc_gui.figures.base import MOST_POINTS, BaseOptions
from posenc_gui.figures.base import VIEW as BASE
from posenc_gui.figures.spec import Line, Points, Span
from posenc_gui.figures.view import Pick


def apart(document: Document, value: int) -> Document:
    return edits.set_option("base", BaseOptions, "apart", value)(document)


def test_the_lesson_is_on_the_figure() -> None:
    document = apart(Document(grid=Grid(70_001, 512)), 100)
    figure = BASE.figure(document)
    near, far = text_of(figure, "distance", "near.name"), text_of(figure, "distance", "far.name")
    assert near == "nearest: position 1 at 3.714"
    assert number(far.rpartition(" at ")[2]) > 16.9
    assert "‖PE[0] − PE[10000]‖ = 23.34" in BASE.read(edits.select(offset=10_000)(document), None)


def test_the_collision_of_one_pair_is_named() -> None:
    figure = BASE.figure(Document(grid=Grid(1000, 2), selection=Selection(0, 0, 0)))
    assert text_of(figure, "distance", "near.name").startswith("nearest: position 710 at ")


@given(documents())
def test_arrays_are_what_is_drawn(document: Document) -> None:
    if document.grid.length == 1:
        with pytest.raises(UserError, match="raise it"):
            BASE.figure(document)
        return
    figure, arrays = BASE.figure(document), BASE.data(document)
    curve = mark_of(figure, "distance", "distance")
    assert isinstance(curve, Line)
    np.testing.assert_array_equal(curve.y, arrays["distance"])
    np.testing.assert_array_equal(curve.x, arrays["positions"])
    assert arrays["distance"][0] == 0
    if not document.encoded.waves.pairs:
        assert not len(arrays["bases"])
        return
    for axes, name, array in (
        ("smallest", "smallest", "smallest"),
        ("smallest", "apart", "smallest_apart"),
        ("share", "slow", "slow"),
        ("share", "still", "still"),
    ):
        line = mark_of(figure, axes, name)
        assert isinstance(line, Line)
        np.testing.assert_array_equal(line.y, arrays[array])
        np.testing.assert_allclose(10**line.x, arrays["bases"], rtol=1e-12)


def test_a_long_curve_keeps_its_ends_under_each_pixel() -> None:
    document = Document(grid=Grid(30_000, 8))
    curve = mark_of(BASE.figure(document), "distance", "distance")
    assert isinstance(curve, Line)
    values = BASE.data(document)["distance"]
    assert len(curve.x) == MOST_POINTS
    assert curve.y.min() == values.min()
    assert curve.y.max() == values.max()


def test_the_base_that_is_set_stands_on_the_curves() -> None:
    for base in (50.0, 10_000.0, 3e5):
        document = Document(params=SinusoidalParams(base=base))
        figure = BASE.figure(document)
        point = mark_of(figure, "smallest", "smallest.now")
        assert isinstance(point, Points)
        assert 10 ** point.x[0] == pytest.approx(base)
        waves = document.encoded.waves
        assert point.y[0] == pytest.approx(collisions.distance_of(waves, np.arange(1, 64)).min())


def test_known_choices_are_marked() -> None:
    figure = BASE.figure(Document())
    places = [mark_of(figure, "smallest", f"known.{line}") for line in range(4)]
    bases = [10**mark.start for mark in places if isinstance(mark, Span)]
    assert bases == pytest.approx([10_000, 500_000, 1_000_000, 5_000_000])
    assert set(base_curves.KNOWN) <= set(base_curves.bases_for(32))


@pytest.mark.parametrize("axes", ["smallest", "share"])
@pytest.mark.parametrize(("place", "base"), [(4.0, 10_000.0), (2.0, 100.0), (-50.0, 2.0), (99.0, 1e7)])
def test_a_press_on_the_curves_sets_the_base(axes: str, place: float, base: float) -> None:
    edit = BASE.on_pick(Document(), Pick(axes, place, 0.0))
    assert edit
    params = edit(Document()).params
    assert isinstance(params, SinusoidalParams)
    assert params.base == base


def test_a_press_on_the_distance_sets_the_offset() -> None:
    edit = BASE.on_pick(Document(), Pick("distance", 17.3, 2.0))
    assert edit
    assert edit(Document()).selection.offset == 17


def test_curves_over_the_base_are_kept_while_the_base_changes() -> None:
    first = BASE.figure(Document())
    second = BASE.figure(edits.set_param("base", 77.0)(Document()))
    one, other = mark_of(first, "smallest", "smallest"), mark_of(second, "smallest", "smallest")
    assert isinstance(one, Line)
    assert isinstance(other, Line)
    assert one.y is other.y


def test_a_table_without_a_base_shows_its_distances_alone() -> None:
    document = edits.set_encoding("binary")(Document())
    figure = BASE.figure(document)
    assert [axes.key for axes in figure.axes] == ["distance"]
    assert "no base" in figure.caption
    assert "follows no waves" in figure.notes[0]
    assert BASE.data(document)["distance"][3] == pytest.approx(2**0.5)


def test_what_is_not_searched_is_said() -> None:
    figure = BASE.figure(Document(grid=Grid(2**31, 4), selection=Selection(0, 0, 0)))
    assert figure.notes[-1] == "The first 262,144 of 2,147,483,648 positions are searched."


def test_the_least_difference_fits_the_length() -> None:
    document = edited(Document(grid=Grid(5, 8), selection=Selection(0, 0, 0)), lambda document: apart(document, 1000))
    assert "at least 4 apart" in text_of(BASE.figure(document), "smallest", "name.1")
    assert axes_of(BASE.figure(document), "smallest").title == "smallest distance within 5 positions"


def test_the_read_out_over_a_base() -> None:
    text = BASE.read(Document(), Pick("share", 4.0, 0.5))
    assert text.startswith("base 10,000: nearest two positions 1.472 apart")
    assert text.endswith("72% of pairs turn less than once, 28% hardly move")
