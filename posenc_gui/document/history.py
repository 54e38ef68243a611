"""Undo and redo as a value."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from posenc_gui.document.document import SECTIONS, Document
from posenc_gui.document.edits import fitted
from posenc_gui.engine.params import Record, fields, replaced

MOST_STEPS = 1_000
"""Documents share what they do not differ in, so a step is small; the bound keeps a long lesson flat."""


@dataclass(frozen=True)
class History:
    """The present document, those before it (newest last) and those undone (next one last).

    `tag` names the gesture that made the present: a further edit with the same tag joins it. `running` tells that a run
    of edits which follow each other by themselves goes on in the present, whatever is edited meanwhile.
    """

    present: Document
    past: tuple[Document, ...] = ()
    future: tuple[Document, ...] = ()
    tag: str | None = None
    running: bool = False

    def push(self, document: Document, tag: str | None = None) -> "History":
        """The history after an edit; one that only moves what is never history replaces the present."""
        if _moved(document, self.present) == self.present:
            return dataclasses.replace(self, present=document)
        if tag is not None and tag == self.tag:
            return dataclasses.replace(self, present=document, future=())
        return History(document, (*self.past, self.present)[-MOST_STEPS:], (), tag, self.running)

    def run(self, document: Document) -> "History":
        """The history after an edit of a run: the first one is a step, and those after it join what is present then."""
        if self.running:
            return dataclasses.replace(self, present=document, future=())
        pushed = self.push(document)
        return dataclasses.replace(pushed, running=pushed.past is not self.past)

    def rested(self) -> "History":
        """The same, but the next run is a step of its own."""
        return dataclasses.replace(self, running=False)

    def sealed(self) -> "History":
        """The same, but the next edit is a step of its own whatever its tag: a gesture has ended."""
        return dataclasses.replace(self, tag=None)

    def undo(self) -> "History":
        """One step back; the same history where there is none."""
        if not self.past:
            return self
        present = _moved(self.past[-1], self.present)
        return History(present, self.past[:-1], (*self.future, self.present))

    def redo(self) -> "History":
        """One step forward; the same history where there is none."""
        if not self.future:
            return self
        present = _moved(self.future[-1], self.present)
        return History(present, (*self.past, self.present), self.future[:-1])


def same_work(first: Document, second: Document) -> bool:
    """Whether two documents differ in nothing but what is never history."""
    return _moved(first, second) == second


def _moved(document: Document, current: Document) -> Document:
    """`document`, but with what is never history (the playhead, zoomed regions) as in `current`, as far as it fits."""
    parts = {item.name: getattr(document, item.name) for item in dataclasses.fields(document)}
    for section in SECTIONS:
        parts[section] = _with_transient(parts[section], getattr(current, section))
    parts["options"] = _moved_options(dict(document.options), dict(current.options))
    return fitted(parts)


def _moved_options(kept: Mapping[str, Record], current: Mapping[str, Record]) -> tuple[tuple[str, Record], ...]:
    types = {key: type(record) for key, record in (*kept.items(), *current.items())}
    both = {
        key: _with_transient(kept.get(key) or record_type(), current.get(key) or record_type())
        for key, record_type in sorted(types.items(), key=lambda item: item[0])
    }
    return tuple((key, record) for key, record in both.items() if record != types[key]())


def _with_transient(record: Record, current: Record) -> Record:
    if type(record) is not type(current):
        return record
    names = [item.name for item in fields(type(record)) if not item.param.history]
    return replaced(record, **{name: getattr(current, name) for name in names})
