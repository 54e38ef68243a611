"""Biases and relative keys against what other people's libraries computed, each within its stated tolerance.

Where a peer has another convention, the conversion is written out here: another sign of the distance, another limit on
one side, a constant in each row of scores (which the softmax removes), channels in another order.
"""

import numpy as np
import pytest
from numpy.typing import NDArray
from reference_cases import Case, cases

from posenc_gui.engine.attention import add_relative, softmax
from posenc_gui.engine.diagonals import diagonals
from posenc_gui.engine.encoding import RelativeKeys, ScoreBias
from posenc_gui.engine.encodings import alibi, relative, t5
from posenc_gui.engine.encodings.alibi import AlibiParams
from posenc_gui.engine.encodings.relative import TransformerXlParams
from posenc_gui.engine.encodings.t5 import T5Params
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.position_ids import position_ids
from posenc_gui.engine.rows import Stored

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# T5


def t5_params(case: Case) -> T5Params:
    given = case.params
    return T5Params(given["num_buckets"], given["max_distance"], given["bidirectional"])


def excepted(case: Case) -> Ints:
    """Distances at which the case itself allows the next bucket: rounding decides there which one a peer takes."""
    named = str(case.entry["arrays"]["bucket"]["tolerance"]).partition("listed under ")[2]
    return np.array(case.params[named] if named else [], dtype=np.int64)


@pytest.mark.parametrize("case", cases("t5_bucket", where=lambda case: "bucket" in case.has))
def test_distances_fall_into_the_buckets_of_the_peer(case: Case) -> None:
    first, last = map(int, case.params["relative_positions"].split(".."))
    distances = np.arange(first, last + 1)
    found, golden = t5.bucket(t5_params(case), distances), case.array("bucket")
    loose = np.isin(distances, excepted(case))
    np.testing.assert_array_equal(found[~loose], golden[~loose])
    assert (np.abs(found - golden)[loose] <= 1).all()


@pytest.mark.parametrize("case", cases("t5_bucket", where=lambda case: "bias" in case.has))
def test_bias_looks_each_bucket_up_in_the_table(case: Case) -> None:
    table, params = case.array("table").astype(np.float64), t5_params(case)
    bias = ScoreBias(lambda far: np.moveaxis(table[t5.bucket(params, far)], -1, 0), case.params["q"], dict)
    case.check("bias", bias.bias[np.newaxis])


# ALiBi


@pytest.mark.parametrize("case", cases("alibi_slopes"))
def test_slopes_are_those_of_every_peer(case: Case) -> None:
    """A peer whose slopes end at 2^−max instead of 2^−8 has our slopes to the power of max / 8."""
    found = alibi.slopes(case.params["num_heads"]) ** (case.params.get("alibi_bias_max", 8) / 8)
    for name in sorted(case.has):
        case.check(name, found)


def alibi_bias(case: Case, symmetric: bool) -> ScoreBias:
    length = case.params.get("L", case.params.get("q", 1))
    return alibi.evaluate(AlibiParams(symmetric), Grid(length, 1), case.params["num_heads"])


def is_one_row(case: Case) -> bool:
    """Whether the peer gives one row of biases for all queries."""
    return bool(case.array("bias").shape[1] == 1)


def is_masked(case: Case) -> bool:
    """Whether padded keys are left out of the count of positions."""
    return "attention_mask" in case.has


def row_constant(case: Case, queries: Ints) -> Ints:
    """By how many steps of slope the peer's row lies above ours: it is that of one fixed query in all rows."""
    if "the LAST query" in case.entry["convention"]:
        return np.asarray(queries - (case.params["L"] - 1))
    return queries


@pytest.mark.parametrize("case", cases("alibi_bias", where=lambda case: is_one_row(case) and not is_masked(case)))
def test_causal_bias_is_that_of_the_peer_but_for_a_constant_in_each_row(case: Case) -> None:
    found, count = alibi_bias(case, symmetric=False), case.params["L"]
    queries = np.arange(count)
    constant = np.multiply.outer(alibi.slopes(case.params["num_heads"]), row_constant(case, queries))
    causal = queries[:, np.newaxis] >= queries
    rows, golden = found.bias + constant[:, :, np.newaxis], case.array("bias").astype(np.float64)
    for query in queries:
        known = np.where(causal[query], rows[:, query], golden[:, 0])
        case.check("bias", known[:, np.newaxis])
    # Two sets of scores that are within atol of each other have weights within a factor of exp(±2 atol).
    atol = case.entry["arrays"]["bias"]["tolerance"]["atol"]
    ours, theirs = (softmax(np.where(causal, bias, -np.inf)) for bias in (found.bias, golden))
    np.testing.assert_allclose(ours, theirs, rtol=np.expm1(2 * atol), atol=0)


@pytest.mark.parametrize("case", cases("alibi_bias", where=is_masked))
def test_masked_keys_are_not_counted(case: Case) -> None:
    """The peer counts positions over the mask and gives masked keys no bias; its row is that of a query at 0."""
    mask = case.array("attention_mask")[0]
    places = position_ids(mask, padding_idx=-1)
    last = places.max(keepdims=True)
    found = alibi_bias(case, symmetric=False)
    row = found.block(last, places) + (alibi.slopes(case.params["num_heads"]) * last)[:, np.newaxis, np.newaxis]
    case.check("bias", row * mask)


