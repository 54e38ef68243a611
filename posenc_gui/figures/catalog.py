"""All views, in order. What menus say of them stands here; a view's own file is read when the view is wanted."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Record, shown
from posenc_gui.figures.view import Listed, View

HEATMAP = Listed("heatmap", "Heatmap", "The whole table as colours, with the selected row and column as profiles.")
WAVES = Listed("waves", "Waves", "Chosen pairs as sine and cosine curves over position, each with its wavelength.")
ROTATION = Listed(
    "rotation",
    "Rotation",
    "The selected pair on the unit circle at p and p + k, a clock per pair, and the shift matrix.",
)
SHUFFLE = Listed(
    "shuffle",
    "Shuffle",
    "A sentence in any order: attention scores without and with positions, and what the order changes.",
)
SIMILARITY = Listed(
    "similarity", "Similarity", "Every position compared with every other, and what their distance alone says."
)
COMPARE = Listed("compare", "Compare", "Two encodings side by side, and the measured properties of any set of them.")
SPLIT = Listed(
    "split", "Score split", "A score before the softmax as four parts: tokens and positions, each with each."
)
BASE = Listed("base", "Why 10000", "Distances of positions, near collisions, and what smaller and larger bases cost.")
SPECTRUM = Listed("spectrum", "Spectrum", "All wavelengths on one axis, with the length, 2π and 2π · base.")
ROPE = Listed(
    "rope",
    "RoPE turning",
    "A query and a key turned by their positions, the score over their distance, and what each pair adds.",
)
FIT = Listed(
    "fit",
    "Learning the shift",
    "The shift matrix fitted by least squares beside the true one, with sines or cosines left out.",
)
PRECISION = Listed("precision", "Precision", "Errors of angles and cosines in float64, float32, float16 and bfloat16.")
TRAINING = Listed(
    "training", "Training", "A learned table while it is fitted: its loss, and where each position looks in the end."
)
EFFECTS = Listed(
    "effects",
    "Order effects",
    "What a shuffle changes in attention, in a bag of words and in a recurrent network, beside rounding.",
)
LINKS = Listed("links", "Links", "What one token looks at, as typed and as shuffled, without and with positions.")

LISTED: tuple[Listed, ...] = (
    HEATMAP,
    WAVES,
    ROTATION,
    SHUFFLE,
    SIMILARITY,
    COMPARE,
    SPLIT,
    BASE,
    SPECTRUM,
    ROPE,
    FIT,
    PRECISION,
    TRAINING,
    EFFECTS,
    LINKS,
)

KEYS = tuple(listed.key for listed in LISTED)


@cache
def by_key(key: str) -> View:
    """The view of that name, from `VIEW` in the file of that name.

    Raises:
        UserError: there is none.
    """
    if key not in KEYS:
        raise UserError(f"view is {shown(key)}, but must be one of {', '.join(KEYS)}")
    view: View = import_module(f"posenc_gui.figures.{key}").VIEW
    return view


def views() -> tuple[View, ...]:
    """All views, each read from its file."""
    return tuple(by_key(key) for key in KEYS)


class OptionTypes(Mapping[str, type[Record]]):
    """The options of each view by its key, as document files need them; a view is read when its options are."""

    def __getitem__(self, key: str) -> type[Record]:
        if key not in KEYS:
            raise KeyError(key)
        return by_key(key).options

    def __iter__(self) -> Iterator[str]:
        return iter(KEYS)

    def __len__(self) -> int:
        return len(KEYS)


OPTION_TYPES = OptionTypes()
