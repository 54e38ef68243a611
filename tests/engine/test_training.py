"""The table that is fitted here: its gradient, its progress, and what it has learned in the end."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from one_layer import attend
from rounding import gamma

from posenc_gui.engine import stopping, training
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Table
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.heads import Projections
from posenc_gui.engine.training import Model, UntrainedError, loss_and_gradient, steps, train, trained
from posenc_gui.engine.training_task import Task

Floats = NDArray[np.float64]
TASK = Task(rows=12, d_model=16, seed=3)


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test fits its own models."""
    monkeypatch.setattr(training, "_models", {})


def parts(model: Model) -> tuple[Floats, Floats, Floats]:
    return model.table, model.query, model.key


def random_model(rows: int, d: int, seed: int) -> Model:
    random = np.random.default_rng(seed)
    return Model(random.standard_normal((rows, d)), *random.standard_normal((2, d, d)) / np.sqrt(d))


def plain_loss(model: Model) -> float:
    """Mean of −log of the weight on the row before, by loops."""
    count, d = model.table.shape
    found = []
    for i in range(1, count):
        query = model.table[i] @ model.query
        row = [float(query @ (model.table[j] @ model.key)) / np.sqrt(d) for j in range(count)]
        found.append(np.log(sum(np.exp(score) for score in row)) - row[i - 1])
    return float(np.mean(found)) if found else 0.0


@given(st.integers(1, 6), st.integers(1, 5), st.integers(0, 99))
def test_loss_is_the_cross_entropy_of_the_position_before(rows: int, d: int, seed: int) -> None:
    model = random_model(rows, d, seed)
    assert loss_and_gradient(model)[0] == pytest.approx(plain_loss(model), rel=1e-12, abs=1e-12)


STEP = 1e-3


def slope_and_bound(loss: Callable[[float], float], rounding: float) -> tuple[float, float]:
    """The slope of a function at 0 by a central difference, and how far it may be off.

    The difference D(t) is off by E(t) = a · t² + b · t⁴ + …, so D(2t) − D(t) = 3a · t² + 15b · t⁴ + …: larger than E(t)
    unless both terms cancel, and then D(4t) − D(2t) is. Each loss is rounded, by `rounding` at most.
    """
    once, twice, four_times = ((loss(k * STEP) - loss(-k * STEP)) / (2 * k * STEP) for k in (1, 2, 4))
    return once, abs(twice - once) + abs(four_times - twice) + 3 * rounding / STEP


def loss_rounding(model: Model) -> float:
    """A score sums over d three times and over d of those; exp, log and sums over the rows follow."""
    rows, d = model.table.shape
    table = np.abs(model.table)
    largest = float(((table @ np.abs(model.query)) @ (table @ np.abs(model.key)).T).max()) / np.sqrt(d)
    return float(gamma(3 * d + 2 * rows + 12) * (1 + 2 * largest))


@given(st.integers(2, 6), st.integers(1, 5), st.integers(0, 99))
def test_gradient_is_what_differences_along_any_line_measure(rows: int, d: int, seed: int) -> None:
    model, random = random_model(rows, d, seed), np.random.default_rng(seed + 1)
    line = [random.standard_normal(part.shape) for part in parts(model)]
    length = np.sqrt(sum(float((way**2).sum()) for way in line))

    def loss(t: float) -> float:
        return plain_loss(Model(*(part + t * way / length for part, way in zip(parts(model), line, strict=True))))

    gradient = parts(loss_and_gradient(model)[1])
    slope = sum(float((part * way).sum()) for part, way in zip(gradient, line, strict=True)) / length
    measured, bound = slope_and_bound(loss, loss_rounding(model))
    assert abs(slope - measured) <= bound


@given(st.integers(2, 5), st.integers(1, 4), st.integers(0, 99), st.data())
def test_gradient_of_every_single_number(rows: int, d: int, seed: int, data: st.DataObject) -> None:
    model = random_model(rows, d, seed)
    part = data.draw(st.integers(0, 2))
    at = tuple(data.draw(st.integers(0, size - 1)) for size in parts(model)[part].shape)

    def loss(t: float) -> float:
        changed = [array.copy() for array in parts(model)]
        changed[part][at] += t
        return plain_loss(Model(*changed))

    measured, bound = slope_and_bound(loss, loss_rounding(model))
    assert abs(parts(loss_and_gradient(model)[1])[part][at] - measured) <= bound


def test_first_row_has_nothing_before_it_and_takes_no_part() -> None:
    loss, gradient = loss_and_gradient(random_model(1, 3, 0))
    assert loss == 0
    assert all((part == 0).all() for part in parts(gradient))


def test_every_position_attends_to_the_one_before_it() -> None:
    found = trained(TASK)
    made = Projections(1, found.model.query[np.newaxis], found.model.key[np.newaxis])
    weights = attend(found.model.table, None, made).weights[0]
    assert np.diagonal(weights, -1).min() > 0.9
    assert found.losses[-1] == pytest.approx(-np.log(np.diagonal(weights, -1)).mean(), rel=1e-9)
    np.testing.assert_allclose(found.weights, np.diagonal(weights, -1), rtol=1e-12)


