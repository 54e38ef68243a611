"""From the start of the process to the first painted frame."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Record, medians, times_longer

FOLDER = Path(__file__).parent


def first_frame() -> Record:
    """The program's first frame with all its figures in it, against a bare script with an empty plot."""
    with tempfile.TemporaryDirectory() as session:
        environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "POSENC_STATE_DIR": session}

        def started(script: str) -> list[float]:
            command = [sys.executable, str(FOLDER / script), str(time.time())]
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
            return [float(word) for word in done.stdout.split()]

        firsts: list[float] = []

        def ours() -> float:
            first, filled = started("timed_start.py")
            firsts.append(first)
            return filled

        mine, reference = medians(9, 2, ours, lambda: started("bare_start.py")[0])
    return times_longer("first_frame", 1.4, mine, reference, ours_before_figures=sorted(firsts)[len(firsts) // 2])
