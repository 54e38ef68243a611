"""The arrays behind the heatmap: whole, by name, or the one that is shown, block by block."""

from functools import partial

import numpy as np

from posenc_gui.document.document import Document
from posenc_gui.engine.encoding import Nothing, RelativeKeys, Rotation, ScoreBias, Table
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.rows import Rows
from posenc_gui.engine.waves import Waves
from posenc_gui.figures.spec import Floats
from posenc_gui.figures.view import Arrays, Streamed


def data(document: Document) -> Arrays:
    """The array `values` that is shown, whole, and what it is made of.

    Tables: values (length, d_model), zero without positions, and wavelengths (pairs,) of waves. Rotations: values
    (length, pairs) angles, inv_freq, cos, sin. Biases: values (length, length) of the shown head, bias of all heads,
    and what they are made of. Relative keys: values (distances, d_k) of the shown head and vectors of all.

    Raises:
        UserError: they would not fit into memory.
    """
    match document.encoded.evaluate():
        case Nothing() | Table():
            return {"values": streamed(document).whole(), **_wavelengths(document)}
        case Rotation(waves=waves) as turned:
            angles = streamed(document).whole()
            return {"values": angles, "inv_freq": waves.inv_freq, "cos": turned.cos, "sin": turned.sin}
        case ScoreBias() as added:
            return {"values": added.bias[_head(document)], "bias": added.bias, **added.named()}
        case RelativeKeys() as keys:
            return {"values": streamed(document).whole(), "vectors": keys.vectors}


def streamed(document: Document) -> Streamed:
    """The array `values` of `data`, which need not fit into memory."""
    grid = document.grid
    match document.encoded.evaluate():
        case Nothing():
            return Streamed("a table", (grid.length, grid.d_model), partial(_zeros, grid))
        case Table(rows=rows):
            return Streamed("a table", (grid.length, rows.width), partial(_table_rows, rows))
        case Rotation() as turned:
            return Streamed("angles", (grid.length, turned.waves.pairs), partial(_angle_rows, turned))
        case ScoreBias() as added:
            bias = added.bias[_head(document)]
            return Streamed("a bias", (grid.length, grid.length), lambda first, stop: bias[first:stop])
        case RelativeKeys() as keys:
            vectors = keys.of_head(_head(document))
            return Streamed("vectors", (2 * keys.farthest + 1, vectors.width), partial(_table_rows, vectors))


def _wavelengths(document: Document) -> Arrays:
    match document.encoded.evaluate():
        case Table(rows=Waves() as waves):
            return {"wavelengths": waves.wavelengths}
        case _:
            return {}


def _zeros(grid: Grid, first: int, stop: int) -> Floats:
    return np.zeros((stop - first, grid.d_model))


def _table_rows(rows: Rows, first: int, stop: int) -> Floats:
    return rows.values(np.arange(first, stop))


def _angle_rows(turned: Rotation, first: int, stop: int) -> Floats:
    return turned.angles(np.arange(first, stop))


def _head(document: Document) -> int:
    return document.selection.shown_head
