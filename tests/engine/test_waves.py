"""Tables and their columns against plain loops, against fifty digits, and against the laws they obey."""

import itertools
import math
from decimal import Decimal

import numpy as np
import pytest
from exact import cosine, sine
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import DENOMINATORS, LAYOUTS, ODDS, grids, sinusoidal_params

from posenc_gui.engine.encodings import sinusoidal
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.waves import ABSENT, Waves, sine_range

EPS = float(np.finfo(np.float64).eps)
CELL = 4 * EPS
"""More than sine and cosine themselves may be off."""


def plain_cell(params: SinusoidalParams, grid: Grid, row: int, column: int) -> float:
    """One cell of the table, straight from the words of the convention."""
    d = grid.d_model
    if d % 2 and params.odd == "pad":
        if column == d - 1:
            return 0.0
        built = d - 1
    else:
        built = d + d % 2
    half = built // 2
    if params.layout == "interleaved":
        i, is_sine = column // 2, column % 2 == 0
    else:
        i, is_sine = column % half, (column < half) == (params.layout == "concatenated")
    if params.denominator == "tensor2tensor":
        exponent = i / max(half - 1, 1)
    else:
        exponent = 2 * i / (d if params.odd == "truncate" else built)
    angle = (row + params.first_position) * (params.min_timescale * params.base**-exponent)
    return math.sin(angle) if is_sine else math.cos(angle)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("denominator", DENOMINATORS)
@pytest.mark.parametrize("odd", ODDS)
@pytest.mark.parametrize("d_model", [1, 2, 3, 7, 8, 13])
def test_table_is_what_plain_loops_give(layout: str, denominator: str, odd: str, d_model: int) -> None:
    for base, factor, first in itertools.product((10_000.0, 2.5), (1.0, 0.3, 8.0), (0, 7, -3)):
        params = SinusoidalParams(base, layout, denominator, odd, factor, first)
        grid = Grid(9, d_model)
        plain = [[plain_cell(params, grid, row, column) for column in range(d_model)] for row in range(9)]
        # Powers may be a unit in the last place apart, and the angle is as much off: 15 · factor at most.
        np.testing.assert_allclose(sinusoidal.evaluate(params, grid).values, plain, rtol=0, atol=4 * 15 * 8 * EPS)


@given(sinusoidal_params(), grids(), st.integers(0, 2**31), st.data())
def test_cells_are_right_to_the_rounding_of_their_angle(
    params: SinusoidalParams, grid: Grid, row: int, data: st.DataObject
) -> None:
    """Compared with fifty digits, a cell is off by the rounding of its angle and of the sine.

    Roundings of u = eps / 2 each: the exponent, which the power multiplies by ln(base); the power (2 u); the factor;
    the angle. So the angle is off by (ln(base) + 4) u of itself at most.
    """
    waves = sinusoidal.waves(params, grid)
    assume(waves.pairs)
    pair = data.draw(st.integers(0, waves.pairs - 1))
    exponent = Decimal(exponent_of(params, grid, pair)[0]) / exponent_of(params, grid, pair)[1]
    frequency = Decimal(params.min_timescale) * Decimal(params.base) ** -exponent
    angle = (row + params.first_position) * frequency
    bound = (math.log(params.base) + 4) * EPS / 2 * abs(float(angle)) + CELL
    values = waves.values([row])[0]
    for column, exact in ((waves.sine_dims[pair], sine(angle)), (waves.cosine_dims[pair], cosine(angle))):
        if column != ABSENT:
            assert abs(values[column] - float(exact)) <= bound


def exponent_of(params: SinusoidalParams, grid: Grid, pair: int) -> tuple[int, int]:
    """Numerator and denominator of a pair's exponent."""
    if params.denominator == "tensor2tensor":
        return pair, max(sinusoidal.pair_count(params, grid) - 1, 1)
    widths = {
        "truncate": grid.d_model,
        "pad": grid.d_model - grid.d_model % 2,
        "widen": grid.d_model + grid.d_model % 2,
    }
    return 2 * pair, widths[params.odd]


