"""Tables that are made row by row: their rows, the means of blocks of rows, and their columns cut out."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from rounding import EPS, gamma

from posenc_gui.engine.blocks import Blocks
from posenc_gui.engine.rows import Bits, Ramp, Rows, Stored

Floats = NDArray[np.float64]

BLOCKS = st.lists(st.tuples(st.integers(0, 400), st.integers(1, 300)), min_size=1, max_size=6)
"""First row and number of rows of some blocks."""


def starts_and_stops(blocks: list[tuple[int, int]]) -> Blocks:
    starts = np.array([first for first, _ in blocks])
    return starts, starts + np.array([count for _, count in blocks])


def row_means(table: Rows, rows: Blocks) -> Floats:
    """Means over blocks of rows, column by column."""
    columns = np.arange(table.width)
    return np.asarray(table.block_means(rows, (columns, columns + 1)), dtype=np.float64)


def plain_means(table: Rows, blocks: list[tuple[int, int]]) -> Floats:
    """Means by adding up the rows that exist, NaN where none does."""
    found = []
    for first, count in blocks:
        rows = table.values(np.arange(first, first + count))
        there = rows[~np.isnan(rows[:, 0])]
        found.append([math.fsum(column) / len(there) if len(there) else math.nan for column in there.T.tolist()])
        if not len(there):
            found[-1] = [math.nan] * table.width
    return np.array(found)


@given(st.integers(1, 6), st.floats(-10, 10), BLOCKS)
def test_ramp_grows_evenly_and_its_means_are_those_of_the_rows(
    width: int, slope: float, blocks: list[tuple[int, int]]
) -> None:
    ramp = Ramp(width, slope)
    np.testing.assert_array_equal(ramp.values([0, 1, 7]), np.outer([0, slope, 7 * slope], np.ones(width)))
    largest = abs(slope) * 700
    np.testing.assert_allclose(
        row_means(ramp, starts_and_stops(blocks)), plain_means(ramp, blocks), rtol=0, atol=4 * EPS * largest
    )


@given(st.lists(st.integers(0, 61), min_size=1, max_size=9), st.lists(st.integers(0, 2**31), min_size=1, max_size=5))
def test_bits_are_the_digits_of_the_row(digits: list[int], rows: list[int]) -> None:
    expected = [[int(f"{row:064b}"[-1 - digit]) for digit in digits] for row in rows]
    np.testing.assert_array_equal(Bits(np.array(digits)).values(rows), expected)


@given(st.lists(st.integers(0, 61), min_size=1, max_size=9), BLOCKS)
def test_means_of_bits_are_the_share_of_ones(digits: list[int], blocks: list[tuple[int, int]]) -> None:
    bits = Bits(np.array(digits))
    np.testing.assert_array_equal(row_means(bits, starts_and_stops(blocks)), plain_means(bits, blocks))


@given(st.integers(0, 2**31), st.integers(1, 2**31), st.integers(0, 40))
def test_means_of_bits_over_blocks_too_large_to_add_up(first: int, count: int, digit: int) -> None:
    """Ones of a digit come in runs of 2^digit: whole periods are counted, and the ends run by run."""
    half = 1 << digit
    period = 2 * half

    def ones_below(limit: int) -> int:
        return limit // period * half + min(max(limit % period - half, 0), half)

    found = row_means(Bits(np.array([digit])), (np.array([first]), np.array([first + count])))
    assert found[0, 0] == (ones_below(first + count) - ones_below(first)) / count


def stored(rows: int, width: int, seed: int, dtype: str = "f8") -> Stored:
    return Stored(np.random.default_rng(seed).standard_normal((rows, width)).astype(dtype))


@given(st.integers(1, 300), st.integers(1, 5), st.sampled_from(("f2", "f4", "f8")), BLOCKS, st.integers(0, 99))
def test_stored_means_are_those_of_the_rows_that_exist(
    rows: int, width: int, dtype: str, blocks: list[tuple[int, int]], seed: int
) -> None:
    """A mean is the difference of two running sums of at most `rows` numbers, by the number of rows."""
    table = stored(rows, width, seed, dtype)
    found, plain = row_means(table, starts_and_stops(blocks)), plain_means(table, blocks)
    np.testing.assert_array_equal(np.isnan(found), np.isnan(plain))
    bound = 2 * gamma(rows + 2) * np.abs(table.array.astype(np.float64)).sum(axis=0).max() + EPS
    np.testing.assert_allclose(found, plain, rtol=0, atol=bound)


@given(st.integers(1, 200), st.lists(st.integers(-5, 400), min_size=1, max_size=8))
def test_rows_past_the_end_of_a_stored_table_do_not_exist(rows: int, wanted: list[int]) -> None:
    table = stored(rows, 3, 0)
    found = table.values(wanted)
    for row, values in zip(wanted, found, strict=True):
        if 0 <= row < rows:
            np.testing.assert_array_equal(values, table.array[row])
        else:
            assert np.isnan(values).all()


@given(st.sampled_from(("ramp", "bits", "stored")), BLOCKS, st.data())
def test_narrowed_tables_give_the_columns_of_the_whole_one(
    kind: str, blocks: list[tuple[int, int]], data: st.DataObject
) -> None:
    """Cut once and cut again: rows, and means to rounding, are those of the same columns of the whole table."""
    tables: dict[str, Rows] = {"ramp": Ramp(9, 0.3), "bits": Bits(np.arange(9)), "stored": stored(130, 9, 1)}
    table = tables[kind]
    first = data.draw(st.integers(0, 8))
    last = data.draw(st.integers(first + 1, 9))
    again = data.draw(st.integers(first, last - 1))
    cut = table.narrowed(first, last).narrowed(again - first, last - first)
    rows, ends = np.array([0, 5, 63, 64, 129, 130]), starts_and_stops(blocks)
    assert cut.width == last - again
    np.testing.assert_array_equal(cut.values(rows), table.values(rows)[:, again:last])
    sums = 4 * 130 if kind == "stored" else 0  # of magnitudes over all rows: numbers may be added in another order
    np.testing.assert_allclose(
        row_means(cut, ends), row_means(table, ends)[:, again:last], rtol=0, atol=2 * gamma(132) * sums
    )


def test_sums_over_a_stored_table_are_made_once_for_all_its_parts() -> None:
    table = stored(500, 8, 2)
    parts = [table.narrowed(0, 4), table.narrowed(2, 8).narrowed(1, 3)]
    first, second = (part._chunk_sums for part in parts)
    assert first is second
    assert first is table._chunk_sums


def test_largest_magnitude_is_that_of_all_rows() -> None:
    array = np.zeros((5000, 2))
    array[4999, 1] = -7
    assert Stored(array).largest == 7


@pytest.mark.parametrize("rows", [64, 65, 128, 129])
def test_whole_chunks_and_their_borders(rows: int) -> None:
    table = stored(rows, 2, 3)
    found = row_means(table, (np.array([0, 64, 63]), np.array([rows, 65, 64])))
    np.testing.assert_allclose(found[0], table.array.mean(axis=0), rtol=0, atol=1e-14)
    np.testing.assert_allclose(found[2], table.array[63], rtol=0, atol=1e-13)
    assert np.isnan(found[1]).all() == (rows == 64)
