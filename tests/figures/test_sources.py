"""Pixels of a raster against plain means over the whole table."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import LAYOUTS, grids, sinusoidal_params
from tables import table_of

from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.figures.sources import TableSource, pixel_edges
from posenc_gui.figures.spec import Rect

EPS = float(np.finfo(np.float64).eps)
Floats = NDArray[np.float64]


def cells_under(low: float, high: float, pixel: int, pixels: int, cells: int) -> range:
    """The cells that a pixel stands for, in words: those between its rounded edges, or the one under its centre."""
    size = (high - low) / pixels
    if size < 1:
        under = math.floor(low + (pixel + 0.5) * size)
        return range(min(max(under, 0), cells - 1), min(max(under, 0), cells - 1) + 1)
    first, stop = (math.floor(low + edge * size + 0.5) for edge in (pixel, pixel + 1))
    first, stop = min(max(first, 0), cells - 1), min(max(stop, 0), cells)
    return range(first, max(stop, first + 1))


def plain_sample(table: Floats, region: Rect, width: int, height: int) -> Floats:
    """Each pixel as the mean of a slice of the table."""
    rows = [cells_under(region.y0, region.y1, pixel, height, table.shape[0]) for pixel in range(height)]
    columns = [cells_under(region.x0, region.x1, pixel, width, table.shape[1]) for pixel in range(width)]
    return np.array([[table[r.start : r.stop, c.start : c.stop].mean() for c in columns] for r in rows])


def bound(encoded: Encoded) -> float:
    """How far two ways to a mean may lie apart.

    An angle (p + first) · w is rounded at most twice, and w itself once where the mean's formula uses it apart from p:
    that moves a value by 3 ε · angle at most. Around it stand a fixed number of operations on numbers up to one, and
    sums over at most `height` · `d_model` cells, each of which may lose ε.
    """
    waves, grid = encoded.waves, encoded.grid
    farthest = max(abs(waves.first_position), abs(waves.first_position + grid.length))
    angle = farthest * float(waves.inv_freq.max(initial=0.0))
    return EPS * (3 * angle + 16 + grid.length + grid.d_model)


@st.composite
def regions(draw: st.DrawFn, grid: Grid) -> Rect:
    """Regions of at least a hundredth of a cell that begin anywhere inside the table or some cells outside of it."""
    spans = []
    for cells in (grid.d_model, grid.length):
        low = draw(st.floats(-3, cells + 1))
        spans += [low, low + draw(st.floats(0.01, cells + 4.0))]
    return Rect(*spans)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Encoded, Rect, int, int]:
    grid = draw(grids(longest=150, widest=19))
    params = draw(sinusoidal_params(largest_first=1000))
    return Encoded("sinusoidal", params, grid), draw(regions(grid)), draw(st.integers(1, 40)), draw(st.integers(1, 40))


@given(cases())
@example((Encoded("sinusoidal", SinusoidalParams(), Grid(30, 30)), Rect(3, 42, -2, 40), 3, 4))
def test_pixels_are_means_of_the_cells_under_them(case: tuple[Encoded, Rect, int, int]) -> None:
    encoded, region, width, height = case
    pixels = TableSource(encoded).sample(region, width, height)
    assert pixels.shape == (height, width)
    expected = plain_sample(table_of(encoded), region, width, height)
    np.testing.assert_allclose(pixels, expected, rtol=0, atol=bound(encoded))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("d_model", [1, 2, 7, 64])
@pytest.mark.parametrize("length", [1, 2, 63])
def test_one_pixel_per_cell_is_the_table(layout: str, d_model: int, length: int) -> None:
    encoded = Encoded("sinusoidal", SinusoidalParams(layout=layout), Grid(length, d_model))
    pixels = TableSource(encoded).sample(Rect(0, d_model, 0, length), d_model, length)
    np.testing.assert_array_equal(pixels, table_of(encoded))


def test_cells_repeat_when_zoomed_in() -> None:
    encoded = Encoded("sinusoidal", SinusoidalParams(), Grid(50, 20))
    pixels = TableSource(encoded).sample(Rect(3, 7, 10, 13), 40, 24)
    np.testing.assert_array_equal(pixels, np.repeat(np.repeat(table_of(encoded)[10:13, 3:7], 8, 0), 10, 1))


def test_one_pixel_is_the_mean_of_the_table() -> None:
    encoded = Encoded("sinusoidal", SinusoidalParams(), Grid(1001, 33))
    region = Rect(0, 33, 0, 1001)
    pixel = TableSource(encoded).sample(region, 1, 1)
    assert pixel.shape == (1, 1)
    assert abs(pixel[0, 0] - table_of(encoded).mean()) <= bound(encoded)


def test_bands_do_not_show() -> None:
    encoded = Encoded("sinusoidal", SinusoidalParams(), Grid(3000, 4096))
    region = Rect(0, 4096, 0, 3000)
    pixels = TableSource(encoded).sample(region, 16, 200)
    np.testing.assert_allclose(
        pixels,
        table_of(encoded).reshape(200, 15, 16, 256).mean(axis=(1, 3)),
        rtol=0,
        atol=bound(encoded),
    )


def test_sources_compare_as_values() -> None:
    grid = Grid(8, 8)
    assert TableSource(Encoded("sinusoidal", SinusoidalParams(), grid)) == TableSource(
        Encoded("sinusoidal", SinusoidalParams(), grid)
    )
    assert TableSource(Encoded("sinusoidal", SinusoidalParams(), grid)) != TableSource(
        Encoded("sinusoidal", SinusoidalParams(base=2.0), grid)
    )


@given(st.floats(-10, 300), st.floats(0.001, 400), st.integers(1, 500), st.integers(1, 250))
def test_every_pixel_covers_at_least_one_cell_of_the_table(low: float, size: float, pixels: int, cells: int) -> None:
    starts, stops = pixel_edges(low, low + size, pixels, cells)
    assert len(starts) == len(stops) == pixels
    assert (starts >= 0).all()
    assert (stops > starts).all()
    assert (stops <= cells).all()
    assert (np.diff(starts) >= 0).all()


@given(st.integers(1, 300), st.integers(1, 300))
def test_pixels_share_out_all_cells_of_the_whole(cells: int, pixels: int) -> None:
    starts, stops = pixel_edges(0, cells, pixels, cells)
    covered = np.zeros(cells, dtype=np.int64)
    for start, stop in zip(starts, stops, strict=True):
        covered[start:stop] += 1
    if pixels <= cells:
        assert (covered == 1).all()
    else:
        assert (covered >= 1).all()
