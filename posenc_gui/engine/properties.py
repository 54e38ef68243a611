"""What can be asked of any encoding, each answered by a measurement at its settings."""

import dataclasses
import math
from collections.abc import Callable

import numpy as np
from msgspec import Struct, structs

from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Floats, Nothing, RelativeKeys, Rotation, ScoreBias, Table, Yield
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.kept import Kept
from posenc_gui.engine.rows import Rows
from posenc_gui.engine.similarity import existing, similarity
from posenc_gui.engine.training import UntrainedError

MOST_POSITIONS = 512
"""Lengths are measured up to here; what is measured grows with the square of it."""

MOST_NUMBERS = 2**27
"""Differences between numbers that the nearest two positions may take; wide tables are measured at a smaller length."""

WIDEST_SHIFT = 512
"""The matrix of a shift is fitted up to this width."""

FARTHEST = 2**31
"""The greatest length that can be asked for."""

GROWING = math.sqrt(2)
"""What grows by this factor or more when the length doubles is not bounded: it grows at least as the root of it."""


class Measured(Struct, frozen=True):
    """A number, or NaN where there is none to measure; how it came about; whether it is what the lesson wants."""

    value: float
    said: str
    passes: bool | None = None


class Property(Struct, frozen=True):
    """One question: `label` is how it is asked ({k} stands for the shift), measure(encoded, k) answers it."""

    key: str
    label: str
    measure: Callable[[Encoded, int], Measured]
    uses_offset: bool = False


