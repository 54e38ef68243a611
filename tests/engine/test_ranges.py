"""Tables by other rules and tables that are stored: means and ranges against plain loops."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.engine.blocks import Blocks
from posenc_gui.engine.diagonals import Toeplitz
from posenc_gui.engine.encodings import sinusoidal
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.rows import Bits, Floats, Ramp, Rows, Stored

WIDTH, LENGTH = 7, 150
NUMBERS = np.random.default_rng(0).standard_normal((LENGTH, WIDTH))
TABLES: dict[str, Rows] = {
    "ramp": Ramp(WIDTH, 0.25),
    "bits": Bits(np.array([0, 1, 2, 6, 1, 61, 3])),
    "stored": Stored(NUMBERS),
    "stored, float32": Stored(NUMBERS.astype(np.float32)),
    "stored, cut": Stored(np.pad(NUMBERS, ((0, 0), (2, 3)))).narrowed(2, WIDTH + 2),
    "waves": sinusoidal.waves(SinusoidalParams(base=20.0), Grid(LENGTH, WIDTH)),
}
KINDS = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


@st.composite
def blocks(draw: st.DrawFn, cells: int) -> Blocks:
    """Blocks in rising order that begin below a number."""
    starts = sorted(draw(st.lists(st.integers(0, cells - 1), min_size=1, max_size=12)))
    stops = [draw(st.integers(start + 1, cells)) for start in starts]
    return np.array(starts), np.maximum.accumulate(stops)


def plain(table: Rows, rows: Blocks, column: int) -> list[Floats]:
    """The values of a column in each block that exist."""
    found = [table.values(np.arange(start, stop))[:, column] for start, stop in zip(*rows, strict=True)]
    return [values[~np.isnan(values)] for values in found]


@KINDS
@given(rows=blocks(LENGTH + 40), columns=blocks(WIDTH))
def test_means_are_those_of_the_cells_that_exist(table: Rows, rows: Blocks, columns: Blocks) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # NumPy warns of the mean of nothing, which is meant here
        expected = [
            [
                np.nanmean(table.values(np.arange(start, stop))[:, left:right])
                for left, right in zip(*columns, strict=True)
            ]
            for start, stop in zip(*rows, strict=True)
        ]
    rounding = 1e-6 if table is TABLES["waves"] else 1e-12
    np.testing.assert_allclose(table.block_means(rows, columns), expected, rtol=0, atol=rounding)


@KINDS
@given(rows=blocks(LENGTH + 40), column=st.integers(0, WIDTH - 1))
def test_ranges_hold_all_values_of_a_column_and_no_more(table: Rows, rows: Blocks, column: int) -> None:
    """Waves are followed between the rows, too, so their range may be wider."""
    for values, low, high in zip(plain(table, rows, column), *table.column_range(column, rows), strict=True):
        if len(values) == 0:
            assert np.isnan(low)
            assert np.isnan(high)
        elif table is TABLES["waves"]:
            assert low - 1e-14 <= values.min() <= values.max() <= high + 1e-14
        else:
            assert (low, high) == (values.min(), values.max())


def toeplitz(near: int, length: int = 30) -> tuple[Toeplitz, Floats]:
    """A matrix of seeded numbers that go on in even steps from a distance on, and the same made whole."""
    inner = np.random.default_rng(near).standard_normal(2 * near + 3)
    steps = np.arange(1, length)
    before, after = (end + steps * (end - last) for end, last in (inner[:2], inner[:-3:-1]))
    line, middle = np.concatenate([before[::-1], inner, after]), len(steps) + near + 1
    places = np.arange(length)
    matrix = Toeplitz(lambda relative: line[middle + relative], length, near)
    return matrix, line[middle + places - places[:, np.newaxis]]


@given(blocks(30), blocks(30), st.sampled_from([0, 1, 4, 28, 29, 60]))
def test_means_of_a_toeplitz_matrix(rows: Blocks, columns: Blocks, near: int) -> None:
    matrix, whole = toeplitz(near)
    expected = [
        [whole[top:bottom, left:right].mean() for left, right in zip(*columns, strict=True)]
        for top, bottom in zip(*rows, strict=True)
    ]
    np.testing.assert_allclose(matrix.block_means(rows, columns), expected, rtol=0, atol=1e-10)


@given(blocks(30), st.integers(0, 29), st.sampled_from([0, 1, 4, 28, 29, 60]))
def test_ranges_of_a_toeplitz_matrix(edges: Blocks, place: int, near: int) -> None:
    matrix, whole = toeplitz(near)
    for line, found in (
        (whole[:, place], matrix.column_range(place, edges)),
        (whole[place], matrix.row_range(place, edges)),
    ):
        for start, stop, low, high in zip(*edges, *found, strict=True):
            assert low == line[start:stop].min()
            assert high == line[start:stop].max()
    assert matrix.largest == np.abs(whole).max()


@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_small_toeplitz_matrix_ends_before_its_even_steps(length: int) -> None:
    matrix, whole = toeplitz(4, length)
    every = np.arange(length), np.arange(1, length + 1)
    np.testing.assert_allclose(matrix.block_means(every, every), whole, rtol=0, atol=1e-14)
    np.testing.assert_array_equal(matrix.values(every[0], every[0]), whole)


def test_the_largest_magnitude_of_a_stored_table() -> None:
    assert Stored(np.array([[1.0, -3.0], [2.0, 0.0]])).largest == 3.0
    assert Stored(np.array([[1.0, -3.0], [4.0, 0.0]])).largest == 4.0
