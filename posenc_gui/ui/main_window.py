"""The window: one form at the left, the views in the middle, transport, read-out and messages below."""

from PySide6.QtCore import QByteArray, QEvent, QPoint, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import theme as themes
from posenc_gui.figures.theme import SPACING
from posenc_gui.ui import style
from posenc_gui.ui.actions import Actions
from posenc_gui.ui.desk import Desk
from posenc_gui.ui.document_file import DocumentFile
from posenc_gui.ui.export_bar import ExportBar
from posenc_gui.ui.exporter import Exporter
from posenc_gui.ui.form import FORM_PATHS, Form
from posenc_gui.ui.jobs import Jobs
from posenc_gui.ui.lesson_bar import ACTION_KEYS as LESSON_KEYS
from posenc_gui.ui.lesson_bar import LessonBar
from posenc_gui.ui.messages import Messages, ReadOut
from posenc_gui.ui.player import Player
from posenc_gui.ui.sentence_bar import ACTION_KEYS as SENTENCE_KEYS
from posenc_gui.ui.table_file import TableFile
from posenc_gui.ui.trainer import Trainer
from posenc_gui.ui.training_bar import TrainingBar
from posenc_gui.ui.transport import TransportBar
from posenc_gui.ui.view_area import ViewArea
from posenc_gui.ui.watching import watch

FORM_WIDTH = 75 * SPACING
USUAL_HEIGHT = 720
LEAST_GROWTH, MOST_GROWTH = 1.25, 2.0
"""While presenting, text grows with the height of the screen over the usual one, in these bounds."""

_CONTEXT = ("export", "copy", "", "zoom_in", "zoom_out", "whole")
_KEPT_BY = {
    QAbstractButton: (Qt.Key.Key_Space,),
    QComboBox: (Qt.Key.Key_Space, Qt.Key.Key_Home, Qt.Key.Key_End),
    QAbstractSlider: (Qt.Key.Key_Home, Qt.Key.Key_End),
}
"""Keys that a control which has the keyboard keeps for itself; text entries do so without being told."""


