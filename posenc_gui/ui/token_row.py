"""The row that token chips stand in: lays them out, and makes pointer and keys into edits."""

import bisect
from itertools import accumulate

from msgspec import Struct
from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from posenc_gui.document.document import Document
from posenc_gui.document.edits import move_token, select_place
from posenc_gui.document.store import Store
from posenc_gui.figures.theme import SPACING, by_key
from posenc_gui.ui.keys import asks_for_navigation
from posenc_gui.ui.messages import Reporter, attempt
from posenc_gui.ui.token_chip import Token, TokenChip, chip_height, chip_width
from posenc_gui.ui.watching import watch

_TAG = "sentence.order"
_MARGIN = SPACING


class _Drag(Struct):
    """A token under the pointer. held: from its left edge to the pointer; left: its left edge, once it moves."""

    pressed: int
    place: int
    pressed_x: int
    held: int
    left: int | None = None


class TokenRow(QWidget):
    """All tokens side by side. Only places between the edges that are shown, and the current one, have a chip."""

    laid_out = Signal()
    wanted = Signal(QRect)
    pointed = Signal(int)
    """The pointer came over the token of that index in the sentence; −1: it left."""

    def __init__(self, store: Store, report: Reporter) -> None:
        super().__init__()
        self._store, self._report = store, report
        self._chips: dict[int, TokenChip] = {}
        self._spare: list[TokenChip] = []
        self._words: tuple[str, ...] = ()
        self._labels: tuple[str, ...] = ()
        self._order: tuple[int, ...] = ()
        self._widths: list[int] = []
        self._known_widths: dict[str, int] = {}
        self._starts: list[int] = []
        self._edges = (0, 0)
        self._current = 0
        self._drag: _Drag | None = None
        self._measure(store.document)
        watch(self, store, self._changed)

    def rect_of(self, place: int) -> QRect:
        """Where the token at a place stands."""
        left = self._starts[place]
        return QRect(left, 0, self._starts[place + 1] - left, self.height())

    def show_between(self, left: int, right: int) -> None:
        """Have chips for the tokens between two edges, in pixels."""
        self._edges = (left, right)
        self._place_chips()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Another font takes another width."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._known_widths = {}
            self._measure(self._store.document)

    def event(self, event: QEvent) -> bool:
        """Keep the arrow keys."""
        if asks_for_navigation(event):
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Take hold of a token."""
        x = event.position().toPoint().x()
        place = self._place_at(x)
        if event.button() != Qt.MouseButton.LeftButton or place is None:
            return
        self._store.seal()
        self._drag = _Drag(place, place, x, x - self._starts[place])
        self._focus(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Carry the token along; the others make room."""
        drag, x = self._drag, event.position().toPoint().x()
        if drag is None or (drag.left is None and abs(x - drag.pressed_x) < QApplication.startDragDistance()):
            return
        drag.left = x - drag.held
        target = self._target(drag.place, drag.left)
        if target != drag.place and self._move(drag.place, target, _TAG):
            drag.place = target
            self._focus(target)
        self._place_chips()
        self.wanted.emit(QRect(drag.left, 0, self.rect_of(drag.place).width(), self.height()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002, N802
        """Let go; a token that was not carried becomes the selected position."""
        drag, self._drag = self._drag, None
        if drag is None:
            return
        if drag.left is None:
            self._select(drag.place)
        self._store.seal()
        self._place_chips()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Arrows, Home and End go to another token, or with Ctrl or Alt take the token along; Enter selects it."""
        last, now = len(self._order) - 1, self._current
        goals = {
            Qt.Key.Key_Left: max(now - 1, 0),
            Qt.Key.Key_Right: min(now + 1, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        goal = goals.get(Qt.Key(event.key()))
        if goal is not None:
            taken = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
            if not taken or goal == now or self._move(now, goal):
                self._focus(goal)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._select(now)
        else:
            super().keyPressEvent(event)

    def _move(self, source: int, target: int, tag: str | None = None) -> bool:
        return attempt(self._store, move_token(source, target), tag, report=self._report)

    def _select(self, place: int) -> None:
        attempt(self._store, select_place(place), report=self._report)

    def _focus(self, place: int) -> None:
        self._become_current(place)
        self._chips[place].setFocus()

    def _become_current(self, place: int) -> None:
        self._current = place
        self._place_chips()
        if self._drag is None:
            self.wanted.emit(self.rect_of(place))

    def _place_at(self, x: int) -> int | None:
        place = bisect.bisect_right(self._starts, x) - 1
        return place if 0 <= place < len(self._order) else None

    def _target(self, place: int, left: int) -> int:
        """The place for a token carried to `left`: past every neighbour whose middle its own middle has passed."""
        middle = left + self.rect_of(place).width() / 2
        middles = [(start + end) / 2 for start, end in zip(self._starts, self._starts[1:], strict=False)]
        before = min(bisect.bisect_left(middles, middle), place)
        after = max(bisect.bisect_left(middles, middle) - 1, place)
        return before if before < place else after

    def _changed(self, old: Document, new: Document) -> None:
        if old.words != new.words:
            self._measure(new)
        elif old.sentence.order != new.sentence.order:
            self._lay_out(new.sentence.order)
        elif (old.token, old.screen) != (new.token, new.screen):
            self._place_chips()

    def _measure(self, document: Document) -> None:
        metrics, known = self.fontMetrics(), self._known_widths
        self._words, self._labels = document.words, document.labels
        self._known_widths = {
            label: known[label] if label in known else chip_width(label, metrics) for label in self._labels
        }
        self._widths = [self._known_widths[label] for label in self._labels]
        self._lay_out(document.sentence.order)

    def _lay_out(self, order: tuple[int, ...]) -> None:
        self._order = order
        self._starts = list(accumulate((self._widths[index] for index in order), initial=_MARGIN))
        self._current = min(self._current, len(order) - 1)
        self.resize(self._starts[-1] + _MARGIN, chip_height(self.fontMetrics()))
        self._place_chips()
        self.laid_out.emit()

    def _place_chips(self) -> None:
        """Give every place that needs a chip one, and show there what stands there now."""
        needed = self._needed()
        document = self._store.document
        colour = QColor(by_key(document.screen.theme).roles["position"])
        for place in needed:
            chip = self._chips.get(place) or self._new_chip(place)
            index = self._order[place]
            outline = colour if index == document.token else None
            chip.show_token(Token(self._words[index], self._labels[index], index, place, len(self._order)), outline)
            chip.setFocusPolicy(Qt.FocusPolicy.StrongFocus if place == self._current else Qt.FocusPolicy.ClickFocus)
            chip.setGeometry(self._geometry(place))
            chip.show()
        self._retire([self._chips.pop(place) for place in set(self._chips) - needed])

    def _retire(self, chips: list[TokenChip]) -> None:
        """Put chips aside; if the keyboard was at one of them, it goes to the current token first."""
        if any(chip.hasFocus() for chip in chips):
            self._chips[self._current].setFocus()
        for chip in chips:
            chip.retire()
        self._spare += chips

    def _needed(self) -> set[int]:
        left, right = self._edges
        first = max(bisect.bisect_right(self._starts, left) - 1, 0)
        last = min(bisect.bisect_left(self._starts, right), len(self._order))
        held = {self._drag.pressed, self._drag.place} if self._drag is not None else set()
        return set(range(first, last)) | held | {self._current}

    def _new_chip(self, place: int) -> TokenChip:
        if self._spare:
            chip = self._spare.pop()
        else:
            chip = TokenChip(self)
            chip.focused.connect(self._become_current)
            chip.pointed.connect(self.pointed)
        self._chips[place] = chip
        return chip

    def _geometry(self, place: int) -> QRect:
        rect = self.rect_of(place)
        if self._drag is not None and self._drag.left is not None and place == self._drag.place:
            rect.moveLeft(self._drag.left)
            self._chips[place].raise_()
        return rect
