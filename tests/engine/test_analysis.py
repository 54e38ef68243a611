"""The rotation M_k that links a position to the one k further on."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import sinusoidal_params

from posenc_gui.engine.analysis import shift_matrix, shift_residual, shifted_rows
from posenc_gui.engine.encodings import sinusoidal
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.waves import Waves

EPS = float(np.finfo(np.float64).eps)
ROWS = st.integers(-(2**31), 2**31)


def rounding(waves: Waves, pair: int, rows: list[int]) -> float:
    """How far sines and cosines at these rows may be off: each angle by eps / 2 of itself, the rest by some eps."""
    return EPS / 2 * math.fsum(abs(float(waves.angles(row, pair))) for row in rows) + 16 * EPS


def point(waves: Waves, pair: int, row: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    angle = waves.angles(row, pair)
    return np.array([np.sin(angle), np.cos(angle)])


@given(sinusoidal_params(), ROWS, st.integers(-(2**31), 2**31), st.integers(0, 3))
def test_one_matrix_takes_every_position_k_further(params: SinusoidalParams, row: int, k: int, pair: int) -> None:
    waves = sinusoidal.waves(params, Grid(10, 8))
    moved = shift_matrix(waves, pair, k) @ point(waves, pair, row)
    bound = 2 * rounding(waves, pair, [row, row + k, k - params.first_position])
    np.testing.assert_allclose(moved, point(waves, pair, row + k), rtol=0, atol=bound)


@given(sinusoidal_params(), ROWS, ROWS, st.integers(-1000, 1000), st.integers(0, 3))
def test_matrix_measured_at_two_positions_is_the_same(
    params: SinusoidalParams, here: int, there: int, k: int, pair: int
) -> None:
    """M_k as the table itself has it, from the points at p and p + k: it does not depend on p."""
    waves = sinusoidal.waves(params, Grid(10, 8))
    measured = []
    for row in (here, there):
        (sin_p, cos_p), (sin_q, cos_q) = point(waves, pair, row), point(waves, pair, row + k)
        measured.append((sin_q * sin_p + cos_q * cos_p, sin_q * cos_p - cos_q * sin_p))
    bound = 2 * rounding(waves, pair, [here, here + k, there, there + k])
    np.testing.assert_allclose(measured[0], measured[1], rtol=0, atol=bound)


@given(st.integers(-500, 500), st.integers(0, 3))
def test_matrix_is_a_rotation(k: int, pair: int) -> None:
    matrix = shift_matrix(sinusoidal.waves(SinusoidalParams(), Grid(10, 8)), pair, k)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(2), rtol=0, atol=8 * EPS)
    assert np.linalg.det(matrix) == pytest.approx(1)


def plain_residual(waves: Waves, length: int, k: int) -> float:
    """The largest residual by loops over all pairs and rows."""
    largest = 0.0
    for pair in range(waves.pairs):
        matrix = shift_matrix(waves, pair, k)
        for row in range(length):
            if 0 <= row + k < length:
                error = np.abs(point(waves, pair, row + k) - matrix @ point(waves, pair, row))
                largest = max(largest, float(error.max()))
    return largest


@pytest.mark.parametrize("k", [0, 1, -1, 5, -19, 19])
def test_residual_is_the_largest_over_all_pairs_and_rows(k: int) -> None:
    waves = sinusoidal.waves(SinusoidalParams(first_position=10_000), Grid(20, 12))
    found = shift_residual(waves, shifted_rows(20, k), k)
    # Both are a difference of rounding errors: equal to the order in which two products are added.
    assert found == pytest.approx(plain_residual(waves, 20, k), abs=2 * EPS)
    assert found <= rounding(waves, 0, [20, 20, 20])


def test_residual_is_measured_over_blocks_of_rows_alike() -> None:
    waves = sinusoidal.waves(SinusoidalParams(), Grid(1, 64))
    length = 3 * 2**18 // waves.pairs + 5
    parts = [np.arange(start, start + 1000) for start in range(0, length - 7, 1000)]
    angles = [np.multiply.outer(rows[rows < length - 7], waves.inv_freq) for rows in parts]
    there = [np.multiply.outer(rows[rows < length - 7] + 7.0, waves.inv_freq) for rows in parts]
    turn = 7 * waves.inv_freq
    errors = [
        np.abs(np.sin(b) - (np.cos(turn) * np.sin(a) + np.sin(turn) * np.cos(a))).max()
        for a, b in zip(angles, there, strict=True)
    ]
    assert shift_residual(waves, shifted_rows(length, 7), 7) >= max(errors)


def test_residual_at_offsets_beyond_the_table_is_of_nothing() -> None:
    assert shift_residual(sinusoidal.waves(SinusoidalParams(), Grid(5, 8)), shifted_rows(5, 5), 5) == 0
