"""How far two computations of the same thing in another order can differ by rounding alone.

Where nothing depends on the order of the tokens, attention over X and over ΠX computes the same numbers, but sums them
in another order. With u the unit roundoff of the number format and γ_m = m·u / (1 − m·u), a sum of m products computed
in any order is within γ_m · Σ|terms| of the exact one (Higham, "Accuracy and Stability of Numerical Algorithms", 2002,
section 3.1), so that two orders are within 2 γ_m · Σ|terms| of each other. Formats below float64 sum in float64 and
round once: theirs is γ_m of float64, plus u (`Precision` says where rounding happens).

In what follows ε bounds ‖x − x'‖ for every token x of the stream and x' of the other order (0 in the first layer,
where the numbers are the same ones), R bounds ‖r‖ of what heads read, |W| is the spectral norm of a projection (1 where
it is the identity), ‖W‖ its Frobenius norm, d and n count dimensions and tokens, and each line adds what is handed on
to what both computations round anew:

    read      δr = ε + 6u (R + X), times the content read      two products and two sums for each number
    query     δq = c (|W| δr + 2γ_(d+1) (R ‖W‖ + ‖b‖)) + 4uQ   c is the factor of the scores, Q = c (R |W| + ‖b‖)
    turned    δq + 8u Q                                        RoPE: two products and a sum for each number
    key       δk in the same way without c, K ≥ ‖k‖; with relative vectors K grows by their norm, Q by c times theirs
    score     δs = δq K + Q δk + δq δk + 2γ_(2d+4) Q K + 4u S  S = max |s|; biases are added with one rounding each
    weight    w'/w is within e^(±ρ), ρ = 2δs + 8u S + 2(γ_n + 12u): s − max is off by u·2S, exp by 4u; sum, division
    value     δv = |W| ε + 2γ_d X ‖W‖, over all heads          V² is the sum over heads of max ‖v‖²
    output    δo = (e^ρ − 1 + 2γ_n) V + e^ρ δv
    pooled    δo + 2γ_n O
    next ε    2 (ε + δo + 2γ_(d+2) T) / σ + 2 √d (γ_d + 5u)
              T ≥ ‖x + o‖, σ its least spread. Centring does not lengthen a difference; dividing two vectors by their
              own spreads leaves them apart by at most twice their difference over σ, since a spread moves by no more
              than the vector does over √d; the second term is the rounding of variance, root and division

Weights lie between 0 and 1 and outputs within V, so no change is larger than 1 and 2V.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple

from posenc_gui.engine.attention import Attended
from posenc_gui.engine.encoding import Floats, RelativeKeys
from posenc_gui.engine.heads import Projections
from posenc_gui.engine.residual import spread
from posenc_gui.engine.rounding import FLOAT64, Precision
from posenc_gui.engine.stack import Stack


class Levels(Struct, frozen=True):
    """A number for the scores, the weights, the outputs and the pooled vector; NaN where a system has none."""

    scores: float
    weights: float
    outputs: float
    pooled: float

    @property
    def largest(self) -> float:
        """The largest of those that there are."""
        return float(np.nanmax(astuple(self)))


class Sizes(Struct, frozen=True):
    """How large the numbers of a layer are: largest norm of a vector (X, R, V, O, T), score and weight; least σ."""

    stream: float
    read: float
    value: float
    score: float
    weight: float
    output: float
    total: float
    spread: float


def sizes_of(stream: Floats, read: Floats, attended: Attended, heads: Projections) -> Sizes:
    """The sizes of what one layer was given, read and gave."""
    total = stream + attended.outputs
    slices = np.linalg.norm(stream.reshape(len(stream), heads.heads, -1), axis=-1).max(axis=0)
    value = float(np.linalg.norm(slices))
    if heads.value is not None:
        value = _longest(stream) * heads.norms["value"][0] * float(np.sqrt(heads.heads))
    return Sizes(
        stream=_longest(stream),
        read=_longest(read),
        value=value,
        score=float(np.abs(attended.scores).max()),
        weight=float(attended.weights.max()),
        output=_longest(attended.outputs),
        total=_longest(total),
        spread=float(spread(total).min()),
    )


def sum_error(precision: Precision, count: int) -> float:
    """γ_m: the largest relative error of a sum of m products, relative to the sum of their magnitudes."""
    rounded = count * FLOAT64.unit_roundoff
    exact = rounded / (1 - rounded)
    return exact if precision is FLOAT64 else exact + precision.unit_roundoff


def attention_bound(sizes: Sequence[Sizes], made: Stack, shape: tuple[int, int], precision: Precision) -> Levels:
    """The bound derived above for the last of the layers, computed in a number format.

    shape: the number of places, padding included, and d_model.
    """
    drift = 0.0
    for size, heads in zip(sizes, made.layers, strict=True):
        layer = _Layer(size, heads, made, *shape, precision)
        levels, drift = layer.levels(drift), layer.next_drift(drift)
    return levels


class _Layer(Struct, frozen=True):
    """One layer, its sizes, and the number format."""

    size: Sizes
    heads: Projections
    made: Stack
    count: int
    d_model: int
    precision: Precision

    def levels(self, drift: float) -> Levels:
        """The lines from "read" to "pooled", for streams that differ by `drift`."""
        size, unit = self.size, self.precision.unit_roundoff
        apart = 2 * self._score(drift) + 8 * unit * size.score + 2 * (self._sum(self.count) + 12 * unit)
        growth = float(np.expm1(min(apart, 1.0)))
        weights = min(growth * size.weight, 1.0) if apart < 1 else 1.0
        spectral, frobenius = (norm * np.sqrt(self.heads.heads) for norm in self.heads.norms["value"])
        if self.heads.value is None:
            spectral, frobenius = 1.0, 0.0
        value = spectral * drift + 2 * self._sum(self.d_model) * size.stream * frobenius
        outputs = (growth + 2 * self._sum(self.count)) * size.value + (1 + growth) * value
        outputs = min(outputs, 2 * size.value) if apart < 1 else 2 * size.value
        pooled = outputs + 2 * self._sum(self.count) * size.output
        return Levels(self._score(drift), weights, float(outputs), float(pooled))

    def next_drift(self, drift: float) -> float:
        """The line "next ε"."""
        size, unit, root = self.size, self.precision.unit_roundoff, float(np.sqrt(self.d_model))
        moved = drift + self.levels(drift).outputs + 2 * self._sum(self.d_model + 2) * size.total
        return 2 * moved / size.spread + 2 * root * (self._sum(self.d_model) + 5 * unit)

    def _score(self, drift: float) -> float:
        size, unit = self.size, self.precision.unit_roundoff
        factor, d_k = self.heads.factor(self.d_model), self.d_model // self.heads.heads
        content = self.heads.content
        read = content * (drift + 6 * unit * (size.read + size.stream)) if drift else 0.0
        query_size, query = self._projected("query", self.heads.query_bias, read)
        key_size, key = self._projected("key", self.heads.key_bias, read)
        extra, bias = _relative(self.made)
        query_size, query = factor * (query_size + bias), factor * query
        query += 12 * unit * query_size  # scaled, biased, and turned where there is a rotation
        key += 8 * unit * key_size
        key_size += extra
        products = query * key_size + query_size * key + query * key
        return float(products + 2 * self._sum(2 * d_k + 4) * query_size * key_size + 4 * unit * size.score)

    def _projected(self, which: str, bias: Floats | None, read: float) -> tuple[float, float]:
        """A bound on the norm of a query or key, and on how far two orders of the same one are apart."""
        spectral, frobenius = self.heads.norms[which]
        shift = _longest(bias) if bias is not None else 0.0
        if getattr(self.heads, which) is None:
            return self.size.read + shift, read
        error = 2 * self._sum(self.d_model + 1) * (self.size.read * frobenius + shift)
        return self.size.read * spectral + shift, spectral * read + error

    def _sum(self, count: int) -> float:
        return sum_error(self.precision, count)


def _relative(made: Stack) -> tuple[float, float]:
    """Largest norm of a relative vector, and of the biases that queries get with them."""
    match made.position:
        case RelativeKeys(vectors=vectors, content_bias=content, position_bias=position):
            return _longest(vectors), max(_longest(content), _longest(position))
        case _:
            return 0.0, 0.0


def _longest(vectors: Floats) -> float:
    return float(np.linalg.norm(vectors, axis=-1).max())
