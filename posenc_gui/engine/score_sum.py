"""One score as a sum, and the weight that it becomes."""

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from posenc_gui.engine.attention import scores_of
from posenc_gui.engine.encoding import Floats, ScoreBias
from posenc_gui.engine.stack import Stack


class ScoreSum(Struct, frozen=True):
    """score = (content + position) · factor + bias, weight = exp(score − largest) / total.

    content: q · k of what the heads read without positions; in later layers, what they read has positions in it.
    position: what a table, a rotation or relative vectors add to it. largest, total: over the keys that can be seen.
    """

    content: float
    position: float
    factor: float
    bias: float
    score: float
    largest: float
    total: float
    weight: float
    hidden: bool


def score_sum(made: Stack, content: Floats, scores: Floats, weights: Floats, cell: tuple[int, int, int]) -> ScoreSum:
    """The parts of scores[head, query, key] and weights[head, query, key] for cell = (head, query, key).

    content: (N, d_model) what the heads of the last layer read, without positions where there is one layer. scores,
    weights: (heads, N, N) those of the last layer.
    """
    head, query, key = cell
    heads, ends = made.layers[-1], [query, key]
    plain = replace(heads, query_bias=None, key_bias=None, scale=1.0)
    dot = float(scores_of(content[ends], None, plain, precision=made.precision)[head, 0, 1])
    places = np.arange(len(content)) if made.places is None else made.places
    bias = 0.0
    if isinstance(made.position, ScoreBias):
        bias = float(made.position.block(places[[query]], places[[key]])[head, 0, 0])
    factor, score = heads.factor(content.shape[1]), float(scores[head, query, key])
    seen = np.ones(len(content), dtype=np.bool_) if made.visible is None else made.visible[query]
    row = scores[head, query, seen]
    largest = float(row.max())
    return ScoreSum(
        content=dot,
        position=(score - bias) / factor - dot,
        factor=factor,
        bias=bias,
        score=score,
        largest=largest,
        total=float(np.exp(row - largest).sum()),
        weight=float(weights[head, query, key]),
        hidden=not seen[key],
    )
