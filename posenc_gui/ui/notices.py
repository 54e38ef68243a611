"""Words over a figure: that it is still being made, or why it cannot be."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QWidget

from posenc_gui.ui.figure_maker import FigureMaker

DELAY = 150
"""Milliseconds until a figure that is still being made is announced; most are there before."""

_MARGIN = 8


class Notices:
    """The two notices of one view."""

    def __init__(self, over: QWidget, key: str, maker: FigureMaker) -> None:
        self._over = over
        self._maker = maker
        self._problem = QLabel(over)
        self._problem.setObjectName(f"problem.{key}")
        self._problem.setWordWrap(True)
        self._problem.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._problem.setProperty("role", "notice")
        self._problem.setMargin(6 * _MARGIN)
        self._problem.hide()
        self._busy = QLabel("computing…", over)
        self._busy.setObjectName(f"computing.{key}")
        self._busy.setProperty("role", "notice")
        self._busy.setMargin(_MARGIN // 2)
        self._busy.hide()
        self._timer = QTimer(over, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self._show_busy)

    def update_busy(self) -> None:
        """Take the sign away when the figure is there, or put it up soon when it is not."""
        if not self._maker.is_busy:
            self._timer.stop()
            self._busy.hide()
        elif not self._timer.isActive() and self._busy.isHidden():
            self._timer.start()

    def show_problem(self, text: str) -> None:
        """Say in place of the figure why there is none; an empty text shows the figure again."""
        self._problem.setText(text)
        self._problem.setVisible(bool(text))
        self.place()
        self.update_busy()

    def place(self) -> None:
        """Fit the notices to the size of the figure."""
        area = self._over.rect()
        self._problem.setGeometry(area)
        self._busy.adjustSize()
        self._busy.move(area.width() - self._busy.width() - _MARGIN, _MARGIN)

    def _show_busy(self) -> None:
        self._busy.setVisible(self._maker.is_busy)
        self.place()
