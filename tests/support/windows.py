"""Hands for the real window: what is found in it by name, and what is done there."""

import time
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from posenc_gui.document.store import Store
from posenc_gui.ui.main_window import MainWindow

W = TypeVar("W", bound=QWidget)
PATIENCE = 30.0
"""Seconds after which what has not come is taken for lost."""


def opened(qtbot: QtBot, store: Store, width: int = 1280, height: int = 720) -> MainWindow:
    """The window, shown and active."""
    made = MainWindow(store)
    qtbot.addWidget(made)
    made.resize(width, height)
    made.show()
    made.activateWindow()
    QTest.qWaitForWindowActive(made)
    settle()
    return made


def settle() -> None:
    """Let everything happen that waits for the event loop."""
    for _ in range(4):
        QApplication.processEvents()


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until something is so; what a worker does takes its time."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came"
        QTest.qWait(5)
    settle()


def find(window: QWidget, kind: type[W], name: str) -> W:
    """The widget of that object name."""
    found = window.findChild(kind, name)
    assert isinstance(found, kind), f"{name} is missing"
    return found


def action(window: QWidget, key: str) -> QAction:
    """The action of that key."""
    found = window.findChild(QAction, f"action.{key}")
    assert isinstance(found, QAction), f"action.{key} is missing"
    return found


def trigger(window: QWidget, key: str) -> None:
    """Do what the action of that key does."""
    action(window, key).trigger()
    settle()


def visible_views(window: MainWindow) -> list[str]:
    """The keys of the views that can be seen, in the order in which they were made."""
    return [key for key, panel in window.views.panels.items() if panel.isVisible()]
