"""Icons: line drawings from the resources, in the colour that the palette asks for."""

from functools import cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from posenc_gui import resources

DISABLED_OPACITY = 0.4


@cache
def icon(name: str, colour: str) -> QIcon:
    """The drawing `name` in one colour (#RRGGBB), fainter where it is disabled.

    Raises:
        FileNotFoundError: there is no such drawing.
    """
    drawing = (resources.folder() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    return QIcon(_Drawing(drawing.replace("currentColor", colour)))


class _Drawing(QIconEngine):
    """Draws itself at the size that is asked for, so that it is crisp on any screen and costs nothing until then."""

    def __init__(self, drawing: str) -> None:
        super().__init__()
        self._drawing = drawing
        self._renderer: QSvgRenderer | None = None

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:  # noqa: ARG002
        """Draw into a rectangle."""
        if self._renderer is None:
            self._renderer = QSvgRenderer(QByteArray(self._drawing.encode()))
        painter.save()
        painter.setOpacity(painter.opacity() * (DISABLED_OPACITY if mode == QIcon.Mode.Disabled else 1.0))
        self._renderer.render(painter, QRectF(rect))
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Draw onto a transparent ground."""
        made = QPixmap(size)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        self.paint(painter, made.rect(), mode, state)
        painter.end()
        return made

    def clone(self) -> QIconEngine:
        """Another engine of the same drawing, as Qt asks for when an icon is changed."""
        return _Drawing(self._drawing)
