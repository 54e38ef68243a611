"""Panels of words and numbers beside the pictures of a figure."""

import textwrap
from collections.abc import Sequence

from msgspec import Struct

from posenc_gui.figures.spec import Axes, Axis, Mark, Role, Text

ROOM = Axis("", 0.0, 1.0, ticks=(), visible=False)
"""An axis of a panel: from 0 to 1, and not seen."""


class Entry(Struct, frozen=True):
    """A number with the name that stands before it; `name` is that of its mark."""

    name: str
    label: str
    value: str
    role: Role = "text"


def numbers_panel(key: str, cell: tuple[int, int, int, int], entries: Sequence[Entry]) -> Axes:
    """One line per entry, from top to bottom: the label at the left, the value at the right."""
    marks: list[Mark] = []
    for place, entry in enumerate(entries):
        y = 1 - (place + 0.5) / len(entries)
        marks.append(Text(f"{entry.name}.label", (0.0, y), entry.label, "secondary", anchor=(0, 0.5), room=LABELS))
        marks.append(Text(entry.name, (1.0, y), entry.value, entry.role, anchor=(1, 0.5), bold=True))
    return Axes(key, cell, ROOM, ROOM, tuple(marks), frame=False)


LABELS = 0.64
"""Share of the width that labels have room for."""


def words_panel(key: str, cell: tuple[int, int, int, int], words: str, title: str = "") -> Axes:
    """A sentence in the middle, in lines of `LETTERS` letters."""
    lines = wrapped(words, LETTERS)
    first = 0.5 + LINE * (len(lines) - 1) / 2
    marks = tuple(
        Text(f"words.{place}", (0.5, first - LINE * place), line, "secondary") for place, line in enumerate(lines)
    )
    return Axes(key, cell, ROOM, ROOM, marks, title, frame=False)


def wrapped(words: str, letters: int) -> list[str]:
    """The words in lines of at most so many letters, or of one word where that is longer."""
    return textwrap.wrap(words, max(1, letters), break_long_words=False) or [""]


LETTERS = 18
"""Letters of a line that a third of a small picture has room for."""

LINE = 0.2
"""Height of a line, as a share of its panel."""
