"""Where a view's figure is made: at once while it is little work, else by a job."""

import time
from collections.abc import Callable

from posenc_gui.document.document import Document
from posenc_gui.engine.errors import UserError
from posenc_gui.figures.spec import Figure
from posenc_gui.figures.view import View
from posenc_gui.ui.jobs import Jobs

MOST_AT_ONCE = 400_000
"""Function evaluations that the GUI thread may make for one figure: about 20 ms."""

PATIENCE = 0.5
"""Seconds that a figure may take before another table makes it be given up."""


def is_heavy(view: View, document: Document) -> bool:
    """Whether the figure of the document is made by a job; raises `UserError` as the view does.

    The view is asked only where the encoding has its numbers at hand, since it may look at them to answer.
    """
    return document.encoded.work > MOST_AT_ONCE or view.work(document) > MOST_AT_ONCE


class FigureMaker:
    """Makes the figures of one view; one job at a time, with the newest document waiting for its turn."""

    def __init__(
        self,
        view: View,
        jobs: Jobs,
        made: Callable[[Document, Figure], None],
        refused: Callable[[UserError], None],
    ) -> None:
        self._view = view
        self._jobs = jobs
        self._key = f"figure.{view.key}"
        self._made = made
        self._refused = refused
        self._waiting: Document | None = None
        self._working_on: Document | None = None
        self._since = 0.0

    @property
    def is_busy(self) -> bool:
        """Whether a figure is being made by a job."""
        return self._jobs.is_running(self._key)

    def make(self, document: Document) -> None:
        """Make the figure of the document and pass it to `made`, now or later; a `UserError` goes to `refused`."""
        try:
            heavy = is_heavy(self._view, document)
            if not heavy:
                self._drop_job()
                figure = self._view.figure(document)
        except UserError as error:
            self._drop_job()
            self._refused(error)
            return
        if heavy:
            self._make_later(document)
        else:
            self._made(document, figure)

    def _make_later(self, document: Document) -> None:
        if self.is_busy and not self._is_stale(document):
            self._waiting = document
            return
        self._working_on, self._since = document, time.monotonic()
        self._jobs.run(
            self._key,
            lambda _: self._view.figure(document),
            lambda figure: self._finish(lambda: self._made(document, figure)),
            lambda error: self._finish(lambda: self._fail(error)),
        )

    def _is_stale(self, document: Document) -> bool:
        """Whether the job has already taken long for a table that nobody looks at any more."""
        old = self._working_on
        changed = old is None or (old.params, old.grid) != (document.params, document.grid)
        return changed and time.monotonic() - self._since > PATIENCE

    def _finish(self, tell: Callable[[], None]) -> None:
        document, self._waiting = self._waiting, None
        if document is not None:
            self._make_later(document)
        tell()

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, UserError):
            raise error
        self._refused(error)

    def _drop_job(self) -> None:
        self._waiting = None
        self._jobs.cancel(self._key)
