"""Pixels of a raster against plain means over the whole table."""

import math
import tracemalloc
import warnings

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import structs
from numpy.typing import NDArray
from strategies import LAYOUTS, grids, sinusoidal_params
from tables import table_of

from posenc_gui.engine import encodings
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encodings.alibi import AlibiParams
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.encodings.relative import ShawParams, TransformerXlParams
from posenc_gui.engine.encodings.rope import RopeParams
from posenc_gui.engine.encodings.simple import BinaryParams, NoParams
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.encodings.t5 import T5Params
from posenc_gui.engine.grid import Grid
from posenc_gui.figures.sources import (
    AnglesSource,
    BiasSource,
    CellSource,
    Pixels,
    TableSource,
    VectorsSource,
    pixel_edges,
)
from posenc_gui.figures.spec import Rect

EPS = float(np.finfo(np.float64).eps)
Floats = NDArray[np.float64]


def cells_under(low: float, high: float, pixel: int, pixels: int, cells: int) -> range:
    """The cells that a pixel stands for, in words: those between its rounded edges, or the one under its centre."""
    size = (high - low) / pixels
    if size < 1:
        return cell_under_centre(low, high, pixel, pixels, cells)
    first, stop = (math.floor(low + edge * size + 0.5) for edge in (pixel, pixel + 1))
    first, stop = min(max(first, 0), cells - 1), min(max(stop, 0), cells)
    return range(first, max(stop, first + 1))


def cell_under_centre(low: float, high: float, pixel: int, pixels: int, cells: int) -> range:
    """The one cell under the centre of a pixel."""
    under = math.floor(low + (pixel + 0.5) * ((high - low) / pixels))
    return range(min(max(under, 0), cells - 1), min(max(under, 0), cells - 1) + 1)


