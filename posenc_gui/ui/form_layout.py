"""How controls stand together: in sections under headings, or in one row."""

from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from posenc_gui.document.document import Document
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


class Row(Struct, frozen=True):
    """A control with its label; both are there only while their value means something."""

    binding: Binding
    control: Control
    label: QLabel | None = None

    def show_document(self, document: Document, wanted: bool = True) -> None:
        """Show the document's value, where the control is wanted at all."""
        self.control.show_document(document)
        there = wanted and self.binding.has_meaning(document)
        for widget in filter(None, (self.label, self.control.whole_widget)):
            if widget.isHidden() == there:
                widget.setVisible(there)


class Sections(QWidget):
    """Controls in rows of label and control, under a heading per section; the advanced ones last, under "More"."""

    def __init__(self, bindings: Sequence[Binding], more_open: bool = False) -> None:
        super().__init__()
        self.rows: list[Row] = []
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
        _show_all(self.rows)

    def _add_section(self, title: str, bindings: Sequence[Binding]) -> None:
        """A heading and a row per control; a first control of the same name needs no label beside the heading."""
        heading = _heading(title)
        self._rows.addWidget(heading, self._rows.rowCount(), 0, 1, 2)
        if bindings[0].field.param.label == title:
            control = control_for(bindings[0])
            self.rows.append(Row(bindings[0], control))
            heading.setBuddy(control.focus_widget)
            self._rows.addWidget(control.whole_widget, self._rows.rowCount(), 0, 1, 2)
            bindings = bindings[1:]
        self._add_controls(self._rows, bindings)

    def _add_controls(self, rows: QGridLayout, bindings: Sequence[Binding]) -> None:
        for row, binding in enumerate(bindings, start=rows.rowCount()):
            control = control_for(binding)
            label = None if isinstance(control, CheckControl) else _label(binding, control)
            self.rows.append(Row(binding, control, label))
            if label is not None:
                rows.addWidget(label, row, 0)
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
        self._rows: list[Row] = []
        self._advanced = False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * SPACING)
        for binding in bindings:
            control = control_for(binding, with_slider=False)
            label = None if isinstance(control, CheckControl) else _label(binding, control)
            self._rows.append(Row(binding, control, label))
            if label is not None:
                row.addWidget(label)
            control.whole_widget.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            row.addWidget(control.whole_widget)
            row.addSpacing(SPACING)
        row.addStretch(1)
        self._row = row
        for made in self._rows:
            self._show(made, made.binding.store.document)

    @property
    def rows(self) -> list[Row]:
        """The rows that may be seen: all of them, or those that are not advanced."""
        return [row for row in self._rows if self._wants(row)]

    @property
    def row_width(self) -> int:
        """How wide the controls are in one row, those that mean nothing now left out."""
        direction = self._row.direction()
        self._row.setDirection(QBoxLayout.Direction.LeftToRight)
        width = self._row.sizeHint().width()
        self._row.setDirection(direction)
        return width

    def set_upright(self, upright: bool) -> None:
        """Stand one below the other, or in one row."""
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.TopToBottom if upright else direction.LeftToRight)

    def show_advanced(self, shown: bool) -> None:
        """Show or hide the controls of advanced parameters."""
        self._advanced = shown
        for row in self._rows:
            self._show(row, row.binding.store.document)

    def show_document(self, document: Document) -> None:
        """Show the document's values."""
        for row in self._rows:
            self._show(row, document)

    def _show(self, row: Row, document: Document) -> None:
        row.show_document(document, self._wants(row))

    def _wants(self, row: Row) -> bool:
        return self._advanced or not row.binding.field.param.advanced


def _show_all(rows: Sequence[Row]) -> None:
    for row in rows:
        row.show_document(row.binding.store.document)


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
