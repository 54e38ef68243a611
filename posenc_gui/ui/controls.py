"""One control per kind of parameter; each shows its value of the document and edits it."""

from typing import Protocol, cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QSizePolicy, QWidget

from posenc_gui.document.document import Document
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Value
from posenc_gui.figures.theme import SPACING
from posenc_gui.ui import numbers
from posenc_gui.ui.binding import Binding
from posenc_gui.ui.line_controls import FileControl, LineControl
from posenc_gui.ui.number_box import NumberBox, Special
from posenc_gui.ui.scale import Number, scale_of
from posenc_gui.ui.slider import ScaleSlider

IDEAS = {"selection.position": "position", "selection.pair": "pair", "selection.offset": "offset"}
"""The values that have a colour of their own in all views, and so on their sliders."""


class Control(Protocol):
    """What a form needs of any control: itself as a widget, and the way to show a document."""

    @property
    def focus_widget(self) -> QWidget:
        """The widget that takes the keyboard, and that a label belongs to."""

    @property
    def whole_widget(self) -> QWidget:
        """The widget to lay out."""

    def show_document(self, document: Document) -> None:
        """Show the document's value, without an echo."""


class NumberControl(QWidget):
    """A slider and a box for one number; the box comes first among the children, the slider first to the eye."""

    def __init__(self, binding: Binding, with_slider: bool = True) -> None:
        super().__init__()
        self._binding = binding
        self._scale = scale_of(binding.path, binding.field, binding.store.document)
        self._shown: Value | None = None
        self.box = NumberBox(binding.field.param.unit, _special(binding), self)
        self.slider = ScaleSlider(self) if with_slider else None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * SPACING)
        if self.slider is not None:
            self._connect_slider(self.slider)
            row.addWidget(self.slider, 1)
            self.setTabOrder(self.slider, self.box)
        row.addWidget(self.box)
        binding.describe(self.box)
        self.box.committed.connect(self._commit)
        self.box.stepped.connect(self._step)
        self.box.editingFinished.connect(binding.store.seal)
        self.show_document(binding.store.document)

    @property
    def focus_widget(self) -> QWidget:
        """The box."""
        return self.box

    @property
    def whole_widget(self) -> QWidget:
        """Slider and box."""
        return self

    def show_document(self, document: Document) -> None:
        """Show value and span; a slider under the hand stays where the hand is."""
        value, scale = self._binding.read(document), scale_of(self._binding.path, self._binding.field, document)
        if (value, scale) == (self._shown, self._scale):
            return
        self._shown, self._scale = value, scale
        self.box.show_number(numbers.shown(value))
        if self.slider is not None and not self.slider.isSliderDown():
            self.slider.show_place(scale.place(cast("Number", value)), scale.steps)

    def _connect_slider(self, slider: ScaleSlider) -> None:
        self._binding.describe(slider)
        slider.setProperty("idea", IDEAS.get(self._binding.path, "none"))
        slider.setMinimumWidth(10 * SPACING)
        slider.valueChanged.connect(self._slide)
        slider.stepped.connect(self._step)
        slider.sliderPressed.connect(self._binding.store.seal)
        slider.sliderReleased.connect(self._release)

    def _slide(self, place: int) -> None:
        self._edit(self._scale.value(place))

    def _release(self) -> None:
        self._binding.store.seal()
        self._show_again()

    def _step(self, count: int) -> None:
        now = cast("Number", self._binding.value)
        self._edit(self._scale.stepped(now, count))

    def _edit(self, value: Value) -> None:
        if not self._binding.edit(value, tag=self._binding.path):
            self._show_again()

    def _commit(self, text: str) -> None:
        try:
            value = numbers.read(self._binding.field, text)
        except UserError as error:
            self._binding.report(error)
        else:
            self._binding.edit(value)
        self._show_again()

    def _show_again(self) -> None:
        self._shown = None
        self.show_document(self._binding.store.document)


class ChoiceControl(QComboBox):
    """One of several values, by name."""

    def __init__(self, binding: Binding) -> None:
        super().__init__()
        self._binding = binding
        for index, choice in enumerate(binding.field.param.choices):
            self.addItem(choice.label, choice.value)
            self.setItemData(index, choice.help, Qt.ItemDataRole.ToolTipRole)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        binding.describe(self)
        self.show_document(binding.store.document)
        self.currentIndexChanged.connect(self._choose)

    @property
    def focus_widget(self) -> QWidget:
        """The combo box."""
        return self

    @property
    def whole_widget(self) -> QWidget:
        """The combo box."""
        return self

    def show_document(self, document: Document) -> None:
        """Show the choice."""
        index = self.findData(self._binding.read(document))
        if index != self.currentIndex():
            self.blockSignals(True)
            self.setCurrentIndex(index)
            self.blockSignals(False)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Turn the wheel over a choice that is not in use, and the form scrolls."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _choose(self, index: int) -> None:
        if not self._binding.edit(self.itemData(index)):
            self.show_document(self._binding.store.document)


class CheckControl(QCheckBox):
    """Yes or no."""

    def __init__(self, binding: Binding) -> None:
        super().__init__(binding.field.param.label)
        self._binding = binding
        binding.describe(self)
        self.show_document(binding.store.document)
        self.toggled.connect(self._toggle)

    @property
    def focus_widget(self) -> QWidget:
        """The check box."""
        return self

    @property
    def whole_widget(self) -> QWidget:
        """The check box."""
        return self

    def show_document(self, document: Document) -> None:
        """Show whether it is on."""
        self.blockSignals(True)
        self.setChecked(bool(self._binding.read(document)))
        self.blockSignals(False)

    def _toggle(self, on: bool) -> None:
        if not self._binding.edit(on):
            self.show_document(self._binding.store.document)


def control_for(binding: Binding, with_slider: bool = True) -> Control:
    """The control for a value, by the kind of its parameter."""
    if binding.field.param.choices:
        return ChoiceControl(binding)
    if binding.field.param.file_suffixes:
        return FileControl(binding)
    match binding.field.kind:
        case "int" | "float":
            return NumberControl(binding, with_slider)
        case "bool":
            return CheckControl(binding)
        case "text" | "ints" | "floats":
            return LineControl(binding)


def _special(binding: Binding) -> Special:
    """The number that stands for something else, as it is shown, and what it stands for."""
    special = binding.field.param.special
    return (numbers.shown(special[0]), special[1]) if special else ("", "")
