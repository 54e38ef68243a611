"""The actions of the lessons, as data."""

from posenc_gui.lessons.lesson import Lesson
from posenc_gui.lessons.library import lessons
from posenc_gui.ui import lesson_steps
from posenc_gui.ui.action import DIGITS, Action, Run, Test


def _go(count: int) -> Run:
    return lambda desk: desk.edit(lesson_steps.go(count))


def _can_go(count: int) -> Test:
    return lambda desk: lesson_steps.can_go(desk.document, count)


def _begin(place: int, lesson: Lesson) -> Action:
    return Action(
        f"lesson.{lesson.key}",
        "&Lessons",
        lesson.title.replace("&", "&&"),
        (f"Ctrl+{place}",) if place <= DIGITS else (),
        lambda desk: desk.edit(lesson_steps.begin(lesson)),
        lesson.summary,
        checked=lambda desk: desk.document.screen.lesson == lesson.key,
    )


LESSONS = (
    *(_begin(place, lesson) for place, lesson in enumerate(lessons(), 1)),
    Action(
        "lesson.next",
        "&Lessons",
        "&Next",
        ("N", "Ctrl+Right"),
        _go(1),
        "The next step of the lesson",
        enabled=_can_go(1),
        first=True,
    ),
    Action(
        "lesson.back",
        "&Lessons",
        "&Back",
        ("B", "Ctrl+Left"),
        _go(-1),
        "The step before",
        enabled=_can_go(-1),
    ),
    Action(
        "lesson.close",
        "&Lessons",
        "&Close",
        ("Ctrl+W",),
        lambda desk: desk.edit(lesson_steps.close),
        "End the lesson; what is shown stays",
        enabled=_can_go(0),
    ),
)
"""One action per lesson, and those that go through its steps."""
