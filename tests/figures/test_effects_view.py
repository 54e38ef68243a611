"""The table of systems: every number is the engine's, and the words say what the numbers do."""

import math

import pytest
from figure_marks import axes_of, edited, number, text_of

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Sentence
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.order_effects import SYSTEMS
from posenc_gui.figures.comparisons import FIELDS
from posenc_gui.figures.effects import SLOTS
from posenc_gui.figures.effects import VIEW as EFFECTS
from posenc_gui.figures.shuffle import VIEW as SHUFFLE
from posenc_gui.figures.spec import Text
from posenc_gui.figures.view import Pick

SHUFFLED = Document(sentence=Sentence("a dog chases a cat", (3, 1, 4, 0, 2)))
LESSON = {
    "without": "is not seen",
    "with": "is seen",
    "causal": "is seen",
    "bag": "is not seen",
    "recurrent": "is seen",
}


def test_the_weights_of_the_recurrent_network_count_as_work() -> None:
    assert EFFECTS.work(Document()) < 10_000
    assert EFFECTS.work(Document(grid=Grid(64, 16_384))) > 400_000


def test_projections_in_layers_are_more_work_than_a_frame_has_room_for() -> None:
    random = edits.set_value("attention.head", "random")(Document())
    assert SHUFFLE.work(random) <= 400_000
    assert SHUFFLE.work(edits.set_value("attention.layers", 3)(random)) > 400_000
    assert SHUFFLE.work(edits.set_value("attention.layers", 3)(Document())) <= 400_000


@pytest.mark.parametrize("dtype", ["float64", "float32", "bfloat16"])
def test_the_lesson_is_what_the_table_says(dtype: str) -> None:
    figure = EFFECTS.figure(edits.set_value("attention.dtype", dtype)(SHUFFLED))
    assert {system: text_of(figure, "effects", f"{system}.verdict") for system in SYSTEMS} == LESSON


def test_every_number_is_the_engines_and_stands_over_its_level() -> None:
    figure, arrays = EFFECTS.figure(SHUFFLED), EFFECTS.data(SHUFFLED)
    for name, values in arrays.items():
        assert repr(values.tolist()) == repr(SHUFFLE.data(SHUFFLED)[name].tolist())
    texts = {mark.name: mark.text for mark in axes_of(figure, "effects").marks if isinstance(mark, Text)}
    for row, system in enumerate(SYSTEMS):
        for column, name in enumerate(FIELDS):
            value = float(arrays["effects"][f"max_change_{name}"][row])
            if math.isnan(value):
                assert texts[f"{system}.{name}"] == "—"
                assert f"{system}.{name}.level" not in texts
            else:
                assert number(texts[f"{system}.{name}"]) == pytest.approx(value, rel=0.05, abs=1e-4)
                level = number(texts[f"{system}.{name}.level"].removeprefix("± "))
                assert level == pytest.approx(arrays["levels"][row, column], rel=0.06)


def test_without_positions_none_becomes_the_encoding_that_sees_nothing() -> None:
    figure = EFFECTS.figure(edits.set_encoding("none")(SHUFFLED))
    assert text_of(figure, "effects", "with.verdict") == "is not seen"


def test_the_row_under_the_pointer_is_read_out() -> None:
    for row, system in enumerate(SYSTEMS):
        text = EFFECTS.read(SHUFFLED, Pick("effects", 0.5, 1 - (0.7 + row + 0.5) / SLOTS))
        assert text.endswith(LESSON[system])
        assert ("scores" in text) == (system not in ("bag", "recurrent"))
    assert EFFECTS.on_pick(SHUFFLED, Pick("effects", 0.5, 0.5)) is None


def test_what_stands_in_the_order_of_the_sentence_has_no_verdict_yet() -> None:
    assert text_of(EFFECTS.figure(Document()), "effects", "with.verdict") == "nothing is shuffled"


def test_nothing_is_given_away_while_it_is_covered() -> None:
    figure = EFFECTS.figure(edited(SHUFFLED, edits.set_value("screen.covered", True)))
    for system in SYSTEMS:
        assert text_of(figure, "effects", f"{system}.verdict") == "same or different?"
    assert text_of(figure, "effects", "with.scores") == "?"
