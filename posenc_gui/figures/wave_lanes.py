"""The curves of the waves with their samples, in lanes of their own or laid over each other."""

from functools import lru_cache
from typing import Literal

import numpy as np

from posenc_gui.engine.encoded import Encoded
from posenc_gui.figures import curves
from posenc_gui.figures.spec import Floats, Line, Mark, Points, Role, Span

LANE = 2.6
"""Distance between the middles of two lanes; a wave is 2 high."""

SYMBOLS: dict[curves.Part, Literal["circle", "square"]] = {"sine": "circle", "cosine": "square"}

MOST_SAMPLES = 2_400
"""More sample marks than this would touch each other, and hide the curves."""


@lru_cache(maxsize=8)
def lanes(encoded: Encoded, pairs: tuple[int, ...], selected: int, height: float) -> tuple[Mark, ...]:
    """Curves and samples of the pairs, `height` below one another; the selected pair lies on top."""
    sampled = encoded.grid.length * 2 * len(pairs) <= MOST_SAMPLES
    marks: list[Mark] = []
    for lane, pair in enumerate(pairs):
        if height or lane == 0:
            marks.append(Span(f"zero.{pair}", "y", lane * height, lane * height, "grid"))
    for lane, pair in sorted(enumerate(pairs), key=lambda item: item[1] == selected and not height):
        role: Role = "pair" if pair == selected else "secondary"
        for part in curves.parts_of(encoded, pair):
            x, y = curves.curve(encoded, pair, part, 0.0, encoded.grid.length - 1.0)
            marks.append(Line(f"{part}.{pair}", x, lane * height - y, role, dashed=part == "cosine"))
            if is_aliased(encoded, pair) and sampled:
                marks.append(_alias(encoded, pair, part, lane * height))
            if sampled:
                marks.append(_samples(encoded, pair, part, lane * height, role))
    return tuple(marks)


def is_aliased(encoded: Encoded, pair: int) -> bool:
    """Whether the pair makes more than half a turn from one position to the next."""
    return float(encoded.waves.inv_freq[pair]) > np.pi


def apparent_frequency(frequency: float) -> float:
    """The slowest frequency, −π … π, whose wave runs through the same samples; backwards where it is negative."""
    return float(frequency - 2 * np.pi * np.round(frequency / (2 * np.pi)))


def values_at(encoded: Encoded, pair: int, part: curves.Part, positions: Floats) -> Floats:
    """Sine or cosine of one pair at some positions."""
    angles = encoded.waves.angles(positions, pair)
    return np.sin(angles) if part == "sine" else np.cos(angles)


def _samples(encoded: Encoded, pair: int, part: curves.Part, middle: float, role: Role) -> Points:
    at = np.arange(encoded.grid.length, dtype=np.float64)
    values = values_at(encoded, pair, part, at)
    return Points(f"samples.{part}.{pair}", at, middle - values, role, SYMBOLS[part], size=4, apart=True)


def _alias(encoded: Encoded, pair: int, part: curves.Part, middle: float) -> Line:
    """The slow wave through the samples of a fast one."""
    waves = encoded.waves
    frequency = apparent_frequency(float(waves.inv_freq[pair]))
    at = np.linspace(0.0, max(encoded.grid.length - 1.0, 0.0), curves.CURVE_POINTS)
    angles = (at + waves.first_position) * frequency
    values = np.sin(angles) if part == "sine" else np.cos(angles)
    return Line(f"alias.{part}.{pair}", at, middle - values, "error", dashed=part == "cosine")
