"""The edit that shows a table from a file."""

from pathlib import Path

import pytest

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.table_edits import open_table
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.errors import UserError

PATH = Path("tables/bert.npy")


def params_of(document: Document) -> LearnedParams:
    assert isinstance(document.params, LearnedParams)
    return document.params


def test_size_and_source_follow_the_file() -> None:
    start = edits.changed(Document(), attention=Attention(heads=4))
    opened = open_table(PATH, 512, 6)(start)
    assert (opened.encoding, params_of(opened).source, params_of(opened).file) == ("learned", "file", str(PATH))
    assert (opened.grid.length, opened.grid.d_model) == (512, 6)
    assert opened.attention.heads == 3


@pytest.mark.parametrize(("padding", "rows", "length", "kept"), [(1, 514, 512, 1), (1, 3, 1, 1), (1, 2, 2, -1)])
def test_a_padding_index_stays_if_it_leaves_a_row(padding: int, rows: int, length: int, kept: int) -> None:
    start = edits.set_param("padding_idx", padding)(edits.set_encoding("learned")(Document()))
    opened = open_table(PATH, rows, 8)(start)
    assert (opened.grid.length, params_of(opened).padding_idx) == (length, kept)


def test_a_width_beyond_the_range_is_refused() -> None:
    with pytest.raises(UserError, match="d_model is 70000"):
        open_table(PATH, 3, 70_000)(Document())
