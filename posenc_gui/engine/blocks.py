"""Whole tables of waves, and means over blocks of them, in float32 and at the speed of the memory they fill.

Rows that lie about evenly are cut into groups. Each row is the first one of its group turned on by an offset, and
groups share their offsets, so that a few rows in float64 give all others by one product each.
"""

import math
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from posenc_gui.engine.phasors import Floats, Ints, Phasors, dirichlet, phasors

if TYPE_CHECKING:
    from posenc_gui.engine.waves import Waves

Floats32 = NDArray[np.float32]
Described = tuple[Ints, NDArray[np.complex64]]
"""The pair of each column and its weight; see `Waves.column_weights`."""
Blocks = tuple[Ints, Ints]
"""First row (or column) of each block, and the one after its last; both in rising order."""

_TABLE_GROUP = 128
"""Rows of a table that are made by one product: rows and offsets stay in the processor's cache."""

_COLUMN_BAND = 512
_PRODUCTS = 2**16
"""Columns, and products of heads and offsets, handled at a time: memory stays flat, and the products in cache."""


def table32(waves: "Waves", first: int, length: int) -> Floats32:
    """Rows first … first + length − 1 of the table in float32: (length, width).

    Besides the error of `phasors`, a value is off by at most (2 + √5)·2^−24, about 2.6e-7: both factors of a product
    are rounded to float32, and the product itself adds √5 units.
    """
    table = np.empty((length, waves.width), dtype=np.float32)  # zeros would be fresh pages, which are slow to touch
    start = first + waves.first_position
    group = min(_TABLE_GROUP, length)
    offsets = (1j * phasors(-waves.inv_freq, np.arange(group))).astype(np.complex64)
    heads = phasors(-waves.inv_freq, np.arange(start, start + length, group), group).astype(np.complex64)
    whole = waves.is_interleaved
    for number, head in enumerate(heads):
        rows = table[number * group : (number + 1) * group]
        if whole:
            np.multiply(offsets[: len(rows)], head, out=rows.view(np.complex64))
        else:
            product = offsets[: len(rows)] * head
            waves.place(rows, product.real, product.imag)
    return table


def block_means(waves: "Waves", rows: Blocks, columns: Blocks) -> Floats32:
    """Mean of the table over each block of rows by each block of columns: (row blocks, column blocks).

    The mean of a sinusoid over n positions is its value at their centre times `dirichlet`, so the cost is that of the
    result, however many rows a block holds. Blocks may overlap.

    Besides the error of `phasors`, a value is off by at most (2·m + 3)·2^−24, where m is the number of pairs under one
    block: both factors of each of the 2·m products and the product itself are rounded to float32, and so is each sum.
    """
    first = int(columns[0][0])
    part, inside = waves.narrowed(first, int(columns[1][-1])), (columns[0] - first, columns[1] - first)
    if part.pairs == 0:
        return np.zeros((len(rows[0]), len(columns[0])), dtype=np.float32)
    if _is_run(rows) and _is_run(columns):
        return table32(part, int(rows[0][0]), len(rows[0]))
    return _narrow_means(part, rows, inside) if _are_narrow(columns) else _wide_means(part, rows, inside)


def _is_run(blocks: Blocks) -> bool:
    """Whether each block is one row or column, and the next one follows it."""
    starts, stops = blocks
    return bool(np.all(stops - starts == 1) and np.all(np.diff(starts) == 1))


def _are_narrow(blocks: Blocks) -> bool:
    """Whether no block has more than two columns, and those from the first to the last are not many more."""
    starts, stops = blocks
    return bool(stops[-1] - starts[0] <= 2 * len(starts) and np.all(stops - starts <= 2))


def _narrow_means(waves: "Waves", rows: Blocks, columns: Blocks) -> Floats32:
    """`block_means` where a block has one or two columns: means over rows, then of the first and the last column."""
    plan = _plan(rows, waves.first_position)
    heads, offsets = _factors(plan, waves.inv_freq)
    heads, offsets = heads.conj().astype(np.complex64), (1j * offsets.conj()).astype(np.complex64)
    pair, weight = waves.column_weights
    ends = np.stack([columns[0], columns[1] - 1])
    places, shares = 2 * pair[ends] + weight.real.astype(np.int64)[ends], np.abs(weight)[ends] / np.float32(2)
    in_order = _is_run(columns) and waves.is_interleaved
    means = np.empty((len(rows[0]), len(columns[0])), dtype=np.float32)
    for number, head in enumerate(heads):
        group = slice(number * plan.group, (number + 1) * plan.group)
        turned = offsets.take(plan.kind[group], axis=0)
        if in_order:
            np.multiply(turned, head, out=means[group].view(np.complex64))
        else:
            parts = np.multiply(turned, head, out=turned).view(np.float32)  # sine and cosine of each pair
            means[group] = parts.take(places[0], axis=1) * shares[0]
            means[group] += parts.take(places[1], axis=1) * shares[1]
    return means


def _wide_means(waves: "Waves", rows: Blocks, columns: Blocks) -> Floats32:
    """`block_means` by sums over the pairs under each block of columns."""
    plan, described = _plan(rows, waves.first_position), waves.column_weights
    starts, stops = columns
    means = np.zeros((len(rows[0]), len(starts)), dtype=np.float32)
    for low in range(0, waves.width, _COLUMN_BAND):
        high = low + _COLUMN_BAND
        touched = slice(np.searchsorted(stops, low, "right"), np.searchsorted(starts, high, "left"))
        inside = starts[touched].clip(low, high), stops[touched].clip(low, high)
        terms = _terms(described, inside, (stops - starts)[touched])
        _add(means[:, touched], plan, waves.inv_freq[terms.pairs], terms)
    return means


