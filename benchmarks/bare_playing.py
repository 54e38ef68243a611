"""What playing costs at the least: the same items in pyqtgraph, moved by hand, without a program around them.

Four panels of a 512 × 128 encoding: an image with a cross-hair and two profiles; 8 curves of 512 points with a
playhead and a marker on each; a circle with an arc and 64 clocks of two hands; two small matrices with their numbers.
Run as a script it plays in a window.
"""

import sys
from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

LENGTH, WIDTH, OFFSET = 512, 128, 5
PAIRS = WIDTH // 2
SHOWN_PAIRS = (0, 16, 32, 48)
LANE = 2.6
FREQUENCIES = 10_000.0 ** (-2 * np.arange(PAIRS) / WIDTH)
ANGLES = np.multiply.outer(np.arange(LENGTH + OFFSET), FREQUENCIES)
TABLE = np.stack([np.sin(ANGLES[:LENGTH]), np.cos(ANGLES[:LENGTH])], axis=2).reshape(LENGTH, WIDTH)
WAVES = [
    function(ANGLES[:LENGTH, pair]) - LANE * lane
    for lane, pair in enumerate(SHOWN_PAIRS)
    for function in (np.sin, np.cos)
]
CLOCKS_IN_ROW = 8
CLOCKS_X = np.arange(PAIRS) % CLOCKS_IN_ROW * 2.5
CLOCKS_Y = -(np.arange(PAIRS) // CLOCKS_IN_ROW) * 2.5

Move = Callable[[int], None]
Floats = NDArray[np.float64]


class BarePanels:
    """The widget with the four panels; `show_position` moves everything that a playhead moves."""

    def __init__(self, width: int, height: int) -> None:
        self.widget = pg.GraphicsLayoutWidget()
        self.widget.setBackground("w")
        self.widget.resize(width, height)
        layout = [self.widget.addLayout(row, column) for row in (0, 1) for column in (0, 1)]
        self._moves = [heatmap(layout[0]), waves(layout[1]), rotation(layout[2])]
        matrices(layout[3])

    def show_position(self, position: int) -> None:
        """Move the playhead."""
        for move in self._moves:
            move(position)


def heatmap(layout: pg.GraphicsLayout) -> Move:
    """The table with cross-hair, the row above it and the column beside it."""
    above = layout.addPlot(0, 0)
    row = above.plot(TABLE[0], pen="k")
    above.setYRange(-1, 1)
    plot = layout.addPlot(1, 0)
    plot.invertY()
    image = pg.ImageItem(TABLE.astype(np.float32), axisOrder="row-major", levels=(-1, 1))
    image.setLookupTable(pg.colormap.get("CET-D1").getLookupTable(nPts=256))
    plot.addItem(image)
    plot.addItem(pg.InfiniteLine(6, angle=90))
    here, there = pg.InfiniteLine(0, angle=0), pg.InfiniteLine(0, angle=0)
    plot.addItem(here)
    plot.addItem(there)
    beside = layout.addPlot(1, 1)
    beside.plot(TABLE[:, 6], np.arange(LENGTH), pen="k")
    at = pg.InfiniteLine(0, angle=0)
    beside.addItem(at)

    def move(position: int) -> None:
        row.setData(TABLE[position])
        here.setPos(position + 0.5)
        there.setPos(position + OFFSET + 0.5)
        at.setPos(position)

    return move


def waves(layout: pg.GraphicsLayout) -> Move:
    """Eight curves with a playhead through them."""
    plot = layout.addPlot()
    for values in WAVES:
        plot.plot(values, pen="k")
    playhead, further = pg.InfiniteLine(0), pg.InfiniteLine(0)
    plot.addItem(playhead)
    plot.addItem(further)
    markers = pg.ScatterPlotItem(size=8, brush="r")
    plot.addItem(markers)

    def move(position: int) -> None:
        playhead.setPos(position)
        further.setPos(position + OFFSET)
        markers.setData([position] * len(WAVES), [values[position] for values in WAVES])

    return move


def rotation(layout: pg.GraphicsLayout) -> Move:
    """One pair on the circle with the arc to the point further on, and all pairs as clocks."""
    turn = np.linspace(0, 2 * np.pi, 97)
    plot = layout.addPlot()
    plot.setAspectLocked()
    plot.plot(np.cos(turn), np.sin(turn), pen="k")
    hands, arc = plot.plot(pen="r", connect="pairs"), plot.plot(pen="g")
    ends = pg.ScatterPlotItem(size=10, brush="r")
    plot.addItem(ends)
    wall = layout.addPlot()
    wall.setAspectLocked()
    rims = np.add.outer(CLOCKS_X, np.cos(turn)), np.add.outer(CLOCKS_Y, np.sin(turn))
    connected = np.ones(rims[0].shape, dtype=np.uint8)
    connected[:, -1] = 0
    wall.addItem(pg.PlotCurveItem(rims[0].ravel(), rims[1].ravel(), connect=connected.ravel(), pen="k"))
    clocks = [pg.PlotCurveItem(connect="pairs", pen=color) for color in "rg"]
    for clock in clocks:
        wall.addItem(clock)

    def move(position: int) -> None:
        start, stop = ANGLES[position, 3], ANGLES[position + OFFSET, 3]
        hands.setData([0, np.sin(start), 0, np.sin(stop)], [0, np.cos(start), 0, np.cos(stop)])
        between = np.linspace(start, stop, 49)
        arc.setData(np.sin(between) / 2, np.cos(between) / 2)
        ends.setData([np.sin(start), np.sin(stop)], [np.cos(start), np.cos(stop)])
        for clock, row in zip(clocks, (position, position + OFFSET), strict=True):
            clock.setData(*clock_hands(ANGLES[row]))

    return move


def clock_hands(angles: Floats) -> tuple[Floats, Floats]:
    """The hands of all clocks as pairs of points."""
    x = np.stack([CLOCKS_X, CLOCKS_X + np.sin(angles)], axis=1)
    y = np.stack([CLOCKS_Y, CLOCKS_Y + np.cos(angles)], axis=1)
    return x.ravel(), y.ravel()


def matrices(layout: pg.GraphicsLayout) -> None:
    """Two matrices of five by five with their numbers; a playhead does not move them."""
    for seed in (0, 1):
        values = np.random.default_rng(seed).standard_normal((5, 5))
        plot = layout.addPlot()
        plot.addItem(pg.ImageItem(values, levels=(-2, 2)))
        for (row, column), value in np.ndenumerate(values):
            text = pg.TextItem(f"{value:.2f}", color="k", anchor=(0.5, 0.5))
            text.setPos(row + 0.5, column + 0.5)
            plot.addItem(text)


def main() -> int:
    """Play in a window until it is closed."""
    application = QApplication(sys.argv)
    panels = BarePanels(1280, 720)
    panels.widget.show()
    position = iter(range(10**9))
    timer = QTimer(interval=16)
    timer.timeout.connect(lambda: panels.show_position(next(position) % LENGTH))
    timer.start()
    return int(application.exec())


if __name__ == "__main__":
    sys.exit(main())
