"""What an encoding is, and what it yields to attention."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import Record
from posenc_gui.engine.waves import Waves

Floats = NDArray[np.float64]
P = TypeVar("P", bound=Record)


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """Values that are added to the token embeddings: shape (length, d_model)."""

    values: Floats


Yield = Table
"""What `Encoding.evaluate` may give; attention has one `match` over it."""


@dataclass(frozen=True, slots=True)
class Encoding(Generic[P]):
    """One way of telling a transformer where a token stands.

    `params` is the record type of its parameters. `evaluate(params, grid)` computes what it yields in float64.
    `waves(params, grid)` describes its sines and cosines, or is None where it has none.
    `explain(params, grid, position, dimension)` writes the formula out for one cell with the numbers filled in.
    `note(params, grid)` says in a sentence what is special at these settings, or nothing.
    """

    key: str
    title: str
    summary: str
    formula: str
    references: tuple[str, ...]
    params: type[P]
    evaluate: Callable[[P, Grid], Yield]
    waves: Callable[[P, Grid], Waves | None]
    explain: Callable[[P, Grid, int, int], str]
    note: Callable[[P, Grid], str]
