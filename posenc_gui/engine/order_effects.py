"""Which systems know the order of their tokens: each one at work on X and on ΠX, and how far the two differ.

Two computations that differ by rounding alone may differ by the level that stands beside each number. In float64 it is
the bound of `rounding_bounds`. In a smaller format it is the smaller one of two that both hold: that bound for the
format itself, and the float64 bound plus how far the results in that format are from those in float64, for X and for
ΠX. (With A the result in a format and A⁶⁴ that in float64: |A(ΠX) − A(X)| ≤ |A(ΠX) − A⁶⁴(ΠX)| + |A⁶⁴(ΠX) − A⁶⁴(X)| +
|A⁶⁴(X) − A(X)|.) Over several layers the first one grows too fast to be of use, and the second one stays.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple, replace

from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoding import Floats, Ints, Yield
from posenc_gui.engine.layers import run
from posenc_gui.engine.orders import Order
from posenc_gui.engine.recurrent import Cell, cell, states, states_bound
from posenc_gui.engine.rounding import FLOAT64, Precision, by_key
from posenc_gui.engine.rounding_bounds import Levels, attention_bound, sum_error
from posenc_gui.engine.stack import Stack, stack

SYSTEMS = ("without", "with", "causal", "bag", "recurrent")
"""Attention without positions, with those of the encoding, without positions but with a causal mask; the mean of the
embeddings; a recurrent network.
"""

NONE = float("nan")

Compute = Callable[[Floats, Precision], "Result"]


class Result(Struct, frozen=True, eq=False):
    """What a system makes of tokens: scores and weights (heads, N, N), outputs (N, …), pooled; None for what it lacks.

    N counts padding, too. bound: how far the same numbers summed in another order can be from these. read: (N, d_model)
    what the heads of the last layer read.
    """

    scores: Floats | None
    weights: Floats | None
    outputs: Floats | None
    pooled: Floats
    bound: Levels
    read: Floats | None = None


class Effect(Struct, frozen=True):
    """What a reordering changes in a system: the largest change of any number, realigned, beside its rounding level."""

    name: str
    changes: Levels
    levels: Levels

    def seen(self, quantity: str) -> bool:
        """Whether a quantity ("scores", "weights", "outputs", "pooled") changes by more than rounding explains."""
        return bool(getattr(self.changes, quantity) > getattr(self.levels, quantity))

    @property
    def order_is_seen(self) -> bool:
        """Whether anything changes by more than rounding explains."""
        return any(self.seen(quantity) for quantity in ("scores", "weights", "outputs", "pooled"))


class Comparison(Struct, frozen=True, eq=False):
    """A system at work on X and on ΠX, each in its own reading order, and what differs."""

    effect: Effect
    original: Result
    shuffled: Result


class Tokens(Struct, frozen=True, eq=False):
    """Embeddings (n, d_model) in the order of the sentence, and the order in which they stand now."""

    embeddings: Floats
    order: Order

    @property
    def reordered(self) -> Floats:
        """The embeddings as they stand now."""
        return np.asarray(self.embeddings[list(self.order)])


def compare(system: str, tokens: Tokens, position: Yield | None, attention: Attention, offset: int) -> Comparison:
    """One of `SYSTEMS` at work on both orders.

    position: what the encoding yields for the places of the tokens, padding included; offset: k of an offset head.

    Raises:
        UserError: a table has no row for a place.
    """
    precision, d_model = by_key(attention.dtype), tokens.embeddings.shape[1]
    match system:
        case "bag":
            compute: Compute = _bag
        case "recurrent":
            compute = partial(_recurrent, weights=cell(d_model, attention.head_seed))
        case _:
            with_positions = position if system == "with" else None
            made = stack_of(system, attention, tokens.embeddings.shape, with_positions, offset)
            compute = partial(_attention, made=made)
    return _measured(system, tokens, precision, compute)


def stack_of(system: str, attention: Attention, shape: tuple[int, ...], position: Yield | None, offset: int) -> Stack:
    """The layers of one of the systems that are attention, for embeddings of a shape (n, d_model)."""
    mask = "causal" if system == "causal" else None
    return stack(attention, shape[1], shape[0], position, offset=offset, mask=mask)


def changes(first: Result, second: Result, order: Order) -> Levels:
    """The largest change of any number from X to ΠX, after realigning.

    Padding is left out: what it looks at, and how it scores, is no business of the sentence.
    """
    back = np.argsort(order)
    scores, weights = (
        NONE if old is None or new is None else _largest_difference(old, new, back)
        for old, new in ((first.scores, second.scores), (first.weights, second.weights))
    )
    outputs = NONE
    if first.outputs is not None and second.outputs is not None:
        outputs = float(np.abs(second.outputs[-len(back) :][back] - first.outputs[-len(back) :]).max())
    return Levels(scores, weights, outputs, float(np.abs(second.pooled - first.pooled).max()))


def _largest_difference(old: Floats, new: Floats, back: Ints) -> float:
    """Head by head, so that no further stack of matrices is made."""
    tokens = slice(-len(back), None)
    return max(
        float(np.abs(after[tokens, tokens][back][:, back] - before[tokens, tokens]).max())
        for before, after in zip(old, new, strict=True)
    )


def _measured(system: str, tokens: Tokens, precision: Precision, compute: Compute) -> Comparison:
    given = tokens.embeddings, tokens.reordered
    first, second = (compute(embeddings, precision) for embeddings in given)
    found, level = changes(first, second, tokens.order), first.bound
    if precision is not FLOAT64:
        exact = [compute(embeddings, FLOAT64) for embeddings in given]
        in_place = tuple(range(len(tokens.order)))
        errors = [changes(*pair, in_place) for pair in zip((first, second), exact, strict=True)]
        level = _smaller(level, _sum(exact[0].bound, *errors))
    return Comparison(Effect(system, found, level), first, second)


def _attention(given: Floats, precision: Precision, made: Stack) -> Result:
    done = run(given, replace(made, precision=precision))
    found, (count, d_model) = done.last.attended, given.shape
    bound = attention_bound(done.sizes, made, (count + len(made.padding), d_model), precision)
    return Result(found.scores, found.weights, found.outputs, found.pooled, bound, done.last.read)


def _bag(given: Floats, precision: Precision) -> Result:
    """A mean of n numbers is a sum and a division: two orders are within 2γ_(n+1) of the largest magnitude."""
    level = 2 * sum_error(precision, len(given) + 1) * float(np.abs(given).max())
    pooled = precision.rounded(precision.rounded(given).mean(axis=0))
    return Result(None, None, None, pooled, Levels(NONE, NONE, NONE, level))


def _recurrent(given: Floats, precision: Precision, weights: Cell) -> Result:
    found, level = states(given, weights, precision), states_bound(given, weights, precision)
    return Result(None, None, found, found[-1], Levels(NONE, NONE, level, level))


def _sum(*levels: Levels) -> Levels:
    return Levels(*(float(sum(numbers)) for numbers in zip(*map(astuple, levels), strict=True)))


def _smaller(first: Levels, second: Levels) -> Levels:
    return Levels(*(min(pair) for pair in zip(astuple(first), astuple(second), strict=True)))
