"""Where the options of a view go when its panel is too narrow for them: behind a button."""

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QFrame, QToolButton, QVBoxLayout, QWidget

from posenc_gui.figures.theme import SPACING

WIDTH = 75 * SPACING


class OptionButton(QToolButton):
    """Opens a small window below itself, with what `hold` was given in it."""

    def __init__(self, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"options.{key}.open")
        self.setText("Options")
        self.setAccessibleName(f"Options of {key}")
        self.setArrowType(Qt.ArrowType.DownArrow)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._box = QFrame(self, Qt.WindowType.Popup)
        self._box.setObjectName(f"options.{key}.box")
        self._box.setProperty("role", "popup")
        self._column = QVBoxLayout(self._box)
        self._column.setContentsMargins(3 * SPACING, 2 * SPACING, 3 * SPACING, 2 * SPACING)
        self.clicked.connect(self._open)
        self.hide()

    def hold(self, held: QWidget) -> None:
        """Take a widget into the window."""
        self._column.addWidget(held)

    def _open(self) -> None:
        _lay_out_anew(self._box)
        wanted = self._box.minimumSizeHint()
        room, size = self.screen().availableGeometry(), QSize(max(WIDTH, wanted.width()), wanted.height())
        self._box.resize(size)
        corner = self.mapToGlobal(QPoint(self.width() - size.width(), self.height()))
        left = max(room.left(), min(corner.x(), room.right() - size.width()))
        above = self.mapToGlobal(QPoint(0, -size.height())).y()
        below = corner.y() + size.height() <= room.bottom()
        self._box.move(left, corner.y() if below else max(room.top(), above))
        self._box.show()


def _lay_out_anew(widget: QWidget) -> None:
    """Bring all layouts below a widget up to date, which Qt leaves alone while it is hidden."""
    for child in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        _lay_out_anew(child)
    layout = widget.layout()
    if layout is not None:
        layout.invalidate()
        layout.activate()
