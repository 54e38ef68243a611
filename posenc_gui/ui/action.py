"""What an action is."""

from collections.abc import Callable

from msgspec import Struct

from posenc_gui.ui.desk import Desk

DIGITS = 9
"""How many views, and how many lessons, have a digit for a key."""

Run = Callable[[Desk], object]
Test = Callable[[Desk], bool]


class Action(Struct, frozen=True):
    """One thing that can be done: its key, where it stands, which keys do it, and what it does.

    `checked` makes it a switch and tells its state; `enabled` tells whether it can be done now. `first` begins a group.
    `submenu` is the title of a menu within the menu that it stands in.
    """

    key: str
    menu: str
    text: str
    shortcuts: tuple[str, ...]
    run: Run
    tip: str = ""
    icon: str = ""
    checked: Test | None = None
    enabled: Test | None = None
    first: bool = False
    submenu: str = ""
