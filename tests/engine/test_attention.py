"""Attention against plain loops, and the law that a shuffle without positions only permutes."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from one_layer import attend
from rounding import U, gamma

from posenc_gui.engine.attention import scores, softmax
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoding import Table
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.heads import Projections, projections
from posenc_gui.engine.order_effects import Tokens, compare
from posenc_gui.engine.orders import check_order, realigned
from posenc_gui.engine.rounding_bounds import Levels
from posenc_gui.engine.rows import Stored
from posenc_gui.engine.tokens import embed

Floats = NDArray[np.float64]
WORDS = ("a", "dog", "chases", "a", "cat")
HEADS = [Attention("content", 1), Attention("content", 4), Attention("random", 1), Attention("random", 2, head_seed=7)]


def plain_heads(tokens: list[list[float]], matrices: Floats | None, heads: int) -> list[list[list[float]]]:
    """Per head, per token: its slice of the token, or its matrix times the token."""
    width = len(tokens[0]) // heads
    if matrices is None:
        return [[token[head * width : (head + 1) * width] for token in tokens] for head in range(heads)]
    return [
        [
            [math.fsum(x * m for x, m in zip(token, column, strict=True)) for column in matrix.T.tolist()]
            for token in tokens
        ]
        for matrix in matrices
    ]


def plain_attention(tokens: list[list[float]], made: Projections) -> tuple[Floats, Floats, Floats]:
    """Scores, weights and outputs by loops."""
    queries, keys, values = (plain_heads(tokens, m, made.heads) for m in (made.query, made.key, made.value))
    all_scores, all_weights = [], []
    outputs: list[list[float]] = [[] for _ in tokens]
    for q, k, v in zip(queries, keys, values, strict=True):
        head_scores = [[math.fsum(a * b for a, b in zip(x, y, strict=True)) / math.sqrt(len(x)) for y in k] for x in q]
        head_weights = []
        for place, row in enumerate(head_scores):
            raised = [math.exp(score - max(row)) for score in row]
            head_weights.append([number / math.fsum(raised) for number in raised])
            outputs[place] += [
                math.fsum(w * x[dim] for w, x in zip(head_weights[-1], v, strict=True)) for dim in range(len(v[0]))
            ]
        all_scores.append(head_scores)
        all_weights.append(head_weights)
    return np.array(all_scores), np.array(all_weights), np.array(outputs)


@pytest.mark.parametrize("attention", HEADS, ids=str)
@pytest.mark.parametrize("placed", [False, True], ids=["without", "with"])
def test_attention_is_what_plain_loops_give(attention: Attention, placed: bool) -> None:
    tokens, made = embed(WORDS, 8, seed=1), projections(attention, 8)
    position = Table(Stored(np.random.default_rng(2).uniform(-1, 1, (5, 8))), 5) if placed else None
    fed = tokens + position.values if position else tokens
    plain_scores, plain_weights, plain_outputs = plain_attention(fed.tolist(), made)
    found = attend(tokens, position, made)
    np.testing.assert_allclose(found.scores, plain_scores, rtol=0, atol=1e-13)
    np.testing.assert_allclose(found.weights, plain_weights, rtol=0, atol=1e-13)
    np.testing.assert_allclose(found.outputs, plain_outputs, rtol=0, atol=1e-13)
    np.testing.assert_allclose(found.pooled, plain_outputs.mean(axis=0), rtol=0, atol=1e-13)
    np.testing.assert_array_equal(scores(tokens, position, made), found.scores)


def test_content_scores_are_scaled_by_the_root_of_the_head_width() -> None:
    tokens = np.array([[1.0, 2.0, 3.0, 4.0], [0.0, 1.0, 0.0, -1.0]])
    np.testing.assert_allclose(scores(tokens, None, Projections(1))[0], [[15, -1], [-1, 1]])
    np.testing.assert_allclose(scores(tokens, None, Projections(2))[1] * math.sqrt(2), [[25, -4], [-4, 1]])


matrices = st.integers(1, 6).flatmap(
    lambda n: st.lists(st.lists(st.floats(-1e4, 1e4), min_size=n, max_size=n), min_size=1, max_size=5)
)


@given(matrices)
def test_weights_of_a_query_are_positive_or_zero_and_sum_to_one(rows: list[list[float]]) -> None:
    weights = softmax(np.array(rows))
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=0, atol=2 * gamma(len(rows[0]) + 1))


@given(st.permutations(range(6)), st.integers(0, 99))
def test_realigned_brings_every_score_back_to_its_words(order: list[int], seed: int) -> None:
    matrix = np.random.default_rng(seed).standard_normal((2, 6, 6))
    back = realigned(matrix[:, order][:, :, order], tuple(order))
    np.testing.assert_array_equal(back, matrix)


@given(st.integers(1, 12), st.sampled_from(HEADS), st.integers(0, 2**31 - 1), st.data())
def test_shuffle_without_positions_only_permutes(
    count: int, attention: Attention, seed: int, data: st.DataObject
) -> None:
    """Scores, outputs and their mean belong to the words, whatever the order: to rounding.

    Each score is a sum of products of d_model + d_model + d_k factors' terms and a division, so it is computed to
    γ(2 d_model + d_k + 2) of the same sum over absolute values, S; two orders differ by twice that, D. A difference of
    D in all scores of a row changes its weights by a factor within exp(±2 D); subtracting the maximum, exp, sum and
    division round by R = 2 u · max|s| + γ(n + 12) more on either side. Outputs are sums over n tokens of weights times
    values, which themselves are computed to γ(d_model); their mean sums n of them.
    """
    d = 8
    order = tuple(data.draw(st.permutations(range(count))))
    tokens, made = embed(tuple(f"word{n}" for n in range(count)), d, seed), projections(attention, d)
    effect = compare("without", Tokens(tokens, order), None, attention, 0)
    original, shuffled = effect.original, effect.shuffled
    assert original.scores is not None
    assert shuffled.scores is not None
    assert original.weights is not None
    assert original.outputs is not None
    assert shuffled.outputs is not None
    queries, keys, values = (absolute(tokens, m, made.heads) for m in (made.query, made.key, made.value))
    d_k = d // made.heads
    score_bound = 2 * gamma(2 * d + d_k + 2) * queries @ keys.transpose(0, 2, 1) / math.sqrt(d_k)
    difference = np.abs(realigned(shuffled.scores, order) - original.scores)
    assert (difference <= score_bound).all()
    assert effect.effect.changes.scores == difference.max()

    rounding = 2 * U * 2 * np.abs(original.scores).max() + gamma(count + 12)
    weight_change = math.expm1(2 * float(score_bound.max()) + 2 * rounding)
    relative = weight_change + 2 * gamma(count + d + 2)
    output_bound = np.concatenate(relative * original.weights @ values, axis=-1)
    outputs = shuffled.outputs[np.argsort(order)]
    assert (np.abs(outputs - original.outputs) <= output_bound).all()
    pooled_bound = output_bound.mean(axis=0) + 2 * gamma(count + 1) * np.abs(original.outputs).mean(axis=0)
    assert (np.abs(shuffled.pooled - original.pooled) <= pooled_bound).all()
    assert effect.effect.changes.pooled == np.abs(shuffled.pooled - original.pooled).max()


def absolute(tokens: Floats, matrices: Floats | None, heads: int) -> Floats:
    """What queries, keys or values would be if every term had the same sign: (heads, n, d_k)."""
    if matrices is not None:
        return np.asarray(np.abs(tokens) @ np.abs(matrices))
    return np.abs(tokens).reshape(len(tokens), heads, -1).transpose(1, 0, 2)


def test_shuffle_with_positions_changes_scores_and_pooled_vector() -> None:
    tokens = embed(WORDS, 16, seed=0)
    position = Table(Stored(np.sin(np.multiply.outer(np.arange(5), np.arange(16) + 1.0))), 5)
    effect = compare("with", Tokens(tokens, (4, 1, 2, 3, 0)), position, Attention(), 0).effect
    assert effect.changes.scores > 0.1
    assert effect.changes.pooled > 0.01


def test_the_order_of_the_sentence_changes_nothing_at_all() -> None:
    tokens = embed(WORDS, 16, seed=0)
    effect = compare("without", Tokens(tokens, tuple(range(5))), None, Attention(), 0).effect
    assert effect.changes == Levels(0, 0, 0, 0)


def test_random_projections_follow_their_seed_and_keep_the_variance() -> None:
    first, again, other = (projections(Attention("random", 2, seed), 64) for seed in (1, 1, 2))
    assert first.query is not None
    assert first.key is not None
    assert other.query is not None
    np.testing.assert_array_equal(first.query, again.query)
    assert not np.array_equal(first.query, other.query)
    assert not np.array_equal(first.query, first.key)
    assert first.query.shape == (2, 64, 32)
    assert first.query.var() * 64 == pytest.approx(1, rel=0.1)


def test_heads_must_divide_the_width() -> None:
    with pytest.raises(UserError, match=r"heads is 5, but must divide d_model 12: one of 1, 2, 3, 4, 6, 12$"):
        projections(Attention(heads=5), 12)


@pytest.mark.parametrize(
    ("order", "shown"),
    [((0, 0, 1), "0,0,1"), ((1, 2, 3), "1,2,3"), ((0, 1), "0,1"), ((), "empty"), ((0, 1, -1), "0,1,-1")],
)
def test_an_order_that_is_no_permutation_is_refused(order: tuple[int, ...], shown: str) -> None:
    with pytest.raises(UserError, match=f"order is {shown}, but must name each of 0 to 2 once"):
        check_order(order, 3)


def test_a_long_wrong_order_is_cut_in_the_message() -> None:
    with pytest.raises(UserError, match=r"order is 0,1,2.*,19,…, but") as caught:
        check_order(tuple(range(500)), 3)
    assert "20" not in str(caught.value)
