"""The size of a table: how many positions, how many dimensions."""

from dataclasses import dataclass

from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Record, param

BYTES_PER_NUMBER = 8
"""Tables are computed in float64."""

LARGEST_TABLE_BYTES = 4 * 1024**3
"""The most that one table may take in memory; pictures do not need the table and have no such limit."""


@dataclass(frozen=True)
class Grid(Record):
    """Positions 0 … length − 1 and dimensions 0 … d_model − 1."""

    length: int = param(
        64,
        "Length",
        "Number of positions: the rows of the table.",
        unit="positions",
        low=1,
        high=2**31,
        slider=(1, 1_000_000),
        log=True,
    )
    d_model: int = param(
        64,
        "d_model",
        "Width of the embedding: the columns of the table. Every two dimensions form a pair.",
        unit="dimensions",
        low=1,
        high=65_536,
        slider=(1, 16_384),
        log=True,
    )


def check_memory(what: str, count: int, way_out: str = "lower length or d_model") -> None:
    """Refuse to make `count` float64 numbers that would not fit into memory.

    Raises:
        UserError: says how much they would take, and how much is allowed.
    """
    needed = count * BYTES_PER_NUMBER
    if needed > LARGEST_TABLE_BYTES:
        raise UserError(
            f"{what} would take {in_bytes(needed)}, but must be at most {in_bytes(LARGEST_TABLE_BYTES)}: {way_out}"
        )


def in_bytes(count: float) -> str:
    """A size in the largest binary unit that keeps it above one, as in "1.5 GiB"."""
    for unit in ("bytes", "KiB", "MiB", "GiB", "TiB"):
        if count < 1024 or unit == "TiB":
            break
        count /= 1024
    return f"{count:.4g} {unit}"