@pytest.mark.parametrize(("rows", "d_model", "seed"), [(2, 4, 0), (5, 3, 1), (24, 32, 2), (64, 64, 0)])
def test_loss_falls_at_other_sizes_too(rows: int, d_model: int, seed: int) -> None:
    losses = trained(Task(rows, d_model, seed)).losses
    assert losses.shape == (training.STEPS + 1,)
    assert losses[0] == pytest.approx(np.log(rows), rel=0.01)  # the start looks everywhere alike
    assert losses[-1] < losses[0] / 10
    assert (np.diff(losses[:20]) < 0).all()


def test_training_follows_its_seed() -> None:
    first = trained(TASK)
    training._models.clear()
    again, other = trained(TASK), trained(Task(TASK.rows, TASK.d_model, TASK.seed + 1))
    assert again is not first
    np.testing.assert_array_equal(again.losses, first.losses)
    for one, same, different in zip(parts(first.model), parts(again.model), parts(other.model), strict=True):
        np.testing.assert_array_equal(one, same)
        assert not np.array_equal(one, different)


def test_progress_is_told_step_by_step() -> None:
    told: list[tuple[int, float]] = []
    found = train(TASK, lambda done, loss: told.append((done, loss)))
    assert [done for done, _ in told] == list(range(training.STEPS + 1))
    np.testing.assert_array_equal([loss for _, loss in told], found.losses)


class CancelledError(Exception):
    """What a report raises to end the training."""


def test_report_ends_the_training_and_nothing_is_kept() -> None:
    told: list[int] = []

    def report(done: int, _loss: float) -> None:
        told.append(done)
        if done == 7:
            raise CancelledError

    with pytest.raises(CancelledError):
        train(TASK, report)
    assert told == list(range(8))
    assert training.fitted(TASK) is None
    assert len(trained(TASK).losses) == training.STEPS + 1  # and it can be begun anew


def test_what_was_fitted_is_kept_and_shared() -> None:
    assert training.fitted(TASK) is None
    found = train(TASK, lambda _done, _loss: None)

    def never(_done: int, _loss: float) -> None:
        raise AssertionError("it was fitted again")

    assert train(TASK, never) is found
    assert trained(TASK) is found
    assert training.fitted(TASK) is found
    assert not any(array.flags.writeable for array in (*parts(found.model), found.losses, found.weights))


def test_only_the_latest_models_are_kept() -> None:
    tasks = [Task(2, 2, seed) for seed in range(training.MOST_KEPT + 2)]
    for task in tasks:
        trained(task)
    assert [training.fitted(task) is not None for task in tasks] == [False, False] + [True] * training.MOST_KEPT


def test_steps_begin_with_the_start_and_change_the_model_each_time() -> None:
    walk = steps(TASK)
    (first_loss, first), (second_loss, second) = next(walk), next(walk)
    np.testing.assert_array_equal(first.table, training.start(TASK).table)
    assert first_loss == loss_and_gradient(first)[0]
    assert second_loss < first_loss
    # Adam's first step moves each number by the rate, whatever its slope, but for the guard against slopes near zero.
    slopes = loss_and_gradient(first)[1].table
    guard = training.GUARD / np.sqrt(1 - training.SECOND_MOMENT)
    moved = -training.RATE * slopes / (np.abs(slopes) + guard)
    np.testing.assert_allclose(second.table - first.table, moved, rtol=1e-9, atol=0)


def test_trained_table_ends_at_its_last_row_all_the_same() -> None:
    params = LearnedParams(source="trained", rows=6, seed=1)
    encoding = Encoded("learned", params, Grid(9, 8))
    with pytest.raises(UntrainedError) as caught:
        encoding.evaluate()
    assert caught.value.task == encoding.task == Task(6, 8, 1)
    trained(Task(6, 8, 1))
    yielded = encoding.evaluate()
    assert isinstance(yielded, Table)
    np.testing.assert_array_equal(yielded.values[:6], trained(Task(6, 8, 1)).model.table)
    assert np.isnan(yielded.values[6:]).all()
    assert yielded.learned == 48
    assert encoding.note == "The table ends at position 5: later positions do not exist."
    assert encoding.explain(6, 0) == "PE[6, 0] does not exist: the table ends at row 5"


def test_sizes_beyond_memory_are_refused_before_anything_is_made() -> None:
    with pytest.raises(UserError, match=r"training 1000000 rows of 64 would take .* TiB, but must be at most 4 GiB"):
        trained(Task(10**6, 64, 0))


def test_what_was_used_last_is_kept_the_longest() -> None:
    tasks = [Task(2, 2, seed) for seed in range(training.MOST_KEPT)]
    for task in tasks:
        trained(task)
    assert training.needed(tasks[0]).losses is trained(tasks[0]).losses
    trained(Task(2, 2, 99))
    assert training.fitted(tasks[0]) is not None
    assert training.fitted(tasks[1]) is None


def test_what_is_needed_is_never_fitted_and_never_beyond_memory() -> None:
    with pytest.raises(UntrainedError, match=r"the table of 12 rows of 16 numbers, seed 3 is not trained yet"):
        training.needed(TASK)
    with pytest.raises(UserError, match="would take") as caught:
        training.needed(Task(10**6, 64, 0))
    assert not isinstance(caught.value, UntrainedError)


def test_only_a_trained_table_has_a_task() -> None:
    for source in ("normal", "file"):
        assert Encoded("learned", LearnedParams(source=source), Grid(9, 8)).task is None


def test_a_worker_can_be_stopped_within_a_step() -> None:
    def stop() -> None:
        raise CancelledError

    with stopping.stoppable(stop), pytest.raises(CancelledError):
        loss_and_gradient(random_model(3, 2, 0))
