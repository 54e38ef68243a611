"""The shuffle: what it does to scores without and with positions, its matrices, its picking and its read-out."""

import math

import numpy as np
import pytest
from figure_marks import SPECIAL, axes_of, edited, mark_of, number, text_of
from hypothesis import given
from hypothesis import strategies as st
from strategies import documents

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection, Sentence
from posenc_gui.engine import encodings
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.heads import bias_of, dense
from posenc_gui.engine.order_effects import SYSTEMS
from posenc_gui.engine.orders import realigned
from posenc_gui.engine.rounding import by_key
from posenc_gui.figures import comparisons
from posenc_gui.figures.comparisons import SIDES, asked, stack_for
from posenc_gui.figures.shuffle import VIEW as SHUFFLE
from posenc_gui.figures.shuffle import ShuffleOptions
from posenc_gui.figures.shuffle_matrices import MOST_NUMBERED
from posenc_gui.figures.spec import Image, Line
from posenc_gui.figures.view import Pick

EPS = float(np.finfo(np.float64).eps)
ORDER = (3, 1, 4, 0, 2)
NAMES = {"tokens", "order", "position_ids", "effects", "levels"} | {
    f"{name}_{system}"
    for name in ("scores", "weights", "output", "max_change", "max_change_pooled")
    for system in SIDES
}


def with_options(document: Document, **values: object) -> Document:
    """The document with options of this view."""
    return edited(
        document, *(edits.set_option("shuffle", ShuffleOptions, name, value) for name, value in values.items())
    )


def shuffled(**values: object) -> Document:
    """The start-up sentence in another order."""
    return with_options(Document(sentence=Sentence("a dog chases a cat", ORDER)), **values)


def matrix_of(document: Document, system: str) -> Image:
    """The matrix that is drawn."""
    image = mark_of(SHUFFLE.figure(document), system, "matrix")
    assert isinstance(image, Image)
    return image


@given(documents())
def test_arrays(document: Document) -> None:
    arrays, n, heads = SHUFFLE.data(document), len(document.words), document.attention.heads
    padding = document.attention.padding
    places = n + padding
    assert set(arrays) == NAMES
    assert arrays["tokens"].tolist() == ["[pad]"] * padding + list(document.ordered_words)
    assert arrays["order"].tolist() == list(document.sentence.order)
    assert arrays["position_ids"].shape == (places,)
    unit = by_key(document.attention.dtype).unit_roundoff
    for system in SIDES:
        assert arrays[f"scores_{system}"].shape == arrays[f"weights_{system}"].shape == (heads, places, places)
        assert arrays[f"output_{system}"].shape == (places, document.grid.d_model)
        # each weight is rounded by a unit roundoff of itself, and so is the sum that it was divided by
        np.testing.assert_allclose(
            arrays[f"weights_{system}"].sum(axis=-1), 1, rtol=0, atol=(places + 4) * EPS + 3 * unit
        )
        assert arrays[f"max_change_{system}"].shape == arrays[f"max_change_pooled_{system}"].shape == ()


@given(documents())
def test_changes_are_those_of_the_matrices(document: Document) -> None:
    arrays, straight = SHUFFLE.data(document), SHUFFLE.data(edits.restore(document))
    order, tokens = document.sentence.order, slice(document.attention.padding, None)
    for system in SIDES:
        moved, still = (found[f"scores_{system}"][:, tokens, tokens] for found in (arrays, straight))
        assert float(arrays[f"max_change_{system}"]) == np.abs(realigned(moved, order) - still).max()


@given(documents())
def test_effects_are_one_record_per_system(document: Document) -> None:
    arrays = SHUFFLE.data(document)
    records, levels = arrays["effects"], arrays["levels"]
    assert records.dtype.names == (
        "name",
        "max_change_scores",
        "max_change_weights",
        "max_change_outputs",
        "max_change_pooled",
        "rounding_level",
    )
    assert records["name"].tolist() == list(SYSTEMS)
    assert levels.shape == (len(SYSTEMS), 4)
    np.testing.assert_array_equal(records["rounding_level"], np.nanmax(levels, axis=1))
    for system, record in zip(SIDES, records, strict=False):
        assert record["max_change_scores"] == arrays[f"max_change_{system}"]
        assert record["max_change_pooled"] == arrays[f"max_change_pooled_{system}"]
    bag = records[SYSTEMS.index("bag")]
    assert math.isnan(bag["max_change_scores"])
    assert bag["max_change_pooled"] <= bag["rounding_level"]


