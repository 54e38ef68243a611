"""What theory says of order: which systems cannot know it, and where it comes in.

Attention is the same sum over keys for every query, so that it is equivariant: tokens in another order give the same
outputs in that order. A residual and a layer norm act on each token alone and keep that, and so do several layers. It
ends as soon as anything depends on the place of a token: a table that is added, a rotation, a bias or a vector by
distance, or a causal mask. A mean over tokens that are equivariant is invariant. Rounding does not enter: the number
format changes by how much order shows, never whether.

What is left are cases in which something depends on the place and nothing comes of it:

- a head by position whose query is zero (`is_blind`) scores every key alike. Without a bias its weights are all equal,
  each token gets the mean of all values, and that is the same in any order. With a table, each value has its position's
  row in it; the mean of one layer does not tell which row went with which token, the next layer does, unless the layer
  norm between them has taken the row away, as it does with one that holds the same number in each dimension;
- a symmetric bias does not notice a reversal: |i − j| stays when i and j change sides. Left padding that is looked at
  does notice, since it stays at the left.

An order is taken to move tokens that differ, at least three of them.
"""

from msgspec import Struct

from posenc_gui.engine.attention_settings import HEADS_BY_POSITION, Attention
from posenc_gui.engine.orders import Order

BIASES = ("t5", "alibi")
RELATIVE = ("shaw", "transformer_xl")
UNFITTED = ("index", "normalized", "binary", "learned")
"""Tables without a rule by which one matrix shifts them."""

ZERO_AT_ZERO = ("index", "normalized", "binary")
"""Tables whose row 0 is zero."""

EVEN = ("index", "normalized")
"""Tables whose rows hold the same number in each dimension."""


class Expected(Struct, frozen=True):
    """Whether the pooled vector is invariant, and whether outputs are equivariant; None where there are none."""

    pooled_invariant: bool
    outputs_equivariant: bool | None


class Setting(Struct, frozen=True):
    """An encoding under attention, for tokens in an order; offset: k of an offset head; symmetric: of its bias."""

    encoding: str
    attention: Attention
    order: Order
    offset: int = 1
    symmetric: bool = False


def expected(system: str, setting: Setting) -> Expected:
    """What must hold for one of `order_effects.SYSTEMS`."""
    match system:
        case "bag":
            return Expected(True, None)
        case "recurrent" | "causal":
            return Expected(False, False)
        case "without":
            knows = setting.attention.mask == "causal"
        case _:
            knows = setting.attention.mask == "causal" or _positions_show(setting)
    return Expected(not knows, not knows)


def is_blind(encoding: str, attention: Attention, offset: int, count: int) -> bool:
    """Whether the queries of a head by position are zero for n = count tokens, so that q · k tells nothing."""
    if attention.head not in HEADS_BY_POSITION:
        return False
    if encoding in ("none", *BIASES):
        return True
    if attention.head == "first":
        first = attention.first_id + (attention.padding if attention.count_padding else 0)
        return encoding in ("rope", *RELATIVE) or (encoding in ZERO_AT_ZERO and first == 0)
    return encoding in UNFITTED and abs(attention.offset(offset)) >= count


def _positions_show(setting: Setting) -> bool:
    encoding, attention = setting.encoding, setting.attention
    if encoding == "none":
        return False
    if encoding in BIASES:
        return not (setting.symmetric and _reverses(setting.order) and not _padding_is_seen(attention))
    if is_blind(encoding, attention, setting.offset, len(setting.order)):
        in_values = encoding in UNFITTED and encoding not in EVEN and attention.layers > 1
        return in_values or encoding == "transformer_xl"  # whose bias v meets the distances by itself
    return True


def _reverses(order: Order) -> bool:
    return order == tuple(range(len(order) - 1, -1, -1))


def _padding_is_seen(attention: Attention) -> bool:
    return attention.padding > 0 and attention.mask == "none"
