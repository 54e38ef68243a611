"""Undo and redo walk back and forth over any edits, gestures are one step, and the playhead is none."""

import dataclasses

from hypothesis import given
from hypothesis import strategies as st
from strategies import documents

from posenc_gui.document import edits, playing
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.document.history import MOST_STEPS, History

ANY_EDIT: st.SearchStrategy[Edit] = st.one_of(
    st.integers(1, 50).map(lambda length: edits.set_value("grid.length", length)),
    st.sampled_from((1, 2, 7, 12, 64)).map(lambda width: edits.set_value("grid.d_model", width)),
    st.floats(1.5, 1e6).map(lambda base: edits.set_param("base", base)),
    st.integers(0, 60).map(lambda position: edits.select(position=position)),
    st.integers(0, 40).map(lambda pair: edits.select(pair=pair)),
    st.integers(-60, 60).map(lambda offset: edits.select(offset=offset)),
    st.sampled_from(("one", "a dog chases a cat", "שלום 🐕 e\u0301")).map(edits.set_sentence),
    st.integers(0, 9).map(edits.shuffle),
    st.just(edits.reverse),
    st.sampled_from(("light", "dark")).map(lambda theme: edits.set_value("screen.theme", theme)),
)
TAGS = st.sampled_from((None, "a", "b"))


def at_zero(document: Document) -> Document:
    """The document with its playhead put aside."""
    return dataclasses.replace(document, selection=dataclasses.replace(document.selection, position=0))


def played(document: Document, steps: list[tuple[Edit, str | None]]) -> History:
    """The history after these edits."""
    history = History(document)
    for edit, tag in steps:
        changed = edit(history.present)
        if changed != history.present:
            history = history.push(changed, tag)
    return history


STEPS = st.lists(st.tuples(ANY_EDIT, TAGS), max_size=12)


@given(documents(), STEPS)
def test_undoing_all_and_redoing_all_walks_back_and_forth(
    document: Document, steps: list[tuple[Edit, str | None]]
) -> None:
    history = played(document, steps)
    seen = [at_zero(history.present)]
    while history.past:
        history = history.undo()
        seen.append(at_zero(history.present))
    assert seen[-1] == at_zero(document)
    assert history.undo() is history
    for expected in seen[-2::-1]:
        history = history.redo()
        assert at_zero(history.present) == expected
    assert not history.future
    assert history.redo() is history


@given(documents(), STEPS, st.lists(st.booleans(), max_size=30))
def test_any_walk_stays_on_the_same_path(
    document: Document, steps: list[tuple[Edit, str | None]], back: list[bool]
) -> None:
    history = played(document, steps)
    path = [*map(at_zero, history.past), at_zero(history.present)]
    place = len(path) - 1
    for backwards in back:
        history = history.undo() if backwards else history.redo()
        place = max(0, min(len(path) - 1, place + (-1 if backwards else 1)))
        assert at_zero(history.present) == path[place]
        assert (len(history.past), len(history.future)) == (place, len(path) - 1 - place)


@given(documents(), st.lists(st.integers(0, 100), min_size=1, max_size=8))
def test_the_playhead_is_never_history(document: Document, positions: list[int]) -> None:
    history = History(document).push(edits.set_param("base", 50.0)(document))
    for position in positions:
        history = history.push(edits.select(position=position)(history.present))
    assert len(history.past) == 1
    playhead = history.present.selection.position
    assert history.undo().present.selection.position == playhead
    assert history.undo().redo().present.selection.position == playhead


def test_undo_keeps_the_playhead_as_far_as_the_table_goes() -> None:
    short = edits.set_value("grid.length", 5)(Document())
    long = edits.set_value("grid.length", 50)(short)
    history = History(short).push(long)
    history = history.push(edits.select(position=40)(history.present))
    assert history.undo().present.selection.position == 4


def test_moving_the_playhead_keeps_what_was_undone() -> None:
    history = History(Document()).push(edits.set_param("base", 50.0)(Document())).undo()
    moved = history.push(edits.select(position=3)(history.present))
    assert moved.redo().present.params == edits.set_param("base", 50.0)(Document()).params


@given(st.lists(st.floats(2, 1e6), min_size=2, max_size=20, unique=True))
def test_one_drag_is_one_step_until_it_ends(bases: list[float]) -> None:
    history = History(Document())
    for base in bases:
        history = history.push(edits.set_param("base", base)(history.present), tag="params.base")
    assert len(history.past) == 1
    assert history.undo().present == Document()
    again = history.sealed().push(edits.set_param("base", 1.5)(history.present), tag="params.base")
    assert len(again.past) == 2


def test_edits_of_two_tags_are_two_steps_and_untagged_ones_never_join() -> None:
    history = History(Document())
    for base, tag in ((2.0, "a"), (3.0, "b"), (4.0, None), (5.0, None)):
        history = history.push(edits.set_param("base", base)(history.present), tag)
    assert len(history.past) == 4


def test_a_drag_goes_on_while_the_playhead_plays() -> None:
    history = History(Document())
    for step in range(1, 6):
        history = history.push(edits.set_param("base", 10.0 * step)(history.present), tag="params.base")
        history = history.push(playing.step(1)(history.present))
    assert len(history.past) == 1


def test_an_edit_after_undo_forgets_what_was_undone() -> None:
    history = History(Document()).push(edits.set_param("base", 50.0)(Document())).undo()
    history = history.push(edits.set_param("base", 60.0)(history.present))
    assert not history.future


def test_only_so_many_steps_are_kept() -> None:
    history = History(Document())
    for step in range(MOST_STEPS + 5):
        history = history.push(edits.set_param("base", 2.0 + step)(history.present))
    assert len(history.past) == MOST_STEPS
