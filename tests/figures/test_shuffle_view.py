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
from posenc_gui.engine.attention import Attention, realigned
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.figures.shuffle import MOST_NUMBERED, SHUFFLE, SYSTEMS, ShuffleOptions
from posenc_gui.figures.spec import Image, Line
from posenc_gui.figures.view import Pick

EPS = float(np.finfo(np.float64).eps)
ORDER = (3, 1, 4, 0, 2)
NAMES = {"tokens", "order"} | {
    f"{name}_{system}"
    for name in ("scores", "weights", "output", "max_change", "max_change_pooled")
    for system in SYSTEMS
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
    assert set(arrays) == NAMES
    assert arrays["tokens"].tolist() == list(document.ordered_words)
    assert arrays["order"].tolist() == list(document.sentence.order)
    for system in SYSTEMS:
        assert arrays[f"scores_{system}"].shape == arrays[f"weights_{system}"].shape == (heads, n, n)
        assert arrays[f"output_{system}"].shape == (n, document.grid.d_model)
        np.testing.assert_allclose(arrays[f"weights_{system}"].sum(axis=-1), 1, rtol=0, atol=(n + 4) * EPS)
        assert arrays[f"max_change_{system}"].shape == arrays[f"max_change_pooled_{system}"].shape == ()


@given(documents())
def test_without_positions_a_shuffle_only_moves_scores(document: Document) -> None:
    """A score sums d products of numbers of any two tokens: with other blocks of the same sum, each is off by
    ε · (d + 4) · Σ|q · k| at most, and random projections add a sum of their own to q and to k.
    """
    arrays = SHUFFLE.data(document)
    straight = SHUFFLE.data(edits.restore(document))
    order = document.sentence.order
    change = np.abs(realigned(arrays["scores_without"], order) - straight["scores_without"]).max()
    assert float(arrays["max_change_without"]) == change
    norms = np.linalg.norm(straight["output_without"], axis=1).max() + _largest_norm(document)
    bound = EPS * (3 * document.grid.d_model + 8) * norms**2 * document.grid.d_model
    assert change <= bound


def _largest_norm(document: Document) -> float:
    """Largest norm of a word's vector, which with content heads is the root of its own score times √d."""
    content = edited(document, edits.set_value("attention.head", "content"), edits.set_value("attention.heads", 1))
    own = np.diagonal(SHUFFLE.data(content)["scores_without"][0])
    return float(np.sqrt(own.max() * math.sqrt(document.grid.d_model)))


def test_with_positions_the_order_shows() -> None:
    arrays = SHUFFLE.data(shuffled())
    assert arrays["max_change_without"] < 1e-12
    assert arrays["max_change_pooled_without"] < 1e-12
    assert arrays["max_change_with"] > 0.1
    assert arrays["max_change_pooled_with"] > 1e-4


def test_no_shuffle_changes_nothing() -> None:
    arrays = SHUFFLE.data(Document())
    assert all(arrays[f"max_change{part}_{system}"] == 0 for part in ("", "_pooled") for system in SYSTEMS)
    assert text_of(SHUFFLE.figure(Document()), "numbers", "scores.with") == "0"


def test_same_words_have_the_same_scores_without_positions() -> None:
    scores = SHUFFLE.data(Document())["scores_without"][0]
    np.testing.assert_array_equal(scores[0], scores[3])  # both are "a"
    np.testing.assert_array_equal(scores[:, 0], scores[:, 3])
    scores = SHUFFLE.data(Document())["scores_with"][0]
    assert np.abs(scores[0] - scores[3]).max() > 0.1


@pytest.mark.parametrize("system", SYSTEMS)
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

    assert words(shuffled()) == ["a", "dog", "cat", "a", "chases"]
    assert words(shuffled(realign=True)) == ["a", "dog", "chases", "a", "cat"]


@pytest.mark.parametrize("system", SYSTEMS)
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


@pytest.mark.parametrize("realign", [False, True])
@given(st.integers(0, 4), st.integers(0, 4))
def test_the_read_out_is_the_cell_under_the_pointer(realign: bool, row: int, column: int) -> None:
    document = shuffled(realign=realign)
    text = SHUFFLE.read(document, Pick("with", column + 0.3, row - 0.3))
    drawn = matrix_of(document, "with").values[row, column]
    weight = matrix_of(with_options(document, show="weights"), "with").values[row, column]
    query, key = (ORDER.index(row), ORDER.index(column)) if realign else (row, column)
    words = document.ordered_words
    assert text.startswith(f"“{words[query]}” at {query} looks at “{words[key]}” at {key}: q · k / √64 = ")
    dot, root = text.partition("√64 = ")[2].partition(" = ")[0].split(" / ")
    assert number(root) == 8
    assert abs(number(dot) - 8 * drawn) <= 0.00005 + 8 * EPS * abs(drawn)
    assert f" = {drawn:.4f};".replace("-", "−") in text
    assert text.endswith(f"weight = {weight:.4f}")


def test_the_head_shown_is_one_that_exists() -> None:
    document = SPECIAL["four heads"]
    scores = SHUFFLE.data(document)["scores_with"]
    for head in (0, 3):
        drawn = matrix_of(edits.select(shown_head=head)(document), "with")
        np.testing.assert_array_equal(drawn.values, scores[head])
    assert edits.select(shown_head=63)(document).selection.shown_head == 3
    assert "q · k / √16 = " in SHUFFLE.read(document, Pick("with", 0, 0))


def test_both_matrices_share_one_scale() -> None:
    for show, colormap in (("scores", "diverging"), ("weights", "sequential")):
        first, second = (matrix_of(shuffled(show=show), system) for system in SYSTEMS)
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
    for system in SYSTEMS:
        for name, array in (("scores", f"max_change_{system}"), ("pooled", f"max_change_pooled_{system}")):
            shown = number(text_of(figure, "numbers", f"{name}.{system}"))
            assert shown == pytest.approx(float(arrays[array]), rel=0.05)


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
