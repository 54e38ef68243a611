"""What holds for the figure and the arrays of every view."""

import dataclasses
import math
import tracemalloc

import numpy as np
import pytest
from figure_marks import EXTREME, SPECIAL, assert_same, edited, numbers_in
from hypothesis import given, reject
from strategies import documents

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection, Sentence
from posenc_gui.document.edits import Edit
from posenc_gui.engine import encoded, tokens
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import Record
from posenc_gui.figures import (
    base,
    catalog,
    clocks,
    comparisons,
    curves,
    fit_task,
    heatmap,
    precision,
    rotation,
    shift_panel,
    shuffle_matrices,
    wave_lanes,
    waves,
)
from posenc_gui.figures.base import BaseOptions
from posenc_gui.figures.fit import FitOptions
from posenc_gui.figures.heatmap import HeatmapOptions
from posenc_gui.figures.precision import PrecisionOptions
from posenc_gui.figures.rotation import RotationOptions
from posenc_gui.figures.shuffle import ShuffleOptions
from posenc_gui.figures.spec import Axes, Cell, Figure, Image, Raster, Rect, Text
from posenc_gui.figures.view import Arrays, Pick, View
from posenc_gui.figures.waves import WavesOptions

VIEWS = pytest.mark.parametrize("view", catalog.views(), ids=lambda view: view.key)
KINDS = pytest.mark.parametrize("document", SPECIAL.values(), ids=SPECIAL)
MEBIBYTE = 1024**2
CACHING = (
    base,
    clocks,
    curves,
    encoded,
    fit_task,
    heatmap,
    precision,
    rotation,
    shift_panel,
    comparisons,
    shuffle_matrices,
    tokens,
    wave_lanes,
    waves,
)


def figure_of(view: View, document: Document) -> Figure:
    """The figure; a view that has nothing to show of the document says so in one line, and the test ends there."""
    try:
        return view.figure(document)
    except UserError as error:
        said = str(error)
    assert "\n" not in said
    assert len(said) < 200
    pytest.skip(said)


def arrays_of(view: View, document: Document) -> Arrays:
    """The arrays; a view that has none of the document says so in one line, and the test ends there."""
    try:
        return view.data(document)
    except UserError as error:
        said = str(error)
    assert "\n" not in said
    pytest.skip(said)


def copied(document: Document) -> Document:
    """An equal document that shares no object with the first one."""
    parts = {item.name: getattr(document, item.name) for item in dataclasses.fields(document)}
    records = {name: dataclasses.replace(value) for name, value in parts.items() if isinstance(value, Record)}
    return Document(**(parts | records))


def forget() -> None:
    """Empty the caches, so that an equal figure has to be made anew."""
    for module in CACHING:
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def assert_well_formed(view: View, document: Document, figure: Figure) -> None:
    assert figure.view == view.key
    assert figure.title
    keys = [axes.key for axes in figure.axes]
    assert len(set(keys)) == len(keys)
    for axes in figure.axes:
        assert_axes_well_formed(axes, figure)
    if figure.small is not None:
        cells = dict(figure.small.cells)
        assert 0 < len(cells) < len(keys)
        assert set(cells) < set(keys)
        for cell in cells.values():
            assert_inside(cell, len(figure.small.rows), len(figure.small.columns))
    assert isinstance(view.work(document), int)
    assert view.work(document) >= 0


def assert_inside(cell: Cell, row_count: int, column_count: int) -> None:
    row, column, rows, columns = cell
    assert 0 <= row < row + rows <= row_count
    assert 0 <= column < column + columns <= column_count


def assert_axes_well_formed(axes: Axes, figure: Figure) -> None:
    names = [mark.name for mark in axes.marks]
    assert len(set(names)) == len(names)
    for axis in (axes.x, axes.y):
        assert math.isfinite(axis.low)
        assert math.isfinite(axis.high)
        assert axis.low < axis.high, axes.key
        for value, text in axis.ticks or ():
            assert axis.low <= value <= axis.high
            assert text
    assert_inside(axes.cell, len(figure.rows), len(figure.columns))
    assert not axes.scale_of or axes.scale_of in names
    for mark in axes.marks:
        numbers = np.array(numbers_in(mark))
        absent = np.isnan(numbers) if isinstance(mark, Image) else False  # what a mask hides is drawn as absent
        assert (np.isfinite(numbers) | absent).all(), mark.name