def plain_sample(table: Floats, region: Rect, width: int, height: int, kind: Pixels = "mean") -> Floats:
    """Each pixel as the mean of a slice of the table, of the rows that exist; or as one cell."""
    under = cells_under if kind == "mean" else cell_under_centre
    rows = [under(region.y0, region.y1, pixel, height, table.shape[0]) for pixel in range(height)]
    columns = [under(region.x0, region.x1, pixel, width, table.shape[1]) for pixel in range(width)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # NumPy warns of the mean of nothing, which is meant here
        return np.array([[np.nanmean(table[r.start : r.stop, c.start : c.stop]) for c in columns] for r in rows])


PIXELS: tuple[Pixels, ...] = ("mean", "sample")


def bound(encoded: Encoded, columns: int) -> float:
    """How far pixels in float32 and means in float64 may lie apart, where a pixel has so many columns.

    The bound of `blocks.block_means`, and for the angles: (p + first) · w is rounded at most three times, w itself once
    where the mean's formula uses it apart from p. Sums over the cells may lose ε for each.
    """
    waves, grid = encoded.waves, encoded.grid
    farthest = abs(waves.first_position) + 2 * grid.length
    angle = farthest * float(waves.inv_freq.max(initial=0.0))
    return (2 * columns + 3) * 2.0**-24 + EPS * (4 * angle + 500 + grid.length + grid.d_model)


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


@given(cases(), st.sampled_from(PIXELS))
@example((Encoded("sinusoidal", SinusoidalParams(), Grid(30, 30)), Rect(3, 42, -2, 40), 3, 4), "mean")
def test_pixels_are_means_or_samples_of_the_cells_under_them(
    case: tuple[Encoded, Rect, int, int], kind: Pixels
) -> None:
    encoded, region, width, height = case
    pixels = TableSource(encoded, kind).sample(region, width, height)
    assert pixels.shape == (height, width)
    expected = plain_sample(table_of(encoded), region, width, height, kind)
    np.testing.assert_allclose(pixels, expected, rtol=0, atol=bound(encoded, encoded.grid.d_model))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("d_model", [1, 2, 7, 64])
@pytest.mark.parametrize("length", [1, 2, 63])
def test_one_pixel_per_cell_is_the_table(layout: str, d_model: int, length: int) -> None:
    encoded = Encoded("sinusoidal", SinusoidalParams(layout=layout), Grid(length, d_model))
    pixels = TableSource(encoded).sample(Rect(0, d_model, 0, length), d_model, length)
    np.testing.assert_allclose(pixels, table_of(encoded), rtol=0, atol=bound(encoded, 1))


def test_cells_repeat_when_zoomed_in() -> None:
    encoded = Encoded("sinusoidal", SinusoidalParams(), Grid(50, 20))
    pixels = TableSource(encoded).sample(Rect(3, 7, 10, 13), 40, 24)
    repeated = np.repeat(np.repeat(table_of(encoded)[10:13, 3:7], 8, 0), 10, 1)
    np.testing.assert_allclose(pixels, repeated, rtol=0, atol=bound(encoded, 1))


def test_one_pixel_is_the_mean_of_the_table() -> None:
    encoded = Encoded("sinusoidal", SinusoidalParams(), Grid(1001, 33))
    pixel = TableSource(encoded).sample(Rect(0, 33, 0, 1001), 1, 1)
    assert pixel.shape == (1, 1)
    assert abs(pixel[0, 0] - table_of(encoded).mean()) <= bound(encoded, 33)


def test_bands_do_not_show() -> None:
    encoded = Encoded("sinusoidal", SinusoidalParams(), Grid(3000, 4096))
    pixels = TableSource(encoded).sample(Rect(0, 4096, 0, 3000), 16, 200)
    means = table_of(encoded).reshape(200, 15, 16, 256).mean(axis=(1, 3))
    np.testing.assert_allclose(pixels, means, rtol=0, atol=bound(encoded, 256))


SOURCES: dict[str, CellSource] = {
    "learned": TableSource(Encoded("learned", LearnedParams(rows=90), Grid(100, 12))),
    "binary": TableSource(Encoded("binary", BinaryParams(), Grid(100, 12))),
    "index": TableSource(Encoded("index", NoParams(), Grid(100, 12))),
    "alibi": BiasSource(Encoded("alibi", AlibiParams(), Grid(100, 12), 4), 1),
    "t5": BiasSource(Encoded("t5", T5Params(), Grid(100, 12), 4), 3),
    "shaw": VectorsSource(Encoded("shaw", ShawParams(), Grid(100, 12), 2), 1),
    "transformer_xl": VectorsSource(Encoded("transformer_xl", TransformerXlParams(), Grid(50, 24), 2), 1),
}


@pytest.mark.parametrize("name", SOURCES)
@given(data=st.data(), kind=st.sampled_from(PIXELS))
def test_all_kinds_of_tables_are_sampled_alike(name: str, data: st.DataObject, kind: Pixels) -> None:
    """The cells themselves are compared with what encodings yield elsewhere; waves are sampled in float32."""
    source: CellSource = structs.replace(SOURCES[name], pixels=kind)  # type: ignore[type-var]
    rows, columns = source.shape
    region = data.draw(regions(Grid(rows, columns)))
    width, height = data.draw(st.integers(1, 40)), data.draw(st.integers(1, 40))
    cells = source.cells(np.arange(rows), np.arange(columns))
    expected = plain_sample(cells, region, width, height, kind)
    rounding = 1e-12 * float(np.nanmax(np.abs(cells)))
    if name == "transformer_xl":
        rounding += (2 * columns + 3) * 2.0**-24  # waves are sampled in float32; see `blocks.block_means`
    np.testing.assert_allclose(source.sample(region, width, height), expected, rtol=0, atol=rounding)


@given(data=st.data(), kind=st.sampled_from(PIXELS))
def test_an_angle_of_many_cells_is_that_of_their_mean(data: st.DataObject, kind: Pixels) -> None:
    encoded = Encoded("rope", RopeParams(base=50.0), Grid(80, 24))
    source = AnglesSource(encoded, kind)
    region = data.draw(regions(Grid(*source.shape)))
    angles = source.cells(np.arange(80), np.arange(12))
    np.testing.assert_allclose(
        np.exp(1j * angles), np.exp(1j * np.multiply.outer(np.arange(80), encoded.waves.inv_freq))
    )
    points = np.array([plain_sample(part(angles), region, 9, 7, kind) for part in (np.cos, np.sin)])
    length = np.hypot(*points)
    found = source.sample(region, 9, 7) - np.arctan2(points[1], points[0])
    turn = np.abs(np.remainder(found + np.pi, 2 * np.pi) - np.pi)
    assert (turn * length <= 1e-5).all()  # the angle of a short mean says little


@given(st.integers(0, 11), st.integers(0, 70), st.integers(1, 10))
def test_the_range_of_an_angle_holds_its_values(column: int, start: int, count: int) -> None:
    source = AnglesSource(Encoded("rope", RopeParams(base=50.0), Grid(80, 24)))
    values = source.cells(np.arange(start, start + count), np.array([column]))[:, 0]
    low, high = source.column_range(column, (np.array([start]), np.array([start + count])))
    assert low[0] - 1e-12 <= values.min() <= values.max() <= high[0] + 1e-12
    if (low[0], high[0]) != (-np.pi, np.pi):
        np.testing.assert_allclose((low[0], high[0]), (values.min(), values.max()), atol=1e-12)


@pytest.mark.parametrize("kind", PIXELS)
@pytest.mark.parametrize("name", ["sinusoidal", "rope", "alibi", "t5", "transformer_xl", "binary", "learned"])
def test_memory_is_that_of_the_picture(name: str, kind: Pixels) -> None:
    """No array is larger than some pictures of 300 × 200 in float64, though the table has thousands of times as many
    cells. Sums over a stored table are kept.
    """
    sources: dict[str, CellSource] = {
        "sinusoidal": TableSource(Encoded("sinusoidal", SinusoidalParams(), Grid(10**6, 16_384)), kind),
        "rope": AnglesSource(Encoded("rope", RopeParams(), Grid(10**6, 16_384)), kind),
        "alibi": BiasSource(Encoded("alibi", AlibiParams(), Grid(10**6, 64)), 0, kind),
        "t5": BiasSource(Encoded("t5", T5Params(), Grid(10**6, 64)), 0, kind),
        "transformer_xl": VectorsSource(Encoded("transformer_xl", TransformerXlParams(), Grid(10**6, 64)), 0, kind),
        "binary": TableSource(Encoded("binary", BinaryParams(), Grid(10**6, 16_384)), kind),
        "learned": TableSource(Encoded("learned", LearnedParams(rows=4000), Grid(4000, 512)), kind),
    }
    source, at_hand = sources[name], {"learned": 4000 * 512 * 8 * 2}
    rows, columns = source.shape
    tracemalloc.start()
    source.sample(Rect(0, columns, 0, rows), 300, 200)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= 12 * 300 * 200 * 8 + at_hand.get(name, 0)


@pytest.mark.parametrize("key", ["alibi", "t5"])
def test_the_row_of_a_bias_is_not_made_to_know_its_range(key: str) -> None:
    source = BiasSource(Encoded(key, encodings.by_key(key).params(), Grid(10**6, 64), 8), 2)
    edges = np.linspace(0, 10**6, 1001).astype(np.int64)
    tracemalloc.start()
    lows, highs = source.row_range(700, (edges[:-1], edges[1:]))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= 10**6
    values = source.cells(np.array([700]), np.arange(3000))[0]
    np.testing.assert_array_equal(lows[:3], values.reshape(3, 1000).min(axis=1))
    np.testing.assert_array_equal(highs[:3], values.reshape(3, 1000).max(axis=1))


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
