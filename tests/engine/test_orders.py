"""Orders: two sentences of the same words, and matrices that are brought back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.engine.errors import UserError
from posenc_gui.engine.orders import behind, order_of

SENTENCE = ["a", "dog", "chases", "a", "cat"]


@pytest.mark.parametrize(
    ("second", "order"),
    [
        ("a dog chases a cat", (0, 1, 2, 3, 4)),
        ("a cat chases a dog", (0, 4, 2, 3, 1)),
        ("cat a a dog chases", (4, 0, 3, 1, 2)),
    ],
)
def test_a_second_sentence_of_the_same_words_is_an_order(second: str, order: tuple[int, ...]) -> None:
    assert order_of(SENTENCE, second.split()) == order


words = st.lists(st.sampled_from("abcé"), min_size=1, max_size=9)


@given(words.flatmap(lambda first: st.tuples(st.just(first), st.permutations(first))))
def test_the_order_makes_the_second_sentence_and_keeps_equal_words_in_turn(both: tuple[list[str], list[str]]) -> None:
    first, second = both
    order = order_of(first, second)
    assert [first[index] for index in order] == second
    for word in set(first):
        places = [index for index in order if first[index] == word]
        assert places == sorted(places)


def test_composed_and_decomposed_letters_are_one_word() -> None:
    assert order_of(["e\u0301", "x"], ["x", "\u00e9"]) == (1, 0)


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ("a cat chases a bird", "lacks “dog” and adds “bird”, but must have the same words"),
        ("a dog chases a", "lacks “cat”, but"),
        ("a dog chases a cat a a", "adds “a” 2 times, but"),
        ("A dog chases a cat", "lacks “a” and adds “A”, but"),
        ("q w e r t y a dog chases a cat", "adds “q”, “w”, “e”, “r”, “t” and 1 more, but"),
    ],
)
def test_other_words_are_named(second: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        order_of(SENTENCE, second.split())
    assert "\n" not in str(caught.value)


def test_padding_stays_at_the_left() -> None:
    assert behind(2, (2, 0, 1)) == (0, 1, 4, 2, 3)
