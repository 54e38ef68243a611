"""A painter on a widget that is shown."""

import pyqtgraph as pg
import pytest
from pytestqt.qtbot import QtBot
from shown import Shown

from posenc_gui.figures.theme import LIGHT
from posenc_gui.render.painter import Painter


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    widget = pg.GraphicsView(background=LIGHT.ground)
    qtbot.addWidget(widget)
    layout = pg.GraphicsLayout()
    widget.setCentralItem(layout)
    widget.resize(640, 480)
    painter = Painter(layout, LIGHT)
    with qtbot.waitExposed(widget):
        widget.show()
    return Shown(widget, painter)