@VIEWS
@KINDS
def test_figures_are_well_formed(view: View, document: Document) -> None:
    assert_well_formed(view, document, figure_of(view, document))


@pytest.mark.parametrize("view", [view for view in catalog.views() if view.key != "rope"], ids=lambda view: view.key)
@given(document=documents())
def test_figures_of_random_documents_are_well_formed_and_pure(view: View, document: Document) -> None:
    before = copied(document)
    try:
        figure = view.figure(document)
    except UserError:
        reject()
    assert_well_formed(view, document, figure)
    forget()
    assert figure == view.figure(copied(document))
    assert document == before


@VIEWS
@KINDS
def test_equal_documents_have_equal_figures_and_arrays(view: View, document: Document) -> None:
    figure = figure_of(view, document)
    forget()
    assert figure == view.figure(copied(document))
    if view.key == "heatmap" and document.grid.length * document.grid.d_model > 10**6:
        return  # its array is the whole table
    first = arrays_of(view, document)
    forget()
    second = view.data(copied(document))
    assert list(first) == list(second)
    for name, values in first.items():
        assert values.dtype.kind in "iufUV"
        assert_same(values, second[name])
    assert view.main in first


@VIEWS
@pytest.mark.parametrize("kind", ["default", "many words", "many pairs", "far away"])
def test_names_of_marks_stay_while_the_position_plays(view: View, kind: str) -> None:
    """The painter moves marks by their names; all these positions lie in the table, or all outside the sentence."""
    document = edits.select(offset=1)(SPECIAL[kind])
    figure_of(view, document)
    names = [
        [(axes.key, mark.name) for axes in view.figure(played).axes for mark in axes.marks]
        for played in (edits.select(position=position)(document) for position in (20, 21, 50))
    ]
    assert names[0] == names[1] == names[2]


@VIEWS
@KINDS
def test_nobody_can_change_what_is_cached(view: View, document: Document) -> None:
    if view.key == "heatmap" and document.grid.length * document.grid.d_model > 10**6:
        document = dataclasses.replace(document, grid=Grid(100, 64), selection=Selection())
    figure_of(view, document)
    before = {name: values.copy() for name, values in arrays_of(view, document).items()}
    for values in view.data(document).values():
        if values.flags.writeable:
            values[...] = np.zeros((), values.dtype)
    for name, values in view.data(document).items():
        assert_same(values, before[name])


LABORATORY = {
    "mask": edits.set_value("attention.mask", "causal"),
    "layers": edits.set_value("attention.layers", 2),
    "padding": edits.set_value("attention.padding", 1),
    "token scale": edits.set_value("attention.token_scale", "sqrt_d"),
    "position scale": edits.set_value("attention.position_scale", 2.0),
    "characters": edits.set_value("sentence.split", "characters"),
    "covered": edits.set_value("screen.covered", True),
    "head": edits.set_value("attention.head", "previous"),
}
"""What all views of the shuffle must show."""

