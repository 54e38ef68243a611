"""Scores with every encoding, against what it takes to multiply queries and keys."""

import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import Record

ONE_THREAD = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)
"""As the libraries that NumPy multiplies with want to be told."""


def encoding_scores() -> Record:
    """Scores of 8 heads at 512 tokens and d_model 512 with each encoding; the slowest of them is the ratio.

    The reference is the bare `q @ k.T` of NumPy at the same sizes, and for encodings that add something to each score a
    bias of that size, which lies ready and is read once into the scores. It is all measured in one process with one
    thread, in processor time: with more of them the ratio would count the cores of the machine.
    """
    command = [sys.executable, "-m", "benchmarks.timed_scores"]
    root = Path(__file__).resolve().parent.parent
    environment = os.environ | ONE_THREAD
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    taken = json.loads(done.stdout)
    bare, with_bias = taken["bare"], taken["with_bias"]
    ratios = {f"ratio_{key}": seconds / with_bias for key, seconds in taken["added"].items()}
    ratios |= {f"ratio_{key}": seconds / bare for key, seconds in taken["others"].items()}
    parts = {"bare": bare, "with_bias": with_bias, **ratios}
    return Record("encoding_scores", max(ratios.values()), "at most", 2, parts)
