"""From the places of a slider to the values of a parameter and back, and the steps that keys take; no widgets."""

import bisect
import math

from msgspec import Struct

from posenc_gui.document.document import Document
from posenc_gui.engine.params import Field

MOST_STEPS = 1_000
"""Places of a slider whose values are too many to have one each."""

Number = int | float


class Scale(Struct, frozen=True):
    """What a slider covers (`low` … `high`), what is allowed at all (`least` … `most`), and how it is divided.

    `stops` are the only values there are, where they are few, in ascending order.
    """

    low: Number
    high: Number
    least: Number
    most: Number
    integer: bool
    log: bool = False
    stops: tuple[Number, ...] = ()

    @property
    def steps(self) -> int:
        """The number of the slider's last place; the first one is 0."""
        if self.stops:
            return len(self.stops) - 1
        span = self.high - self.low
        return int(span) if self.integer and not self.log and span <= 100 * MOST_STEPS else MOST_STEPS

    def place(self, value: Number) -> int:
        """The slider's place for a value; the nearer end for one that the slider does not cover."""
        if self.stops:
            return min(range(len(self.stops)), key=lambda index: abs(self.stops[index] - value))
        if self.high <= self.low:
            return 0
        inside = min(max(value, self.low), self.high)
        part = math.log(inside / self.low, self.high / self.low) if self.log else (inside - self.low) / self.span
        return round(part * self.steps)

    def value(self, place: int) -> Number:
        """The value at a place, rounded to what the person can tell apart."""
        if self.stops:
            return self.stops[place]
        if place <= 0:
            return self.low
        if place >= self.steps:
            return self.high
        part = place / self.steps
        exact = self.low * (self.high / self.low) ** part if self.log else self.low + part * self.span
        rounded = float(f"{exact:.3g}") if self.steps == MOST_STEPS else exact
        inside = min(max(rounded, self.low), self.high)
        return round(inside) if self.integer else inside

    def stepped(self, value: Number, count: int) -> Number:
        """The value `count` key presses away, as far as it is allowed: by one, by 1-2-5, or along the stops."""
        if self.stops:
            return self.stops[min(max(self.place(value) + count, 0), len(self.stops) - 1)]
        if self.integer:
            moved: Number = int(value) + count
        elif self.log:
            moved = _along_1_2_5(value, count)
        else:
            unit = 10.0 ** math.floor(math.log10(self.span / 50)) if self.span else 1.0
            moved = round(round(value / unit + count) * unit, 12)
        return min(max(moved, self.least), self.most)

    @property
    def span(self) -> Number:
        """How far the slider reaches, in units of the value."""
        return self.high - self.low


def scale_of(path: str, field: Field, document: Document) -> Scale:
    """The scale of a number, clipped to what the other values of the document leave."""
    integer = field.kind == "int"
    low = field.param.low if field.param.low is not None else -(10**9)
    high = field.param.high if field.param.high is not None else 10**9
    shown = field.param.slider or (low, high)
    limits = cross_limits(path, document)
    if limits is not None:
        low, high = shown = max(low, limits[0]), min(high, limits[1])
    least = shown[0] if field.param.open_low else low
    ends = (*shown, least, high)
    first, last, least, most = (int(end) for end in ends) if integer else ends
    return Scale(first, last, least, most, integer, field.param.log, _stops(path, document))


def cross_limits(path: str, document: Document) -> tuple[int, int] | None:
    """The range that the rest of the document leaves to a value, or None where nothing else bounds it."""
    last = document.grid.length - 1
    match path:
        case "selection.position":
            return 0, last
        case "selection.pair":
            return 0, document.pair_count - 1
        case "selection.offset":
            return -last, last
        case _:
            return None


def _stops(path: str, document: Document) -> tuple[Number, ...]:
    if path != "attention.heads":
        return ()
    return tuple(count for count in range(1, 65) if document.grid.d_model % count == 0)


def _along_1_2_5(value: Number, count: int) -> float:
    decade = math.floor(math.log10(value))
    series = [
        float(f"{digit}e{exponent}")
        for exponent in range(decade - abs(count) - 1, decade + abs(count) + 2)
        for digit in (1, 2, 5)
    ]
    if count > 0:
        return series[bisect.bisect_right(series, value) + count - 1]
    return series[bisect.bisect_left(series, value) + count] if count else value
