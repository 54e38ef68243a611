"""The one cell that changes, and whom it tells."""

from collections.abc import Callable

import pytest

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError


class Told:
    """Watches a store and remembers the bases that it was told of."""

    def __init__(self) -> None:
        self.bases: list[tuple[float, float]] = []

    def __call__(self, old: Document, new: Document) -> None:
        """Take note of the old base and the new one."""
        self.bases.append((base_of(old), base_of(new)))


def base_of(document: Document) -> float:
    return float(getattr(document.params, "base"))  # noqa: B009 - params are those of any encoding


@pytest.fixture
def store() -> Store:
    return Store(Document())


@pytest.fixture
def told(store: Store) -> Told:
    watcher = Told()
    store.watch(watcher)
    return watcher


def test_watchers_are_told_of_each_change_from_old_to_new(store: Store, told: Told) -> None:
    store.edit(edits.set_param("base", 50.0))
    store.undo()
    store.redo()
    store.reset(Document())
    assert told.bases == [(10_000, 50), (50, 10_000), (10_000, 50), (50, 10_000)]


def test_nothing_is_told_where_nothing_changes(store: Store, told: Told) -> None:
    store.edit(edits.set_param("base", 10_000.0))
    store.undo()
    store.redo()
    store.seal()
    assert told.bases == []
    assert (store.can_undo, store.can_redo) == (False, False)


def test_a_refused_edit_leaves_all_as_it_was(store: Store, told: Told) -> None:
    with pytest.raises(UserError, match=r"base is 0\.5"):
        store.edit(edits.set_param("base", 0.5))
    assert store.document == Document()
    assert not store.can_undo
    assert told.bases == []


def test_undo_and_redo_are_offered_where_there_are_steps(store: Store) -> None:
    store.edit(edits.set_param("base", 50.0))
    assert (store.can_undo, store.can_redo) == (True, False)
    store.undo()
    assert (store.can_undo, store.can_redo) == (False, True)


def test_edits_of_one_gesture_are_one_step_until_it_is_sealed(store: Store) -> None:
    for base in (20.0, 30.0):
        store.edit(edits.set_param("base", base), tag="params.base")
    store.seal()
    store.edit(edits.set_param("base", 40.0), tag="params.base")
    store.undo()
    assert base_of(store.document) == 30
    store.undo()
    assert base_of(store.document) == 10_000


def test_a_new_document_has_no_past(store: Store) -> None:
    store.edit(edits.set_param("base", 50.0))
    store.reset(Document())
    assert (store.can_undo, store.can_redo) == (False, False)


def test_whoever_stops_watching_is_told_no_more(store: Store, told: Told) -> None:
    other = Told()
    stop = store.watch(other)
    stop()
    store.edit(edits.set_param("base", 50.0))
    assert (told.bases, other.bases) == ([(10_000, 50)], [])


def test_a_watcher_that_another_one_stops_is_not_told(store: Store) -> None:
    stops: list[Callable[[], None]] = []
    store.watch(lambda _old, _new: stops[0]())
    later = Told()
    stops.append(store.watch(later))
    store.edit(edits.set_param("base", 50.0))
    assert later.bases == []


def test_a_change_made_by_a_watcher_is_told_after_the_one_before_it(store: Store) -> None:
    def correct(_old: Document, new: Document) -> None:
        if base_of(new) == 50:
            store.edit(edits.set_param("base", 60.0))

    store.watch(correct)
    later = Told()
    store.watch(later)
    store.edit(edits.set_param("base", 50.0))
    assert later.bases == [(10_000, 50), (50, 60)]
    assert base_of(store.document) == 60


def test_a_watcher_that_fails_does_not_silence_the_next_change(store: Store) -> None:
    def fail(_old: Document, _new: Document) -> None:
        raise RuntimeError("a view broke")

    stop = store.watch(fail)
    told = Told()
    store.watch(told)
    with pytest.raises(RuntimeError, match="a view broke"):
        store.edit(edits.set_param("base", 50.0))
    stop()
    store.edit(edits.set_param("base", 60.0))
    assert told.bases == [(50, 60)]
