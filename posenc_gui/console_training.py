"""Training on the console: done when a table is needed, with progress for those who watch."""

import sys
from collections.abc import Callable

from posenc_gui.engine import training
from posenc_gui.engine.training import UntrainedError


def with_trained_tables(act: Callable[[], None]) -> None:
    """Do something; where it needs a table that has not been trained yet, train it and begin again."""
    while True:
        try:
            act()
        except UntrainedError as error:
            training.train(error.task, _tell if sys.stderr.isatty() else _say_nothing)
        else:
            return


def _tell(step: int, loss: float) -> None:
    """One line on standard error that is written over, and wiped out in the end."""
    line = f"training: step {step} of {training.STEPS}, loss {loss:.4g} nats"
    wiped = f"\r{'':<{_WIDTH}}\r" if step == training.STEPS else ""
    print(f"\r{line:<{_WIDTH}}{wiped}", end="", file=sys.stderr, flush=True)


_WIDTH = 60


def _say_nothing(_step: int, _loss: float) -> None:
    """Nobody watches."""
