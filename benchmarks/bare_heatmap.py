"""What a frame of a heatmap costs at the least: a ready image and its profiles in pyqtgraph, without a program around.

A window of 1280 × 720 with an image of 512 × 512 under a cross-hair, the selected row above it and the two columns of
the selected pair beside it, drawn as finely as the program draws them. Run as a script it exchanges them in a window.
"""

import sys
from itertools import cycle

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

SIDE, POSITION, PAIR, OFFSET = 512, 12, 3, 5
POINTS = 1_024
"""Points of a column's curve."""

Floats = NDArray[np.float64]


class BareHeatmap:
    """The widget; `show_next` sets another image and its profiles, all of which are ready."""

    def __init__(self, width: int, height: int) -> None:
        self.widget = pg.GraphicsLayoutWidget()
        self.widget.setBackground("w")
        self.widget.resize(width, height)
        layout = self.widget.ci
        layout.layout.setRowStretchFactor(1, 4)
        layout.layout.setColumnStretchFactor(0, 4)
        self._row = _profile(layout.addPlot(0, 0), POSITION)
        self._image = _image(layout.addPlot(1, 0))
        beside = layout.addPlot(1, 1)
        beside.invertY()
        beside.addItem(pg.InfiniteLine(POSITION, angle=0))
        self._sine = beside.plot(pen=pg.mkPen("b"), antialias=True)
        self._cosine = beside.plot(pen=pg.mkPen("b", style=Qt.PenStyle.DashLine), antialias=True)
        self._states = cycle([State(base) for base in np.geomspace(5_000, 20_000, 40)])

    def show_next(self) -> None:
        """Show the table of another base."""
        state = next(self._states)
        self._image.setImage(state.table)
        self._row.setData(state.dimensions, state.row)
        self._sine.setData(state.sine, state.positions)
        self._cosine.setData(state.cosine, state.positions)


class State:
    """All that is shown for one base."""

    dimensions = np.arange(SIDE, dtype=np.float64)
    positions = np.linspace(0, SIDE - 1, POINTS)

    def __init__(self, base: float) -> None:
        frequencies = base ** (-2 * np.arange(SIDE // 2) / SIDE)
        angles = np.multiply.outer(np.arange(SIDE), frequencies)
        table = np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(SIDE, SIDE)
        self.table = table.astype(np.float32)
        self.row: Floats = table[POSITION]
        self.sine: Floats = np.sin(self.positions * frequencies[PAIR])
        self.cosine: Floats = np.cos(self.positions * frequencies[PAIR])


def _profile(plot: pg.PlotItem, position: int) -> pg.PlotDataItem:
    plot.setYRange(-1, 1)
    plot.setTitle(f"row {position}")
    return plot.plot(pen="r", antialias=True)


def _image(plot: pg.PlotItem) -> pg.ImageItem:
    plot.invertY()
    image = pg.ImageItem(np.zeros((SIDE, SIDE), dtype=np.float32), axisOrder="row-major", levels=(-1, 1))
    image.setLookupTable(pg.colormap.get("CET-CBD1").getLookupTable(nPts=256))
    image.setOpts(autoLevels=False)
    plot.addItem(image)
    for row in (POSITION, POSITION + OFFSET):
        plot.addItem(pg.InfiniteLine(row + 0.5, angle=0))
    plot.addItem(pg.InfiniteLine(2 * PAIR + 1, angle=90))
    return image


def main() -> int:
    """Exchange images in a window until it is closed."""
    application = QApplication(sys.argv)
    bare = BareHeatmap(1280, 720)
    bare.show_next()
    bare.widget.show()
    timer = QTimer(interval=16)
    timer.timeout.connect(bare.show_next)
    timer.start()
    return int(application.exec())


if __name__ == "__main__":
    sys.exit(main())
