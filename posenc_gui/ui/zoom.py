"""Zooming and panning as arithmetic on rectangles."""

from posenc_gui.figures.spec import Figure, Line, Point, Rect, Span

STEP = 1.25
"""How much one notch of the wheel or one press of a key magnifies."""


def scaled(region: Rect, factor: float, about: Point) -> Rect:
    """The region shrunk by `factor` (above one magnifies) so that the point `about` stays where it is on the screen."""
    x, y = about
    return Rect(
        x - (x - region.x0) / factor,
        x + (region.x1 - x) / factor,
        y - (y - region.y0) / factor,
        y + (region.y1 - y) / factor,
    )


def shifted(region: Rect, dx: float, dy: float) -> Rect:
    """The region moved by that much, in its own units."""
    return Rect(region.x0 + dx, region.x1 + dx, region.y0 + dy, region.y1 + dy)


def center(region: Rect) -> Point:
    """The middle of the region."""
    return (region.x0 + region.x1) / 2, (region.y0 + region.y1) / 2


def moved_along(point: Point, old: Rect, new: Rect) -> Point:
    """The point of `new` that lies where `point` lies in `old`."""
    return _along(point[0], old.x0, old.x1, new.x0, new.x1), _along(point[1], old.y0, old.y1, new.y0, new.y1)


def selected_point(figure: Figure, axes_key: str, region: Rect) -> Point:
    """Where playhead and pair cross in those axes; the middle of the region where they are out of sight."""
    x, y = center(region)
    axes = next((item for item in figure.axes if item.key == axes_key), None)
    for mark in axes.marks if axes else ():
        if isinstance(mark, Line | Span) and mark.role in ("position", "pair"):
            around = _extent(mark, region)
            x = _crossed(x, around.x0, around.x1, region.x0, region.x1)
            y = _crossed(y, around.y0, around.y1, region.y0, region.y1)
    return x, y


def _extent(mark: Line | Span, region: Rect) -> Rect:
    match mark:
        case Line(x=x, y=y) if len(x):
            return Rect(float(x.min()), float(x.max()), float(y.min()), float(y.max()))
        case Span(along="x", start=start, stop=stop):
            return Rect(start, stop, region.y0, region.y1)
        case Span(start=start, stop=stop):
            return Rect(region.x0, region.x1, start, stop)
    return region


def _crossed(otherwise: float, start: float, stop: float, low: float, high: float) -> float:
    """The middle of a mark that is narrow enough to point at something within the range."""
    middle = (start + stop) / 2
    return middle if stop - start < (high - low) / 4 and low <= middle <= high else otherwise


def _along(value: float, old0: float, old1: float, new0: float, new1: float) -> float:
    return new0 + (value - old0) / (old1 - old0) * (new1 - new0)
