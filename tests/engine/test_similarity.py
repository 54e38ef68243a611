"""Positions compared with each other: against plain loops, and the laws of what depends on distance alone."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import sinusoidal_params

from posenc_gui.engine import attention, encodings
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Floats, RelativeKeys, Rotation, ScoreBias, Table
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.encodings.rope import RopeParams
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.heads import Projections
from posenc_gui.engine.similarity import BLOCK, MOST_POSITIONS, gamma, profile, similarity

TABLES = ("index", "normalized", "binary", "sinusoidal", "learned")
RELATIVE = ("shaw", "t5", "alibi", "rope", "transformer_xl")


def encoded(key: str, length: int = 20, d_model: int = 8, heads: int = 1) -> Encoded:
    """An encoding at its usual parameters."""
    return Encoded(key, encodings.by_key(key).params(), Grid(length, d_model), heads)


def table_of(one: Encoded) -> list[list[float]]:
    """The whole table as plain numbers."""
    yielded = one.evaluate()
    assert isinstance(yielded, Table)
    rows: list[list[float]] = yielded.values.tolist()
    return rows


def plain_dot(x: list[float], y: list[float]) -> float:
    """A dot product without rounding on the way."""
    return math.fsum(a * b for a, b in zip(x, y, strict=True))


@pytest.mark.parametrize("key", TABLES)
def test_dot_products_are_what_plain_loops_give(key: str) -> None:
    rows = table_of(encoded(key))
    found = similarity(encoded(key)).values
    for i, x in enumerate(rows):
        for j, y in enumerate(rows):
            assert abs(found[i, j] - plain_dot(x, y)) <= gamma(9) * plain_dot([abs(a) for a in x], [abs(b) for b in y])


@pytest.mark.parametrize("key", ["sinusoidal", "learned"])
def test_cosines_are_dot_products_by_both_lengths(key: str) -> None:
    rows = table_of(encoded(key))
    found = similarity(encoded(key), "cosine").values
    expected = [[plain_dot(x, y) / math.sqrt(plain_dot(x, x) * plain_dot(y, y)) for y in rows] for x in rows]
    np.testing.assert_allclose(found, expected, rtol=0, atol=2 * gamma(9) + 4 * gamma(1))


def test_a_vector_of_zeros_has_no_cosine() -> None:
    found = similarity(encoded("index"), "cosine")
    assert np.isnan(found.values[0]).all()
    assert np.isnan(found.values[:, 0]).all()
    np.testing.assert_allclose(found.values[1:, 1:], 1, rtol=0, atol=2 * gamma(13))
    assert found.by_distance_alone
    assert np.isnan(found.profile.mean[[0, -1]]).all()  # only positions 0 and 19 are that far apart
    assert np.isfinite(found.profile.mean[1:-1]).all()


def plain_profile(values: Floats) -> dict[int, list[float]]:
    """All values at each distance, by loops."""
    found: dict[int, list[float]] = {}
    for (query, key), value in np.ndenumerate(values):
        if not math.isnan(value):
            found.setdefault(key - query, []).append(float(value))
    return found


@given(st.integers(1, 9), st.integers(0, 99), st.booleans())
def test_a_profile_is_what_plain_loops_give(count: int, seed: int, holes: bool) -> None:
    values = np.random.default_rng(seed).standard_normal((count, count))
    if holes:
        values[seed % count] = values[:, seed % count] = np.nan
    expected, found = plain_profile(values), profile(values)
    assert found.distances.tolist() == list(range(1 - count, count))
    residual = 0.0
    for place, distance in enumerate(range(1 - count, count)):
        at = expected.get(distance)
        if at is None:
            assert np.isnan([found.low[place], found.mean[place], found.high[place]]).all()
            continue
        mean = math.fsum(at) / len(at)
        assert (found.low[place], found.high[place]) == (min(at), max(at))
        assert found.mean[place] == pytest.approx(mean, abs=gamma(2 * count + 4) * (max(at) - min(at) + abs(mean)))
        residual = max(residual, *(abs(value - mean) for value in at))
    assert found.residual == pytest.approx(
        residual, abs=gamma(2 * count + 6) * np.nanmax(np.abs(values), initial=0) * 4
    )


def test_a_matrix_that_depends_on_distance_alone_has_no_residual() -> None:
    line = np.random.default_rng(0).standard_normal(19)
    values = np.array([[line[key - query + 9] for key in range(10)] for query in range(10)])
    found = profile(values)
    assert found.residual == 0
    np.testing.assert_array_equal(found.mean, line)
    values[3, 5] += 1
    assert profile(values).residual == pytest.approx(1 - 1 / 8)  # eight pairs share a distance of two


@given(sinusoidal_params(largest_first=1000), st.integers(1, 40), st.integers(1, 8), st.sampled_from(["dot", "cosine"]))
def test_whole_pairs_depend_on_distance_alone(params: SinusoidalParams, length: int, pairs: int, measure: str) -> None:
    one = Encoded("sinusoidal", params, Grid(length, 2 * pairs))
    found = similarity(one, "cosine" if measure == "cosine" else "dot")
    assert found.profile.residual <= found.level
    assert found.by_distance_alone


def test_the_answer_is_no_for_the_others() -> None:
    for key in ("index", "normalized", "binary", "learned"):
        found = similarity(encoded(key, 64, 64))
        assert not found.by_distance_alone
        assert found.profile.residual > 1e6 * found.level


def test_sines_alone_do_not_depend_on_distance_alone() -> None:
    sines = Encoded("sinusoidal", SinusoidalParams(), Grid(50, 1))
    found = similarity(sines)
    assert not found.by_distance_alone
    assert found.profile.residual > 0.4  # sin(p)² runs from 0 to 1 on the diagonal, about a mean of a half


def test_layouts_are_equally_alike_to_rounding() -> None:
    first = similarity(Encoded("sinusoidal", SinusoidalParams(layout="interleaved"), Grid(64, 64)))
    second = similarity(Encoded("sinusoidal", SinusoidalParams(layout="concatenated"), Grid(64, 64)))
    np.testing.assert_allclose(first.values, second.values, rtol=0, atol=first.level)


@pytest.mark.parametrize("pairing", ["half", "interleaved"])
@pytest.mark.parametrize("partial", [1.0, 0.5])
@pytest.mark.parametrize("heads", [1, 2])
def test_a_rotation_shows_the_scores_of_ones(pairing: str, partial: float, heads: int) -> None:
    one = Encoded("rope", RopeParams(pairing=pairing, partial=partial), Grid(30, 16), heads)
    rotation = one.evaluate()
    assert isinstance(rotation, Rotation)
    scores = attention.scores(np.ones((30, 16)), rotation, Projections(heads))
    found = similarity(one, "cosine", head=1)
    np.testing.assert_allclose(found.values, scores[heads - 1], rtol=0, atol=found.level)
    assert found.by_distance_alone


@pytest.mark.parametrize("key", ["t5", "alibi"])
def test_a_bias_is_shown_as_it_is(key: str) -> None:
    one = encoded(key, heads=4)
    bias = one.evaluate()
    assert isinstance(bias, ScoreBias)
    for head in range(4):
        found = similarity(one, "dot", head)
        np.testing.assert_array_equal(found.values, bias.bias[head])
        assert (found.profile.residual, found.level) == (0, 0)
    np.testing.assert_array_equal(similarity(one, "dot", 63).values, bias.bias[3])


@pytest.mark.parametrize("key", ["shaw", "transformer_xl"])
@pytest.mark.parametrize("head", [0, 1])
def test_relative_keys_meet_a_query_of_ones(key: str, head: int) -> None:
    one = encoded(key, length=40, d_model=8, heads=2)
    keys = one.evaluate()
    assert isinstance(keys, RelativeKeys)
    found = similarity(one, "dot", head)
    for query in range(40):
        for place in range(40):
            row = min(max(place - query, -keys.farthest), keys.farthest) + keys.farthest
            vector = keys.vectors[min(head, len(keys.vectors) - 1), row].tolist()
            bias = keys.position_bias[min(head, len(keys.position_bias) - 1)].tolist()
            expected = plain_dot([1 + number for number in bias], vector) / math.sqrt(4)
            assert abs(found.values[query, place] - expected) <= found.level
    assert found.by_distance_alone


def test_rope_goes_up_again_and_alibi_does_not() -> None:
    assert similarity(encoded("rope", 512, 64)).rising_share == pytest.approx(0.477, abs=5e-4)
    assert similarity(encoded("alibi", 512, 64)).rising_share == 0
    assert math.isnan(similarity(encoded("alibi", 1)).rising_share)


def test_positions_that_do_not_exist_are_left_out() -> None:
    short = Encoded("learned", LearnedParams(rows=12, padding_idx=1), Grid(20, 8))
    assert similarity(short).values.shape == (10, 10)
    assert np.isfinite(similarity(short).values).all()


def test_a_long_table_is_cut_and_keeps_its_length() -> None:
    one = encoded("normalized", length=2**31)
    found = similarity(one)
    assert found.values.shape == (MOST_POSITIONS, MOST_POSITIONS)
    assert found.values[-1, -1] == pytest.approx(8 * ((MOST_POSITIONS - 1) / (2**31 - 1)) ** 2)
    assert similarity(encoded("normalized", 64), "dot", 0, 10).values[9, 9] == pytest.approx(8 * (9 / 63) ** 2)


@pytest.mark.parametrize("key", ["sinusoidal", "rope"])
def test_wide_tables_are_multiplied_block_by_block(key: str) -> None:
    width = 4 * BLOCK + 6
    one = Encoded(key, encodings.by_key(key).params(), Grid(6, width))
    if key == "rope":
        scores = attention.scores(np.ones((6, width)), one.evaluate(), Projections(1))[0]
    else:
        table = np.array(table_of(one))
        scores = table @ table.T
    np.testing.assert_allclose(similarity(one).values, scores, rtol=0, atol=similarity(one).level)


def test_results_are_shared_and_cannot_be_changed() -> None:
    found = similarity(encoded("sinusoidal"))
    assert found is similarity(encoded("sinusoidal"))
    for array in (found.values, found.profile.mean, found.profile.low, found.profile.high, found.profile.distances):
        assert not array.flags.writeable


def test_nothing_cannot_be_compared() -> None:
    with pytest.raises(
        UserError, match="no position is added, so there is nothing to compare: choose another encoding"
    ):
        similarity(encoded("none"))
