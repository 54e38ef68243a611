"""The matrix of a shift by k: the true one, and the one that least squares finds from PE[p] to PE[p + k].

What is fitted is what a linear layer could learn from examples: it has seen some positions, and is asked about others.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.engine.waves import ABSENT, Waves

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Parts = Literal["both", "sine", "cosine"]


class Fit(Struct, frozen=True, eq=False):
    """matrix: (columns, columns), PE[p + k] ≈ matrix · PE[p]. rank: directions that the examples determine."""

    matrix: Floats
    rank: int


def true_matrix(waves: Waves, offset: int) -> Floats:
    """M_k whole, (width, width): a 2 × 2 rotation for each pair, in the columns where its sine and cosine stand.

    A pair with one column keeps only cos(k · w) of its block: the other part that it would need is not in the table.
    """
    matrix = np.zeros((waves.width, waves.width))
    angles = offset * waves.inv_freq
    has_sine, has_cosine = waves.sine_dims != ABSENT, waves.cosine_dims != ABSENT
    for dims, present in ((waves.sine_dims, has_sine), (waves.cosine_dims, has_cosine)):
        matrix[dims[present], dims[present]] = np.cos(angles[present])
    whole = has_sine & has_cosine
    sines, cosines = waves.sine_dims[whole], waves.cosine_dims[whole]
    matrix[sines, cosines], matrix[cosines, sines] = np.sin(angles[whole]), -np.sin(angles[whole])
    return matrix


def kept_columns(waves: Waves, parts: Parts) -> Ints:
    """The columns that an ablation leaves, in order: all that waves stand in, the sines alone, or the cosines alone."""
    wanted = {"both": ("sine", "cosine"), "sine": ("sine",), "cosine": ("cosine",)}[parts]
    found = [dims for part, dims in (("sine", waves.sine_dims), ("cosine", waves.cosine_dims)) if part in wanted]
    columns = np.concatenate(found)
    return np.sort(columns[columns != ABSENT])


def groups_of(waves: Waves, columns: Ints) -> tuple[Ints, ...]:
    """For each pair, the places in `columns` where its parts stand."""
    places = {int(column): place for place, column in enumerate(columns)}
    found = (
        [places[dim] for dim in (int(sine), int(cosine)) if dim in places]
        for sine, cosine in zip(waves.sine_dims, waves.cosine_dims, strict=True)
    )
    return tuple(np.array(group, dtype=np.int64) for group in found if group)


def fit(before: Floats, after: Floats, groups: Sequence[Ints]) -> Fit:
    """The least-squares matrix with after ≈ before · matrixᵀ, of the least norm where the examples leave it open.

    before, after: (positions, columns). groups: columns that may be mixed with each other; one group of all columns
    leaves the matrix free, one for each pair makes it block diagonal.
    """
    matrix, rank = np.zeros((before.shape[1], before.shape[1])), 0
    for group in groups:
        solution, _, found, _ = np.linalg.lstsq(before[:, group], after[:, group], rcond=None)
        matrix[np.ix_(group, group)] = solution.T
        rank += int(found)
    return Fit(matrix, rank)


def residual(matrix: Floats, before: Floats, after: Floats) -> float:
    """Largest |after − before · matrixᵀ|; NaN where there are no positions."""
    return float(np.abs(after - before @ matrix.T).max()) if before.size else float("nan")


def distance(first: Floats, second: Floats) -> float:
    """Frobenius distance of two matrices: the root of the sum of squared differences."""
    return float(np.linalg.norm(first - second))
