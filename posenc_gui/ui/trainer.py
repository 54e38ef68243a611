"""Training the document's table beside the window, and giving it up."""

from PySide6.QtCore import QObject, Signal

from posenc_gui.document import edits
from posenc_gui.document.store import Store
from posenc_gui.engine import training
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.training import Trained
from posenc_gui.engine.training_task import Task
from posenc_gui.ui.jobs import Cancelled, Jobs
from posenc_gui.ui.messages import Messages
from posenc_gui.ui.watching import watch

JOB = "training"
CANCELLED = "Training cancelled: the table has its seeded normal numbers again; undo to train it anew"


class Trainer(QObject):
    """Trains what the document needs and memory does not have: one task at a time, always the newest."""

    turned = Signal()
    """Another task is being trained now, or none."""

    trained = Signal()
    """The table is there."""

    def __init__(self, store: Store, jobs: Jobs, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._jobs = jobs
        self._messages = messages
        self._task: Task | None = None
        self._losses: list[float] = []
        watch(self, store, lambda *_: self.follow())

    @property
    def task(self) -> Task | None:
        """What is being trained."""
        return self._task

    @property
    def losses(self) -> tuple[float, ...]:
        """The losses so far, one before each step that was begun."""
        return tuple(self._losses)

    def follow(self) -> None:
        """Train what the document needs now, and nothing else."""
        wanted = _unfitted(self._store.document.encoded.task)
        if wanted != self._task:
            self._jobs.cancel(JOB)
            self._begin(wanted)

    def cancel(self) -> None:
        """Give the training up: the table goes back to seeded normal numbers, as an edit that can be undone."""
        self._give_up(CANCELLED)

    def _begin(self, task: Task | None) -> None:
        losses: list[float] = []
        self._task, self._losses = task, losses
        if task is not None:
            self._jobs.run(JOB, lambda cancelled: _train(task, losses, cancelled), self._finish, self._fail)
        self.turned.emit()

    def _finish(self, _: Trained) -> None:
        self._begin(None)
        self.trained.emit()

    def _fail(self, error: Exception) -> None:
        self._give_up(str(error))
        if not isinstance(error, UserError):
            raise error

    def _give_up(self, why: str) -> None:
        if self._task is not None:
            self._store.edit(edits.set_param("source", "normal"))
            self._messages.info(why)


def _unfitted(task: Task | None) -> Task | None:
    """The task, if it can be trained and has not been; what is too large is refused by the views in words."""
    if task is None or training.fitted(task) is not None:
        return None
    try:
        training.check(task)
    except UserError:
        return None
    return task


def _train(task: Task, losses: list[float], cancelled: Cancelled) -> Trained:
    """The worker's part; a list may grow in one thread while another one reads it."""

    def report(_: int, loss: float) -> None:
        cancelled.check()
        losses.append(loss)

    return training.train(task, report)
