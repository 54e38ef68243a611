"""What each base leads to, as two curves over the base; parts of the view that asks why it is 10000."""

from collections.abc import Iterable

import numpy as np

from posenc_gui.engine.collisions import STILL, ByBase
from posenc_gui.engine.encoded import Encoded
from posenc_gui.figures import log_axis
from posenc_gui.figures.numbers import short
from posenc_gui.figures.spec import Axes, Axis, Floats, Line, Mark, Points, Role, Small, Span, Text

LOW, HIGH = float(np.log10(2.0)), 7.0
KNOWN = (10_000.0, 500_000.0, 1_000_000.0, 5_000_000.0)
"""Bases that published models were trained with."""

MANY_PAIRS = 512
"""Of more pairs than this, fewer bases are looked at."""

_KNOWN_NAMES = ("10,000", "500,000", "1 million", "5 million")


SMALL = Small((44, 22), (("smallest", (0, 0, 1, 1)),))
"""The smallest distance alone."""


def bases_for(pairs: int) -> tuple[float, ...]:
    """The bases that the curves run through, the known ones among them."""
    count = 33 if pairs <= MANY_PAIRS else 9
    return tuple(float(base) for base in np.union1d(np.geomspace(2.0, 1e7, count), KNOWN))


def axes_of(encoded: Encoded, found: ByBase, now: ByBase, apart: int) -> list[Axes]:
    """The smallest distance and the share of slow pairs; `now` is what the base that is set leads to."""
    top = float(max(found.smallest.max(), found.apart.max())) * 1.35 or 1.0
    distance: list[Mark] = [*_known_lines(top), *_now_line(now)]
    distance += _curves(found.bases, now, (("smallest", found.smallest, "pair"), ("apart", found.apart, "offset")))
    distance += _names(top, (("nearest two", "pair", False), (f"at least {apart} apart (dashed)", "offset", True)))
    share: list[Mark] = [*_known_lines(1.35), *_now_line(now)]
    share += _curves(found.bases, now, (("slow", found.slow, "pair"), ("still", found.still, "secondary")))
    share += _names(1.35, (("turn less than once", "pair", False), (f"move under {STILL} rad (dashed)", "text", True)))
    return [
        _axes("smallest", "distance", top, distance, f"smallest distance within {encoded.grid.length:,} positions"),
        _axes("share", "share of pairs", 1.35, share, "pairs that are too slow for the length"),
    ]


def reading(found: ByBase, place: float, apart: int) -> str:
    """What the base at that place leads to, as near as one was computed."""
    at = int(np.argmin(np.abs(np.log10(found.bases) - place)))
    return (
        f"base {short(float(found.bases[at]))}: nearest two positions {short(float(found.smallest[at]))} apart, "
        f"{short(float(found.apart[at]))} when at least {apart} positions lie between; "
        f"{found.slow[at]:.0%} of pairs turn less than once, {found.still[at]:.0%} hardly move"
    )


def _axes(key: str, name: str, top: float, marks: list[Mark], title: str) -> Axes:
    ticks = ((0.0, "0"), (0.5, "0.5"), (1.0, "1")) if key == "share" else None
    x = Axis("base", LOW, HIGH, ticks=log_axis.ticks(LOW, HIGH))
    return Axes(key, (1, int(key == "share"), 1, 1), x, Axis(name, 0.0, top, ticks), tuple(marks), title=title)


def _known_lines(top: float) -> Iterable[Mark]:
    for line, (base, name) in enumerate(zip(KNOWN, _KNOWN_NAMES, strict=True)):
        place = float(np.log10(base))
        yield Span(f"known.{line}", "x", place, place, "grid")
        height = top * (0.97 - 0.085 * (line % 2))
        yield Text(f"known.{line}.name", (place, height), f"{name} ", "secondary", anchor=(1.0, 0.0), size="small")


def _now_line(now: ByBase) -> Iterable[Mark]:
    place = float(np.clip(np.log10(now.bases[0]), LOW, HIGH))
    yield Span("now", "x", place, place, "text", width=2)


def _curves(bases: Floats, now: ByBase, lines: tuple[tuple[str, Floats, Role], ...]) -> Iterable[Mark]:
    place = np.clip(np.log10(now.bases), LOW, HIGH)
    values = {"smallest": now.smallest, "apart": now.apart, "slow": now.slow, "still": now.still}
    for number, (name, heights, role) in enumerate(lines):
        yield Line(name, np.log10(bases), heights, role, width=2, dashed=number == 1)
        yield Points(f"{name}.now", place, values[name], role, ("circle", "square")[number], size=8, halo=True)


def _names(top: float, names: tuple[tuple[str, Role, bool], ...]) -> Iterable[Mark]:
    for line, (text, role, _) in enumerate(names):
        at = (LOW + 0.02 * (HIGH - LOW), top * (0.965 - 0.1 * line))
        yield Text(f"name.{line}", at, text, role, anchor=(0.0, 0.0), halo=True, room=0.5 * (HIGH - LOW))
