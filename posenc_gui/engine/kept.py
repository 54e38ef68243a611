"""Costly functions that remember their last results, and can be asked whether they know one."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
R = TypeVar("R")


class Kept(Generic[K, R]):
    """A pure function of one immutable value; its last `most` results are kept.

    Threads that want the same result at one time wait for the one that makes it.
    """

    def __init__(self, function: Callable[[K], R], most: int) -> None:
        self._function = function
        self._most = most
        self._entries: dict[K, _Entry[R]] = {}
        self._lock = Lock()

    def __call__(self, value: K) -> R:
        """The result, made now if it is not known."""
        with self._lock:
            entry = self._entries.pop(value, None) or _Entry()
            self._entries[value] = entry  # the one that was used last is kept the longest
            while len(self._entries) > self._most:
                del self._entries[next(iter(self._entries))]
        with entry.lock:
            if not entry.results:
                entry.results.append(self._function(value))
        return entry.results[0]

    def knows(self, value: K) -> bool:
        """Whether the result is at hand."""
        entry = self._entries.get(value)
        return entry is not None and bool(entry.results)


class _Entry(Generic[R]):
    """A result, or none yet."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.results: list[R] = []
