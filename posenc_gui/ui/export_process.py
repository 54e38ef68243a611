"""Exporting by the program's own console, in a process that can be ended at any moment.

A process of its own keeps the window fluid whatever the size of the export, and shows that console and window write the
same files.
"""

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from posenc_gui.document import files
from posenc_gui.document.atomic import replacing
from posenc_gui.document.document import Document
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import to_mapping
from posenc_gui.export.options import PictureOptions
from posenc_gui.export.progress import Report, read_line

_CONSOLE = "import sys; from posenc_gui.cli import main; sys.exit(main())"
_REFUSED = 2
_PREFIX = "posenc: "
_PATIENCE = 0.05
"""Seconds between two looks at whether the export should end."""


def write(
    document: Document, view: str, target: Path, options: PictureOptions, *, check: Callable[[], None], report: Report
) -> None:
    """Write the view of that key to a file; `check` is called often and ends the export by raising.

    `report` hears of large data how much is written, in a thread of its own.

    Raises:
        UserError: the view cannot be written there; the old file is left whole.
    """
    flags = [part for name, value in to_mapping(options).items() for part in (f"--{name}", str(value))]
    with replacing(target) as temporary:
        beside = tempfile.TemporaryDirectory(prefix=f"{temporary.stem}-", dir=temporary.parent)
        with beside as folder:
            source, made = Path(folder, "document.json"), Path(folder, target.name)
            files.write(source, document)
            _run(["export", view, "-o", str(made), "--progress", "--document", str(source), *flags], check, report)
            check()
            made.replace(temporary)


def _run(arguments: list[str], check: Callable[[], None], report: Report) -> None:
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _CONSOLE, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONIOENCODING": "utf-8"},
        text=True,
        encoding="utf-8",
        errors="replace",
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # no console flashes up on Windows
    ) as child:
        said = _wait(child, check, report)
    if child.returncode == _REFUSED:
        raise UserError(said.strip().removeprefix(_PREFIX))
    if child.returncode:
        raise RuntimeError(f"the export ended with status {child.returncode}: {said.strip()}")


def _wait(child: "subprocess.Popen[str]", check: Callable[[], None], report: Report) -> str:
    """What the child says beside how far it is, once it has ended."""
    assert child.stderr is not None
    said: list[str] = []
    listener = threading.Thread(target=_listen, args=(child.stderr, said, report))
    listener.start()
    try:
        while child.poll() is None:
            check()
            with suppress(subprocess.TimeoutExpired):
                child.wait(_PATIENCE)
    finally:
        child.kill()
        listener.join()  # it reads to the end, before anyone closes what it reads from
    return "".join(said)


def _listen(lines: IO[str], said: list[str], report: Report) -> None:
    for line in lines:
        share = read_line(line)
        if share is None:
            said.append(line)
        else:
            report(share)
