"""Masks, padding, scales, layers and number formats, against plain loops."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from posenc_gui.engine import encodings
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoding import Yield
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.layers import run
from posenc_gui.engine.masks import visible
from posenc_gui.engine.position_ids import places_of
from posenc_gui.engine.rounding import BFLOAT16
from posenc_gui.engine.stack import stack
from posenc_gui.engine.tokens import embed

Floats = NDArray[np.float64]
WORDS = ("a", "dog", "chases", "a", "cat")
D_MODEL = 8


def position_of(encoding: str, attention: Attention, count: int = len(WORDS)) -> Yield:
    definition = encodings.by_key(encoding)
    found: Yield = definition.evaluate(definition.params(), Grid(count + attention.padding, D_MODEL), attention.heads)
    return found


def plain_layer(tokens: Floats, mask: str, padding: int, heads: int) -> tuple[Floats, Floats]:
    """Weights and outputs of content heads, number by number."""
    count, width = len(tokens), D_MODEL // heads
    weights, outputs = np.zeros((heads, count, count)), np.zeros((count, D_MODEL))
    for head in range(heads):
        part = tokens[:, head * width : (head + 1) * width]
        for query in range(count):
            keys = [
                key
                for key in range(count)
                if key == query
                or mask == "none"
                or (mask == "padding" and key >= padding)
                or (mask == "causal" and padding <= key <= query)
            ]
            raised = {key: math.exp(float(part[query] @ part[key]) / math.sqrt(width)) for key in keys}
            for key, number in raised.items():
                weights[head, query, key] = number / math.fsum(raised.values())
                outputs[query, head * width : (head + 1) * width] += weights[head, query, key] * part[key]
    return weights, outputs


def plain_norm(total: Floats) -> Floats:
    """Layer norm, token by token."""
    rows = []
    for row in total.tolist():
        mean = math.fsum(row) / len(row)
        variance = math.fsum((number - mean) ** 2 for number in row) / len(row)
        rows.append([(number - mean) / math.sqrt(variance + 1e-5) for number in row])
    return np.array(rows)


@pytest.mark.parametrize("heads", [1, 2])
@pytest.mark.parametrize("padding", [0, 2])
@pytest.mark.parametrize("mask", ["none", "causal", "padding"])
@pytest.mark.parametrize("layers", [1, 2, 3, 4])
def test_layers_are_what_plain_loops_give(layers: int, mask: str, padding: int, heads: int) -> None:
    attention = Attention("content", heads, mask=mask, layers=layers, padding=padding, embedding_seed=1)
    tokens = embed(("",) * padding + WORDS, D_MODEL, 1)
    position = position_of("sinusoidal", attention)
    found = run(tokens[padding:], stack(attention, D_MODEL, len(WORDS), position)).last.attended
    stream = tokens + encodings_table(position)
    for layer in range(layers):
        weights, outputs = plain_layer(stream, mask, padding, heads)
        if layer < layers - 1:
            stream = plain_norm(stream + outputs)
    np.testing.assert_allclose(found.weights, weights, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.outputs, outputs, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.pooled, outputs[padding:].mean(axis=0), rtol=0, atol=1e-12)


def encodings_table(position: Yield) -> Floats:
    values: Floats = position.values  # type: ignore[union-attr]
    return values


@pytest.mark.parametrize("mask", ["none", "causal", "padding"])
def test_a_query_sees_itself_and_what_the_mask_leaves(mask: str) -> None:
    for padding in (0, 1, 3):
        seen = visible(mask, 6, padding)
        expected = [
            [
                key == query
                or mask == "none"
                or (mask == "padding" and key >= padding)
                or (mask == "causal" and padding <= key <= query)
                for key in range(6)
            ]
            for query in range(6)
        ]
        np.testing.assert_array_equal(np.ones((6, 6), dtype=bool) if seen is None else seen, expected)


def test_position_ids_with_padding() -> None:
    assert places_of(3, 2, 0, count_padding=True).tolist() == [0, 1, 2, 3, 4]
    assert places_of(3, 2, 0, count_padding=False).tolist() == [0, 0, 0, 1, 2]
    assert places_of(3, 2, 10, count_padding=True).tolist() == [10, 11, 12, 13, 14]
    assert places_of(3, 0, 7, count_padding=False).tolist() == [7, 8, 9]


@pytest.mark.parametrize("encoding", [item.key for item in encodings.ENCODINGS])
def test_hidden_padding_that_takes_no_ids_changes_nothing(encoding: str) -> None:
    """Rounding apart: sums run over other blocks. `normalized` divides by the number of places, padding included."""
    if encoding == "normalized":
        pytest.skip("a position as a share of the length has another value with padding")
    tokens = embed(WORDS, D_MODEL, 0)
    bare, padded = (Attention(mask="padding", padding=padding, count_padding=False, layers=2) for padding in (0, 3))
    first, second = (
        run(tokens, stack(attention, D_MODEL, len(WORDS), position_of(encoding, attention))).last.attended
        for attention in (bare, padded)
    )
    np.testing.assert_allclose(second.outputs[3:], first.outputs, rtol=0, atol=1e-12)
    np.testing.assert_allclose(second.pooled, first.pooled, rtol=0, atol=1e-12)


@pytest.mark.parametrize("encoding", ["rope", "alibi", "t5", "shaw", "transformer_xl"])
def test_relative_encodings_do_not_mind_where_ids_begin(encoding: str) -> None:
    tokens = embed(WORDS, D_MODEL, 0)
    first, second = (
        run(tokens, stack(attention, D_MODEL, len(WORDS), position_of(encoding, attention))).last.attended
        for attention in (Attention(), Attention(first_id=1000))
    )
    np.testing.assert_allclose(second.scores, first.scores, rtol=0, atol=1e-10)


@pytest.mark.parametrize("encoding", ["index", "binary", "sinusoidal", "learned"])
def test_absolute_encodings_do(encoding: str) -> None:
    tokens = embed(WORDS, D_MODEL, 0)
    first, second = (
        run(tokens, stack(attention, D_MODEL, len(WORDS), position_of(encoding, attention))).last.attended
        for attention in (Attention(), Attention(first_id=5))
    )
    assert np.abs(second.scores - first.scores).max() > 1e-3


def test_scales_act_on_tokens_and_positions() -> None:
    tokens = embed(WORDS, D_MODEL, 0)
    attention = Attention(token_scale="free", free_scale=0.5, position_scale=3.0)
    position = position_of("sinusoidal", attention)
    found = run(tokens, stack(attention, D_MODEL, len(WORDS), position)).last.read
    np.testing.assert_allclose(found, 0.5 * tokens + 3 * encodings_table(position), rtol=0, atol=1e-14)
    root = run(tokens, stack(Attention(token_scale="sqrt_d"), D_MODEL, len(WORDS), None)).last.read
    np.testing.assert_allclose(root, math.sqrt(D_MODEL) * tokens, rtol=0, atol=1e-14)


def test_a_bias_and_relative_vectors_are_scaled_and_a_rotation_is_not() -> None:
    tokens = embed(WORDS, D_MODEL, 0)

    def scores(encoding: str, scale: float) -> Floats:
        attention = Attention(position_scale=scale)
        made = stack(attention, D_MODEL, len(WORDS), position_of(encoding, attention))
        return run(tokens, made).last.attended.scores

    for encoding in ("alibi", "t5", "shaw"):
        none, one, two = (scores(encoding, scale) for scale in (0.0, 1.0, 2.0))
        np.testing.assert_allclose(two - none, 2 * (one - none), rtol=0, atol=1e-12)
        assert np.abs(one - none).max() > 0.01
    np.testing.assert_array_equal(scores("rope", 5.0), scores("rope", 1.0))


@pytest.mark.parametrize("encoding", [item.key for item in encodings.ENCODINGS])
def test_all_results_in_bfloat16_are_numbers_of_bfloat16(encoding: str) -> None:
    attention = Attention("random", 2, dtype="bfloat16", layers=2, mask="causal")
    done = run(embed(WORDS, D_MODEL, 0), stack(attention, D_MODEL, len(WORDS), position_of(encoding, attention)))
    found = done.last.attended
    for values in (done.last.stream, done.last.read, found.scores, found.weights, found.outputs, found.pooled):
        np.testing.assert_array_equal(BFLOAT16.rounded(values), values)


def test_bfloat16_rounds_after_each_operation() -> None:
    """One score by hand: the embeddings, the factor, the scaled query and the product are rounded, each once."""
    tokens, rounded = embed(WORDS, D_MODEL, 0), BFLOAT16.rounded
    found = run(tokens, stack(Attention(dtype="bfloat16"), D_MODEL, len(WORDS), None)).last.attended.scores
    small = rounded(tokens)
    query = rounded(small[1] * rounded(np.array(1 / math.sqrt(D_MODEL))))
    assert found[0, 1, 4] == rounded(np.array(math.fsum(query * small[4])))


def test_a_softmax_of_many_tokens_is_that_of_few_rows_at_a_time() -> None:
    """2,000 tokens stay possible: the working arrays are small, and the result is the same."""
    words = tuple(f"w{n}" for n in range(700))
    found = run(embed(words, D_MODEL, 0), stack(Attention(mask="causal"), D_MODEL, 700, None)).last.attended
    row = np.exp(found.scores[0, 650, :651] - found.scores[0, 650, :651].max())
    np.testing.assert_allclose(found.weights[0, 650, :651], row / row.sum(), rtol=1e-12, atol=0)
    assert (found.weights[0, 650, 651:] == 0).all()
