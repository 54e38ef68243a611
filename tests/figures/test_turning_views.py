"""Why 10000, spectrum, RoPE turning, learning the shift and precision, for every encoding."""

import numpy as np
import pytest
from figure_marks import edited
from view_cases import KEYS, SIZES, assert_well_formed, document_of

from posenc_gui.document import edits, files
from posenc_gui.document.document import Document, Selection
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import fields
from posenc_gui.figures import catalog
from posenc_gui.figures.view import Pick, View

NAMES = ("base", "spectrum", "rope", "fit", "precision")
VIEWS = pytest.mark.parametrize("view", [catalog.by_key(name) for name in NAMES], ids=NAMES)
WAVES = {"sinusoidal", "rope"}
TABLES = {"index", "normalized", "binary", "learned"}
SHOWN = {
    "base": WAVES | TABLES,
    "spectrum": WAVES,
    "rope": WAVES,
    "fit": WAVES | TABLES,
    "precision": WAVES,
}
"""Encodings that a view has something to show of."""

TOO_SHORT = {("base", key, "one position") for key in WAVES | TABLES} | {("fit", "learned", "long")}
"""One position has no distances, and a table of 512 rows has no row 3999 before another."""

ARRAYS = {
    "base": {"positions", "distance", "bases", "smallest", "smallest_apart", "slow", "still"},
    "spectrum": {"wavelengths", "inv_freq", "turns"},
    "rope": {
        "query",
        "key",
        "turned_query",
        "turned_key",
        "contributions",
        "score",
        "differences",
        "scores",
        "right_scores",
    },
    "fit": {"fitted", "true", "residual_inside", "residual_beyond", "matrix_distance"},
    "precision": {"positions", "largest_float64", "largest_float32", "largest_float16", "largest_bfloat16"},
}


def test_the_catalog_lists_them_in_order() -> None:
    assert [view.key for view in catalog.views() if view.key in NAMES] == list(NAMES)


@VIEWS
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("size", SIZES)
def test_there_is_a_figure_or_a_sentence(view: View, key: str, size: str) -> None:
    document = document_of(key, **SIZES[size])
    if key not in SHOWN[view.key] or (view.key, key, size) in TOO_SHORT:
        for ask in (view.figure, view.data, lambda document: view.read(document, None)):
            with pytest.raises(UserError, match=r"choose|raise it|lower") as caught:
                ask(document)
            assert "\n" not in str(caught.value)
        return
    figure = view.figure(document)
    assert_well_formed(figure)
    assert figure.view == view.key
    assert view.work(document) >= 0
    assert view.read(document, None)
    arrays = view.data(document)
    assert set(arrays) == ARRAYS[view.key]
    assert view.main in arrays


@VIEWS
@pytest.mark.parametrize("key", sorted(WAVES | TABLES))
@pytest.mark.parametrize(("x", "y"), [(-1e9, -1e9), (-0.5, -0.5), (0.0, 0.0), (0.6, 0.4), (3.2, 2.7), (1e9, 1e9)])
def test_any_pick_gives_a_document_and_a_read_out(view: View, key: str, x: float, y: float) -> None:
    if key not in SHOWN[view.key]:
        return
    for size in ("usual", "small", "heads"):
        document = document_of(key, **SIZES[size])
        for axes in view.figure(document).axes:
            for grabbed in ("", "q", "k"):
                pick = Pick(axes.key, x, y, grabbed)
                edit = view.on_pick(document, pick)
                picked = edited(document, edit) if edit else document
                assert 0 <= picked.selection.position < picked.grid.length
                text = view.read(document, pick)
                assert text
                assert "\n" not in text


@VIEWS
def test_names_of_marks_and_ranges_of_axes_stay_while_the_position_plays(view: View) -> None:
    document = document_of("rope", grid=Grid(5000, 32), selection=Selection(20, 2, 7))
    frames = [view.figure(edits.select(position=position)(document)) for position in (20, 21, 300, 4000)]
    first = frames[0]
    for frame in frames[1:]:
        for axes, old in zip(frame.axes, first.axes, strict=True):
            assert [mark.name for mark in axes.marks] == [mark.name for mark in old.marks]
            assert (axes.x.low, axes.x.high, axes.cell) == (old.x.low, old.x.high, old.cell)
            assert (axes.y.low, axes.y.high) == (old.y.low, old.y.high), axes.key


@VIEWS
def test_options_have_their_place_in_a_saved_document(view: View) -> None:
    document = document_of("rope")
    for item in fields(view.options):
        choices = [choice.value for choice in item.param.choices]
        value: object = choices[-1] if choices else 9
        document = edits.set_option(view.key, view.options, item.name, value)(document)
    again = files.from_json(files.to_json(document), catalog.OPTION_TYPES)
    assert again == document
    assert view.figure(again) == view.figure(document)


@VIEWS
def test_nobody_can_change_what_is_cached(view: View) -> None:
    document = document_of("rope")
    before = {name: values.copy() for name, values in view.data(document).items()}
    figure = view.figure(document)
    for values in view.data(document).values():
        if values.flags.writeable:
            values[...] = 7
    for name, values in view.data(document).items():
        np.testing.assert_array_equal(values, before[name])
    assert view.figure(document) == figure


@pytest.mark.parametrize("name", ["base", "precision", "rope"])
def test_heavy_figures_are_counted(name: str) -> None:
    view, largest = catalog.by_key(name), Document(grid=Grid(2**31, 4096))
    document = document_of("rope", grid=largest.grid)
    assert view.work(document_of("rope")) < 400_000
    assert view.work(document) > 400_000
