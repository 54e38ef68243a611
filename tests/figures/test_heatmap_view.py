"""The heatmap: picking there and back, its read-out, its profiles, zoom, and its arrays."""

import numpy as np
import pytest
from figure_marks import SPECIAL, axes_of, edited, mark_of, number
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from strategies import LAYOUTS, ODDS, documents
from tables import table_of

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.figures.heatmap import SMALLEST_REGION, HeatmapOptions
from posenc_gui.figures.heatmap import VIEW as HEATMAP
from posenc_gui.figures.sources import TableSource
from posenc_gui.figures.spec import Line, Points, Raster, Rect
from posenc_gui.figures.view import Pick

EPS = float(np.finfo(np.float64).eps)


def pair_by_words(layout: str, odd: str, d_model: int, dimension: int) -> int:
    """The pair of a column, as one would say it."""
    half = d_model // 2 if odd == "pad" else (d_model + 1) // 2
    if odd == "pad" and d_model % 2 and dimension == d_model - 1:
        return half  # the column of zeros
    return dimension // 2 if layout == "interleaved" else dimension % half


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("odd", ODDS)
@pytest.mark.parametrize("d_model", [1, 2, 7, 8, 33])
def test_a_cell_selects_its_position_and_its_pair(layout: str, odd: str, d_model: int) -> None:
    document = Document(
        params=SinusoidalParams(layout=layout, odd=odd), grid=Grid(5, d_model), selection=Selection(0, 0, 0)
    )
    for position in range(5):
        for dimension in range(d_model):
            for off_x, off_y in ((-0.49, -0.49), (0, 0), (0.49, 0.49)):
                edit = HEATMAP.on_pick(document, Pick("heatmap", dimension + off_x, position + off_y))
                assert edit
                selection = edit(document).selection
                assert selection.position == position
                assert selection.pair == pair_by_words(layout, odd, d_model, dimension)


@given(documents())
def test_the_frames_of_the_selected_pair_select_it(document: Document) -> None:
    figure = HEATMAP.figure(document)
    other = edits.select(pair=0, position=0)(document)
    frames = [mark for mark in axes_of(figure, "heatmap").marks if mark.name.startswith("pair.")]
    assert frames
    for frame in frames:
        assert isinstance(frame, Line)
        for x in np.arange(frame.x.min() + 0.5, frame.x.max(), 1.0):
            edit = HEATMAP.on_pick(other, Pick("heatmap", float(x), 0.0))
            assert edit
            assert edit(other).selection.pair == document.selection.pair


@given(documents())
def test_the_frame_of_the_playhead_selects_it(document: Document) -> None:
    frame = mark_of(HEATMAP.figure(document), "heatmap", "position")
    assert isinstance(frame, Line)
    edit = HEATMAP.on_pick(document, Pick("heatmap", 0.0, float(frame.y[0]) + 0.5))
    assert edit
    assert edit(document).selection.position == document.selection.position


def test_profiles_select_one_of_the_two() -> None:
    document = Document()
    row = HEATMAP.on_pick(document, Pick("row", 40.0, 0.3))
    column = HEATMAP.on_pick(document, Pick("column", 0.3, 40.0))
    assert row
    assert column
    assert edited(document, row).selection == Selection(12, 20, 5)
    assert edited(document, column).selection == Selection(40, 3, 5)
    assert HEATMAP.on_pick(document, Pick("elsewhere", 1.0, 1.0)) is None


@given(documents(), st.data())
def test_the_read_out_ends_in_the_cell_of_the_table(document: Document, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, document.grid.length - 1))
    dimension = data.draw(st.integers(0, document.grid.d_model - 1))
    text = HEATMAP.read(document, Pick("heatmap", dimension + 0.2, position - 0.2))
    value = HEATMAP.data(document)["values"][position, dimension]
    assert text.startswith(f"PE[{position}, {dimension}] = ")
    if value == 0 and "zeros" in text:
        return
    angle = abs(position + document.params.first_position) * document.encoded.waves.inv_freq.max()  # type: ignore[attr-defined]
    assert abs(float(text.rpartition(" = ")[2]) - value) <= 0.00005 + EPS * (2 * angle + 4)


def test_the_read_out_of_the_lesson() -> None:
    text = HEATMAP.read(Document(), Pick("heatmap", 7.0, 12.0))
    assert text == "PE[12, 7] = cos(12 / 10000^(6/64)) = cos(5.0604) = 0.3410"
    selected = HEATMAP.read(Document(), None)
    assert text in selected
    assert "PE[12, 6] = sin(12 / 10000^(6/64))" in selected
    assert HEATMAP.read(Document(), Pick("row", 7.0, 0.0)) == selected


@given(documents())
def test_profiles_are_the_selected_row_and_its_selected_cells(document: Document) -> None:
    table = HEATMAP.data(document)["values"]
    figure, selection = HEATMAP.figure(document), document.selection
    row, selected = mark_of(figure, "row", "values"), mark_of(figure, "row", "selected")
    assert isinstance(row, Line)
    assert isinstance(selected, Points)
    np.testing.assert_array_equal(row.x, np.arange(document.grid.d_model))
    np.testing.assert_array_equal(row.y, table[selection.position])
    np.testing.assert_array_equal(selected.x, document.encoded.dims_of(selection.pair))
    np.testing.assert_array_equal(selected.y, table[selection.position, selected.x.astype(int)])


def test_the_column_profile_draws_the_pair_that_is_there() -> None:
    for name, parts in {
        "default": {"sine", "cosine"},
        "odd, truncated": {"sine"},
        "odd halves": {"sine"},
        "zero column selected": set(),
    }.items():
        names = {mark.name for mark in axes_of(HEATMAP.figure(SPECIAL[name]), "column").marks}
        assert names - {"zero", "position"} == parts


