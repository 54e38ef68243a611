"""Which views stand side by side: one, two or four at a time."""

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import catalog

MOST = 4
"""Views that stand side by side at most."""


def usual() -> tuple[str, ...]:
    """The keys of the views of the start: the first four."""
    return catalog.KEYS[:MOST]


def standing(document: Document) -> tuple[str, ...]:
    """The keys of the views that stand side by side, in their order.

    Raises:
        UserError: a view is unknown or named twice, or there are too many.
    """
    keys = tuple(key.strip() for key in document.screen.panels.split(",") if key.strip())
    for key in keys:
        catalog.by_key(key)
    if len(keys) > MOST or len(set(keys)) < len(keys):
        raise UserError(f"panels is {document.screen.panels[:60]}, but must be at most {MOST} different views")
    return keys or usual()


def known(document: Document) -> tuple[str, ...]:
    """What stands side by side, or the views of the start where the document names impossible ones."""
    try:
        return standing(document)
    except UserError:
        return usual()


def put(old: str, new: str) -> Edit:
    """Show the view `new` where `old` is: alone in the window, or at its place among others, whose places it keeps."""

    def edit(document: Document) -> Document:
        if document.screen.view:
            return edits.set_value("screen.view", new)(document)
        swapped = {old: new, new: old}
        return _placed(tuple(swapped.get(key, key) for key in known(document)))(document)

    return edit


def show(count: int, first: str) -> Edit:
    """Show that many views side by side: those that stand there now, then the next ones; `first` is among them."""

    def edit(document: Document) -> Document:
        now = known(document)
        kept = now if first in now[:count] else (first, *(key for key in now if key != first))
        further = (key for key in catalog.KEYS if key not in kept)
        return _placed((*kept, *further)[:count])(document)

    return edit


def _placed(keys: tuple[str, ...]) -> Edit:
    named = "" if keys == usual() else ",".join(keys)
    return lambda document: edits.set_value("screen.panels", named)(edits.set_value("screen.view", "")(document))
