"""RoPE on one query and one key: laws of the score, its parts, and what a mistaken pairing does."""

import cmath
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.engine import attention, rope_turn
from posenc_gui.engine.encoding import Rotation
from posenc_gui.engine.encodings import rope
from posenc_gui.engine.encodings.rope import RopeParams
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.rope_turn import Mismatch

EPS = float(np.finfo(np.float64).eps)
PAIRINGS = ("half", "interleaved")
MISMATCHES: tuple[Mismatch, ...] = ("none", "both", "key")


def rotation_of(d_model: int = 16, pairing: str = "half", partial: float = 1.0) -> Rotation:
    return rope.evaluate(RopeParams(pairing=pairing, partial=partial), Grid(64, d_model))


ROTATIONS = st.builds(
    rotation_of, st.sampled_from((4, 8, 16, 24)), st.sampled_from(PAIRINGS), st.sampled_from((0.5, 1.0))
)


def slack_of(vectors: rope_turn.Vectors, farthest: int) -> float:
    """Rounding of angles up to the farthest position, in products of the vectors' sizes."""
    size = float(np.linalg.norm(vectors.query) * np.linalg.norm(vectors.key))
    return EPS * (4 * farthest + 64) * size


@given(ROTATIONS, st.integers(0, 500), st.integers(0, 500), st.integers(-400, 400), st.integers(0, 99))
def test_the_score_follows_the_distance_alone(rotation: Rotation, m: int, n: int, shift: int, seed: int) -> None:
    """Also where both are turned by the other pairing."""
    vectors = rope_turn.seeded(rotation.head_dim, seed, same=False)
    mismatches: tuple[Mismatch, ...] = ("none", "both")
    for mismatch in mismatches:
        here = rope_turn.contributions(vectors, rotation, m, n, mismatch).sum()
        there = rope_turn.contributions(vectors, rotation, m + shift, n + shift, mismatch).sum()
        assert abs(here - there) <= slack_of(vectors, 1500)


@given(ROTATIONS, st.integers(0, 500), st.integers(0, 500), st.integers(0, 99), st.sampled_from(MISMATCHES))
def test_the_parts_add_up_to_the_score(rotation: Rotation, m: int, n: int, seed: int, mismatch: Mismatch) -> None:
    vectors = rope_turn.seeded(rotation.head_dim, seed, same=False)
    parts = rope_turn.contributions(vectors, rotation, m, n, mismatch)
    for_query, for_key = rope_turn.as_computed(rotation, mismatch)
    query = rope_turn.turned(vectors.query, for_query, [m])[0]
    key = rope_turn.turned(vectors.key, for_key, [n])[0]
    assert len(parts) == rotation.waves.pairs + 1
    assert parts.sum() == pytest.approx(float(query @ key), rel=0, abs=slack_of(vectors, 0))
    curve = rope_turn.scores(vectors, rotation, m, [m - n], mismatch)
    assert curve[0] == pytest.approx(float(query @ key), rel=0, abs=slack_of(vectors, 0))


@given(st.sampled_from(PAIRINGS), st.integers(0, 200), st.integers(0, 200), st.integers(0, 99))
def test_a_pair_is_a_complex_number_that_is_turned(pairing: str, m: int, n: int, seed: int) -> None:
    """Re(q · conj(k) · exp(i (m − n) w)), written out with Python's complex numbers."""
    rotation = rotation_of(8, pairing)
    vectors = rope_turn.seeded(8, seed, same=False)
    parts = rope_turn.contributions(vectors, rotation, m, n)
    for pair in range(4):
        first, second = (pair, pair + 4) if pairing == "half" else (2 * pair, 2 * pair + 1)
        q = complex(vectors.query[first], vectors.query[second])
        k = complex(vectors.key[first], vectors.key[second])
        w = 10_000.0 ** (-2 * pair / 8)
        expected = (q * k.conjugate() * cmath.exp(1j * (m - n) * w)).real
        assert parts[pair] == pytest.approx(expected, rel=0, abs=slack_of(vectors, 500))


