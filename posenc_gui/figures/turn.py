"""The selected pair at the playhead and k further on: what the circle and the shift matrix show."""

import numpy as np
from msgspec import Struct

from posenc_gui.document.document import Document
from posenc_gui.engine.encoding import Rotation


class Turn(Struct, frozen=True):
    """The selected pair at the playhead and k further on; angles in radians."""

    pair: int
    position: int
    offset: int
    frequency: float
    here: float
    there: float
    turns_queries: bool

    @property
    def names(self) -> tuple[str, str]:
        """What the two hands stand for: positions of a table, or a query at m and a key at n."""
        return ("q at m", "k at n") if self.turns_queries else ("p", "p + k")

    @property
    def score(self) -> float:
        """Product of a query and a key that are (1, 0) before they are turned."""
        return float(np.cos(self.here) * np.cos(self.there) + np.sin(self.here) * np.sin(self.there))


def turn_of(document: Document) -> Turn | None:
    """The turn that the view shows, or None where the pair has no wave."""
    waves, selection = document.encoded.waves, document.selection
    if selection.pair >= waves.pairs:
        return None
    here, there = waves.angles([selection.position, selection.position + selection.offset], selection.pair)
    frequency = float(waves.inv_freq[selection.pair])
    turns_queries = isinstance(document.encoded.evaluate(), Rotation)
    return Turn(
        selection.pair, selection.position, selection.offset, frequency, float(here), float(there), turns_queries
    )
