"""The transport bar."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QLabel, QSlider, QToolButton
from pytestqt.qtbot import QtBot

from posenc_gui.document import edits
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.ui.player import Player
from posenc_gui.ui.transport import TransportBar


@pytest.fixture
def player(qtbot: QtBot, store: Store) -> Player:
    return Player(store)


@pytest.fixture
def bar(qtbot: QtBot, store: Store, player: Player, reported: list[UserError]) -> TransportBar:
    made = TransportBar(store, player, reported.append)
    qtbot.addWidget(made)
    made.resize(1000, 48)
    made.show()
    made.activateWindow()
    QTest.qWaitForWindowActive(made)
    return made


def slider(bar: TransportBar, path: str) -> QSlider:
    found = bar.findChild(QSlider, path)
    assert isinstance(found, QSlider)
    return found


def box(bar: TransportBar, path: str) -> QAbstractSpinBox:
    found = bar.findChild(QAbstractSpinBox, path)
    assert isinstance(found, QAbstractSpinBox)
    return found


def test_dragging_the_position_moves_the_playhead_and_is_no_undo_step(bar: TransportBar, store: Store) -> None:
    slider(bar, "selection.position").setValue(30)
    assert store.document.selection.position == 30
    assert box(bar, "selection.position").text() == "30"
    assert not store.can_undo


def test_a_position_beyond_the_table_is_told(bar: TransportBar, store: Store, reported: list[UserError]) -> None:
    widget = box(bar, "selection.position")
    widget.setFocus()
    widget.selectAll()
    QTest.keyClicks(widget, "64")
    QTest.keyClick(widget, Qt.Key.Key_Return)
    assert "position is 64, but must be from 0 to 63" in str(reported[0])
    assert (widget.text(), store.document.selection.position) == ("12", 12)


def test_the_bar_shows_what_plays(bar: TransportBar, store: Store) -> None:
    before = box(bar, "selection.position").geometry()
    store.edit(edits.set_value("grid.length", 1000))
    store.edit(edits.select(position=999))
    assert box(bar, "selection.position").text() == "999"
    assert slider(bar, "selection.position").value() == slider(bar, "selection.position").maximum() == 999
    assert "of 1000" in [label.text() for label in bar.findChildren(QLabel)]
    assert box(bar, "selection.position").width() == before.width()


def test_nothing_moves_while_the_position_changes(bar: TransportBar, store: Store) -> None:
    places = set()
    for position in (0, 9, 10, 63):
        store.edit(edits.select(position=position))
        QTest.qWait(1)
        places.add(tuple((w.x(), w.width()) for w in bar.findChildren(QAbstractSpinBox)))
    assert len(places) == 1


def test_speed_and_looping_are_set_and_undone(bar: TransportBar, store: Store) -> None:
    loop = bar.findChild(QToolButton, "transport.loop")
    assert isinstance(loop, QToolButton)
    loop.click()
    slider(bar, "transport.speed").setValue(slider(bar, "transport.speed").maximum())
    assert (store.document.transport.loop, store.document.transport.speed) == (False, 1000)
    store.undo()
    store.undo()
    assert loop.isChecked()
    assert box(bar, "transport.speed").text() == "4"


def test_each_button_stands_for_the_action_it_is_given(bar: TransportBar, player: Player) -> None:
    assert list(bar.buttons) == ["first", "back", "play", "forward", "last"]
    action = QAction("Play", bar)
    action.triggered.connect(player.toggle)
    bar.set_action("play", action)
    bar.buttons["play"].click()
    assert player.is_playing
    bar.buttons["play"].click()
    assert not player.is_playing


def test_the_play_button_shows_what_it_will_do(bar: TransportBar, player: Player) -> None:
    idle = bar.buttons["play"].icon().cacheKey()
    player.play()
    assert bar.buttons["play"].icon().cacheKey() != idle
    player.pause()
    assert bar.buttons["play"].icon().cacheKey() == idle


def test_icons_follow_the_palette(bar: TransportBar) -> None:
    before = bar.buttons["first"].icon().cacheKey()
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.ButtonText, Qt.GlobalColor.red)
    bar.setPalette(palette)
    assert bar.buttons["first"].icon().cacheKey() != before


def test_another_length_is_told_and_is_the_end_of_the_slider(bar: TransportBar, store: Store) -> None:
    store.edit(edits.set_value("grid.length", 40))
    assert slider(bar, "selection.position").maximum() == 39
    assert [label.text() for label in bar.findChildren(QLabel) if label.text().startswith("of ")] == ["of 40"]
