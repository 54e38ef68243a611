"""One view with its title, its own options and a sentence that says what to look for."""

from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.figures.spec import Figure
from posenc_gui.figures.theme import SPACING
from posenc_gui.figures.view import View
from posenc_gui.ui.figure_view import FigureView
from posenc_gui.ui.form import OptionForm
from posenc_gui.ui.icons import icon
from posenc_gui.ui.jobs import Jobs
from posenc_gui.ui.messages import Reporter
from posenc_gui.ui.option_button import OptionButton
from posenc_gui.ui.view_chooser import ViewChooser
from posenc_gui.ui.watching import watch

ROW_FROM = 14
"""Height, in lines, from which a panel has room for a row of options."""

CAPTION_FROM = 19
"""Height, in lines of text, from which a figure has room for a caption above it."""


class Panel(QFrame):
    """A view as it stands among others; `above` is a widget that belongs to it and stands over the figure."""

    exchange_wanted = Signal(str)
    """The view of that key is wanted in the place of this one."""

    def __init__(self, store: Store, view: View, jobs: Jobs, report: Reporter, above: QWidget | None = None) -> None:
        super().__init__()
        self.setObjectName(f"panel.{view.key}")
        self.figure_view = FigureView(store, view, jobs, report)
        self.figure_view.shown.connect(self._describe)
        # what was said of the figure before holds no longer
        self.figure_view.refused.connect(lambda: self._describe(Figure(view.key, view.title, ())))
        self._key = view.key
        self._above = above
        self._filled = store.document.screen.view == view.key
        self._options = OptionForm(store, view, report)
        self._title = _label(f"title.{view.key}", "title")
        self._options.setMinimumWidth(1)  # or a panel could not become narrower than they are in one row
        self._chooser = ViewChooser(store, view)
        self._chooser.chosen.connect(self.exchange_wanted)
        self._option_button = OptionButton(view.key, self)
        self._title.setMinimumWidth(1)  # a long title gives way, so that the panels of both rows stay in line
        self._caption = _label(f"caption.{view.key}", "caption")
        self._caption.setWordWrap(True)
        self._fill = QToolButton()
        self._fill.setObjectName(f"fill.{view.key}")
        self._fill.setIconSize(QSize(4 * SPACING, 4 * SPACING))
        self._fill.setAutoRaise(True)
        self._fill.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._title.setText(view.title)
        self._notes = _label(f"notes.{view.key}", "caption")
        self._notes.setWordWrap(True)
        self._options_in = "row"
        self._header = QHBoxLayout()
        self._second_row = QHBoxLayout()
        self._column = QVBoxLayout(self)
        self._lay_out()
        watch(self, store, self._changed)

    def set_fill_action(self, action: QAction) -> None:
        """Let the button at the right stand for the action that fills the window with this view."""
        self._fill.setDefaultAction(action)
        action.changed.connect(self._tint)  # with each change the button takes the icon of the action, which has none
        self._fill.setAccessibleName(f"Fill the window with {self.figure_view.view.title}")
        self._tint()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Share the room anew, at once, so that the figure gets its size only once."""
        super().resizeEvent(event)
        self._share_room()
        self._column.activate()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the icon in the colour of a new palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _lay_out(self) -> None:
        self._header.setSpacing(2 * SPACING)
        name = QHBoxLayout()
        name.setSpacing(0)
        name.addWidget(self._title)
        name.addWidget(self._chooser)
        self._header.addLayout(name)
        self._header.addStretch(1)
        self._header.addWidget(self._option_button)
        self._header.addWidget(self._fill)
        self._show_options()
        self._second_row.addWidget(self._options)
        self._second_row.addStretch(1)
        self._caption.hide()
        self._notes.hide()
        column = self._column
        column.setContentsMargins(3 * SPACING, 2 * SPACING, 2 * SPACING, 2 * SPACING)
        column.setSpacing(SPACING)
        column.addLayout(self._header)
        column.addLayout(self._second_row)
        column.addWidget(self._caption)
        column.addWidget(self._notes)
        if self._above is not None:
            column.addWidget(self._above)
        column.addWidget(self.figure_view, 1)

    def _describe(self, figure: Figure) -> None:
        self._title.setText(figure.title)
        self._caption.setText(figure.caption)
        self._notes.setText(" ".join(figure.notes))
        if self.isVisible():
            self._share_room()

    def _share_room(self) -> None:
        """A low panel leaves its caption to the figure, but never its notes."""
        place = self._place_options()
        taken = [self._title.sizeHint().height(), self._above.sizeHint().height() if self._above else 0]
        taken += [self._options.sizeHint().height() if place == "row" else 0]
        room = (self.height() - sum(taken)) / self.fontMetrics().lineSpacing()
        self._caption.setVisible(bool(self._caption.text()) and room >= CAPTION_FROM)
        self._notes.setVisible(bool(self._notes.text()))

    def _place_options(self) -> Literal["header", "row", "box"]:
        """In the header, in a row of their own below it, or behind a button, as the panel has room."""
        if self._options.is_empty:
            return "header"
        room, wide = self.width() - 5 * SPACING, self._options.row_width
        beside = self._title.sizeHint().width() + self._chooser.width() + self._fill.sizeHint().width() + 4 * SPACING
        fits = beside + wide <= room
        roomy = wide <= room and self.height() >= ROW_FROM * self.fontMetrics().lineSpacing()
        place: Literal["header", "row", "box"] = "header" if fits else "row" if roomy else "box"
        if place != self._options_in:
            self._options_in = place
            self._options.set_upright(place == "box")
            self._option_button.setVisible(place == "box")
            match place:
                case "header":
                    self._header.insertWidget(self._header.count() - 2, self._options)
                case "row":
                    self._second_row.insertWidget(0, self._options)
                case "box":
                    self._option_button.hold(self._options)
        return place

    def _changed(self, _: Document, new: Document) -> None:
        filled = new.screen.view == self._key
        if filled != self._filled:
            self._filled = filled
            self._tint()
            self._show_options()
            self._share_room()

    def _show_options(self) -> None:
        """What is set seldom has room where the view fills the window."""
        self._options.show_advanced(self._filled)
        self._options.setVisible(not self._options.is_empty)

    def _tint(self) -> None:
        colour = self.palette().buttonText().color().name()
        self._fill.setIcon(icon("collapse" if self._filled else "expand", colour))


def _label(name: str, role: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setProperty("role", role)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
    return label
