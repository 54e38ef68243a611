"""Chosen dimension pairs as continuous waves over position, one lane per pair, with the playhead running through."""

from dataclasses import dataclass

import numpy as np

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import check_memory
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.figures import catalog, curves, digits, wave_lanes
from posenc_gui.figures.numbers import short
from posenc_gui.figures.spec import Axes, Axis, Figure, Mark, Points, Span, Ticks
from posenc_gui.figures.view import Arrays, Pick, View
from posenc_gui.figures.wave_lanes import LANE, SYMBOLS

KEY = catalog.WAVES.key
FEW_LANES = 4
MOST_LANES = 64
MOST_LABELS = 16


@dataclass(frozen=True)
class WavesOptions(Record):
    """Which pairs are drawn; the selected pair always is."""

    pairs: tuple[int, ...] = param(
        (), "Pairs", "Pairs to draw, with commas between; empty: every n-th.", low=0, special=((), "every n-th")
    )
    every: int = param(
        0,
        "Every",
        "Draw every n-th pair where no pairs are listed; 0: about four of them.",
        low=0,
        high=32_768,
        special=(0, "about four"),
    )
    layout: str = param(
        "lanes",
        "Layout",
        "Where the waves stand.",
        choices=(
            Choice("lanes", "lanes", "Each pair in a lane of its own."),
            Choice("overlay", "overlay", "All pairs over each other, the selected one on top."),
        ),
        advanced=True,
    )
    digits: bool = param(
        False, "Binary digits", "Show the binary digits of the positions under the waves.", advanced=True
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
    """One lane per chosen pair, or all in one: sine solid with round samples, cosine dashed with square ones."""
    pairs, options = shown_pairs(document), edits.option(document, KEY, WavesOptions)
    selection, length = document.selection, document.grid.length
    axes = [_waves(document, pairs)]
    if options.digits:
        axes.append(digits.axes(length, selection.position, 1))
    return Figure(
        view=KEY,
        title="Waves over position",
        axes=tuple(axes),
        rows=(1.0, 0.4) if options.digits else (1.0,),
        caption="Sine solid ●, cosine dashed ■: each pair turns more slowly than the one above it."
        if options.layout == "lanes"
        else "Sine solid ●, cosine dashed ■: the selected pair lies over the others. Choose another one to compare.",
        notes=_notes(document, pairs),
    )


def _waves(document: Document, pairs: tuple[int, ...]) -> Axes:
    height, last = _height(document), document.grid.length - 1
    lanes = wave_lanes.lanes(document.encoded, pairs, document.selection.pair, height)
    if height:
        bottom = (max(len(pairs), 1) - 0.5) * LANE
        y = Axis("pair · wavelength", -LANE / 2, bottom, _labels(document, pairs), True)
    else:
        y = Axis("value", -1.15, 1.15, ((-1.0, "1"), (0.0, "0"), (1.0, "−1")), True)
    x = Axis("position", -0.5, last + 0.5, integer=True)
    title = "" if height or not pairs else f"{len(pairs)} pairs, {_label(document, document.selection.pair)} in colour"
    return Axes(KEY, (0, 0, 1, 1), x, y, (*lanes, *_playhead(document, pairs)), title=title)


def _notes(document: Document, pairs: tuple[int, ...]) -> tuple[str, ...]:
    if not pairs:
        return ("There is no wave at this width: its one column is zero.",)
    fast = [pair for pair in pairs if wave_lanes.is_aliased(document.encoded, pair)]
    if not fast:
        return ()
    frequency = float(document.encoded.waves.inv_freq[fast[0]])
    seen = abs(wave_lanes.apparent_frequency(frequency))
    wavelength = short(2 * np.pi / seen) if seen else "∞"
    return (
        f"Pair {fast[0]} turns by {short(frequency)} rad from one position to the next, more than half a turn: its "
        f"samples lie on a slower wave as well, red, of wavelength {wavelength}.",
    )


def data(document: Document) -> Arrays:
    """Positions (length,), dimensions (n,) of the drawn pairs and values (length, n).

    Where the binary digits are shown, digits (length, bits) too, the lowest one first.
    """
    pairs = shown_pairs(document)
    dims = [dim for pair in pairs for dim in document.encoded.dims_of(pair)]
    check_memory(f"{document.grid.length} positions of {len(dims)} dimensions", document.grid.length * len(dims))
    waves = document.encoded.waves
    positions = np.arange(document.grid.length)
    columns = [waves.narrowed(dim, dim + 1).values(positions)[:, 0] for dim in dims]
    arrays: Arrays = {
        "positions": positions,
        "dimensions": np.array(dims, dtype=np.int64),
        "values": np.stack(columns, axis=1) if columns else np.zeros((len(positions), 0)),
    }
    if edits.option(document, KEY, WavesOptions).digits:
        arrays["digits"] = (positions[:, np.newaxis] >> np.arange(digits.digits_of(len(positions)))) & 1
    return arrays


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """The playhead follows the pointer, and the pair whose lane it is in, or whose curve is nearest, is selected."""
    pairs = shown_pairs(document)
    if not pairs or pick.axes == "digits":
        return edits.select(position=_position(pick.x))
    return edits.select(position=_position(pick.x), pair=_pair_at(document, pairs, pick))


def read(document: Document, pick: Pick | None) -> str:
    """The two values of the pair under the pointer, with the formula filled in, or the digits there."""
    pairs = shown_pairs(document)
    at = document.selection.position if pick is None else min(max(_position(pick.x), 0), document.grid.length - 1)
    if pick is not None and pick.axes == "digits":
        return digits.in_base_two(at)
    pair = _pair_at(document, pairs, pick) if pick is not None and pairs else document.selection.pair
    return document.encoded.explain_pair(at, pair)


def work(document: Document) -> int:
    """Function evaluations behind the figure when nothing is cached."""
    return len(shown_pairs(document)) * 2 * curves.CURVE_POINTS


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
    y = np.array(lanes, dtype=np.float64) * _height(document) - values
    return Points(f"now.{part}", np.full(len(lanes), float(position)), y, "position", SYMBOLS[part], size=7)


def _labels(document: Document, pairs: tuple[int, ...]) -> Ticks:
    step = -(-len(pairs) // MOST_LABELS)
    return tuple(
        (lane * LANE, _label(document, pair))
        for lane, pair in enumerate(pairs)
        if lane % step == 0 or pair == document.selection.pair
    )


def _label(document: Document, pair: int) -> str:
    wavelengths = document.encoded.waves.wavelengths
    return f"{pair} · λ {short(float(wavelengths[pair]))}" if pair < len(wavelengths) else f"{pair}"


def _height(document: Document) -> float:
    """Distance between two lanes: none where they lie over each other."""
    return LANE if edits.option(document, KEY, WavesOptions).layout == "lanes" else 0.0


def _pair_at(document: Document, pairs: tuple[int, ...], pick: Pick) -> int:
    """The pair whose lane the pointer is in, or of which a curve is nearest to it."""
    if _height(document):
        return pairs[_lane(pick.y, len(pairs))]
    encoded, at = document.encoded, np.clip(np.array([pick.x]), 0, document.grid.length - 1)
    distances = {
        pair: min(
            abs(pick.y + float(wave_lanes.values_at(encoded, pair, part, at)[0]))
            for part in curves.parts_of(encoded, pair)
        )
        for pair in pairs
    }
    return min(distances, key=lambda pair: distances[pair])


def _position(x: float) -> int:
    return int(np.floor(x + 0.5))


def _lane(y: float, count: int) -> int:
    return int(np.clip(np.floor(y / LANE + 0.5), 0, count - 1))


VIEW = View(
    catalog.WAVES,
    options=WavesOptions,
    main="values",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
