"""The bar above the views that tells a lesson, step by step."""

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QToolButton

from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.figures.theme import SPACING
from posenc_gui.ui import lesson_steps
from posenc_gui.ui.lesson_steps import Shown
from posenc_gui.ui.messages import Reporter
from posenc_gui.ui.watching import watch

ACTION_KEYS = ("lesson.back", "lesson.next", "lesson.close")
"""The actions that have a button, in order."""

_WRAPPED = int(Qt.TextFlag.TextWordWrap)


class LessonBar(QFrame):
    """Title, place among the steps, and text; as high as the longest step needs, so that nothing moves from one to the
    next. Like those of the transport bar, its buttons stand for actions that the window gives them.
    """

    def __init__(self, store: Store, report: Reporter) -> None:
        super().__init__()
        self.setObjectName("lesson")
        self.setAccessibleName("Lesson")
        self._report = report
        self._shown: Shown | None = None
        self._title = _label("lesson.title", "title")
        self._place = _label("lesson.place", "caption")
        self._text = _label("lesson.text", "lesson")
        self._text.setWordWrap(True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._buttons = {key: _button(key) for key in ACTION_KEYS}
        self._lay_out()
        self._show(store.document)
        watch(self, store, self._changed)

    def set_action(self, key: str, action: QAction) -> None:
        """Let a button stand for an action."""
        self._buttons[key].setDefaultAction(action)
        self._buttons[key].setAccessibleName(f"{action.text().replace('&', '')} of the lesson")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Make room for the longest step at the new width."""
        super().resizeEvent(event)
        self._make_room()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Make room for the longest step in a larger or smaller font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._make_room()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(3 * SPACING)
        head.addWidget(self._title)
        head.addWidget(self._place)
        head.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACING)
        for button in self._buttons.values():
            buttons.addWidget(button)
        grid = QGridLayout(self)
        grid.setContentsMargins(3 * SPACING, 2 * SPACING, 2 * SPACING, SPACING)
        grid.setHorizontalSpacing(4 * SPACING)
        grid.setVerticalSpacing(SPACING)
        grid.addLayout(head, 0, 0)
        grid.addLayout(buttons, 0, 1)
        grid.addWidget(self._text, 1, 0, 1, 2)
        grid.setColumnStretch(0, 1)

    def _changed(self, old: Document, new: Document) -> None:
        if (old.screen.lesson, old.screen.step) != (new.screen.lesson, new.screen.step):
            self._show(new)

    def _show(self, document: Document) -> None:
        try:
            self._shown = lesson_steps.shown(document)
        except UserError as error:
            self._shown = None
            self._report(error)
        if self._shown is not None:
            lesson, number = self._shown.lesson, self._shown.number
            self._title.setText(lesson.title)
            self._place.setText(f"step {number + 1} of {len(lesson.steps)}")
            self._text.setText(lesson.steps[number].text)
            self._make_room()
        self.setVisible(self._shown is not None)

    def _make_room(self) -> None:
        if self._shown is not None:
            width = max(1, self.contentsRect().width() - 5 * SPACING)
            measure = self._text.fontMetrics()
            room = QRect(0, 0, width, 100_000)
            heights = [measure.boundingRect(room, _WRAPPED, step.text).height() for step in self._shown.lesson.steps]
            self._text.setFixedHeight(max(heights) + SPACING)


def _button(key: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(key)
    button.setIconSize(QSize(4 * SPACING, 4 * SPACING))
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _label(name: str, role: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setProperty("role", role)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
