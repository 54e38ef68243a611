"""Ticks at round values, few enough and well written."""

from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.render.ticks import choose_ticks, number


def _texts(low: float, high: float, most: int, integer: bool = False) -> list[str]:
    return [text for _, text in choose_ticks(low, high, most, integer)]


def test_ticks_stand_at_round_values() -> None:
    assert _texts(-1, 1, 5) == ["−1.0", "−0.5", "0.0", "0.5", "1.0"]
    assert _texts(-0.5, 63.5, 8) == ["0", "10", "20", "30", "40", "50", "60"]
    assert _texts(0, 100_000, 4) == ["0", "50,000", "100,000"]


def test_whole_numbers_are_never_divided() -> None:
    assert _texts(-0.5, 2.5, 20, integer=True) == ["0", "1", "2"]


def test_small_ranges_are_written_as_powers() -> None:
    assert _texts(0, 2e-8, 2)[-1] == "2.0e−8"


def test_zero_has_no_sign() -> None:
    assert number(-0.0001, 2) == "0.00"


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(2, 20), st.booleans())
def test_ticks_are_in_range_in_order_and_few(low: float, size: float, most: int, integer: bool) -> None:
    values = [value for value, _ in choose_ticks(low, low + size, most, integer)]
    slack = 1e-6 * size
    assert all(low - slack <= value <= low + size + slack for value in values)
    assert values == sorted(set(values))
    assert len(values) <= most + 1
