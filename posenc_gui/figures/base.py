"""Why 10000: how far positions lie apart, and what another base would cost."""

import dataclasses
import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from msgspec import Struct, structs

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine import collisions
from posenc_gui.engine.collisions import ByBase, Nearest
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Rotation, Table
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Record, param
from posenc_gui.engine.rows import Rows, Stored
from posenc_gui.engine.waves import Waves
from posenc_gui.figures import base_curves, catalog
from posenc_gui.figures.numbers import short
from posenc_gui.figures.spec import Axes, Axis, Figure, Floats, Line, Mark, Points, Role, Span, Text
from posenc_gui.figures.view import Arrays, Pick, View

KEY = catalog.BASE.key
MOST_POINTS = 2_048
"""A longer curve runs between its smallest and largest value under each pixel."""


@dataclass(frozen=True)
class BaseOptions(Record):
    """Which positions count as far from each other."""

    apart: int = param(
        10,
        "Far from",
        "Positions at least so far apart should not look alike; nearer ones may.",
        unit="positions",
        low=1,
        high=2**31 - 1,
    )


class Distances(Struct, frozen=True, eq=False):
    """values: (count,) ||PE[0] − PE[p]||. near and far: the nearest of all positions, and of those far from 0."""

    values: Floats
    near: Nearest
    far: Nearest


def figure(document: Document) -> Figure:
    """The distance curve, and beneath it what each base leads to, where the encoding has one."""
    encoded, apart = document.encoded, _apart(document)
    found = distances_of(encoded, apart)
    axes = [_distance_axes(document, found)]
    if has_base(encoded):
        axes += base_curves.axes_of(encoded, by_base(_any_base(encoded), apart), at_base(encoded, apart), apart)
    return Figure(
        view=KEY,
        title="Why 10000",
        axes=tuple(axes),
        rows=(1.0,) * (2 if has_base(encoded) else 1),
        columns=(1.0, 1.0),
        caption=_CAPTION if has_base(encoded) else _TABLE_CAPTION,
        notes=_notes(encoded, len(found.values)),
        small=base_curves.SMALL if has_base(encoded) else None,
    )


_CAPTION = (
    "Look at the two lower curves: a small base lets far positions come back near, a large one leaves pairs that "
    "hardly move. Press a base to choose it."
)
_TABLE_CAPTION = "Look for far positions that come near: this table has no base that could keep them apart."


def data(document: Document) -> Arrays:
    """Arrays positions, distance (count,); bases, smallest, smallest_apart, slow and still (bases,), or empty."""
    encoded, apart = document.encoded, _apart(document)
    values = distances_of(encoded, apart).values
    arrays: Arrays = {"positions": np.arange(len(values)), "distance": values}
    names = ("bases", "smallest", "smallest_apart", "slow", "still")
    if not has_base(encoded):
        return arrays | {name: np.zeros(0) for name in names}
    found = by_base(_any_base(encoded), apart)
    columns = (found.bases, found.smallest, found.apart, found.slow, found.still)
    return arrays | dict(zip(names, columns, strict=True))


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """A press on the distance curve selects the offset, one on the others the base."""
    if pick.axes == "distance":
        return edits.select(offset=round(pick.x))
    if not has_base(document.encoded):
        return None
    wanted = float(f"{10 ** min(max(pick.x, base_curves.LOW), base_curves.HIGH):.3g}")
    return edits.set_param("base", wanted)


def read(document: Document, pick: Pick | None) -> str:
    """The distance at the pointer or at the offset; over a base, what it leads to."""
    encoded, apart = document.encoded, _apart(document)
    found = distances_of(encoded, apart)
    if pick is not None and pick.axes != "distance" and has_base(encoded):
        return base_curves.reading(by_base(_any_base(encoded), apart), pick.x, apart)
    wanted = abs(document.selection.offset) if pick is None else round(pick.x)
    at = min(max(wanted, 0), len(found.values) - 1)
    return (
        f"‖PE[0] − PE[{at}]‖ = {short(float(found.values[at]))}; nearest of all {_named(found.near)}, "
        f"from {apart} on {_named(found.far)}"
    )


