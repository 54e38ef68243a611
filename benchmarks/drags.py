"""posenc-gui as it starts for everyone, made to drag each of its sliders once and then to end.

Prints for each drag how long the event loop stood still at most, and how long a frame took. Nothing is cached at the
start, so whoever is first to need something pays for it, as at a person's first drag. The arguments name the scenes
that are wanted, all by default.
"""

import dataclasses
import gc
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from posenc_gui import app, program
from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.engine import encodings
from posenc_gui.figures import catalog
from posenc_gui.figures.places import usual

if TYPE_CHECKING:
    from PySide6.QtWidgets import QSlider

    from posenc_gui.document.store import Store
    from posenc_gui.ui.controls import NumberControl
    from posenc_gui.ui.main_window import MainWindow

SIZE = 1280, 720
STEPS = 16
"""Places of a slider that a drag stops at, evenly from its first to its last."""

REFRESH = 1 / 60
"""Seconds between two movements of the hand: a display shows no more of them."""

PATIENCE = 0.1
"""Seconds after which the hand moves on, though nothing has been painted."""

REST = 20.0
"""Seconds that what a drag has begun may take after it."""


@dataclass(frozen=True, slots=True)
class Drag:
    """How long the event loop stood still at most after each movement, and a median frame, in seconds; 0 for none."""

    stretches: list[float]
    frame: float


@dataclass(frozen=True, slots=True)
class Scene:
    """What is open, and which of its controls are dragged: those whose paths begin so."""

    name: str
    document: Document
    begin: tuple[str, ...]


def scenes() -> Iterator[Scene]:
    """Every encoding in the usual views, every setting of attention, every other view beside the heatmap and alone."""
    for encoding in encodings.ENCODINGS:
        document = edits.set_encoding(encoding.key)(Document())
        yield Scene(encoding.key, document, ("params.", "grid.", "selection."))
    for head in ("offset", "random"):
        free = edits.set_value("attention.token_scale", "free")(Document())
        document = edits.set_value("attention.head", head)(free)
        yield Scene(f"head.{head}", document, ("attention.", "transport."))
    for view in catalog.views():
        document = edits.set_encoding(_ENCODINGS.get(view.key, "sinusoidal"))(Document())
        if view.key not in usual():
            beside = edits.set_value("screen.panels", f"heatmap,{view.key}")(document)
            yield Scene(f"beside.{view.key}", beside, ("params.", "grid.", "selection.", "attention.heads"))
        alone = edits.set_value("screen.view", view.key)(document)
        yield Scene(f"alone.{view.key}", alone, (f"{view.key}.",))


_ENCODINGS = {"rope": "rope", "training": "learned"}


