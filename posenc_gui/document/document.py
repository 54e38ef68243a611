"""The one immutable document that the screen, files and exports are functions of."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec import structs

from posenc_gui.engine import encodings, tokens
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Encoding
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.heads import check_heads
from posenc_gui.engine.orders import check_order
from posenc_gui.engine.params import Choice, Record, param


@dataclass(frozen=True)
class Selection(Record):
    """What all views look at together."""

    position: int = param(
        12, "Position", "The playhead: the row that all views look at.", low=0, high=2**31 - 1, history=False
    )
    pair: int = param(
        3, "Pair", "Dimension pair i: a sine and a cosine of one frequency.", low=0, high=32_767, slider=(0, 511)
    )
    offset: int = param(
        5, "Offset k", "Distance from the playhead to the position it is compared with.", low=-(2**31), high=2**31
    )
    shown_head: int = param(0, "Head shown", "The head whose matrices are drawn where heads differ.", low=0, high=63)
    token: int = param(
        -1,
        "Token",
        "The token that is followed through every order, by its place in the sentence; -1: the one at the playhead.",
        low=-1,
        high=tokens.MOST_TOKENS - 1,
        history=False,
    )


@dataclass(frozen=True)
class Sentence(Record):
    """The typed sentence, and the order in which its tokens stand now.

    order[i] is the original index of the token at place i; an empty order is the order of the sentence.
    """

    text: str = param("a dog chases a cat", "Sentence", "Words in any script.", flag="sentence")
    order: tuple[int, ...] = param((), "Order", "Original index of each token, in the order in which they stand now.")
    split: str = param(
        "words",
        "Split into",
        "What the tokens are, by Unicode's rules; white space is none.",
        choices=(
            Choice("words", "words", "Words, and each punctuation mark or emoji."),
            Choice("characters", "characters", "Characters as people count them, with all their marks."),
        ),
        advanced=True,
    )


@dataclass(frozen=True)
class Transport(Record):
    """What moves while it plays, and how."""

    speed: float = param(
        4.0, "Speed", "Positions per second.", unit="positions/s", low=0.1, high=1e6, slider=(0.5, 1000), log=True
    )
    loop: bool = param(True, "Loop", "Begin again at the other end.")
    plays: str = param(
        "position",
        "Plays",
        "What moves while it plays.",
        choices=(
            Choice("position", "position", "The playhead, from the first position to the last."),
            Choice("offset", "offset k", "The offset, from −(length − 1) to length − 1."),
        ),
    )
    backward: bool = param(False, "Backward", "Play from the end to the beginning.")


@dataclass(frozen=True)
class Screen(Record):
    """What the window shows, and in which theme."""

    theme: str = param(
        "light", "Theme", "Colours of window and pictures.", choices=(Choice("light", "light"), Choice("dark", "dark"))
    )
    view: str = param("", "View", "The view that fills the window; empty: those that stand side by side.")
    panels: str = param(
        "", "Panels", "Up to four views that stand side by side, with commas between; empty: the first four."
    )
    lesson: str = param("", "Lesson", "The lesson that is shown above the views; empty: none.")
    step: int = param(0, "Step", "The step of the lesson, from 0.", low=0, high=999, flag="lesson_step")
    covered: bool = param(
        False,
        "Covered",
        "What a shuffle does is kept covered, so that it can be predicted first.",
        history=False,
    )


SECTIONS = ("params", "grid", "selection", "sentence", "attention", "transport", "screen")
"""The parts of a document that are records, by the first half of their controls' names."""


@dataclass(frozen=True)
class Document:
    """Everything that the program shows, as one value.

    `params` belongs to `encoding`. `options` holds, by view key, the options of views that are not at their defaults.

    Raises:
        UserError: two values do not go together, such as a position beyond the length.
    """

    encoding: str = "sinusoidal"
    params: Record = field(default_factory=lambda: encodings.by_key("sinusoidal").params())
    grid: Grid = field(default_factory=Grid)
    selection: Selection = field(default_factory=Selection)
    sentence: Sentence = field(default_factory=Sentence)
    attention: Attention = field(default_factory=Attention)
    transport: Transport = field(default_factory=Transport)
    screen: Screen = field(default_factory=Screen)
    options: tuple[tuple[str, Record], ...] = ()

    def __post_init__(self) -> None:
        if type(self.params) is not self.definition.params:
            raise UserError(f"parameters of another encoding were given for {self.encoding}")
        if not self.sentence.order:
            restored = dataclasses.replace(self.sentence, order=tuple(range(len(self.words))))
            object.__setattr__(self, "sentence", restored)
        check_order(self.sentence.order, len(self.words))
        check_heads(self.grid.d_model, self.attention.heads)
        self.definition.check(self.params, self.grid, self.attention.heads)
        _check_below("position", self.selection.position, self.grid.length, "length")
        _check_below("pair", self.selection.pair, self.pair_count, "the number of pairs")
        _check_below("shown_head", self.selection.shown_head, self.attention.heads, "the number of heads")
        if self.selection.token >= 0:
            _check_below("token", self.selection.token, len(self.words), "the number of tokens")
        self._check_offset()

    @property
    def definition(self) -> Encoding[Record]:
        """The record of the chosen encoding."""
        return encodings.by_key(self.encoding)

    @property
    def encoded(self) -> Encoded:
        """The encoding with its parameters and size, as engine calls and caches take it."""
        return Encoded(self.encoding, self.params, self.grid, self.attention.heads)

    @property
    def pair_count(self) -> int:
        """Number of dimension pairs, the incomplete one of an odd width included."""
        return self.encoded.pair_count

    @property
    def words(self) -> tuple[str, ...]:
        """The tokens in the order of the sentence."""
        return tokens.split(self.sentence.text, self.sentence.split)

    @property
    def ordered_words(self) -> tuple[str, ...]:
        """The tokens in the order in which they stand now."""
        words = self.words
        return tuple(words[index] for index in self.sentence.order)

    @property
    def labels(self) -> tuple[str, ...]:
        """The tokens in the order of the sentence, equal ones numbered as in "a₁ dog chases a₂ cat"."""
        return tokens.told_apart(self.words)

    @property
    def ordered_labels(self) -> tuple[str, ...]:
        """The labels in the order in which the tokens stand now."""
        labels = self.labels
        return tuple(labels[index] for index in self.sentence.order)

    @property
    def token(self) -> int | None:
        """The token that is looked at, by its index in the sentence; None where the playhead is past the last one."""
        order, selection = self.sentence.order, self.selection
        if selection.token >= 0:
            return selection.token
        return order[selection.position] if selection.position < len(order) else None

    @property
    def sentence_encoded(self) -> Encoded:
        """The encoding for as many positions as the sentence has places, padding included."""
        places = len(self.sentence.order) + self.attention.padding
        return structs.replace(self.encoded, grid=Grid(places, self.grid.d_model))

    def records(self) -> Iterator[tuple[str, Record]]:
        """Each section's name with its record, in the order of `SECTIONS`."""
        for section in SECTIONS:
            yield section, getattr(self, section)

    def _check_offset(self) -> None:
        most = self.grid.length - 1
        if abs(self.selection.offset) > most:
            raise UserError(
                f"offset is {self.selection.offset}, but must be from {-most} to {most} at length {self.grid.length}: "
                "choose a smaller offset or a greater length"
            )


def _check_below(name: str, value: int, limit: int, limit_name: str) -> None:
    if value >= limit:
        raise UserError(f"{name} is {value}, but must be from 0 to {limit - 1}, below {limit_name} {limit}")
