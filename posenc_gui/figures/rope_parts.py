"""The four parts of the view of RoPE: the arrows of a pair, the score curve, the bars and the pairing arcs."""

from typing import Literal

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from posenc_gui.engine import rope_turn
from posenc_gui.figures.numbers import short, signed
from posenc_gui.figures.rope_scene import CURVE_POINTS, Scene, curve
from posenc_gui.figures.spec import Arc, Arrow, Axes, Axis, Floats, Line, Mark, Point, Points, Role, Span, Text

Ints = NDArray[np.int64]

TURN = 2 * np.pi
SHOWN = 1.4
ACROSS = 1.8
"""Ends of the axes of the arrows, up and across, where their names stand."""
MOST_BARS = 64
MOST_ARCS = 64
ARC_SEGMENTS = 24


def angles_of(scene: Scene) -> tuple[float, float]:
    """Directions of the selected pair's query and key after turning."""
    (qx, qy), (kx, ky) = _ends(scene)
    return float(np.arctan2(qy, qx)), float(np.arctan2(ky, kx))


def circle(scene: Scene) -> Axes:
    """Query and key of the selected pair before and after turning, drawn so that the longer one has length one."""
    largest = max(np.hypot(*end) for end in (*_starts(scene), *_ends(scene))) or 1.0
    ends = [(float(x / largest), float(y / largest)) for x, y in _ends(scene)]
    starts = [(float(x / largest), float(y / largest)) for x, y in _starts(scene)]
    first, second = (int(dims[scene.pair]) for dims in rope_turn.channels(scene.rotation))
    marks: list[Mark] = [_circle_line()]
    rows: tuple[tuple[str, str, Role, int], ...] = (
        ("k", f"k at n = {signed(scene.n, 0)}", "offset", scene.n),
        ("q", f"q at m = {scene.m}", "position", scene.m),
    )
    for (name, text, role, position), end, start in zip(rows, reversed(ends), reversed(starts), strict=True):
        marks += _arrow(name, text, role, (start, end), position * float(scene.rotation.waves.inv_freq[scene.pair]))
    return Axes(
        key="circle",
        cell=(0, 0, 2, 1),
        x=Axis(f"channel {first}", -ACROSS, ACROSS, ticks=()),
        y=Axis(f"channel {second}", -SHOWN, SHOWN, ticks=()),
        marks=tuple(marks),
        title=f"pair {scene.pair} of q and k, turned by m · w and n · w",
        equal=True,
    )


def score_curve(scene: Scene) -> Axes:
    """The score over m − n, with the point where it is now; dashed what the right pairing would give."""
    reach = float(scene.reach)
    places, scores = curve(scene.asked, scene.curve_at, scene.reach)
    lines = [scores]
    marks: list[Mark] = [Span("zero", "y", 0.0, 0.0, "grid")]
    if scene.mismatch != "none":
        lines.append(curve(replace(scene.asked, mismatch="none"), 0, scene.reach)[1])
        marks.append(Line("right", places, lines[1], "secondary", dashed=True))
    low, high = _range([0.0, *(end for line in lines for end in (line.min(), line.max()))])
    now = float(np.clip(scene.m - scene.n, -reach, reach))
    role: Role = "error" if scene.mismatch != "none" else "pair"
    marks += [
        Line("score", places, scores, role, width=2 if len(places) <= CURVE_POINTS else 1),
        Span("now", "x", now, now, "offset"),
        Points("point", np.array([now]), np.array([scene.score]), "position", size=11, halo=True),
        _value_text((now, scene.score), signed(scene.score), reach),
    ]
    return Axes(
        key="score",
        cell=(0, 1, 1, 1),
        x=Axis("m − n", -reach, reach, integer=True),
        y=Axis("q · k", low, high),
        marks=tuple(marks),
        title=f"score over m − n, now {signed(scene.m - scene.n, 0)}",
    )


