"""Sentences of every script and length, and the fixed vector of each word."""

import math
import random
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.engine.errors import UserError
from posenc_gui.engine.tokens import MOST_TOKENS, embed, split, told_apart


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("a dog chases a cat", ("a", "dog", "chases", "a", "cat")),
        ("one", ("one",)),
        ("  a\tdog\n\nchases\r\na\u00a0cat\u3000", ("a", "dog", "chases", "a", "cat")),
        ("👩‍👩‍👧 🐕‍🦺 👍🏽", ("👩‍👩‍👧", "🐕‍🦺", "👍🏽")),
        ("כלב רודף אחרי חתול", ("כלב", "רודף", "אחרי", "חתול")),
        ("e\u0301te\u0301 n\u0303", ("e\u0301te\u0301", "n\u0303")),
        ("我爱北京。", ("我", "爱", "北", "京", "。")),
        ("猫は魚をたべる", ("猫", "は", "魚", "を", "た", "べ", "る")),
        ("كلب يطارد قطة، نعم", ("كلب", "يطارد", "قطة", "،", "نعم")),
        ("A dog, a cat.", ("A", "dog", ",", "a", "cat", ".")),
        ("don't can’t 3.14 1,000 snake_case", ("don't", "can’t", "3.14", "1,000", "snake_case")),
        ("foo-bar (baz)", ("foo", "-", "bar", "(", "baz", ")")),
        ("🇫🇷🇩🇪👍🏽👍", ("🇫🇷", "🇩🇪", "👍🏽", "👍")),
        (" \u0301", ("\u0301",)),
        ("Donaudampfschifffahrt" * 50, ("Donaudampfschifffahrt" * 50,)),
    ],
)
def test_words_are_those_of_the_unicode_standard(sentence: str, words: tuple[str, ...]) -> None:
    assert split(sentence) == words


@pytest.mark.parametrize(
    ("sentence", "characters"),
    [
        ("a dog", ("a", "d", "o", "g")),
        ("e\u0301t\u00e9", ("e\u0301", "t", "\u00e9")),
        ("👩‍👩‍👧🐕‍🦺 🇫🇷🇩🇪", ("👩‍👩‍👧", "🐕‍🦺", "🇫🇷", "🇩🇪")),
        ("षि त्र", ("षि", "त्र")),
        ("한국\r\n어", ("한", "국", "어")),
    ],
)
def test_characters_are_as_people_count_them(sentence: str, characters: tuple[str, ...]) -> None:
    assert split(sentence, "characters") == characters


@given(st.text(max_size=40), st.sampled_from(("words", "characters")))
def test_nothing_but_white_space_is_lost(sentence: str, into: str) -> None:
    if sentence.strip():
        assert "".join("".join(split(sentence, into)).split()) == "".join(sentence.split())


def test_equal_words_are_told_apart_by_numbers() -> None:
    assert told_apart(split("a dog chases a cat")) == ("a₁", "dog", "chases", "a₂", "cat")
    assert told_apart(("été", unicodedata.normalize("NFD", "été"))) == ("été₁", unicodedata.normalize("NFD", "été₂"))
    assert told_apart(("x",) * 12)[-1] == "x₁₂"


@pytest.mark.parametrize("sentence", ["", " ", "\t\n\r\n", "\u00a0\u3000"])
def test_a_sentence_without_words_is_refused(sentence: str) -> None:
    with pytest.raises(UserError, match="the sentence is empty, but must have from 1 to 2000 words: type at least one"):
        split(sentence)


def test_two_thousand_words_are_the_most() -> None:
    assert len(split("word " * MOST_TOKENS)) == MOST_TOKENS == 2000
    with pytest.raises(UserError, match="the sentence has 2001 words, but must have from 1 to 2000: shorten it"):
        split("word " * (MOST_TOKENS + 1))
    with pytest.raises(UserError, match="the sentence has 2001 characters, but must have from 1 to 2000: shorten it"):
        split("x" * (MOST_TOKENS + 1), "characters")
    with pytest.raises(UserError, match="the sentence has 100000 words or more, but"):
        split("word " * 10**6)


words_of_text = st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=6)


@given(words_of_text)
def test_a_word_has_one_vector_whatever_its_place(words: list[str]) -> None:
    vectors = embed(tuple(words), 12, seed=3)
    np.testing.assert_array_equal(embed(tuple(reversed(words)), 12, seed=3), vectors[::-1])
    for word, vector in zip(words, vectors, strict=True):
        np.testing.assert_array_equal(embed((word,), 12, seed=3)[0], vector)


def test_composed_and_decomposed_letters_are_one_word() -> None:
    composed, apart = unicodedata.normalize("NFC", "été"), unicodedata.normalize("NFD", "été")
    assert composed != apart
    np.testing.assert_array_equal(embed((composed,), 8, seed=0), embed((apart,), 8, seed=0))


def test_other_words_and_seeds_give_other_vectors() -> None:
    dog = embed(("dog",), 8, seed=0)
    assert not np.array_equal(dog, embed(("cat",), 8, seed=0))
    assert not np.array_equal(dog, embed(("dog",), 8, seed=1))


def test_vectors_are_standard_normal() -> None:
    numbers = embed(tuple(f"word{n}" for n in range(200)), 100, seed=0)
    assert abs(numbers.mean()) < 5 / np.sqrt(numbers.size)
    assert abs(numbers.var() - 1) < 5 * np.sqrt(2 / numbers.size)


def test_vectors_stay_the_same_from_one_version_of_the_program_to_the_next() -> None:
    """Saved documents and exported figures rely on it."""
    expected = [1.1481332917070641, -0.25634264935570783, -0.2302123932828944]
    np.testing.assert_allclose(embed(("dog",), 3, seed=0)[0], expected, rtol=0, atol=1e-12)


@given(st.text(min_size=1, max_size=8), st.integers(1, 9), st.integers(0, 2**31 - 1))
def test_vectors_are_those_of_a_plain_loop(word: str, d_model: int, seed: int) -> None:
    drawn = random.Random(f"{seed}:{unicodedata.normalize('NFC', word)}".encode("utf-8", "surrogatepass"))
    shares = [drawn.random() for _ in range(10)]
    expected: list[float] = []
    for first, second in zip(shares[0::2], shares[1::2], strict=True):
        radius = math.sqrt(-2 * math.log1p(-first))
        expected += [radius * math.cos(math.tau * second), radius * math.sin(math.tau * second)]
    # each of log, root, sine and product is off by a few units in the last place of numbers up to 9
    np.testing.assert_allclose(embed((word,), d_model, seed)[0], expected[:d_model], rtol=0, atol=1e-14)


@given(st.text("abcXYZ ", max_size=30).filter(str.strip))
def test_plain_words_are_those_of_the_rules_for_all_scripts(sentence: str) -> None:
    """A full stop ends a word by the same rules, and keeps the plain way from being taken."""
    assert split(f"{sentence} .")[:-1] == split(sentence)