@pytest.mark.parametrize("case", cases("alibi_bias", where=lambda case: not is_one_row(case)))
def test_symmetric_bias_is_that_of_the_peer(case: Case) -> None:
    golden = case.array("bias")
    case.check("bias", alibi_bias(case, symmetric=True).bias.reshape(golden.shape))


# Shaw


def shaw_keys(farthest: int, vectors: Floats | None = None) -> RelativeKeys:
    made = np.zeros((1, 2 * farthest + 1, 1)) if vectors is None else vectors[np.newaxis]
    none = np.zeros((1, made.shape[-1]))
    return RelativeKeys(tuple(Stored(own) for own in made), farthest, 1, none, none)


@pytest.mark.parametrize("case", cases("shaw_relative", where=lambda case: "max_relative_position" in case.params))
def test_index_of_a_distance_is_that_of_the_peer(case: Case) -> None:
    """Fewer queries than keys are the last ones."""
    given = case.params
    keys = np.arange(given["k"])
    case.check("index", shaw_keys(given["max_relative_position"]).index(keys[given["k"] - given["q"] :], keys))


@pytest.mark.parametrize("case", cases("shaw_relative", where=lambda case: "max_length" in case.params))
def test_index_by_query_less_key_is_ours_turned_over(case: Case) -> None:
    """The peer's distances have the other sign, and its table one row less at the far end."""
    places, reach = np.arange(case.params["L"]), case.params["max_length"]
    case.check("index", np.minimum(shaw_keys(reach).index(places, places).T, 2 * reach - 1))


@pytest.mark.parametrize("case", cases("shaw_relative", where=lambda case: "left" in case.params))
def test_unequal_limits_are_a_table_whose_last_rows_repeat(case: Case) -> None:
    """Limits of 2 to the left and 1 to the right: as with 2 on both sides, where +2 has the vector of +1."""
    left, right = case.params["left"], case.params["right"]
    reach, places = max(left, right), np.arange(case.params["L"])
    peer_row = np.clip(np.arange(-reach, reach + 1), -left, right) + left
    keys = shaw_keys(reach, case.array("table").astype(np.float64)[peer_row])
    case.check("index", peer_row[keys.index(places, places)])
    queries = case.array("q")[0].astype(np.float64) / np.sqrt(case.params["d"])
    found = np.zeros((len(queries), len(places), len(places)))
    add_relative(found, queries, keys)
    case.check("bias", found[np.newaxis])


# Transformer-XL


def vectors_at(distances: Ints, reach: int, d: int) -> Floats:
    """Our relative sinusoids for distances query − key; distances beyond `reach` are cut to it."""
    keys = relative.evaluate_transformer_xl(TransformerXlParams(), Grid(reach + 1, d))
    return np.asarray(keys.vectors[0, keys.index(distances, np.zeros(1, dtype=np.int64))[:, 0]])


@pytest.mark.parametrize("case", cases("xl_relative", where=lambda case: "klen" in case.params))
def test_rows_for_distances_are_those_of_the_peer(case: Case) -> None:
    given = case.params
    least = 1 - given["qlen"] if given["attn_type"] == "bi" else 0
    distances = np.arange(given["klen"], least - 1, -1)
    reach = given["clamp_len"] if given["clamp_len"] > 0 else given["klen"]
    for name in sorted(case.has):
        case.check(name, vectors_at(distances, reach, given["d"]))


@pytest.mark.parametrize("case", cases("xl_relative", where=lambda case: "pe" in case.has))
def test_interleaved_rows_are_ours_with_sines_and_cosines_in_turn(case: Case) -> None:
    last, d = case.params["L"] - 1, case.params["d"]
    sines, cosines = np.split(vectors_at(np.arange(last, -last - 1, -1), last, d), 2, axis=1)
    case.check("pe", np.stack([sines, cosines], axis=-1).reshape(-1, d))


def shifted(columns: NDArray[np.float32], keys: int) -> Floats:
    """(lines, queries, columns) by distance as (lines, queries, keys)."""
    return diagonals(np.ascontiguousarray(columns, dtype=np.float64), keys)


@pytest.mark.parametrize("case", cases("xl_relative", where=lambda case: "x" in case.has))
def test_relative_shift_reads_along_the_diagonals(case: Case) -> None:
    """Ours needs a column for each distance: one peer gives one more before them, the other leaves later ones out."""
    queries, keys, x = case.params["q"], case.params["k"], case.array("x")
    if "valid" not in case.has:
        batch, lines = x.shape[:2]
        found = shifted(x.reshape(-1, *x.shape[2:])[..., 1:], keys)
        case.check("out", found.reshape(batch, lines, queries, keys))
        return
    lines_first = np.moveaxis(x.reshape(queries, keys, -1), -1, 0)
    missing = np.full((len(lines_first), queries, queries - 1), np.nan)
    found = np.moveaxis(shifted(np.concatenate([lines_first, missing], axis=-1), keys), 0, -1).reshape(x.shape)
    valid = case.array("valid")
    np.testing.assert_array_equal(np.isfinite(found[:, :, 0, 0]), valid)
    golden = case.array("out")
    case.check("out", np.where(valid[:, :, np.newaxis, np.newaxis], found, golden))


@pytest.mark.parametrize("case", cases("shaw_relative", "xl_relative", "alibi_bias", "t5_bucket"))
def test_no_case_is_left_out(case: Case) -> None:
    """Each case has what one of the tests above looks for."""
    marks = {"max_relative_position", "max_length", "left", "klen"} & set(case.params)
    marks |= {"pe", "x", "bucket", "bias"} & case.has
    assert marks
