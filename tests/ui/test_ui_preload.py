"""Modules are loaded while the window stands."""

import sys

import pytest
from pytestqt.qtbot import QtBot

from posenc_gui.ui.preload import Preload

NAMES = ("colorsys", "stringprep")


def loaded() -> list[str]:
    return [name for name in NAMES if name in sys.modules]


def test_modules_are_loaded_one_by_one_and_then_it_is_told(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    told: list[list[str]] = []
    preload = Preload(NAMES, lambda: told.append(loaded()))
    assert loaded() == []
    qtbot.waitUntil(lambda: loaded() == ["colorsys"])
    qtbot.waitUntil(lambda: bool(told))
    qtbot.wait(100)
    assert told == [list(NAMES)]
    preload.deleteLater()
