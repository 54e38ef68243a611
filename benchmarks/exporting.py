"""What the console loads, and how long it takes to say something."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Record, clocked, medians, times_longer

PROGRAM = """
import json, sys
from posenc_gui.cli import main
status = main(["export", "heatmap", "-o", sys.argv[1]])
print(json.dumps([name for name in sys.modules if name.partition(".")[0] in ("PySide6", "shiboken6", "pyqtgraph")]))
sys.exit(status)
"""


def export_without_qt() -> Record:
    """Number of Qt modules that `posenc export heatmap -o x.npy` imports: none."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "x.npy"
        command = [sys.executable, "-c", PROGRAM, str(target)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        size = target.stat().st_size
    modules: list[str] = json.loads(done.stdout.splitlines()[-1])
    return Record("export_without_qt", len(modules), "at most", 0, {"modules": modules, "bytes_written": size})


def list_encodings() -> Record:
    """`posenc list encodings` from start to end, against a process that imports NumPy."""

    def run(code: str) -> object:
        return subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)

    listing = "from posenc_gui.cli import main; main(['list', 'encodings'])"
    mine, reference = medians(15, 2, clocked(lambda: run(listing)), clocked(lambda: run("import numpy")))
    return times_longer("list_encodings", 1.6, mine, reference)
