"""The tokens of the sentence, with the buttons that reorder all of them."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from posenc_gui.document.store import Store
from posenc_gui.figures.theme import SPACING
from posenc_gui.ui.messages import Reporter
from posenc_gui.ui.token_strip import TokenStrip

BUTTON_KEYS = ("shuffle", "reverse", "restore")
"""The actions that have a button, in order."""

MENU_KEYS = ("rotate", "swap", "sort", "second_sentence", "cover")
"""The actions in the menu of the button after them."""

ACTION_KEYS = (*BUTTON_KEYS, *MENU_KEYS)


class SentenceBar(QWidget):
    """Stands over the figure that shows what the order of the tokens does."""

    pointed = Signal(int)
    """The pointer came over the token of that index in the sentence; −1: it left."""

    def __init__(self, store: Store, report: Reporter) -> None:
        super().__init__()
        self.setObjectName("sentence")
        self._buttons = {key: _button() for key in BUTTON_KEYS}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACING)
        strip = TokenStrip(store, report)
        strip.pointed.connect(self.pointed)
        row.addWidget(strip, 1)
        for button in self._buttons.values():
            row.addWidget(button)
        self._menu = QMenu(self)
        self._menu.setObjectName("sentence.reorder.menu")
        row.addWidget(_menu_button(self._menu))

    def set_action(self, key: str, action: QAction) -> None:
        """Let a button stand for an action, or an entry of the menu."""
        if key in self._buttons:
            self._buttons[key].setDefaultAction(action)
        else:
            self._menu.addAction(action)


def _button() -> QToolButton:
    button = QToolButton()
    button.setIconSize(QSize(5 * SPACING, 5 * SPACING))
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _menu_button(menu: QMenu) -> QToolButton:
    button = QToolButton()
    button.setObjectName("sentence.reorder")
    button.setText("Order ▾")
    button.setAccessibleName("More ways to order the words")
    button.setToolTip("More ways to order the words")
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setMenu(menu)
    return button
