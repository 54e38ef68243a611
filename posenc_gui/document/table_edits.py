"""The edit that shows a table from a file."""

import dataclasses
from pathlib import Path

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.encodings.learned import LEARNED, LearnedParams
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.position_ids import table_row


def open_table(path: Path, rows: int, width: int) -> Edit:
    """Show the learned table (rows, width) of a file: all of its positions, at its own width.

    A padding index stays if it leaves a row. Raises `UserError` where the size is not allowed.
    """

    def edit(document: Document) -> Document:
        params = edits.set_encoding(LEARNED.key)(document).params
        assert isinstance(params, LearnedParams)
        first = table_row(0, params.padding_idx)
        if first >= rows:
            params, first = dataclasses.replace(params, padding_idx=-1), 0
        params = dataclasses.replace(params, source="file", file=str(path))
        return edits.changed(document, encoding=LEARNED.key, params=params, grid=Grid(rows - first, width))

    return edit
