"""The actions that put a sentence into another order, as data."""

import random

from posenc_gui.document import edits
from posenc_gui.document.examples import EXAMPLES, Example, show
from posenc_gui.ui.action import Action
from posenc_gui.ui.desk import Desk

_MENU = "&Sentence"


def _toggle_cover(desk: Desk) -> None:
    desk.edit(edits.set_value("screen.covered", not desk.document.screen.covered))


def _example(number: int, example: Example) -> Action:
    return Action(
        f"preset.{number}",
        _MENU,
        example.title,
        (f"Shift+F{number + 1}",),
        lambda desk: desk.edit(show(example)),
        example.point,
        submenu="&Examples",
    )


_ORDERS = (
    Action(
        "shuffle",
        _MENU,
        "&Shuffle",
        ("S",),
        lambda desk: desk.edit(edits.shuffle(random.getrandbits(32))),
        "Put the words in another order",
        icon="shuffle",
    ),
    Action(
        "reverse",
        _MENU,
        "&Reverse",
        ("R",),
        lambda desk: desk.edit(edits.reverse),
        "Put the words from last to first",
        icon="reverse",
    ),
    Action(
        "restore",
        _MENU,
        "&Original order",
        ("O",),
        lambda desk: desk.edit(edits.restore),
        "Put the words back in the order of the sentence",
        icon="restore",
    ),
    Action(
        "rotate",
        _MENU,
        "Ro&tate",
        ("Shift+R",),
        lambda desk: desk.edit(edits.rotate(1)),
        "Move each word one place on; the last one comes to the front",
        first=True,
    ),
    Action(
        "swap",
        _MENU,
        "S&wap two",
        ("X",),
        lambda desk: desk.edit(edits.swap_with_next),
        "Let the word at the playhead and the next one change places",
    ),
    Action("sort", _MENU, "Sort by &letters", ("Shift+S",), lambda desk: desk.edit(edits.sort), "From A to Z"),
    Action(
        "second_sentence",
        _MENU,
        "S&econd sentence…",
        ("Ctrl+T",),
        lambda desk: desk.stage.show_second_sentence(),
        "Type the same words in another order",
    ),
)

_COVER = Action(
    "cover",
    _MENU,
    "&Cover the results",
    ("H",),
    _toggle_cover,
    "Ask first: same or different? The same key shows what it is",
    checked=lambda desk: desk.document.screen.covered,
    first=True,
)

SENTENCE = (*_ORDERS, _COVER, *(_example(number, example) for number, example in enumerate(EXAMPLES, 1)))
"""What can be done to the sentence, in the order of the menu."""
