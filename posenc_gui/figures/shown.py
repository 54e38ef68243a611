"""What the heatmap shows of an encoding: a table, the angles of a rotation, a bias over query and key, vectors."""

from functools import lru_cache
from typing import Literal

import numpy as np
from msgspec import Struct, structs

from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Nothing, RelativeKeys, Rotation, ScoreBias, Table
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.rows import Bits, Ramp, Rows, Stored
from posenc_gui.figures.sources import AnglesSource, BiasSource, CellSource, Pixels, TableSource, VectorsSource
from posenc_gui.figures.spec import ColorMap

ColumnsAre = Literal["dimension", "pair", "key"]
RowsAre = Literal["position", "query", "distance"]


class Shown(Struct, frozen=True):
    """An array with what its rows and columns stand for, and its colour scale from `low` to `high`.

    first_row: the position or distance of row 0. end: the number of rows that exist.
    """

    source: CellSource
    title: str
    caption: str
    columns_are: ColumnsAre
    rows_are: RowsAre
    colormap: ColorMap
    low: float
    high: float
    first_row: int
    end: int

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self.source.shape[0]

    @property
    def columns(self) -> int:
        """Number of columns."""
        return self.source.shape[1]


@lru_cache(maxsize=8)
def shown_of(encoded: Encoded, head: int, pixels: Pixels = "mean") -> Shown:
    """What the heatmap shows of an encoding at these settings; `head` counts where heads differ.

    pixels: what a pixel of many cells shows.

    Raises:
        UserError: the encoding yields nothing that could be shown, or cannot be computed.
    """
    match encoded.evaluate():
        case Nothing():
            raise UserError("There is nothing to show: without positions nothing is added to the embeddings.")
        case Table(rows=rows):
            return _table(encoded, rows, pixels)
        case Rotation():
            return _angles(encoded, pixels)
        case ScoreBias():
            return _bias(encoded, head, pixels)
        case RelativeKeys() as keys:
            return _vectors(encoded, keys, head, pixels)


def _table(encoded: Encoded, rows: Rows, pixels: Pixels) -> Shown:
    low, high = _scale(encoded, rows)
    end = min(len(rows.array), encoded.grid.length) if isinstance(rows, Stored) else encoded.grid.length
    return Shown(
        source=TableSource(structs.replace(encoded, heads=1), pixels),  # heads share the table
        title="Encoding by position and dimension",
        caption=_CAPTIONS.get(type(rows), _WAVES),
        columns_are="dimension",
        rows_are="position",
        colormap="sequential" if low == 0 else "diverging",
        low=low,
        high=high,
        first_row=0,
        end=end,
    )


_WAVES = "Fast waves stand at the left, slow ones at the right: every row has a pattern of its own."
_CAPTIONS: dict[type, str] = {
    Ramp: "Every dimension holds the same number: look at how far the scale reaches, and change the length.",
    Bits: "Each dimension is a digit: neighbouring rows may differ in many of them at once.",
    Stored: "Each row is a free vector of its own; the table has no rule by which it could go on.",
}


def _scale(encoded: Encoded, rows: Rows) -> tuple[float, float]:
    """The same scale at all settings where values are bounded, else up to the largest value of the table."""
    match rows:
        case Bits():
            return 0.0, 1.0
        case Ramp():
            return 0.0, float(rows.values([max(encoded.grid.length - 1, 1)])[0, 0])
        case Stored():
            return -rows.largest or -1.0, rows.largest or 1.0
        case _:
            return -1.0, 1.0


def _angles(encoded: Encoded, pixels: Pixels) -> Shown:
    return Shown(
        source=AnglesSource(encoded, pixels),
        title="Angle by position and pair",
        caption="Each pair of channels of q and k is turned by this angle: fast at the left, slow at the right.",
        columns_are="pair",
        rows_are="position",
        colormap="cyclic",
        low=-np.pi,
        high=np.pi,
        first_row=0,
        end=encoded.grid.length,
    )


def _bias(encoded: Encoded, head: int, pixels: Pixels) -> Shown:
    source = BiasSource(encoded, head, pixels)
    largest = source.largest or 1.0
    return Shown(
        source=source,
        title=f"Bias by query and key, head {head} of {encoded.heads}",
        caption="This number is added to the score: it is the same along each diagonal, since distance alone counts.",
        columns_are="key",
        rows_are="query",
        colormap="difference",
        low=-largest,
        high=largest,
        first_row=0,
        end=encoded.grid.length,
    )


def _vectors(encoded: Encoded, keys: RelativeKeys, head: int, pixels: Pixels) -> Shown:
    rows = keys.of_head(0)
    largest = rows.largest or 1.0 if isinstance(rows, Stored) else 1.0
    return Shown(
        source=VectorsSource(encoded, head, pixels),
        title="Vector by distance and dimension of the head",
        caption="Each distance from query to key has a vector that the query looks at beside the key itself.",
        columns_are="dimension",
        rows_are="distance",
        colormap="difference",
        low=-largest,
        high=largest,
        first_row=-keys.farthest,
        end=2 * keys.farthest + 1,
    )
