"""A box for one number that refuses nothing silently: what is typed is committed whole, and judged elsewhere."""

from PySide6.QtCore import QEvent, QMargins, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QWidget

from posenc_gui.figures.theme import SPACING
from posenc_gui.ui.keys import asks_for_navigation, asks_for_undo

_MARGIN = SPACING + 2
"""Between the text and the edge of the box, in pixels."""

_INSIDE = SPACING + 2
"""What a line edit keeps free beside its margins, for its cursor and on either side."""


Special = tuple[str, str]


class NumberBox(QAbstractSpinBox):
    """Shows a number and its unit; gives `committed` with the text after Enter or on leaving, `stepped` for arrow keys.

    It keeps no number of its own: whoever listens decides, and calls `show_number` with what holds then. `special` is a
    number as it is shown, and the words that stand beside it in place of the unit.
    """

    committed = Signal(str)
    stepped = Signal(int)

    def __init__(self, unit: str = "", special: Special = ("", ""), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        self._line = _LineWithUnit(unit, special, self)
        self.setLineEdit(self._line)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.editingFinished.connect(self._finish)

    def show_number(self, text: str) -> None:
        """Show a number, without telling anyone."""
        self._shown = text
        self._line.setText(text)
        self._line.make_room_for_unit()

    @property
    def unit(self) -> str:
        """What stands beside the number: its unit, or what a special one means."""
        return self._line.unit

    def setValue(self, value: float) -> None:  # noqa: N802
        """Enter a number as the person would."""
        self._line.setText(str(value))
        self._finish()

    def stepBy(self, steps: int) -> None:  # noqa: N802
        """Ask for a step; what has been typed but not committed is committed first."""
        self._finish()
        self.stepped.emit(steps)

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:  # noqa: N802
        """Steps go both ways; at an end they lead nowhere."""
        return QAbstractSpinBox.StepEnabledFlag.StepUpEnabled | QAbstractSpinBox.StepEnabledFlag.StepDownEnabled

    def sizeHint(self) -> QSize:  # noqa: N802
        """Wide enough for a number of seven digits or a short one with its unit."""
        return QSize(self.fontMetrics().horizontalAdvance("0" * 10) + 4 * SPACING, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As wide as the size hint: numbers are not cut."""
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window, but keep the arrow keys."""
        if asks_for_undo(event):
            event.ignore()
            return False
        if asks_for_navigation(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Escape takes back what was typed but not committed."""
        if event.key() == Qt.Key.Key_Escape and self._line.text() != self._shown:
            self.show_number(self._shown)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Turn the wheel over a box that is not in use, and the form scrolls."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _finish(self) -> None:
        text = self._line.text()
        if text != self._shown:
            self.committed.emit(text)


class _LineWithUnit(QLineEdit):
    """A line edit with a unit at its right end, left out where the number needs the room."""

    def __init__(self, unit: str, special: Special, parent: QWidget) -> None:
        super().__init__(parent)
        self._usual = unit
        self._special = special
        self.textEdited.connect(self.make_room_for_unit)

    def make_room_for_unit(self) -> None:
        """Keep the unit's place free as long as the number leaves it."""
        margins = QMargins(_MARGIN, 0, _MARGIN + (self._unit_width() if self._unit_fits() else 0), 0)
        if margins != self.textMargins():  # to set them lays the window out anew
            self.setTextMargins(margins)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """The unit may fit now, or no longer."""
        super().resizeEvent(event)
        self.make_room_for_unit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """The number, then the unit."""
        super().paintEvent(event)
        if not self._unit_fits():
            return
        painter = QPainter(self)
        painter.setFont(self._unit_font())
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect().adjusted(0, 0, -_MARGIN, 0), right, self.unit)

    @property
    def unit(self) -> str:
        """What stands beside the number that is entered."""
        number, words = self._special
        return words if words and self.text() == number else self._usual

    def _unit_fits(self) -> bool:
        number = self.fontMetrics().horizontalAdvance(self.text())
        return bool(self.unit) and number + self._unit_width() + 2 * _MARGIN + _INSIDE <= self.width()

    def _unit_width(self) -> int:
        return QFontMetrics(self._unit_font()).horizontalAdvance(self.unit) + SPACING if self.unit else 0

    def _unit_font(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(round(QFontMetrics(font).height() * 0.7))
        return font
