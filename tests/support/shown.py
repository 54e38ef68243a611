"""What the tests of the painter look at."""

from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtGui import QImage

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
