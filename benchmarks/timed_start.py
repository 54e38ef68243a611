"""posenc-gui as it starts for everyone, made to say when its first frame was painted, and then to end.

The seconds since the time given as the first argument (as `time.time` gives it) are printed twice: for the first paint
event of any view, and for the first one that finds all visible views with their figures in them.
"""

import sys
import time
from functools import partial
from typing import TYPE_CHECKING

from posenc_gui import app

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPaintEvent

    from posenc_gui.document.store import Store
    from posenc_gui.ui.figure_view import FigureView
    from posenc_gui.ui.main_window import MainWindow

START = float(sys.argv[1])


def timed_window(store: "Store", make_window: "Callable[[Store], MainWindow]") -> "MainWindow":
    """The program's window, whose views take the time when they are painted."""
    from PySide6.QtCore import QTimer  # noqa: PLC0415 - the program loads Qt when it needs it
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    from posenc_gui.ui.figure_view import FigureView  # noqa: PLC0415

    painted: list[float] = []
    paint = FigureView.paintEvent

    def timed_paint(view: "FigureView", event: "QPaintEvent") -> None:
        paint(view, event)
        if not painted:
            painted.append(time.time() - START)
        views = [other for other in view.window().findChildren(FigureView) if other.isVisible()]
        if len(painted) == 1 and all(other.drawn is not None for other in views):
            painted.append(time.time() - START)
            print(*painted, flush=True)
            QTimer.singleShot(0, QApplication.closeAllWindows)

    FigureView.paintEvent = timed_paint  # type: ignore[method-assign, assignment]
    return make_window(store)


if __name__ == "__main__":
    app.settle()
    from posenc_gui import program

    program.make_window = partial(timed_window, make_window=program.make_window)
    sys.exit(program.run([]))
