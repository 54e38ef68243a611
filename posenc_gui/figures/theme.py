"""Colours and sizes, as data: one colour per idea, the same in every view."""

from collections.abc import Mapping

from msgspec import Struct

from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import shown
from posenc_gui.figures.spec import ColorMap, Role, Size


class Theme(Struct, frozen=True):
    """All colours as #RRGGBB; colour maps by their names in pyqtgraph's collection, with "_r" for reversed.

    On the ground every role stands at a contrast of 4.5 : 1 or more, the grid excepted.
    """

    key: str
    ground: str
    panel: str
    roles: Mapping[Role, str]
    colormaps: Mapping[ColorMap, str]


LIGHT = Theme(
    key="light",
    ground="#FFFFFF",
    panel="#F6F7F9",
    roles={
        "text": "#1B1F24",
        "secondary": "#57606A",
        "grid": "#D8DEE4",
        "position": "#BF4A00",
        "pair": "#0067A5",
        "offset": "#007A5A",
        "error": "#B42318",
    },
    colormaps={"diverging": "CET-CBD1", "sequential": "CET-CBL1_r", "difference": "CET-CBD1", "cyclic": "CET-CBC1"},
)

DARK = Theme(
    key="dark",
    ground="#14171C",
    panel="#1C2027",
    roles={
        "text": "#E8EBEF",
        "secondary": "#A3ACB8",
        "grid": "#2C323B",
        "position": "#FFA24C",
        "pair": "#62B5F4",
        "offset": "#45D3A5",
        "error": "#FF8A80",
    },
    colormaps={"diverging": "CET-D6", "sequential": "CET-CBL1", "difference": "CET-D6", "cyclic": "CET-CBC1"},
)

THEMES = (LIGHT, DARK)

TEXT_PIXELS: Mapping[Size, int] = {"small": 11, "body": 13, "title": 15}
"""Height of the font, in pixels at a scale of one."""

SPACING = 4
"""All distances are multiples of this many pixels."""

RADIUS = 6
"""The one corner radius, in pixels."""


def by_key(key: str) -> Theme:
    """The theme of that name.

    Raises:
        UserError: there is none.
    """
    found = next((theme for theme in THEMES if theme.key == key), None)
    if found is None:
        raise UserError(f"theme is {shown(key)}, but must be one of {', '.join(theme.key for theme in THEMES)}")
    return found
