"""A slider over the values of a scale: acts while it is dragged, jumps to where it is pressed."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QSlider, QStyle, QStyleOptionSlider, QWidget

from posenc_gui.figures.theme import SPACING
from posenc_gui.ui.keys import asks_for_navigation

_STEPS = {
    QAbstractSlider.SliderAction.SliderSingleStepAdd: 1,
    QAbstractSlider.SliderAction.SliderSingleStepSub: -1,
    QAbstractSlider.SliderAction.SliderPageStepAdd: 10,
    QAbstractSlider.SliderAction.SliderPageStepSub: -10,
}


class ScaleSlider(QSlider):
    """Gives `stepped` for keys and the wheel, and `valueChanged` with a place of the scale for all that moves it."""

    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.actionTriggered.connect(self._step_instead)

    def show_place(self, place: int, last: int) -> None:
        """Show a place among 0 … last, without telling anyone."""
        self.blockSignals(True)
        self.setRange(0, last)
        self.setValue(place)
        self.blockSignals(False)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Short enough for a narrow form."""
        return QSize(10 * SPACING, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Keep the arrow keys."""
        if asks_for_navigation(event):
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Bring the handle under the pointer, and hold it."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        control = QStyle.ComplexControl.CC_Slider
        handle = self.style().subControlRect(control, option, QStyle.SubControl.SC_SliderHandle, self)
        if event.button() == Qt.MouseButton.LeftButton and not handle.contains(event.position().toPoint()):
            groove = self.style().subControlRect(control, option, QStyle.SubControl.SC_SliderGroove, self)
            room = groove.width() - handle.width()
            along = round(event.position().x()) - groove.x() - handle.width() // 2
            self.setValue(QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), along, room))
        super().mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Turn the wheel over a slider that is not in use, and the form scrolls."""
        turned = event.angleDelta().y() or event.angleDelta().x()
        if self.hasFocus() and turned:
            self.stepped.emit(1 if turned > 0 else -1)
            event.accept()
        else:
            event.ignore()

    def _step_instead(self, action: int) -> None:
        count = _STEPS.get(QAbstractSlider.SliderAction(action))
        if count is not None:
            self.setSliderPosition(self.value())
            self.stepped.emit(count)
            self.setSliderPosition(self.value())
