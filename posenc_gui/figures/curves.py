"""Sines and cosines as continuous curves over position, computed once and shared by the views."""

from functools import lru_cache
from typing import Literal

import numpy as np

from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.waves import ABSENT, sine_range
from posenc_gui.figures.spec import Floats

Part = Literal["sine", "cosine"]

CURVE_POINTS = 1_024
"""Points of a curve: about as many as a wide screen has columns for it."""

POINTS_PER_TURN = 12
"""Fewer would flatten the crests by more than 3 %."""


def parts_of(encoded: Encoded, pair: int) -> tuple[Part, ...]:
    """Which of sine and cosine the pair has a column for."""
    waves = encoded.waves
    if pair >= waves.pairs:
        return ()
    dims: tuple[tuple[Part, int], ...] = (("sine", waves.sine_dims[pair]), ("cosine", waves.cosine_dims[pair]))
    return tuple(part for part, dim in dims if dim != ABSENT)


@lru_cache(maxsize=512)
def curve(encoded: Encoded, pair: int, part: Part, low: float, high: float) -> tuple[Floats, Floats]:
    """Points of one wave between two positions: (positions, values), both read-only.

    Where the wave turns too often for `CURVE_POINTS` to follow, the line runs between its smallest and largest value
    in each step instead, which is what a finer line would cover.
    """
    waves = encoded.waves
    shift = np.pi / 2 if part == "cosine" else 0.0  # cos(a) = sin(a + π/2)
    turns = (high - low) * waves.inv_freq[pair] / (2 * np.pi)
    if turns * POINTS_PER_TURN <= CURVE_POINTS:
        positions = np.linspace(low, high, CURVE_POINTS)
        return _read_only(positions, np.sin(waves.angles(positions, pair) + shift))
    edges = np.linspace(low, high, CURVE_POINTS // 2 + 1)
    angles = waves.angles(edges, pair) + shift
    lows, highs = sine_range(angles[:-1], angles[1:])
    return _read_only(*envelope((edges[:-1] + edges[1:]) / 2, lows, highs))


def envelope(places: Floats, lows: Floats, highs: Floats) -> tuple[Floats, Floats]:
    """Points of a line that runs between the smallest and the largest value of each step, as a finer one would."""
    return np.repeat(places, 2), np.stack([lows, highs], axis=1).ravel()


def _read_only(positions: Floats, values: Floats) -> tuple[Floats, Floats]:
    positions.flags.writeable = values.flags.writeable = False
    return positions, values