def work(document: Document) -> int:
    """Function evaluations behind the figure when nothing is cached, as many as would take its time."""
    encoded = document.encoded
    columns = document.grid.d_model if not has_waves(encoded) else encoded.waves.pairs
    count = collisions.searched(document.grid.length, columns)
    if not has_waves(encoded):
        return count * columns // 4
    searches = len(base_curves.bases_for(columns)) if has_base(encoded) else 1
    return (searches + 2) * (4 * columns * math.isqrt(count) + count * columns // 16)


def has_waves(encoded: Encoded) -> bool:
    """Whether the distance of two positions depends on their difference alone."""
    match encoded.evaluate():
        case Table(rows=Waves()) | Rotation():
            return True
        case _:
            return False


def has_base(encoded: Encoded) -> bool:
    """Whether there is a base to choose."""
    return has_waves(encoded) and _base_of(encoded) is not None and encoded.waves.pairs > 0


def _base_of(encoded: Encoded) -> float | None:
    base = getattr(encoded.params, "base", None)
    return None if base is None else float(base)


@lru_cache(maxsize=8)
def distances_of(encoded: Encoded, apart: int) -> Distances:
    """Distances from position 0, as far as they are searched.

    Raises:
        UserError: the encoding gives positions no vectors, or there is one position only.
    """
    if encoded.grid.length < 2:
        raise UserError("length is 1, but must be at least 2 for positions to lie apart: raise it")
    values = _distances(encoded)
    values.flags.writeable = False
    return Distances(values, collisions.nearest(values, 1), collisions.nearest(values, apart))


def _distances(encoded: Encoded) -> Floats:
    match encoded.evaluate():
        case Table(rows=Waves() as waves) | Rotation(waves=waves):
            return collisions.from_first(waves, collisions.searched(encoded.grid.length, waves.pairs))
        case Table(rows=rows):
            return collisions.row_distances(rows, _row_count(rows, encoded.grid.length))
        case _:
            title = encoded.definition.title
            raise UserError(f"{title} gives positions no vectors that could lie apart: choose a table, or RoPE")


def _row_count(rows: Rows, length: int) -> int:
    there = min(len(rows.array), length) if isinstance(rows, Stored) else length
    if there < 2:
        raise UserError("the table has one row, but distances need at least 2: give it more rows")
    return collisions.searched(there, rows.width)


def _any_base(encoded: Encoded) -> Encoded:
    """The same encoding at one base, so that the curve over all bases is kept while the base changes."""
    return structs.replace(encoded, params=dataclasses.replace(encoded.params, **{"base": base_curves.KNOWN[0]}))


@lru_cache(maxsize=8)
def by_base(encoded: Encoded, apart: int) -> ByBase:
    """What each of the curves' bases leads to."""
    return _read_only(collisions.by_base(encoded, base_curves.bases_for(encoded.waves.pairs), apart))


@lru_cache(maxsize=64)
def at_base(encoded: Encoded, apart: int) -> ByBase:
    """What the base that is set leads to."""
    return _read_only(collisions.by_base(encoded, (_base_of(encoded) or 0.0,), apart))


def _read_only(found: ByBase) -> ByBase:
    for array in (found.bases, found.smallest, found.apart, found.slow, found.still):
        array.flags.writeable = False
    return found


def _distance_axes(document: Document, found: Distances) -> Axes:
    last, offset = len(found.values) - 1, abs(document.selection.offset)
    top = float(found.values.max()) * 1.25 or 1.0
    marks: list[Mark] = [_curve(document.encoded, _apart(document)), Span("offset", "x", offset, offset, "offset")]
    if offset <= last:
        marks.append(Points("at.offset", np.array([float(offset)]), found.values[[offset]], "offset", size=8))
    marks += _named_points(found, last, top)
    title = f"distance of position 0 from position p, {found.values.max():.4g} at most"
    return Axes(
        key="distance",
        cell=(0, 0, 1, 2),
        x=Axis("position p", -0.5, last + 0.5, integer=True),
        y=Axis("distance", 0.0, top),
        marks=tuple(marks),
        title=title,
    )


def _named_points(found: Distances, last: int, top: float) -> list[Mark]:
    """The nearest position of all, and the nearest one that is far: they may be one."""
    marks: list[Mark] = []
    rows: tuple[tuple[str, Nearest, Role], ...] = (("near", found.near, "pair"), ("far", found.far, "offset"))
    for name, nearest, role in rows:
        place = float(nearest.position)
        right = place < 0.6 * last
        marks.append(Points(name, np.array([place]), np.array([nearest.distance]), role, "diamond", size=9, halo=True))
        if name == "far" and found.near == found.far:
            continue
        text = f"{'nearest' if name == 'near' else 'nearest far'}: {_named(nearest)}"
        height = min(nearest.distance + (0.02 if name == "near" else -0.1) * top, 0.9 * top)
        at = (place + (0.012 if right else -0.012) * last, max(height, 0.06 * top))
        marks.append(Text(f"{name}.name", at, text, role, anchor=(0.0 if right else 1.0, 0.5), halo=True))
    return marks


def _named(nearest: Nearest) -> str:
    return f"position {nearest.position:,} at {short(nearest.distance)}"


@lru_cache(maxsize=8)
def _curve(encoded: Encoded, apart: int) -> Line:
    values = distances_of(encoded, apart).values
    count = len(values)
    if count <= MOST_POINTS:
        return Line("distance", np.arange(count, dtype=np.float64), values, "text")
    edges = np.linspace(0, count, MOST_POINTS // 2 + 1).astype(np.int64)[:-1]
    ends = np.stack([np.minimum.reduceat(values, edges), np.maximum.reduceat(values, edges)], axis=1)
    return Line("distance", np.repeat(edges.astype(np.float64), 2), ends.ravel(), "text")


def _notes(encoded: Encoded, count: int) -> tuple[str, ...]:
    notes = []
    match encoded.evaluate():
        case Rotation():
            notes.append("PE[p] stands for the cosines and sines of the angles by which RoPE turns.")
        case Table(rows=Waves()):
            pass
        case _:
            notes.append("Distances from other positions than 0 may differ: this table follows no waves.")
    if count < encoded.grid.length:
        notes.append(f"The first {count:,} of {encoded.grid.length:,} positions are searched.")
    return tuple(notes)


def _apart(document: Document) -> int:
    return min(edits.option(document, KEY, BaseOptions).apart, max(document.grid.length - 1, 1))


VIEW = View(
    catalog.BASE,
    options=BaseOptions,
    main="distance",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
