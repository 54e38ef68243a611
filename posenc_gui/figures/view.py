"""What a view is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.params import Record
from posenc_gui.figures.spec import Figure, Rect

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Pick:
    """Where the pointer is: the axes, the point in their units, and the mark that was taken hold of, if any."""

    axes: str
    x: float
    y: float
    grabbed: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """One way of looking at a document.

    options: the record type of what can be set in this view alone.
    figure(document): what is seen. data(document): the arrays behind it, by name; `main` is the one that single-array
    formats write.
    on_pick(document, pick): what pressing or dragging there does to the document, or None.
    read(document, pick): the read-out for the point under the pointer, or for the selection where there is none.
    region(document), zoom(rect): for views that can be zoomed, the part that is shown, in units of the axes named
    `zoomable`, and the edit that shows another one (None shows the whole).
    work(document): number of function evaluations behind the figure, as a guide to where it is made.
    """

    key: str
    title: str
    summary: str
    options: type[Record]
    main: str
    figure: Callable[[Document], Figure]
    data: Callable[[Document], Arrays]
    on_pick: Callable[[Document, Pick], Edit | None]
    read: Callable[[Document, Pick | None], str]
    work: Callable[[Document], int]
    zoomable: str = ""
    region: Callable[[Document], Rect] | None = None
    zoom: Callable[[Rect | None], Edit] | None = None