def test_with_positions_the_order_shows() -> None:
    arrays = SHUFFLE.data(shuffled())
    assert arrays["max_change_without"] < 1e-12
    assert arrays["max_change_pooled_without"] < 1e-12
    assert arrays["max_change_with"] > 0.1
    assert arrays["max_change_pooled_with"] > 1e-4


def test_no_shuffle_changes_nothing() -> None:
    arrays = SHUFFLE.data(Document())
    assert all(arrays[f"max_change{part}_{system}"] == 0 for part in ("", "_pooled") for system in SIDES)
    assert text_of(SHUFFLE.figure(Document()), "numbers", "verdict.with") == "nothing is shuffled"
    assert text_of(SHUFFLE.figure(Document()), "numbers", "changes.with") == "scores 0, pooled 0"


def test_same_words_have_the_same_scores_without_positions() -> None:
    scores = SHUFFLE.data(Document())["scores_without"][0]
    np.testing.assert_array_equal(scores[0], scores[3])  # both are "a"
    np.testing.assert_array_equal(scores[:, 0], scores[:, 3])
    scores = SHUFFLE.data(Document())["scores_with"][0]
    assert np.abs(scores[0] - scores[3]).max() > 0.1


@pytest.mark.parametrize("system", SIDES)
@pytest.mark.parametrize("show", ["scores", "weights"])
def test_the_matrix_is_drawn_in_either_order(system: str, show: str) -> None:
    drawn = matrix_of(shuffled(show=show), system).values
    aligned = matrix_of(shuffled(show=show, realign=True), system).values
    np.testing.assert_array_equal(drawn, SHUFFLE.data(shuffled())[f"{show}_{system}"][0])
    for row, query in enumerate(ORDER):
        for column, key in enumerate(ORDER):
            assert aligned[query, key] == drawn[row, column]


def test_realigned_matrices_without_positions_do_not_move() -> None:
    still = matrix_of(with_options(Document(), realign=True), "without").values
    np.testing.assert_allclose(matrix_of(shuffled(realign=True), "without").values, still, rtol=0, atol=1e-12)


def test_ticks_name_the_tokens_in_the_order_drawn() -> None:
    def words(document: Document) -> list[str]:
        axes = axes_of(SHUFFLE.figure(document), "with")
        assert axes.x.ticks == ()
        assert axes.x.label == "key, same order"
        return [text for _, text in axes.y.ticks or ()]

    assert words(shuffled()) == ["a₂", "dog", "cat", "a₁", "chases"]
    assert words(shuffled(realign=True)) == ["a₁", "dog", "chases", "a₂", "cat"]


@pytest.mark.parametrize("system", SIDES)
@pytest.mark.parametrize("place", range(5))
def test_a_row_selects_the_place_where_its_token_stands_now(system: str, place: int) -> None:
    for realign in (False, True):
        document = shuffled(realign=realign)
        row = ORDER[place] if realign else place
        for off in (-0.45, 0.45):
            edit = SHUFFLE.on_pick(document, Pick(system, 2.0, row + off))
            assert edit
            assert edit(document).selection.position == place


@pytest.mark.parametrize("realign", [False, True])
@pytest.mark.parametrize("place", range(5))
def test_the_frame_of_the_playhead_selects_it(realign: bool, place: int) -> None:
    document = edits.select(position=place)(shuffled(realign=realign))
    frame = mark_of(SHUFFLE.figure(document), "with", "position")
    assert isinstance(frame, Line)
    edit = SHUFFLE.on_pick(edits.select(position=0)(document), Pick("with", 0.0, float(frame.y[0]) + 0.5))
    assert edit
    assert edit(document).selection.position == place


def test_a_row_past_the_table_selects_nothing() -> None:
    document = Document(grid=Grid(3, 8), selection=Selection(0, 0, 0))
    assert SHUFFLE.on_pick(document, Pick("with", 0.0, 4.0)) is None
    assert SHUFFLE.on_pick(document, Pick("with", 0.0, 2.0)) is not None
    assert SHUFFLE.on_pick(document, Pick("numbers", 0.0, 0.0)) is None


