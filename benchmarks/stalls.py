"""How long the window stands still while a slider is dragged."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from typing import Any

from benchmarks.measure import Parts, Record

PASSES = 3
SHORTEST, LONGEST = 1 / 60, 1 / 20
"""Seconds that a frame counts as at least, since a display shows no more of them; and at most, or a window whose every
frame is a stall would pass."""

WORST = 4
"""How many of the worst drags are told beside the worst."""


def slider_stall() -> Record:
    """The longest time between two turns of the event loop in any drag of any slider, over a frame of the same drag.

    Every slider of the window is dragged through its whole range, and every number box of a view turned by its keys:
    see `drags.scenes`. A stretch is the time that the window's thread takes for one turn of its event loop: whatever is
    pressed meanwhile waits for so long. A frame is the median time from a movement to its painting, and counts as
    `SHORTEST` to `LONGEST` seconds. There are several passes in processes of their own, so that each begins with
    empty caches; what counts of a movement is the median of the longest stretches after it, so that another process
    that comes in between is not held against the window. A garbage collection may come at another movement in each
    pass, so the longest is told as `collecting`.
    """
    passes = [_dragged() for _ in range(PASSES)]
    found = {name: _joined([one["drags"][name] for one in passes]) for name in passes[0]["drags"]}
    ratios = {name: stretch / min(max(frame, SHORTEST), LONGEST) for name, (stretch, frame) in found.items()}
    worst, *others = sorted(ratios, key=lambda name: ratios[name], reverse=True)[: 1 + WORST]
    stretch, frame = found[worst]
    parts: Parts = {"drags": len(ratios), "worst": [worst], "longest": stretch, "frame": frame}
    parts["next"] = [f"{name} {ratios[name]:.2f}" for name in others]
    parts["longest_of_all"] = max(stretch for stretch, _ in found.values())
    parts["collecting"] = statistics.median(one["collecting"] for one in passes)
    return Record("slider_stall", ratios[worst], "at most", 2, parts)


def _dragged() -> dict[str, Any]:
    """What `benchmarks.drags` prints of one pass."""
    with tempfile.TemporaryDirectory() as session:
        environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "POSENC_STATE_DIR": session}
        environment["OPENBLAS_NUM_THREADS"] = "1"  # as `app.settle` has it; there it is too late, NumPy being loaded
        command = [sys.executable, "-m", "benchmarks.drags"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _joined(drags: list[dict[str, Any]]) -> tuple[float, float]:
    """The longest stretch and the frame of one drag, of all its passes."""
    by_movement = zip(*(drag["stretches"] for drag in drags), strict=True)
    return max(map(statistics.median, by_movement)), statistics.median(drag["frame"] for drag in drags)
