"""What a measurement is, and how two things are timed fairly against each other."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Sense = Literal["at least", "at most"]
Parts = dict[str, float | int | list[str]]
Seconds = Callable[[], float]
"""Gives seconds: those that one thing took, which it does, or those on a clock."""


@dataclass(frozen=True, slots=True)
class Record:
    """One ratio with its bound. `parts` are the numbers that it is made of; times are in seconds."""

    name: str
    ratio: float
    sense: Sense
    bound: float
    parts: Parts

    @property
    def holds(self) -> bool:
        """Whether the ratio lies on the right side of its bound."""
        return self.ratio >= self.bound if self.sense == "at least" else self.ratio <= self.bound


def times_faster(name: str, bound: float, ours: float, reference: float, **parts: float) -> Record:
    """How many times faster we are than the reference: at least `bound`."""
    return Record(name, reference / ours, "at least", bound, {"ours": ours, "reference": reference, **parts})


def times_longer(name: str, bound: float, ours: float, reference: float, **parts: float) -> Record:
    """How many times longer we take than the reference: at most `bound`."""
    return Record(name, ours / reference, "at most", bound, {"ours": ours, "reference": reference, **parts})


def clocked(action: Callable[[], object], clock: Seconds = time.perf_counter) -> Seconds:
    """The action, made to give the seconds that it took by this clock."""

    def run() -> float:
        start = clock()
        action()
        return clock() - start

    return run


def medians(repetitions: int, warm_up: int, *runs: Seconds) -> list[float]:
    """Median seconds of each run, taken in turn so that a busy machine slows all of them alike."""
    taken: list[list[float]] = [[] for _ in runs]
    for repetition in range(-warm_up, repetitions):
        for run, times in zip(runs, taken, strict=True):
            seconds = run()
            if repetition >= 0:
                times.append(seconds)
    return [statistics.median(times) for times in taken]
