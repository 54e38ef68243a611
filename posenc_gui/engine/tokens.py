"""Sentences as tokens, and the fixed vector that each word has."""

import hashlib
import unicodedata
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.errors import UserError

MOST_TOKENS = 2_000
"""The score matrices grow with the square of the number of tokens."""


def split(sentence: str) -> tuple[str, ...]:
    """The words of a sentence, at white space.

    Raises:
        UserError: there is no word, or there are more than `MOST_TOKENS`.
    """
    words = tuple(sentence.split())
    if not words:
        raise UserError(f"the sentence is empty, but must have from 1 to {MOST_TOKENS} words: type at least one")
    if len(words) > MOST_TOKENS:
        raise UserError(f"the sentence has {len(words)} words, but must have from 1 to {MOST_TOKENS}: shorten it")
    return words


def embed(words: tuple[str, ...], d_model: int, seed: int) -> NDArray[np.float64]:
    """One vector per word, (words, d_model), standard normal: the same word always has the same vector.

    A word's vector depends on its letters (in Unicode's composed form), d_model and the seed, not on its place or on
    the words around it.
    """
    return np.stack([_vector(unicodedata.normalize("NFC", word), d_model, seed) for word in words])


@lru_cache(maxsize=8192)
def _vector(word: str, d_model: int, seed: int) -> NDArray[np.float64]:
    digest = hashlib.sha256(f"{seed}:{word}".encode("utf-8", "surrogatepass")).digest()
    vector = np.random.default_rng(int.from_bytes(digest[:16], "big")).standard_normal(d_model)
    vector.flags.writeable = False
    return vector
