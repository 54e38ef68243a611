"""An encoding at its settings: the value that results are cached by, so that all views share them."""

from dataclasses import dataclass
from functools import lru_cache

from posenc_gui.engine import encodings
from posenc_gui.engine.encoding import Encoding, Yield
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import Record
from posenc_gui.engine.waves import Waves


@dataclass(frozen=True, slots=True)
class Encoded:
    """An encoding with its parameters and the size of its table."""

    encoding: str
    params: Record
    grid: Grid

    @property
    def definition(self) -> Encoding[Record]:
        """The record of the encoding."""
        return encodings.by_key(self.encoding)

    @property
    def waves(self) -> Waves:
        """The sines and cosines that the encoding is made of.

        Raises:
            UserError: it is not made of any.
        """
        return _waves(self)

    def evaluate(self) -> Yield:
        """What the encoding yields, computed in float64; see `Encoding.evaluate`."""
        return self.definition.evaluate(self.params, self.grid)

    def explain(self, position: int, dimension: int) -> str:
        """The formula for one cell with its numbers."""
        return self.definition.explain(self.params, self.grid, position, dimension)

    def explain_pair(self, position: int, pair: int) -> str:
        """The formula for each cell of a pair at one position."""
        return "     ".join(self.explain(position, dimension) for dimension in self.dims_of(pair))

    def dims_of(self, pair: int) -> tuple[int, ...]:
        """The columns of a pair, sine before cosine; the last column where no wave claims it."""
        return self.waves.dims_of(pair) if pair < self.waves.pairs else (self.grid.d_model - 1,)

    @property
    def note(self) -> str:
        """What is special at these settings, or nothing."""
        return self.definition.note(self.params, self.grid)


@lru_cache(maxsize=16)
def _waves(encoded: Encoded) -> Waves:
    found = encoded.definition.waves(encoded.params, encoded.grid)
    if found is None:
        raise UserError(f"{encoded.definition.title} is not made of waves")
    for array in (found.inv_freq, found.sine_dims, found.cosine_dims):
        array.flags.writeable = False
    return found
