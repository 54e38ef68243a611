"""Training in the window: never on the GUI thread, told while it goes, given up and begun again."""

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QProgressBar, QWidget
from pytestqt.qtbot import QtBot
from windows import find, opened, settle, trigger, visible_views, wait_until

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine import training
from posenc_gui.engine.training import Model
from posenc_gui.engine.training_task import Task
from posenc_gui.figures import catalog
from posenc_gui.ui.main_window import MainWindow
from posenc_gui.ui.messages import ReadOut
from posenc_gui.ui.training_bar import LossCurve

Step = Callable[[Model], tuple[float, Model]]
SMALL = Task(rows=10, d_model=8, seed=0)


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "_models", {})


class Gate:
    """Holds a training up before a step until it is told to go on, and sees in which thread it is."""

    def __init__(self) -> None:
        self.held = threading.Event()
        self.go = threading.Event()
        self.threads: set[int] = set()
        self.hold_at = 5
        self.seen = 0

    def guard(self, step: Step) -> Step:
        """The step of a training with a gate before it."""

        def guarded(model: Model) -> tuple[float, Model]:
            self.threads.add(threading.get_ident())
            self.seen += 1
            if self.seen > self.hold_at and not self.go.is_set():
                self.held.set()
                self.go.wait(0.02)  # a short breath, so that a cancelled training finds out
            return step(model)

        return guarded


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    made = Gate()
    monkeypatch.setattr(training, "loss_and_gradient", made.guard(training.loss_and_gradient))
    yield made
    made.go.set()


def asking(task: Task) -> Document:
    document = edits.set_value("grid.d_model", task.d_model)(edits.set_encoding("learned")(Document()))
    return edits.set_param("source", "trained")(edits.set_param("rows", task.rows)(document))


@pytest.fixture
def window(qtbot: QtBot, gate: Gate) -> Iterator[MainWindow]:
    made = opened(qtbot, Store(asking(SMALL)))
    yield made
    made.close()


def store_of(window: MainWindow) -> Store:
    return window._store


def words(window: MainWindow, key: str) -> str:
    label = find(window, QLabel, f"problem.{key}")
    return label.text() if label.isVisible() else ""


def waits(window: MainWindow, key: str) -> bool:
    """Whether a view says that it waits for the training."""
    return words(window, key).startswith("The table is being trained: 10 rows of 8 numbers, seed 0.")


def is_told(window: MainWindow, key: str) -> bool:
    """Whether a view shows its figure, or another reason why there is none."""
    shown = window.views.panels[key].figure_view
    return not waits(window, key) and (shown.drawn is not None or bool(words(window, key)))


def wait_for_training(window: MainWindow, gate: Gate) -> None:
    gate.go.set()
    wait_until(lambda: window.trainer.task is None)


def test_every_view_says_that_the_table_is_being_trained(window: MainWindow, gate: Gate) -> None:
    wait_until(gate.held.is_set)
    for view in catalog.views():
        store_of(window).edit(edits.set_value("screen.view", view.key))
        wait_until(partial(waits, window, view.key))
    assert find(window, ReadOut, "readout").text() == ""
    wait_for_training(window, gate)
    assert gate.threads
    assert threading.get_ident() not in gate.threads
    for view in catalog.views():
        store_of(window).edit(edits.set_value("screen.view", view.key))
        settle()
        wait_until(partial(is_told, window, view.key))


def test_the_bar_shows_step_loss_curve_and_progress(window: MainWindow, gate: Gate) -> None:
    bar = find(window, QWidget, "training")
    wait_until(bar.isVisible)
    wait_until(lambda: find(window, QLabel, "training.state").text().startswith("step "))
    assert find(window, QLabel, "training.title").text() == "Training a table of 10 × 8"
    assert find(window, QLabel, "training.state").text().endswith(" nats")
    curve = find(window, LossCurve, "training.curve")
    assert curve.figure is not None
    (axes,) = curve.figure.axes
    assert [mark.name for mark in axes.marks] == ["curve", "last"]
    assert axes.y.ticks
    steps = find(window, QProgressBar, "training.progress").value()
    wait_until(lambda: find(window, QProgressBar, "training.progress").value() > steps)
    assert len(visible_views(window)) == 4
    wait_for_training(window, gate)
    assert not bar.isVisible()
    assert all(not words(window, key) for key in ("heatmap", "shuffle"))
    assert find(window, ReadOut, "readout").text().startswith("PE[")


def test_cancel_goes_back_to_normal_numbers_and_undo_trains_anew(window: MainWindow, gate: Gate) -> None:
    wait_until(find(window, QWidget, "training").isVisible)
    find(window, QAbstractButton, "training.cancel").click()
    settle()
    assert getattr(store_of(window).document.params, "source") == "normal"  # noqa: B009 - the type depends on the encoding
    assert window.messages.text().startswith("Training cancelled")
    assert not find(window, QWidget, "training").isVisible()
    assert not words(window, "heatmap")
    trigger(window, "undo")
    assert window.trainer.task == SMALL
    wait_for_training(window, gate)
    assert training.fitted(SMALL) is not None


@pytest.mark.parametrize(
    ("path", "value", "task"),
    [
        ("params.rows", 12, Task(12, 8, 0)),
        ("params.seed", 7, Task(10, 8, 7)),
        ("grid.d_model", 6, Task(10, 6, 0)),
    ],
)
def test_other_settings_begin_anew(window: MainWindow, gate: Gate, path: str, value: int, task: Task) -> None:
    wait_until(gate.held.is_set)
    store_of(window).edit(edits.set_value(path, value))
    settle()
    assert window.trainer.task == task
    wait_for_training(window, gate)
    assert training.fitted(task) is not None
    assert training.fitted(SMALL) is None


def test_what_does_not_concern_the_table_leaves_the_training_alone(window: MainWindow, gate: Gate) -> None:
    wait_until(lambda: len(window.trainer.losses) > 3)
    store_of(window).edit(edits.select(position=3))
    store_of(window).edit(edits.set_value("grid.length", 30))
    settle()
    assert len(window.trainer.losses) > 3
    wait_for_training(window, gate)
    assert training.fitted(SMALL) is not None


def test_another_encoding_ends_the_training(window: MainWindow, gate: Gate) -> None:
    wait_until(find(window, QWidget, "training").isVisible)
    store_of(window).edit(edits.set_encoding("sinusoidal"))
    settle()
    assert window.trainer.task is None
    assert not find(window, QWidget, "training").isVisible()
    assert not words(window, "heatmap")


def test_a_table_beyond_memory_is_refused_in_words(window: MainWindow) -> None:
    store_of(window).edit(edits.set_param("rows", 10**6))
    settle()
    assert window.trainer.task is None
    assert "would take" in words(window, "heatmap")


def test_pointing_and_zooming_do_nothing_meanwhile(window: MainWindow) -> None:
    before = store_of(window).document
    shown = window.views.panels["heatmap"].figure_view
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton)
    trigger(window, "zoom_in")
    trigger(window, "copy")
    assert store_of(window).document == before


def test_closing_ends_the_training_at_once(qtbot: QtBot, gate: Gate) -> None:
    window = opened(qtbot, Store(asking(SMALL)))
    wait_until(gate.held.is_set)
    begun = time.monotonic()
    window.close()
    assert window.jobs.active == 0
    assert time.monotonic() - begun < 10
    assert training.fitted(SMALL) is None
