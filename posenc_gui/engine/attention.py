"""Scaled dot-product attention, with positions applied where each encoding belongs.

Vaswani et al., "Attention Is All You Need" (2017), equation 1.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.encoding import Table, Yield
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Choice, Record, param

Floats = NDArray[np.float64]
Order = tuple[int, ...]


@dataclass(frozen=True)
class Attention(Record):
    """Which heads look at the tokens, and with which seeds."""

    head: str = param(
        "content",
        "Head",
        "How queries, keys and values are made from the embeddings.",
        choices=(
            Choice("content", "content", "Query, key and value are the embedding itself."),
            Choice("random", "random projections", "Query, key and value are seeded random projections of it."),
        ),
    )
    heads: int = param(1, "Heads", "Number of heads; d_model is divided among them.", low=1, high=64, slider=(1, 16))
    head_seed: int = param(
        0, "Head seed", "Seed of the random projections.", low=0, high=2**31 - 1, slider=(0, 99), advanced=True
    )
    embedding_seed: int = param(
        0, "Word seed", "Seed of the word embeddings.", low=0, high=2**31 - 1, slider=(0, 99), advanced=True
    )


@dataclass(frozen=True, eq=False, slots=True)
class Projections:
    """Per-head matrices that make queries, keys and values: each (heads, d_model, d_k), or None for the identity."""

    heads: int
    query: Floats | None = None
    key: Floats | None = None
    value: Floats | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Attended:
    """What attention computes: scores and weights (heads, queries, keys), outputs (tokens, d_model), pooled (d_model,).

    Pooled is the mean of the outputs over the tokens.
    """

    scores: Floats
    weights: Floats
    outputs: Floats
    pooled: Floats


def check_heads(d_model: int, heads: int) -> None:
    """Every head needs the same whole number of dimensions.

    Raises:
        UserError: heads does not divide d_model.
    """
    if d_model % heads:
        divisors = ", ".join(str(n) for n in range(1, 65) if d_model % n == 0)
        raise UserError(f"heads is {heads}, but must divide d_model {d_model}: one of {divisors}")


def projections(attention: Attention, d_model: int) -> Projections:
    """The matrices of the chosen head: none for content, seeded normal with variance 1 / d_model for random.

    Raises:
        UserError: heads does not divide d_model.
    """
    check_heads(d_model, attention.heads)
    if attention.head == "content":
        return Projections(attention.heads)
    random = np.random.default_rng(attention.head_seed)
    shape = (3, attention.heads, d_model, d_model // attention.heads)
    query, key, value = random.standard_normal(shape) / np.sqrt(d_model)
    return Projections(attention.heads, query, key, value)


def scores(tokens: Floats, position: Yield | None, heads: Projections) -> Floats:
    """Q · k / √d_k for every query and key, with the position applied where its encoding belongs.

    tokens: (n, d_model) embeddings in reading order. position: what the encoding yields for n positions, or None for
    attention without positions. Result: (heads, n, n).
    """
    match position:
        case None:
            queries, keys = _split(tokens, heads.query, heads.heads), _split(tokens, heads.key, heads.heads)
        case Table(values):
            placed = tokens + values
            queries, keys = _split(placed, heads.query, heads.heads), _split(placed, heads.key, heads.heads)
    return np.asarray(queries @ keys.transpose(0, 2, 1) / np.sqrt(queries.shape[-1]))


def softmax(scores: Floats) -> Floats:
    """exp(s) / Σ exp(s) over the keys, shifted by the row's maximum so that nothing overflows."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def attend(tokens: Floats, position: Yield | None, heads: Projections) -> Attended:
    """One attention layer over n tokens: scores, softmax weights, outputs with all heads side by side, their mean."""
    found = scores(tokens, position, heads)
    weights = softmax(found)
    placed = tokens + position.values if isinstance(position, Table) else tokens
    values = _split(placed, heads.value, heads.heads)
    outputs = np.concatenate(weights @ values, axis=-1)
    return Attended(found, weights, outputs, outputs.mean(axis=0))


def realigned(matrices: Floats, order: Order) -> Floats:
    """Matrices over reorded tokens, (…, n, n), brought back to the original order of the tokens.

    order[i] is the original index of the token that now stands at place i.
    """
    back = np.argsort(order)
    return np.asarray(matrices[..., back[:, np.newaxis], back[np.newaxis, :]])


def check_order(order: Order, count: int) -> None:
    """An order names every token once.

    Raises:
        UserError: it is not a permutation of 0 … count − 1.
    """
    if sorted(order) != list(range(count)):
        shown = ",".join(map(str, order[:20])) + (",…" if len(order) > 20 else "")
        raise UserError(
            f"order is {shown or 'empty'}, but must name each of 0 to {count - 1} once, with commas between"
        )


def _split(tokens: Floats, matrices: Floats | None, heads: int) -> Floats:
    """(heads, n, d_k): tokens times each head's matrix, or the head's own slice of the dimensions."""
    if matrices is not None:
        return np.asarray(tokens @ matrices)
    return tokens.reshape(len(tokens), heads, -1).transpose(1, 0, 2)
