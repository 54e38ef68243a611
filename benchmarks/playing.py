"""All four views playing together."""

from itertools import cycle

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from benchmarks.bare_playing import (
    ANGLES,
    LENGTH,
    OFFSET,
    SHOWN_PAIRS,
    TABLE,
    WAVES,
    WIDTH,
    BarePanels,
    Move,
    clock_hands,
)
from benchmarks.frames import HEIGHT as WINDOW_HEIGHT
from benchmarks.frames import WIDTH as WINDOW_WIDTH
from benchmarks.frames import OurWindow, Painted, application
from benchmarks.measure import Record, clocked, medians, times_faster, times_longer
from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.engine.grid import Grid
from posenc_gui.figures.waves import KEY, WavesOptions


def playing() -> Record:
    """Four views at 512 × 128, frame by frame, against matplotlib (Agg) redrawing a like four-panel figure."""
    ours, theirs = OurViews(), TheirPanels()
    mine, reference = medians(40, 5, ours.step, clocked(theirs.step))
    return times_faster("playing", 8, mine, reference)


def playing_bare() -> Record:
    """Four views at 512 × 128, frame by frame, against the same items moved by hand in a bare pyqtgraph widget."""
    ours, bare = OurViews(), BareViews()
    mine, reference = medians(80, 10, ours.step, bare.step)
    return times_longer("playing_bare", 1.4, mine, reference)


class OurViews:
    """The window with all views, and its playhead in the hand."""

    def __init__(self) -> None:
        shown = edits.set_option(KEY, WavesOptions, "pairs", SHOWN_PAIRS)
        self._ours = OurWindow(shown(Document(grid=Grid(LENGTH, WIDTH))))
        self._positions = cycle(range(LENGTH))

    def step(self) -> float:
        """Seconds for one frame of playing: one position further in all views."""
        move = edits.select(position=next(self._positions))
        return self._ours.frame(lambda: self._ours.store.edit(move))


class BareViews:
    """The bare panels in a widget of the same size."""

    def __init__(self) -> None:
        application()
        self._panels = BarePanels(WINDOW_WIDTH, WINDOW_HEIGHT)
        self._panels.widget.show()
        self._painted = Painted([self._panels.widget.viewport()], lambda: True)
        self._positions = cycle(range(LENGTH))

    def step(self) -> float:
        """Seconds for one frame."""
        position = next(self._positions)
        return self._painted.after(lambda: self._panels.show_position(position))


class TheirPanels:
    """A like figure in matplotlib, each artist updated in place and the whole redrawn."""

    def __init__(self) -> None:
        mpl.use("Agg")
        figure = Figure(figsize=(WINDOW_WIDTH / 100, WINDOW_HEIGHT / 100), dpi=100, layout=None)
        self._canvas = FigureCanvasAgg(figure)
        outer = figure.add_gridspec(2, 2)
        corners = outer[0, 0].subgridspec(2, 2, width_ratios=(4, 1), height_ratios=(1, 4))
        halves = outer[1, 0].subgridspec(1, 2)
        pair = outer[1, 1].subgridspec(1, 2)
        self._moves = [
            _heatmap(figure.add_subplot(corners[1, 0])),
            _row(figure.add_subplot(corners[0, 0])),
            _column(figure.add_subplot(corners[1, 1])),
            _waves(figure.add_subplot(outer[0, 1])),
            _circle(figure.add_subplot(halves[0, 0])),
            _clocks(figure.add_subplot(halves[0, 1])),
        ]
        for seed in (0, 1):
            _matrix(figure.add_subplot(pair[0, seed]), seed)
        self._positions = cycle(range(LENGTH))

    def step(self) -> None:
        """One position further."""
        position = next(self._positions)
        for move in self._moves:
            move(position)
        self._canvas.draw()


def _heatmap(axes: Axes) -> Move:
    axes.imshow(TABLE, aspect="auto", cmap="RdBu", vmin=-1, vmax=1)
    axes.axvline(6)
    here, there = axes.axhline(0), axes.axhline(OFFSET)

    def move(position: int) -> None:
        here.set_ydata([position, position])
        there.set_ydata([position + OFFSET, position + OFFSET])

    return move


def _row(axes: Axes) -> Move:
    (row,) = axes.plot(TABLE[0])
    axes.set_ylim(-1, 1)
    return lambda position: row.set_ydata(TABLE[position])


def _column(axes: Axes) -> Move:
    axes.plot(TABLE[:, 6], np.arange(LENGTH))
    at = axes.axhline(0)
    return lambda position: at.set_ydata([position, position])


def _waves(axes: Axes) -> Move:
    for values in WAVES:
        axes.plot(values)
    playhead, further = axes.axvline(0), axes.axvline(OFFSET)
    (markers,) = axes.plot([0] * len(WAVES), [values[0] for values in WAVES], "o")

    def move(position: int) -> None:
        playhead.set_xdata([position, position])
        further.set_xdata([position + OFFSET, position + OFFSET])
        markers.set_data([position] * len(WAVES), [values[position] for values in WAVES])

    return move


def _circle(axes: Axes) -> Move:
    turn = np.linspace(0, 2 * np.pi, 97)
    axes.set_aspect("equal")
    axes.plot(np.cos(turn), np.sin(turn))
    (hands,), (arc,) = axes.plot([], [], "-o"), axes.plot([], [])

    def move(position: int) -> None:
        start, stop = ANGLES[position, 3], ANGLES[position + OFFSET, 3]
        hands.set_data([np.sin(start), 0, np.sin(stop)], [np.cos(start), 0, np.cos(stop)])
        between = np.linspace(start, stop, 49)
        arc.set_data(np.sin(between) / 2, np.cos(between) / 2)

    return move


def _clocks(axes: Axes) -> Move:
    axes.set_aspect("equal")
    axes.set_xlim(-2, 20)
    axes.set_ylim(-20, 2)
    hands = [axes.plot([], [], color=color)[0] for color in "rg"]

    def move(position: int) -> None:
        for hand, row in zip(hands, (position, position + OFFSET), strict=True):
            x, y = (points.reshape(-1, 2) for points in clock_hands(ANGLES[row]))
            gaps = np.full((len(x), 1), np.nan)
            hand.set_data(np.hstack([x, gaps]).ravel(), np.hstack([y, gaps]).ravel())

    return move


def _matrix(axes: Axes, seed: int) -> None:
    values = np.random.default_rng(seed).standard_normal((5, 5))
    axes.imshow(values, vmin=-2, vmax=2)
    for (row, column), value in np.ndenumerate(values):
        axes.text(column, row, f"{value:.2f}", ha="center", va="center")
