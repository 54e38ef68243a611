"""An encoding at its settings: the value that results are cached by, so that all views share them."""

from msgspec import Struct

from posenc_gui.engine import encodings
from posenc_gui.engine.encoding import Cell, Encoding, Rotation, Table, Yield
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import Record
from posenc_gui.engine.training_task import Task
from posenc_gui.engine.waves import Waves


class Encoded(Struct, frozen=True):
    """An encoding with its parameters and the size of its table."""

    encoding: str
    params: Record
    grid: Grid
    heads: int = 1

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
        match self.evaluate():
            case Table(rows=Waves() as waves) | Rotation(waves=waves):
                return waves
            case _:
                raise UserError(f"{self.definition.title} is not made of waves: choose sinusoidal or RoPE to see some")

    @property
    def task(self) -> Task | None:
        """What has to be trained before it can be evaluated, or None."""
        return self.definition.task(self.params, self.grid)

    @property
    def work(self) -> int:
        """How many numbers it takes to evaluate it; none where they are at hand."""
        return self.definition.work(self.params, self.grid, self.heads)

    def evaluate(self) -> Yield:
        """What the encoding yields, computed in float64; see `Encoding.evaluate`."""
        return self.definition.evaluate(self.params, self.grid, self.heads)

    def explain(self, row: int, column: int, head: int = 0) -> str:
        """The formula for one number, with the numbers filled in."""
        return self.definition.explain(self.params, self.grid, Cell(row, column, head, self.heads))

    def explain_pair(self, position: int, pair: int) -> str:
        """The formula for each cell of a pair at one position, or for the angle that turns the pair."""
        if isinstance(self.evaluate(), Rotation):
            return self.explain(position, pair)
        return "     ".join(self.explain(position, dimension) for dimension in self.dims_of(pair))

    def dims_of(self, pair: int) -> tuple[int, ...]:
        """The columns of a pair, sine before cosine; the last column where no wave claims it.

        Where there are no waves, neighbouring dimensions form the pairs.
        """
        match self.evaluate():
            case Table(rows=Waves()) | Rotation():
                return self.waves.dims_of(pair) if pair < self.waves.pairs else (self.grid.d_model - 1,)
            case _:
                return tuple(dim for dim in (2 * pair, 2 * pair + 1) if dim < self.grid.d_model)

    @property
    def pair_count(self) -> int:
        """Number of pairs: of turned channels, or of columns, where an odd last one counts as a pair of its own."""
        return self.definition.pairs(self.params, self.grid, self.heads)

    @property
    def note(self) -> str:
        """What is special at these settings, or nothing."""
        return self.definition.note(self.params, self.grid)
