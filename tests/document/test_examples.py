"""The examples make the point that they say they make."""

import pytest

from posenc_gui.document.document import Document
from posenc_gui.document.examples import EXAMPLES, Example, show
from posenc_gui.engine import tokens
from posenc_gui.figures import comparisons


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_the_words_stand_in_the_second_order(example: Example) -> None:
    document = show(example)(Document())
    assert document.ordered_words == tokens.split(example.second)
    assert document.sentence.order != tuple(range(len(document.words)))


def seen(title: str) -> tuple[bool, bool]:
    """Whether the order is seen without and with positions."""
    example = next(example for example in EXAMPLES if example.title == title)
    sides = comparisons.sides(comparisons.asked(show(example)(Document())))
    return sides["without"].effect.order_is_seen, sides["with"].effect.order_is_seen


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("A dog chases a cat", (False, True)),
        ("Words that occur again", (False, True)),
        ("A causal mask tells the order", (True, True)),
        ("A head that looks one place on", (False, True)),
        ("Backwards, unnoticed", (False, False)),
    ],
)
def test_the_order_is_seen_where_the_example_says_so(title: str, expected: tuple[bool, bool]) -> None:
    assert seen(title) == expected


def test_the_head_looks_one_place_on() -> None:
    example = next(example for example in EXAMPLES if example.attention.head == "offset")
    weights = comparisons.sides(comparisons.asked(show(example)(Document())))["with"].shuffled.weights
    assert weights is not None
    assert weights[0].diagonal(1).min() >= 0.97
