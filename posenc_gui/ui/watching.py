"""Watching the store for as long as an object lives."""

from PySide6.QtCore import QObject

from posenc_gui.document.store import Store, Watcher


def watch(owner: QObject, store: Store, watcher: Watcher) -> None:
    """Call `watcher(old, new)` after each change of the document, until `owner` is destroyed."""
    stop = store.watch(watcher)
    owner.destroyed.connect(stop)
