"""How far an export is."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Report = Callable[[float], None]
"""Called now and then with the share that is written, from 0 to 1."""

_LINE = re.compile(r"written: *(\d+) %")


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


def by_line() -> Report:
    """Reports each whole percent in a line of its own on standard error; `read_line` reads it back."""
    said = -1

    def report(share: float) -> None:
        nonlocal said
        percent = int(100 * share)
        if percent != said:
            said = percent
            print(f"written: {percent} %", file=sys.stderr, flush=True)

    return report


def read_line(line: str) -> float | None:
    """The share that a line of `by_line` tells, or None if it is another line."""
    found = _LINE.fullmatch(line.strip())
    return int(found[1]) / 100 if found else None
