"""Where the view boxes of a figure stand, so that those of one row or column line up; no Qt."""

from collections.abc import Sequence

from msgspec import Struct

from posenc_gui.figures.theme import SPACING

GAP = 3 * SPACING
"""Distance between neighbouring axes, with all that belongs to them."""


class Margins(Struct, frozen=True):
    """Room in pixels that ticks, labels, titles and scales take around a view box."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


class Place(Struct, frozen=True):
    """Axes that want a place: cell as in `spec.Axes`, and width / height of the view box where that is fixed."""

    cell: tuple[int, int, int, int]
    margins: Margins
    aspect: float | None = None


class Box(Struct, frozen=True):
    """A rectangle in pixels; `reach` is how far to the right of `left` the room of its cell goes."""

    left: float
    top: float
    width: float
    height: float
    reach: float = 0.0


class Fixed(Struct, frozen=True):
    """A row or column of a given size in pixels; the others share what is left by their weights."""

    pixels: float


Track = float | Fixed


def arrange(places: Sequence[Place], rows: Sequence[Track], columns: Sequence[Track], room: Box) -> list[Box]:
    """The view boxes of all places: what margins and fixed sizes leave is shared out by the weights."""
    across = [(p.cell[1], p.cell[3], p.margins.left, p.margins.right) for p in places]
    down = [(p.cell[0], p.cell[2], p.margins.top, p.margins.bottom) for p in places]
    lefts, rights, limits = _tracks(across, columns, room.left, room.width)
    tops, bottoms, _ = _tracks(down, rows, room.top, room.height)
    boxes = []
    for place in places:
        row, column, row_span, column_span = place.cell
        left, top, last = lefts[column], tops[row], column + column_span - 1
        width, height = max(1.0, rights[last] - left), max(1.0, bottoms[row + row_span - 1] - top)
        boxes.append(_with_aspect(Box(left, top, width, height, limits[last] - left), place.aspect))
    return boxes


def _tracks(
    spans: Sequence[tuple[int, int, float, float]], tracks: Sequence[Track], start: float, length: float
) -> tuple[list[float], list[float], list[float]]:
    """Begin and end of the inner part of each row or column, and the end with its margin.

    spans are (first, count, margin before, margin after).
    """
    count = len(tracks)
    fixed = [track.pixels if isinstance(track, Fixed) else 0.0 for track in tracks]
    weights = [0.0 if isinstance(track, Fixed) else track for track in tracks]
    before = [max((s[2] for s in spans if s[0] == track), default=0.0) for track in range(count)]
    after = [max((s[3] for s in spans if s[0] + s[1] - 1 == track), default=0.0) for track in range(count)]
    free = max(0.0, length - sum(before) - sum(after) - sum(fixed) - GAP * (count - 1))
    begins, ends, at, shared = [], [], start, 0.0
    whole = sum(weights) or 1.0
    for track, weight in enumerate(weights):
        begins.append(at + before[track])
        share = round(free * (shared + weight) / whole) - round(free * shared / whole)
        ends.append(begins[-1] + share + fixed[track])
        at, shared = ends[-1] + after[track] + GAP, shared + weight
    return begins, ends, [end + margin for end, margin in zip(ends, after, strict=True)]


def _with_aspect(box: Box, aspect: float | None) -> Box:
    if aspect is None:
        return box
    width, height = min(box.width, round(box.height * aspect)), min(box.height, round(box.width / aspect))
    return Box(box.left, box.top, max(1.0, width), max(1.0, height), box.reach)
