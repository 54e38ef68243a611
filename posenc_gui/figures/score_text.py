"""A score written out with its numbers: what it is the sum of, and the softmax."""

import math

from posenc_gui.document.document import Document
from posenc_gui.engine.score_sum import ScoreSum, score_sum
from posenc_gui.figures import comparisons
from posenc_gui.figures.comparisons import Asked
from posenc_gui.figures.numbers import short, signed

LONG = 1e4
"""From here on decimals are too long to read."""

NOTHING = 5e-5
"""A part below this shows no digit."""


def written_out(document: Document, wanted: Asked, side: str, cell: tuple[int, int, int]) -> str:
    """Score and weight of cell = (head, query place, key place) on one side, as a line of text."""
    _head, query, key = cell
    result = comparisons.sides(wanted)[side].shuffled
    if result.scores is None or result.weights is None:
        raise TypeError(f"{side} has no scores")
    made, content = comparisons.stack_for(wanted, side), comparisons.content_read(wanted, side)
    found = score_sum(made, content, result.scores, result.weights, cell)
    labels = comparisons.place_labels(document)
    who = f"“{labels[query]}” at {query} looks at “{labels[key]}” at {key}"
    return f"{who}: {_score(document, found)};  {_weight(found)}"


def _score(document: Document, found: ScoreSum) -> str:
    """The sum: (q · k + position) · factor + bias."""
    dot = _number(found.content)
    names, numbers = "q · k", dot
    if abs(found.position) >= NOTHING * max(1.0, abs(found.score)):
        names, numbers = "(q · k + position)", f"({dot} {_added(found.position)})"
    factor_name, factor = _factor(document, found.factor)
    if found.bias:
        names, numbers = f"{names}{factor_name} + bias", f"{numbers}{factor} {_added(found.bias)}"
    else:
        names, numbers = f"{names}{factor_name}", f"{numbers}{factor}"
    return f"{names} = {numbers} = {_number(found.score)}"


def _factor(document: Document, factor: float) -> tuple[str, str]:
    """The factor by its name, and by its number: a root that is divided by, or the sharpness of a head by position."""
    width = document.grid.d_model // document.attention.heads
    if math.isclose(factor, 1 / math.sqrt(width)):
        return f" / √{width}", f" / {_number(math.sqrt(width))}"
    return " · sharpness", f" · {factor:.6g}"


def _weight(found: ScoreSum) -> str:
    if found.hidden:
        return "hidden by the mask: weight 0"
    inner = f"{_number(found.score)} {_added(-found.largest)}"
    return f"weight = exp({inner}) / {_number(found.total)} = {found.weight:.4f}"


def _added(value: float) -> str:
    sign = "−" if value < 0 else "+"
    return f"{sign} {_number(abs(value))}"


def _number(value: float) -> str:
    return signed(value) if abs(value) < LONG else short(value)
