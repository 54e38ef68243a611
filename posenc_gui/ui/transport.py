"""The transport bar: where the playhead stands, what plays, and how."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.figures.theme import SPACING
from posenc_gui.ui.binding import Binding, bind
from posenc_gui.ui.controls import ChoiceControl, Control, NumberControl
from posenc_gui.ui.icons import icon
from posenc_gui.ui.messages import Reporter
from posenc_gui.ui.player import Player
from posenc_gui.ui.watching import watch

BUTTONS = {
    "first": "To the first",
    "back": "One back",
    "play": "Play",
    "forward": "One forward",
    "last": "To the last",
}
"""The buttons by key, in their order, with what they do."""


class TransportBar(QWidget):
    """Buttons, what plays, position, speed, direction and looping.

    The buttons do nothing by themselves: the window gives each its action with `set_action`, so that menu, shortcut and
    button are one.
    """

    def __init__(self, store: Store, player: Player, report: Reporter) -> None:
        super().__init__()
        self.setObjectName("transport")
        self._player = player
        self.buttons = {key: _button(text) for key, text in BUTTONS.items()}
        self._plays = ChoiceControl(bind("transport.plays", store, report))
        self._position = NumberControl(bind("selection.position", store, report))
        self._speed = NumberControl(bind("transport.speed", store, report))
        self._switches = {name: SwitchButton(bind(f"transport.{name}", store, report)) for name in ("backward", "loop")}
        self._length = QLabel()
        self._lay_out()
        self._show(store.document)
        self._tint()
        player.playing_changed.connect(self._tint)
        watch(self, store, self._changed)

    def set_action(self, key: str, action: QAction) -> None:
        """Let a button stand for an action; the bar gives the action its icon."""
        self.buttons[key].setDefaultAction(action)
        self._tint()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Draw the icons in the colour of a new palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(3 * SPACING, 2 * SPACING, 3 * SPACING, 2 * SPACING)
        row.setSpacing(SPACING)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addSpacing(SPACING)
        self._plays.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._plays.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._plays.setMinimumContentsLength(0)
        row.addWidget(_label("Plays", self._plays))
        row.addWidget(self._plays)
        row.addSpacing(2 * SPACING)
        row.addWidget(_label("Position", self._position))
        row.addWidget(self._position, 1)
        row.addWidget(self._length)
        row.addSpacing(3 * SPACING)
        row.addWidget(_label("Speed", self._speed))
        row.addWidget(self._speed)
        for switch in self._switches.values():
            row.addWidget(switch)

    def _changed(self, old: Document, new: Document) -> None:
        if old.selection is not new.selection or old.transport is not new.transport or old.grid is not new.grid:
            self._show(new)

    def _show(self, document: Document) -> None:
        self._plays.show_document(document)
        self._position.show_document(document)
        self._speed.show_document(document)
        for switch in self._switches.values():
            switch.show_document(document)
        self._length.setText(f"of {document.grid.length}")

    def _tint(self) -> None:
        colour = self.palette().buttonText().color().name()
        for name, switch in self._switches.items():
            switch.setIcon(icon(name, colour))
        for key, button in self.buttons.items():
            drawing = icon("pause" if key == "play" and self._player.is_playing else key, colour)
            button.setIcon(drawing)
            for action in button.actions():
                action.setIcon(drawing)


class SwitchButton(QToolButton):
    """A value that is on or off."""

    def __init__(self, binding: Binding) -> None:
        super().__init__()
        self._binding = binding
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setIconSize(QSize(5 * SPACING, 5 * SPACING))
        binding.describe(self)
        self.toggled.connect(self._toggle)

    def show_document(self, document: Document) -> None:
        """Show whether it is on, without an echo."""
        self.blockSignals(True)
        self.setChecked(bool(self._binding.read(document)))
        self.blockSignals(False)

    def _toggle(self, on: bool) -> None:
        self._binding.edit(on)


def _button(text: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(text)
    button.setAccessibleName(text)
    button.setIconSize(QSize(5 * SPACING, 5 * SPACING))
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    return button


def _label(text: str, control: Control) -> QLabel:
    label = QLabel(text)
    label.setBuddy(control.focus_widget)
    return label
