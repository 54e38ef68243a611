"""What the tests of the painter look at."""

from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from posenc_gui.figures.theme import LIGHT
from posenc_gui.render.painter import Painter


@dataclass
class Shown:
    """A painter and the widget that shows what it paints."""

    widget: pg.GraphicsView
    painter: Painter

    def image(self) -> QImage:
        """What is painted, in pixels of the scene."""
        image: QImage = self.widget.grab().toImage()
        return image


def make_shown(qtbot: QtBot, *, small: bool = False) -> Shown:
    """A painter on a widget of 640 × 480 that is shown."""
    widget = pg.GraphicsView(background=LIGHT.ground)
    qtbot.addWidget(widget)
    layout = pg.GraphicsLayout()
    widget.setCentralItem(layout)
    widget.resize(640, 480)
    painter = Painter(layout, LIGHT, small=small)
    with qtbot.waitExposed(widget):
        widget.show()
    return Shown(widget, painter)
