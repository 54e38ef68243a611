"""The least that a window with a plot takes: three imports and an empty plot, from the start to its first frame.

The seconds since the time given as the first argument (as `time.time` gives it) are printed at the first paint event.
"""

import sys
import time

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication


class EmptyPlot(pg.PlotWidget):  # type: ignore[misc] # pyqtgraph is not typed
    """Says when it was painted first, and ends the program."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint, and say when."""
        super().paintEvent(event)
        if np.isfinite(self.width()):
            print(time.time() - float(sys.argv[1]), flush=True)
            QApplication.exit()


def main() -> int:
    """Show the plot."""
    application = QApplication(sys.argv[:1])
    plot = EmptyPlot()
    plot.resize(1280, 720)
    plot.show()
    return int(application.exec())


if __name__ == "__main__":
    sys.exit(main())
