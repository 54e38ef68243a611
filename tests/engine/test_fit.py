"""The shift matrix, true and fitted: the identities of the lesson, and what examples can and cannot teach."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import grids, sinusoidal_params

from posenc_gui.engine import fit
from posenc_gui.engine.encodings import sinusoidal
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.fit import Parts
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.waves import ABSENT, Waves

EPS = float(np.finfo(np.float64).eps)
LAYOUTS = ("interleaved", "concatenated", "cosine_first")


def waves_of(d_model: int, base: float = 10_000.0, layout: str = "interleaved") -> Waves:
    return sinusoidal.waves(SinusoidalParams(base=base, layout=layout), Grid(64, d_model))


def fitted(waves: Waves, parts: Parts, offset: int, count: int, whole: bool) -> tuple[fit.Fit, float, float]:
    """The fit at the first `count` positions, with its residual there and at as many positions after them."""
    columns = fit.kept_columns(waves, parts)
    groups = (np.arange(len(columns)),) if whole else fit.groups_of(waves, columns)
    seen, after = np.arange(count), np.arange(count, 2 * count)
    examples, answers = waves.values(seen)[:, columns], waves.values(seen + offset)[:, columns]
    found = fit.fit(examples, answers, groups)
    new, wanted = waves.values(after)[:, columns], waves.values(after + offset)[:, columns]
    return found, fit.residual(found.matrix, examples, answers), fit.residual(found.matrix, new, wanted)


@given(sinusoidal_params(largest_first=1000), grids(), st.integers(-200, 200))
def test_the_true_matrix_shifts_every_row(params: SinusoidalParams, grid: Grid, offset: int) -> None:
    """Whole pairs exactly, up to the rounding of three angles; lone columns need what is not in the table."""
    waves = sinusoidal.waves(params, grid)
    rows = np.arange(grid.length)
    error = np.abs(waves.values(rows + offset) - waves.values(rows) @ fit.true_matrix(waves, offset).T)
    whole = (waves.sine_dims != ABSENT) & (waves.cosine_dims != ABSENT)
    columns = np.concatenate([waves.sine_dims[whole], waves.cosine_dims[whole]])
    farthest = abs(params.first_position) + grid.length + 2 * abs(offset)
    slack = EPS * (4 * farthest * waves.inv_freq.max(initial=0.0) + 8)
    assert error[:, columns].max(initial=0.0) <= slack


@given(sinusoidal_params(), grids(), st.integers(-1000, 1000))
def test_the_true_matrix_is_a_rotation_in_the_columns_of_each_pair(
    params: SinusoidalParams, grid: Grid, offset: int
) -> None:
    waves = sinusoidal.waves(params, grid)
    matrix = fit.true_matrix(waves, offset)
    outside = matrix.copy()
    for sine, cosine, frequency in zip(waves.sine_dims, waves.cosine_dims, waves.inv_freq, strict=True):
        dims = [int(dim) for dim in (sine, cosine) if dim != ABSENT]
        angle = offset * frequency
        block = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        there = [place for place, dim in enumerate((sine, cosine)) if dim != ABSENT]
        np.testing.assert_array_equal(matrix[np.ix_(dims, dims)], block[np.ix_(there, there)])
        outside[np.ix_(dims, dims)] = 0
    assert not outside.any()


@given(st.integers(-500, 500), st.integers(-500, 500), st.integers(1, 12))
def test_shifts_add_up(first: int, second: int, pairs: int) -> None:
    waves = waves_of(2 * pairs)
    both = fit.true_matrix(waves, first) @ fit.true_matrix(waves, second)
    slack = EPS * (2 * (abs(first) + abs(second)) + 8)
    np.testing.assert_allclose(both, fit.true_matrix(waves, first + second), rtol=0, atol=slack)


def test_a_block_with_independent_numbers() -> None:
    """The cosine and sine of 5 from a table of functions, for the fastest pair, whose w is 1."""
    matrix = fit.true_matrix(waves_of(4), 5)
    np.testing.assert_allclose(
        matrix[:2, :2], [[0.28366218546, -0.95892427466], [0.95892427466, 0.28366218546]], rtol=0, atol=1e-11
    )


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("offset", [-7, 1, 5])
def test_pairs_are_learned_to_rounding_and_hold_beyond_the_examples(layout: str, offset: int) -> None:
    """A 2 × 2 fit loses as many digits as its examples are near to a line: at base 100 and 48 positions, two."""
    waves = waves_of(16, 100.0, layout)
    found, inside, beyond = fitted(waves, "both", offset, 48, whole=False)
    assert inside < 1e-13
    assert beyond < 1e-12
    assert fit.distance(found.matrix, fit.true_matrix(waves, offset)) < 1e-11
    assert found.rank == 16


def test_a_whole_matrix_is_learned_where_all_waves_have_turned() -> None:
    waves = waves_of(8, 20.0)
    found, inside, beyond = fitted(waves, "both", 5, 256, whole=True)
    assert found.rank == 8
    assert inside < 1e-12
    assert beyond < 1e-12
    assert fit.distance(found.matrix, fit.true_matrix(waves, 5)) < 1e-11


def test_slow_waves_leave_a_whole_matrix_open() -> None:
    """It fits its examples to rounding, but is not the true one, and does not hold beyond them."""
    waves = waves_of(64)
    found, inside, beyond = fitted(waves, "both", 5, 48, whole=True)
    assert found.rank < 40
    assert inside < 1e-12
    assert beyond > 1e-3
    assert fit.distance(found.matrix, fit.true_matrix(waves, 5)) > 1


@pytest.mark.parametrize("parts", ["sine", "cosine"])
@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("d_model", [8, 16, 64])
def test_half_of_each_pair_is_not_enough(parts: Parts, whole: bool, d_model: int) -> None:
    _, inside, beyond = fitted(waves_of(d_model), parts, 5, 128, whole)
    assert inside > 0.1
    assert beyond > 0.1


def test_sines_alone_cannot_move_away_from_zero() -> None:
    """At p = 0 all sines are zero, so that any matrix gives zero where sin(k) is wanted."""
    _, inside, _ = fitted(waves_of(64), "sine", 5, 32, whole=True)
    assert inside >= 0.95  # |sin 5| = 0.9589


def test_a_random_table_fits_only_what_it_saw() -> None:
    table = np.random.default_rng(3).standard_normal((133, 64))
    groups = (np.arange(64),)
    found = fit.fit(table[:48], table[5:53], groups)
    assert fit.residual(found.matrix, table[:48], table[5:53]) < 1e-11
    assert fit.residual(found.matrix, table[64:112], table[69:117]) > 1
    many = fit.fit(table[:128], table[5:133], groups)
    assert fit.residual(many.matrix, table[:128], table[5:133]) > 1


@given(st.integers(1, 6), st.integers(2, 30), st.integers(0, 2**32 - 1))
def test_the_fit_is_the_least_one(columns: int, count: int, seed: int) -> None:
    """At the least squares the residual is at right angles to all examples."""
    random = np.random.default_rng(seed)
    before, after = random.standard_normal((2, count, columns))
    found = fit.fit(before, after, (np.arange(columns),))
    rest = after - before @ found.matrix.T
    scale = np.linalg.norm(before) * np.linalg.norm(after)
    assert np.abs(before.T @ rest).max() <= 1e3 * EPS * scale * max(1.0, float(np.linalg.norm(found.matrix)))


def test_ablations_keep_the_columns_of_the_layout() -> None:
    assert fit.kept_columns(waves_of(6), "sine").tolist() == [0, 2, 4]
    assert fit.kept_columns(waves_of(6), "cosine").tolist() == [1, 3, 5]
    assert fit.kept_columns(waves_of(6, layout="concatenated"), "cosine").tolist() == [3, 4, 5]
    assert fit.kept_columns(waves_of(6, layout="cosine_first"), "cosine").tolist() == [0, 1, 2]
    assert fit.kept_columns(waves_of(5), "both").tolist() == [0, 1, 2, 3, 4]


def test_groups_are_the_pairs_where_they_stand() -> None:
    waves = waves_of(6, layout="concatenated")
    assert [group.tolist() for group in fit.groups_of(waves, np.arange(6))] == [[0, 3], [1, 4], [2, 5]]
    assert [group.tolist() for group in fit.groups_of(waves, np.array([3, 4, 5]))] == [[0], [1], [2]]


def test_no_positions_have_no_residual() -> None:
    assert np.isnan(fit.residual(np.eye(2), np.zeros((0, 2)), np.zeros((0, 2))))
