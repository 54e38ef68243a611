"""Sentences as tokens, and the fixed vector that each token has."""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.errors import UserError

if TYPE_CHECKING:
    import regex

MOST_TOKENS = 2_000
"""The score matrices grow with the square of the number of tokens."""

MOST_COUNTED = 50 * MOST_TOKENS
"""A text that has more is far too long, however long it is."""

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@lru_cache(maxsize=16)
def split(sentence: str, into: str = "words") -> tuple[str, ...]:
    """The tokens of a sentence, without the white space between them.

    into: "words", split where Unicode's rules have the ends of words (UAX #29), or "characters" as people count them
    (extended grapheme clusters of the same rules). Nothing else that was typed is lost: a punctuation mark or an emoji
    is a word of its own, "don't" and "3.14" are one word. Chinese is split at each character, as the rules have it that
    know no dictionary.

    Raises:
        UserError: there is no token, or there are more than `MOST_TOKENS`.
    """
    found = tuple(islice(_pieces(sentence, into), MOST_COUNTED))
    what = "words" if into == "words" else "characters"
    if not found:
        raise UserError(f"the sentence is empty, but must have from 1 to {MOST_TOKENS} {what}: type at least one")
    if len(found) > MOST_TOKENS:
        count = f"{len(found)} {what}" + (" or more" if len(found) == MOST_COUNTED else "")
        raise UserError(f"the sentence has {count}, but must have from 1 to {MOST_TOKENS}: shorten it")
    return found


def _pieces(sentence: str, into: str) -> Iterator[str]:
    if into == "words" and sentence.isascii() and sentence.replace(" ", "").isalpha():
        return iter(sentence.split())  # Unicode's rules end such words at their spaces, and need a while to load
    if into == "words":
        parts = _pattern(r"(?w)\b").splititer(sentence)
    else:
        parts = (match.group() for match in _pattern(r"\X").finditer(sentence))
    return (piece for part in parts if (piece := part.strip()))


@cache
def _pattern(rule: str) -> "regex.Pattern[str]":
    import regex  # noqa: PLC0415 - the sentence of the start needs none of it

    return regex.compile(rule)


def same(word: str) -> str:
    """What two spellings of one word have in common: Unicode's composed form."""
    return unicodedata.normalize("NFC", word)


@lru_cache(maxsize=8)
def told_apart(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words as a screen tells them apart: those that occur again are numbered, as in "a₁ dog chases a₂ cat"."""
    alike = [same(word) for word in words]
    total, so_far = Counter(alike), Counter[str]()
    labels = []
    for word, key in zip(words, alike, strict=True):
        so_far[key] += 1
        labels.append(word + str(so_far[key]).translate(_SUBSCRIPTS) if total[key] > 1 else word)
    return tuple(labels)


def embed(words: tuple[str, ...], d_model: int, seed: int) -> NDArray[np.float64]:
    """One vector per word, (words, d_model), standard normal: the same word always has the same vector.

    A word's vector depends on its letters (in Unicode's composed form), d_model and the seed, not on its place or on
    the words around it.
    """
    return np.stack([_vector(same(word), d_model, seed) for word in words])


@lru_cache(maxsize=8192)
def _vector(word: str, d_model: int, seed: int) -> NDArray[np.float64]:
    """Box and Muller's rule on `Random.random`, which is promised to give the same numbers in any version of Python.

    NumPy promises no such thing of its generators, and loads them for ten milliseconds.
    """
    generator = Random(f"{seed}:{word}".encode("utf-8", "surrogatepass"))
    uniform = np.array([generator.random() for _ in range(d_model + d_model % 2)])
    # from 0 up to but not 1, so that the logarithm is taken of what is left to 1
    radius, angle = np.sqrt(-2 * np.log1p(-uniform[0::2])), 2 * np.pi * uniform[1::2]
    vector = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).ravel()[:d_model]
    vector.flags.writeable = False
    return vector
