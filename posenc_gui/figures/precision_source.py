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

MOST_CELLS = 2**16
"""Errors that a picture looks at, at most: each takes three sines, 80 ns in all."""

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
        looked at, first, middle and last, or fewer of them where the picture is large. Where it is larger still, pixels
        share what they show.
        """
        pairs, places = self._columns(region, width)
        rows = max(1, min(height, MOST_CELLS // len(pairs)))
        tops, bottoms = pixel_edges(region.y0, region.y1, rows, self.shape[0])
        count = min(MOST_CELLS // (rows * len(pairs)), _SAMPLES) if (bottoms - tops).max() > 1 else 1
        step = max(1, _BAND // len(pairs))
        bands = [
            self._largest(tops[start : start + step], bottoms[start : start + step], pairs, max(count, 1))
            for start in range(0, rows, step)
        ]
        return np.concatenate(bands)[:, places][np.arange(height) * rows // height]

    def _columns(self, region: Rect, width: int) -> tuple[Ints, Ints]:
        """The pairs in the middle of pixels, and which of them each pixel shows."""
        lefts, rights = pixel_edges(region.x0, region.x1, width, self.shape[1])
        return np.unique((lefts + rights - 1) // 2, return_inverse=True)

    def _largest(self, starts: Ints, stops: Ints, pairs: Ints, count: int) -> Floats:
        shares = np.linspace(0, 1, count) if count > 1 else np.zeros(1)
        rows = np.stack([starts + ((stops - 1 - starts) * share).astype(np.int64) for share in shares])
        errors = np.abs(self.at(rows.ravel(), pairs)).reshape(len(shares), len(starts), len(pairs))
        return np.asarray(np.log10(np.maximum(errors.max(axis=0), FLOOR)))
