"""Each encoding by its own formula, what it says of a cell, and which settings it refuses."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import encoded
from tables import table_of

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.engine import encodings
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Encoding, RelativeKeys, Rotation, ScoreBias, Table
from posenc_gui.engine.encodings import learned, relative, rope, t5
from posenc_gui.engine.encodings.alibi import AlibiParams
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.encodings.relative import ShawParams, TransformerXlParams
from posenc_gui.engine.encodings.rope import RopeParams
from posenc_gui.engine.encodings.simple import BinaryParams, NoParams
from posenc_gui.engine.encodings.t5 import T5Params
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import Record


def table(key: str, params: Record, grid: Grid) -> NDArray[np.float64]:
    return table_of(Encoded(key, params, grid))


@pytest.mark.parametrize("encoding", encodings.ENCODINGS, ids=lambda encoding: encoding.key)
def test_every_record_speaks_for_itself(encoding: Encoding[Record]) -> None:
    words = (encoding.title, encoding.summary, encoding.formula, encoding.acts, *encoding.references)
    assert all(words)
    assert len(encoding.references) >= 1
    assert not any("\n" in text for text in words)


# The plain ideas


def test_index_is_the_position_in_every_dimension() -> None:
    np.testing.assert_array_equal(table("index", NoParams(), Grid(4, 3)), [[p] * 3 for p in range(4)])


@pytest.mark.parametrize("length", [1, 2, 5, 30])
def test_normalized_index_runs_from_zero_to_one(length: int) -> None:
    found = table("normalized", NoParams(), Grid(length, 2))
    np.testing.assert_allclose(found[:, 0], [p / max(length - 1, 1) for p in range(length)], rtol=1e-15, atol=0)
    np.testing.assert_array_equal(found[:, 0], found[:, 1])


@given(st.integers(1, 100), st.integers(1, 70), st.booleans())
def test_binary_digits_are_those_of_the_position(length: int, d_model: int, msb_first: bool) -> None:
    expected = [[int(digit) for digit in f"{p:0{max(d_model, 64)}b}"[::-1][:d_model]] for p in range(length)]
    if msb_first:
        expected = [digits[::-1] for digits in expected]
    np.testing.assert_array_equal(table("binary", BinaryParams(msb_first), Grid(length, d_model)), expected)


def test_too_few_digits_are_told() -> None:
    note = encodings.by_key("binary").note
    assert note(BinaryParams(), Grid(17, 4)) == "4 digits count to 15: later positions repeat earlier ones."
    assert note(BinaryParams(), Grid(16, 4)) == ""


# The learned table


def test_normal_table_has_the_deviation_that_was_asked_for_and_follows_its_seed() -> None:
    first, again, other = (learned.table(LearnedParams(rows=400, seed=seed), 64) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)
    assert first.std() == pytest.approx(0.02, rel=0.02)
    wide = learned.table(LearnedParams(rows=400, seed=1, std=0.5), 64)
    np.testing.assert_allclose(wide, 25 * first, rtol=1e-12)


@given(st.integers(1, 30), st.integers(1, 40), st.integers(-1, 5))
def test_positions_past_the_last_row_do_not_exist(rows: int, length: int, padding: int) -> None:
    params, grid = LearnedParams(rows=rows, padding_idx=padding), Grid(length, 4)
    last = rows - padding - 2
    if last < 0:
        with pytest.raises(UserError, match=f"padding_idx is {padding}, but must be from -1 to {rows - 2}, so that"):
            table("learned", params, grid)
        return
    values = table("learned", params, grid)
    exist = np.arange(length) <= last
    np.testing.assert_array_equal(values[exist], learned.table(params, 4)[padding + 1 : padding + 1 + exist.sum()])
    assert np.isnan(values[~exist]).all()
    noted = encodings.by_key("learned").note(params, grid)
    assert noted == ("" if exist.all() else f"The table ends at position {last}: later positions do not exist.")


def test_a_learned_table_beyond_memory_is_refused() -> None:
    with pytest.raises(UserError, match=r"a learned table of 16777216 × 1024 would take 128 GiB, but must be at most"):
        learned.table(LearnedParams(rows=2**24), 1024)


# Numbers that a model would learn


def test_seeded_vectors_keep_the_size_of_scores_and_follow_their_seed() -> None:
    grid = Grid(64, 256)
    shaw = [relative.evaluate_shaw(ShawParams(clip=200, seed=seed), grid, 2) for seed in (0, 0, 1)]
    assert shaw[0].vectors.shape == (1, 401, 128)
    assert shaw[0].vectors.var() * 128 == pytest.approx(1, rel=0.05)
    assert not np.array_equal(shaw[0].vectors, shaw[2].vectors)
    xl = relative.evaluate_transformer_xl(TransformerXlParams(), grid, 2)
    assert xl.vectors.shape == (2, 127, 128)
    assert xl.content_bias.shape == xl.position_bias.shape == (2, 128)
    assert not np.array_equal(xl.content_bias, xl.position_bias)


@pytest.mark.parametrize("key", ["learned", "shaw", "t5", "transformer_xl", "rope", "alibi", "sinusoidal", "index"])
def test_numbers_to_learn_are_counted(key: str) -> None:
    grid, params = Grid(10, 16), encodings.by_key(key).params()
    counts = {"learned": 512 * 16, "shaw": 33 * 8, "t5": 32 * 2, "transformer_xl": 2 * 16}
    yielded = Encoded(key, params, grid, 2).evaluate()
    assert isinstance(yielded, Table | Rotation | ScoreBias | RelativeKeys)
    assert yielded.learned == counts.get(key, 0)


# What is said of one cell


@given(
    encoded(("learned", "index", "normalized", "binary", "alibi", "t5", "shaw", "transformer_xl", "rope")), st.data()
)
def test_the_formula_of_a_cell_ends_in_its_number(encoding: Encoded, data: st.DataObject) -> None:
    yielded = encoding.evaluate()
    head = data.draw(st.integers(0, encoding.heads - 1))
    match yielded:
        case Table():
            whole = yielded.values
        case Rotation():
            whole = yielded.angles(np.arange(encoding.grid.length))
        case ScoreBias():
            whole = yielded.bias[head]
        case RelativeKeys():
            whole = yielded.vectors[min(head, len(yielded.vectors) - 1)]
        case _:
            raise AssertionError(yielded)
    row, column = (data.draw(st.integers(0, size - 1)) for size in whole.shape)
    text = encoding.explain(row, column, head)
    assert "\n" not in text
    numbers = [float(number) for number in re.findall(r"= (-?\d+(?:\.\d+)?)(?= rad,|, s|$)", text)]
    assert numbers, text
    assert numbers[-1] == pytest.approx(whole[row, column], abs=0.51e-4)


@pytest.mark.parametrize(
    ("encoding", "cell", "text"),
    [
        (Encoded("none", NoParams(), Grid()), (3, 4), "PE[3, 4] = 0: nothing is added"),
        (Encoded("index", NoParams(), Grid()), (3, 4), "PE[3, 4] = p = 3"),
        (Encoded("normalized", NoParams(), Grid(5)), (1, 4), "PE[1, 4] = p / (length − 1) = 1 / 4 = 0.2500"),
        (Encoded("normalized", NoParams(), Grid(1)), (0, 0), "PE[0, 0] = p / (length − 1) = 0 / 1 = 0.0000"),
        (
            Encoded("binary", BinaryParams(), Grid(16, 4)),
            (6, 1),
            "PE[6, 1] = digit 1 from the right of 6 = 110 in base 2 = 1",
        ),
        (
            Encoded("alibi", AlibiParams(), Grid(), 8),
            (5, 2, 1),
            "bias[query 5, key 2] = −slope · distance = −0.25 · 3 = -0.7500",
        ),
        (
            Encoded("alibi", AlibiParams(symmetric=False), Grid(), 8),
            (2, 5, 1),
            "bias[query 2, key 5] = −slope · distance = −0.25 · 0 = 0.0000",
        ),
        (
            Encoded("rope", RopeParams(), Grid(64, 8)),
            (5, 1),
            "angle[5, pair 1] = 5 / 10000^(2/8) = 0.5000 rad, turns channels 1 and 5",
        ),
        (
            Encoded("rope", RopeParams(pairing="interleaved", partial=0.5), Grid(64, 16), 2),
            (5, 1),
            "angle[5, pair 1] = 5 / 10000^(2/4) = 0.0500 rad, turns channels 2 and 3",
        ),
        (
            Encoded("transformer_xl", TransformerXlParams(), Grid(8, 8), 2),
            (9, 3, 1),
            "r[query − key = -2, 7] = cos(-2 / 10000^(6/8)) = cos(-0.0020) = 1.0000",
        ),
    ],
    ids=lambda value: value.encoding if isinstance(value, Encoded) else "",
)
def test_formulas_are_written_out(encoding: Encoded, cell: tuple[int, ...], text: str) -> None:
    assert encoding.explain(*cell) == text


# Settings that do not go together


@pytest.mark.parametrize(
    ("grid", "heads", "partial", "channels"),
    [
        (Grid(4, 7), 1, 1.0, 7),
        (Grid(4, 6), 2, 1.0, 3),
        (Grid(4, 8), 1, 0.2, 1),
        (Grid(4, 8), 2, 0.9, 3),
        (Grid(4, 1), 1, 1.0, 1),
    ],
)
def test_rope_refuses_channels_that_form_no_pairs(grid: Grid, heads: int, partial: float, channels: int) -> None:
    with pytest.raises(UserError) as caught:
        rope.evaluate(RopeParams(partial=partial), grid, heads)
    words = str(caught.value)
    assert words.startswith(f"RoPE would turn {channels} channels of each head (d_model {grid.d_model} / heads {heads}")
    assert words.endswith("change d_model, heads or partial")
    with pytest.raises(UserError, match=re.escape(words)):
        Document("rope", RopeParams(partial=partial), grid, attention=Attention(heads=heads))


def test_transformer_xl_refuses_heads_without_whole_pairs() -> None:
    words = (
        "each head has 3 channels (d_model 6 / heads 2), but must have an even number, for pairs of sine and cosine: "
        "change d_model or heads"
    )
    for refused in (
        lambda: relative.evaluate_transformer_xl(TransformerXlParams(), Grid(4, 6), 2),
        lambda: Document("transformer_xl", TransformerXlParams(), Grid(64, 6), attention=Attention(heads=2)),
    ):
        with pytest.raises(UserError) as caught:
            refused()
        assert str(caught.value) == words


@pytest.mark.parametrize("partial", [0.0, -0.5, 1.0001, float("nan"), float("inf")])
def test_rotary_share_lies_above_zero_and_up_to_one(partial: float) -> None:
    with pytest.raises(UserError, match=f"partial is {partial}, but must be a number above 0 and up to 1$"):
        RopeParams(partial=partial)


@pytest.mark.parametrize(
    ("params", "words"),
    [
        (
            {"buckets": 2},
            "buckets is 2, but must be an even number of at least 4 when bidirectional",
        ),
        (
            {"buckets": 7},
            "buckets is 7, but must be an even number of at least 4 when bidirectional",
        ),
        (
            {"buckets": 32, "max_distance": 8},
            "max_distance is 8, but must be above 8: as many have a bucket each when there are 32 buckets: raise it or "
            "lower buckets",
        ),
        (
            {"buckets": 32, "max_distance": 16, "bidirectional": False},
            "max_distance is 16, but must be above 16: as many have a bucket each when there are 32 buckets: raise it "
            "or lower buckets",
        ),
    ],
)
def test_bucket_counts_that_t5_refuses_are_refused(params: dict[str, object], words: str) -> None:
    made = T5Params(**params)  # type: ignore[arg-type]
    for refused in (lambda: t5.evaluate(made, Grid(), 1), lambda: Document("t5", made)):
        with pytest.raises(UserError) as caught:
            refused()
        assert str(caught.value) == words
    with pytest.raises(UserError, match="buckets is 1, but must be a whole number from 2 to 4096"):
        T5Params(buckets=1)


@pytest.mark.parametrize("buckets", [2, 3, 5])
def test_one_sided_buckets_may_be_odd(buckets: int) -> None:
    found = t5.bucket(T5Params(buckets, 9, bidirectional=False), -np.arange(20))
    assert set(found.tolist()) == set(range(buckets))


@pytest.mark.parametrize("encoding", encodings.ENCODINGS, ids=lambda encoding: encoding.key)
def test_heads_that_do_not_divide_are_refused_with_every_encoding(encoding: Encoding[Record]) -> None:
    with pytest.raises(UserError, match=r"heads is 3, but must divide d_model 64: one of 1, 2, 4, 8, 16, 32, 64$"):
        Document(encoding.key, encoding.params(), attention=Attention(heads=3))


@pytest.mark.parametrize("key", ["shaw", "transformer_xl"])
def test_vectors_beyond_memory_are_refused(key: str) -> None:
    params = {"shaw": ShawParams(clip=2**20), "transformer_xl": TransformerXlParams()}[key]
    with pytest.raises(UserError, match=r"would take .* GiB, but must be at most 4 GiB"):
        Encoded(key, params, Grid(2**20, 8192)).evaluate()


def test_a_bias_beyond_memory_is_refused() -> None:
    yielded = Encoded("alibi", AlibiParams(), Grid(2**31), 64).evaluate()
    assert isinstance(yielded, ScoreBias)
    with pytest.raises(
        UserError, match=r"the bias of 64 heads by distance would take 2 TiB, but must be at most 4 GiB"
    ):
        _ = yielded.bias


# Pairs that can be selected


@given(encoded())
def test_every_pair_that_is_counted_has_columns(encoding: Encoded) -> None:
    yielded = encoding.evaluate()
    pairs = yielded.waves.pairs if isinstance(yielded, Rotation) else (encoding.grid.d_model + 1) // 2
    assert encoding.pair_count == pairs
    assert all(encoding.dims_of(pair) for pair in range(encoding.pair_count))


def test_a_document_is_made_without_computing_its_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that cannot be read and a training that takes long are matters of the views."""

    def never(_encoded: Encoded) -> None:
        raise AssertionError("the encoding was computed")

    monkeypatch.setattr(Encoded, "evaluate", never)
    for encoding in encodings.ENCODINGS:
        assert edits.set_encoding(encoding.key)(Document()).pair_count > 0
    Document("learned", LearnedParams(source="file"))
    Document("learned", LearnedParams(source="trained", rows=100_000))


def test_selected_pair_moves_into_the_share_that_rope_turns() -> None:
    document = edits.select(pair=30)(Document())
    turned = edits.set_param("partial", 0.25)(edits.set_encoding("rope")(document))
    assert turned.pair_count == 8
    assert turned.selection.pair == 7