def test_the_raster_has_a_fixed_scale_and_the_rectangle_of_the_table() -> None:
    for document in SPECIAL.values():
        raster = mark_of(HEATMAP.figure(document), "heatmap", "values")
        assert isinstance(raster, Raster)
        assert (raster.low, raster.high, raster.colormap) == (-1.0, 1.0, "diverging")
        assert raster.rect == Rect(-0.5, document.grid.d_model - 0.5, -0.5, document.grid.length - 0.5)
        assert raster.source == TableSource(structs.replace(document.encoded, heads=1))


def test_the_offset_has_a_frame_only_inside_the_table() -> None:
    def names(position: int, offset: int) -> set[str]:
        figure = HEATMAP.figure(edits.select(position=position, offset=offset)(Document()))
        return {mark.name for mark in axes_of(figure, "heatmap").marks}

    assert "offset" in names(12, 5)
    assert "offset" in names(12, -12)
    assert "offset" not in names(12, 0)
    assert "offset" not in names(60, 4)
    assert "offset" not in names(12, -13)


FAR = st.one_of(st.floats(-100, 300), st.floats(-1e300, 1e300))


@given(documents(), st.tuples(FAR, FAR, FAR, FAR))
def test_a_region_always_lies_in_the_table(document: Document, values: tuple[float, float, float, float]) -> None:
    zoomed = HEATMAP.zoom(Rect(*values))(document) if HEATMAP.zoom else document
    assert HEATMAP.region
    shown, grid = HEATMAP.region(zoomed), zoomed.grid
    for low, high, cells in ((shown.x0, shown.x1, grid.d_model), (shown.y0, shown.y1, grid.length)):
        assert -0.5 <= low < high <= cells - 0.5 + EPS * cells
        assert high - low >= min(SMALLEST_REGION, cells) * (1 - 4 * EPS * (cells + 1))
    axes = axes_of(HEATMAP.figure(zoomed), "heatmap")
    assert (axes.x.low, axes.x.high, axes.y.low, axes.y.high) == (shown.x0, shown.x1, shown.y0, shown.y1)


def test_zoom_there_and_back() -> None:
    assert HEATMAP.zoom
    assert HEATMAP.region
    part = Rect(3.5, 19.5, 10.5, 30.5)
    zoomed = HEATMAP.zoom(part)(Document())
    assert HEATMAP.region(zoomed) == part
    assert HEATMAP.zoom(None)(zoomed) == Document()
    assert HEATMAP.region(Document()) == Rect(-0.5, 63.5, -0.5, 63.5)
    row = mark_of(HEATMAP.figure(zoomed), "row", "values")
    assert isinstance(row, Line)
    np.testing.assert_array_equal(row.x, np.arange(4, 20))


def test_a_region_moves_into_the_table_and_keeps_its_size() -> None:
    assert HEATMAP.zoom
    assert HEATMAP.region
    assert HEATMAP.region(HEATMAP.zoom(Rect(-20.5, -10.5, 60.0, 80.0))(Document())) == Rect(-0.5, 9.5, 43.5, 63.5)
    assert HEATMAP.region(HEATMAP.zoom(Rect(10.0, 10.0, 10.0, 11.0))(Document())) == Rect(8.0, 12.0, 8.5, 12.5)


@pytest.mark.parametrize("values", [(1.0,), (1.0, 2.0, 3.0), (0.0, 1.0, 2.0, 3.0, 4.0)])
def test_a_region_of_another_number_of_values_is_refused(values: tuple[float, ...]) -> None:
    document = edits.set_option("heatmap", HeatmapOptions, "region", values)(Document())
    with pytest.raises(UserError, match=f"region has {len(values)} numbers, but must have four or none"):
        HEATMAP.figure(document)


@given(documents())
def test_arrays(document: Document) -> None:
    arrays = HEATMAP.data(document)
    assert set(arrays) == {"values", "wavelengths"}
    assert arrays["values"].shape == (document.grid.length, document.grid.d_model)
    assert np.abs(arrays["values"]).max() <= 1
    np.testing.assert_allclose(arrays["wavelengths"] * document.encoded.waves.inv_freq, 2 * np.pi, rtol=4 * EPS)


def test_a_table_beyond_memory_is_refused_with_its_size() -> None:
    with pytest.raises(UserError, match="2147483648 × 64 would take 1 TiB, but must be at most 4 GiB"):
        HEATMAP.data(Document(grid=Grid(2**31, 64)))


def test_an_odd_width_is_noted() -> None:
    assert HEATMAP.figure(Document()).notes == ()
    assert "Odd width 7" in HEATMAP.figure(SPECIAL["odd, truncated"]).notes[0]


def test_numbers_of_the_read_out_are_the_engines() -> None:
    document = Document(params=SinusoidalParams(base=100.0, first_position=3), grid=Grid(40, 10))
    text = HEATMAP.read(document, Pick("heatmap", 5.0, 7.0))
    angle = 10 / 100 ** (4 / 10)
    assert text == f"PE[7, 5] = cos(10 / 100^(4/10)) = cos({angle:.4f}) = {np.cos(angle):.4f}"
    assert number(text.rpartition("= ")[2]) == round(float(table_of(document.encoded)[7, 5]), 4)


@pytest.mark.parametrize("key", ["shaw", "transformer_xl", "sinusoidal", "rope", "alibi", "learned"])
def test_tables_wider_than_points_have_a_profile(key: str) -> None:
    document = edits.set_value("grid.d_model", 16_384)(edits.set_encoding(key)(Document()))
    line = mark_of(HEATMAP.figure(document), "row", "values")
    assert isinstance(line, Line)
    assert np.isfinite(line.y).any()
