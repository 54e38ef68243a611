"""Measured properties: what is known of each encoding comes out, and every answer says how it came about."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.engine import encodings
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Table
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.properties import (
    FARTHEST,
    MOST_POSITIONS,
    PROPERTIES,
    Measured,
    fit_residual,
    measured,
    measured_length,
)

BY_KEY = {item.key: item for item in PROPERTIES}
EPS = float(np.finfo(np.float64).eps)


def encoded(key: str, length: int = 64, d_model: int = 16, heads: int = 1) -> Encoded:
    """An encoding at its usual parameters."""
    return Encoded(key, encodings.by_key(key).params(), Grid(length, d_model), heads)


def ask(question: str, one: Encoded, offset: int = 5) -> Measured:
    """One property."""
    return measured(BY_KEY[question], one, offset)


def test_bounded_and_consistent_come_first() -> None:
    assert list(BY_KEY)[:3] == ["magnitude", "growth", "consistency"]


@pytest.mark.parametrize("key", [item.key for item in encodings.ENCODINGS])
@pytest.mark.parametrize("question", BY_KEY)
def test_every_question_has_an_answer_in_words(question: str, key: str) -> None:
    answer = ask(question, encoded(key, heads=2))
    assert answer.said
    assert "\n" not in answer.said
    assert answer.passes is None or math.isfinite(answer.value) or math.isinf(answer.value)


def test_the_index_grows_and_stays_what_it_is() -> None:
    one = encoded("index", 64)
    assert ask("magnitude", one).value == 63
    assert (ask("growth", one).value, ask("growth", one).passes) == (127 / 63, False)
    assert (ask("consistency", one).value, ask("consistency", one).passes) == (0, True)
    assert ask("nearest", one).value == 4  # one step in each of 16 dimensions


def test_the_normalized_index_is_bounded_and_changes_with_the_length() -> None:
    one = encoded("normalized", 64)
    assert (ask("growth", one).value, ask("growth", one).passes) == (1, True)
    change = ask("consistency", one)
    assert change.value == pytest.approx(63 / 63 - 63 / 127, rel=EPS)
    assert change.passes is False


def test_sinusoids_pass_all_requirements() -> None:
    one = encoded("sinusoidal")
    passes = {question: ask(question, one).passes for question in BY_KEY}
    assert [question for question, passed in passes.items() if passed] == [
        "growth",
        "consistency",
        "nearest",
        "last_position",
    ]
    assert None in passes.values()
    assert False not in passes.values()


@pytest.mark.parametrize("key", ["index", "normalized", "binary", "sinusoidal", "learned"])
def test_the_nearest_two_positions_are_those_of_plain_loops(key: str) -> None:
    one = encoded(key, 30, 6)
    yielded = one.evaluate()
    assert isinstance(yielded, Table)
    rows = yielded.values.tolist()
    smallest = min(math.dist(x, y) for place, x in enumerate(rows) for y in rows[:place])
    assert ask("nearest", one).value == pytest.approx(smallest, rel=10 * EPS)


def test_positions_that_repeat_are_found() -> None:
    again = ask("nearest", encoded("binary", 20, 4))
    assert (again.value, again.passes) == (0, False)
    assert again.said == "between positions 0 and 16"


def test_one_position_has_no_neighbour() -> None:
    assert math.isnan(ask("nearest", encoded("index", 1)).value)
    assert math.isnan(ask("growth", encoded("index", 1)).value)  # from zero


@given(st.integers(-20, 20), st.integers(1, 8))
def test_one_matrix_shifts_sinusoids_at_rounding_level(offset: int, pairs: int) -> None:
    """Least squares reach the residual of the true matrix, up to the rounding of its own arithmetic.

    That matrix makes each entry of two products; fitting rounds by a modest multiple of ε times the largest singular
    value of the table, which is at most the root of the number of its entries, all of them within one.
    """
    answer = ask("shift_residual", Encoded("sinusoidal", SinusoidalParams(), Grid(40, 2 * pairs)), offset)
    entries = (40 + 20 + 4 * pairs) * 2 * pairs
    assert answer.value <= 20 * EPS * entries


@pytest.mark.parametrize("offset", [1, 5, -3])
def test_no_matrix_shifts_sines_alone_or_a_learned_table(offset: int) -> None:
    sines = Encoded("sinusoidal", SinusoidalParams(), Grid(40, 1))
    assert ask("shift_residual", sines, offset).value > 0.1
    assert ask("shift_residual", encoded("learned"), offset).value > 0.01


def test_what_few_shifts_cannot_tell_is_not_told() -> None:
    few = Encoded("learned", LearnedParams(rows=20), Grid(64, 16))
    answer = ask("shift_residual", few, 5)
    assert math.isnan(answer.value)
    assert answer.said == "15 shifts cannot tell: some matrix of 16 columns fits them all"
    assert math.isnan(ask("shift_residual", encoded("sinusoidal", d_model=1000)).value)


def test_shifts_may_be_as_long_as_the_longest_table() -> None:
    for offset in (FARTHEST - 1, 1 - FARTHEST):
        assert ask("shift_residual", encoded("index", FARTHEST), offset).value > 1


def test_a_fit_finds_the_matrix_that_there_is() -> None:
    random = np.random.default_rng(0)
    here, matrix = random.standard_normal((40, 6)), random.standard_normal((6, 6))
    assert fit_residual(here, here @ matrix) <= 100 * EPS
    off = random.standard_normal((40, 6))
    solved = np.linalg.solve(here.T @ here, here.T @ off)
    assert fit_residual(here, off) == pytest.approx(float(np.abs(off - here @ solved).max()), rel=1e-10)


def test_the_last_position_is_looked_for() -> None:
    short = Encoded("learned", LearnedParams(rows=700, padding_idx=2), Grid(64, 16))
    answer = ask("last_position", short)
    assert (answer.value, answer.passes) == (696, False)
    assert answer.said == "position 697 does not exist"
    for key in ("index", "normalized", "binary", "sinusoidal", "shaw", "t5", "alibi", "rope"):
        answer = ask("last_position", encoded(key))
        assert (answer.value, answer.passes) == (math.inf, True)
        assert "2,147,483,647" in answer.said


def test_what_does_not_fit_into_memory_is_not_guessed() -> None:
    answer = ask("last_position", encoded("transformer_xl"))
    assert math.isnan(answer.value)
    assert "memory" in answer.said


def test_parameters_are_counted() -> None:
    counts = {item.key: ask("learned", encoded(item.key, heads=2)).value for item in encodings.ENCODINGS}
    assert counts == {
        "none": 0,
        "index": 0,
        "normalized": 0,
        "binary": 0,
        "sinusoidal": 0,
        "learned": 512 * 16,
        "shaw": 33 * 8,
        "t5": 32 * 2,
        "alibi": 0,
        "rope": 0,
        "transformer_xl": 2 * 16,
    }


def test_alibi_grows_with_the_distance() -> None:
    growth = ask("growth", encoded("alibi"))
    assert (growth.value, growth.passes) == (127 / 63, False)


def test_what_has_no_meaning_says_why() -> None:
    for question, key, said in [
        ("magnitude", "none", "nothing is added"),
        ("nearest", "alibi", "it gives no vector per position"),
        ("shift_residual", "shaw", "it gives no vector per position"),
        ("last_position", "none", "nothing is added"),
    ]:
        answer = ask(question, encoded(key))
        assert math.isnan(answer.value)
        assert answer.said == said


def test_settings_that_an_encoding_refuses_leave_nothing_to_measure() -> None:
    for question in BY_KEY:
        answer = ask(question, encoded("rope", d_model=7))
        assert math.isnan(answer.value)
        assert answer.said.startswith("RoPE would turn 7 channels")


def test_long_and_wide_tables_are_measured_at_a_smaller_length() -> None:
    assert measured_length(encoded("index", 100)) == 100
    assert measured_length(encoded("index", 10**6)) == MOST_POSITIONS
    assert measured_length(encoded("index", 10**6, 65_536)) == 45
    assert ask("magnitude", encoded("index", 10**6)).value == MOST_POSITIONS - 1


def test_answers_are_remembered() -> None:
    assert ask("nearest", encoded("sinusoidal"), 1) is ask("nearest", encoded("sinusoidal"), 2)
    assert ask("shift_residual", encoded("sinusoidal"), 1) is not ask("shift_residual", encoded("sinusoidal"), 2)
