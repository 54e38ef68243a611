"""A recurrent network: it reads one token after the other, and so knows the order without any encoding.

Elman, "Finding Structure in Time" (1990): h_t = tanh(x_t W + h_(t−1) U), h_0 = 0.
"""

import numpy as np
from msgspec import Struct

from posenc_gui.engine.encoding import Floats
from posenc_gui.engine.rounding import Precision
from posenc_gui.engine.rounding_bounds import sum_error

WIDTH = 32
"""Numbers in the state."""

MEMORY = 0.9
"""How much of the state before is kept: U is this much of a seeded rotation, so that no rounding error ever grows."""


class Cell(Struct, frozen=True, eq=False):
    """The weights W (d_model, WIDTH) and U (WIDTH, WIDTH)."""

    inputs: Floats
    state: Floats


def cell(d_model: int, seed: int) -> Cell:
    """Seeded weights: W normal with variance 1 / d_model, U `MEMORY` times an orthogonal matrix."""
    random = np.random.default_rng([seed, d_model])
    inputs = random.standard_normal((d_model, WIDTH)) / np.sqrt(d_model)
    return Cell(inputs, MEMORY * np.linalg.qr(random.standard_normal((WIDTH, WIDTH)))[0])


def states(tokens: Floats, weights: Cell, precision: Precision) -> Floats:
    """(n, WIDTH) the state after each of the tokens (n, d_model); the last one has read all of them."""
    rounded = precision.rounded
    driven = rounded(rounded(tokens) @ rounded(weights.inputs))
    kept, state, found = rounded(weights.state), np.zeros(WIDTH), np.empty((len(tokens), WIDTH))
    for place, drive in enumerate(driven):
        state = rounded(np.tanh(rounded(drive + rounded(state @ kept))))
        found[place] = state
    return found


def states_bound(tokens: Floats, weights: Cell, precision: Precision) -> float:
    """How far two computations of the same states can be apart by rounding alone, in any of their numbers.

    With the notation of `rounding_bounds`, one step adds 2γ_d ‖x‖ ‖W‖ + 2γ_WIDTH √WIDTH ‖U‖ for the products,
    2u (‖x‖ ‖W‖ + √WIDTH ‖U‖) for their sum and 8u √WIDTH for tanh, which lengthens no difference; U shortens what was
    there to `MEMORY` times its length. Over all steps that sums up to one step's share / (1 − MEMORY). In formats below
    float64 U is rounded, too, which lengthens it by a factor of 1 + u √WIDTH at most.
    """
    unit, root = precision.unit_roundoff, float(np.sqrt(WIDTH))
    driven = float(np.linalg.norm(tokens, axis=-1).max() * np.linalg.norm(weights.inputs))
    held = root * float(np.linalg.norm(weights.state))
    step = 2 * sum_error(precision, tokens.shape[1]) * driven + 2 * sum_error(precision, WIDTH) * held
    step += 2 * unit * (driven + held) + 8 * unit * root
    return step / (1 - MEMORY * (1 + unit * root))
