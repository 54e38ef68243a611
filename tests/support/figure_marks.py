"""Finding things in a figure, and documents that are special in some way."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from posenc_gui.document.document import Document, Selection, Sentence
from posenc_gui.document.edits import Edit
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.figures.spec import Axes, Figure, Image, Mark, Text


def axes_of(figure: Figure, key: str) -> Axes:
    """The axes of that name."""
    return next(axes for axes in figure.axes if axes.key == key)


def mark_of(figure: Figure, axes: str, name: str) -> Mark:
    """The mark of that name in the axes of that name."""
    return next(mark for mark in axes_of(figure, axes).marks if mark.name == name)


def text_of(figure: Figure, axes: str, name: str) -> str:
    """What a text mark says."""
    mark = mark_of(figure, axes, name)
    assert isinstance(mark, Text)
    return mark.text


def number(text: str) -> float:
    """A number as figures write it."""
    return float(text.replace("−", "-").replace(",", ""))


def image_of(figure: Figure, axes: str, name: str) -> Image:
    """The image of that name."""
    mark = mark_of(figure, axes, name)
    assert isinstance(mark, Image)
    return mark


def assert_same(first: NDArray[Any], second: NDArray[Any]) -> None:
    """Equal arrays, field by field where they have any, and missing numbers in the same places."""
    assert first.dtype == second.dtype
    for name in first.dtype.names or ():
        np.testing.assert_array_equal(first[name], second[name])
    if not first.dtype.names:
        np.testing.assert_array_equal(first, second)


def numbers_in(mark: Mark) -> list[float]:
    """All numbers that a mark is made of."""
    found: list[float] = []
    for name in mark.__struct_fields__:
        value = getattr(mark, name)
        if isinstance(value, tuple | float | int | np.ndarray):
            found += np.asarray(value, dtype=np.float64).ravel().tolist()
    return found


def edited(document: Document, *changes: Edit) -> Document:
    """The document after some edits."""
    for change in changes:
        document = change(document)
    return document


SPECIAL = {
    "default": Document(),
    "one cell": Document(grid=Grid(1, 1), selection=Selection(0, 0, 0)),
    "one column of zeros": Document(params=SinusoidalParams(odd="pad"), grid=Grid(9, 1), selection=Selection(3, 0, -2)),
    "zero column selected": Document(
        params=SinusoidalParams(odd="pad"), grid=Grid(16, 7), selection=Selection(3, 3, 2)
    ),
    "odd, truncated": Document(grid=Grid(16, 7), selection=Selection(3, 3, 2)),
    "odd, widened": Document(params=SinusoidalParams(odd="widen"), grid=Grid(16, 7), selection=Selection(3, 3, 2)),
    "odd halves": Document(
        params=SinusoidalParams(layout="concatenated"), grid=Grid(16, 7), selection=Selection(3, 3, 2)
    ),
    "cosine first": Document(
        params=SinusoidalParams(layout="cosine_first", denominator="tensor2tensor"), grid=Grid(40, 10)
    ),
    "position two": Document(grid=Grid(2, 2), selection=Selection(1, 0, -1)),
    "offset out of the table": Document(selection=Selection(60, 3, 40)),
    "one word": Document(sentence=Sentence("word"), selection=Selection(0, 3, 5)),
    "many words": Document(sentence=Sentence(" ".join(f"w{n % 7}" for n in range(60)), tuple(range(59, -1, -1)))),
    "four heads": Document(attention=Attention("random", 4), sentence=Sentence("a dog chases a cat", (4, 3, 2, 1, 0))),
    "many pairs": Document(grid=Grid(5000, 4096), selection=Selection(4000, 1999, -3999)),
    "far away": Document(params=SinusoidalParams(min_timescale=1e6, first_position=2**31)),
}
"""Documents at the edges of what is allowed, by what is special in them."""

EXTREME = {
    "longest": Document(grid=Grid(2**31, 64), selection=Selection(2**31 - 1, 3, 5)),
    "widest": Document(grid=Grid(2**31, 65_536), selection=Selection(0, 32_767, 2**31 - 1)),
    "slowest": Document(
        params=SinusoidalParams(base=1e12, min_timescale=1e-9),
        grid=Grid(2**31, 65_535),
        selection=Selection(2**30, 32_767, -(2**31 - 1)),
    ),
    "fastest": Document(
        params=SinusoidalParams(base=1.0001, min_timescale=1e6, first_position=-(2**31), layout="concatenated"),
        grid=Grid(2**31, 65_536),
    ),
}
"""Documents that no memory could hold the table of."""