@given(sinusoidal_params(), grids(), st.integers(-(2**31), 2**31))
def test_complete_pairs_have_unit_norm_and_values_stay_within_one(
    params: SinusoidalParams, grid: Grid, row: int
) -> None:
    waves = sinusoidal.waves(params, grid)
    values = waves.values([row])[0]
    assert np.abs(values).max() <= 1
    complete = (waves.sine_dims != ABSENT) & (waves.cosine_dims != ABSENT)
    norms = np.hypot(values[waves.sine_dims[complete]], values[waves.cosine_dims[complete]])
    np.testing.assert_allclose(norms, 1, rtol=0, atol=2 * CELL)


@given(sinusoidal_params(), grids())
def test_every_column_belongs_to_at_most_one_pair(params: SinusoidalParams, grid: Grid) -> None:
    waves = sinusoidal.waves(params, grid)
    claimed = [dim for pair in range(waves.pairs) for dim in waves.dims_of(pair)]
    assert len(set(claimed)) == len(claimed)
    for column in range(grid.d_model):
        pair = waves.pair_of(column)
        assert column in (waves.dims_of(pair) if pair is not None else (grid.d_model - 1,))
    assert set(range(grid.d_model)) - set(claimed) == ({grid.d_model - 1} if pads(params, grid) else set())


def pads(params: SinusoidalParams, grid: Grid) -> bool:
    """Whether the last column is one of zeros."""
    return params.odd == "pad" and grid.d_model % 2 == 1


@given(sinusoidal_params(), grids(), st.data())
def test_narrowed_waves_give_the_columns_of_the_table_of(
    params: SinusoidalParams, grid: Grid, data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, grid.d_model - 1))
    last = data.draw(st.integers(first + 1, grid.d_model))
    waves, rows = sinusoidal.waves(params, grid), np.arange(5)
    np.testing.assert_array_equal(waves.narrowed(first, last).values(rows), waves.values(rows)[:, first:last])


@given(st.floats(-100, 100), st.floats(0, 20))
def test_range_of_a_sine_holds_all_of_it_and_no_more(start: float, width: float) -> None:
    low, high = sine_range(np.array([start]), np.array([start + width]))
    seen = np.sin(np.linspace(start, start + width, 4001))
    spacing = width / 4000
    assert low[0] - CELL <= seen.min() <= low[0] + spacing**2 / 2 + CELL
    assert high[0] + CELL >= seen.max() >= high[0] - spacing**2 / 2 - CELL


def test_wavelengths_are_positions_per_turn() -> None:
    waves = sinusoidal.waves(SinusoidalParams(), Grid(10, 64))
    assert waves.wavelengths == pytest.approx([2 * math.pi * 10_000 ** (2 * i / 64) for i in range(32)])


def test_equal_settings_share_waves_that_nobody_can_change() -> None:
    waves = sinusoidal.waves(SinusoidalParams(), Grid(8, 4))
    assert waves is sinusoidal.waves(SinusoidalParams(), Grid(8, 4))
    with pytest.raises(ValueError, match="read-only"):
        waves.inv_freq[0] = 2


def test_row_may_be_a_fraction_of_a_position() -> None:
    waves = Waves(np.array([0.5]), np.array([0]), np.array([1]), 2, first_position=3)
    np.testing.assert_allclose(waves.values([0.25]), [[math.sin(1.625), math.cos(1.625)]], rtol=0, atol=CELL)
    assert waves.angles(0.25, 0) == 1.625


def test_table_beyond_memory_is_refused_with_its_size() -> None:
    with pytest.raises(
        UserError, match=r"a table of 2147483648 × 65536 would take 1024 TiB, but must be at most 4 GiB"
    ):
        _ = sinusoidal.evaluate(SinusoidalParams(), Grid(2**31, 65_536)).values
