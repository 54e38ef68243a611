"""The only mutable cell of the program."""

from collections import deque
from collections.abc import Callable

from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.document.history import History

Watcher = Callable[[Document, Document], None]


class Store:
    """Holds the present document and tells its watchers `(old, new)` whenever it changes."""

    def __init__(self, document: Document) -> None:
        self._history = History(document)
        self._watchers: list[Watcher] = []
        self._untold: deque[tuple[Document, Document]] = deque()

    @property
    def document(self) -> Document:
        """The present document."""
        return self._history.present

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._history.past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to take again."""
        return bool(self._history.future)

    def edit(self, edit: Edit, tag: str | None = None) -> None:
        """Apply an edit; edits with one tag join into one undo step until `seal`. `UserError` leaves all as it was."""
        document = edit(self.document)
        if document != self.document:
            self._become(self._history.push(document, tag))

    def run(self, edit: Edit) -> None:
        """Apply an edit of a run, as of what plays: one undo step until `rest`, whatever is edited meanwhile."""
        document = edit(self.document)
        if document != self.document:
            self._become(self._history.run(document))

    def rest(self) -> None:
        """End the run: the next one is an undo step of its own."""
        self._history = self._history.rested()

    def seal(self) -> None:
        """End the gesture: the next edit is an undo step of its own."""
        self._history = self._history.sealed()

    def undo(self) -> None:
        """Take the last step back."""
        self._become(self._history.undo())

    def redo(self) -> None:
        """Take the last undone step again."""
        self._become(self._history.redo())

    def reset(self, document: Document) -> None:
        """Begin anew with another document, as after opening a file; there is nothing to undo then."""
        self._become(History(document))

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Call `watcher(old, new)` after each change, until the returned function is called."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def _become(self, history: History) -> None:
        if history is self._history:
            return
        self._untold.append((self.document, history.present))
        self._history = history
        if len(self._untold) == 1:
            self._tell()

    def _tell(self) -> None:
        """Tell of every change in turn, so that one made by a watcher reaches all of them after the one before it."""
        try:
            while self._untold:
                for watcher in tuple(self._watchers):
                    if watcher in self._watchers:
                        watcher(*self._untold[0])
                self._untold.popleft()
        finally:
            self._untold.clear()
