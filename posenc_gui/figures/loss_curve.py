"""The loss of a training over its steps, on a logarithmic scale."""

import math
from collections.abc import Sequence

import numpy as np

from posenc_gui.engine.training import STEPS
from posenc_gui.figures import log_axis
from posenc_gui.figures.numbers import short
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
        y=Axis("loss in nats", low, high, ticks_between(low, high)),
        marks=(
            Line("curve", steps, heights, "pair", 2),
            Points("last", steps[-1:], heights[-1:], "pair", size=7, halo=True),
        ),
        title=title,
    )


def ticks_between(low: float, high: float) -> Ticks:
    """Ticks from `low` to `high`, powers of ten: at whole powers where there are some, else at numbers between them."""
    powers = log_axis.ticks(low, high, MOST_TICKS)
    if len(powers) > 1:
        return powers
    every, few = _multiples(low, high, range(1, 10)), _multiples(low, high, (1, 2, 5))
    return every if len(every) <= MOST_TICKS else few


def _multiples(low: float, high: float, multiples: Sequence[int]) -> Ticks:
    numbers = (
        multiple * 10.0**power for power in range(math.floor(low), math.ceil(high) + 1) for multiple in multiples
    )
    return tuple((math.log10(number), short(number)) for number in numbers if low <= math.log10(number) <= high)
