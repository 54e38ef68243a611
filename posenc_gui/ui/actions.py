"""The actions of a window, and the menus made of them."""

from collections.abc import Iterable

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar

from posenc_gui.ui.action import Action
from posenc_gui.ui.action_list import ACTIONS, MENUS, plain_text
from posenc_gui.ui.desk import Desk
from posenc_gui.ui.icons import icon


class Actions:
    """The actions of one window, by key; their object names are "action." and the key."""

    def __init__(self, window: QMainWindow, desk: Desk) -> None:
        self._desk = desk
        self._made = {action.key: self._make(window, action) for action in ACTIONS}
        window.addActions(list(self._made.values()))
        self._fill_menus(window.menuBar())
        self.refresh()

    def __getitem__(self, key: str) -> QAction:
        """The action of that key."""
        return self._made[key]

    def refresh(self) -> None:
        """Bring switches and availability up to date."""
        for action in ACTIONS:
            made = self._made[action.key]
            if action.checked is not None:
                made.setChecked(action.checked(self._desk))
            if action.enabled is not None:
                made.setEnabled(action.enabled(self._desk))

    def tint(self, colour: str) -> None:
        """Draw the icons in a colour that stands out from the theme's ground."""
        for action in ACTIONS:
            if action.icon:
                self._made[action.key].setIcon(icon(action.icon, colour))

    def _make(self, window: QMainWindow, action: Action) -> QAction:
        made = QAction(action.text, window)
        made.setObjectName(f"action.{action.key}")
        made.setShortcuts([QKeySequence(keys) for keys in action.shortcuts])
        made.setToolTip(_tool_tip(action))
        made.setStatusTip(action.tip)
        made.setCheckable(action.checked is not None)
        made.triggered.connect(lambda: self._run(action))
        return made

    def _run(self, action: Action) -> None:
        action.run(self._desk)
        self.refresh()

    def _fill_menus(self, bar: QMenuBar) -> None:
        for title in MENUS:
            menu = bar.addMenu(title)
            for action in _of_menu(title):
                if action.first:
                    menu.addSeparator()
                holder = _submenu(menu, action.submenu) if action.submenu else menu
                holder.addAction(self._made[action.key])


def _of_menu(title: str) -> Iterable[Action]:
    return (action for action in ACTIONS if action.menu == title)


def _submenu(menu: QMenu, title: str) -> QMenu:
    """The menu of that title within a menu, made where there is none yet."""
    last = menu.actions()[-1].menu() if menu.actions() else None
    if isinstance(last, QMenu) and last.title() == title:
        return last
    made = menu.addMenu(title)
    made.setToolTipsVisible(True)
    return made


def _tool_tip(action: Action) -> str:
    told = action.tip or plain_text(action)
    return f"{told} ({action.shortcuts[0]})" if action.shortcuts else told
