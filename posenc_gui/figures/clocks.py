"""A wall of small clocks, one per dimension pair, fast ones first."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.figures.spec import Axes, Axis, Floats, Line, Role
from posenc_gui.figures.view import Pick

Ints = NDArray[np.int64]

TURN = 2 * np.pi
MOST_CLOCKS = 512
FEW = 128
"""More clocks than this are read where the view fills the window, and there the wall is about as high as wide."""

RIM_SEGMENTS = 24
RIM = 0.42
"""Radius of a clock, in units of the distance between two clocks."""


def wall(document: Document) -> Axes:
    """The axes with the clocks, each with a hand at the playhead and one k further on; the selected one is ringed."""
    pairs, columns = _arrangement(document)
    rows = -(-len(pairs) // columns)
    count = document.encoded.waves.pairs
    shown = "all pairs" if len(pairs) == count else f"{len(pairs)} of {count} pairs"
    return Axes(
        key="clocks",
        cell=(0, 1, 1, 1),
        x=Axis("", -0.6, columns - 0.4, ticks=(), visible=False),
        y=Axis("", -0.6, rows - 0.4, ticks=(), reversed=True, visible=False),
        marks=(_rims(len(pairs), columns), *_selected_rim(document, pairs, columns), *_clock_hands(document)),
        title=f"{shown}, fast first",
        equal=True,
        frame=False,
    )


def _arrangement(document: Document) -> tuple[Ints, int]:
    """The pairs that have a clock, evenly chosen where there are too many, and the number of columns of the wall."""
    count = document.encoded.waves.pairs
    pairs = np.arange(0, count, max(1, -(-count // MOST_CLOCKS)))
    return pairs, max(1, int(np.ceil(np.sqrt(len(pairs) * (1.8 if len(pairs) <= FEW else 1.1)))))


@lru_cache(maxsize=4)
def _rims(count: int, columns: int) -> Line:
    angles = np.linspace(0, TURN, RIM_SEGMENTS + 1)
    ends = np.repeat(angles, 2)[1:-1]  # each segment's start and stop
    x, y = _places(count, columns)
    return Line(
        "rims",
        np.add.outer(x, RIM * np.cos(ends)).ravel(),
        np.add.outer(y, RIM * np.sin(ends)).ravel(),
        "grid",
        connect="pairs",
    )


def _places(count: int, columns: int) -> tuple[Floats, Floats]:
    index = np.arange(count)
    return (index % columns).astype(np.float64), (index // columns).astype(np.float64)


def _selected_rim(document: Document, pairs: Ints, columns: int) -> tuple[Line, ...]:
    found = np.flatnonzero(pairs == document.selection.pair)
    if not len(found):
        return ()
    angles = np.linspace(0, TURN, RIM_SEGMENTS * 2 + 1)
    column, row = int(found[0]) % columns, int(found[0]) // columns
    return (Line("selected", column + 0.48 * np.cos(angles), row + 0.48 * np.sin(angles), "pair", width=2),)


def _clock_hands(document: Document) -> tuple[Line, ...]:
    pairs, columns = _arrangement(document)
    waves, here = document.encoded.waves, document.selection.position
    x, y = _places(len(pairs), columns)
    hands: tuple[tuple[int, Role], ...] = ((here + document.selection.offset, "offset"), (here, "position"))
    return tuple(
        _hand_line(f"hands.{role}", x, y, (position + waves.first_position) * waves.inv_freq[pairs], role)
        for position, role in hands
    )


def _hand_line(name: str, x: Floats, y: Floats, angles: Floats, role: Role) -> Line:
    ends_x, ends_y = x + RIM * np.cos(angles), y - RIM * np.sin(angles)  # the wall's y axis runs downwards
    return Line(
        name, np.stack([x, ends_x], axis=1).ravel(), np.stack([y, ends_y], axis=1).ravel(), role, connect="pairs"
    )


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """A press on a clock selects its pair."""
    pair = pair_at(document, pick)
    return None if pair is None else edits.select(pair=pair)


def pair_at(document: Document, pick: Pick) -> int | None:
    """The pair whose clock is at the pointer, if any."""
    pairs, columns = _arrangement(document)
    column, row = int(np.floor(pick.x + 0.5)), int(np.floor(pick.y + 0.5))
    place = row * columns + column
    return int(pairs[place]) if 0 <= column < columns and 0 <= place < len(pairs) else None