class MainWindow(QMainWindow):
    """Shows the document of a store. `closed` is emitted when the window has gone and no worker is left."""

    closed = Signal()

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.setObjectName("window")
        self._store = store
        self._theme = store.document.screen.theme
        self._presenting = False
        self._state_before = self.windowState()
        self._controls_wanted = True
        self.jobs = Jobs(self)
        self.messages = Messages()
        self.messages.follow(store)
        self.player = Player(store, parent=self)
        self.views = ViewArea(store, self.jobs, self._report)
        self.file = DocumentFile(store, self.messages, self)
        self.table = TableFile(store, self.jobs, self.messages, self)
        self.exporter = Exporter(store, self.jobs, self.messages, self)
        self.trainer = Trainer(store, self.jobs, self.messages, self)
        self._lesson = LessonBar(store, self._report)
        self._training = TrainingBar(store, self.trainer)
        self._exports = ExportBar(self.exporter)
        self._read_out = ReadOut()
        self._form = Form(store, FORM_PATHS, self._report)
        self._transport = TransportBar(store, self.player, self._report)
        self._lay_out()
        desk = Desk(store, self.player, self.views, self.file, self.table, self.exporter, self.messages, self)
        self._actions = Actions(self, desk)
        self._join_buttons()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._show_title)
        self.views.read_changed.connect(self._read)
        self.views.menu_wanted.connect(self._show_context_menu)
        self.views.panel_made.connect(self._join_panel)
        self._form.file_wanted.connect(self.table.open)
        self.trainer.trained.connect(self.views.try_again)
        self.trainer.follow()
        self.file.changed.connect(self._show_title)
        _application().focusChanged.connect(self.views.follow_focus)
        watch(self, store, self._changed)
        self._show_title()
        self.views.current.setFocus()
        self._apply_style()

    @property
    def presenting(self) -> bool:
        """Whether the views have the whole screen."""
        return self._presenting

    @property
    def controls_shown(self) -> bool:
        """Whether the form stands at the left."""
        return self._form.isVisibleTo(self)

    def set_presenting(self, presenting: bool) -> None:
        """Give the views the whole screen and larger text, or take it back."""
        if presenting == self._presenting:
            return
        self._presenting = presenting
        self._apply_style()
        for shown in (self.views, self._training):
            shown.set_text_scale(self._text_scale())
        self._form.setVisible(self._controls_wanted and not presenting)
        self.menuBar().setVisible(not presenting)
        if presenting:
            self._state_before = self.windowState()
        self.setWindowState(self._state_before | Qt.WindowState.WindowFullScreen if presenting else self._state_before)
        self._actions.refresh()

    def set_controls_shown(self, shown: bool) -> None:
        """Show or hide the form."""
        self._controls_wanted = shown
        self._form.setVisible(shown)
        self._actions.refresh()

    def show_second_sentence(self) -> None:
        """Ask for the same words in another order."""
        from posenc_gui.ui.second_sentence import SecondSentenceDialog  # noqa: PLC0415 - the start does not wait for it

        dialog = SecondSentenceDialog(self._store, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def show_shortcuts(self) -> None:
        """List what the keys do."""
        from posenc_gui.ui.shortcuts import ShortcutsDialog  # noqa: PLC0415 - the start does not wait for it

        ShortcutsDialog(self).show()

    def show_about(self) -> None:
        """Say what the program is."""
        from posenc_gui.ui.about import AboutBox  # noqa: PLC0415 - the start does not wait for it

        AboutBox(self).open()

    def keep_place(self, settings: QSettings) -> None:
        """Remember where the window stands, for `take_place`."""
        self.set_presenting(False)
        settings.setValue("geometry", self.saveGeometry())
        settings.setValue("controls", self._controls_wanted)

    def take_place(self, settings: QSettings) -> None:
        """Stand where the window stood before, or in the middle of the screen."""
        geometry = settings.value("geometry")
        if not isinstance(geometry, QByteArray) or not self.restoreGeometry(geometry):
            self._take_usual_place()
        self.set_controls_shown(bool(settings.value("controls", True, type=bool)))

    def event(self, event: QEvent) -> bool:
        """Leave to a control the keys that work it, where a shortcut of the window uses them too."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            focused = QApplication.focusWidget()
            kept = next((keys for kind, keys in _KEPT_BY.items() if isinstance(focused, kind)), ())
            if event.key() in kept:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Esc leaves the presentation, then the view that fills the window."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._presenting:
            self.set_presenting(False)
        else:
            self._store.edit(edits.set_value("screen.view", ""))

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """End playing and all work first."""
        self.player.pause()
        self.jobs.stop()
        self.closed.emit()
        event.accept()

    def _lay_out(self) -> None:
        self._form.setFixedWidth(FORM_WIDTH)
        line = QHBoxLayout()
        line.setContentsMargins(3 * SPACING, 0, 3 * SPACING, SPACING)
        line.setSpacing(4 * SPACING)
        line.addWidget(self._read_out, 3)
        line.addWidget(self.messages, 2)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._lesson)
        right.addWidget(self._training)
        right.addWidget(self._exports)
        right.addWidget(self.views, 1)
        right.addWidget(self._transport)
        right.addLayout(line)
        center = QWidget()
        row = QHBoxLayout(center)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._form)
        row.addLayout(right, 1)
        self.setCentralWidget(center)

    def _join_buttons(self) -> None:
        for key in self._transport.buttons:
            self._transport.set_action(key, self._actions[key])
        for key in SENTENCE_KEYS:
            self.views.sentence.set_action(key, self._actions[key])
        for key in LESSON_KEYS:
            self._lesson.set_action(key, self._actions[key])
        for key in self.views.panels:
            self._join_panel(key)

    def _join_panel(self, key: str) -> None:
        self.views.panels[key].set_fill_action(self._actions[f"fill.{key}"])

    def _changed(self, _: Document, new: Document) -> None:
        if new.screen.theme != self._theme:
            self._theme = new.screen.theme
            self._apply_style()
        self._actions.refresh()
        self._later.start()

    def _apply_style(self) -> None:
        theme = themes.by_key(self._theme)
        style.apply(_application(), self, theme, self._text_scale())
        self._actions.tint(theme.roles["text"])

    def _text_scale(self) -> float:
        growth = self.screen().size().height() / USUAL_HEIGHT
        return min(max(growth, LEAST_GROWTH), MOST_GROWTH) if self._presenting else 1.0

    def _show_title(self) -> None:
        self.setWindowTitle(f"{self.file.name}[*] — posenc-gui")
        if self.isWindowModified() != self.file.is_modified:  # Qt tells the window system each time
            self.setWindowModified(self.file.is_modified)

    def _read(self) -> None:
        self._read_out.show_text(self.views.reading())

    def _report(self, error: UserError) -> None:
        self.messages.error(str(error))

    def _show_context_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setObjectName("menu.view")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self._actions[f"fill.{self.views.current.view.key}"])
        for key in _CONTEXT:
            if key:
                menu.addAction(self._actions[key])
            else:
                menu.addSeparator()
        menu.popup(at)

    def _take_usual_place(self) -> None:
        room = self.screen().availableGeometry()
        self.resize(min(1440, room.width() * 9 // 10), min(900, room.height() * 9 // 10))
        self.move(room.center() - self.rect().center())


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application
