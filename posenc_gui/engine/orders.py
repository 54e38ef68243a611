"""Orders of tokens: order[i] is the original index of the token that stands at place i."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from posenc_gui.engine.errors import UserError
from posenc_gui.engine.tokens import same

Floats = NDArray[np.float64]
Order = tuple[int, ...]

MOST_NAMED = 5
"""How many words a message names."""


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


def order_of(first: Sequence[str], second: Sequence[str]) -> Order:
    """The order in which the words of a first sentence make a second one; the n-th "a" stays the n-th "a".

    Raises:
        UserError: the two have not the same words; it names those that only one of them has.
    """
    wanted, given = Counter(map(same, first)), Counter(map(same, second))
    if wanted != given:
        lacking = f"lacks {_named(wanted - given)}" if wanted - given else ""
        added = f"adds {_named(given - wanted)}" if given - wanted else ""
        raise UserError(
            f"the second sentence {' and '.join(filter(None, (lacking, added)))}, but must have the same words as the "
            "first in another order: mend it, or type it as the sentence itself"
        )
    places: dict[str, list[int]] = {}
    for index in range(len(first) - 1, -1, -1):
        places.setdefault(same(first[index]), []).append(index)
    return tuple(places[same(word)].pop() for word in second)


def realigned(matrices: Floats, order: Order) -> Floats:
    """Matrices over reordered tokens, (…, n, n), brought back to the original order of the tokens."""
    back = np.argsort(order)
    return np.asarray(matrices[..., back[:, np.newaxis], back[np.newaxis, :]])


def behind(padding: int, order: Order) -> Order:
    """The order of a padded sequence, whose padding stays at the left."""
    return tuple(range(padding)) + tuple(padding + index for index in order)


def _named(words: Counter[str]) -> str:
    names = [f"“{word[:30]}”" + (f" {count} times" if count > 1 else "") for word, count in words.items()]
    return ", ".join(names[:MOST_NAMED]) + (f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else "")
