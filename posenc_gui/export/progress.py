"""How far an export is."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Report = Callable[[float], None]
"""Called now and then with the share that is written, from 0 to 1."""


def silent(_share: float) -> None:
    """Report nothing."""


@contextmanager
def on_terminal() -> Iterator[Report]:
    """Report in percent on standard error where that is a terminal, and wipe the line at the end."""
    if not sys.stderr.isatty():
        yield silent
        return
    said = ""

    def report(share: float) -> None:
        nonlocal said
        text = f"{share:4.0%}"
        if text != said:
            said = text
            print(f"\r{text}", end="", file=sys.stderr, flush=True)

    try:
        yield report
    finally:
        print("\r    \r" if said else "", end="", file=sys.stderr, flush=True)
