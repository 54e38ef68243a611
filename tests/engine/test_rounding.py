"""Number formats: float32 against NumPy's own, bfloat16 against exact fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from posenc_gui.engine.errors import UserError
from posenc_gui.engine.rounding import BFLOAT16, FLOAT32, FLOAT64, PRECISIONS, Precision, by_key

numbers = st.floats(-3e38, 3e38, allow_subnormal=False)


def rounded(value: float) -> float:
    return float(BFLOAT16.rounded(np.array(value)))


def nearest_bfloat16(value: float) -> float:
    """The nearest number with 8 binary digits, and of two that are equally near the even one, in exact arithmetic."""
    if value == 0:
        return value
    exact = Fraction(value)
    exponent = max(int(np.floor(np.log2(abs(value)))), -126)
    if abs(exact) >= Fraction(2) ** (exponent + 1):
        exponent += 1
    elif abs(exact) < Fraction(2) ** exponent and exponent > -126:
        exponent -= 1
    step = Fraction(2) ** (exponent - 7)
    return float(round(exact / step) * step)  # Python rounds halves to even


@given(numbers)
def test_bfloat16_is_the_nearest_number_of_eight_digits(value: float) -> None:
    assert rounded(value) == nearest_bfloat16(value)


@given(st.integers(128, 254), st.integers(-100, 100))
def test_halves_go_to_the_even_number(significand: int, exponent: int) -> None:
    half = (significand + 0.5) * 2.0**exponent
    even = significand + significand % 2
    assert rounded(half) == even * 2.0**exponent
    assert rounded(-half) == -even * 2.0**exponent


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, 0.0),
        (1.00390625, 1.0),
        (1.01171875, 1.015625),
        (3.3895313892515355e38, 3.3895313892515355e38),
        (3.4e38, np.inf),
        (-np.inf, -np.inf),
        (2.0**-133, 2.0**-133),
        (2.0**-134, 0.0),
        (1.5 * 2.0**-133, 2.0**-132),
    ],
)
def test_bfloat16_at_the_ends_of_its_range(value: float, expected: float) -> None:
    assert rounded(value) == expected


@given(st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=2, max_size=2))
def test_one_operation_in_float32_is_that_of_numpy(pair: list[float]) -> None:
    a, b = np.array(pair)
    small = np.array(pair, dtype=np.float32)
    with np.errstate(all="ignore"):
        for operation in (np.add, np.subtract, np.multiply, np.divide):
            found, own = FLOAT32.rounded(operation(a, b)), operation(small[0], small[1])
            assert float(found) == float(own) or (np.isnan(found) and np.isnan(own))


@pytest.mark.parametrize("precision", PRECISIONS, ids=lambda precision: precision.key)
def test_rounding_is_done_once_and_bounded_by_the_unit_roundoff(precision: Precision) -> None:
    values: NDArray[np.float64] = np.random.default_rng(0).standard_normal(10_000)
    once = precision.rounded(values)
    np.testing.assert_array_equal(precision.rounded(once), once)
    assert (np.abs(once - values) <= precision.unit_roundoff * np.abs(values)).all()


def test_formats_by_name() -> None:
    assert [by_key(key) for key in ("float64", "float32", "bfloat16")] == [FLOAT64, FLOAT32, BFLOAT16]
    with pytest.raises(UserError, match="dtype is float16, but must be one of float64, float32, bfloat16"):
        by_key("float16")
