"""Which systems know the order: what theory says, and what the program measures, for every setting."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.engine import encodings
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.order_effects import SYSTEMS, Effect, Tokens, compare
from posenc_gui.engine.order_theory import Expected, Setting, expected
from posenc_gui.engine.orders import Order
from posenc_gui.engine.recurrent import MEMORY, WIDTH, cell, states
from posenc_gui.engine.rounding import FLOAT64
from posenc_gui.engine.tokens import embed

WORDS = ("the", "old", "dog", "sees", "a", "small", "black", "cat")
ORDER = (3, 0, 6, 1, 7, 2, 5, 4)
REVERSED = tuple(range(len(WORDS) - 1, -1, -1))
D_MODEL, HEADS, OFFSET = 16, 2, 1

CLEARLY = 2
"""Where order shows, the change is at least so many times the level; see `STRENGTHS`."""

STRENGTHS = {"index": {"position_scale": 0.2, "sharpness": 0.3}}
USUAL = {"position_scale": 1.5, "sharpness": 2.0}
"""Scales at which what order changes stands above the rounding of bfloat16, and no softmax is saturated: the index
grows so fast that each query would look at the last position alone, whatever the order.
"""

KEYS = [item.key for item in encodings.ENCODINGS]
HEAD_KINDS = ("content", "random", "offset", "previous", "first")
DTYPES = ("float64", "float32", "bfloat16")


def attention_of(encoding: str, **settings: object) -> Attention:
    values = {
        "heads": HEADS,
        "padding": 2 if settings.get("mask") == "padding" else 0,
        "token_scale": "free",
        "free_scale": 0.5,
        **STRENGTHS.get(encoding, USUAL),
        **settings,
    }
    return Attention(**values)  # type: ignore[arg-type]


def measured(system: str, encoding: str, attention: Attention, order: Order = ORDER) -> Effect:
    """The effect of the order; a learned table is as large as the embeddings here, and so not lost in bfloat16."""
    definition = encodings.by_key(encoding)
    params = definition.params(std=1.0) if encoding == "learned" else definition.params()
    position = definition.evaluate(params, Grid(len(WORDS) + attention.padding, D_MODEL), attention.heads)
    tokens = Tokens(embed(WORDS, D_MODEL, 0), order)
    return compare(system, tokens, position, attention, OFFSET).effect


def setting_of(encoding: str, attention: Attention, order: Order = ORDER) -> Setting:
    return Setting(encoding, attention, order, OFFSET, symmetric=encoding == "alibi")


def assert_agrees(effect: Effect, theory: Expected, told: str) -> None:
    claims = {"pooled": theory.pooled_invariant, "outputs": theory.outputs_equivariant}
    for quantity, invariant in claims.items():
        change, level = getattr(effect.changes, quantity), getattr(effect.levels, quantity)
        if invariant is None:
            assert math.isnan(change)
            assert math.isnan(level)
        elif invariant:
            assert change <= level, f"{told}: {quantity}"
            assert not effect.seen(quantity)
        else:
            assert change > CLEARLY * level, f"{told}: {quantity}"
            assert effect.order_is_seen


@pytest.mark.parametrize("head", HEAD_KINDS)
@pytest.mark.parametrize("mask", ["none", "causal", "padding"])
@pytest.mark.parametrize("encoding", KEYS)
def test_measured_numbers_agree_with_theory(encoding: str, mask: str, head: str) -> None:
    """For every encoding, mask, head, number of layers and number format."""
    for layers, dtype in itertools.product((1, 2, 3, 4), DTYPES):
        attention = attention_of(encoding, mask=mask, head=head, layers=layers, dtype=dtype)
        theory = expected("with", setting_of(encoding, attention))
        assert_agrees(measured("with", encoding, attention), theory, f"{layers} layers, {dtype}")


@pytest.mark.parametrize("system", ["without", "causal", "bag", "recurrent"])
@pytest.mark.parametrize("mask", ["none", "causal", "padding"])
@pytest.mark.parametrize("head", HEAD_KINDS)
def test_the_other_systems_agree_with_theory(system: str, mask: str, head: str) -> None:
    for layers, dtype in itertools.product((1, 2, 3, 4), DTYPES):
        attention = attention_of("none", mask=mask, head=head, layers=layers, dtype=dtype)
        theory = expected(system, setting_of("none", attention))
        assert_agrees(measured(system, "none", attention), theory, f"{layers} layers, {dtype}")


def test_the_table_of_theory_in_short() -> None:
    """The lesson: attention alone cannot know order; positions and masks bring it in; a mean never has it."""
    plain, causal = Attention(), Attention(mask="causal")
    for encoding in KEYS:
        said = [expected(system, setting_of(encoding, plain)).pooled_invariant for system in SYSTEMS]
        assert said == [True, encoding == "none", False, True, False]
        assert not expected("without", setting_of(encoding, causal)).pooled_invariant


@pytest.mark.parametrize("layers", [1, 3])
@pytest.mark.parametrize("padding", [0, 2])
@pytest.mark.parametrize("mask", ["none", "padding", "causal"])
def test_a_symmetric_bias_does_not_notice_a_reversal(mask: str, padding: int, layers: int) -> None:
    attention = attention_of("alibi", mask=mask, padding=padding, layers=layers)
    theory = expected("with", setting_of("alibi", attention, REVERSED))
    assert theory.pooled_invariant == (mask == "padding" or (mask == "none" and padding == 0))
    assert_agrees(measured("with", "alibi", attention, REVERSED), theory, "reversed")


def test_a_causal_mask_lets_order_leak_through_the_weights_and_not_the_scores() -> None:
    effect = measured("causal", "none", attention_of("none"))
    assert not effect.seen("scores")
    assert effect.seen("weights")
    assert effect.seen("outputs")
    assert effect.seen("pooled")


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_order_of_the_sentence_changes_nothing(system: str) -> None:
    effect = measured(system, "sinusoidal", attention_of("sinusoidal"), tuple(range(len(WORDS))))
    for quantity in ("scores", "weights", "outputs", "pooled"):
        change = getattr(effect.changes, quantity)
        assert change == 0 or math.isnan(change)
    assert not effect.order_is_seen


settings = st.builds(
    Attention,
    head=st.sampled_from(HEAD_KINDS),
    heads=st.sampled_from([1, 2, 4]),
    head_seed=st.integers(0, 2**31 - 1),
    embedding_seed=st.integers(0, 2**31 - 1),
    mask=st.sampled_from(["none", "padding"]),
    layers=st.integers(1, 4),
    dtype=st.sampled_from(DTYPES),
    content=st.sampled_from([0.0, 1.0]),
    padding=st.integers(0, 2),
)


@given(settings, st.integers(2, 12).flatmap(lambda count: st.permutations(range(count))))
def test_rounding_alone_stays_within_its_level(attention: Attention, order: list[int]) -> None:
    """For random words, orders, seeds and sizes: without positions no change is above the derived level."""
    words = tuple(f"word{n}" for n in range(len(order)))
    tokens = Tokens(embed(words, 8, attention.embedding_seed), tuple(order))
    for system in ("without", "bag"):
        effect = compare(system, tokens, None, attention, 1).effect
        assert not effect.order_is_seen, effect


@pytest.mark.parametrize("dtype", DTYPES)
def test_the_level_is_of_the_size_of_the_format(dtype: str) -> None:
    """For one layer the level is that of the derivation, a few hundred roundings of the largest number at most."""
    effect = measured("without", "none", attention_of("none", dtype=dtype))
    unit = {"float64": 2.0**-53, "float32": 2.0**-24, "bfloat16": 2.0**-8}[dtype]
    size = 0.25 * D_MODEL * 3  # a score of the largest embedding with itself, and some room
    assert 0 < effect.levels.scores <= 300 * unit * size
    assert effect.levels.largest == max(
        effect.levels.scores, effect.levels.weights, effect.levels.outputs, effect.levels.pooled
    )


def test_a_bag_has_one_vector_and_a_network_a_state_per_token() -> None:
    tokens = Tokens(embed(WORDS, D_MODEL, 0), ORDER)
    bag = compare("bag", tokens, None, Attention(), 0)
    assert (bag.original.scores, bag.original.weights, bag.original.outputs) == (None, None, None)
    np.testing.assert_allclose(bag.original.pooled, tokens.embeddings.mean(axis=0), rtol=0, atol=1e-15)
    network = compare("recurrent", tokens, None, Attention(), 0)
    assert network.original.outputs is not None
    assert network.original.outputs.shape == (len(WORDS), WIDTH)
    np.testing.assert_array_equal(network.original.pooled, network.original.outputs[-1])


def test_the_recurrent_network_is_what_plain_loops_give() -> None:
    tokens, weights = embed(WORDS, D_MODEL, 0), cell(D_MODEL, seed=3)
    state = [0.0] * WIDTH
    for place, token in enumerate(tokens):
        state = [
            math.tanh(
                math.fsum(token[i] * weights.inputs[i, j] for i in range(D_MODEL))
                + math.fsum(state[i] * weights.state[i, j] for i in range(WIDTH))
            )
            for j in range(WIDTH)
        ]
        np.testing.assert_allclose(states(tokens, weights, FLOAT64)[place], state, rtol=0, atol=1e-13)
    np.testing.assert_allclose(weights.state @ weights.state.T, MEMORY**2 * np.eye(WIDTH), rtol=0, atol=1e-14)
