"""Chosen dimension pairs as continuous waves over position, one lane per pair, with the playhead running through."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import check_memory
from posenc_gui.engine.params import Record, param
from posenc_gui.figures import curves
from posenc_gui.figures.numbers import short
from posenc_gui.figures.spec import Axes, Axis, Figure, Line, Mark, Points, Role, Span, Ticks
from posenc_gui.figures.view import Arrays, Pick, View

KEY = "waves"
LANE = 2.6
"""Distance between the middles of two lanes; a wave is 2 high."""

SYMBOLS: dict[curves.Part, Literal["circle", "square"]] = {"sine": "circle", "cosine": "square"}
FEW_LANES = 4
MOST_LANES = 64
MOST_LABELS = 16
MOST_SAMPLES = 2_400
"""More sample marks than this would touch each other, and hide the curves."""


@dataclass(frozen=True)
class WavesOptions(Record):
    """Which pairs are drawn; the selected pair always is."""

    pairs: tuple[int, ...] = param((), "Pairs", "Pairs to draw, with commas between; empty: every n-th.", low=0)
    every: int = param(
        0, "Every", "Draw every n-th pair where no pairs are listed; 0: about four of them.", low=0, high=32_768
    )


def shown_pairs(document: Document) -> tuple[int, ...]:
    """The pairs that are drawn, in order.

    Raises:
        UserError: a listed pair does not exist, or there are too many to draw.
    """
    options = edits.option(document, KEY, WavesOptions)
    count = document.encoded.waves.pairs
    beyond = [pair for pair in options.pairs if pair >= count]
    if beyond:
        raise UserError(
            f"pairs names {beyond[0]}, but pairs run from 0 to {count - 1} at d_model {document.grid.d_model}"
        )
    chosen = set(options.pairs or range(0, count, options.every or max(1, count // FEW_LANES)))
    chosen |= {document.selection.pair} & set(range(count))
    if len(chosen) > MOST_LANES:
        least = -(-count // (MOST_LANES - 1))
        raise UserError(
            f"{len(chosen)} pairs are chosen, but at most {MOST_LANES} can be drawn: "
            f"list fewer, or list none and set every to {least} or more"
        )
    return tuple(sorted(chosen))


def figure(document: Document) -> Figure:
    """One lane per chosen pair: sine solid with round samples, cosine dashed with square ones."""
    pairs = shown_pairs(document)
    lanes = _lanes(document.encoded, pairs, document.selection.pair)
    last = document.grid.length - 1
    nothing = "There is no wave at this width: its one column is zero." if not pairs else ""
    return Figure(
        view=KEY,
        title="Waves over position",
        axes=(
            Axes(
                key=KEY,
                cell=(0, 0, 1, 1),
                x=Axis("position", -0.5, last + 0.5, integer=True),
                y=Axis(
                    "pair · wavelength",
                    -LANE / 2,
                    (max(len(pairs), 1) - 0.5) * LANE,
                    _labels(document, pairs),
                    True,
                ),
                marks=(*lanes, *_playhead(document, pairs)),
            ),
        ),
        caption="Sine solid ●, cosine dashed ■: each pair turns more slowly than the one above it.",
        notes=tuple(filter(None, [nothing])),
    )


def data(document: Document) -> Arrays:
    """Positions (length,), dimensions (n,) of the drawn pairs and values (length, n)."""
    pairs = shown_pairs(document)
    dims = [dim for pair in pairs for dim in document.encoded.dims_of(pair)]
    check_memory(f"{document.grid.length} positions of {len(dims)} dimensions", document.grid.length * len(dims))
    waves = document.encoded.waves
    positions = np.arange(document.grid.length)
    columns = [waves.narrowed(dim, dim + 1).values(positions)[:, 0] for dim in dims]
    return {
        "positions": positions,
        "dimensions": np.array(dims, dtype=np.int64),
        "values": np.stack(columns, axis=1) if columns else np.zeros((len(positions), 0)),
    }


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """The playhead follows the pointer, and the pair whose lane it is in is selected."""
    pairs = shown_pairs(document)
    if not pairs:
        return edits.select(position=_position(pick.x))
    return edits.select(position=_position(pick.x), pair=pairs[_lane(pick.y, len(pairs))])


def read(document: Document, pick: Pick | None) -> str:
    """The two values of the pair under the pointer, with the formula filled in."""
    pairs = shown_pairs(document)
    at = document.selection.position if pick is None else min(max(_position(pick.x), 0), document.grid.length - 1)
    pair = pairs[_lane(pick.y, len(pairs))] if pick is not None and pairs else document.selection.pair
    return document.encoded.explain_pair(at, pair)


def work(document: Document) -> int:
    """Function evaluations behind the figure when nothing is cached."""
    return len(shown_pairs(document)) * 2 * curves.CURVE_POINTS


@lru_cache(maxsize=8)
def _lanes(encoded: Encoded, pairs: tuple[int, ...], selected: int) -> tuple[Mark, ...]:
    sampled = encoded.grid.length * 2 * len(pairs) <= MOST_SAMPLES
    marks: list[Mark] = []
    for lane, pair in enumerate(pairs):
        role: Role = "pair" if pair == selected else "secondary"
        marks.append(Span(f"zero.{pair}", "y", lane * LANE, lane * LANE, "grid"))
        for part in curves.parts_of(encoded, pair):
            x, y = curves.curve(encoded, pair, part, 0.0, encoded.grid.length - 1.0)
            marks.append(Line(f"{part}.{pair}", x, lane * LANE - y, role, dashed=part == "cosine"))
            if sampled:
                marks.append(_samples(encoded, pair, part, lane, role))
    return tuple(marks)


def _samples(encoded: Encoded, pair: int, part: curves.Part, lane: int, role: Role) -> Points:
    at = np.arange(encoded.grid.length, dtype=np.float64)
    angles = encoded.waves.angles(at, pair)
    values = np.sin(angles) if part == "sine" else np.cos(angles)
    return Points(f"samples.{part}.{pair}", at, lane * LANE - values, role, SYMBOLS[part], size=4, apart=True)


def _playhead(document: Document, pairs: tuple[int, ...]) -> tuple[Mark, ...]:
    position, offset = document.selection.position, document.selection.offset
    return (
        Span("offset", "x", position + offset, position + offset, "offset"),
        Span("position", "x", position, position, "position"),
        _values_now(document, pairs, "sine"),
        _values_now(document, pairs, "cosine"),
    )


def _values_now(document: Document, pairs: tuple[int, ...], part: curves.Part) -> Points:
    """Where the playhead crosses the curves of all lanes that have this part."""
    encoded, position = document.encoded, document.selection.position
    lanes = [lane for lane, pair in enumerate(pairs) if part in curves.parts_of(encoded, pair)]
    angles = (position + encoded.waves.first_position) * encoded.waves.inv_freq[[pairs[lane] for lane in lanes]]
    values = np.sin(angles) if part == "sine" else np.cos(angles)
    y = np.array(lanes, dtype=np.float64) * LANE - values
    return Points(f"now.{part}", np.full(len(lanes), float(position)), y, "position", SYMBOLS[part], size=7)


def _labels(document: Document, pairs: tuple[int, ...]) -> Ticks:
    waves = document.encoded.waves
    step = -(-len(pairs) // MOST_LABELS)
    return tuple(
        (lane * LANE, f"{pair} · λ {short(float(waves.wavelengths[pair]))}")
        for lane, pair in enumerate(pairs)
        if lane % step == 0 or pair == document.selection.pair
    )


def _position(x: float) -> int:
    return int(np.floor(x + 0.5))


def _lane(y: float, count: int) -> int:
    return int(np.clip(np.floor(y / LANE + 0.5), 0, count - 1))


WAVES = View(
    key=KEY,
    title="Waves",
    summary="Chosen pairs as sine and cosine curves over position, each with its wavelength.",
    options=WavesOptions,
    main="values",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
