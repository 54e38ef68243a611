"""Documents of every encoding, and what is in a figure, for the tests of views."""

import dataclasses
import math

import numpy as np

from posenc_gui.document.document import Document, Selection, Sentence
from posenc_gui.engine import encodings
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.grid import Grid
from posenc_gui.figures.spec import Figure, Image, Mark

KEYS = tuple(item.key for item in encodings.ENCODINGS)


def document_of(key: str, **parts: object) -> Document:
    """A document of an encoding at its usual parameters."""
    return dataclasses.replace(Document(encoding=key, params=encodings.by_key(key).params()), **parts)  # type: ignore[arg-type]


SIZES: dict[str, dict[str, object]] = {
    "usual": {},
    "small": {"grid": Grid(3, 4), "selection": Selection(2, 0, -1)},
    "heads": {"attention": Attention("random", 4), "sentence": Sentence("a dog chases a cat", (4, 3, 2, 1, 0))},
    "long": {"grid": Grid(5000, 8), "selection": Selection(4000, 1, -3999)},
    "one position": {"grid": Grid(1, 2), "selection": Selection(0, 0, 0), "sentence": Sentence("word")},
}
"""Parts of documents that all encodings go with."""


def assert_well_formed(figure: Figure) -> None:
    """Names are unique, ranges are ranges, cells lie in the layout, and all numbers but those of images are finite."""
    assert figure.title
    assert figure.caption.endswith(".")
    assert len({axes.key for axes in figure.axes}) == len(figure.axes)
    for axes in figure.axes:
        names = [mark.name for mark in axes.marks]
        assert len(set(names)) == len(names), axes.key
        for axis in (axes.x, axes.y):
            assert math.isfinite(axis.low)
            assert math.isfinite(axis.high)
            assert axis.low < axis.high
        row, column, rows, columns = axes.cell
        assert 0 <= row < row + rows <= len(figure.rows)
        assert 0 <= column < column + columns <= len(figure.columns)
        assert not axes.scale_of or axes.scale_of in names
        for mark in axes.marks:
            assert_finite(mark)


def assert_finite(mark: Mark) -> None:
    """No coordinate is infinite or missing; cells of an image may be missing."""
    for name in mark.__struct_fields__:
        value = getattr(mark, name)
        if isinstance(mark, Image) and name == "values":
            assert not np.isinf(value).any()
        elif isinstance(value, tuple | float | int | np.ndarray):
            assert np.isfinite(np.asarray(value, dtype=np.float64)).all(), mark.name
