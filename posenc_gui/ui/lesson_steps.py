"""Which step of which lesson is shown, and the edits that lead to others."""

from msgspec import Struct

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import catalog
from posenc_gui.lessons import library
from posenc_gui.lessons.lesson import Lesson, stage


class Shown(Struct, frozen=True):
    """A lesson, and which of its steps is shown."""

    lesson: Lesson
    number: int


def shown(document: Document) -> Shown | None:
    """What the document names, or None where it names no lesson.

    Raises:
        UserError: there is no such lesson, or no such step.
    """
    if not document.screen.lesson:
        return None
    lesson, number = library.by_key(document.screen.lesson), document.screen.step
    if number >= len(lesson.steps):
        raise UserError(f"step is {number}, but must be from 0 to {len(lesson.steps) - 1} in {lesson.key}")
    return Shown(lesson, number)


def begin(lesson: Lesson) -> Edit:
    """Set the stage for the first step of a lesson."""
    return stage(lesson, 0, catalog.OPTION_TYPES)


def go(count: int) -> Edit:
    """Set the stage for the step so many steps further on; as it is where there is none."""

    def edit(document: Document) -> Document:
        now = shown(document)
        if now is None or not can_go(document, count):
            return document
        return stage(now.lesson, now.number + count, catalog.OPTION_TYPES)(document)

    return edit


def can_go(document: Document, count: int) -> bool:
    """Whether there is a step so many steps further on; with a count of 0, whether a lesson is shown."""
    try:
        now = shown(document)
    except UserError:
        return False
    return now is not None and 0 <= now.number + count < len(now.lesson.steps)


def close(document: Document) -> Document:
    """The same stage without the lesson."""
    return edits.set_value("screen.step", 0)(edits.set_value("screen.lesson", "")(document))
