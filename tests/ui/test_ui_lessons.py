"""Lessons in the window: each step sets the stage by one edit, and the bar tells it."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from windows import action, find, opened, settle, trigger, visible_views

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.figures import catalog
from posenc_gui.lessons.lesson import stage
from posenc_gui.lessons.library import by_key, lessons
from posenc_gui.ui.main_window import MainWindow

LESSON = lessons()[0]


@pytest.fixture
def window(qtbot: QtBot, store: Store) -> Iterator[MainWindow]:
    made = opened(qtbot, store)
    yield made
    made.close()


def text(window: MainWindow, name: str) -> str:
    return find(window, QLabel, name).text()


def press(window: MainWindow, name: str) -> None:
    find(window, QToolButton, name).click()
    settle()


def test_no_lesson_is_shown_at_the_start(window: MainWindow) -> None:
    assert not find(window, QWidget, "lesson").isVisible()
    assert not any(action(window, key).isEnabled() for key in ("lesson.next", "lesson.back", "lesson.close"))


@pytest.mark.parametrize("key", [lesson.key for lesson in lessons()])
def test_a_lesson_is_gone_through_by_its_buttons(window: MainWindow, store: Store, key: str) -> None:
    lesson = by_key(key)
    trigger(window, f"lesson.{key}")
    assert text(window, "lesson.title") == lesson.title
    assert action(window, f"lesson.{key}").isChecked()
    for number, step in enumerate(lesson.steps):
        assert text(window, "lesson.text") == step.text
        assert text(window, "lesson.place") == f"step {number + 1} of {len(lesson.steps)}"
        assert store.document == stage(lesson, number, catalog.OPTION_TYPES)(Document())
        assert find(window, QToolButton, "lesson.back").isEnabled() == (number > 0)
        press(window, "lesson.next")
    assert not find(window, QToolButton, "lesson.next").isEnabled()
    press(window, "lesson.back")
    assert store.document.screen.step == len(lesson.steps) - 2


def test_each_step_is_one_undo_step_and_the_bar_follows(window: MainWindow, store: Store) -> None:
    store.edit(edits.set_value("params.base", 50.0))
    before = store.document
    trigger(window, f"lesson.{LESSON.key}")
    press(window, "lesson.next")
    assert text(window, "lesson.text") == LESSON.steps[1].text
    trigger(window, "undo")
    assert text(window, "lesson.text") == LESSON.steps[0].text
    trigger(window, "undo")
    assert store.document == before
    assert not find(window, QWidget, "lesson").isVisible()


def test_closing_leaves_the_stage(window: MainWindow, store: Store) -> None:
    trigger(window, f"lesson.{LESSON.key}")
    staged = store.document
    press(window, "lesson.close")
    assert not find(window, QWidget, "lesson").isVisible()
    assert store.document.sentence == staged.sentence
    assert store.document.screen.view == staged.screen.view
    assert (store.document.screen.lesson, store.document.screen.step) == ("", 0)


def test_the_keys_lead_on_and_back(window: MainWindow, store: Store) -> None:
    QTest.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    settle()
    QTest.keyClick(window, Qt.Key.Key_N)
    QTest.keyClick(window, Qt.Key.Key_N)
    QTest.keyClick(window, Qt.Key.Key_B)
    settle()
    assert (store.document.screen.lesson, store.document.screen.step) == (LESSON.key, 1)
    QTest.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert store.document.screen.lesson == ""


@pytest.mark.parametrize(("path", "value"), [("screen.lesson", "nope"), ("screen.step", 99)])
def test_a_document_with_an_unknown_step_says_so(window: MainWindow, store: Store, path: str, value: object) -> None:
    trigger(window, f"lesson.{LESSON.key}")
    store.edit(edits.set_value(path, value))
    settle()
    assert window.messages.text().startswith(f"{path.removeprefix('screen.')} is {value}, but must be")
    assert not find(window, QWidget, "lesson").isVisible()
    assert not action(window, "lesson.next").isEnabled()


@pytest.mark.parametrize("presenting", [False, True])
def test_all_text_can_be_read_and_the_views_keep_their_room(window: MainWindow, store: Store, presenting: bool) -> None:
    window.set_presenting(presenting)
    heights = set()
    for lesson in lessons():
        trigger(window, f"lesson.{lesson.key}")
        for _ in lesson.steps:
            label = find(window, QLabel, "lesson.text")
            assert label.height() >= label.heightForWidth(label.width())
            heights.add((lesson.key, find(window, QWidget, "lesson").height()))
            press(window, "lesson.next")
    assert len(heights) == len(lessons())  # nothing moves from one step to the next
    store.edit(edits.set_value("screen.view", ""))
    settle()
    assert len(visible_views(window)) == 4
    for panel in window.views.panels.values():
        if panel.isVisible():
            foot = panel.mapTo(window, QPoint(0, panel.height()))
            assert foot.y() <= window.height()
            assert panel.figure_view.height() > 100
    window.set_presenting(False)  # the size of text is the application's
