"""Fitting a position table inside the program: one attention head learns to look at the position before.

The table X (rows, d_model) and the projections W_q, W_k (d_model, d_model) of one head are fitted by gradient descent
(Adam: Kingma and Ba, 2015) so that softmax(X W_q (X W_k)ᵀ / √d_model) puts each row's weight on the position before it.
"""

from collections.abc import Callable, Iterator
from threading import Lock

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.engine import stopping
from posenc_gui.engine.attention import softmax
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import check_memory
from posenc_gui.engine.training_task import Task

Floats = NDArray[np.float64]

STEPS = 300
RATE = 0.01
FIRST_MOMENT, SECOND_MOMENT, GUARD = 0.9, 0.999, 1e-8
"""Adam's usual constants."""

START_DEVIATION = 0.02
"""Standard deviation of the table at the start, as in BERT and GPT-2."""


class UntrainedError(UserError):
    """A table is needed that has not been fitted yet; whoever shows or writes it fits `task` first."""

    def __init__(self, task: Task) -> None:
        super().__init__(
            f"the table of {task.words} is not trained yet: choose it as the encoding, and it is trained at once"
        )
        self.task = task


class Model(Struct, frozen=True, eq=False):
    """table (rows, d_model); query and key (d_model, d_model)."""

    table: Floats
    query: Floats
    key: Floats


class Trained(Struct, frozen=True, eq=False):
    """A fitted model and how well it does.

    losses: (STEPS + 1,) in nats, before each step and after the last. weights: (rows − 1,) what each position from 1
    puts on the one before it, in the end.
    """

    model: Model
    losses: Floats
    weights: Floats


Report = Callable[[int, float], None]
"""Called with the number of steps done and the loss; raises to cancel."""


def check(task: Task) -> None:
    """Raises `UserError` where the task would not fit into memory."""
    size = max(task.rows, task.d_model)
    check_memory(f"training {task.rows} rows of {task.d_model}", 12 * task.rows * size, "lower rows or d_model")


def start(task: Task) -> Model:
    """The model before training: a small normal table, projections that keep a vector's length."""
    check(task)
    random = np.random.default_rng(task.seed)
    table = START_DEVIATION * random.standard_normal((task.rows, task.d_model))
    query, key = random.standard_normal((2, task.d_model, task.d_model)) / np.sqrt(task.d_model)
    return Model(table, query, key)


def loss_and_gradient(model: Model) -> tuple[float, Model]:
    """Mean cross-entropy of the weights against "the position before", rows 1 and up, and its gradient.

    With A = softmax(S), S = Q Kᵀ / √d, the gradient of the mean of −log A[i, i−1] by S is (A − T) / (rows − 1), where T
    has a one at [i, i−1] and row 0 takes no part.
    """
    queries, keys = model.table @ model.query, model.table @ model.key
    scale, count = 1 / np.sqrt(model.table.shape[1]), len(model.table)
    weights = softmax(queries @ keys.T * scale)
    stopping.go_on()
    rows = np.arange(1, count)
    loss = -float(np.log(weights[rows, rows - 1]).mean()) if count > 1 else 0.0
    by_score = weights
    by_score[rows, rows - 1] -= 1
    by_score[0] = 0
    by_score *= scale / max(count - 1, 1)
    by_queries, by_keys = by_score @ keys, by_score.T @ queries
    stopping.go_on()
    return loss, Model(
        by_queries @ model.query.T + by_keys @ model.key.T, model.table.T @ by_queries, model.table.T @ by_keys
    )


def steps(task: Task) -> Iterator[tuple[float, Model]]:
    """The loss before each step with the model it belongs to, and at the end those of the fitted model."""
    model = start(task)
    first = second = [np.zeros_like(part) for part in _parts(model)]
    for number in range(1, STEPS + 1):
        loss, gradient = loss_and_gradient(model)
        yield loss, model
        slopes = _parts(gradient)
        first = [FIRST_MOMENT * m + (1 - FIRST_MOMENT) * g for m, g in zip(first, slopes, strict=True)]
        second = [SECOND_MOMENT * v + (1 - SECOND_MOMENT) * g * g for v, g in zip(second, slopes, strict=True)]
        step = RATE * np.sqrt(1 - SECOND_MOMENT**number) / (1 - FIRST_MOMENT**number)
        moved = [x - step * m / (np.sqrt(v) + GUARD) for x, m, v in zip(_parts(model), first, second, strict=True)]
        model = Model(*moved)
    yield loss_and_gradient(model)[0], model


def trained(task: Task) -> Trained:
    """The fitted model, as `train` gives it."""
    return train(task, lambda _steps, _loss: None)


def train(task: Task, report: Report) -> Trained:
    """The fitted model: from memory where it has been fitted before, else fitted now, telling `report` of each step.

    One model is fitted at a time; an exception that `report` raises ends it, and nothing is kept.
    """
    with _fitting:
        known = fitted(task)
        if known is None:
            known = _fit(task, report)
            _keep(task, known)
    return known


def fitted(task: Task) -> Trained | None:
    """The fitted model if there is one in memory; never fits one."""
    with _keeping:
        known = _models.pop(task, None)
        if known is not None:
            _models[task] = known  # the one that was used last is kept the longest
    return known


def needed(task: Task) -> Trained:
    """The fitted model, from memory alone.

    Raises:
        UntrainedError: it has not been fitted yet.
        UserError: it cannot be, since it would not fit into memory.
    """
    known = fitted(task)
    if known is None:
        check(task)
        raise UntrainedError(task)
    return known


MOST_KEPT = 8
"""How many fitted models stay in memory."""

_models: dict[Task, Trained] = {}
_fitting = Lock()
_keeping = Lock()


def _keep(task: Task, found: Trained) -> None:
    with _keeping:
        _models[task] = found
        while len(_models) > MOST_KEPT:
            del _models[next(iter(_models))]


def _fit(task: Task, report: Report) -> Trained:
    losses: list[float] = []
    for loss, model in steps(task):  # noqa: B007 - the last model is the fitted one
        losses.append(loss)
        report(len(losses) - 1, loss)
    found = Trained(model, np.array(losses), _weights_on_the_one_before(model))
    for array in (*_parts(model), found.losses, found.weights):
        array.flags.writeable = False
    return found


def _weights_on_the_one_before(model: Model) -> Floats:
    scores = model.table @ model.query @ (model.table @ model.key).T / np.sqrt(model.table.shape[1])
    return np.array(np.diagonal(softmax(scores), -1))


def _parts(model: Model) -> list[Floats]:
    return [model.table, model.query, model.key]
