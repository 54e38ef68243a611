"""Icons: line drawings from the resources, in the colour that the palette asks for."""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from posenc_gui import resources

PIXELS = (16, 20, 24, 32, 40, 48, 64)
"""Sizes drawn ahead, so that an icon is crisp on screens of single and double density."""

DISABLED_OPACITY = 0.4


@cache
def icon(name: str, colour: str) -> QIcon:
    """The drawing `name` in one colour (#RRGGBB), fainter where it is disabled.

    Raises:
        FileNotFoundError: there is no such drawing.
    """
    drawing = (resources.folder() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(drawing.replace("currentColor", colour).encode()))
    made = QIcon()
    for size in PIXELS:
        made.addPixmap(_pixmap(renderer, size, 1.0), QIcon.Mode.Normal)
        made.addPixmap(_pixmap(renderer, size, DISABLED_OPACITY), QIcon.Mode.Disabled)
    return made


def _pixmap(renderer: QSvgRenderer, size: int, opacity: float) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setOpacity(opacity)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
