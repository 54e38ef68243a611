"""Axes that run over powers of ten: the data are transformed, and the ticks are labelled by hand."""

import math

from posenc_gui.figures.spec import Ticks

MOST_PLAIN = 10_000
"""Larger powers of ten are written as "1e6"."""

_SHORT, _EDGE = 4, 0.04
"""A longer text does not fit beside the end of an axis, within that share of it."""


def ticks(low: float, high: float, most: int = 7) -> Ticks:
    """Ticks at powers of ten between two logarithms, as few as every n-th of them."""
    first, last = math.ceil(low - 1e-9), math.floor(high + 1e-9)
    step = max(1, -(-(last - first + 1) // most))
    powers = [power for power in range(first, last + 1) if power % step == 0 and low <= power <= high]
    named = ((float(power), power_text(power)) for power in powers)
    return tuple(tick for tick in named if len(tick[1]) <= _SHORT or tick[0] <= high - _EDGE * (high - low))


def power_text(power: int) -> str:
    """A power of ten, as in "1,000", "1e6" or "1e−3"."""
    if power < 0:
        return f"1e−{-power}"
    return f"{10**power:,}" if 10**power <= MOST_PLAIN else f"1e{power}"
