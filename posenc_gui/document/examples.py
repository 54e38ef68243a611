"""Sentences in two orders, each with the encoding and the attention with which it makes a point."""

from msgspec import Struct, field

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.engine import encodings
from posenc_gui.engine.attention_settings import Attention


class Example(Struct, frozen=True):
    """A sentence, and the same words in the order in which they stand now.

    The encoding comes with its defaults. An `offset` is selected where it is not None.
    """

    title: str
    point: str
    sentence: str
    second: str
    encoding: str = "sinusoidal"
    attention: Attention = field(default_factory=Attention)
    offset: int | None = None


EXAMPLES = (
    Example(
        "A dog chases a cat",
        "Without positions it is the same as: a cat chases a dog",
        "a dog chases a cat",
        "a cat chases a dog",
    ),
    Example(
        "Words that occur again",
        "Equal words have equal rows; positions alone tell them apart",
        "the more you know the more you see",
        "the more you see the more you know",
    ),
    Example(
        "A causal mask tells the order",
        "Nothing is added for positions, and yet the outputs change: each token sees another part of the sentence",
        "only I saw the red fox",
        "I saw only the red fox",
        encoding="none",
        attention=Attention(mask="causal"),
    ),
    Example(
        "A head that looks one place on",
        "It reads the position alone, so that each token looks at the next one in any order",
        "one two three four five six",
        "three one six two five four",
        attention=Attention(head="offset", content=0.0),
        offset=1,
    ),
    Example(
        "Backwards, unnoticed",
        "A bias by distance is the same both ways: ALiBi without a mask does not notice a reversal",
        "step on no pets",
        "pets no on step",
        encoding="alibi",
    ),
    Example("Chinese", "Written without spaces, split by Unicode's rules", "狗追猫", "猫追狗"),
    Example(
        "Arabic",
        "Written from right to left; positions are counted in the order of reading",
        "الكلب يطارد القطة",
        "القطة يطارد الكلب",
    ),
    Example("Emoji", "Several code points joined, and one token each", "👩‍👩‍👧 🐶 ❤️ 🐱", "🐱 🐶 ❤️ 👩‍👩‍👧"),
)
"""What can be chosen, in order."""


def show(example: Example) -> edits.Edit:
    """Set all that an example is about; what it does not name, such as the size of the table, stays."""

    def edit(document: Document) -> Document:
        staged = edits.changed(
            document,
            encoding=example.encoding,
            params=encodings.by_key(example.encoding).params(),
            attention=example.attention,
        )
        staged = edits.set_sentence(example.sentence)(edits.set_split("words")(staged))
        staged = edits.set_second_sentence(example.second)(staged)
        return staged if example.offset is None else edits.select(offset=example.offset)(staged)

    return edit