class Hand:
    """Takes one slider of the window after the other."""

    def __init__(self, window: "MainWindow", store: "Store") -> None:
        from PySide6.QtWidgets import QApplication  # noqa: PLC0415 - the program loads Qt when it needs it

        self._window, self._store = window, store
        self._process_events = QApplication.processEvents
        self._stretches: list[float] = []
        self._paints = _paint_counter()
        self._painted: Callable[[], int] = lambda: self._paints.count

    def drags(self, scene: Scene) -> Iterator[tuple[str, Drag]]:
        """Drag all controls of a scene, each from the same document."""
        self._show(scene.document)
        for path in [control.box.objectName() for control in self._controls(scene.begin)]:
            yield f"{scene.name} {path}", self._drag(self._controls((path,))[0])
            self._show(scene.document)

    def _controls(self, begin: tuple[str, ...]) -> "list[NumberControl]":
        from posenc_gui.ui.controls import NumberControl  # noqa: PLC0415

        found = self._window.findChildren(NumberControl)
        return [item for item in found if item.box.objectName().startswith(begin) and not item.isHidden()]

    def _show(self, document: Document) -> None:
        self._store.seal()
        self._store.edit(lambda _: document)
        self._paints.watch(self._window)
        self._rest()

    def _drag(self, control: "NumberControl") -> Drag:
        """Along the whole slider, or, where there is a box alone, as many steps as by its arrow key."""
        self._stretches = []
        if control.slider is None:
            frames = [self._frame(partial(control.box.stepped.emit, 1)) for _ in range(STEPS)]
        else:
            frames = self._slide(control.slider)
        self._rest()
        return Drag(self._stretches, statistics.median([frame for frame in frames if frame] or [0.0]))

    def _slide(self, slider: "QSlider") -> list[float]:
        slider.setSliderDown(True)
        places = sorted({step * slider.maximum() // (STEPS - 1) for step in range(STEPS)})
        frames = [self._frame(partial(slider.setSliderPosition, place)) for place in places]
        self._turn(lambda: slider.setSliderDown(False))
        return frames

    def _frame(self, move: Callable[[], object]) -> float:
        """Seconds from a movement until all that is drawn at once is painted, 0 if nothing is.

        The hand rests until the next refresh of the display. What is refused, or leaves the value as it is, paints a
        message or nothing, which is no frame of the views.
        """
        document = self._store.document
        start, before, shown = time.perf_counter(), self._painted(), 0.0
        self._stretches.append(0.0)
        self._turn(move)
        while time.perf_counter() - start < (REFRESH if shown else PATIENCE):
            seen = self._painted()
            self._turn(self._process_events)
            if not shown and self._painted() > max(seen, before) and self._is_settled():
                shown = time.perf_counter() - start
        return shown if self._store.document is not document else 0.0

    def _rest(self) -> None:
        """Let the window finish what it has begun."""
        start, quiet = time.perf_counter(), 0
        while quiet < 10 and time.perf_counter() - start < REST:
            seen = self._painted()
            self._turn(self._process_events)
            busy = self._window.jobs.active or self._painted() > seen or not self._is_settled()
            quiet = 0 if busy else quiet + 1

    def _turn(self, action: Callable[[], object]) -> None:
        """One turn of the event loop; the processor is free until the next one."""
        start = time.perf_counter()
        action()
        if self._stretches:
            self._stretches[-1] = max(self._stretches[-1], time.perf_counter() - start)
        time.sleep(0.0005)

    def _is_settled(self) -> bool:
        """Whether each view shows the document, or a job is at work on it, or it says why it cannot."""
        document, jobs = self._store.document, self._window.jobs
        views = [panel.figure_view for panel in self._window.views.panels.values() if panel.isVisible()]
        return all(
            view.drawn is None or view.drawn[0] is document or jobs.is_running(f"figure.{view.view.key}")
            for view in views
        )


class PaintCounter(Protocol):
    """Counts the paint events of the views."""

    count: int

    def watch(self, window: "MainWindow") -> None:
        """Count those of all views that the window has by now."""


def _paint_counter() -> PaintCounter:
    from PySide6.QtCore import QEvent, QObject  # noqa: PLC0415
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    class Paints(QObject):
        """Filters the events of the views alone: those of all widgets would take a tenth of what is measured."""

        def __init__(self) -> None:
            super().__init__(QApplication.instance())
            self.count = 0
            self._watched: set[str] = set()

        def watch(self, window: "MainWindow") -> None:
            for key, panel in window.views.panels.items():
                if key not in self._watched:
                    self._watched.add(key)
                    panel.figure_view.viewport().installEventFilter(self)

        def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
            self.count += event.type() == QEvent.Type.Paint
            return False

    return Paints()


def _collections() -> list[float]:
    """Filled with the seconds of each garbage collection from now on."""
    seconds, begun = list[float](), [0.0]

    def notice(phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            begun[0] = time.perf_counter()
        else:
            seconds.append(time.perf_counter() - begun[0])

    gc.callbacks.append(notice)
    return seconds


def drag_all(window: "MainWindow", store: "Store") -> None:
    """Drag what is wanted, print it as JSON, and end the program."""
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    window.resize(*SIZE)
    hand, wanted, collected = Hand(window, store), tuple(sys.argv[1:]), _collections()
    drags = {
        name: dataclasses.asdict(drag)
        for scene in scenes()
        if not wanted or scene.name in wanted
        for name, drag in hand.drags(scene)
    }
    print(json.dumps({"drags": drags, "collecting": max(collected, default=0.0)}))
    QApplication.closeAllWindows()


make_window = program.make_window


def dragged_window(store: "Store") -> "MainWindow":
    """The program's window, whose sliders are dragged once it has been shown for a while."""
    from PySide6.QtCore import QTimer  # noqa: PLC0415

    window = make_window(store)
    QTimer.singleShot(1000, lambda: drag_all(window, store))
    return window


if __name__ == "__main__":
    app.settle()
    program.make_window = dragged_window
    sys.exit(program.run([]))
