"""All wavelengths on one axis: which pairs turn within the length, and which of them hardly do."""

from dataclasses import dataclass

import numpy as np

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.params import Record
from posenc_gui.engine.waves import Waves
from posenc_gui.figures import catalog, log_axis
from posenc_gui.figures.numbers import short
from posenc_gui.figures.spec import Axes, Axis, Figure, Floats, Line, Mark, Points, Role, Span, Text
from posenc_gui.figures.view import Arrays, Pick, View

KEY = catalog.SPECTRUM.key
TURN = 2 * np.pi
MARGIN = 0.25
"""Room beside the first and the last mark, in powers of ten."""

HEAD = 0.24
"""Share of the axes above the pairs, where the marks are named."""

MOST_POINTS = 2_048


@dataclass(frozen=True)
class SpectrumOptions(Record):
    """Nothing can be set in this view alone."""


def figure(document: Document) -> Figure:
    """A point per pair at its wavelength, over bands of pairs that turn at least once and that do not."""
    waves = document.encoded.waves
    low, high = _range(document, waves)
    count = max(waves.pairs, 1)
    return Figure(
        view=KEY,
        title="Spectrum of wavelengths",
        axes=(
            Axes(
                key=KEY,
                cell=(0, 0, 1, 1),
                x=Axis("wavelength in positions", low, high, ticks=log_axis.ticks(low, high, 12)),
                y=Axis("pair", -0.5 - HEAD * count, count - 0.5 + 0.05 * count, _pair_ticks(count), reversed=True),
                marks=_marks(document, waves, low, high) if waves.pairs else (),
            ),
        ),
        caption="Pairs left of the length turn at least once within the table. Raise the base: the row leans to the "
        "right. Raise the length: its line moves over more pairs.",
        notes=() if waves.pairs else ("There is no wave at this width: its one column is zero.",),
    )


def data(document: Document) -> Arrays:
    """Arrays wavelengths and inv_freq (pairs,), and turns (pairs,): how often each pair turns within the length."""
    waves = document.encoded.waves
    turns = document.grid.length * waves.inv_freq / TURN
    return {"wavelengths": waves.wavelengths, "inv_freq": waves.inv_freq, "turns": turns}


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """The pair whose wavelength is nearest to the pointer is selected."""
    waves = document.encoded.waves
    return edits.select(pair=_nearest_pair(waves, pick.x)) if waves.pairs else None


def read(document: Document, pick: Pick | None) -> str:
    """Wavelength and turns of the selected pair, or of the one under the pointer."""
    waves = document.encoded.waves
    pair = document.selection.pair if pick is None or not waves.pairs else _nearest_pair(waves, pick.x)
    if pair >= waves.pairs:
        return document.encoded.note
    length, frequency = document.grid.length, float(waves.inv_freq[pair])
    return (
        f"pair {pair}: λ = 2π / w = 2π / {short(frequency)} = {short(TURN / frequency)} positions; "
        f"within {length:,} positions it turns {short(length * frequency / TURN)} times"
    )


def work(document: Document) -> int:
    """Function evaluations behind the figure: one per pair."""
    return document.pair_count


def _marks(document: Document, waves: Waves, low: float, high: float) -> tuple[Mark, ...]:
    length = float(np.log10(document.grid.length))
    turning = int((waves.wavelengths <= document.grid.length).sum())
    shown = np.unique(np.linspace(0, waves.pairs - 1, min(waves.pairs, MOST_POINTS)).astype(np.int64))
    places = np.log10(waves.wavelengths)
    pair = min(document.selection.pair, waves.pairs - 1)
    return (
        Span("turning", "x", low, max(low, min(length, high)), "pair"),
        Span("slow", "x", max(low, min(length, high)), high, "secondary"),
        *_counts(waves.pairs, turning, (low, min(max(length, low), high), high)),
        *_named_lines(document, waves),
        Points("pairs", places[shown], shown.astype(np.float64), "pair", size=5, apart=True),
        _stem("selected.stem", float(places[pair]), pair, waves.pairs),
        Points("selected", places[[pair]], np.array([float(pair)]), "pair", "diamond", size=12, halo=True),
    )


def _stem(name: str, place: float, pair: int, count: int) -> Line:
    return Line(name, np.array([place, place]), np.array([float(pair), count * 1.05 - 0.5]), "pair", width=2)


def _counts(pairs: int, turning: int, edges: tuple[float, float, float]) -> tuple[Mark, ...]:
    """How many pairs stand in each band, at the foot of it."""
    low, at, high = edges
    foot = pairs * 1.04 - 0.5
    return (
        Text(
            "turning.count",
            (low + 0.02 * (high - low), foot),
            f"{turning:,} of {pairs:,} pairs turn at least once",
            "pair",
            anchor=(0, 1),
            halo=True,
            room=max(at - low, 1e-3) * 0.95,
        ),
        Text(
            "slow.count",
            (high - 0.02 * (high - low), -0.5 + 0.02 * pairs),
            f"{pairs - turning:,} turn less than once",
            "text",
            anchor=(1, 0),
            halo=True,
            room=max(high - at, 1e-3) * 0.95,
        ),
    )


def _named_lines(document: Document, waves: Waves) -> tuple[Mark, ...]:
    """Lines at 2π, at the length and, where the encoding has a base, at 2π · base; names stand one above another."""
    named: list[tuple[str, float, str, Role]] = [
        ("2π", TURN, f"2π = {short(TURN)}", "secondary"),
        ("length", float(document.grid.length), f"length {document.grid.length:,}", "text"),
    ]
    base = getattr(document.params, "base", None)
    if base is not None:
        named.append(("2π·base", TURN * base, f"2π · base = {short(TURN * base)}", "secondary"))
    marks: list[Mark] = []
    for line, (name, value, text, role) in enumerate(named):
        place = float(np.log10(value))
        marks.append(Span(f"line.{name}", "x", place, place, role, width=2 if role == "text" else 1))
        height = -0.5 - HEAD * waves.pairs * (1 - (line + 0.5) / len(named))
        anchor = (1.0, 0.5) if name == "2π·base" else (0.0, 0.5)
        marks.append(Text(f"name.{name}", (place, height), f" {text} ", role, anchor=anchor, halo=True))
    return tuple(marks)


def _range(document: Document, waves: Waves) -> tuple[float, float]:
    """Logarithms of the ends of the axis: all wavelengths, 2π, the length and 2π · base lie between them."""
    base = getattr(document.params, "base", 1.0)
    values = np.log10([TURN, float(document.grid.length), TURN * base, *waves.wavelengths[[0, -1][: waves.pairs]]])
    return float(values.min()) - MARGIN, float(values.max()) + MARGIN


def _pair_ticks(count: int) -> tuple[tuple[float, str], ...]:
    """Ticks at pairs alone, not in the room for the names."""
    step = max(1, -(-count // 8))
    return tuple((float(pair), f"{pair:,}") for pair in range(0, count, step))


def _nearest_pair(waves: Waves, place: float) -> int:
    logs: Floats = np.log10(waves.wavelengths)
    return int(np.argmin(np.abs(logs - place)))


VIEW = View(
    catalog.SPECTRUM,
    options=SpectrumOptions,
    main="wavelengths",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
