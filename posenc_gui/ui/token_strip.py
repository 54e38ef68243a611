"""The tokens of the sentence as chips in their present order, to drag and to move by keyboard."""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea

from posenc_gui.document.store import Store
from posenc_gui.figures.theme import SPACING
from posenc_gui.ui.messages import Reporter
from posenc_gui.ui.token_row import TokenRow

_SCROLL_BAR = 2 * SPACING
"""Height kept for the scroll bar, so that nothing moves when it comes."""


class TokenStrip(QScrollArea):
    """Tokens side by side: a press selects the position, a drag moves the token, and so does Ctrl or Alt with an arrow.

    Each chip in sight is a widget named `token.<place>`; places beyond the edges get theirs when they are scrolled to.
    """

    pointed = Signal(int)
    """The pointer came over the token of that index in the sentence; −1: it left."""

    def __init__(self, store: Store, report: Reporter) -> None:
        super().__init__()
        self.setObjectName("sentence.order")
        self.setAccessibleName("sentence.order")
        self.setAccessibleDescription("The tokens in the order in which they stand now.")
        self._row = TokenRow(store, report)
        self.setWidget(self._row)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalScrollBar().valueChanged.connect(self._show_visible)
        self._row.laid_out.connect(self._fit)
        self._row.wanted.connect(self._scroll_to)
        self._row.pointed.connect(self.pointed)
        self._fit()

    def chip_rect(self, place: int) -> QRect:
        """Where the token at a place stands, in coordinates of the strip."""
        rect = self._row.rect_of(place)
        return QRect(self._row.mapTo(self, rect.topLeft()), rect.size())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """More chips may be seen."""
        super().resizeEvent(event)
        self._show_visible()

    def _fit(self) -> None:
        self.setFixedHeight(self._row.height() + _SCROLL_BAR)
        self._show_visible()

    def _show_visible(self) -> None:
        start = self.horizontalScrollBar().value()
        self._row.show_between(start, start + self.viewport().width())

    def _scroll_to(self, rect: QRect) -> None:
        self.ensureVisible(rect.center().x(), 0, rect.width() // 2 + 2 * SPACING, 0)
