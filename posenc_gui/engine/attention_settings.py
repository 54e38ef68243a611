"""What can be set about attention: heads, layers, masks, number format, and how tokens and positions come in."""

import math
from dataclasses import dataclass

from posenc_gui.engine.params import Choice, Record, param

HEADS_BY_POSITION = ("offset", "previous", "first")
"""Heads that are made to look at a position, and read little or nothing of the content."""


@dataclass(frozen=True)
class Attention(Record):
    """Which heads look at the tokens in which way, and with which seeds."""

    head: str = param(
        "content",
        "Head",
        "How queries, keys and values are made from the embeddings.",
        choices=(
            Choice("content", "content", "Query, key and value are the embedding itself."),
            Choice("random", "random projections", "Query, key and value are seeded random projections of it."),
            Choice("offset", "offset k", "Every token looks k places on: its query is its position shifted by M_k."),
            Choice("previous", "previous token", "Every token looks at the one before it: an offset of −1."),
            Choice("first", "first token", "Every token looks at the first one: its query is the first position."),
        ),
    )
    heads: int = param(1, "Heads", "Number of heads; d_model is divided among them.", low=1, high=64, slider=(1, 16))
    head_seed: int = param(
        0, "Head seed", "Seed of the random projections.", low=0, high=2**31 - 1, slider=(0, 99), advanced=True
    )
    embedding_seed: int = param(
        0, "Word seed", "Seed of the word embeddings.", low=0, high=2**31 - 1, slider=(0, 99), advanced=True
    )
    mask: str = param(
        "none",
        "Mask",
        "Which keys a query may look at.",
        choices=(
            Choice("none", "none", "All of them, padding too."),
            Choice("causal", "causal", "Those up to the query itself, as in a decoder, and no padding."),
            Choice("padding", "padding", "All but padding."),
        ),
    )
    layers: int = param(
        1, "Layers", "Layers of attention; residual and layer norm stand between two of them.", low=1, high=4
    )
    dtype: str = param(
        "float64",
        "Precision",
        "What the result of each operation is rounded to.",
        choices=(
            Choice("float64", "float64", "53 binary digits."),
            Choice("float32", "float32", "24 binary digits."),
            Choice("bfloat16", "bfloat16", "8 binary digits."),
        ),
    )
    sharpness: float = param(
        4.0,
        "Sharpness",
        "What the scores of a head by position are multiplied with, in the place of 1 / √d_k.",
        low=0,
        open_low=True,
        high=1e6,
        slider=(0.1, 32),
        log=True,
        only_with=("head", HEADS_BY_POSITION),
    )
    content: float = param(
        0.0,
        "Content",
        "How much of the content a head by position reads beside the position.",
        low=0,
        high=1,
        only_with=("head", HEADS_BY_POSITION),
    )
    sines_only: bool = param(
        False,
        "Sines only",
        "A head by position reads the sines and not the cosines of the waves.",
        advanced=True,
        only_with=("head", HEADS_BY_POSITION),
    )
    token_scale: str = param(
        "one",
        "Token scale",
        "What the embeddings are multiplied with before positions come in.",
        choices=(
            Choice("one", "1"),
            Choice("sqrt_d", "√d_model", "As in the paper, where embeddings are small."),
            Choice("free", "free", "As set beside it."),
        ),
        advanced=True,
    )
    free_scale: float = param(
        1.0,
        "Free scale",
        "The token scale where it is free.",
        low=0,
        high=1e6,
        slider=(0, 10),
        advanced=True,
        only_with=("token_scale", ("free",)),
    )
    position_scale: float = param(
        1.0,
        "Position scale",
        "What is added for positions is multiplied with: table, bias or relative vectors; a rotation adds nothing.",
        low=0,
        high=1e6,
        slider=(0, 10),
        advanced=True,
    )
    first_id: int = param(
        0, "First id", "Position id of the first place.", low=0, high=2**31 - 1, slider=(0, 1000), advanced=True
    )
    padding: int = param(0, "Left padding", "Padding tokens before the sentence.", low=0, high=64, advanced=True)
    count_padding: bool = param(
        True,
        "Padding takes ids",
        "Position ids count padding, too; otherwise the first token has the first id, and so has padding.",
        advanced=True,
    )

    @property
    def reads_offset(self) -> bool:
        """Whether the selected offset matters to the head."""
        return self.head == "offset"

    def offset(self, selected: int) -> int:
        """How many places on a head looks that looks at an offset; `selected` is the offset that is selected."""
        return -1 if self.head == "previous" else selected

    def token_factor(self, d_model: int) -> float:
        """What the embeddings are multiplied with."""
        return {"one": 1.0, "sqrt_d": math.sqrt(d_model), "free": self.free_scale}[self.token_scale]
