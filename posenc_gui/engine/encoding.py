"""What an encoding is, and what it yields to attention."""

from collections.abc import Callable
from functools import cached_property
from typing import Generic, Literal, TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from posenc_gui.engine.diagonals import diagonals
from posenc_gui.engine.grid import Grid, check_memory
from posenc_gui.engine.params import Record
from posenc_gui.engine.rows import Rows
from posenc_gui.engine.training_task import Task
from posenc_gui.engine.waves import Waves

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Pairing = Literal["half", "interleaved"]
P = TypeVar("P", bound=Record)


class Nothing(Struct, frozen=True, eq=False):
    """No position at all."""


class Table(Struct, frozen=True, eq=False):
    """Values that are added to the token embeddings, row by row, `scale` times; `learned` of them are fitted."""

    rows: Rows
    length: int
    learned: int = 0
    scale: float = 1.0

    @property
    def values(self) -> Floats:
        """The whole table in float64: (length, d_model); NaN in rows that do not exist.

        Raises:
            UserError: it would not fit into memory.
        """
        check_memory(f"a table of {self.length} × {self.rows.width}", self.length * self.rows.width)
        return self.at(np.arange(self.length))

    def at(self, places: Ints) -> Floats:
        """What is added at the given positions: (places, d_model); NaN for one that does not exist."""
        return np.asarray(self.scale * self.rows.values(places))


class Rotation(Struct, frozen=True, eq=False):
    """Angles by which each pair of channels of q and k is turned; v is left as it is.

    waves: one angular frequency per pair, and the channels of a head that it turns. head_dim: channels of a head, of
    which the first waves.width are turned.
    """

    waves: Waves
    length: int
    pairing: Pairing
    head_dim: int
    learned: int = 0

    @property
    def cos(self) -> Floats:
        """(length, pairs) cosines of the angles."""
        return np.asarray(np.cos(self.angles(np.arange(self.length))))

    @property
    def sin(self) -> Floats:
        """(length, pairs) sines of the angles."""
        return np.asarray(np.sin(self.angles(np.arange(self.length))))

    def angles(self, positions: ArrayLike) -> Floats:
        """(positions, pairs) angles p · w_i in radians; positions may be fractional."""
        places = np.asarray(positions, dtype=np.float64)
        check_memory(f"angles of {len(places)} × {self.waves.pairs}", len(places) * self.waves.pairs)
        return np.asarray(np.multiply.outer(places + self.waves.first_position, self.waves.inv_freq))


class ScoreBias(Struct, frozen=True, eq=False):
    """A number that is added to each score and depends on the distance alone.

    by_distance(relative) gives (heads, …) for relative positions key − query. named() gives the arrays that it is made
    of, by the names that scripts know (`slopes` or `buckets`). near: the distance from which on the numbers go on in
    even steps, on either side; None where there is none.
    """

    by_distance: Callable[[Ints], Floats]
    length: int
    named: Callable[[], dict[str, NDArray[np.generic]]]
    learned: int = 0
    near: int | None = None

    def block(self, queries: Ints, keys: Ints) -> Floats:
        """(heads, queries, keys) for the given positions."""
        return self.by_distance(keys[np.newaxis, :] - queries[:, np.newaxis])

    @property
    def bias(self) -> Floats:
        """(heads, length, length), a read-only view of the numbers by distance.

        Raises:
            UserError: the numbers by distance would not fit into memory.
        """
        heads = self.by_distance(np.zeros(1, dtype=np.int64)).shape[0]
        check_memory(f"the bias of {heads} heads by distance", heads * (2 * self.length - 1))
        line = self.by_distance(np.arange(1 - self.length, self.length))
        return diagonals(line[:, np.newaxis], self.length)


