"""Distances of positions: against sums written out on their own, decimal arithmetic, and the numbers of the lesson."""

import math
from decimal import Decimal

import numpy as np
import pytest
from exact import cosine
from hypothesis import given
from hypothesis import strategies as st
from strategies import grids, sinusoidal_params

from posenc_gui.engine import collisions
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encodings import sinusoidal
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.rows import Bits, Ramp, Stored
from posenc_gui.engine.waves import ABSENT, Waves

EPS = float(np.finfo(np.float64).eps)


def waves_of(d_model: int, base: float = 10_000.0) -> Waves:
    return sinusoidal.waves(SinusoidalParams(base=base), Grid(64, d_model))


def encoded_of(length: int, d_model: int, base: float = 10_000.0) -> Encoded:
    return Encoded("sinusoidal", SinusoidalParams(base=base), Grid(length, d_model))


def test_the_distances_of_the_lesson() -> None:
    found = collisions.distances(waves_of(512), 70_001)
    assert found[1] == pytest.approx(3.71, abs=0.005)
    assert found[10_000] == pytest.approx(23.3, abs=0.05)
    assert found[100:].min() > 16.9
    assert collisions.nearest(found, 100).distance == found[100:].min()
    assert collisions.nearest(found, 1) == collisions.Nearest(1, float(found[1]))


@pytest.mark.parametrize("difference", [1, 10_000])
def test_the_closed_form_in_fifty_digits(difference: int) -> None:
    """The square is Σ (2 − 2 cos(k · w)), with w from the decimal power and cosine from its series."""
    total = Decimal(0)
    for pair in range(256):
        frequency = Decimal(10_000) ** (Decimal(-2 * pair) / Decimal(512))
        total += 2 - 2 * cosine(difference * frequency)
    assert collisions.distance_of(waves_of(512), difference) == pytest.approx(float(total.sqrt()), rel=1e-13)


@given(sinusoidal_params(largest_first=1000), grids(longest=100))
def test_the_distances_are_those_of_the_rows(params: SinusoidalParams, grid: Grid) -> None:
    """From row 0 of the whole table, an incomplete pair included."""
    waves = sinusoidal.waves(params, grid)
    table = waves.values(np.arange(grid.length))
    expected = np.linalg.norm(table - table[0], axis=1)
    farthest = abs(params.first_position) + 2 * grid.length
    angle = 4 * farthest * waves.inv_freq.max(initial=0.0) + 16
    slack = EPS * angle * math.sqrt(grid.d_model)
    np.testing.assert_allclose(collisions.from_first(waves, grid.length), expected, rtol=0, atol=slack)


@given(sinusoidal_params(largest_first=0), grids(longest=5000))
def test_fast_and_closed_distances_agree(params: SinusoidalParams, grid: Grid) -> None:
    """In twelve digits of the distance and the rounding of the angles."""
    waves = sinusoidal.waves(params, grid)
    fast = collisions.distances(waves, grid.length)
    closed = collisions.distance_of(waves, np.arange(grid.length))
    slack = 4 * EPS * grid.length * waves.inv_freq.max(initial=0.0) * math.sqrt(grid.d_model)
    assert (np.abs(fast - closed) <= 1e-11 * closed + slack).all()


@given(sinusoidal_params(largest_first=0), st.integers(2, 60), st.integers(1, 8))
def test_for_waves_any_two_positions_lie_as_far_apart_as_their_difference(
    params: SinusoidalParams, length: int, pairs: int
) -> None:
    """So the smallest distance of any two is the smallest over the differences."""
    waves = sinusoidal.waves(params, Grid(length, 2 * pairs))
    table = waves.values(np.arange(length))
    smallest = collisions.nearest(collisions.distances(waves, length), 1).distance
    slack = EPS * (8 * length * waves.inv_freq.max() + 64) * math.sqrt(2 * pairs)
    distances = np.linalg.norm(table[:, np.newaxis] - table, axis=2) + np.diag(np.full(length, np.inf))
    assert abs(distances.min() - smallest) <= slack


def test_a_near_collision_is_found_and_named() -> None:
    """710 = 113 · 2π + 0.00006: with one pair alone, no smaller difference comes nearer (355 / 113 is close to π)."""
    found = collisions.nearest(collisions.distances(waves_of(2), 1000), 1)
    assert found.position == 710
    assert found.distance == pytest.approx(abs(710 - 226 * math.pi), rel=1e-6)


def test_a_small_base_brings_far_positions_back_and_a_large_one_neighbours_close() -> None:
    found = collisions.by_base(encoded_of(5000, 64), (2.0, 10_000.0, 1e7), 100)
    assert (np.diff(found.smallest) < 0).all()
    assert found.still[0] == found.still[1] == 0
    assert found.still[2] > 0.25
    few = collisions.by_base(encoded_of(5000, 8), (2.0, 10_000.0), 100)
    assert few.apart[0] < 0.6
    assert few.apart[1] > few.apart[0]


@given(grids(longest=300, widest=16), st.floats(1.001, 1e9), st.integers(1, 400))
def test_what_a_base_leads_to_is_what_its_table_has(grid: Grid, base: float, apart: int) -> None:
    encoded = encoded_of(grid.length, grid.d_model, base)
    found = collisions.by_base(encoded, (base,), apart)
    waves = encoded.waves
    count = max(2, grid.length)
    distances = collisions.distances(waves, count)
    assert found.smallest[0] == distances[1:].min()
    assert found.apart[0] == distances[min(apart, count - 1) :].min()
    turns = grid.length / waves.wavelengths
    assert found.slow[0] == pytest.approx(np.count_nonzero(turns < 1) / waves.pairs)
    assert found.still[0] == pytest.approx(np.count_nonzero((grid.length - 1) * waves.inv_freq < 0.1) / waves.pairs)


def test_the_search_is_bounded() -> None:
    assert collisions.searched(64, 32) == 64
    assert collisions.searched(100_000, 256) == 100_000
    assert collisions.searched(2**31, 32) == collisions.MOST_POSITIONS
    assert collisions.searched(2**31, 32_768) * 32_768 <= collisions.MOST_NUMBERS


def test_tables_without_waves_are_measured_by_rows() -> None:
    np.testing.assert_allclose(collisions.row_distances(Ramp(4, 0.5), 6), np.arange(6.0), rtol=1e-15)
    digits = [math.sqrt(number.bit_count()) for number in range(40)]
    np.testing.assert_allclose(collisions.row_distances(Bits(np.arange(8)), 40), digits, rtol=1e-15)
    table = np.random.default_rng(0).standard_normal((50, 300_000 // 100))
    expected = [math.dist(table[0], row) for row in table]
    np.testing.assert_allclose(collisions.row_distances(Stored(table), 50), expected, rtol=1e-13)


def test_an_incomplete_pair_counts_from_position_zero() -> None:
    waves = waves_of(3)
    assert (waves.cosine_dims == ABSENT).sum() == 1
    table = waves.values(np.arange(50))
    np.testing.assert_allclose(
        collisions.from_first(waves, 50), np.linalg.norm(table - table[0], axis=1), rtol=0, atol=1e-13
    )