def bars(scene: Scene) -> Axes:
    """What each pair adds, each bar standing where the one before it ends; the last end is the score."""
    added = scene.contributions
    shown = min(len(added) - 1, MOST_BARS)
    parts = np.append(added[:shown], added[shown:].sum())
    steps = np.concatenate([[0.0], np.cumsum(parts)])
    low, high = _range(list(steps))
    marks: list[Mark] = [
        Span("zero", "y", 0.0, 0.0, "grid"),
        Span("total", "y", scene.score, scene.score, "position"),
        *_bar_lines(parts, steps),
    ]
    if scene.pair < shown:
        marks.append(Span("selected", "x", scene.pair - 0.5, scene.pair + 0.5, "pair"))
    marks.append(_sum_text(scene, shown, high))
    last = "the others" if shown < len(added) - 1 else "not turned"
    ticks = tuple((float(pair), str(pair)) for pair in range(0, shown, max(1, -(-shown // 8))))
    return Axes(
        key="bars",
        cell=(1, 1, 1, 1),
        x=Axis("pair", -0.7, shown + 0.7, ticks=(*ticks, (float(shown), last)) if parts[-1] else ticks),
        y=Axis("sum so far", low, high),
        marks=tuple(marks),
        title="what each pair adds to the score",
    )


def arcs(scene: Scene) -> Axes:
    """Which channels turn together: above the line as they are turned, below it the other convention."""
    rotation, other = scene.rotation, rope_turn.other_pairing(scene.rotation)
    used = rope_turn.as_computed(rotation, scene.mismatch)
    width = rotation.head_dim
    marks: list[Mark] = [Span("line", "y", 0.0, 0.0, "secondary")]
    wrong = scene.mismatch != "none"
    names = {rotation.pairing: 1.0, other.pairing: -1.0}
    for each in (rotation, other):
        role: Role = (
            "error"
            if wrong and each.pairing in [turn.pairing for turn in used] and each is not rotation
            else "secondary"
        )
        side = names[each.pairing]
        marks.append(_arc_lines(f"arcs.{each.pairing}", rope_turn.channels(each), side, role))
        at = (width - 0.5, side * 1.2)
        text = f"{each.pairing}{_said(scene, each.pairing)}"
        marks.append(Text(f"name.{each.pairing}", at, text, "text", anchor=(1.0, 0.5), halo=True))
    first, second = rope_turn.channels(rotation)
    marks.append(_arc_lines("arcs.selected", (first[[scene.pair]], second[[scene.pair]]), 1.0, "pair", 2.0))
    return Axes(
        key="arcs",
        cell=(2, 0, 1, 2),
        x=Axis("channel of a head", -0.8, width - 0.2, integer=True),
        y=Axis("", -1.45, 1.45, ticks=()),
        marks=tuple(marks),
        title=f"pairs of channels: {rotation.pairing} above, {other.pairing} below",
    )


def pair_at(scene: Scene, place: float) -> int | None:
    """The pair that a channel belongs to in the encoding's own convention, if it turns."""
    channel = min(max(round(place), 0), scene.rotation.head_dim - 1)
    return scene.rotation.waves.pair_of(channel)


def _said(scene: Scene, pairing: str) -> str:
    for_query, for_key = rope_turn.as_computed(scene.rotation, scene.mismatch)
    turns = [name for name, each in (("q", for_query), ("k", for_key)) if each.pairing == pairing]
    return f" turns {' and '.join(turns)}" if turns else ""


def _starts(scene: Scene) -> list[Point]:
    first, second = (int(dims[scene.pair]) for dims in rope_turn.channels(scene.rotation))
    query, key = scene.vectors.query, scene.vectors.key
    return [(float(query[first]), float(query[second])), (float(key[first]), float(key[second]))]


def _ends(scene: Scene) -> list[Point]:
    first, second = (int(dims[scene.pair]) for dims in rope_turn.channels(scene.rotation))
    for_query, for_key = rope_turn.as_computed(scene.rotation, scene.mismatch)
    query = rope_turn.turned(scene.vectors.query, for_query, [scene.m])[0]
    key = rope_turn.turned(scene.vectors.key, for_key, [scene.n])[0]
    return [(float(query[first]), float(query[second])), (float(key[first]), float(key[second]))]


def _circle_line() -> Line:
    angles = np.linspace(0, TURN, 129)
    return Line("unit", np.cos(angles), np.sin(angles), "grid")


def _arrow(name: str, text: str, role: Role, ends: tuple[Point, Point], angle: float) -> list[Mark]:
    """An arrow before turning, thin, and after it, with the arc between; `angle` is that of the right pairing."""
    start, end = ends
    direction = float(np.arctan2(start[1], start[0]))
    turn = float(np.fmod(angle, TURN))
    radius = {"q": 0.32, "k": 0.22}[name]
    length = float(np.hypot(*end)) or 1.0
    sideways = abs(end[0]) > 0.4 * length
    side = 1.0 if end[1] >= 0 else -1.0
    at = (end[0], end[1] + 0.1 * side) if sideways else (end[0], end[1] * (1 + 0.2 / length))
    anchor = (0.5 + 0.15 * float(np.sign(end[0])), 0.5 + 0.5 * side) if sideways else (0.5, 0.5)
    symbol: Literal["circle", "square"] = "circle" if name == "q" else "square"
    return [
        Line(f"{name}.before", np.array([0.0, start[0]]), np.array([0.0, start[1]]), role, dashed=True),
        Arc(f"{name}.arc", (0.0, 0.0), radius, direction, direction + turn, role),
        Arrow(f"{name}.arrow", (0.0, 0.0), end, role, width=2),
        Points(
            name,
            np.array([end[0]]),
            np.array([end[1]]),
            role,
            symbol,
            size=11,
            grab=True,
        ),
        Text(f"{name}.name", at, text, role, anchor=anchor, bold=True, halo=True),
    ]


def _value_text(at: Point, text: str, reach: float) -> Text:
    right = at[0] < 0.5 * reach
    return Text(
        "value",
        (at[0] + (0.03 if right else -0.03) * reach, at[1]),
        text,
        "text",
        anchor=(0.0 if right else 1.0, 1.0),
        bold=True,
        halo=True,
    )


def _range(values: list[float]) -> tuple[float, float]:
    """Ends of an axis with room beyond the values; rounded, so that they stay as they are while the position plays."""
    low, high = min(values), max(values)
    margin = 0.2 * (high - low) or 1.0
    return round(low - margin, 6), round(high + margin, 6)


def _bar_lines(parts: Floats, steps: Floats) -> tuple[Line, Line]:
    """Each part as a thick stroke from the sum before it to the sum with it: what raises it, and what lowers it."""
    count = len(parts)
    width = 10.0 if count <= 12 else 6.0 if count <= 33 else 3.0
    roles: tuple[tuple[str, Role, NDArray[np.bool_]], ...] = (
        ("gains", "pair", parts >= 0),
        ("losses", "error", parts < 0),
    )
    at, ends = np.arange(count, dtype=np.float64), np.stack([steps[:-1], steps[1:]], axis=1)
    first, second = (
        Line(name, np.repeat(at[chosen], 2), ends[chosen].ravel(), role, width=width, connect="pairs")
        for name, role, chosen in roles
    )
    return first, second


def _sum_text(scene: Scene, shown: int, top: float) -> Text:
    parts = scene.contributions
    others = f" + … = {signed(scene.score)}" if len(parts) > 3 else f" = {signed(scene.score)}"
    text = _terms([float(part) for part in parts[:3]]) + others
    return Text("sum", (shown + 0.6, top), text, "text", anchor=(1.0, 0.0), halo=True, room=shown + 1.2)


def _terms(parts: list[float]) -> str:
    """Numbers as a sum, as in "0.25 − 1.5"."""
    rest = "".join(f" {'−' if part < 0 else '+'} {short(abs(part))}" for part in parts[1:])
    return short(parts[0]) + rest


def _arc_lines(name: str, pairs: tuple[Ints, Ints], height: float, role: Role, width: float = 1.0) -> Line:
    """Half ellipses from each first channel to its second one, all of one height."""
    step = max(1, -(-len(pairs[0]) // MOST_ARCS))
    first, second = (dims[::step].astype(np.float64) for dims in pairs)
    angles = np.linspace(np.pi, 0, ARC_SEGMENTS + 1)
    ends = np.repeat(angles, 2)[1:-1]
    middle, half = (first + second) / 2, (second - first) / 2
    x = np.add.outer(middle, np.zeros(len(ends))) + np.multiply.outer(half, np.cos(ends))
    y = np.multiply.outer(np.full(len(half), height), np.sin(ends))
    return Line(name, x.ravel(), y.ravel(), role, width=width, connect="pairs")
