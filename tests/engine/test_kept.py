"""Functions that remember their last results."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import numpy as np
import pytest

from posenc_gui.engine import stopping
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encodings import learned
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.encodings.relative import ShawParams
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.kept import Kept


def test_the_results_used_last_are_known() -> None:
    asked: list[int] = []

    def square(value: int) -> int:
        asked.append(value)
        return value * value

    squares = Kept(square, most=2)
    assert [squares(2), squares(3), squares(2), squares(4)] == [4, 9, 4, 16]
    assert asked == [2, 3, 4]
    assert [squares.knows(value) for value in (2, 3, 4, 5)] == [True, False, True, False]


def test_threads_that_want_the_same_have_it_made_once() -> None:
    asked: list[int] = []
    begun, both = Event(), Barrier(2)

    def slow(value: int) -> int:
        asked.append(value)
        begun.set()
        both.wait(10)
        return value + 1

    known = Kept(slow, most=2)
    with ThreadPoolExecutor() as threads:
        first = threads.submit(known, 1)
        assert begun.wait(10)
        assert not known.knows(1)
        second = threads.submit(known, 1)
        both.wait(10)
        assert (first.result(10), second.result(10)) == (2, 2)
    assert asked == [1]


def test_what_failed_is_not_known_and_is_tried_again() -> None:
    def fraction(value: int) -> float:
        return 1 / value

    fractions = Kept(fraction, most=2)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            fractions(0)
    assert not fractions.knows(0)


def test_a_seeded_table_is_work_until_it_is_at_hand() -> None:
    encoded = Encoded("learned", LearnedParams(rows=321, seed=77), Grid(10, 48))
    assert encoded.work == 321 * 48
    encoded.evaluate()
    assert encoded.work == 0
    assert Encoded("learned", LearnedParams(source="file"), Grid(10, 48)).work == 0
    assert Encoded("learned", LearnedParams(source="trained"), Grid(10, 48)).work == 0
    assert Encoded("sinusoidal", SinusoidalParams(), Grid(10**6, 1024)).work == 0


def test_shaws_vectors_are_work_once_whatever_the_length() -> None:
    params = ShawParams(clip=50, seed=77)
    assert Encoded("shaw", params, Grid(10, 48), 2).work == 101 * 24
    Encoded("shaw", params, Grid(10, 48), 2).evaluate()
    assert Encoded("shaw", params, Grid(99, 48), 2).work == 0
    assert Encoded("shaw", params, Grid(99, 48), 1).work == 101 * 48


def test_a_seeded_table_made_in_blocks_is_one_run_of_the_generator() -> None:
    params = LearnedParams(rows=300, seed=5, std=0.5)
    expected = 0.5 * np.random.default_rng(5).standard_normal((300, 1001))
    np.testing.assert_array_equal(learned.table(params, 1001), expected)


def test_making_a_seeded_table_can_be_given_up() -> None:
    class GivenUpError(Exception):
        """What the one who waits raises."""

    def give_up() -> None:
        raise GivenUpError

    params = LearnedParams(rows=100, seed=987)
    with pytest.raises(GivenUpError), stopping.stoppable(give_up):
        learned.table(params, 64)
    assert learned.table(params, 64).shape == (100, 64)
