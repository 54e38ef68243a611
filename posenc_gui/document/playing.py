"""What the transport moves, the position or the offset: its value, its span, and the edits that move it."""

from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit, select


def path(document: Document) -> str:
    """The path of what is played, as in "selection.offset"."""
    return f"selection.{document.transport.plays}"


def value(document: Document) -> int:
    """Where what is played stands."""
    found: int = getattr(document.selection, document.transport.plays)
    return found


def span(document: Document) -> range:
    """The values that playing goes through: the positions, or the offsets from −(length − 1) to length − 1."""
    length = document.grid.length
    return range(length) if document.transport.plays == "position" else range(1 - length, length)


def move(target: int) -> Edit:
    """Put what is played at `target`, or as near as its span allows."""
    return lambda document: select(**{document.transport.plays: target})(document)


def step(count: int) -> Edit:
    """Move what is played by `count`, as far as its span goes."""
    return lambda document: move(value(document) + count)(document)


def to_first(document: Document) -> Document:
    """What is played at the beginning of its span."""
    return move(span(document)[0])(document)


def to_last(document: Document) -> Document:
    """What is played at the end of its span."""
    return move(span(document)[-1])(document)
