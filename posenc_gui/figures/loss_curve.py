"""The loss of a training over its steps, on a logarithmic scale."""

import math
from collections.abc import Iterator, Sequence

import numpy as np

from posenc_gui.engine.training import STEPS
from posenc_gui.figures.spec import Axes, Axis, Floats, Line, Points, Ticks

KEY = "loss"
SMALLEST = 1e-16
"""What counts as zero: below it the logarithm says nothing."""

MARGIN = 0.05
"""Room above and below the curve, as a share of its reach."""

END = 1.03
"""Where the axis of the steps ends, in shares of them: the last point is seen whole."""

MOST_TICKS = 6
NARROWEST = 0.1
"""Shortest reach of the axis, in powers of ten."""


def axes(losses: Sequence[float] | Floats, cell: tuple[int, int, int, int], title: str = "") -> Axes:
    """The curve as far as it has come, with its newest point; there must be one loss at least."""
    heights = np.log10(np.maximum(np.asarray(losses, dtype=np.float64), SMALLEST))
    steps = np.arange(len(heights), dtype=np.float64)
    low, high = float(heights.min()), float(heights.max())
    reach = max(high - low, NARROWEST)
    low, high = high - (1 + MARGIN) * reach, high + MARGIN * reach
    return Axes(
        key=KEY,
        cell=cell,
        x=Axis("step", 0.0, END * STEPS, integer=True),
        y=Axis("loss in nats", low, high, log_ticks(low, high)),
        marks=(
            Line("curve", steps, heights, "pair", 2),
            Points("last", steps[-1:], heights[-1:], "pair", size=7, halo=True),
        ),
        title=title,
    )


def log_ticks(low: float, high: float) -> Ticks:
    """Ticks at round numbers, from `low` to `high` in powers of ten: the more there are, the wider their steps."""
    for multiples, stride in ((range(1, 10), 1), ((1, 2, 5), 1), ((1,), 1), ((1,), 2), ((1,), 5)):
        found = tuple(_between(low, high, multiples, stride))
        if len(found) <= MOST_TICKS:
            return found
    return ()


def _between(low: float, high: float, multiples: Sequence[int], stride: int) -> Iterator[tuple[float, str]]:
    for power in range(math.floor(low), math.ceil(high) + 1):
        for multiple in multiples if power % stride == 0 else ():
            place = power + math.log10(multiple)
            if low <= place <= high:
                yield (
                    place,
                    f"{multiple}e{power}".replace("-", "−") if abs(power) > 3 else f"{multiple * 10.0**power:g}",
                )
