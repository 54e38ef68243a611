"""The program under a real X server, driven by a real X client: keys and a click go in, the saved session comes out.

Skipped where Xvfb or xdotool is missing; with POSENC_REQUIRE_X11 set, as in the checks before a change lands, that
is a failure.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0
"""Seconds after which a program that has not answered is taken for stuck."""


@pytest.fixture
def display() -> Iterator[str]:
    """A free display of an X server of its own."""
    missing = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if missing and os.environ.get("POSENC_REQUIRE_X11"):
        pytest.fail(f"missing: {', '.join(missing)}")
    if missing:
        pytest.skip(f"a journey under X needs {' and '.join(missing)}")
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1920x1080x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        yield f":{server.stdout.readline().strip()}"
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


class Running:
    """The program in a process of its own, and the hands that work it."""

    def __init__(self, display: str, folder: Path) -> None:
        self._session = folder / "last.json"
        self._environment = os.environ | {
            "DISPLAY": display,
            "POSENC_STATE_DIR": str(folder),
            "QT_QPA_PLATFORM": "xcb",
        }
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py")],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._window = self.xdo("search", "--sync", "--onlyvisible", "--name", "posenc-gui").split()[-1]
        self.xdo("windowfocus", "--sync", self._window)

    def xdo(self, *arguments: str) -> str:
        """Run xdotool and give what it prints."""
        command = ["xdotool", *arguments]
        done = subprocess.run(
            command, env=self._environment, capture_output=True, text=True, timeout=PATIENCE, check=True
        )
        return done.stdout

    def press(self, *keys: str) -> None:
        """Press keys one after the other, as a keyboard does."""
        self.xdo("key", "--delay", "60", *keys)

    def click_in_the_middle(self) -> None:
        """Click with the left button where the views are."""
        shape = dict(line.split("=") for line in self.xdo("getwindowgeometry", "--shell", self._window).splitlines())
        across, down = int(shape["WIDTH"]) * 6 // 10, int(shape["HEIGHT"]) * 6 // 10
        self.xdo("mousemove", "--sync", "--window", self._window, str(across), str(down))
        self.xdo("click", "1")

    def saved(self) -> dict[str, Any]:
        """The session as it is kept now."""
        content: dict[str, Any] = json.loads(self._session.read_text("utf-8")) if self._session.exists() else {}
        return content

    def wait_for(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        """Wait until the kept session says so; it is kept some seconds after a change."""
        end = time.monotonic() + PATIENCE
        while not (content := self.saved()) or not holds(content):
            assert time.monotonic() < end, f"the session still says {content}"
            time.sleep(0.1)

    def ended(self) -> tuple[int, str, str]:
        """Exit code, standard output and standard error, once the program has ended."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


@pytest.fixture
def program(display: str, tmp_path: Path) -> Iterator[Running]:
    """The program at its first start."""
    running = Running(display, tmp_path)
    yield running
    if running.process.poll() is None:
        running.process.kill()
        running.process.communicate()


def test_a_journey_by_keyboard_and_mouse(program: Running) -> None:
    program.press("period", "period", "r", "ctrl+z", "ctrl+shift+z", "t", "1")
    program.wait_for(lambda saved: (saved["screen"]["theme"], saved["screen"]["view"]) == ("dark", "heatmap"))
    saved = program.saved()
    assert saved["selection"]["position"] == 14
    assert saved["sentence"]["order"] == [4, 3, 2, 1, 0]

    program.click_in_the_middle()
    program.wait_for(lambda now: now["selection"]["pair"] != saved["selection"]["pair"])
    assert program.saved()["selection"]["position"] != 14

    program.press("ctrl+z", "ctrl+z", "ctrl+q")
    assert program.ended() == (0, "", "")
    last = program.saved()
    assert last["selection"]["pair"] == saved["selection"]["pair"]
    assert (last["screen"]["theme"], last["screen"]["view"]) == ("dark", "")


def test_closing_while_it_plays_ends_cleanly(program: Running) -> None:
    program.press("space")
    program.wait_for(lambda saved: saved["selection"]["position"] not in (12, 13))
    program.press("ctrl+q")
    assert program.ended() == (0, "", "")
