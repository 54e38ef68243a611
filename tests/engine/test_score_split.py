"""The parts of a score: against plain loops, and the law that they add up to what attention computes."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.engine import attention, encodings
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Floats, Table
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.heads import Projections, projections
from posenc_gui.engine.params import Record
from posenc_gui.engine.score_split import PARTS, split_scores
from posenc_gui.engine.similarity import gamma
from posenc_gui.engine.tokens import embed

WIDTH = 8
HEADS = [Attention("content", 1), Attention("content", 4), Attention("random", 1), Attention("random", 2, head_seed=7)]


def table(key: str, length: int, params: Record | None = None) -> Table:
    """What an added encoding yields."""
    yielded = Encoded(key, params or encodings.by_key(key).params(), Grid(length, WIDTH)).evaluate()
    assert isinstance(yielded, Table)
    return yielded


def magnitudes(vectors: Floats, matrices: Floats | None, heads: int) -> Floats:
    """What queries or keys would be if every term had the same sign: (heads, n, d_k)."""
    if matrices is not None:
        return np.asarray(vectors @ np.abs(matrices))
    return vectors.reshape(len(vectors), heads, -1).transpose(1, 0, 2)


@given(
    st.integers(1, 12),
    st.sampled_from(HEADS),
    st.sampled_from(["index", "normalized", "binary", "sinusoidal", "learned"]),
    st.integers(0, 99),
)
def test_four_parts_add_up_to_the_score(count: int, heads: Attention, key: str, seed: int) -> None:
    """To rounding: both ways sum the same products, with at most so many roundings on the way of each.

    The score adds two vectors, projects both sides, divides and multiplies them; the parts do not add vectors, and add
    four products instead.
    """
    tokens, made = embed(tuple(f"word{n}" for n in range(count)), WIDTH, seed), projections(heads, WIDTH)
    position = table(key, count)
    found = split_scores(tokens, position, made)
    scores = attention.scores(tokens, position, made)
    d_k = WIDTH // made.heads
    size = np.abs(tokens) + np.abs(position.values)
    absolute = magnitudes(size, made.query, made.heads) @ magnitudes(size, made.key, made.heads).transpose(0, 2, 1)
    bound = 2 * gamma(2 * WIDTH + d_k + 6) * absolute / math.sqrt(d_k)
    assert (np.abs(found.total - scores) <= bound).all()
    added = sum(found.part(name) for name in PARTS)
    assert (np.abs(found.total - added) <= bound).all()


@pytest.mark.parametrize("heads", [1, 2])
def test_parts_are_what_plain_loops_give(heads: int) -> None:
    tokens, position = embed(("a", "b", "c"), WIDTH, 0), table("sinusoidal", 3)
    found = split_scores(tokens, position, Projections(heads))
    width = WIDTH // heads
    for name in PARTS:
        first, second = (tokens if kind == "token" else position.values for kind in name.split("_"))
        for head in range(heads):
            channels = slice(head * width, (head + 1) * width)
            for query, x in enumerate(first[:, channels].tolist()):
                for key, y in enumerate(second[:, channels].tolist()):
                    expected = math.fsum(a * b for a, b in zip(x, y, strict=True)) / math.sqrt(width)
                    assert found.part(name)[head, query, key] == pytest.approx(expected, abs=1e-14)


def test_concatenated_halves_meet_only_their_own_kind() -> None:
    """As attention over [token, position] with a projection for each half has it, apart from its larger √d_k."""
    tokens, position = embed(("a", "b", "c", "d"), WIDTH, 0), table("sinusoidal", 4)
    made = projections(Attention("random", 2), WIDTH)
    assert made.query is not None
    assert made.key is not None
    side_by_side = np.concatenate([tokens, position.values], axis=1)
    blocks = [np.zeros((2, 2 * WIDTH, WIDTH)) for _ in range(2)]
    for block, half in zip(blocks, (made.query, made.key), strict=True):
        block[:, :WIDTH, : WIDTH // 2] = block[:, WIDTH:, WIDTH // 2 :] = half
    expected = attention.scores(side_by_side, None, Projections(2, blocks[0], blocks[1])) * math.sqrt(2)
    found, added = split_scores(tokens, position, made, concatenate=True), split_scores(tokens, position, made)
    np.testing.assert_allclose(found.total, expected, rtol=0, atol=1e-13)
    assert not found.token_position.any()
    assert not found.position_token.any()
    np.testing.assert_array_equal(found.token_token, added.token_token)
    np.testing.assert_array_equal(found.position_position, added.position_position)
    assert np.abs(added.token_position).max() > 0.1


def test_norms_are_mean_lengths() -> None:
    tokens = np.array([[3.0, 4.0, 0, 0, 0, 0, 0, 0], [0.0, 0, 0, 0, 0, 0, 0, 1]])
    found = split_scores(tokens, table("index", 2), Projections(1))
    assert found.norm_token == 3
    assert found.norm_position == pytest.approx(math.sqrt(8) / 2)


def test_a_table_that_ends_too_early_is_refused() -> None:
    short = table("learned", 5, LearnedParams(rows=3))
    with pytest.raises(UserError, match="position 3 does not exist"):
        split_scores(embed(tuple("abcde"), WIDTH, 0), short, Projections(1))


def test_parts_cannot_be_changed() -> None:
    found = split_scores(embed(("a", "b"), WIDTH, 0), table("sinusoidal", 2), Projections(1))
    for name in (*PARTS, "total"):
        assert not found.part(name).flags.writeable
