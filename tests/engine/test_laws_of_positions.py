"""What holds for every setting of an encoding, to bounds that are derived from the roundings on the way."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_scores import Floats
from rounding import EPS, U, gamma
from strategies import encoded

from posenc_gui.engine.attention import scores, softmax, turned
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import RelativeKeys, Rotation, ScoreBias
from posenc_gui.engine.encodings import alibi, relative, rope, t5
from posenc_gui.engine.encodings.rope import RopeParams
from posenc_gui.engine.heads import Projections, projections

PLACES = st.integers(0, 2**20)
SEEDS = st.integers(0, 999)


def pair_norms(vectors: Floats, rotation: Rotation) -> Floats:
    """(heads, n, pairs) length of each turned pair."""
    width = rotation.waves.width
    if rotation.pairing == "half":
        return np.hypot(vectors[..., : width // 2], vectors[..., width // 2 : width])
    return np.hypot(vectors[..., 0:width:2], vectors[..., 1:width:2])


def rope_bound(split: Floats, rotation: Rotation, places: list[int]) -> Floats:
    """(heads,) how far the score of token 0 with token 1 may be off.

    An angle p · w is rounded by U of itself, which moves a pair of length r by r · U · p · w. Sine and cosine are off
    by 4 eps at most, and two products and their sum by 2 U each: 10 eps · r in all. A product of two pairs is off by as
    much for either, times the other's length. The sum over d_k channels and the scale add γ(d_k + 2) of all terms.
    """
    d_k = split.shape[-1]
    norms = pair_norms(split, rotation)
    products, rest = norms[:, 0] * norms[:, 1], np.abs(split[:, 0] * split[:, 1])[:, rotation.waves.width :]
    angles = U * rotation.waves.inv_freq * (places[0] + places[1]) + 20 * EPS
    terms = (products * (angles + gamma(d_k + 2))).sum(axis=-1) + gamma(d_k + 2) * rest.sum(axis=-1)
    return np.asarray(1.01 * terms / np.sqrt(d_k))


@given(encoded(("rope",)), PLACES, PLACES, st.integers(0, 2**20), SEEDS)
def test_rope_scores_depend_on_the_distance_alone(encoding: Encoded, m: int, n: int, shift: int, seed: int) -> None:
    rotation = encoding.evaluate()
    assert isinstance(rotation, Rotation)
    tokens = np.random.default_rng(seed).standard_normal((2, encoding.grid.d_model))
    split = tokens.reshape(2, encoding.heads, -1).transpose(1, 0, 2)
    places = [[m, n], [m + shift, n + shift]]
    here, there = (
        scores(tokens, rotation, Projections(encoding.heads), places=np.array(two))[:, 0, 1] for two in places
    )
    bound = sum(rope_bound(split, rotation, two) for two in places)
    assert (np.abs(here - there) <= bound).all()


@given(encoded(("rope",)), SEEDS)
def test_halves_and_interleaved_agree_on_permuted_channels(encoding: Encoded, seed: int) -> None:
    params = encoding.params
    assert isinstance(params, RopeParams)
    half, interleaved = (
        rope.evaluate(dataclasses.replace(params, pairing=pairing), encoding.grid, encoding.heads)
        for pairing in ("half", "interleaved")
    )
    d_k, width = encoding.grid.d_model // encoding.heads, half.waves.width
    evens_first = np.concatenate([np.arange(0, width, 2), np.arange(1, width, 2), np.arange(width, d_k)])
    vectors = np.random.default_rng(seed).standard_normal((encoding.heads, encoding.grid.length, d_k))
    one, other = turned(vectors, interleaved)[..., evens_first], turned(vectors[..., evens_first], half)
    np.testing.assert_array_equal(one, other)
    # The channels of a score are summed in another order, so it may differ by γ(d_k) of all terms either way.
    difference = np.abs(
        one @ one.transpose(0, 2, 1) - turned(vectors, interleaved) @ turned(vectors, interleaved).transpose(0, 2, 1)
    )
    assert (difference <= 2 * gamma(d_k) * np.abs(one) @ np.abs(one).transpose(0, 2, 1)).all()


@given(encoded(("rope",)), SEEDS)
def test_rope_keeps_lengths_and_the_channels_beyond_its_share(encoding: Encoded, seed: int) -> None:
    rotation = encoding.evaluate()
    assert isinstance(rotation, Rotation)
    d_k = encoding.grid.d_model // encoding.heads
    vectors = np.random.default_rng(seed).standard_normal((encoding.heads, encoding.grid.length, d_k))
    found = turned(vectors, rotation)
    np.testing.assert_array_equal(found[..., rotation.waves.width :], vectors[..., rotation.waves.width :])
    np.testing.assert_allclose(pair_norms(found, rotation), pair_norms(vectors, rotation), rtol=24 * EPS, atol=0)
    np.testing.assert_array_equal(found[:, 0], vectors[:, 0])


@given(encoded(("t5", "alibi")), st.integers(-(2**20), 2**20))
def test_biases_depend_on_the_distance_alone(encoding: Encoded, shift: int) -> None:
    bias = encoding.evaluate()
    assert isinstance(bias, ScoreBias)
    places = np.arange(encoding.grid.length)
    whole = bias.bias
    assert whole.shape == (encoding.heads, len(places), len(places))
    np.testing.assert_array_equal(bias.block(places + shift, places + shift), whole)
    for distance in range(1 - len(places), len(places)):
        assert all(len(set(np.diagonal(matrix, distance).tolist())) == 1 for matrix in whole)


@given(encoded(("alibi",)))
def test_alibi_falls_in_a_straight_line_on_the_sides_that_it_sees(encoding: Encoded) -> None:
    bias, params = encoding.evaluate(), encoding.params
    assert isinstance(bias, ScoreBias)
    assert isinstance(params, alibi.AlibiParams)
    count = encoding.grid.length
    for head, slope in enumerate(alibi.slopes(encoding.heads)):
        for i, j in np.ndindex(count, count):
            seen = abs(i - j) if params.symmetric else max(i - j, 0)
            assert bias.bias[head, i, j] == -(slope * seen)


@given(encoded(("t5",)))
def test_t5_gives_one_number_to_each_bucket(encoding: Encoded) -> None:
    bias, params = encoding.evaluate(), encoding.params
    assert isinstance(bias, ScoreBias)
    assert isinstance(params, t5.T5Params)
    places = np.arange(encoding.grid.length)
    buckets = t5.bucket(params, places[np.newaxis, :] - places[:, np.newaxis])
    numbers = t5.numbers(params, encoding.heads)
    assert buckets.min() >= 0
    assert buckets.max() < params.buckets
    np.testing.assert_array_equal(bias.bias, np.moveaxis(numbers[buckets], -1, 0))


@given(st.integers(2, 64).map(lambda half: 2 * half), st.integers(0, 400), st.booleans())
def test_t5_buckets_never_go_back_with_the_distance(buckets: int, beyond: int, bidirectional: bool) -> None:
    exact = buckets // 4 if bidirectional else buckets // 2
    params = t5.T5Params(buckets, exact + 1 + beyond, bidirectional)
    before = t5.bucket(params, -np.arange(2 * params.max_distance))
    side = buckets // 2 if bidirectional else buckets
    np.testing.assert_array_equal(before[:exact], np.arange(exact))
    assert (np.diff(before) >= 0).all()
    assert (before[params.max_distance :] == side - 1).all()
    after = t5.bucket(params, np.arange(1, 2 * params.max_distance))
    np.testing.assert_array_equal(after, before[1:] + side if bidirectional else np.zeros_like(after))


@given(encoded(("transformer_xl",)), st.sampled_from(("content", "random")), SEEDS)
def test_four_terms_add_up_to_the_score(encoding: Encoded, head: str, seed: int) -> None:
    """q·k, q·r, u·k and v·r, each by its own sum; r by its formula, sin and cos of (i − j) · w, some w per head."""
    keys, grid = encoding.evaluate(), encoding.grid
    assert isinstance(keys, RelativeKeys)
    tokens = np.random.default_rng(seed).standard_normal((grid.length, grid.d_model))
    made, d_k = projections(Attention(head, encoding.heads, seed), grid.d_model), grid.d_model // encoding.heads
    q, k = (
        tokens.reshape(grid.length, encoding.heads, d_k).transpose(1, 0, 2) if matrices is None else tokens @ matrices
        for matrices in (made.query, made.key)
    )
    places = np.arange(grid.length)
    assert isinstance(encoding.params, relative.TransformerXlParams)
    frequencies = encoding.params.base ** (-2 * np.arange(grid.d_model // 2) / grid.d_model)
    angles = (places[:, np.newaxis] - places)[..., np.newaxis] * frequencies
    angles = angles.reshape(grid.length, grid.length, encoding.heads, d_k // 2).transpose(2, 0, 1, 3)
    r = np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)
    u, v = keys.content_bias, keys.position_bias
    terms = (
        np.einsum("hid,hjd->hij", q, k),
        np.einsum("hid,hijd->hij", q, r),
        np.broadcast_to(np.einsum("hd,hjd->hj", u, k)[:, np.newaxis], (encoding.heads, grid.length, grid.length)),
        np.einsum("hd,hijd->hij", v, r),
    )
    found = scores(tokens, keys, made)
    assert all(np.ptp(term) > 0 for term in terms) or grid.length == 1
    sizes = (np.abs(q).sum(axis=-1)[:, :, np.newaxis] + np.abs(v).sum(axis=-1)[:, np.newaxis, np.newaxis]) + np.einsum(
        "hid,hjd->hij", np.abs(q) + np.abs(u)[:, np.newaxis], np.abs(k)
    )
    # Angles of i, of j and of i − j are rounded, and their sines and cosines; |r| is at most 1.
    angle_error = U * 3 * grid.length + 16 * EPS
    bound = (gamma(2 * d_k + 12) + angle_error) * sizes / np.sqrt(d_k)
    assert (np.abs(sum(terms) / np.sqrt(d_k) - found) <= bound).all()


@given(st.integers(1, 7), st.floats(-300, 300), SEEDS)
def test_a_number_added_to_a_row_of_scores_leaves_its_weights(count: int, added: float, seed: int) -> None:
    """Each sum is rounded by U of itself, each difference from the largest likewise; the weights follow by exp."""
    plain = 5 * np.random.default_rng(seed).standard_normal((2, count, count))
    constants = added * np.linspace(-1, 1, count)[:, np.newaxis]
    lifted = plain + constants
    roundings = 2 * U * np.abs(lifted).max() + 2 * U * (np.ptp(lifted) + np.ptp(plain))
    bound = np.expm1(2 * roundings) + 2 * gamma(count + 12)
    np.testing.assert_allclose(softmax(lifted), softmax(plain), rtol=bound, atol=0)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 12, 16, 64])
def test_slopes_lie_between_a_half_and_its_eighth_power_and_differ(count: int) -> None:
    found = alibi.slopes(count)
    assert len(set(found.tolist())) == count
    assert found.max() <= 2**-0.125
    assert found.min() == 2**-8