class RelativeKeys(Struct, frozen=True, eq=False, dict=True):  # for cached properties, which `replace` copies
    """Vectors by distance that the query looks at beside the keys.

    The score of query i and key j gains (q_i + position_bias) · vectors[index] with
    index = clip(j − i, −farthest, farthest) + farthest, and content_bias · k_j.

    by_head: the vectors of each head, or of all heads where there is one, as 2 · farthest + 1 rows of d_k columns.
    content_bias, position_bias: (heads, d_k). sinusoidal: each vector holds sines in its first half and cosines in its
    second, of angles that are proportional to i − j.
    """

    by_head: tuple[Rows, ...]
    farthest: int
    length: int
    content_bias: Floats
    position_bias: Floats
    learned: int = 0
    sinusoidal: bool = False

    @cached_property
    def vectors(self) -> Floats:
        """(heads, 2 · farthest + 1, d_k) all vectors, read-only.

        Raises:
            UserError: they would not fit into memory.
        """
        count, width = 2 * self.farthest + 1, self.by_head[0].width
        check_memory(f"{len(self.by_head)} × {count} relative vectors of {width}", len(self.by_head) * count * width)
        whole = np.stack([rows.values(np.arange(count)) for rows in self.by_head])
        whole.flags.writeable = False
        return whole

    def with_vectors(self, by_head: tuple[Rows, ...], *, sinusoidal: bool) -> "RelativeKeys":
        """The same with other vectors; `structs.replace` would keep those that are cached."""
        biases = self.content_bias, self.position_bias
        return RelativeKeys(by_head, self.farthest, self.length, *biases, self.learned, sinusoidal)

    def of_head(self, head: int) -> Rows:
        """The vectors of one head."""
        return self.by_head[min(head, len(self.by_head) - 1)]

    def index(self, queries: Ints, keys: Ints) -> Ints:
        """(queries, keys) row of `vectors` for the given positions."""
        relative = keys[np.newaxis, :] - queries[:, np.newaxis]
        return np.asarray(np.clip(relative, -self.farthest, self.farthest) + self.farthest)


Yield = Nothing | Table | Rotation | ScoreBias | RelativeKeys
"""What `Encoding.evaluate` may give; attention has one `match` over it."""


class Cell(Struct, frozen=True):
    """One number of what an encoding yields: position and dimension or pair, or query and key of one of the heads."""

    row: int
    column: int
    head: int = 0
    heads: int = 1


def no_check(_params: Record, _grid: Grid, _heads: int) -> None:
    """Every size goes with every parameter."""


def no_note(_params: Record, _grid: Grid) -> str:
    """There is nothing special at any setting."""
    return ""


def no_task(_params: Record, _grid: Grid) -> Task | None:
    """Nothing has to be trained first."""
    return None


def no_work(_params: Record, _grid: Grid, _heads: int) -> int:
    """Numbers are made when they are asked for, or are few."""
    return 0


def pairs_of_columns(_params: Record, grid: Grid, _heads: int) -> int:
    """Every two columns form a pair, and an odd last one counts as a pair of its own."""
    return (grid.d_model + 1) // 2


class Encoding(Struct, Generic[P], frozen=True):
    """One way of telling a transformer where a token stands.

    `params` is the record type of its parameters; `acts` says in a few words where it acts. `evaluate(params, grid,
    heads)` computes what it yields, in float64, or raises `UserError`. `explain(params, grid, cell)` writes the formula
    out for one number, with the numbers filled in. `note(params, grid)` says in a sentence what is special at these
    settings, or nothing. `check(params, grid, heads)` raises `UserError` where they do not go together. `pairs(params,
    grid, heads)` counts the pairs that can be selected, without computing anything else. `task(params, grid)` names
    what has to be trained before `evaluate` can give anything. `work(params, grid, heads)` counts the numbers that
    `evaluate` would have to make first, where they are many and not at hand.
    """

    key: str
    title: str
    summary: str
    formula: str
    references: tuple[str, ...]
    acts: str
    params: type[P]
    evaluate: Callable[[P, Grid, int], Yield]
    explain: Callable[[P, Grid, Cell], str]
    note: Callable[[P, Grid], str] = no_note
    check: Callable[[P, Grid, int], None] = no_check
    pairs: Callable[[P, Grid, int], int] = pairs_of_columns
    task: "Callable[[P, Grid], Task | None]" = no_task
    work: Callable[[P, Grid, int], int] = no_work
