"""Work off the GUI thread: values in, values out."""

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, QThreadPool, Signal

from posenc_gui.engine.stopping import stoppable

T = TypeVar("T")

MOST_WAITING = 16
"""Threads that only wait; they cost next to nothing."""


class StoppedError(Exception):
    """Raised inside a job that has been cancelled; nobody is told."""


class Cancelled:
    """Tells a job, from any thread, that nobody waits for its result any more."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        """Ask the job to end."""
        self._event.set()

    def is_set(self) -> bool:
        """Whether the job should end."""
        return self._event.is_set()

    def check(self) -> None:
        """Leave the job here if it should end, by raising `StoppedError`."""
        if self.is_set():
            raise StoppedError


class _Job(Struct, Generic[T], frozen=True, eq=False):
    key: str
    cancelled: Cancelled
    done: Callable[[T], None]
    failed: Callable[[Exception], None]


class Jobs(QObject):
    """Runs pure functions on worker threads and hands their results to the GUI thread.

    There is one job per key: a newer one takes the place of the older one, whose result is dropped even if it comes
    late. Workers touch no widget and no graphics item.
    """

    _ended = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._waiting = QThreadPool(self, maxThreadCount=MOST_WAITING)
        self._current: dict[str, _Job[Any]] = {}
        self._ended.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        key: str,
        work: Callable[[Cancelled], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
        *,
        only_waits: bool = False,
    ) -> None:
        """Call `work` on a worker thread, then `done(result)` or `failed(error)` on the GUI thread.

        What `only_waits`, for another process as it may be, takes no thread from those that compute.
        """
        self.cancel(key)
        job = _Job(key, Cancelled(), done, failed)
        self._current[key] = job
        (self._waiting if only_waits else self._pool).start(lambda: self._work(job, work))

    def is_running(self, key: str) -> bool:
        """Whether the result of that job is still awaited."""
        return key in self._current

    @property
    def active(self) -> int:
        """Number of worker threads that are at work."""
        return self._pool.activeThreadCount() + self._waiting.activeThreadCount()

    def cancel(self, key: str) -> None:
        """Drop the job of that key; neither of its callbacks will be called."""
        job = self._current.pop(key, None)
        if job is not None:
            job.cancelled.set()

    def stop(self) -> None:
        """Drop all jobs and wait until no worker is left."""
        for key in tuple(self._current):
            self.cancel(key)
        for pool in (self._pool, self._waiting):
            pool.clear()
            pool.waitForDone()

    def _work(self, job: _Job[T], work: Callable[[Cancelled], T]) -> None:
        result: T | None = None
        error: Exception | None = None
        try:
            job.cancelled.check()
            with stoppable(job.cancelled.check):
                result = work(job.cancelled)
        except StoppedError:
            return
        except Exception as raised:
            error = raised  # `failed` deals with it in the GUI thread
        self._ended.emit(job, result, error)

    def _deliver(self, job: _Job[Any], result: object, error: Exception | None) -> None:
        if self._current.get(job.key) is not job:
            return
        del self._current[job.key]
        if error is None:
            job.done(result)
        else:
            job.failed(error)
