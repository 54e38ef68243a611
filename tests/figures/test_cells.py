"""Single cells, samples in place of means, and profiles of more cells than points."""

import numpy as np
import pytest
from figure_marks import axes_of, mark_of
from tables import table_of

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection
from posenc_gui.engine.grid import Grid
from posenc_gui.figures import profiles
from posenc_gui.figures.cells import MOST_COLUMNS, MOST_ROWS
from posenc_gui.figures.heatmap import VIEW as HEATMAP
from posenc_gui.figures.heatmap import HeatmapOptions
from posenc_gui.figures.spec import Line, Raster, Rect, Text


def zoomed(document: Document, rect: Rect) -> Document:
    assert HEATMAP.zoom
    return HEATMAP.zoom(rect)(document)


def texts_of(document: Document) -> dict[tuple[float, float], str]:
    marks = axes_of(HEATMAP.figure(document), "heatmap").marks
    return {mark.at: mark.text for mark in marks if isinstance(mark, Text) and mark.name.startswith("cell.")}


def test_few_cells_are_printed_with_their_exact_values() -> None:
    document = Document(grid=Grid(10**6, 4096))
    texts = texts_of(zoomed(document, Rect(2.5, 12.5, 99_999.5, 100_007.5)))
    expected = document.encoded.waves.values(np.arange(100_000, 100_008))[:, 3:13]
    assert len(texts) == 80
    for (row, column), value in np.ndenumerate(expected):
        assert texts[column + 3, row + 100_000] == f"{value:z.2f}".replace("-", "−")


def test_cells_that_show_in_part_are_printed_too() -> None:
    texts = texts_of(zoomed(Document(), Rect(2.2, 6.6, 9.9, 14.1)))
    assert set(texts) == {(column, row) for column in range(2, 8) for row in range(10, 15)}


@pytest.mark.parametrize(("columns", "rows", "printed"), [(0, 0, True), (1, 0, False), (0, 1, False)])
def test_many_cells_are_not_printed(columns: int, rows: int, printed: bool) -> None:
    part = Rect(-0.5, MOST_COLUMNS + columns - 0.5, 9.5, MOST_ROWS + rows + 9.5)
    document = zoomed(Document(), part)
    assert bool(texts_of(document)) == printed
    assert any(mark.name == "cells" for mark in axes_of(HEATMAP.figure(document), "heatmap").marks) == printed


def test_borders_run_between_all_cells() -> None:
    borders = mark_of(HEATMAP.figure(zoomed(Document(), Rect(1.5, 5.5, 2.5, 8.5))), "heatmap", "cells")
    assert isinstance(borders, Line)
    assert borders.connect == "pairs"
    segments = {
        ((x0, y0), (x1, y1))
        for x0, y0, x1, y1 in zip(borders.x[::2], borders.y[::2], borders.x[1::2], borders.y[1::2], strict=True)
    }
    assert segments == {((x + 0.5, 2.5), (x + 0.5, 8.5)) for x in range(1, 6)} | {
        ((1.5, y + 0.5), (5.5, y + 0.5)) for y in range(2, 9)
    }


def test_small_numbers_have_more_decimals_and_missing_rows_none() -> None:
    learned = edits.changed(edits.set_encoding("learned")(Document()), grid=Grid(20, 8))
    learned = edits.set_param("rows", 16)(learned)
    texts = texts_of(learned)
    assert set(texts) == set()  # all 20 rows are too many
    texts = texts_of(zoomed(learned, Rect(-0.5, 7.5, 9.5, 19.5)))
    assert {row for _, row in texts} == set(range(10, 16))
    assert texts[3, 12] == f"{table_of(learned.encoded)[12, 3]:z.4f}".replace("-", "−")


def test_samples_are_a_choice_that_is_noted_where_cells_share_pixels() -> None:
    sampled = edits.set_option("heatmap", HeatmapOptions, "pixels", "sample")
    large = Document(grid=Grid(100_000, 64))
    raster = mark_of(HEATMAP.figure(sampled(large)), "heatmap", "values")
    assert isinstance(raster, Raster)
    pixels = raster.source.sample(Rect(0, 64, 0, 100_000), 64, 100)
    expected = large.encoded.waves.values(np.arange(500, 100_000, 1000))
    np.testing.assert_allclose(pixels, expected, rtol=0, atol=1e-6)
    assert "aliasing" in HEATMAP.figure(sampled(large)).notes[0]
    assert HEATMAP.figure(sampled(Document())).notes == ()
    assert HEATMAP.figure(large).notes == ()


def test_a_row_of_more_columns_than_points_is_drawn_by_its_range() -> None:
    document = Document(grid=Grid(64, 10_001), selection=Selection(30, 3, 5))
    line = mark_of(HEATMAP.figure(document), "row", "values")
    assert isinstance(line, Line)
    assert len(line.x) == profiles.MOST_POINTS
    values = document.encoded.waves.values([30])[0]
    edges = np.linspace(0, 10_001, profiles.MOST_POINTS // 2 + 1).astype(int)
    np.testing.assert_array_equal(line.y[0::2], np.minimum.reduceat(values, edges[:-1]))
    np.testing.assert_array_equal(line.y[1::2], np.maximum.reduceat(values, edges[:-1]))
    np.testing.assert_array_equal(line.x[0::2], (edges[:-1] + edges[1:] - 1) / 2)


def test_a_column_of_more_rows_than_points_is_drawn_by_its_range() -> None:
    document = edits.set_param("rows", 5000)(edits.set_encoding("learned")(Document(grid=Grid(6000, 8))))
    line = mark_of(HEATMAP.figure(document), "column", "column.0")
    assert isinstance(line, Line)
    column = table_of(document.encoded)[:5000, 6]
    assert (line.x.min(), line.x.max()) == (column.min(), column.max())
    assert line.y.max() < 5005  # what does not exist is not drawn
