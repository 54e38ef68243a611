"""Whole tables in memory."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Record, Seconds, clocked, medians, times_faster, times_longer
from posenc_gui.engine.blocks import table32
from posenc_gui.engine.encodings import sinusoidal
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid

GRID = Grid(4096, 1024)
WAVES = sinusoidal.waves(SinusoidalParams(), GRID)


def table_full() -> Record:
    """A table of 4096 × 1024 in float32, against the formula written straight in NumPy.

    Both are given the frequencies, and make a new array.
    """
    largest = float(np.abs(ours() - formula()).max())
    mine, reference = medians(15, 3, second(ours), second(formula))
    return times_faster("table_full", 15, mine, reference, largest_difference=largest)


def table_copy() -> Record:
    """The same table, against a copy of it."""
    table = ours()
    mine, reference = medians(30, 5, second(ours), second(table.copy))
    return times_longer("table_copy", 4, mine, reference)


def second(action: Callable[[], object]) -> Seconds:
    """Times the second of two runs, which finds memory at hand that the system would have to clear for the first."""

    def run() -> float:
        action()
        return clocked(action)()

    return run


def ours() -> NDArray[np.float32]:
    """The table by the block engine."""
    return table32(WAVES, 0, GRID.length)


def formula() -> NDArray[np.float32]:
    """The table as one would write it down."""
    angles = np.arange(GRID.length)[:, np.newaxis] * WAVES.inv_freq
    table = np.empty((GRID.length, GRID.d_model), dtype=np.float32)
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table
