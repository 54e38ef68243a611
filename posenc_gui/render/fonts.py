"""The one typeface of the program, bundled so that text looks alike on every machine."""

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

from posenc_gui import resources

FILES = ("Inter-Regular.otf", "Inter-SemiBold.otf")


@cache
def load_fonts() -> str:
    """Register the bundled fonts, once, and return their family; needs a running `QGuiApplication`.

    Raises:
        RuntimeError: a font file is missing or damaged.
    """
    families: list[str] = []
    for name in FILES:
        identity = QFontDatabase.addApplicationFont(str(resources.folder() / "fonts" / name))
        if identity < 0:
            raise RuntimeError(f"the bundled font {name} cannot be read: install the program again")
        families += QFontDatabase.applicationFontFamilies(identity)
    return families[0]


def ui_font(pixels: float, bold: bool = False, tabular: bool = True) -> QFont:
    """The font at a height in pixels; tabular figures have one width, so that changing numbers do not jiggle.

    Without them every character has the one glyph that the font's table of characters names for it.
    """
    font = QFont(load_fonts())
    font.setPixelSize(max(1, round(pixels)))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    font.setFeature(QFont.Tag("tnum"), int(tabular))
    font.setFeature(QFont.Tag("calt"), int(tabular))
    return font
