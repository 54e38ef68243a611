"""Plays the position or the offset through its span, by time and not by frame."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from posenc_gui.document import playing
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.ui.watching import watch

TICK_MILLISECONDS = 16

LONGEST_STALL = 0.25
"""Seconds between two ticks that still count in full; what goes beyond is lost, so that a stall is no leap."""


class Player(QObject):
    """Moves what the transport plays, at its speed and in its direction.

    It stands `progress = part + speed · (now − time of the anchor)` steps away from the anchor, wrapped where the
    transport loops. It is anchored anew wherever something else moves it or changes the transport or the length.
    `clock` gives seconds. From play to pause is a run: one undo step, or none for the playhead.
    """

    playing_changed = Signal(bool)

    def __init__(
        self, store: Store, clock: Callable[[], float] = time.perf_counter, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._clock = clock
        self._playing = False
        self._value = self._anchor = 0
        self._part, self._anchored_at, self._ticked_at = 0.0, 0.0, 0.0
        self._timer = QTimer(self, interval=TICK_MILLISECONDS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.advance)
        watch(self, store, self._changed)

    @property
    def is_playing(self) -> bool:
        """Whether anything moves by itself now."""
        return self._playing

    def play(self) -> None:
        """Begin to move; at the end, without looping, begin at the other one."""
        if self._playing:
            return
        document = self._store.document
        self._store.rest()
        if not document.transport.loop and playing.value(document) == _ends(document)[1]:
            self._store.run(playing.move(_ends(document)[0]))
        self._playing = True
        self._put_anchor(self._store.document)
        self._timer.start()
        self.playing_changed.emit(True)

    def pause(self) -> None:
        """Stay there."""
        if not self._playing:
            return
        self._playing = False
        self._timer.stop()
        self._store.rest()
        self.playing_changed.emit(False)

    def toggle(self) -> None:
        """Play if paused, pause if playing."""
        if self._playing:
            self.pause()
        else:
            self.play()

    def advance(self) -> None:
        """Move to where this moment is."""
        now = self._clock()
        self._anchored_at += max(0.0, now - self._ticked_at - LONGEST_STALL)
        self._ticked_at = now
        document = self._store.document
        end, steps = _ends(document)[1], int(self._progress(document))
        ended = not document.transport.loop and steps >= abs(end - self._anchor)
        self._move_to(end if ended else _beyond(document, self._anchor, steps))
        if ended:
            self.pause()

    def _move_to(self, value: int) -> None:
        if value != self._value:
            self._value = value
            self._store.run(playing.move(value))

    def _progress(self, document: Document) -> float:
        """Steps since the anchor, and the part of the next one, under the transport of `document`."""
        return self._part + document.transport.speed * (self._ticked_at - self._anchored_at)

    def _put_anchor(self, document: Document) -> None:
        self._value = self._anchor = playing.value(document)
        self._part = 0.0
        self._anchored_at = self._ticked_at = self._clock()

    def _keep_place(self, old: Document) -> None:
        """Anchor where the last tick was, so that no time is lost."""
        self._anchor, self._part = self._value, self._progress(old) % 1
        self._anchored_at = self._ticked_at

    def _changed(self, old: Document, new: Document) -> None:
        if not self._playing:
            return
        if old.transport.plays != new.transport.plays:
            self._store.rest()
            self._put_anchor(new)
        elif playing.value(new) != self._value or old.transport.backward != new.transport.backward:
            self._put_anchor(new)
        elif (old.transport, old.grid.length) != (new.transport, new.grid.length):
            self._keep_place(old)


def _ends(document: Document) -> tuple[int, int]:
    """Where playing begins, and where it ends unless it loops."""
    first, last = playing.span(document)[0], playing.span(document)[-1]
    return (last, first) if document.transport.backward else (first, last)


def _beyond(document: Document, value: int, steps: int) -> int:
    """The value that lies so many steps ahead, round and round."""
    span = playing.span(document)
    return span[(value - span[0] + (-steps if document.transport.backward else steps)) % len(span)]
