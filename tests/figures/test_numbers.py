"""How figures write numbers."""

import math

import pytest
from figure_marks import number
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.figures.numbers import scientific, short, signed


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (14.9, "14.90"),
        (62_831.853, "62,832"),
        (-2 * math.pi, "−6.283"),
        (9.9999, "10.00"),
        (999.96, "1,000"),
        (0.001, "0.001000"),
        (0.00099999, "0.001000"),
        (0.0009994, "1.0e−3"),
        (9_999_999.9, "1.0e7"),
        (6.2e-15, "6.2e−15"),
        (-6.2e15, "−6.2e15"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "undefined"),
    ],
)
def test_short(value: float, text: str) -> None:
    assert short(value) == text


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(0.3408, 4, "0.3408"), (-0.3408, 2, "−0.34"), (-0.00001, 4, "0.0000"), (-0.0, 2, "0.00"), (12.0, 0, "12")],
)
def test_signed(value: float, decimals: int, text: str) -> None:
    assert signed(value, decimals) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0"), (6.24e-15, "6.2e−15"), (-0.5, "−5.0e−1"), (9.96e9, "1.0e10"), (5e-324, "4.9e−324")]
)
def test_scientific(value: float, text: str) -> None:
    assert scientific(value) == text


@given(st.floats(-1e300, 1e300))
def test_short_keeps_the_value(value: float) -> None:
    kept = 0.05 if not 1e-3 <= abs(value) < 9_999_500 else 0.0005
    assert abs(number(short(value)) - value) <= kept * abs(value) * (1 + 1e-12) + 5e-324


@given(st.floats(-1e6, 1e6), st.integers(0, 8))
def test_signed_keeps_the_value(value: float, decimals: int) -> None:
    text = signed(value, decimals)
    assert abs(number(text) - value) <= 0.5 * 10.0**-decimals + math.ulp(value)
    assert "-" not in text
    assert number(text) != 0 or not text.startswith("−")
