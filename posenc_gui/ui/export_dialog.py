"""The questions before an export: which view, and how large a picture."""

from collections.abc import Callable

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from posenc_gui.engine.params import Field, Value, fields
from posenc_gui.export.options import PictureOptions
from posenc_gui.figures import catalog
from posenc_gui.figures.view import View


class ExportDialog(QDialog):
    """Small and short: the file, and with it the format, is asked for next."""

    def __init__(self, view: View, options: PictureOptions, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("dialog.export")
        self.setWindowTitle("Export a view")
        self._view = _combo([(item.title, item.key) for item in catalog.LISTED], view.key)
        self._view.setObjectName("export.view")
        self._read: dict[str, Callable[[], Value]] = {}
        form = QFormLayout()
        form.addRow("View", self._view)
        for item in fields(PictureOptions):
            control, self._read[item.name] = _control(item, getattr(options, item.name))
            control.setObjectName(f"export.{item.name}")
            control.setToolTip(item.param.help)
            form.addRow(item.param.label, control)
        hint = QLabel("Size, scale and theme are for pictures; numbers are written as they are.")
        hint.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        choose = buttons.addButton("Choose file…", QDialogButtonBox.ButtonRole.AcceptRole)
        choose.setObjectName("export.choose")
        choose.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(hint)
        column.addWidget(buttons)

    @property
    def view(self) -> View:
        """The chosen view."""
        return catalog.by_key(self._view.currentData())

    @property
    def options(self) -> PictureOptions:
        """The chosen size, scale and theme."""
        return PictureOptions(**{name: read() for name, read in self._read.items()})  # type: ignore[arg-type]


def _control(item: Field, value: Value) -> tuple[QWidget, Callable[[], Value]]:
    if item.param.choices:
        combo = _combo([(choice.label, choice.value) for choice in item.param.choices], str(value))
        return combo, combo.currentData
    low, high = item.param.low or 0, item.param.high or 0
    box: QSpinBox | QDoubleSpinBox
    if item.kind == "int":
        box = QSpinBox(minimum=int(low), maximum=int(high), value=int(value))  # type: ignore[arg-type]
    else:
        box = QDoubleSpinBox(minimum=low, maximum=high, value=float(value), singleStep=0.5)  # type: ignore[arg-type]
    box.setSuffix(f" {item.param.unit}" if item.param.unit else "")
    return box, box.value


def _combo(entries: list[tuple[str, str]], chosen: str) -> QComboBox:
    combo = QComboBox()
    for label, value in entries:
        combo.addItem(label, value)
    combo.setCurrentIndex(combo.findData(chosen))
    return combo
