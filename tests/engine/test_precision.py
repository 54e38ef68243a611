"""Number formats: rounding against NumPy and by hand, and the errors of float32 code against float32 code."""

import struct
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.engine import precision
from posenc_gui.engine.encodings import rope, sinusoidal
from posenc_gui.engine.encodings.rope import RopeParams
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.precision import FORMATS, Format, Method

FINITE = st.floats(allow_nan=False, allow_infinity=False, width=64)
METHODS: tuple[Method, ...] = ("multiply", "divide")


def inv_freq_of(d_model: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return sinusoidal.waves(SinusoidalParams(), Grid(64, d_model)).inv_freq


def bfloat16_by_bits(value: float) -> float:
    """The upper half of a float32's bits, rounded to nearest even; the value must be a float32 already."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    bits += 0x7FFF + (bits >> 16 & 1)
    return float(struct.unpack("<f", struct.pack("<I", bits & 0xFFFF0000))[0])


@given(FINITE)
def test_float32_and_float16_round_as_numpy_does(value: float) -> None:
    with np.errstate(over="ignore"):
        assert precision.rounded(value, "float32") == np.float64(np.float32(value))
        assert precision.rounded(value, "float16") == np.float64(np.float16(value))


@given(st.floats(-(2.0**127), 2.0**127, width=32))
def test_bfloat16_rounds_as_the_bits_do(value: float) -> None:
    assert precision.rounded(value, "bfloat16") == bfloat16_by_bits(value)


def test_bfloat16_by_hand() -> None:
    """Eight digits: from 256 on it counts in twos, and ties go to the even one."""
    values = [255.0, 256.0, 257.0, 258.0, 259.0, 260.0, 261.0, 1.0 + 2.0**-8, 1.0 + 3 * 2.0**-8, -257.0]
    wanted = [255.0, 256.0, 256.0, 258.0, 260.0, 260.0, 260.0, 1.0, 1.0 + 2.0**-6, -256.0]
    assert precision.rounded(values, "bfloat16").tolist() == wanted
    assert float(precision.rounded(257, "bfloat16")) == 256


def test_bfloat16_rounds_once() -> None:
    """1 + 2^-8 + 2^-40 lies above the tie; by way of float32 it would fall on the tie, and then to the even side."""
    value = 1 + 2.0**-8 + 2.0**-40
    assert float(precision.rounded(value, "bfloat16")) == 1 + 2.0**-7
    assert bfloat16_by_bits(float(np.float32(value))) == 1.0


def test_the_ends_of_the_formats() -> None:
    assert precision.rounded([65504.0, 65519.99, 65520.0, -7e4], "float16").tolist() == [65504, 65504, np.inf, -np.inf]
    largest = precision.largest_number("bfloat16")
    assert largest == pytest.approx(3.3895e38, rel=1e-4)
    assert float(precision.rounded(largest * 1.01, "bfloat16")) == np.inf
    assert float(precision.rounded(2.0**-134, "bfloat16")) == 0
    assert float(precision.rounded(2.0**-133, "bfloat16")) == 2.0**-133


@given(FINITE, st.sampled_from(FORMATS))
def test_rounding_again_changes_nothing(value: float, kind: Format) -> None:
    once = precision.rounded(value, kind)
    assert precision.rounded(once, kind) == once
    assert precision.rounded(-value, kind) == -once


@given(st.integers(0, 2**32), st.floats(1e-12, 1e6))
def test_true_angles_are_exact_products(position: int, frequency: float) -> None:
    angle, rest = precision.true_angles([position], [frequency])
    exact = Fraction(position) * Fraction(frequency)
    found = Fraction(float(angle[0, 0])) + Fraction(float(rest[0, 0]))
    assert abs(found - exact) <= abs(exact) * Fraction(1, 2**70)


@pytest.mark.parametrize(
    ("position", "expected", "within"), [(4095, 1.4e-4, 5e-6), (131_071, 4e-3, 5e-4), (10**6, 0.03, 5e-3)]
)
def test_the_errors_of_float32_in_the_lesson(position: int, expected: float, within: float) -> None:
    """Head size 128, as RoPE code computes it: w = 1 / 10000^(2i/128), then p · w, each rounded to float32.

    The same with NumPy's own float32: division and product; the power is rounded from float64, as libraries differ in
    its last digit.
    """
    inv_freq = rope.evaluate(RopeParams(), Grid(64, 128)).waves.inv_freq
    errors = np.abs(precision.value_errors([position], inv_freq, "float32", "multiply", "cosine")[0])
    assert errors[0] < 1e-7  # the fastest pair has w = 1, which is exact
    assert errors.max() == pytest.approx(expected, abs=within)
    scales = (10_000.0 ** (np.arange(0, 128, 2) / 128)).astype(np.float32)
    angles = np.float32(position) * (np.float32(1) / scales)
    own = np.abs(np.cos(angles.astype(np.float64)) - np.cos(position * inv_freq))
    assert errors.max() == pytest.approx(own.max(), abs=1e-7)
    assert int(errors.argmax()) == int(own.argmax())


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", ["float32", "float16"])
def test_angles_are_those_of_numpy_in_that_format(kind: Format, method: Method) -> None:
    """Operation by operation, in NumPy's own types."""
    own = {"float32": np.float32, "float16": np.float16}[kind]
    inv_freq = inv_freq_of(64)
    positions = np.arange(0, 2048, 7)
    scales = (1 / inv_freq).astype(own)
    places = positions.astype(own)[:, np.newaxis]
    angles = places * (own(1) / scales) if method == "multiply" else places / scales
    assert angles.dtype == own
    found = precision.computed_angles(positions, inv_freq, kind, method)
    np.testing.assert_array_equal(found, angles.astype(np.float64))


@given(
    st.integers(1, 2**31),
    st.integers(1, 64),
    st.sampled_from(("float64", "float32", "bfloat16")),
    st.sampled_from(METHODS),
)
def test_the_error_of_an_angle_has_the_bound_of_its_roundings(
    position: int, pairs: int, kind: Format, method: Method
) -> None:
    """Position, scale, frequency and product are each off by half a unit in the last place at most; so is float64's
    1 / w.
    """
    digits = {"float64": 53, "float32": 24, "bfloat16": 8}[kind]
    inv_freq = inv_freq_of(2 * pairs)
    errors = np.abs(precision.angle_errors([position], inv_freq, kind, method)[0])
    bound = position * inv_freq * ((1 + 2.0**-digits) ** 4 * (1 + 2.0**-52) / (1 - 2.0**-digits) - 1)
    assert (errors <= bound).all()


@given(st.integers(0, 10**6), st.integers(1, 32), st.sampled_from(FORMATS), st.sampled_from(METHODS))
def test_the_error_of_a_value_follows_that_of_its_angle(
    position: int, pairs: int, kind: Format, method: Method
) -> None:
    """Sine and cosine have slope 1 at most; the last rounding adds half a unit of a number up to 1."""
    digits = {"float64": 53, "float32": 24, "float16": 11, "bfloat16": 8}[kind]
    inv_freq = inv_freq_of(2 * pairs)
    angles = np.abs(precision.angle_errors([position], inv_freq, kind, method)[0])
    for part in ("sine", "cosine"):
        values = np.abs(precision.value_errors([position], inv_freq, kind, method, part)[0])
        np.testing.assert_array_equal(np.isnan(values), np.isnan(angles))
        there = ~np.isnan(angles)
        assert (values[there] <= angles[there] + 2.0**-digits + 4e-16).all()


def test_float16_ends_before_long_contexts() -> None:
    assert np.isnan(precision.value_errors([70_000], inv_freq_of(8), "float16", "multiply", "cosine")[0, 0])
    assert np.isnan(precision.angle_errors([70_000], inv_freq_of(8), "float16", "divide")).all()


def test_formats_are_worse_the_fewer_digits_they_have() -> None:
    inv_freq, positions = inv_freq_of(128), np.arange(1, 4096, 5)
    largest = [
        float(np.nanmax(np.abs(precision.value_errors(positions, inv_freq, kind, "multiply", "cosine"))))
        for kind in FORMATS
    ]
    assert largest[0] < 1e-12
    assert 1e-5 < largest[1] < 1e-3
    assert 0.5 < largest[2] <= largest[3] <= 2


def test_float64_is_not_copied() -> None:
    values = np.arange(3.0)
    assert precision.rounded(values, "float64") is values
