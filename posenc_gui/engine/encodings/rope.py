"""RoPE: queries and keys are turned by an angle that grows with the position.

Su et al., "RoFormer" (2021), section 3.2; the pairing of halves is that of GPT-NeoX and Llama.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np

from posenc_gui.engine.encoding import Cell, Encoding, Pairing, Rotation
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.engine.waves import Waves


@dataclass(frozen=True)
class RopeParams(Record):
    """Speed of the rotation, which channels form a pair, and how many of them turn."""

    base: float = param(
        10_000.0,
        "Base",
        "The slowest pair turns once in about 2π · base positions.",
        low=1,
        open_low=True,
        high=1e12,
        slider=(1.01, 1e7),
        log=True,
    )
    pairing: str = param(
        "half",
        "Pairing",
        "Which two channels turn together.",
        choices=(
            Choice("half", "i with i + dim/2", "As in GPT-NeoX and Llama of the transformers library."),
            Choice("interleaved", "2i with 2i + 1", "As in RoFormer, GPT-J and Meta's own Llama."),
        ),
    )
    partial: float = param(
        1.0,
        "Rotary share",
        "The share of a head's channels that is turned; the others stay.",
        low=0,
        open_low=True,
        high=1,
    )


def rotary_dim(params: RopeParams, grid: Grid, heads: int = 1) -> int:
    """How many channels of each head are turned: partial · d_k, without its fraction.

    Raises:
        UserError: the number is odd or zero, so that the channels do not form pairs.
    """
    head_dim = grid.d_model // heads
    turned = int(head_dim * params.partial)
    if turned < 2 or turned % 2:
        raise UserError(
            f"RoPE would turn {turned} channels of each head (d_model {grid.d_model} / heads {heads} · partial "
            f"{params.partial:g}), but must turn an even number from 2 to {head_dim}: change d_model, heads or partial"
        )
    return turned


def check(params: RopeParams, grid: Grid, heads: int) -> None:
    """The turned channels form pairs; raises `UserError` as `rotary_dim` does."""
    rotary_dim(params, grid, heads)


def evaluate(params: RopeParams, grid: Grid, heads: int = 1) -> Rotation:
    """Angles p · w_i with w_i = base^(−2i / rotary_dim), the same for every head."""
    waves = _waves(params.base, rotary_dim(params, grid, heads), cast("Pairing", params.pairing))
    return Rotation(waves, grid.length, cast("Pairing", params.pairing), grid.d_model // heads)


@lru_cache(maxsize=16)
def _waves(base: float, width: int, pairing: Pairing) -> Waves:
    """What a turned (1, 0) becomes is (cos, sin), so that the sine stands second."""
    pairs = np.arange(width // 2)
    first, second = (pairs, pairs + width // 2) if pairing == "half" else (2 * pairs, 2 * pairs + 1)
    return Waves(base ** (-2 * pairs / width), second, first, width, 0)


def explain(params: RopeParams, grid: Grid, cell: Cell) -> str:
    """The angle of one pair, which the column names."""
    width, pair = rotary_dim(params, grid, cell.heads), cell.column
    angle = cell.row * params.base ** (-2 * pair / width)
    first, second = (pair, pair + width // 2) if params.pairing == "half" else (2 * pair, 2 * pair + 1)
    fraction = f"{cell.row} / {params.base:.12g}^({2 * pair}/{width})"
    return f"angle[{cell.row}, pair {pair}] = {fraction} = {angle:z.4f} rad, turns channels {first} and {second}"


ROPE = Encoding(
    key="rope",
    title="RoPE",
    summary="Queries and keys are turned by their position, so that a score depends on the distance alone.",
    formula="q_m → R(m · w_i) q_m,  k_n → R(n · w_i) k_n,  w_i = base^(−2i/d)",
    references=("Su et al., RoFormer (2021), section 3.2",),
    acts="turns q and k",
    params=RopeParams,
    evaluate=evaluate,
    explain=explain,
    check=check,
    pairs=lambda params, grid, heads: rotary_dim(params, grid, heads) // 2,
)