SETTINGS: dict[str, dict[str, object]] = {
    "content": {},
    "four random heads": {"attention.head": "random", "attention.heads": 4, "selection.shown_head": 2},
    "offset head": {"attention.head": "offset", "selection.offset": 1, "attention.content": 0.25},
    "bfloat16": {"attention.dtype": "bfloat16"},
    "three layers": {"attention.layers": 3},
    "scaled": {"attention.token_scale": "sqrt_d", "attention.position_scale": 2.0, "attention.first_id": 3},
}


@pytest.mark.parametrize("encoding", [item.key for item in encodings.ENCODINGS])
@pytest.mark.parametrize("name", SETTINGS)
def test_the_read_out_is_a_sum_that_is_right(encoding: str, name: str) -> None:
    """Every number that is written adds up, to the digits that are written, and is that of the arrays."""
    document = edits.set_encoding(encoding)(shuffled())
    document = edited(document, *(edits.set_value(path, value) for path, value in SETTINGS[name].items()))
    arrays, labels, head = SHUFFLE.data(document), document.ordered_labels, document.selection.shown_head
    for side in SIDES:
        for query, key in ((0, 0), (1, 3), (4, 2)):
            text = SHUFFLE.read(document, Pick(side, key + 0.3, query - 0.3))
            who, _, rest = text.partition(": ")
            assert who == f"“{labels[query]}” at {query} looks at “{labels[key]}” at {key}"
            score, _, weight = rest.partition(";  ")
            value = arrays[f"scores_{side}"][head, query, key]
            assert number(score.rpartition(" = ")[2]) == pytest.approx(value, abs=6e-5, rel=1e-3)
            terms = score.split(" = ")[1].replace("−", "-").replace(",", "").replace("·", "*")
            assert eval(terms) == pytest.approx(value, abs=2e-3, rel=2e-3)
            assert number(weight.rpartition(" = ")[2]) == pytest.approx(
                arrays[f"weights_{side}"][head, query, key], abs=6e-5
            )


@pytest.mark.parametrize("realign", [False, True])
@given(st.integers(0, 4), st.integers(0, 4))
def test_the_read_out_is_the_cell_under_the_pointer(realign: bool, row: int, column: int) -> None:
    document = shuffled(realign=realign)
    text = SHUFFLE.read(document, Pick("with", column + 0.3, row - 0.3))
    drawn = matrix_of(document, "with").values[row, column]
    weight = matrix_of(with_options(document, show="weights"), "with").values[row, column]
    query, key = (ORDER.index(row), ORDER.index(column)) if realign else (row, column)
    labels = document.ordered_labels
    assert text.startswith(
        f"“{labels[query]}” at {query} looks at “{labels[key]}” at {key}: (q · k + position) / √64 = "
    )
    assert f" = {drawn:.4f};".replace("-", "−") in text
    assert text.endswith(f" = {weight:.4f}")


def test_the_read_out_names_a_hidden_key_and_the_sharpness() -> None:
    document = edits.set_value("attention.mask", "causal")(shuffled())
    assert SHUFFLE.read(document, Pick("with", 4.0, 1.0)).endswith("hidden by the mask: weight 0")
    document = edited(
        shuffled(), edits.set_value("attention.head", "previous"), edits.set_value("attention.sharpness", 3)
    )
    assert ") · sharpness = " in SHUFFLE.read(document, Pick("with", 4.0, 1.0))
    assert " · 3 = " in SHUFFLE.read(document, Pick("with", 4.0, 1.0))


def test_the_head_shown_is_one_that_exists() -> None:
    document = SPECIAL["four heads"]
    scores = SHUFFLE.data(document)["scores_with"]
    for head in (0, 3):
        drawn = matrix_of(edits.select(shown_head=head)(document), "with")
        np.testing.assert_array_equal(drawn.values, scores[head])
    assert edits.select(shown_head=63)(document).selection.shown_head == 3
    assert "/ √16 = " in SHUFFLE.read(document, Pick("with", 0, 0))