def measured_length(encoded: Encoded) -> int:
    """The length that is measured in the place of a greater one."""
    return max(1, min(encoded.grid.length, MOST_POSITIONS, math.isqrt(MOST_NUMBERS // encoded.grid.d_model)))


def measured(property_: Property, encoded: Encoded, offset: int) -> Measured:
    """One property of an encoding, from memory where it has been measured before.

    A setting at which the encoding cannot be evaluated leaves nothing to measure, and the answer says why.
    """
    return _measured(_asked(property_, encoded, offset))


def are_measured(encoded: Encoded, offset: int) -> bool:
    """Whether all properties of an encoding are in memory."""
    return all(_measured.knows(_asked(property_, encoded, offset)) for property_ in PROPERTIES)


Asked = tuple[Property, Encoded, int]


def _asked(property_: Property, encoded: Encoded, offset: int) -> Asked:
    return property_, at_length(encoded, measured_length(encoded)), offset if property_.uses_offset else 0


def _measure(asked: Asked) -> Measured:
    property_, encoded, offset = asked
    try:
        return property_.measure(encoded, offset)
    except UntrainedError:
        raise  # it will be trained, and is measured then
    except UserError as error:
        return Measured(math.nan, str(error))


_measured = Kept(_measure, most=512)


def at_length(encoded: Encoded, length: int) -> Encoded:
    """The same encoding at another length."""
    return structs.replace(encoded, grid=dataclasses.replace(encoded.grid, length=length))


def magnitude(encoded: Encoded, _offset: int) -> Measured:
    """The largest number that the encoding yields, without its sign."""
    numbers = _numbers(encoded.evaluate(), encoded.grid.length)
    if numbers is None:
        return _nothing()
    return Measured(_largest(numbers), f"largest of {numbers.size:,} numbers at length {encoded.grid.length}")


def growth(encoded: Encoded, offset: int) -> Measured:
    """The largest number at twice the length, by that at this length."""
    doubled = at_length(encoded, 2 * encoded.grid.length)
    now, then = magnitude(encoded, offset), magnitude(doubled, offset)
    if math.isnan(now.value):
        return now
    if now.value == 0:
        return Measured(math.nan, "all numbers are zero at this length")
    grown = then.value / now.value
    said = f"from {now.value:.6g} at length {encoded.grid.length} to {then.value:.6g} at {doubled.grid.length}"
    return Measured(grown, said, grown < GROWING)


def consistency(encoded: Encoded, _offset: int) -> Measured:
    """The largest change of any number that is there at this length when the length doubles."""
    length = encoded.grid.length
    now = _numbers(encoded.evaluate(), length)
    then = _numbers(at_length(encoded, 2 * length).evaluate(), length)
    if now is None or then is None:
        return _nothing()
    change = _largest(then - now)
    said = f"largest change of a number when the length goes from {length} to {2 * length}"
    return Measured(change, said, change == 0)


def nearest(encoded: Encoded, _offset: int) -> Measured:
    """The distance between the two positions that are most alike."""
    rows = _vectors(encoded.evaluate())
    if rows is None:
        return Measured(math.nan, "it gives no vector per position")
    values = rows.values(np.arange(existing(rows, encoded.grid.length)))
    smallest, pair = math.inf, (0, 0)
    for first in range(len(values) - 1):
        apart = values[first + 1 :] - values[first]
        squares = np.einsum("ij,ij->i", apart, apart)
        place = int(squares.argmin())
        if squares[place] < smallest:
            smallest, pair = float(squares[place]), (first, first + 1 + place)
    if not math.isfinite(smallest):
        return Measured(math.nan, "there are no two positions")
    return Measured(math.sqrt(smallest), f"between positions {pair[0]} and {pair[1]}", smallest > 0)


def shift_residual(encoded: Encoded, offset: int) -> Measured:
    """The largest |PE[p + k] − M PE[p]| for the one matrix M that fits all p best.

    At least twice as many p as dimensions are taken, whatever the length: with fewer, some matrix fits any table.
    """
    rows = _vectors(encoded.evaluate())
    if rows is None:
        return Measured(math.nan, "it gives no vector per position")
    if rows.width > WIDEST_SHIFT:
        return Measured(math.nan, f"a matrix is fitted up to a width of {WIDEST_SHIFT}, not at {rows.width}")
    count = max(encoded.grid.length - abs(offset), 2 * rows.width)
    longer = _vectors(at_length(encoded, min(count + abs(offset), FARTHEST)).evaluate())
    assert longer is not None
    rows, low = longer, np.arange(count)
    here, there = rows.values(low), rows.values(low + abs(offset))
    kept = np.isfinite(here[:, 0]) & np.isfinite(there[:, 0])
    if kept.sum() <= rows.width:
        return Measured(math.nan, f"{kept.sum()} shifts cannot tell: some matrix of {rows.width} columns fits them all")
    here, there = (here[kept], there[kept]) if offset >= 0 else (there[kept], here[kept])
    return Measured(fit_residual(here, there), f"largest |PE[p + {offset}] − M PE[p]| over {kept.sum()} positions p")


def fit_residual(here: Floats, there: Floats) -> float:
    """Largest |there − M here| over all rows, for the matrix M of least squares; here and there: (rows, columns)."""
    matrix = np.linalg.lstsq(here, there, rcond=None)[0]
    return _largest(there - here @ matrix)


def toeplitz_residual(encoded: Encoded, _offset: int) -> Measured:
    """How far a dot product or score lies from the mean at its distance, at most."""
    if isinstance(encoded.evaluate(), Nothing):
        return _nothing()
    found = similarity(encoded, "dot", 0, MOST_POSITIONS)
    return Measured(found.profile.residual, f"rounding alone explains up to {found.level:.1e}")


def learned(encoded: Encoded, _offset: int) -> Measured:
    """How many numbers would be fitted with the model."""
    yielded = encoded.evaluate()
    count = 0 if isinstance(yielded, Nothing) else yielded.learned
    return Measured(float(count), "numbers that are fitted with the model, not computed")


def last_position(encoded: Encoded, _offset: int) -> Measured:
    """The last position that has numbers: ∞ if that is the farthest one that there can be."""
    farthest, yielded = FARTHEST - 1, _at_greatest_length(encoded)
    match yielded:
        case None:
            return Measured(math.nan, "the vectors of all distances would not fit into memory, so nobody can tell here")
        case Nothing():
            return _nothing()
        case Table(rows=rows) | Rotation(waves=rows):
            last = _last_row(rows, farthest)
        case ScoreBias():
            last = farthest if np.isfinite(yielded.by_distance(np.array([-farthest, farthest]))).all() else 0
        case RelativeKeys():
            ends = yielded.index(np.array([0, farthest]), np.array([0, farthest]))
            last = farthest if np.isfinite(yielded.vectors[:, ends.ravel()]).all() else 0
    if last == farthest:
        return Measured(math.inf, f"position {farthest:,}, the farthest one there can be, has its numbers", True)
    return Measured(float(last), f"position {last + 1:,} does not exist", False)


PROPERTIES = (
    Property("magnitude", "bounded: largest magnitude", magnitude),
    Property("growth", "bounded: growth at length × 2", growth),
    Property("consistency", "consistent: change at length × 2", consistency),
    Property("nearest", "distinct: nearest two positions", nearest),
    Property("last_position", "unlimited: last position", last_position),
    Property("shift_residual", "shift by k = {k}: residual of M", shift_residual, uses_offset=True),
    Property("toeplitz_residual", "Toeplitz residual", toeplitz_residual),
    Property("learned", "parameters to learn", learned),
)
"""All properties; the lesson's two requirements, bounded and consistent, come first."""


def _nothing() -> Measured:
    return Measured(math.nan, "nothing is added")


def _largest(numbers: Floats) -> float:
    """Largest magnitude of those that exist."""
    return float(np.fmax.reduce(np.abs(numbers), axis=None, initial=0.0))


def _vectors(yielded: Yield) -> Rows | None:
    """A vector per position: that of a table, or the cosines and sines of a rotation."""
    match yielded:
        case Table(rows=rows) | Rotation(waves=rows):
            return rows
        case _:
            return None


def _numbers(yielded: Yield, length: int) -> Floats | None:
    """What an encoding yields for the first positions, as numbers that can be compared with those of another length."""
    distances = np.arange(1 - length, length)
    match yielded:
        case Nothing():
            return None
        case Table(rows=rows) | Rotation(waves=rows):
            return rows.values(np.arange(length))
        case ScoreBias():
            return yielded.by_distance(distances)
        case RelativeKeys():
            return yielded.vectors[:, np.clip(distances, -yielded.farthest, yielded.farthest) + yielded.farthest]


def _at_greatest_length(encoded: Encoded) -> Yield | None:
    """What the encoding yields at the greatest length, or None where that length is out of reach.

    Raises:
        UserError: it cannot be evaluated at its own length either.
    """
    try:
        return at_length(encoded, FARTHEST).evaluate()
    except UserError:
        encoded.evaluate()
        return None


def _last_row(rows: Rows, farthest: int) -> int:
    """The last row that exists, by halving: those that do not exist come last."""
    column = rows.narrowed(0, 1)
    low, high = 0, farthest + 1
    while high - low > 1:
        middle = (low + high) // 2
        if np.isnan(column.values([middle])[0, 0]):
            high = middle
        else:
            low = middle
    return low
