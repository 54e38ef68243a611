"""Waves at many positions against fifty digits, within the bound that is promised."""

import math
from decimal import Decimal

import numpy as np
import pytest
from exact import PI, cosine, sine
from hypothesis import example, given
from hypothesis import strategies as st

from posenc_gui.engine.phasors import RADIX, dirichlet, phasors

U = 2.0**-53
CELL = 8 * U


def digits_of(distance: int, step: int) -> list[int]:
    """Steps, and the digits of what is left below one step."""
    steps, rest = divmod(distance, step)
    digits = [steps]
    while rest:
        rest, digit = divmod(rest, RADIX)
        digits.append(digit)
    return digits


@given(
    st.floats(1e-9, 1e6),
    st.lists(st.integers(-(2**32), 2**32), min_size=1, max_size=4),
    st.integers(1, 2**30),
)
@example(1.0, [2**31, 2**31 + 1, 2**31 + 2], 1)
@example(0.5, [-(2**32), 2**32], 2**30)
def test_phasors_are_right_to_their_bound(frequency: float, positions: list[int], step: int) -> None:
    step = max(step, (max(positions) - min(positions)) // 1000 + 1)  # as near to the spacing as callers choose it
    found = phasors(np.array([frequency]), np.array(positions), step)[:, 0]
    first = min(positions)
    for position, value in zip(positions, found, strict=True):
        angle = Decimal(frequency) * position
        digits = digits_of(position - first, step)
        rounding = 0 if step & (step - 1) == 0 else position - first
        longest = len(digits_of(max(positions) - first, step)) + 7
        bound = U * (frequency * (abs(first) + rounding) + 4.3 * sum(digits) + 5 * longest + 2)
        assert abs(value.real - float(cosine(angle))) <= bound
        assert abs(value.imag - float(sine(angle))) <= bound


def test_phasors_of_many_bands_are_those_of_each_frequency() -> None:
    frequencies, positions = 10_000.0 ** -np.linspace(0, 1, 1300), np.array([7, 9, 10, 60, 4000])
    together = phasors(frequencies, positions, 13)
    for column in (0, 511, 512, 1299):
        np.testing.assert_array_equal(
            together[:, column], phasors(frequencies[column : column + 1], positions, 13)[:, 0]
        )


@given(st.integers(1, 10**6), st.integers(0, 10**6), st.floats(-1, 1), st.integers(0, 40))
def test_damping_is_right_near_whole_turns(count: int, turns: int, away: float, closeness: int) -> None:
    """sin(n·w/2) / (n·sin(w/2)) against fifty digits, from far away to the float64 next to whole turns."""
    frequency = 2 * math.pi * turns + away * 2.0**-closeness
    half = Decimal(frequency) / 2
    exact = sine(count * half) / (count * sine(half)) if half else Decimal(1)
    # n·r is rounded by eps / 2 of itself, and sin r is at least 2 r / π: some units of eps in all.
    assert abs(float(dirichlet(count, frequency)) - float(exact)) <= 2 * CELL


@pytest.mark.parametrize(
    ("turns", "count", "limit"), [(0, 5, 1), (1, 5, 1), (1, 4, -1), (2, 4, 1), (3, 7, 1), (3, 8, -1)]
)
def test_damping_at_whole_turns_is_its_limit(turns: int, count: int, limit: int) -> None:
    assert dirichlet(count, 2 * math.pi * turns) == pytest.approx(limit, abs=CELL)
    assert PI - Decimal(math.pi) == pytest.approx(Decimal("1.2246467991473532e-16"), abs=Decimal("1e-31"))