def test_both_matrices_share_one_scale() -> None:
    for show, colormap in (("scores", "diverging"), ("weights", "sequential")):
        first, second = (matrix_of(shuffled(show=show), system) for system in SIDES)
        assert (first.low, first.high) == (second.low, second.high)
        assert first.colormap == second.colormap == colormap
        assert first.high == max(np.abs(first.values).max(), np.abs(second.values).max())
        assert first.low == (0 if show == "weights" else -first.high)


def test_small_matrices_are_numbered_and_large_ones_are_not() -> None:
    def texts(count: int) -> dict[str, str]:
        figure = SHUFFLE.figure(Document(sentence=Sentence(" ".join("abcdefghijkl"[:count]))))
        names = [mark.name for mark in axes_of(figure, "with").marks if mark.name.startswith("cell.")]
        return {name: text_of(figure, "with", name) for name in names}

    assert len(texts(MOST_NUMBERED)) == MOST_NUMBERED**2
    assert not texts(MOST_NUMBERED + 1)
    values = matrix_of(shuffled(), "with").values
    figure = SHUFFLE.figure(shuffled())
    assert text_of(figure, "with", "cell.1.3") == f"{values[1, 3]:.2f}".replace("-", "−")


def test_numbers_under_the_matrices_are_the_engines() -> None:
    figure, arrays = SHUFFLE.figure(shuffled()), SHUFFLE.data(shuffled())
    for system, verdict in zip(SIDES, ("order is not seen", "order is seen"), strict=True):
        assert text_of(figure, "numbers", f"verdict.{system}") == verdict
        scores, pooled = text_of(figure, "numbers", f"changes.{system}").split(", ")
        for text, array in ((scores, f"max_change_{system}"), (pooled, f"max_change_pooled_{system}")):
            assert number(text.split()[1]) == pytest.approx(float(arrays[array]), rel=0.15)


@pytest.mark.parametrize("show", ["score_change", "weight_change"])
@pytest.mark.parametrize("realign", [False, True])
def test_the_difference_of_the_two_orders_has_a_scale_of_its_own(show: str, realign: bool) -> None:
    name = show.partition("_")[0] + "s"
    after, before = SHUFFLE.data(shuffled()), SHUFFLE.data(edits.restore(shuffled()))
    for system in SIDES:
        image = matrix_of(shuffled(show=show, realign=realign), system)
        change = realigned(after[f"{name}_{system}"], ORDER)[0] - before[f"{name}_{system}"][0]
        expected = change if realign else change[np.ix_(ORDER, ORDER)]
        np.testing.assert_array_equal(image.values, expected)
        assert image.colormap == "difference"
        assert image.high == -image.low == (np.abs(change).max() or 1)
        assert axes_of(SHUFFLE.figure(shuffled(show=show)), system).scale_of == "matrix"


@pytest.mark.parametrize("head", ["content", "random", "offset", "previous", "first"])
@pytest.mark.parametrize("which", ["query", "key"])
def test_the_matrices_of_a_head_can_be_looked_at(head: str, which: str) -> None:
    document = edited(
        shuffled(show=which), edits.set_value("attention.head", head), edits.set_value("attention.heads", 2)
    )
    document = edits.select(shown_head=1, offset=2)(document)
    layer = stack_for(asked(document), "with").layers[-1]
    drawn = matrix_of(document, "with").values
    np.testing.assert_array_equal(drawn[:64], dense(layer, which, 64)[1])
    bias = bias_of(layer, which)
    assert len(drawn) == (64 if bias is None else 65)
    text = SHUFFLE.read(document, Pick("with", 5.2, 7.9))
    assert text.startswith(f"W_{which[0]}[8, 5] = {drawn[8, 5]:z.4f}".replace("-", "−"))
    assert SHUFFLE.on_pick(document, Pick("with", 5.2, 7.9)) is None


def test_a_projection_that_is_too_wide_is_refused_in_words() -> None:
    document = with_options(Document(grid=Grid(8, 4096), selection=Selection(0, 0, 0)), show="query")
    with pytest.raises(UserError, match="d_model is 4096, but must be at most 2048 for its projections to be drawn"):
        SHUFFLE.figure(document)


