"""What the view of RoPE shows: one query at m and one key at n, and their score."""

from functools import cached_property, lru_cache
from typing import cast

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.document.document import Document
from posenc_gui.engine import rope_turn
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Rotation, Table
from posenc_gui.engine.encodings.rope import RopeParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.rope_turn import Mismatch, Vectors
from posenc_gui.engine.waves import Waves

Floats = NDArray[np.float64]

CURVE_POINTS = 768
MOST_DIFFERENCES = 1_024
"""Farthest distance that the curve shows."""


class Asked(Struct, frozen=True):
    """What query and key are, and how they are turned: what results are cached by."""

    encoded: Encoded
    seed: int
    same: bool
    mismatch: Mismatch


class Scene(Struct, frozen=True, eq=False, dict=True):  # for cached properties, which `replace` copies
    """The rotation turns `vectors` at m and n; `last` is the last position of the table."""

    asked: Asked
    rotation: Rotation
    vectors: Vectors
    pair: int
    m: int
    n: int
    last: int

    @property
    def mismatch(self) -> Mismatch:
        """Which convention turns what."""
        return self.asked.mismatch

    @cached_property
    def contributions(self) -> Floats:
        """(pairs + 1,) what each pair adds to the score, and what is not turned; see `rope_turn.contributions`."""
        return rope_turn.contributions(self.vectors, self.rotation, self.m, self.n, self.mismatch)

    @property
    def score(self) -> float:
        """The product q · k as it is computed, a mistake included."""
        return float(self.contributions.sum())

    @property
    def right_score(self) -> float:
        """The product q · k with the right pairing."""
        return float(rope_turn.contributions(self.vectors, self.rotation, self.m, self.n).sum())

    @property
    def reach(self) -> int:
        """Farthest distance that the curve shows."""
        return max(1, min(self.last, MOST_DIFFERENCES))

    @property
    def curve_at(self) -> int:
        """The m of the curve: any one where the score depends on m − n alone, and then always the same."""
        return self.m if self.mismatch == "key" else 0

    @property
    def differences(self) -> NDArray[np.int64]:
        """All whole distances m − n that the curve shows."""
        return np.arange(-self.reach, self.reach + 1)


def scene_of(document: Document, seed: int, same: bool, mismatch: str) -> Scene:
    """The scene at the playhead.

    Raises:
        UserError: the encoding has no waves that could turn anything.
    """
    encoded = turning(document.encoded)
    rotation = rotation_of(encoded)
    selection = document.selection
    return Scene(
        Asked(encoded, seed, same, cast("Mismatch", mismatch)),
        rotation,
        rope_turn.seeded(rotation.head_dim, seed, same),
        min(selection.pair, rotation.waves.pairs - 1),
        selection.position,
        selection.position + selection.offset,
        document.grid.length - 1,
    )


def turning(encoded: Encoded) -> Encoded:
    """The encoding if it turns queries and keys, or RoPE at the base of the waves that are added.

    Raises:
        UserError: there are no waves, or RoPE does not go with the width.
    """
    match encoded.evaluate():
        case Rotation():
            return encoded
        case Table(rows=Waves()) if hasattr(encoded.params, "base"):
            instead = Encoded("rope", RopeParams(base=encoded.params.base), encoded.grid, encoded.heads)
            rotation_of(instead)
            return instead
        case _:
            title = encoded.definition.title
            raise UserError(f"{title} turns no queries and keys: choose the encoding RoPE to see how they turn")


def rotation_of(encoded: Encoded) -> Rotation:
    """What RoPE yields; raises `UserError` where it does not go with the width."""
    found = encoded.evaluate()
    assert isinstance(found, Rotation)
    return found


@lru_cache(maxsize=16)
def curve(asked: Asked, m: int, reach: int) -> tuple[Floats, Floats]:
    """Distances m − n, whole or evenly spaced, and the score at each; read-only."""
    rotation = rotation_of(asked.encoded)
    vectors = rope_turn.seeded(rotation.head_dim, asked.seed, asked.same)
    places = np.arange(-reach, reach + 1) if 2 * reach >= CURVE_POINTS else np.linspace(-reach, reach, CURVE_POINTS)
    places = places.astype(np.float64)
    scores = rope_turn.scores(vectors, rotation, m, places, asked.mismatch)
    places.flags.writeable = scores.flags.writeable = False
    return places, scores
