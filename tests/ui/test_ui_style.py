"""The look: contrast, both themes, icons."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QSlider, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from posenc_gui import resources
from posenc_gui.figures.theme import THEMES, Theme
from posenc_gui.ui import style
from posenc_gui.ui.icons import icon

ICONS = sorted(path.stem for path in (resources.folder() / "icons").glob("*.svg"))


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    """The application, which looks as before afterwards."""
    name, font, palette = qapp.style().name(), QFont(qapp.font()), QPalette(qapp.palette())
    yield qapp
    qapp.setStyleSheet("")
    qapp.setStyle(name)
    qapp.setFont(font)
    qapp.setPalette(palette)


@pytest.fixture
def window(qtbot: QtBot, application: QApplication) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    column = QVBoxLayout(made)
    for child in (QLabel("Text"), QPushButton("Button"), QToolButton(), QSlider()):
        column.addWidget(child)
    return made


def contrast(first: QColor, second: QColor) -> float:
    """WCAG 2 contrast ratio."""
    lights = sorted((luminance(first), luminance(second)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour: QColor) -> float:
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: str(theme.key))
def test_text_stands_out_from_every_ground_it_is_put_on(qapp: QApplication, theme: Theme) -> None:
    palette, shade = style.palette(theme), style.shades(theme)
    grounds = [theme.panel, shade.field, shade.hover, shade.pressed]
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        for ground in grounds:
            assert contrast(palette.color(role), QColor(ground)) >= 4.5
    for ground in grounds[:3]:
        assert contrast(palette.color(QPalette.ColorRole.PlaceholderText), QColor(ground)) >= 4.5
    assert contrast(QColor(theme.roles["error"]), QColor(theme.panel)) >= 4.5
    assert contrast(QColor(shade.accent_text), QColor(shade.accent)) >= 4.5


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: str(theme.key))
def test_marks_that_are_no_text_stand_out_too(qapp: QApplication, theme: Theme) -> None:
    for role in ("position", "pair", "offset", "secondary"):
        assert contrast(QColor(theme.roles[role]), QColor(theme.panel)) >= 3


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: str(theme.key))
def test_a_theme_takes_hold_of_a_window(application: QApplication, window: QWidget, theme: Theme) -> None:
    style.apply(application, window, theme)
    window.show()
    assert window.grab().toImage().pixelColor(2, 2) == QColor(theme.panel)
    label = window.findChild(QLabel)
    assert isinstance(label, QLabel)
    assert (label.font().family(), label.font().pixelSize()) == ("Inter", 13)
    style.apply(application, window, theme, text_scale=2)
    assert label.font().pixelSize() == 26


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: str(theme.key))
def test_the_style_sheet_has_nothing_left_to_fill_in(qapp: QApplication, theme: Theme) -> None:
    sheet = style.style_sheet(theme)
    assert "$" not in sheet
    assert sheet.count("{") == sheet.count("}")
    for line in sheet.split('url("')[1:]:
        assert (resources.folder() / "icons" / line.split('"')[0]).is_file()


@pytest.mark.parametrize("name", ICONS)
def test_icons_are_drawn_in_their_colour_at_each_density(qapp: QApplication, name: str) -> None:
    for pixels in (20, 40):
        image = icon(name, "#BF4A00").pixmap(QSize(pixels, pixels)).toImage()
        assert image.width() == pixels
        inked = [image.pixelColor(x, y) for x in range(pixels) for y in range(pixels)]
        solid = [colour for colour in inked if colour.alpha() > 250]
        assert 4 < len(solid) < pixels * pixels / 2
        if not name.startswith(("arrow", "check")):
            assert all(abs(colour.red() - 0xBF) < 6 and abs(colour.green() - 0x4A) < 6 for colour in solid)


def test_an_unknown_icon_is_an_error(qapp: QApplication) -> None:
    with pytest.raises(FileNotFoundError):
        icon("no such drawing", "#000000")
