"""Errors of a number format as a raster: computed for just the pixels that are seen."""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.engine import precision
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.precision import Format, Method
from posenc_gui.figures.sources import pixel_edges
from posenc_gui.figures.spec import Rect

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FLOOR = 1e-18
"""Errors below it are none: their logarithm would have no end."""

_SAMPLES = 3
_BAND = 2**16


class Errors(Struct, frozen=True):
    """The errors of one quantity ("cosine", "sine" or "angle") in one format, at `reach` positions."""

    encoded: Encoded
    quantity: str
    kind: Format
    method: Method
    reach: int

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and pairs."""
        return self.reach, self.encoded.waves.pairs

    def at(self, rows: Ints, pairs: Ints) -> Floats:
        """(rows, pairs) errors: computed less true; NaN where the format has no such angle."""
        waves = self.encoded.waves
        positions, inv_freq = rows.astype(np.float64) + waves.first_position, waves.inv_freq[pairs]
        match self.quantity:
            case "angle":
                return precision.angle_errors(positions, inv_freq, self.kind, self.method)
            case "sine":
                return precision.value_errors(positions, inv_freq, self.kind, self.method, "sine")
            case _:
                return precision.value_errors(positions, inv_freq, self.kind, self.method, "cosine")

    def sample(self, region: Rect, width: int, height: int) -> Floats:
        """(height, width) decimal logarithms of |error|, where a pixel shows the largest of a few of its cells.

        Errors jump from cell to cell, so that their mean would say little; three positions of the middle pair are
        looked at, first, middle and last.
        """
        (tops, bottoms), (lefts, rights) = (
            pixel_edges(region.y0, region.y1, height, self.shape[0]),
            pixel_edges(region.x0, region.x1, width, self.shape[1]),
        )
        pairs, places = np.unique((lefts + rights - 1) // 2, return_inverse=True)
        step = max(1, _BAND // len(pairs))
        bands = [
            self._largest(tops[start : start + step], bottoms[start : start + step], pairs)
            for start in range(0, height, step)
        ]
        return np.concatenate(bands)[:, places]

    def _largest(self, starts: Ints, stops: Ints, pairs: Ints) -> Floats:
        shares = np.linspace(0, 1, _SAMPLES) if (stops - starts).max() > 1 else np.zeros(1)
        rows = np.stack([starts + ((stops - 1 - starts) * share).astype(np.int64) for share in shares])
        errors = np.abs(self.at(rows.ravel(), pairs)).reshape(len(shares), len(starts), len(pairs))
        return np.asarray(np.log10(np.maximum(errors.max(axis=0), FLOOR)))
