"""What an export of numbers loads."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Record

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
