"""Heads by position: each token looks where it should, and fails to where nothing tells it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from posenc_gui.engine import encodings
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoding import Rotation, Table
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.heads import dense, projections, shift, table_shift
from posenc_gui.engine.layers import run
from posenc_gui.engine.stack import stack
from posenc_gui.engine.tokens import embed

LENGTH, D_MODEL = 32, 64
WORDS = tuple(f"word{n}" for n in range(LENGTH))
UNIFORM = 1 / LENGTH
EPS = float(np.finfo(np.float64).eps)
SHIFTS = range(-8, 9)


def weights(encoding: str, k: int, params: dict[str, object] | None = None, **settings: object) -> NDArray[np.float64]:
    """(heads, n, n) the weights of a head by position over the words, by default an offset head."""
    attention = Attention(**{"head": "offset", **settings})  # type: ignore[arg-type]
    definition = encodings.by_key(encoding)
    position = definition.evaluate(definition.params(**(params or {})), Grid(LENGTH, D_MODEL), attention.heads)
    made = stack(attention, D_MODEL, LENGTH, position, offset=k)
    return run(embed(WORDS, D_MODEL, 0), made).last.attended.weights


def on_target(found: NDArray[np.float64], k: int) -> NDArray[np.float64]:
    """The weight that each token gives to the one k places on, where there is one: (heads, …)."""
    return np.diagonal(found, offset=k, axis1=1, axis2=2)


@pytest.mark.parametrize("k", SHIFTS)
@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "cosine_first"])
def test_an_offset_head_looks_k_places_on(k: int, layout: str) -> None:
    """The must of the laboratory: content 0, sharpness 4, d_model 64, length 32, base 10000."""
    assert on_target(weights("sinusoidal", k, {"layout": layout}, sharpness=4, content=0), k).min() >= 0.97


@pytest.mark.parametrize("k", SHIFTS)
@pytest.mark.parametrize("encoding", ["rope", "transformer_xl"])
def test_rotations_and_relative_waves_are_shifted_alike(k: int, encoding: str) -> None:
    np.testing.assert_allclose(weights(encoding, k), weights("sinusoidal", k), rtol=0, atol=1e-12)


@pytest.mark.parametrize("k", SHIFTS)
def test_without_positions_it_cannot_beat_uniform(k: int) -> None:
    for content in (0.0, 0.5, 1.0):
        np.testing.assert_allclose(weights("none", k, content=content), UNIFORM, rtol=0, atol=LENGTH * EPS)


@pytest.mark.parametrize("layers", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_it_works_in_every_layer_and_number_format(layers: int, dtype: str) -> None:
    """In bfloat16 scores just below 128 stand half a unit apart: two of them move apart or together by half a unit at
    most, which the other weights grow by, and each weight is rounded by 2^−8 and their sum as well.
    """
    exact = on_target(weights("sinusoidal", 3), 3).min()
    least = 1 / (1 + (1 / exact - 1) * np.exp(0.5)) - 2 * 2**-8
    assert on_target(weights("sinusoidal", 3, layers=layers, dtype=dtype), 3).min() >= least


def test_a_previous_token_head_is_an_offset_of_minus_one() -> None:
    np.testing.assert_array_equal(weights("sinusoidal", 5, head="previous"), weights("sinusoidal", -1))


def test_a_first_token_head_looks_at_the_first_token() -> None:
    assert weights("sinusoidal", 0, head="first")[0, :, 0].min() >= 0.97


def test_a_first_token_head_finds_the_first_token_behind_padding() -> None:
    attention = Attention(head="first", padding=3, mask="padding", first_id=100)
    position = encodings.by_key("sinusoidal").evaluate(encodings.by_key("sinusoidal").params(), Grid(35, D_MODEL), 1)
    found = run(embed(WORDS, D_MODEL, 0), stack(attention, D_MODEL, LENGTH, position)).last.attended.weights
    assert found[0, 3:, 3].min() >= 0.97


def test_it_fails_with_sines_only() -> None:
    assert on_target(weights("sinusoidal", 5, sines_only=True), 5).min() < 0.1


def test_it_fails_with_too_small_a_base() -> None:
    """All waves are nearly alike, and every sixth position or so is nearly the same."""
    assert on_target(weights("sinusoidal", 5, {"base": 1.01}), 5).min() < 0.7


def test_it_stands_a_little_content_and_not_all_of_it() -> None:
    shares = [float(on_target(weights("sinusoidal", 5, content=content), 5).min()) for content in (0, 0.01, 0.1, 1)]
    assert shares == sorted(shares, reverse=True)
    assert shares[1] > 0.9
    assert shares[3] < UNIFORM


def test_sharpness_is_what_parts_neighbours() -> None:
    shares = [float(on_target(weights("sinusoidal", 1, sharpness=s), 1).min()) for s in (0.01, 1, 4, 16)]
    assert shares == sorted(shares)
    assert shares[0] < 2 * UNIFORM
    assert shares[-1] > 0.9999


def test_slow_waves_alone_do_not_part_neighbours() -> None:
    """With two heads the first one has the fast half of the pairs, the second one the slow half."""
    for layout in ("interleaved", "concatenated"):
        fast, slow = on_target(weights("sinusoidal", 3, {"layout": layout}, heads=2), 3)
        assert fast.min() >= 0.97
        assert slow.max() < 0.1


@pytest.mark.parametrize("encoding", ["index", "normalized", "binary"])
def test_no_single_matrix_shifts_the_plain_ideas(encoding: str) -> None:
    assert on_target(weights(encoding, 5), 5).min() < UNIFORM


def test_free_rows_can_be_met_but_not_past_the_end_of_their_table() -> None:
    assert on_target(weights("learned", 5, {"std": 1.0}), 5).min() >= 0.97
    assert on_target(weights("learned", 5), 5).max() < 2 * UNIFORM  # as small as BERT's table begins
    with pytest.raises(UserError, match="position 20 does not exist: the table ends before it"):
        weights("learned", 5, {"rows": 20, "std": 1.0})


def test_shaw_vectors_are_met_at_their_own_distance_and_clipped_ones_are_shared() -> None:
    found = weights("shaw", 3, {"clip": 4}, sharpness=40)
    assert on_target(found, 3).min() >= 0.97
    far = weights("shaw", 6, {"clip": 4}, sharpness=40)[0, 0]
    np.testing.assert_allclose(far[4:], far[4], rtol=1e-9)  # all distances from 4 on have the vector of 4


@pytest.mark.parametrize("encoding", ["alibi", "t5"])
def test_a_bias_is_all_that_a_head_by_position_has_of_a_bias(encoding: str) -> None:
    np.testing.assert_array_equal(weights(encoding, 5), weights(encoding, -3))


@pytest.mark.parametrize("k", [-3, 0, 7])
@pytest.mark.parametrize("odd", ["truncate", "pad", "widen"])
def test_the_shift_of_a_whole_table(k: int, odd: str) -> None:
    definition = encodings.by_key("sinusoidal")
    for width in (8, 9):
        position = definition.evaluate(definition.params(odd=odd), Grid(20, width), 1)
        assert isinstance(position, Table)
        rows = position.rows
        moved = rows.values(np.arange(20)) @ table_shift(rows, k, np.arange(20))
        whole = 8 if width == 9 else width  # the last sine has lost its cosine, or is a column of zeros
        np.testing.assert_allclose(moved[:, :whole], rows.values(np.arange(20) + k)[:, :whole], rtol=0, atol=40 * EPS)


def test_the_shift_is_a_rotation_of_each_pair() -> None:
    definition = encodings.by_key("rope")
    position = definition.evaluate(definition.params(), Grid(8, 16), 2)
    assert isinstance(position, Rotation)
    matrix = shift(position.waves, 5)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(8), rtol=0, atol=8 * EPS)


@pytest.mark.parametrize("heads", [1, 2, 8])
@pytest.mark.parametrize("head", ["content", "random", "offset", "previous", "first"])
def test_every_matrix_can_be_looked_at(head: str, heads: int) -> None:
    definition = encodings.by_key("sinusoidal")
    position = definition.evaluate(definition.params(), Grid(8, 16), heads)
    found = projections(Attention(head, heads), 16, position, offset=2, places=np.arange(8))
    for which in ("query", "key", "value"):
        assert dense(found, which, 16).shape == (heads, 16, 16 // heads)
    if head == "content":
        np.testing.assert_array_equal(np.concatenate(dense(found, "key", 16), axis=1), np.eye(16))


def test_layers_have_random_projections_of_their_own() -> None:
    first, second = (projections(Attention("random"), 8, layer=layer).query for layer in (0, 1))
    assert first is not None
    assert second is not None
    assert np.abs(first - second).max() > 0.1


def test_matrices_beyond_memory_are_refused() -> None:
    with pytest.raises(UserError, match="projections of 65536 × 65536 would take 128 GiB, but must be at most 4 GiB"):
        projections(Attention("offset"), 65_536)