SHOWN: dict[str, dict[str, Edit]] = {
    "heatmap": {
        "base": edits.set_param("base", 77.0),
        "layout": edits.set_param("layout", "concatenated"),
        "length": edits.set_value("grid.length", 65),
        "d_model": edits.set_value("grid.d_model", 65),
        "position": edits.select(position=13),
        "pair": edits.select(pair=4),
        "offset": edits.select(offset=6),
        "region": edits.set_option("heatmap", HeatmapOptions, "region", (0.0, 9.0, 0.0, 9.0)),
    },
    "waves": {
        "base": edits.set_param("base", 77.0),
        "length": edits.set_value("grid.length", 65),
        "position": edits.select(position=13),
        "pair": edits.select(pair=4),
        "offset": edits.select(offset=6),
        "pairs": edits.set_option("waves", WavesOptions, "pairs", (1, 2)),
        "every": edits.set_option("waves", WavesOptions, "every", 3),
        "layout": edits.set_option("waves", WavesOptions, "layout", "overlay"),
        "digits": edits.set_option("waves", WavesOptions, "digits", True),
    },
    "rotation": {
        "base": edits.set_param("base", 77.0),
        "position": edits.select(position=13),
        "pair": edits.select(pair=4),
        "offset": edits.select(offset=6),
        "d_model": edits.set_value("grid.d_model", 62),
        "panel": edits.set_option("rotation", RotationOptions, "panel", "identity"),
        "trail": edits.set_option("rotation", RotationOptions, "trail", 3),
    },
    "base": {
        "base": edits.set_param("base", 77.0),
        "length": edits.set_value("grid.length", 65),
        "offset": edits.select(offset=6),
        "apart": edits.set_option("base", BaseOptions, "apart", 20),
    },
    "spectrum": {
        "base": edits.set_param("base", 77.0),
        "length": edits.set_value("grid.length", 65),
        "pair": edits.select(pair=4),
    },
    "fit": {
        "base": edits.set_param("base", 77.0),
        "offset": edits.select(offset=6),
        "table": edits.set_option("fit", FitOptions, "table", "sine"),
        "form": edits.set_option("fit", FitOptions, "form", "whole"),
        "first": edits.set_option("fit", FitOptions, "first", 7),
        "count": edits.set_option("fit", FitOptions, "count", 7),
    },
    "precision": {
        "base": edits.set_param("base", 77.0),
        "position": edits.select(position=13),
        "pair": edits.select(pair=4),
        "format": edits.set_option("precision", PrecisionOptions, "format", "bfloat16"),
        "quantity": edits.set_option("precision", PrecisionOptions, "quantity", "angle"),
        "method": edits.set_option("precision", PrecisionOptions, "method", "divide"),
        "reach": edits.set_option("precision", PrecisionOptions, "reach", 500),
    },
    "shuffle": {
        "base": edits.set_param("base", 77.0),
        "position": edits.select(position=3),
        "text": edits.set_sentence("a cat chases a dog"),
        "order": edits.reverse,
        "seed": edits.set_value("attention.embedding_seed", 1),
        "head": edits.set_value("attention.head", "random"),
        "show": edits.set_option("shuffle", ShuffleOptions, "show", "weights"),
        **LABORATORY,
    },
    "effects": {"base": edits.set_param("base", 77.0), "order": edits.reverse, **LABORATORY},
    "links": {
        "base": edits.set_param("base", 77.0),
        "order": edits.reverse,
        "position": edits.select(position=3),
        "token": edits.select(token=3),
        **LABORATORY,
    },
}
"""Edits of the default document that a view must show."""

UNSEEN: dict[str, dict[str, Edit]] = {
    "heatmap": {"order": edits.reverse, "heads": edits.set_value("attention.heads", 2)},
    "waves": {"order": edits.reverse, "layout": edits.set_param("layout", "concatenated")},
    "rotation": {"order": edits.reverse, "layout": edits.set_param("layout", "cosine_first")},
    "shuffle": {"pair": edits.select(pair=4), "length": edits.set_value("grid.length", 100)},
    "effects": {"pair": edits.select(pair=4), "position": edits.select(position=3), "offset": edits.select(offset=2)},
    "links": {"pair": edits.select(pair=4), "offset": edits.select(offset=2)},
    "base": {"order": edits.reverse, "position": edits.select(position=13)},
    "spectrum": {"position": edits.select(position=13), "offset": edits.select(offset=6)},
    "fit": {"position": edits.select(position=13), "length": edits.set_value("grid.length", 100)},
    "precision": {"offset": edits.select(offset=6), "order": edits.reverse},
}
"""Edits of the default document that leave a view as it is."""


@pytest.mark.parametrize(("view", "name"), [(view, name) for view, changes in SHOWN.items() for name in changes])
def test_a_figure_differs_when_what_it_shows_differs(view: str, name: str) -> None:
    figure = catalog.by_key(view).figure
    assert figure(SHOWN[view][name](Document())) != figure(Document())


