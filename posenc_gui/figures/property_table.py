"""Measured properties as a table: a row for each property, a column for each encoding."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.engine.properties import PROPERTIES, Measured, measured
from posenc_gui.figures.contenders import Contender
from posenc_gui.figures.numbers import short
from posenc_gui.figures.panels import ROOM, wrapped
from posenc_gui.figures.spec import Axes, Line, Mark, Role, Text
from posenc_gui.figures.view import Pick

KEY = "properties"
COLUMNS = 5
"""Columns of the figure that the table runs over."""

LABELS = 0.34
"""Share of the width that the names of the properties take."""

FILLED = 0.94
"""Share of a column that words may fill."""

ROOMY = 6
"""More encodings than these crowd a small picture."""

LETTERS = 72
"""Letters that all columns have room for together, in a small picture."""

SIGNS: dict[bool | None, tuple[str, Role]] = {True: (" ✓", "offset"), False: (" ✗", "error"), None: ("", "text")}
WHERE = "where it acts"


def axes(contenders: tuple[Contender, ...], offset: int, row: int) -> Axes:
    """The table, in a row of its own of the figure."""
    return Axes(KEY, (row, 0, 1, COLUMNS), ROOM, ROOM, _marks(contenders, offset), frame=False)


def records(contenders: Sequence[Contender], offset: int) -> NDArray[Any]:
    """One record per encoding: its name, a number per property (NaN where it has no meaning), and where it acts."""
    kinds = [("name", "U40"), *((item.key, np.float64) for item in PROPERTIES), ("acts", "U80")]
    rows = [
        (
            contender.name,
            *(measured(item, contender.encoded, offset).value for item in PROPERTIES),
            contender.encoded.definition.acts,
        )
        for contender in contenders
    ]
    return np.array(rows, dtype=kinds)


def read(contenders: tuple[Contender, ...], offset: int, pick: Pick) -> str:
    """The number under the pointer, and how it was measured or why there is none."""
    column = int(np.clip(math.floor((pick.x - LABELS) / (1 - LABELS) * len(contenders)), 0, len(contenders) - 1))
    contender, layout = contenders[column], _layout(contenders)
    row = math.floor((1 - float(np.clip(pick.y, 0, 1))) * layout.slots) - layout.head
    if row < 0:
        return f"{contender.name}: {contender.encoded.definition.summary}"
    if row >= len(PROPERTIES):
        return f"{contender.name}: {contender.encoded.definition.acts}"
    item = PROPERTIES[row]
    found = measured(item, contender.encoded, offset)
    return f"{contender.name}, {item.label.format(k=offset)}: {_text(found)} ({found.said})"


class _Layout(Struct, frozen=True):
    """The lines of each column's head and foot: its name, and where it acts."""

    names: list[list[str]]
    acts: list[list[str]]

    @property
    def head(self) -> int:
        """Lines above the properties."""
        return max(map(len, self.names))

    @property
    def slots(self) -> int:
        """Lines of the whole table."""
        return self.head + len(PROPERTIES) + max(map(len, self.acts))

    def height(self, slot: int) -> float:
        """Where the middle of a line stands, from 0 at the foot to 1."""
        return 1 - (slot + 0.5) / self.slots


def _layout(contenders: Sequence[Contender]) -> _Layout:
    letters = LETTERS // len(contenders)
    return _Layout(
        [wrapped(contender.name.replace("_", " "), letters) for contender in contenders],
        [wrapped(contender.encoded.definition.acts, letters) for contender in contenders],
    )


@lru_cache(maxsize=8)
def _marks(contenders: tuple[Contender, ...], offset: int) -> tuple[Mark, ...]:
    layout = _layout(contenders)
    marks: list[Mark] = [_rules(layout)]
    labels = [item.label.format(k=offset) for item in PROPERTIES] + [WHERE]
    for row, label in enumerate(labels):
        at = (0.0, layout.height(layout.head + row))
        marks.append(Text(f"label.{row}", at, label, "secondary", (0, 0.5), "small", room=LABELS))
    for column in range(len(contenders)):
        marks += _column(contenders, column, offset, layout)
    return tuple(marks)


def _column(contenders: Sequence[Contender], column: int, offset: int, layout: _Layout) -> list[Mark]:
    x = LABELS + (1 - LABELS) * (column + 0.5) / len(contenders)
    name, acts = layout.names[column], layout.acts[column]
    room = FILLED * (1 - LABELS) / len(contenders)
    marks: list[Mark] = []
    for line, text in enumerate(name):
        at = (x, layout.height(layout.head - len(name) + line))
        marks.append(Text(f"name.{column}.{line}", at, text, size="small", bold=True))
    for row, item in enumerate(PROPERTIES):
        found = measured(item, contenders[column].encoded, offset)
        at = (x, layout.height(layout.head + row))
        marks.append(Text(f"{item.key}.{column}", at, _text(found), SIGNS[found.passes][1], size="small"))
    for line, text in enumerate(acts):
        at = (x, layout.height(layout.head + len(PROPERTIES) + line))
        marks.append(Text(f"acts.{column}.{line}", at, text, "secondary", size="small", room=room))
    return marks


def _text(found: Measured) -> str:
    if math.isnan(found.value):
        return "—"
    whole = found.value.is_integer() and abs(found.value) < 1e7
    return (f"{found.value:,.0f}" if whole else short(found.value)) + SIGNS[found.passes][0]


def _rules(layout: _Layout) -> Line:
    """A line below the head and below each property."""
    heights = [1 - (layout.head + row) / layout.slots for row in range(len(PROPERTIES) + 1)]
    y = np.repeat(np.array(heights), 2)
    return Line("rules", np.tile([0.0, 1.0], len(heights)), y, "grid", connect="pairs")
