"""What an encoding yields, made larger or smaller."""

import dataclasses
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from posenc_gui.engine.encoding import Floats, Ints, RelativeKeys, ScoreBias, Table, Yield
from posenc_gui.engine.rows import Rows


@dataclass(frozen=True, eq=False, slots=True)
class Scaled:
    """The rows of another table, each number times `factor`."""

    rows: Rows
    factor: float

    @property
    def width(self) -> int:
        """Number of columns."""
        return self.rows.width

    def values(self, rows: ArrayLike) -> Floats:
        """See `Rows.values`."""
        return np.asarray(self.factor * self.rows.values(rows))

    def block_means(self, starts: Ints, stops: Ints) -> Floats:
        """See `Rows.block_means`."""
        return np.asarray(self.factor * self.rows.block_means(starts, stops))

    def narrowed(self, first: int, last: int) -> "Scaled":
        """See `Rows.narrowed`."""
        return Scaled(self.rows.narrowed(first, last), self.factor)


def scaled(position: Yield | None, factor: float) -> Yield | None:
    """What is added for positions times `factor`: the table, the bias, the relative vectors.

    A rotation adds nothing and stays as it is, as do the two bias vectors of Transformer-XL, which carry no position.
    """
    if factor == 1:
        return position
    match position:
        case Table(rows=rows):
            return dataclasses.replace(position, rows=Scaled(rows, factor))
        case ScoreBias(by_distance=by_distance):
            return dataclasses.replace(position, by_distance=lambda relative: factor * by_distance(relative))
        case RelativeKeys(vectors=vectors):
            return dataclasses.replace(position, vectors=factor * vectors)
        case _:
            return position
