"""The look of all widgets, made from a theme: palette, font and one style sheet."""

from msgspec import Struct, structs
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from posenc_gui import resources
from posenc_gui.figures.theme import RADIUS, SPACING, TEXT_PIXELS, Theme
from posenc_gui.render.fonts import load_fonts, ui_font
from posenc_gui.ui.style_sheet import SHEET


class Shades(Struct, frozen=True):
    """The colours of controls that a theme does not name: mixtures of those that it does."""

    field: str
    hover: str
    pressed: str
    border: str
    accent: str
    accent_text: str


def shades(theme: Theme) -> Shades:
    """Controls stand on the panel, a little apart from it; the accent is the colour of the text."""
    text = theme.roles["text"]
    return Shades(
        field=theme.ground,
        hover=mixed(theme.panel, text, 0.06),
        pressed=mixed(theme.panel, text, 0.12),
        border=mixed(theme.panel, text, 0.22),
        accent=theme.roles["pair"],
        accent_text=theme.ground,
    )


def apply(application: QApplication, window: QWidget, theme: Theme, text_scale: float = 1.0) -> None:
    """Give a window and its dialogs the look of a theme; `text_scale` enlarges all text.

    The style sheet stands on the window: on the application it would take Qt four times as long.
    """
    if application.style().objectName() != "fusion":
        application.setStyle("Fusion")
    application.setFont(ui_font(TEXT_PIXELS["body"] * text_scale))
    application.setPalette(palette(theme))
    window.setStyleSheet(style_sheet(theme, text_scale))


def palette(theme: Theme) -> QPalette:
    """The palette of a theme, for what is painted by hand and for what the style sheet leaves alone."""
    shade, text, secondary = shades(theme), theme.roles["text"], theme.roles["secondary"]
    made = QPalette()
    role = QPalette.ColorRole
    for names, colour in (
        ((role.Window, role.AlternateBase), theme.panel),
        ((role.Base, role.Button, role.Light), shade.field),
        ((role.Midlight,), shade.hover),
        ((role.Mid, role.Dark, role.Shadow), shade.border),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.BrightText), text),
        ((role.PlaceholderText,), secondary),
        ((role.ToolTipBase,), shade.field),
        ((role.Highlight, role.Link, role.LinkVisited, role.Accent), shade.accent),
        ((role.HighlightedText,), shade.accent_text),
    ):
        for name in names:
            made.setColor(name, QColor(colour))
    faint = QColor(mixed(theme.panel, text, 0.45))
    for name in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, name, faint)
    return made


def style_sheet(theme: Theme, text_scale: float = 1.0) -> str:
    """The style sheet of a theme, with all sizes in pixels."""
    shade, folder = shades(theme), (resources.folder() / "icons").as_posix()
    values: dict[str, str] = {
        **{str(role): colour for role, colour in theme.roles.items()},
        **structs.asdict(shade),
        "ground": theme.ground,
        "panel": theme.panel,
        "faint": mixed(theme.panel, theme.roles["text"], 0.45),
        "groove": mixed(theme.panel, theme.roles["text"], 0.16),
        "radius": f"{RADIUS}px",
        "small_radius": f"{SPACING}px",
        "family": load_fonts(),
        "body": f"{round(TEXT_PIXELS['body'] * text_scale)}px",
        "small": f"{round(TEXT_PIXELS['small'] * text_scale)}px",
        "arrow": f"{folder}/arrow-{theme.key}.svg",
        "check": f"{folder}/check-{theme.key}.svg",
    }
    return SHEET.substitute(values)


def mixed(first: str, second: str, part: float) -> str:
    """The colour at `part` of the way from the first to the second one, as #RRGGBB."""
    one, other = QColor(first), QColor(second)
    pairs = zip((one.red(), one.green(), one.blue()), (other.red(), other.green(), other.blue()), strict=True)
    return "#" + "".join(f"{round(a + part * (b - a)):02X}" for a, b in pairs)
