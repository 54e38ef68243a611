"""Long computations that can be given up between two of their steps."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


def _never() -> None:
    """Nobody waits to stop it."""


_check: ContextVar[Callable[[], None]] = ContextVar("check", default=_never)


@contextmanager
def stoppable(check: Callable[[], None]) -> Iterator[None]:
    """Let `check` end what is computed in this block, in this thread, by raising an exception of its own."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)


def go_on() -> None:
    """Called between two steps of a long computation; raises if it is to be given up."""
    _check.get()()
