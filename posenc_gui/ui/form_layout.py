"""How controls stand together: in sections under headings, or in one row."""

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from posenc_gui.figures.theme import SPACING
from posenc_gui.ui.binding import Binding
from posenc_gui.ui.controls import CheckControl, Control, control_for

HEADINGS = {
    "encoding": "Encoding",
    "params": "Encoding",
    "grid": "Table",
    "selection": "Selection",
    "sentence": "Sentence",
    "attention": "Attention",
    "transport": "Playing",
    "screen": "Screen",
}


class Sections(QWidget):
    """Controls in rows of label and control, under a heading per section; the advanced ones last, under "More"."""

    def __init__(self, bindings: Sequence[Binding], more_open: bool = False) -> None:
        super().__init__()
        self.controls: list[Control] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(3 * SPACING, SPACING, 3 * SPACING, 2 * SPACING)
        self._column.setSpacing(SPACING)
        usual = [binding for binding in bindings if not binding.field.param.advanced]
        advanced = [binding for binding in bindings if binding.field.param.advanced]
        self._rows = _rows()
        self._column.addLayout(self._rows)
        for title, section in groupby(usual, key=lambda binding: HEADINGS[binding.path.partition(".")[0]]):
            self._add_section(title, list(section))
        self.more = self._add_more(advanced, more_open) if advanced else None
        self._column.addStretch(1)

    def _add_section(self, title: str, bindings: Sequence[Binding]) -> None:
        """A heading and a row per control; a first control of the same name needs no label beside the heading."""
        heading = _heading(title)
        self._rows.addWidget(heading, self._rows.rowCount(), 0, 1, 2)
        if bindings[0].field.param.label == title:
            control = control_for(bindings[0])
            self.controls.append(control)
            heading.setBuddy(control.focus_widget)
            self._rows.addWidget(control.whole_widget, self._rows.rowCount(), 0, 1, 2)
            bindings = bindings[1:]
        self._add_controls(self._rows, bindings)

    def _add_controls(self, rows: QGridLayout, bindings: Sequence[Binding]) -> None:
        for row, binding in enumerate(bindings, start=rows.rowCount()):
            control = control_for(binding)
            self.controls.append(control)
            if not isinstance(control, CheckControl):
                rows.addWidget(_label(binding, control), row, 0)
            rows.addWidget(control.whole_widget, row, 1)

    def _add_more(self, bindings: Sequence[Binding], is_open: bool) -> QToolButton:
        rows, layout = QWidget(), _rows()
        rows.setLayout(layout)
        self._add_controls(layout, bindings)
        rows.setVisible(is_open)
        button = QToolButton()
        button.setText("More")
        button.setCheckable(True)
        button.setChecked(is_open)
        button.setObjectName("form.more")
        button.setAccessibleName("More settings")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setArrowType(_arrow(is_open))
        button.toggled.connect(rows.setVisible)
        button.toggled.connect(lambda on: button.setArrowType(_arrow(on)))
        self._column.addSpacing(SPACING)
        self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(rows)
        return button


class ControlRow(QWidget):
    """Controls in one row, without headings and sliders, as above a single view."""

    def __init__(self, bindings: Sequence[Binding]) -> None:
        super().__init__()
        self.controls: list[Control] = []
        self._advanced: list[QWidget] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * SPACING)
        for binding in bindings:
            control = control_for(binding, with_slider=False)
            self.controls.append(control)
            label = None if isinstance(control, CheckControl) else _label(binding, control)
            if label is not None:
                row.addWidget(label)
            if binding.field.param.advanced:
                self._advanced += [part for part in (label, control.whole_widget) if part is not None]
            control.whole_widget.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            row.addWidget(control.whole_widget)
            row.addSpacing(SPACING)
        row.addStretch(1)
        self._usual = sum(not binding.field.param.advanced for binding in bindings)
        self.shown = len(self.controls)

    def show_advanced(self, shown: bool) -> None:
        """Show or hide the controls of advanced parameters; `shown` counts those that can be seen then."""
        self.shown = len(self.controls) if shown else self._usual
        for part in self._advanced:
            part.setVisible(shown)


def _rows() -> QGridLayout:
    rows = QGridLayout()
    rows.setContentsMargins(0, 0, 0, 0)
    rows.setHorizontalSpacing(2 * SPACING)
    rows.setVerticalSpacing(SPACING)
    rows.setColumnStretch(1, 1)
    return rows


def _label(binding: Binding, control: Control) -> QLabel:
    label = QLabel(binding.field.param.label)
    label.setToolTip(control.focus_widget.toolTip())
    label.setBuddy(control.focus_widget)
    return label


def _heading(title: str) -> QLabel:
    heading = QLabel(title)
    heading.setProperty("heading", True)
    heading.setIndent(0)
    return heading


def _arrow(is_open: bool) -> Qt.ArrowType:
    return Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow
