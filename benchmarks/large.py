"""Pictures of tables that are far larger than the screen."""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.heatmap import OurSlider
from benchmarks.measure import Record, clocked, medians, times_longer
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.figures.sources import TableSource
from posenc_gui.figures.spec import Rect

LARGE, SMALL = Grid(1_000_000, 4096), Grid(512, 512)
PIXELS = 950, 560

EXPORT = "import sys; from posenc_gui.cli import main; sys.exit(main(sys.argv[1:]))"

PEAK = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-c", *sys.argv[1:]], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""
"""Runs another process. Linux counts into its peak what the process that begins it holds, so that has to be a small
one."""


def raster_large() -> Record:
    """A movement of the base slider at 1,000,000 × 4,096, from the edit to the painted frame, against 512 × 512."""
    large, small = OurSlider(LARGE), OurSlider(SMALL)
    runs = (large.move, small.move, clocked(_sampled(LARGE)), clocked(_sampled(SMALL)))
    mine, reference, many, few = medians(20, 4, *runs)
    return times_longer("raster_large", 2, mine, reference, sampling_alone=many, small_sampling_alone=few)


def memory_large() -> Record:
    """MB that a process takes more at its peak for a picture of 1,000,000 × 16,384 than for one of 64 × 64."""
    large, small = _peak(Grid(1_000_000, 16_384)), _peak(Grid(64, 64))
    return Record("memory_large", (large - small) / 2**20, "at most", 60, {"large_bytes": large, "small_bytes": small})


def _sampled(grid: Grid) -> Callable[[], object]:
    """Makes the pixels of a whole table, as many as a window of 1280 × 720 shows."""
    source = TableSource(Encoded("sinusoidal", SinusoidalParams(), grid))
    width, height = min(PIXELS[0], grid.d_model), min(PIXELS[1], grid.length)
    return lambda: source.sample(Rect(0, grid.d_model, 0, grid.length), width, height)


def _peak(grid: Grid) -> int:
    """Bytes that a process holds at its peak while it writes a picture."""
    with tempfile.TemporaryDirectory() as folder:
        size = ["--length", str(grid.length), "--d-model", str(grid.d_model)]
        export = [EXPORT, "export", "heatmap", "-o", str(Path(folder) / "x.png"), *size]
        done = subprocess.run([sys.executable, "-c", PEAK, *export], capture_output=True, text=True, check=True)
    return int(done.stdout)
