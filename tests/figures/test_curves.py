"""Curves over position: exact where they are smooth, an envelope of the wave where it is too fast to follow."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from strategies import grids, sinusoidal_params

from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.figures import curves
from posenc_gui.figures.curves import CURVE_POINTS, Part
from posenc_gui.figures.spec import Floats

EPS = float(np.finfo(np.float64).eps)


def value_at(encoded: Encoded, pair: int, part: Part, positions: Floats) -> Floats:
    """The wave itself at any positions."""
    angles = (positions + encoded.waves.first_position) * encoded.waves.inv_freq[pair]
    return np.asarray(np.sin(angles) if part == "sine" else np.cos(angles))


@st.composite
def chosen(draw: st.DrawFn) -> tuple[Encoded, int, Part]:
    grid = draw(grids(longest=5000, widest=24))
    encoded = Encoded("sinusoidal", draw(sinusoidal_params(largest_first=1000)), grid)
    pair = draw(st.integers(0, max(encoded.waves.pairs - 1, 0)))
    return encoded, pair, draw(st.sampled_from(curves.parts_of(encoded, pair) or ("sine",)))


@given(chosen())
def test_a_curve_shows_every_sampled_value(case: tuple[Encoded, int, Part]) -> None:
    """A point on the curve, or between the two ends of the step it falls into.

    Rounding moves an angle by ε · angle at most in either way of computing it, and a smooth curve is compared at its
    own positions.
    """
    encoded, pair, part = case
    if pair >= encoded.waves.pairs:
        return
    last = encoded.grid.length - 1.0
    x, y = curves.curve(encoded, pair, part, 0.0, last)
    assert len(x) == len(y) == CURVE_POINTS
    assert (np.diff(x) >= 0).all()
    angle = (abs(encoded.waves.first_position) + last) * encoded.waves.inv_freq[pair]
    slack = EPS * (4 * angle + 8)
    turns = last * encoded.waves.inv_freq[pair] / (2 * np.pi)
    if turns * curves.POINTS_PER_TURN <= CURVE_POINTS:
        assert (x[0], x[-1]) == (0.0, last)
        np.testing.assert_allclose(y, value_at(encoded, pair, part, x), rtol=0, atol=slack)
        return
    rows = np.arange(encoded.grid.length, dtype=np.float64)
    values = value_at(encoded, pair, part, rows)
    steps = np.clip((rows / last * (CURVE_POINTS // 2)).astype(int), 0, CURVE_POINTS // 2 - 1)
    beside = np.clip(np.stack([steps - 1, steps, steps + 1]), 0, CURVE_POINTS // 2 - 1)
    lows, highs = y[0::2][beside].min(axis=0), y[1::2][beside].max(axis=0)
    assert (lows - slack <= values).all()
    assert (values <= highs + slack).all()


def test_an_envelope_is_no_wider_than_the_wave() -> None:
    encoded = Encoded("sinusoidal", SinusoidalParams(), Grid(2000, 4))
    x, y = curves.curve(encoded, 0, "sine", 0.0, 1999.0)
    for low, high, middle in zip(y[0::2], y[1::2], x[0::2], strict=True):
        half = 1999.0 / CURVE_POINTS
        fine = np.sin(np.linspace(middle - half, middle + half, 4001))
        assert abs(low - fine.min()) < 1e-5
        assert abs(high - fine.max()) < 1e-5


def test_a_curve_over_one_position_is_one_value() -> None:
    encoded = Encoded("sinusoidal", SinusoidalParams(), Grid(1, 4))
    x, y = curves.curve(encoded, 1, "cosine", 0.0, 0.0)
    assert set(x) == {0.0}
    np.testing.assert_allclose(y, 1.0, rtol=0, atol=EPS)


def test_curves_are_shared_and_cannot_be_changed() -> None:
    encoded = Encoded("sinusoidal", SinusoidalParams(), Grid(64, 4))
    first = curves.curve(encoded, 1, "sine", 0.0, 63.0)
    assert first is curves.curve(Encoded("sinusoidal", SinusoidalParams(), Grid(64, 4)), 1, "sine", 0.0, 63.0)
    assert not first[0].flags.writeable
    assert not first[1].flags.writeable


def test_parts_are_those_with_a_column() -> None:
    def parts(odd: str, pair: int) -> tuple[Part, ...]:
        return curves.parts_of(Encoded("sinusoidal", SinusoidalParams(odd=odd), Grid(8, 5)), pair)

    assert parts("truncate", 1) == ("sine", "cosine")
    assert parts("truncate", 2) == ("sine",)
    assert parts("widen", 2) == ("sine",)
    assert parts("pad", 2) == ()


def test_the_part_without_a_column_may_be_the_sine() -> None:
    encoded = Encoded("sinusoidal", SinusoidalParams(layout="cosine_first"), Grid(8, 5))
    assert encoded.waves.sine_dims[2] == -1
    assert curves.parts_of(encoded, 2) == ("cosine",)
