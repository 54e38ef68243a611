"""The bar that shows how far exports are, while they run."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from posenc_gui.figures.theme import SPACING
from posenc_gui.ui.exporter import Exporter, Running

DELAY = 300
"""Milliseconds until the bar comes: most pictures are written before."""

REFRESH = 100
"""Milliseconds between two looks at how far they are."""

_PERCENT = 100


class ExportBar(QFrame):
    """A row for each export: the file, how much of it is written, and a button to cancel."""

    def __init__(self, exporter: Exporter) -> None:
        super().__init__()
        self.setObjectName("exports")
        self.setAccessibleName("Exports")
        self._exporter = exporter
        self._rows: list[ExportRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(3 * SPACING, 2 * SPACING, 2 * SPACING, 0)
        self._column.setSpacing(SPACING)
        self.hide()
        self._coming = QTimer(self, singleShot=True, interval=DELAY)
        self._coming.timeout.connect(self.show)
        self._clock = QTimer(self, interval=REFRESH)
        self._clock.timeout.connect(self._refresh)
        exporter.changed.connect(self._turn)

    def _turn(self) -> None:
        """Show the exports that run now; come with the first and go with the last."""
        running = self._exporter.running
        kept = [row for row in self._rows if row.running in running]
        for row in self._rows:
            if row not in kept:
                row.leave()
                row.deleteLater()
        known = [row.running for row in kept]
        added = [ExportRow(export, self._exporter) for export in running if export not in known]
        for row in added:
            self._column.addWidget(row)
        self._rows = kept + added
        if not running:
            self._coming.stop()
            self._clock.stop()
            self.hide()
        elif self.isHidden() and not self._coming.isActive():
            self._coming.start()
            self._clock.start()

    def _refresh(self) -> None:
        for row in self._rows:
            row.refresh()


class CancelButton(QPushButton):
    """Knows no second press of a double click: that was meant for the row above, which has gone meanwhile."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Do nothing."""
        event.accept()


class ExportRow(QWidget):
    """One export. A picture is written at once, so that nobody can tell how far it is; data tell it in percent."""

    def __init__(self, running: Running, exporter: Exporter) -> None:
        super().__init__()
        self.running = running
        name = running.path.name
        self._label = QLabel()
        self._label.setObjectName("export.state")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setMinimumWidth(1)  # a long name gives way to the button
        self._label.setToolTip(str(running.path))
        self._progress = QProgressBar()
        self._progress.setObjectName("export.progress")
        self._progress.setAccessibleName(f"Progress of {name}")
        self._progress.setTextVisible(False)
        self._progress.setRange(0, 0)
        self._cancel = cancel = CancelButton("Cancel")
        cancel.setObjectName("export.cancel")
        cancel.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard where it is
        cancel.setAccessibleName(f"Cancel the export of {name}")
        cancel.setToolTip("Give the export up; the file is left as it was")
        cancel.clicked.connect(lambda: exporter.cancel(running.path))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4 * SPACING)
        row.addWidget(self._label, 1)
        row.addWidget(self._progress, 1)
        row.addWidget(cancel)
        self.refresh()

    def leave(self) -> None:
        """Go, and take the keyboard from the button: Qt would give it to the next control, which keys would change."""
        self._cancel.clearFocus()
        self.hide()

    def refresh(self) -> None:
        """Show how far it is now."""
        share, what = self.running.share, f"Exporting {self.running.title} to {self.running.path.name}"
        if share is None:
            self._label.setText(what)
            return
        percent = round(_PERCENT * share)
        self._progress.setRange(0, _PERCENT)
        self._progress.setValue(percent)
        self._label.setText(f"{what}, {percent} % written")
