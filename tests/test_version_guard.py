"""PySide6-Essentials 6.12 loses references to None, True and False on Python before 3.12, and then aborts.

Two guards: the requirement excludes it, and drawing and emitting a few thousand times costs no such reference.
"""

import sys
import tomllib
from pathlib import Path

import pyqtgraph as pg
import pytest
from packaging.requirements import Requirement
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

ROUNDS = 3_000
NOISE = ROUNDS // 10
"""Far below one reference a round, and above what imports and caches may hold."""


class Bell(QObject):
    """Emits signals with and without a truth in them."""

    plain = Signal()
    truth = Signal(bool)


def constants() -> tuple[int, int, int]:
    return sys.getrefcount(None), sys.getrefcount(True), sys.getrefcount(False)


def drift(before: tuple[int, int, int]) -> list[int]:
    return [now - then for now, then in zip(constants(), before, strict=True)]


def test_requirement_excludes_the_faulty_release() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    requirements = [Requirement(text) for text in project["dependencies"]]
    (qt,) = [item for item in requirements if item.name == "PySide6-Essentials"]
    assert not any(qt.specifier.contains(version) for version in ("6.12.0", "6.12.1", "6.13.0", "7.0"))
    assert all(qt.specifier.contains(version) for version in ("6.10.3", "6.11.3"))


def test_redrawing_a_plot_loses_no_reference(qtbot: QtBot) -> None:
    """A bare curve in a range that stands still: a changing range gains references in 6.11, which does no harm."""
    plot = pg.PlotWidget()
    qtbot.addWidget(plot)
    curve = pg.PlotCurveItem()
    plot.addItem(curve)
    plot.setRange(xRange=(0, 1), yRange=(0, 7))
    plot.resize(120, 90)
    plot.show()
    qtbot.waitExposed(plot)
    before = constants()
    for step in range(ROUNDS):
        curve.setData([0.0, 1.0], [0.0, float(step % 7)])
        plot.viewport().repaint()
    assert drift(before) == pytest.approx([0, 0, 0], abs=NOISE)


def test_emitting_signals_loses_no_reference() -> None:
    bell, heard = Bell(), [0, 0]

    def on_plain() -> None:
        heard[0] += 1

    def on_truth(truth: bool) -> None:
        heard[1] += truth

    bell.plain.connect(on_plain)
    bell.truth.connect(on_truth)
    before = constants()
    for step in range(ROUNDS):
        bell.plain.emit()
        bell.truth.emit(step % 2 == 0)
    assert heard == [ROUNDS, ROUNDS // 2]
    assert drift(before) == pytest.approx([0, 0, 0], abs=NOISE)
