"""What a view is."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine import stopping
from posenc_gui.engine.grid import check_memory
from posenc_gui.engine.params import Record
from posenc_gui.figures.spec import Figure, Rect

Arrays = dict[str, NDArray[Any]]

BLOCK_NUMBERS = 2**18
"""Numbers of a streamed array that are made at a time."""


class Streamed(Struct, frozen=True, eq=False):
    """An array of float64 that is made block by block, so that it need not fit into memory.

    `what` names it in messages. `rows(first, stop)` gives its rows first … stop − 1.
    """

    what: str
    shape: tuple[int, int]
    rows: Callable[[int, int], NDArray[np.float64]]

    def blocks(self) -> Iterator[NDArray[np.float64]]:
        """All rows in order, some at a time."""
        length, width = self.shape
        step = max(1, BLOCK_NUMBERS // max(width, 1))
        for first in range(0, length, step):
            stopping.go_on()
            yield self.rows(first, min(first + step, length))

    def whole(self) -> NDArray[np.float64]:
        """The array itself.

        Raises:
            UserError: it would not fit into memory.
        """
        length, width = self.shape
        check_memory(f"{self.what} of {length} × {width}", length * width)
        return self.rows(0, length)


class Pick(Struct, frozen=True):
    """Where the pointer is: the axes, the point in their units, and the mark that was taken hold of, if any."""

    axes: str
    x: float
    y: float
    grabbed: str = ""


class Listed(Struct, frozen=True):
    """What lists and menus say of a view: its name in files and flags, its title, and what it shows."""

    key: str
    title: str
    summary: str


class View(Struct, frozen=True):
    """One way of looking at a document.

    listed: what lists say of it. options: the record type of what can be set in this view alone.
    figure(document): what is seen. data(document): the arrays behind it, by name; `main` is the one that single-array
    formats write. streamed(document): that one block by block, for views whose main array may be beyond memory.
    on_pick(document, pick): what pressing or dragging there does to the document, or None.
    read(document, pick): the read-out for the point under the pointer, or for the selection where there is none.
    region(document), zoom(rect): for views that can be zoomed, the part that is shown, in units of the axes named
    `zoomable`, and the edit that shows another one (None shows the whole).
    work(document): number of function evaluations behind the figure, as a guide to where it is made.
    """

    listed: Listed
    options: type[Record]
    main: str
    figure: Callable[[Document], Figure]
    data: Callable[[Document], Arrays]
    on_pick: Callable[[Document, Pick], Edit | None]
    read: Callable[[Document, Pick | None], str]
    work: Callable[[Document], int]
    streamed: Callable[[Document], Streamed] | None = None
    zoomable: str = ""
    region: Callable[[Document], Rect] | None = None
    zoom: Callable[[Rect | None], Edit] | None = None

    @property
    def key(self) -> str:
        """Its name in files and flags."""
        return self.listed.key

    @property
    def title(self) -> str:
        """What stands above it."""
        return self.listed.title
