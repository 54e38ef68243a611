"""Each thing that can be done to a document."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import documents

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection, Sentence
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import Record, param


@dataclass(frozen=True)
class Options(Record):
    """Options of a view that there is not."""

    size: int = param(3, "Size", low=1, high=9)


def test_a_value_is_set_by_its_path() -> None:
    document = edits.set_value("grid.length", 100)(Document())
    assert document == Document(grid=Grid(length=100))
    assert edits.set_param("base", 100)(document).params == SinusoidalParams(base=100.0)
    assert edits.set_value("sentence.order", (4, 3, 2, 1, 0))(Document()).ordered_words[0] == "cat"
    assert edits.set_value("sentence.text", "two words")(Document()).words == ("two", "words")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("grid.length", 0, "length is 0, but must be a whole number from 1 to 2147483648"),
        ("grid.width", 5, "unknown parameter width; known here: length, d_model"),
        ("colour", 5, "unknown setting colour; it must begin with one of params, grid"),
        ("params.base", float("nan"), "base is nan, but must be a number above 1"),
        ("encoding", "sinus", "encoding is sinus, but must be one of none, index"),
        ("selection.position", 64, "position is 64, but must be from 0 to 63, below length 64"),
        ("attention.heads", 3, "heads is 3, but must divide d_model 64"),
        ("sentence.text", "  ", "the sentence is empty"),
        ("sentence.order", (0, 1), "order is 0,1, but must name each of 0 to 4 once"),
        ("screen.theme", "pink", "theme is pink, but must be one of light, dark"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(path: str, value: object, message: str) -> None:
    with pytest.raises(UserError) as caught:
        edits.set_value(path, value)(Document())
    assert str(caught.value).startswith(message)


def test_switching_to_the_same_encoding_changes_nothing() -> None:
    document = Document(params=SinusoidalParams(base=7))
    assert edits.set_encoding("sinusoidal")(document) is document


def test_what_an_edit_does_not_name_is_brought_into_range() -> None:
    document = Document(selection=Selection(60, 31, -50), attention=Attention(heads=8))
    shorter = edits.set_value("grid.length", 10)(document)
    assert shorter.selection == Selection(9, 31, -9)
    narrower = edits.set_value("grid.d_model", 12)(document)
    assert (narrower.selection.pair, narrower.attention.heads) == (5, 6)
    assert edits.set_value("grid.d_model", 1)(document).attention.heads == 1


@given(documents(), st.integers(1, 300), st.integers(1, 40))
def test_every_grid_can_be_set_on_every_document(document: Document, length: int, d_model: int) -> None:
    changed = edits.set_value("grid.d_model", d_model)(edits.set_value("grid.length", length)(document))
    assert changed.grid == Grid(length, d_model)
    assert (changed.params, changed.sentence, changed.screen) == (document.params, document.sentence, document.screen)


@given(documents(), st.integers(-(10**30), 10**30), st.integers(-(10**30), 10**30), st.integers(-(10**30), 10**30))
def test_selection_goes_as_far_as_the_table(document: Document, position: int, pair: int, offset: int) -> None:
    last = document.grid.length - 1
    found = edits.select(position=position, pair=pair, offset=offset)(document).selection
    assert found.position == max(0, min(position, last))
    assert found.pair == max(0, min(pair, document.pair_count - 1))
    assert found.offset == max(-last, min(offset, last))


def test_selecting_one_thing_leaves_the_others() -> None:
    assert edits.select(pair=7)(Document()).selection == Selection(12, 7, 5)


def test_steps_end_at_the_ends_of_the_table() -> None:
    document = Document()
    assert edits.select(position=15)(document).selection.position == 15
    assert edits.select(position=-100)(document).selection.position == 0
    assert edits.select(position=100)(document).selection.position == 63


def test_typing_a_sentence_restores_its_order() -> None:
    document = edits.reverse(Document())
    assert edits.set_sentence("one two")(document).sentence == Sentence("one two", (0, 1))


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        (0, 4, "dog chases a cat a"),
        (4, 0, "cat a dog chases a"),
        (1, 2, "a chases dog a cat"),
        (2, 2, "a dog chases a cat"),
    ],
)
def test_a_token_is_moved_to_a_place(source: int, target: int, words: str) -> None:
    assert edits.move_token(source, target)(Document()).ordered_words == tuple(words.split())


@given(documents())
def test_reversing_twice_and_restoring_give_back_the_order(document: Document) -> None:
    assert edits.reverse(edits.reverse(document)) == document
    assert edits.reverse(document).ordered_words == document.ordered_words[::-1]
    assert edits.restore(document).ordered_words == document.words


@given(documents(), st.integers(0, 2**32))
def test_shuffle_gives_another_order_wherever_there_is_one(document: Document, seed: int) -> None:
    shuffled = edits.shuffle(seed)(document)
    assert sorted(shuffled.sentence.order) == sorted(document.sentence.order)
    assert (shuffled.sentence.order == document.sentence.order) == (len(document.words) == 1)
    assert edits.shuffle(seed)(document) == shuffled


def test_options_of_a_view_are_kept_while_they_are_not_the_defaults() -> None:
    document = edits.set_option("some", Options, "size", 5)(Document())
    assert edits.option(document, "some", Options) == Options(5)
    assert edits.option(document, "other", Options) == Options(3)
    assert edits.set_option("some", Options, "size", 3)(document) == Document()
    both = edits.set_option("any", Options, "size", 9)(document)
    assert [view for view, _ in both.options] == ["any", "some"]


def test_an_option_out_of_range_is_refused() -> None:
    with pytest.raises(UserError, match="size is 10, but must be a whole number from 1 to 9"):
        edits.set_option("some", Options, "size", 10)(Document())


def ordered(document: Document) -> str:
    """The words as they stand now."""
    return " ".join(document.ordered_labels)


def test_a_second_sentence_is_recognised_as_an_order_of_the_first() -> None:
    document = edits.set_second_sentence("a  cat chases\ta dog")(Document())
    assert document.sentence.text == "a dog chases a cat"
    assert ordered(document) == "a₁ cat chases a₂ dog"
    with pytest.raises(UserError, match="lacks “dog” and adds “bird”"):
        edits.set_second_sentence("a cat chases a bird")(document)


def test_characters_are_reordered_alike() -> None:
    document = edits.set_sentence("dog")(edits.set_value("sentence.split", "characters")(Document()))
    assert document.words == ("d", "o", "g")
    assert edits.set_second_sentence("god")(document).sentence.order == (2, 1, 0)


def test_another_split_restores_the_order_and_keeps_the_text() -> None:
    document = edits.set_value("sentence.split", "characters")(edits.reverse(Document()))
    assert document.sentence.text == Document().sentence.text
    assert document.sentence.order == tuple(range(14))
    assert edits.set_sentence("two words")(document).sentence.split == "characters"
    with pytest.raises(UserError, match="split is syllables, but must be one of words, characters"):
        edits.set_value("sentence.split", "syllables")(document)
    long = edits.set_sentence("word " * 1000)(Document())
    with pytest.raises(UserError, match="the sentence has 4000 characters, but must have from 1 to 2000"):
        edits.set_value("sentence.split", "characters")(long)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (edits.rotate(1), "cat a₁ dog chases a₂"),
        (edits.rotate(-2), "chases a₂ cat a₁ dog"),
        (edits.rotate(5), "a₁ dog chases a₂ cat"),
        (edits.swap(1, 4), "a₁ cat chases a₂ dog"),
        (edits.swap(2, 2), "a₁ dog chases a₂ cat"),
        (edits.sort, "a₁ a₂ cat chases dog"),
    ],
)
def test_tokens_are_rotated_swapped_and_sorted(edit: edits.Edit, words: str) -> None:
    assert ordered(edit(Document())) == words


@given(documents(), st.integers(-9, 9))
def test_rotating_back_gives_back_the_order(document: Document, steps: int) -> None:
    assert edits.rotate(-steps)(edits.rotate(steps)(document)).sentence == document.sentence


def test_a_token_that_is_followed_stays_through_every_order_and_goes_with_its_sentence() -> None:
    document = edits.select(token=4)(Document())
    for edit in (edits.reverse, edits.shuffle(1), edits.rotate(2), edits.sort, edits.restore):
        assert edit(document).token == 4
    assert edits.set_sentence("two words")(document).selection.token == -1
    assert edits.select(token=-1, position=2)(document).token == 2
    assert edits.select(token=-1, position=40)(document).token is None
    with pytest.raises(UserError, match="token is 5, but must be from 0 to 4, below the number of tokens 5"):
        edits.set_value("selection.token", 5)(document)
