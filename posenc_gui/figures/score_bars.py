"""The parts of one score as bars, each of which begins where the one before it ends."""

import numpy as np

from posenc_gui.engine.score_split import PARTS, ScoreSplit
from posenc_gui.figures.numbers import short, signed
from posenc_gui.figures.spec import Axes, Axis, Line, Mark, Role, Span, Text

KEY = "parts"
THICK = 8
"""Pixels of a bar across."""

NUMBERS = 0.25
"""Room for the numbers right of the bars, as a share of their reach."""


LONG = 1e6
"""From here on numbers with decimals are too long to read."""

ROLES: dict[str, Role] = {"token_token": "secondary", "total": "text"}
"""Colours of the bars; those that positions take part in have that of the position."""


def axes(found: ScoreSplit, head: int, query: int, key: int, columns: int) -> Axes:
    """Four bars that add up, and one from zero to their sum, in a second row of the figure."""
    names = (*PARTS, "total")
    values = [float(found.part(name)[head, query, key]) for name in names]
    ends = np.cumsum([0.0, *values[:-1]])
    starts = [*ends[:-1].tolist(), 0.0]
    low, high = min(float(ends.min()), values[-1]), max(float(ends.max()), values[-1])
    reach = (high - low) or 1.0
    edge = high + NUMBERS * reach
    text = signed if reach < LONG else short
    marks: list[Mark] = [Span("zero", "x", 0, 0, "secondary")]
    for row, (name, start, value) in enumerate(zip(names, starts, values, strict=True)):
        role = ROLES.get(name, "position")
        y = float(row)
        marks.append(Line(name, np.array([start, start + value]), np.array([y, y]), role, width=THICK))
        at = (edge - 0.01 * reach, y)
        marks.append(Text(f"{name}.value", at, text(value), role, (1, 0.5), "small", name == "total", halo=True))
    ticks = tuple((float(row), name.replace("_", " · ").replace("total", "sum")) for row, name in enumerate(names))
    return Axes(
        key=KEY,
        cell=(1, 0, 1, columns),
        x=Axis("score", low - 0.04 * reach, edge),
        y=Axis("", -0.6, len(values) - 0.4, ticks, reversed=True),
        marks=tuple(marks),
        title=f"the score of query {query} and key {key}, part by part",
    )
