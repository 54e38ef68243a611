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


def plays_offset(store: Store, offset: int = 5) -> None:
    store.edit(edits.set_value("transport.plays", "offset"))
    store.edit(edits.select(offset=offset))


def set_transport(store: Store, **values: object) -> None:
    for name, value in values.items():
        store.edit(edits.set_value(f"transport.{name}", value))


@pytest.mark.parametrize("frame", [1 / 256, 1 / 64, 1 / 8])
@pytest.mark.parametrize("backward", [False, True])
def test_both_ways_take_the_same_time_whatever_the_frames(
    player: Player, clock: Clock, store: Store, frame: float, backward: bool
) -> None:
    set_transport(store, backward=backward)
    player.play()
    run(player, clock, 0.125, frame)
    assert store.document.selection.position == 12
    run(player, clock, 2, frame)
    assert store.document.selection.position == (4 if backward else 20)


def test_backward_it_goes_round_to_the_last_position(player: Player, clock: Clock, store: Store) -> None:
    set_transport(store, backward=True)
    player.play()
    run(player, clock, 3)
    assert store.document.selection.position == 0
    run(player, clock, 0.25)
    assert store.document.selection.position == 63
    assert player.is_playing


def test_backward_without_looping_it_stops_at_the_first_and_begins_at_the_last(
    player: Player, clock: Clock, store: Store
) -> None:
    set_transport(store, backward=True, loop=False)
    player.play()
    run(player, clock, 10)
    assert (store.document.selection.position, player.is_playing) == (0, False)
    player.play()
    assert store.document.selection.position == 63


def test_turning_round_while_it_plays_goes_back_from_where_it_is(player: Player, clock: Clock, store: Store) -> None:
    player.play()
    run(player, clock, 2.125)
    set_transport(store, backward=True)
    assert store.document.selection.position == 20
    run(player, clock, 1)
    assert store.document.selection.position == 16


def test_many_changes_of_speed_between_two_ticks_lose_no_time(player: Player, clock: Clock, store: Store) -> None:
    player.play()
    for index in range(64):
        clock.seconds += 1 / 128
        set_transport(store, speed=(4.0, 8.0)[index % 2])
        clock.seconds += 1 / 128
        set_transport(store, speed=(8.0, 4.0)[index % 2])
        player.advance()
    assert 12 + 4 <= store.document.selection.position <= 12 + 8


@pytest.mark.parametrize("frame", [1 / 256, 1 / 64, 1 / 8])
def test_the_offset_plays_from_end_to_end_and_round(player: Player, clock: Clock, store: Store, frame: float) -> None:
    plays_offset(store, 61)
    player.play()
    run(player, clock, 0.5, frame)
    assert store.document.selection.offset == 63
    run(player, clock, 0.5, frame)
    assert store.document.selection.offset == -62
    assert store.document.selection.position == 12


@pytest.mark.parametrize(("backward", "end"), [(False, 63), (True, -63)])
def test_the_offset_stops_at_its_end(player: Player, clock: Clock, store: Store, backward: bool, end: int) -> None:
    plays_offset(store)
    set_transport(store, loop=False, backward=backward, speed=100.0)
    player.play()
    run(player, clock, 2)
    assert (store.document.selection.offset, player.is_playing) == (end, False)
    player.play()
    assert store.document.selection.offset == -end


def test_a_stall_is_not_made_up_for_by_the_offset(player: Player, clock: Clock, store: Store) -> None:
    plays_offset(store)
    player.play()
    clock.seconds += 10
    player.advance()
    assert store.document.selection.offset == 5 + 4 * LONGEST_STALL


def test_each_run_of_the_offset_is_one_undo_step(player: Player, clock: Clock, store: Store) -> None:
    plays_offset(store)
    for _ in range(2):
        player.play()
        run(player, clock, 2)
        player.pause()
    assert store.document.selection.offset == 21
    store.undo()
    assert store.document.selection.offset == 13
    store.undo()
    assert store.document.selection.offset == 5
    store.redo()
    assert store.document.selection.offset == 13


def test_a_control_dragged_while_the_offset_plays_stays_one_step(player: Player, clock: Clock, store: Store) -> None:
    plays_offset(store)
    player.play()
    run(player, clock, 1)
    for base in range(100, 140):
        store.edit(edits.set_value("params.base", base), "params.base")
        run(player, clock, 0.25)
    player.pause()
    store.undo()
    assert getattr(store.document.params, "base") == 10_000  # noqa: B009 - params are those of any encoding
    assert store.document.selection.offset == 9
    store.undo()
    assert store.document.selection.offset == 5


def test_undo_while_the_offset_plays_takes_the_run_back_and_it_plays_on(
    player: Player, clock: Clock, store: Store
) -> None:
    plays_offset(store)
    player.play()
    run(player, clock, 2)
    store.undo()
    assert store.document.selection.offset == 5
    run(player, clock, 1)
    assert (store.document.selection.offset, player.is_playing) == (9, True)
    store.undo()
    assert store.document.selection.offset == 5


def test_undo_of_a_speed_holds_while_the_position_plays_on(player: Player, clock: Clock, store: Store) -> None:
    set_transport(store, speed=16.0)
    player.play()
    run(player, clock, 1)
    store.undo()
    run(player, clock, 1)
    assert store.document.selection.position == 12 + 16 + 4


def test_another_length_brings_the_offset_into_its_span_and_it_plays_on(
    player: Player, clock: Clock, store: Store
) -> None:
    plays_offset(store, 60)
    player.play()
    store.edit(edits.set_value("grid.length", 10))
    run(player, clock, 0.5)
    assert store.document.selection.offset == -8
    store.edit(edits.set_value("grid.length", 100))
    run(player, clock, 1)
    assert store.document.selection.offset == -4


def test_choosing_what_plays_holds_at_once(player: Player, clock: Clock, store: Store) -> None:
    player.play()
    run(player, clock, 1)
    set_transport(store, plays="offset")
    run(player, clock, 1)
    assert (store.document.selection.position, store.document.selection.offset) == (16, 9)
    set_transport(store, plays="position")
    run(player, clock, 1)
    assert (store.document.selection.position, store.document.selection.offset) == (20, 9)
