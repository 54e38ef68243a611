"""Whether there is a screen to show a window on; asked before Qt, which would end the program."""

import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from posenc_gui.engine.errors import UserError

_SECONDS = 2.0
_FIRST_PORT = 6000


def check_display(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> None:
    """Make sure that a window can be shown.

    Raises:
        UserError: neither an X server nor a Wayland compositor answers; says what to do.
    """
    wanted = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if not system.startswith(("linux", "freebsd")) or not (wanted in ("", "xcb") or wanted.startswith("wayland")):
        return
    if wanted in ("", "xcb") and _x_answers(environment.get("DISPLAY", "")):
        return
    if wanted != "xcb" and _wayland_answers(environment):
        return
    raise UserError(
        f"no display {_described(environment)}: start it inside a desktop session, or use "
        '"posenc export …", which needs none'
    )


def _described(environment: Mapping[str, str]) -> str:
    named = [f"{name}={environment[name]}" for name in ("DISPLAY", "WAYLAND_DISPLAY") if environment.get(name)]
    return f"({', '.join(named)} does not answer)" if named else "(DISPLAY and WAYLAND_DISPLAY are not set)"


def _x_answers(display: str) -> bool:
    host, colon, number = display.rpartition(":")
    screen = number.partition(".")[0]
    if not colon or not screen.isdigit():
        return False
    if host not in ("", "unix"):
        return _connects(socket.AF_INET, (host, _FIRST_PORT + int(screen)))
    path = f"/tmp/.X11-unix/X{screen}"
    return _connects(socket.AF_UNIX, path) or _connects(socket.AF_UNIX, f"\0{path}")


def _wayland_answers(environment: Mapping[str, str]) -> bool:
    name = environment.get("WAYLAND_DISPLAY", "")
    return bool(name) and _connects(socket.AF_UNIX, str(Path(environment.get("XDG_RUNTIME_DIR", ""), name)))


def _connects(family: int, address: str | tuple[str, int]) -> bool:
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        tried.settimeout(_SECONDS)
        try:
            tried.connect(address)
        except OSError:
            return False
        return True
