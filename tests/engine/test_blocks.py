"""Tables and means over blocks in float32 against the formula, within the bounds that are promised."""

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import LAYOUTS, ODDS, grids, sinusoidal_params

from posenc_gui.engine.blocks import Blocks, block_means, columns_of, table32
from posenc_gui.engine.encodings import sinusoidal
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.waves import Waves

EPS = float(np.finfo(np.float64).eps)
U32 = 2.0**-24
FAR = 2**31


def angle_error(waves: Waves, first: int, last: int) -> float:
    """How far two ways to an angle in float64 may lie apart between two rows: each rounds what it adds up.

    Beside the angle, some hundred roundings of numbers up to one stand behind a value.
    """
    farthest = max(abs(first + waves.first_position), abs(last + waves.first_position)) + (last - first)
    return EPS * (3 * farthest * float(waves.inv_freq.max(initial=0.0)) + 500)


@given(sinusoidal_params(), grids(), st.integers(-FAR, FAR), st.integers(1, 300))
def test_a_table_is_that_of_the_formula(params: SinusoidalParams, grid: Grid, first: int, length: int) -> None:
    waves = sinusoidal.waves(params, grid)
    table = table32(waves, first, length)
    assert table.dtype == np.float32
    expected = waves.values(np.arange(first, first + length))
    bound = (2 + math.sqrt(5)) * U32 + angle_error(waves, first, first + length)
    np.testing.assert_allclose(table, expected, rtol=0, atol=bound)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("odd", ODDS)
@pytest.mark.parametrize("d_model", [1, 2, 255, 256])
def test_every_layout_goes_through_the_same_engine(layout: str, odd: str, d_model: int) -> None:
    waves = sinusoidal.waves(SinusoidalParams(layout=layout, odd=odd), Grid(1000, d_model))
    bound = (2 + math.sqrt(5)) * U32 + angle_error(waves, 0, 1000)
    np.testing.assert_allclose(table32(waves, 0, 1000), waves.values(np.arange(1000)), rtol=0, atol=bound)


@st.composite
def blocks(draw: st.DrawFn, low: int, high: int, most: int = 30) -> Blocks:
    """Blocks in rising order between two numbers, of any size, apart, adjacent or overlapping."""
    starts = sorted(draw(st.lists(st.integers(low, high - 1), min_size=1, max_size=most)))
    stops = [draw(st.integers(start + 1, min(start + 60, high))) for start in starts]
    return np.array(starts), np.maximum.accumulate(stops)


def plain_means(waves: Waves, rows: Blocks, columns: Blocks) -> NDArray[np.float64]:
    """Each mean over a slice of the table."""
    found = []
    for start, stop in zip(*rows, strict=True):
        table = waves.values(np.arange(start, stop))
        found.append([table[:, left:right].mean() for left, right in zip(*columns, strict=True)])
    return np.array(found)


def pairs_under(waves: Waves, columns: Blocks) -> int:
    """The most pairs that have a column in one block."""
    return max(len({waves.pair_of(dim) for dim in range(left, right)}) for left, right in zip(*columns, strict=True))


@given(sinusoidal_params(), grids(), st.sampled_from([0, 10**6, FAR - 200, -FAR]), st.data())
def test_means_are_those_of_the_cells(params: SinusoidalParams, grid: Grid, first: int, data: st.DataObject) -> None:
    waves = sinusoidal.waves(params, grid)
    rows = data.draw(blocks(first, first + 200))
    columns = data.draw(blocks(0, grid.d_model))
    bound = (2 * pairs_under(waves, columns) + 3) * U32 + angle_error(waves, first, first + 200)
    np.testing.assert_allclose(
        block_means(waves, rows, columns), plain_means(waves, rows, columns), rtol=0, atol=bound + EPS * grid.d_model
    )


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("length", "d_model", "height", "width"),
    [
        (3000, 2050, 97, 33),
        (513, 1031, 200, 1),
        (40, 9, 1, 9),
        (700, 611, 97, 400),
        (700, 611, 97, 611),
        (700, 612, 97, 612),
    ],
)
def test_means_of_a_whole_picture(layout: str, length: int, d_model: int, height: int, width: int) -> None:
    """Many groups of rows and bands of columns, and pixels of one or two columns."""
    waves = sinusoidal.waves(SinusoidalParams(layout=layout, first_position=-77), Grid(length, d_model))
    row_edges, column_edges = (
        np.linspace(0, cells, pixels + 1).round().astype(np.int64)
        for cells, pixels in ((length, height), (d_model, width))
    )
    table = waves.values(np.arange(length))
    sums = np.add.reduceat(np.add.reduceat(table, row_edges[:-1], axis=0), column_edges[:-1], axis=1)
    expected = sums / np.multiply.outer(np.diff(row_edges), np.diff(column_edges))
    rows, columns = (row_edges[:-1], row_edges[1:]), (column_edges[:-1], column_edges[1:])
    bound = (2 * pairs_under(waves, columns) + 3) * U32 + angle_error(waves, 0, length) + EPS * length * d_model
    np.testing.assert_allclose(block_means(waves, rows, columns), expected, rtol=0, atol=bound)


def test_rows_may_be_left_out_and_repeated() -> None:
    waves = sinusoidal.waves(SinusoidalParams(), Grid(10, 4))
    rows, columns = np.array([4, 6, 6]), np.array([0, 3, 3])
    means = block_means(waves, (rows, rows + 1), (columns, columns + 1))
    np.testing.assert_allclose(means, waves.values(rows)[:, columns], rtol=0, atol=5 * U32)


def test_a_whole_turn_per_row_leaves_a_constant_column_whatever_the_block() -> None:
    """The frequency 2π makes each row the same, and so each mean."""
    waves = sinusoidal.waves(SinusoidalParams(min_timescale=2 * math.pi), Grid(100, 2))
    rows = np.array([0, 0, 3, 10]), np.array([1, 2, 10, 31])
    means = block_means(waves, rows, (np.array([0, 1]), np.array([1, 2])))
    np.testing.assert_allclose(means[:, 1], 1, rtol=0, atol=5 * U32)


def test_a_table_without_waves_is_zero() -> None:
    waves = sinusoidal.waves(SinusoidalParams(odd="pad"), Grid(5, 1))
    one = np.array([0]), np.array([5])
    np.testing.assert_array_equal(table32(waves, 3, 2), np.zeros((2, 1)))
    np.testing.assert_array_equal(block_means(waves, one, (np.array([0]), np.array([1]))), [[0]])


@given(blocks(0, 50))
def test_columns_of_blocks_are_listed_block_by_block(chosen: Blocks) -> None:
    block, column = columns_of(chosen)
    expected = [(n, at) for n, (start, stop) in enumerate(zip(*chosen, strict=True)) for at in range(start, stop)]
    assert list(zip(block.tolist(), column.tolist(), strict=True)) == expected


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("d_model", [4096, 65_536])
def test_memory_is_that_of_the_picture(layout: str, d_model: int) -> None:
    """Beside the result, 560 rows of 950 float32, working arrays take a few MB however large the table is."""
    waves = sinusoidal.waves(SinusoidalParams(layout=layout), Grid(2**31, d_model))
    rows, columns = (
        np.linspace(0, cells, pixels + 1).astype(np.int64) for cells, pixels in ((2**31, 560), (d_model, 950))
    )
    tracemalloc.start()
    means = block_means(waves, (rows[:-1], rows[1:]), (columns[:-1], columns[1:]))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak - means.nbytes < 10 * 2**20
