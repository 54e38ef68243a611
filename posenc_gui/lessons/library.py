"""The lessons that come with the program."""

from functools import cache

from posenc_gui import resources
from posenc_gui.engine.errors import UserError
from posenc_gui.lessons.lesson import Lesson, read


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, in the order of their files' names."""
    return tuple(read(path) for path in sorted((resources.folder() / "lessons").glob("*.toml")))


def by_key(key: str) -> Lesson:
    """The lesson of that name.

    Raises:
        UserError: there is none.
    """
    found = next((lesson for lesson in lessons() if lesson.key == key), None)
    if found is None:
        known = ", ".join(lesson.key for lesson in lessons())
        raise UserError(f"lesson is {key[:60] or 'empty'}, but must be one of {known}")
    return found