@given(ROTATIONS, st.integers(0, 63), st.integers(0, 99))
def test_vectors_turn_as_attention_turns_them(rotation: Rotation, position: int, seed: int) -> None:
    vectors = rope_turn.seeded(rotation.head_dim, seed, same=False)
    everywhere = np.repeat(vectors.query[np.newaxis, np.newaxis, :], rotation.length, axis=1)
    expected = attention.turned(everywhere, rotation)[0, position]
    np.testing.assert_allclose(rope_turn.turned(vectors.query, rotation, [position])[0], expected, rtol=0, atol=1e-14)
    assert np.linalg.norm(expected) == pytest.approx(np.linalg.norm(vectors.query), rel=1e-14)


@given(ROTATIONS)
def test_the_other_of_the_other_pairing_is_the_first(rotation: Rotation) -> None:
    other = rope_turn.other_pairing(rotation)
    assert other.pairing != rotation.pairing
    back = rope_turn.other_pairing(other)
    assert back.pairing == rotation.pairing
    for first, second in zip(rope_turn.channels(back), rope_turn.channels(rotation), strict=True):
        np.testing.assert_array_equal(first, second)
    assert sorted(np.concatenate(rope_turn.channels(other)).tolist()) == list(range(rotation.waves.width))


def test_channels_of_both_conventions() -> None:
    first, second = rope_turn.channels(rotation_of(8, "half"))
    assert (first.tolist(), second.tolist()) == ([0, 1, 2, 3], [4, 5, 6, 7])
    first, second = rope_turn.channels(rope_turn.other_pairing(rotation_of(8, "half")))
    assert (first.tolist(), second.tolist()) == ([0, 2, 4, 6], [1, 3, 5, 7])


def test_equal_vectors_score_most_where_they_meet() -> None:
    rotation, vectors = rotation_of(64), rope_turn.seeded(64, 0, same=True)
    scores = rope_turn.scores(vectors, rotation, 0, np.arange(-63, 64))
    assert scores.argmax() == 63
    assert scores[63] == pytest.approx(float(vectors.query @ vectors.query), rel=1e-14)
    np.testing.assert_allclose(scores, scores[::-1], rtol=0, atol=1e-12)


def test_a_mistaken_key_makes_the_score_depend_on_the_place() -> None:
    rotation, vectors = rotation_of(64), rope_turn.seeded(64, 0, same=True)
    right = [rope_turn.contributions(vectors, rotation, m, m + 3).sum() for m in range(40)]
    wrong = [rope_turn.contributions(vectors, rotation, m, m + 3, "key").sum() for m in range(40)]
    assert np.ptp(right) < 1e-11
    assert np.ptp(wrong) > 1
    assert wrong[0] != pytest.approx(right[0], abs=0.1)


def test_both_turned_by_the_other_pairing_is_the_score_of_moved_channels() -> None:
    """Turning by the other convention is the right turning of a vector whose channels stand in its order."""
    rotation = rotation_of(16, "half")
    vectors = rope_turn.seeded(16, 5, same=False)
    moved = np.concatenate(rope_turn.channels(rope_turn.other_pairing(rotation)))
    reordered = rope_turn.Vectors(vectors.query[moved], vectors.key[moved])
    for m, n in ((0, 0), (3, 11), (40, 2)):
        wrong = rope_turn.contributions(vectors, rotation, m, n, "both").sum()
        assert wrong == pytest.approx(rope_turn.contributions(reordered, rotation, m, n).sum(), abs=1e-12)


def test_channels_that_do_not_turn_are_the_last_part() -> None:
    rotation, vectors = rotation_of(16, "half", 0.5), rope_turn.seeded(16, 1, same=False)
    parts = rope_turn.contributions(vectors, rotation, 9, 2)
    assert parts[-1] == pytest.approx(float(vectors.query[8:] @ vectors.key[8:]), rel=1e-14)


def test_a_seed_is_a_seed() -> None:
    first, second = rope_turn.seeded(8, 3, same=False), rope_turn.seeded(8, 3, same=True)
    np.testing.assert_array_equal(first.query, second.query)
    np.testing.assert_array_equal(second.query, second.key)
    assert not np.array_equal(first.query, first.key)
    assert math.isclose(float(np.abs(rope_turn.seeded(10_000, 0, same=True).query).mean()), 0.798, abs_tol=0.02)
