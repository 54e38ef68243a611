"""The lessons that come with the program set their stage, and damaged files are refused by name."""

from pathlib import Path

import pytest

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import catalog
from posenc_gui.lessons.lesson import Lesson, read, stage
from posenc_gui.lessons.library import by_key, lessons

STEPS = [(lesson, number) for lesson in lessons() for number in range(len(lesson.steps))]


@pytest.mark.parametrize(("lesson", "number"), STEPS, ids=[f"{lesson.key}.{number}" for lesson, number in STEPS])
def test_every_step_sets_a_stage_that_the_views_can_show(lesson: Lesson, number: int) -> None:
    start = edits.set_value("screen.theme", "dark")(Document())
    staged = stage(lesson, number, catalog.OPTION_TYPES)(start)
    assert staged.screen.theme == "dark"
    catalog.by_key(staged.screen.view).figure(staged)
    for path, value in lesson.steps[number].settings:
        section, _, name = path.rpartition(".")
        if section.startswith("options."):
            view = section.removeprefix("options.")
            record = edits.option(staged, view, catalog.OPTION_TYPES[view])
        else:
            record = getattr(staged, section)
        wanted = tuple(value) if isinstance(value, list) else value
        assert getattr(record, name) == wanted


def test_steps_build_on_each_other_and_do_not_depend_on_what_was_there() -> None:
    lesson = by_key("3-rotation")
    changed = edits.set_value("grid.length", 8)(Document())
    assert stage(lesson, 2, {})(changed) == stage(lesson, 2, {})(Document())
    assert stage(lesson, 1, {})(changed).selection.position == 0


def test_an_unknown_lesson_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UserError, match="must be one of 1-order"):
        by_key("nope")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "title is missing"),
        ("title = 'a'", "summary is missing"),
        ("title = 'a'\nsummary = 'b'", "steps is missing"),
        ("title = 'a'\nsummary = 'b'\nsteps = [1]", "text is missing"),
        ("title = 'a'\nsummary = 'b'\n[[steps]]\ntext = 'c'\nset = 3", "set is 3"),
        ("title = ", "no TOML"),
    ],
)
def test_damaged_files_are_refused_by_name(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(UserError, match=said) as raised:
        read(path)
    assert str(path) in str(raised.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        read(tmp_path / "missing.toml")


@pytest.mark.parametrize("path", ["grid.nope", "nope.length", "options.nope.x", "options.shuffle.nope", "options."])
def test_a_setting_that_does_not_exist_is_refused_and_changes_nothing(tmp_path: Path, path: str) -> None:
    file = tmp_path / "strange.toml"
    file.write_text(f"title = 'a'\nsummary = 'b'\n[[steps]]\ntext = 'c'\nset = {{ \"{path}\" = 1 }}", "utf-8")
    with pytest.raises(UserError, match="unknown"):
        stage(read(file), 0, catalog.OPTION_TYPES)(Document())