def test_hidden_keys_are_drawn_as_absent() -> None:
    document = edits.set_value("attention.mask", "causal")(shuffled())
    for show in ("scores", "weights"):
        values = matrix_of(with_options(document, show=show), "with").values
        np.testing.assert_array_equal(np.isnan(values), np.triu(np.ones((5, 5)), 1))
    assert "cell.0.1" not in {mark.name for mark in axes_of(SHUFFLE.figure(document), "with").marks}
    aligned = matrix_of(with_options(document, realign=True), "with").values
    assert np.isnan(aligned[3, 1])  # the first token now sees itself alone


def test_padding_stands_first_and_ids_stand_under_the_keys() -> None:
    document = edited(shuffled(), edits.set_value("attention.padding", 2), edits.set_value("attention.first_id", 7))
    axes = axes_of(SHUFFLE.figure(document), "with")
    assert [text for _, text in axes.y.ticks or ()][:3] == ["[pad]", "[pad]", "a₂"]
    assert [text for _, text in axes.x.ticks or ()] == [str(number) for number in range(7, 14)]
    assert axes.x.label == "key: position id"
    edit = SHUFFLE.on_pick(document, Pick("with", 0.0, 3.2))
    assert edit
    assert edit(document).selection.position == 1
    assert SHUFFLE.on_pick(document, Pick("with", 0.0, 1.2)) is None


def test_a_token_that_is_followed_lights_its_row_and_column_in_every_order() -> None:
    document = edits.select(token=4, position=40)(shuffled())
    for order in (ORDER, (0, 1, 2, 3, 4), (4, 3, 2, 1, 0)):
        figure = SHUFFLE.figure(edits.set_order(order)(document))
        row, column = (mark_of(figure, "with", name) for name in ("position", "position.column"))
        assert isinstance(row, Line)
        assert isinstance(column, Line)
        assert float(row.y.mean().round(1)) == pytest.approx(order.index(4), abs=0.2)
        np.testing.assert_array_equal(np.sort(column.x), np.sort(row.y))
    edit = SHUFFLE.on_pick(document, Pick("with", 0.0, 2.0))
    assert edit
    assert edit(document).selection.token == ORDER[2]


def test_nothing_is_given_away_while_it_is_covered() -> None:
    document = edits.set_value("screen.covered", True)(shuffled())
    figure = SHUFFLE.figure(document)
    for system in SIDES:
        assert [mark.name for mark in axes_of(figure, system).marks] == ["cover"]
        assert text_of(figure, "numbers", f"verdict.{system}") == "same or different?"
        assert text_of(figure, "numbers", f"changes.{system}") == "scores ?, pooled ?"
    assert SHUFFLE.read(document, Pick("with", 1.0, 1.0)) == SHUFFLE.read(document, None)


def test_the_playhead_and_other_pairs_compute_nothing_anew() -> None:
    sides = comparisons.sides(asked(shuffled()))
    for edit in (edits.select(position=3), edits.select(pair=7), edits.select(offset=2), edits.select(token=1)):
        assert comparisons.sides(asked(edit(shuffled()))) is sides
    offset = edits.set_value("attention.head", "offset")(shuffled())
    assert asked(edits.select(offset=2)(offset)) != asked(offset)


def test_long_words_and_many_words_have_short_ticks() -> None:
    document = Document(sentence=Sentence("Donaudampfschifffahrt " + "x " * 99))
    ticks = axes_of(SHUFFLE.figure(document), "with").y.ticks
    assert ticks
    assert len(ticks) <= 24
    assert ticks[0][1] == "Donaudamp…"


@pytest.mark.parametrize(
    ("attention", "grid"),
    [
        (Attention("content", 64), Grid(64, 64)),
        (Attention("random", 1), Grid(64, 65_536)),
        (Attention("content", 1), Grid(64, 65_536)),
    ],
)
def test_attention_beyond_memory_is_refused_with_its_size(attention: Attention, grid: Grid) -> None:
    document = Document(sentence=Sentence("word " * 2000), attention=attention, grid=grid)
    with pytest.raises(
        UserError, match=r"attention over 2000 tokens .* would take .* GiB, but must be at most 4 GiB: type"
    ):
        SHUFFLE.figure(document)


def test_random_heads_of_a_few_words_are_refused_where_their_matrices_do_not_fit() -> None:
    document = Document(attention=Attention("random", 1), grid=Grid(64, 65_536))
    with pytest.raises(UserError, match="would take 96"):
        SHUFFLE.data(document)
