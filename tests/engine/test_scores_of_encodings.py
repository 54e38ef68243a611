"""Scores with every encoding: against plain loops, and at places of any order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from one_layer import attend
from plain_scores import Floats, magnitudes, plain_scores
from rounding import CELL, EPS, gamma
from strategies import encoded

from posenc_gui.engine import encodings
from posenc_gui.engine.attention import QUERY_BLOCK, scores
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Encoding, Nothing, RelativeKeys, Rotation, ScoreBias, Table, Yield
from posenc_gui.engine.encodings import learned
from posenc_gui.engine.encodings.alibi import AlibiParams
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.encodings.relative import ShawParams
from posenc_gui.engine.encodings.rope import RopeParams
from posenc_gui.engine.encodings.t5 import T5Params
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.heads import projections
from posenc_gui.engine.orders import realigned
from posenc_gui.engine.params import Record

HEADS = st.sampled_from(("content", "random"))


def embeddings(count: int, width: int, seed: int = 5) -> Floats:
    return np.random.default_rng(seed).standard_normal((count, width))


def allowed(tokens: Floats, position: Yield, attention: Attention, places: list[int]) -> Floats:
    """How far a score may be off: the roundings of its longest chain of sums, and those of sines and cosines.

    A score sums over d_model (its projections), d_model again for the other side and d_k channels, with some steps for
    positions, bias and scale. An angle itself, place times frequency, is rounded by eps / 2.
    """
    made, d = projections(attention, tokens.shape[1]), tokens.shape[1]
    roundings = gamma(2 * d + d // attention.heads + 12)
    turns = 0.0
    if isinstance(position, Rotation):
        turns = 2 * (CELL + EPS / 2 * max(places) * float(position.waves.inv_freq.max()))
    if isinstance(position, RelativeKeys):
        turns = 3 * (CELL + EPS / 2 * max(places))  # sinusoids of i, of j and of i − j, no faster than a radian each
    return (roundings + turns) * magnitudes(tokens, position, made, places)


@given(encoded(), HEADS, st.integers(0, 9))
def test_scores_are_what_plain_loops_give(encoding: Encoded, head: str, seed: int) -> None:
    attention = Attention(head, encoding.heads, seed)
    tokens, made = (
        embeddings(encoding.grid.length, encoding.grid.d_model),
        projections(attention, encoding.grid.d_model),
    )
    position, places = encoding.evaluate(), list(range(len(tokens)))
    difference = np.abs(scores(tokens, position, made) - plain_scores(tokens, position, made, places))
    assert (difference <= 2 * allowed(tokens, position, attention, places)).all()


BLOCKS = (QUERY_BLOCK - 1, QUERY_BLOCK, QUERY_BLOCK + 3, 2 * QUERY_BLOCK + 1)


@pytest.mark.parametrize("count", BLOCKS)
@pytest.mark.parametrize("clip", [1, QUERY_BLOCK - 2, QUERY_BLOCK + 1, 3 * QUERY_BLOCK])
def test_relative_keys_meet_every_query_over_block_borders(count: int, clip: int) -> None:
    encoding = Encoded("shaw", ShawParams(clip=clip), Grid(count, 6), 3)
    tokens, made = embeddings(count, 6), projections(Attention(heads=3), 6)
    position, places = encoding.evaluate(), list(range(count))
    difference = np.abs(scores(tokens, position, made) - plain_scores(tokens, position, made, places))
    assert (difference <= 2 * allowed(tokens, position, Attention(heads=3), places)).all()


@given(encoded(), HEADS, st.data())
def test_shuffled_tokens_at_their_own_old_positions_have_their_old_scores(
    encoding: Encoded, head: str, data: st.DataObject
) -> None:
    count = encoding.grid.length
    order = tuple(data.draw(st.permutations(range(count))))
    attention = Attention(head, encoding.heads)
    tokens, made = embeddings(count, encoding.grid.d_model), projections(attention, encoding.grid.d_model)
    position, places = encoding.evaluate(), list(range(count))
    moved = scores(tokens[list(order)], position, made, places=np.array(order))
    difference = np.abs(realigned(moved, order) - scores(tokens, position, made))
    assert (difference <= 2 * allowed(tokens, position, attention, places)).all()


@pytest.mark.parametrize("encoding", encodings.ENCODINGS, ids=lambda encoding: encoding.key)
def test_a_shuffle_at_new_positions_changes_scores_with_all_but_none(encoding: Encoding[Record]) -> None:
    tokens, made = embeddings(5, 16), projections(Attention(heads=2), 16)
    position = encoding.evaluate(encoding.params(), Grid(5, 16), 2)
    order = (4, 1, 2, 3, 0)
    change = np.abs(
        realigned(scores(tokens[list(order)], position, made), order) - scores(tokens, position, made)
    ).max()
    assert (change < 1e-14) if encoding.key == "none" else (change > 1e-3)


KINDS = {
    "none": Nothing,
    "index": Table,
    "normalized": Table,
    "binary": Table,
    "sinusoidal": Table,
    "learned": Table,
    "shaw": RelativeKeys,
    "t5": ScoreBias,
    "alibi": ScoreBias,
    "rope": Rotation,
    "transformer_xl": RelativeKeys,
}


def test_encodings_stand_in_teaching_order_and_act_where_they_belong() -> None:
    yielded = {
        encoding.key: type(encoding.evaluate(encoding.params(), Grid(6, 8), 2)) for encoding in encodings.ENCODINGS
    }
    assert list(yielded.items()) == list(KINDS.items())


@pytest.mark.parametrize(
    ("encoding", "kind"),
    [
        (Encoded("rope", RopeParams(), Grid(6, 8), 2), "turns q and k, never v"),
        (Encoded("alibi", AlibiParams(), Grid(6, 8), 2), "a bias"),
        (Encoded("t5", T5Params(), Grid(6, 8), 2), "a bias"),
        (Encoded("shaw", ShawParams(), Grid(6, 8), 2), "keys"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.encoding,
)
def test_values_are_the_embeddings_wherever_positions_act_on_scores(encoding: Encoded, kind: str) -> None:
    tokens, made = embeddings(6, 8), projections(Attention(heads=2), 8)
    found = attend(tokens, encoding.evaluate(), made)
    plain = np.concatenate([found.weights[head] @ tokens[:, 4 * head : 4 * head + 4] for head in (0, 1)], axis=1)
    np.testing.assert_allclose(found.outputs, plain, rtol=0, atol=gamma(8) * np.abs(tokens).max() * 6)


def test_attention_past_the_end_of_a_table_says_so() -> None:
    table = learned.evaluate(LearnedParams(rows=5), Grid(9, 8))
    made = projections(Attention(), 8)
    with pytest.raises(UserError) as caught:
        attend(embeddings(9, 8), table, made)
    assert str(caught.value) == (
        "position 5 does not exist: the table ends before it, but there are 9 tokens: "
        "shorten the sentence or give the table more rows"
    )
    with pytest.raises(UserError, match="position 7 does not exist"):
        scores(embeddings(2, 8), table, made, places=np.array([4, 7]))
    assert attend(embeddings(5, 8), table, made).scores.shape == (1, 5, 5)
