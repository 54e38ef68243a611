"""The button beside a view's title that puts another view in its place."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QToolButton

from posenc_gui.document.store import Store
from posenc_gui.figures import catalog, places
from posenc_gui.figures.theme import SPACING
from posenc_gui.figures.view import View


class ViewChooser(QToolButton):
    """Opens a list of all views; those that can be seen now are checked."""

    chosen = Signal(str)
    """The view of that key is wanted here."""

    def __init__(self, store: Store, view: View) -> None:
        super().__init__()
        self._store = store
        self.setObjectName(f"choose.{view.key}")
        self.setAccessibleName(f"Show another view than {view.title}")
        self.setToolTip("Show another view here")
        self.setArrowType(Qt.ArrowType.DownArrow)
        self.setAutoRaise(True)
        self.setFixedWidth(6 * SPACING)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._menu.setObjectName(f"choose.{view.key}.menu")
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)

    def _fill(self) -> None:
        document = self._store.document
        seen = (document.screen.view,) if document.screen.view else places.known(document)
        self._menu.clear()
        for view in catalog.LISTED:
            action = self._menu.addAction(view.title)
            action.setToolTip(view.summary)
            action.setCheckable(True)
            action.setChecked(view.key in seen)
            action.triggered.connect(lambda _, key=view.key: self.chosen.emit(key))
