"""Long computations end when nobody waits for them any more."""

import pytest

from posenc_gui.engine import analysis, stopping
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams, waves
from posenc_gui.engine.grid import Grid


class GivenUpError(Exception):
    """What the one who waits raises."""


class AfterCalls:
    """Gives up at the n-th look."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self) -> None:  # noqa: D102 - the class says it
        self.left -= 1
        if self.left < 0:
            raise GivenUpError


def test_a_measurement_over_two_billion_rows_can_be_given_up() -> None:
    described = waves(SinusoidalParams(), Grid(length=2**31, d_model=64))
    with pytest.raises(GivenUpError), stopping.stoppable(AfterCalls(3)):
        analysis.shift_residual(described, analysis.shifted_rows(2**31, 5), 5)


def test_filling_a_table_can_be_given_up() -> None:
    described = waves(SinusoidalParams(), Grid(length=4096, d_model=64))
    with pytest.raises(GivenUpError), stopping.stoppable(AfterCalls(2)):
        described.values(range(4096))


def test_nothing_is_given_up_after_the_block() -> None:
    with stopping.stoppable(AfterCalls(0)):
        pass
    stopping.go_on()
