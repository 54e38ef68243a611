"""Where an axis has its ticks, when the figure leaves it to the painter; no Qt."""

import math
from functools import lru_cache

from posenc_gui.figures.numbers import scientific
from posenc_gui.figures.spec import Ticks

STEPS = (1.0, 2.0, 5.0, 10.0)
MOST_DECIMALS = 6
MOST_PLAIN = 1e9


@lru_cache(maxsize=256)
def choose_ticks(low: float, high: float, most: int, integer: bool) -> Ticks:
    """At most `most` ticks (two at least, where there are two) at round values between low and high."""
    step = _step((high - low) / max(most, 2), integer)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple((count * step, number(count * step, decimals)) for count in range(first, last + 1))


def number(value: float, decimals: int) -> str:
    """A number with a true minus sign and commas between thousands; as a power of ten where that would be long."""
    rounded = round(value, decimals)
    if rounded and (decimals > MOST_DECIMALS or abs(rounded) >= MOST_PLAIN):
        return scientific(value)
    return f"{rounded or 0.0:,.{min(decimals, MOST_DECIMALS)}f}".replace("-", "−")


def _step(least: float, integer: bool) -> float:
    power = 10.0 ** math.floor(math.log10(least))
    step = next(factor * power for factor in STEPS if factor * power >= least * (1 - 1e-9))
    return max(1.0, step) if integer else step
