"""One edit of a large heatmap, from the slider to the painted frame."""

from itertools import cycle

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray
from PySide6.QtWidgets import QSlider

from benchmarks.bare_heatmap import BareHeatmap
from benchmarks.frames import HEIGHT, WIDTH, OurWindow, Painted, application
from benchmarks.measure import Record, clocked, medians, times_faster, times_longer
from posenc_gui.document.document import Document, Screen
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams, evaluate
from posenc_gui.engine.grid import Grid

GRID = Grid(512, 512)
LARGE = Grid(4096, 1024)


def heatmap_edit() -> Record:
    """Moving the base slider at 512 × 512, against matplotlib (Agg) redrawing the same heatmap at the same size.

    Our time holds everything from the slider's movement on, the computation of the table among it; matplotlib is handed
    a table that is ready.
    """
    ours, theirs = OurSlider(), TheirHeatmap()
    mine, reference, computing = medians(30, 5, ours.move, clocked(theirs.redraw), clocked(theirs.compute))
    return times_faster("heatmap_edit", 7, mine, reference, computing_alone=computing)


def heatmap_edit_large() -> Record:
    """The same at 4096 × 1024."""
    ours, theirs = OurSlider(LARGE), TheirHeatmap(LARGE)
    mine, reference = medians(15, 3, ours.move, clocked(theirs.redraw))
    return times_faster("heatmap_edit_large", 15, mine, reference)


def heatmap_frame_bare() -> Record:
    """`heatmap_edit`'s movement, against a bare pyqtgraph widget that is handed ready images and profiles."""
    ours, bare = OurSlider(), BareFrames()
    mine, reference = medians(30, 5, ours.move, bare.step)
    return times_longer("heatmap_frame_bare", 1.4, mine, reference)


class BareFrames:
    """The bare heatmap in a widget of the window's size."""

    def __init__(self) -> None:
        application()
        self._heatmap = BareHeatmap(WIDTH, HEIGHT)
        self._heatmap.show_next()
        self._heatmap.widget.show()
        self._painted = Painted([self._heatmap.widget.viewport()], lambda: True)

    def step(self) -> float:
        """Seconds for one frame."""
        return self._painted.after(self._heatmap.show_next)


class OurSlider:
    """The window with the heatmap alone, and its base slider in the hand."""

    def __init__(self, grid: Grid = GRID) -> None:
        self._ours = OurWindow(Document(grid=grid, screen=Screen(view="heatmap")))
        self._slider = next(
            slider
            for slider in self._ours.window.findChildren(QSlider)
            if slider.objectName().startswith("params.base")
        )
        middle = self._slider.value()
        self._values = cycle(range(middle - 20, middle + 20))

    def move(self) -> float:
        """Seconds for one movement of the slider."""
        value = next(self._values)
        return self._ours.frame(lambda: self._slider.setValue(value))


class TheirHeatmap:
    """The same heatmap with axes and scale in matplotlib, its image alone exchanged for each redraw."""

    def __init__(self, grid: Grid = GRID) -> None:
        self._grid = grid
        mpl.use("Agg")
        figure = Figure(figsize=(WIDTH / 100, HEIGHT / 100), dpi=100)
        self._canvas = FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        self._bases = cycle(range(1_000, 50_000, 1_000))
        self._tables = cycle([self.compute() for _ in range(4)])
        self._image = axes.imshow(next(self._tables), aspect="auto", cmap="RdBu", vmin=-1, vmax=1)
        axes.set_xlabel("dimension")
        axes.set_ylabel("position")
        figure.colorbar(self._image)

    def redraw(self) -> None:
        """Show another table."""
        self._image.set_data(next(self._tables))
        self._canvas.draw()

    def compute(self) -> NDArray[np.float64]:
        """A table for another base."""
        return evaluate(SinusoidalParams(base=float(next(self._bases))), self._grid).values