class _Plan(Struct, frozen=True, eq=False):
    """Rows as products: each group of rows has a head, and row r is its head turned on by offset kind[r].

    heads, offsets: centres of blocks, and distances from them, all doubled so that they are whole. counts, count: all
    numbers of rows that blocks have, and which of them belongs to each offset. steps: about the distance of neighbours
    in heads and in offsets.
    """

    heads: Ints
    offsets: Ints
    counts: Ints
    count: Ints
    group: int
    kind: Ints
    steps: tuple[int, int]

    @property
    def row(self) -> Ints:
        """The number of each row among all products of a head and an offset."""
        return np.arange(len(self.kind)) // self.group * len(self.offsets) + self.kind


def _plan(rows: Blocks, first_position: int) -> _Plan:
    starts, stops = rows
    centres = starts + stops - 1 + 2 * first_position
    variety = np.ptp(np.diff(centres)) + 1 if len(centres) > 1 else 1
    group = math.isqrt(len(centres) // min(int(variety), 4)) + 1
    heads = centres[::group]
    offsets = centres - heads.repeat(group)[: len(centres)]
    sizes = stops - starts
    keys = offsets * (np.ptp(sizes) + 1) + sizes - sizes.min()
    _, first, kind = np.unique(keys, return_index=True, return_inverse=True)
    counts, count = np.unique(sizes[first], return_inverse=True)
    steps = _spacing(heads), _spacing(centres)
    return _Plan(heads, offsets[first], counts, count, group, kind, steps)


def _factors(plan: _Plan, frequencies: Floats) -> tuple[Phasors, Phasors]:
    """(heads, frequencies) and (offsets, frequencies) whose products are the means over the blocks of rows."""
    heads = phasors(frequencies / 2, plan.heads, plan.steps[0])
    offsets = phasors(frequencies / 2, plan.offsets, plan.steps[1])
    if plan.counts.max() > 1:
        offsets *= dirichlet(plan.counts[:, np.newaxis], frequencies)[plan.count]
    return heads, offsets


def _spacing(positions: Ints) -> int:
    return max(1, int(positions[-1] - positions[0]) // max(1, len(positions) - 1))


class _Terms(Struct, frozen=True, eq=False):
    """Blocks of columns as sums over pairs: the pairs that occur, and for each block and term the place of its pair
    among them and its weight: (blocks, terms); blocks of fewer terms than others have some of weight 0.
    """

    pairs: Ints
    places: Ints
    weights: NDArray[np.complex64]


def _terms(described: Described, columns: Blocks, counts: Ints) -> _Terms:
    """The terms of each block, whose columns side by side that belong to one pair are one term."""
    block, column = columns_of(columns)
    pair_of, weight_of = described
    pair, weight = pair_of[column], weight_of[column] / counts[block]
    begins = np.flatnonzero(np.diff(pair, prepend=-1) | np.diff(block, prepend=-1))
    block = block[begins]
    term = np.arange(len(begins)) - np.searchsorted(block, np.arange(len(counts)))[block]
    pairs, place = np.unique(pair[begins], return_inverse=True)
    shape = (len(counts), int(term.max()) + 1)
    places, weights = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.complex64)
    places[block, term], weights[block, term] = place, np.add.reduceat(weight, begins)
    return _Terms(pairs, places, weights)


def reduced(function: np.ufunc, values: NDArray[np.floating], blocks: Blocks) -> Floats:
    """The function (such as np.add) over each block of the last axis; blocks of nothing give something."""
    ends = np.stack(blocks, axis=1).ravel()
    longer = np.concatenate([values, values[..., :1]], axis=-1)  # reduceat takes no end beyond the last place
    return np.asarray(function.reduceat(longer, ends, axis=-1)[..., ::2], dtype=np.float64)


def columns_of(blocks: Blocks) -> tuple[Ints, Ints]:
    """All columns of all blocks, one after the other: the number of its block for each, and the column itself."""
    starts, stops = blocks
    sizes = stops - starts
    block = np.repeat(np.arange(len(sizes)), sizes)
    return block, np.arange(len(block)) + np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)


def _add(means: Floats32, plan: _Plan, frequencies: Floats, terms: _Terms) -> None:
    """Add the real part of weight · head · offset, summed over the terms of each block.

    As rows of real and imaginary parts in turn, that sum is a matrix product of heads and offsets, block by block.
    """
    turned_heads, turned_offsets = _factors(plan, frequencies)
    heads = _gathered(turned_heads, terms)
    heads = np.multiply(heads, terms.weights, out=heads).conj().view(np.float32)
    offsets = _gathered(turned_offsets, terms).view(np.float32)
    row = plan.row
    step = max(1, _PRODUCTS // (len(heads) * len(offsets)))
    for low in range(0, means.shape[1], step):
        band = slice(low, low + step)
        products = np.matmul(heads[:, band].transpose(1, 0, 2), offsets[:, band].transpose(1, 2, 0))
        means[:, band] += products.reshape(len(products), -1).take(row, axis=1).T


def _gathered(turned: Phasors, terms: _Terms) -> NDArray[np.complex64]:
    """(rows, blocks, terms)."""
    return turned.astype(np.complex64).take(terms.places, axis=1)
