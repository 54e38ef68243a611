"""The view of a training, and the curve of its loss."""

import numpy as np
import pytest
from figure_marks import edited
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.engine import training
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.training import UntrainedError
from posenc_gui.figures import loss_curve
from posenc_gui.figures.loss_curve import ticks_between
from posenc_gui.figures.spec import Line, Points, Text
from posenc_gui.figures.training import VIEW as TRAINING
from posenc_gui.figures.view import Pick

DOCUMENT = edited(
    Document(),
    edits.set_value("grid.d_model", 8),
    edits.set_encoding("learned"),
    edits.set_param("rows", 20),
    edits.set_param("source", "trained"),
)


@pytest.fixture
def found() -> training.Trained:
    task = DOCUMENT.encoded.task
    assert task is not None
    return training.trained(task)


def test_arrays_are_those_of_the_training(found: training.Trained) -> None:
    arrays = TRAINING.data(DOCUMENT)
    np.testing.assert_array_equal(arrays["losses"], found.losses)
    np.testing.assert_array_equal(arrays["weights"], found.weights)


def test_the_loss_is_drawn_by_its_logarithm(found: training.Trained) -> None:
    loss = TRAINING.figure(DOCUMENT).axes[0]
    curve = loss.marks[0]
    assert isinstance(curve, Line)
    np.testing.assert_allclose(10**curve.y, found.losses)
    assert loss.y.ticks is not None
    for place, text in loss.y.ticks:
        assert 10**place == pytest.approx(float(text.replace("−", "-").replace(",", "")))


def test_the_playhead_is_marked_where_its_row_has_one_before_it(found: training.Trained) -> None:
    for position, expected in ((0, []), (1, [1.0]), (12, [12.0]), (19, [19.0]), (20, []), (50, [])):
        document = edits.select(position=position)(DOCUMENT)
        here = next(mark for mark in TRAINING.figure(document).axes[1].marks if mark.name == "here")
        assert isinstance(here, Points)
        assert here.x.tolist() == expected
    assert found.weights[11] > 0.9
    assert TRAINING.read(edits.select(position=12)(DOCUMENT), None) == (
        f"row 12 puts {found.weights[11]:.4f} of its weight on row 11"
    )


def test_padding_moves_positions_along_the_rows(found: training.Trained) -> None:
    padded = edits.set_param("padding_idx", 1)(DOCUMENT)
    edit = TRAINING.on_pick(padded, Pick("weights", 9.2, 0.5))
    assert edit is not None
    assert edit(padded).selection.position == 7
    assert TRAINING.read(padded, Pick("weights", 9.2, 0.5)).startswith("row 9 puts")
    assert TRAINING.read(padded, Pick("loss", 1e9, 0)).startswith(f"loss after {training.STEPS} steps")


def test_it_waits_for_the_training() -> None:
    other = edits.set_param("seed", 123_456)(DOCUMENT)
    for look in (TRAINING.figure, TRAINING.data, lambda document: TRAINING.read(document, None)):
        with pytest.raises(UntrainedError):
            look(other)


@pytest.mark.parametrize("document", [Document(), edits.set_encoding("learned")(Document())])
def test_without_a_training_it_says_how_to_see_one(document: Document) -> None:
    figure = TRAINING.figure(document)
    words = " ".join(mark.text for mark in figure.axes[0].marks if isinstance(mark, Text))
    assert words == TRAINING.read(document, None)
    assert "“trained here”" in words
    with pytest.raises(UserError, match="no table is trained"):
        TRAINING.data(document)


def test_one_row_has_nothing_to_learn() -> None:
    document = edits.set_param("rows", 1)(DOCUMENT)
    task = document.encoded.task
    assert task is not None
    training.trained(task)
    assert "nothing to learn" in TRAINING.read(document, None)
    assert TRAINING.figure(document).axes[0].key == "words"


@given(st.lists(st.floats(0, 1e3), min_size=1, max_size=301))
def test_any_losses_have_a_curve(losses: list[float]) -> None:
    axes = loss_curve.axes(losses, (0, 0, 1, 1))
    assert axes.y.low < axes.y.high
    curve = axes.marks[0]
    assert isinstance(curve, Line)
    assert np.isfinite(curve.y).all()
    assert (curve.y >= axes.y.low).all()
    assert (curve.y <= axes.y.high).all()


@given(st.floats(-17, 3), st.floats(0.11, 20))
def test_ticks_lie_on_the_axis_and_are_few(low: float, reach: float) -> None:
    ticks = ticks_between(low, low + reach)
    assert len(ticks) <= loss_curve.MOST_TICKS
    assert len({text for _, text in ticks}) == len(ticks)
    assert all(low <= place <= low + reach for place, _ in ticks)
    if reach > 1.01:
        assert ticks