@pytest.mark.parametrize(("view", "name"), [(view, name) for view, changes in UNSEEN.items() for name in changes])
def test_a_figure_stays_when_what_it_shows_stays(view: str, name: str) -> None:
    figure = catalog.by_key(view).figure
    document = UNSEEN[view][name](Document())
    assert document != Document()
    assert figure(document) == figure(Document())


@VIEWS
@pytest.mark.parametrize("document", [Document(), SPECIAL["odd halves"], SPECIAL["zero column selected"]])
@pytest.mark.parametrize(("x", "y"), [(-1e9, -1e9), (-0.5, -0.5), (0.0, 0.0), (3.2, 2.7), (1e9, 1e9)])
def test_any_pick_gives_a_document_and_a_read_out(view: View, document: Document, x: float, y: float) -> None:
    for axes in figure_of(view, document).axes:
        for grabbed in ("", "here", "there"):
            pick = Pick(axes.key, x, y, grabbed)
            edit = view.on_pick(document, pick)
            picked = edited(document, edit) if edit else document
            assert 0 <= picked.selection.position < picked.grid.length
            assert 0 <= picked.selection.pair < picked.pair_count
            text = view.read(document, pick)
            assert text
            assert "\n" not in text


@VIEWS
@pytest.mark.parametrize("document", SPECIAL.values(), ids=SPECIAL)
def test_there_is_a_read_out_without_a_pointer(view: View, document: Document) -> None:
    figure_of(view, document)
    assert view.read(document, None)


LAZY = [view for view in catalog.views() if view.key not in ("rotation", "compare")]


@pytest.mark.parametrize("view", LAZY, ids=lambda view: view.key)
@pytest.mark.parametrize("document", EXTREME.values(), ids=EXTREME)
def test_extreme_documents_have_figures_in_little_memory(view: View, document: Document) -> None:
    """The rotation's residual looks at every cell, and compare holds a learned table beside the others; see `work`."""
    tracemalloc.start()
    try:
        figure = figure_of(view, document)
        view.read(document, None)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert_well_formed(view, document, figure)
    assert peak < 60 * MEBIBYTE


@pytest.mark.parametrize("document", EXTREME.values(), ids=EXTREME)
def test_pixels_of_extreme_documents_take_little_memory(document: Document) -> None:
    table = next(axes for axes in catalog.by_key("heatmap").figure(document).axes if axes.key == "heatmap")
    raster = next(mark for mark in table.marks if mark.name == "values")
    assert isinstance(raster, Raster)
    tracemalloc.start()
    try:
        pixels = raster.source.sample(Rect(0, document.grid.d_model, 0, document.grid.length), 64, 16)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert np.abs(pixels).max() <= 1
    assert peak < 60 * MEBIBYTE


def test_rotation_is_little_work_once_its_residual_is_at_hand() -> None:
    """All positions of a table of 4096 × 256 are looked at, by a job, and not again while the position plays."""
    view = catalog.by_key("rotation")
    document = edits.set_param("base", 4_321.0)(Document(grid=Grid(4096, 256)))
    assert view.work(document) > 400_000
    over = next(
        mark.text
        for axes in view.figure(document).axes
        for mark in axes.marks
        if isinstance(mark, Text) and mark.name == "residual.over"
    )
    assert over == "the largest of 128 pairs, 4,091 positions"
    assert view.work(edits.select(position=100)(document)) <= 400_000


def test_catalog_names_unknown_views_in_one_line() -> None:
    for key in ("nonsense", "", "two\nlines", "x" * 1000):
        with pytest.raises(UserError, match="must be one of heatmap, waves, rotation, shuffle") as caught:
            catalog.by_key(key)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 300  # there are many views


def test_sentences_of_all_scripts_have_figures() -> None:
    for text in ("🐕 chases 🐈", "كلب يطارد قطة", "e\u0301 é", "a\tb\nc", "x " * 1999 + "x"):
        figure = catalog.by_key("shuffle").figure(Document(sentence=Sentence(text)))
        assert_well_formed(catalog.by_key("shuffle"), Document(sentence=Sentence(text)), figure)
