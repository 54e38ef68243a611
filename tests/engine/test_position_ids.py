"""Rows of a learned table for the tokens of a padded batch, against what other people's libraries computed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference_cases import Case, cases

from posenc_gui.engine.encodings import learned
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.position_ids import position_ids, table_row


@pytest.mark.parametrize("case", cases("position_ids"))
def test_rows_are_those_of_the_peer(case: Case) -> None:
    """BART and OPT keep two rows at the start of their tables: the same as a padding row 1."""
    given = case.params
    padding = given.get("padding_idx", given.get("offset", 0) - 1)
    before = given.get("cache_length", 0)
    if "tokens" in case.has:
        case.check("position_ids", position_ids(case.array("tokens") != padding, padding, before))
    elif "attention_mask" in case.has:
        case.check("table_rows", position_ids(case.array("attention_mask"), padding, before))
    else:
        case.check("table_rows", position_ids(np.ones((1, given["L"])), padding, before))


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.integers(-1, 9), st.integers(0, 99))
def test_present_tokens_are_counted_and_absent_ones_have_the_padding_row(
    present: list[bool], padding: int, before: int
) -> None:
    rows, counted = [], before
    for there in present:
        counted += there
        rows.append(padding + counted if there else padding)
    np.testing.assert_array_equal(position_ids([present], padding, before), [rows])


@given(st.integers(-1, 6), st.integers(8, 30))
def test_learned_table_reads_the_very_same_rows(padding: int, rows: int) -> None:
    params, grid = LearnedParams(rows=rows, padding_idx=padding), Grid(rows, 3)
    whole, values = learned.table(params, 3), learned.evaluate(params, grid).values
    wanted = position_ids(np.ones(rows), padding)
    exist = wanted < rows
    np.testing.assert_array_equal(values[exist], whole[wanted[exist]])
    assert np.isnan(values[~exist]).all()
    assert (wanted == table_row(np.arange(rows), padding)).all()
