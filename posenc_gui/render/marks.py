"""Which item paints which mark, and whether a mark has changed."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from posenc_gui.figures.spec import Arc, Arrow, Image, Line, Mark, Points, Raster, Span, Text
from posenc_gui.render.image_item import ImageItem
from posenc_gui.render.line_items import ArcItem, ArrowItem, LineItem, SpanItem
from posenc_gui.render.mark_item import MarkItem
from posenc_gui.render.points_item import PointsItem
from posenc_gui.render.text_item import TextItem

ITEMS: dict[type[Mark], type[MarkItem]] = {
    Image: ImageItem,
    Raster: ImageItem,
    Line: LineItem,
    Points: PointsItem,
    Arrow: ArrowItem,
    Arc: ArcItem,
    Text: TextItem,
    Span: SpanItem,
}

SMALL = 4_096
"""Arrays of up to so many values are compared; larger ones count as changed unless they are the very same."""


def unchanged(old: Mark, new: Mark) -> bool:
    """Whether the new mark surely looks like the old one; cheap for large arrays."""
    if old is new:
        return True
    if type(old) is not type(new):
        return False
    values = _READERS[type(new)]
    return all(map(_same, values(old), values(new)))


def _reader(kind: type[Mark]) -> Callable[[Mark], tuple[Any, ...]]:
    return operator.attrgetter(*kind.__struct_fields__)


_READERS = {kind: _reader(kind) for kind in ITEMS}


def _same(old: object, new: object) -> bool:
    if old is new:
        return True
    if isinstance(old, np.ndarray) and isinstance(new, np.ndarray):
        return new.size <= SMALL and old.shape == new.shape and bool((old == new).all())
    return bool(old == new)
