"""The player, with a clock that the test turns."""

import pytest
from pytestqt.qtbot import QtBot

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.ui.player import LONGEST_STALL, Player


class Clock:
    """Seconds, as the test sets them."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        """The present moment."""
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def player(qtbot: QtBot, store: Store, clock: Clock) -> Player:
    """Stands at position 12 of 64, at 4 positions a second, looping."""
    return Player(store, clock)


def run(player: Player, clock: Clock, seconds: float, frame: float = 1 / 64) -> None:
    """Let time pass, in frames of the given length."""
    for _ in range(round(seconds / frame)):
        clock.seconds += frame
        player.advance()


@pytest.mark.parametrize("frame", [1 / 256, 1 / 64, 1 / 8])
def test_the_playhead_moves_by_time_whatever_the_frames(
    player: Player, clock: Clock, store: Store, frame: float
) -> None:
    player.play()
    run(player, clock, 5, frame)
    assert store.document.selection.position == 12 + 4 * 5


def test_it_goes_round(player: Player, clock: Clock, store: Store) -> None:
    player.play()
    run(player, clock, 20)
    assert store.document.selection.position == (12 + 4 * 20) % 64
    assert player.is_playing


def test_without_looping_it_stops_at_the_end_and_begins_again(player: Player, clock: Clock, store: Store) -> None:
    store.edit(edits.set_value("transport.loop", False))
    player.play()
    run(player, clock, 20)
    assert store.document.selection.position == 63
    assert not player.is_playing
    player.play()
    assert store.document.selection.position == 0
    run(player, clock, 1)
    assert store.document.selection.position == 4


def test_a_stall_is_not_made_up_for(player: Player, clock: Clock, store: Store) -> None:
    player.play()
    clock.seconds += 10
    player.advance()
    assert store.document.selection.position == 12 + 4 * LONGEST_STALL
    run(player, clock, 1)
    assert store.document.selection.position == 12 + 4 * LONGEST_STALL + 4


def test_another_speed_counts_from_now_on(player: Player, clock: Clock, store: Store) -> None:
    player.play()
    run(player, clock, 1.125)
    store.edit(edits.set_value("transport.speed", 16))
    run(player, clock, 1)
    assert store.document.selection.position == int(12 + 4 * 1.125 + 16)


def test_a_playhead_moved_by_hand_plays_on_from_there(player: Player, clock: Clock, store: Store) -> None:
    player.play()
    run(player, clock, 2)
    store.edit(edits.select(position=40))
    run(player, clock, 2)
    assert store.document.selection.position == 48


def test_a_shorter_table_keeps_the_playhead_in_it(player: Player, clock: Clock, store: Store) -> None:
    store.edit(edits.select(position=60))
    player.play()
    store.edit(edits.set_value("grid.length", 10))
    run(player, clock, 1)
    assert store.document.selection.position == (9 + 4) % 10


def test_a_table_of_one_position_plays_in_place(player: Player, clock: Clock, store: Store) -> None:
    store.edit(edits.set_value("grid.length", 1))
    player.play()
    run(player, clock, 2)
    assert store.document.selection.position == 0


def test_a_very_fast_playhead_stays_in_the_table(player: Player, clock: Clock, store: Store) -> None:
    store.edit(edits.set_value("transport.speed", 1e6))
    player.play()
    run(player, clock, 1)
    assert store.document.selection.position == (12 + 1_000_000) % 64


def test_playing_is_no_undo_step(player: Player, clock: Clock, store: Store) -> None:
    player.play()
    run(player, clock, 3)
    assert not store.can_undo


def test_a_pause_keeps_the_place(player: Player, clock: Clock, store: Store) -> None:
    player.play()
    run(player, clock, 1)
    player.toggle()
    clock.seconds += 50
    assert store.document.selection.position == 16
    player.toggle()
    run(player, clock, 1)
    assert store.document.selection.position == 20


def test_it_tells_when_it_begins_and_ends_and_only_then(qtbot: QtBot, player: Player) -> None:
    told: list[bool] = []
    player.playing_changed.connect(told.append)
    player.pause()
    player.play()
    player.play()
    player.pause()
    assert told == [True, False]


def test_its_own_timer_moves_the_playhead(qtbot: QtBot) -> None:
    store = Store(edits.set_value("transport.speed", 200)(Document()))
    player = Player(store)
    player.play()
    qtbot.waitUntil(lambda: store.document.selection.position != 12)
    player.pause()
