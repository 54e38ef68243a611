"""What a lesson is, and how it is read from a TOML file."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Screen
from posenc_gui.document.edits import Edit
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Record

OptionTypes = Mapping[str, type[Record]]


class Step(Struct, frozen=True):
    """A sentence or two to read, and the settings that it talks about, by their paths."""

    text: str
    settings: tuple[tuple[str, object], ...]


class Lesson(Struct, frozen=True):
    """A lesson in steps; each one builds on those before it."""

    key: str
    title: str
    summary: str
    steps: tuple[Step, ...]


def read(path: Path) -> Lesson:
    """A lesson from its file, whose name is its key.

    Raises:
        UserError: the file is no lesson; the message names the file and what is wrong.
    """
    try:
        values = tomllib.loads(path.read_text("utf-8"))
        return Lesson(path.stem, _text(values, "title"), _text(values, "summary"), _steps(values))
    except OSError as error:
        raise UserError(f"cannot open the lesson {path}: {(error.strerror or str(error)).lower()}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"cannot open the lesson {path}: it is no TOML text: {error}") from error
    except UserError as error:
        raise UserError(f"cannot open the lesson {path}: {error}") from error


def stage(lesson: Lesson, number: int, option_types: OptionTypes) -> Edit:
    """The edit that sets the stage for a step: the start document with the settings of all steps up to it.

    The document names lesson and step, so that undo and files know of them. The theme stays, since it belongs to the
    room and not to the lesson. The edit raises `UserError` where there is no such step, or a setting is unknown or not
    allowed.
    """

    def edit(document: Document) -> Document:
        if not 0 <= number < len(lesson.steps):
            raise UserError(f"step is {number}, but must be from 0 to {len(lesson.steps) - 1} in {lesson.key}")
        screen = Screen(theme=document.screen.theme, lesson=lesson.key, step=number)
        staged = edits.changed(Document(), screen=screen)
        for step in lesson.steps[: number + 1]:
            for path, value in step.settings:
                staged = _setting(path, value, option_types)(staged)
        return staged

    return edit


def _setting(path: str, value: object, option_types: OptionTypes) -> Edit:
    if not path.startswith("options."):
        return edits.set_value(path, value)
    _, view, name = (*path.split(".", 2), "", "")[:3]
    if view not in option_types:
        raise UserError(f"unknown view {view or path}; known: {', '.join(option_types)}")
    return edits.set_option(view, option_types[view], name, value)


def _steps(values: Mapping[str, Any]) -> tuple[Step, ...]:
    steps = values.get("steps")
    if not isinstance(steps, list) or not steps:
        raise UserError("steps is missing, but must be a list of at least one [[steps]] table")
    return tuple(Step(_text(step, "text"), tuple(_settings(step).items())) for step in steps)


def _settings(step: Mapping[str, Any]) -> Mapping[str, object]:
    settings = step.get("set", {})
    if not isinstance(settings, dict):
        raise UserError(f"set is {settings!r}, but must be a table of paths and values")
    return settings


def _text(values: object, name: str) -> str:
    text = values.get(name) if isinstance(values, dict) else None
    if not isinstance(text, str) or not text.strip():
        raise UserError(f"{name} is missing, but must be text")
    return " ".join(text.split())
