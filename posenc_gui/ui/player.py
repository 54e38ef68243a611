"""Plays the playhead through the table, by time and not by frame."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from posenc_gui.document.document import Document
from posenc_gui.document.edits import select
from posenc_gui.document.store import Store
from posenc_gui.ui.watching import watch

TICK_MILLISECONDS = 16

LONGEST_STALL = 0.25
"""Seconds between two ticks that still count in full; what goes beyond is lost, so that a stall is no leap."""


class Player(QObject):
    """Moves the playhead at the speed of the transport while it plays.

    The place is `anchor + speed · (now − time of the anchor)`, wrapped at the length where the transport loops. It is
    anchored anew wherever something else moves the playhead or changes speed, length or looping. `clock` gives seconds.
    """

    playing_changed = Signal(bool)

    def __init__(
        self, store: Store, clock: Callable[[], float] = time.perf_counter, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._clock = clock
        self._playing = False
        self._position = 0
        self._anchor, self._anchored_at, self._ticked_at = 0.0, 0.0, 0.0
        self._timer = QTimer(self, interval=TICK_MILLISECONDS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.advance)
        watch(self, store, self._changed)

    @property
    def is_playing(self) -> bool:
        """Whether the playhead moves by itself now."""
        return self._playing

    def play(self) -> None:
        """Begin to move; from the last position, without looping, begin at the first one."""
        if self._playing:
            return
        document = self._store.document
        if not document.transport.loop and document.selection.position == document.grid.length - 1:
            self._store.edit(select(position=0))
        self._playing = True
        self._put_anchor(self._store.document.selection.position)
        self._timer.start()
        self.playing_changed.emit(True)

    def pause(self) -> None:
        """Stay where the playhead is."""
        if not self._playing:
            return
        self._playing = False
        self._timer.stop()
        self.playing_changed.emit(False)

    def toggle(self) -> None:
        """Play if paused, pause if playing."""
        if self._playing:
            self.pause()
        else:
            self.play()

    def advance(self) -> None:
        """Move the playhead to where it stands at this moment."""
        now = self._clock()
        self._anchored_at += max(0.0, now - self._ticked_at - LONGEST_STALL)
        self._ticked_at = now
        document = self._store.document
        place, last = self._place(document), document.grid.length - 1
        ended = not document.transport.loop and place >= last
        self._move_to(last if ended else int(place))
        if ended:
            self.pause()

    def _move_to(self, position: int) -> None:
        if position != self._position:
            self._position = position
            self._store.edit(select(position=position))

    def _place(self, document: Document) -> float:
        """Where the playhead stands, between positions, under the transport of `document`."""
        place = self._anchor + document.transport.speed * (self._ticked_at - self._anchored_at)
        return place % document.grid.length if document.transport.loop else place

    def _put_anchor(self, place: float) -> None:
        self._anchor, self._position = place, int(place)
        self._anchored_at = self._ticked_at = self._clock()

    def _changed(self, old: Document, new: Document) -> None:
        if not self._playing:
            return
        if new.selection.position != self._position:
            self._put_anchor(new.selection.position)
        elif (old.transport, old.grid.length) != (new.transport, new.grid.length):
            self._put_anchor(self._place(old))
