"""The bar that shows how a training goes, while it goes."""

import pyqtgraph as pg
from msgspec import structs
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout

from posenc_gui.document.store import Store
from posenc_gui.engine.training import STEPS
from posenc_gui.figures import loss_curve
from posenc_gui.figures import theme as themes
from posenc_gui.figures.numbers import short
from posenc_gui.figures.spec import Figure
from posenc_gui.figures.theme import SPACING
from posenc_gui.render.painter import Painter
from posenc_gui.ui.trainer import Trainer
from posenc_gui.ui.watching import watch

DELAY = 150
"""Milliseconds until the bar comes: a small table is trained before."""

REFRESH = 60
"""Milliseconds between two looks at the training."""

CURVE_WIDTH, CURVE_HEIGHT = 90 * SPACING, 23 * SPACING


class TrainingBar(QFrame):
    """Step, loss, the curve of the loss and a button to cancel; there only while something is being trained."""

    def __init__(self, store: Store, trainer: Trainer) -> None:
        super().__init__()
        self.setObjectName("training")
        self.setAccessibleName("Training")
        self._store = store
        self._trainer = trainer
        self._curve: LossCurve | None = None
        self._text_scale = 1.0
        self._title = _label("training.title", "title")
        self._state = _label("training.state", "caption")
        self._progress = QProgressBar()
        self._progress.setObjectName("training.progress")
        self._progress.setRange(0, STEPS)
        self._progress.setTextVisible(False)
        self._cancel = QPushButton("Cancel")
        self._cancel.setObjectName("training.cancel")
        self._cancel.setAccessibleName("Cancel the training")
        self._cancel.setToolTip("Give the training up; the table has its seeded normal numbers again")
        self._cancel.clicked.connect(trainer.cancel)
        self._lay_out()
        self.hide()
        self._coming = QTimer(self, singleShot=True, interval=DELAY)
        self._coming.timeout.connect(self.show)
        self._clock = QTimer(self, interval=REFRESH)
        self._clock.timeout.connect(self._refresh)
        trainer.turned.connect(self._turn)
        self._turn()

    def set_text_scale(self, scale: float) -> None:
        """Draw the curve with larger text, for presenting."""
        self._text_scale = scale
        if self._curve is not None:
            self._curve.set_text_scale(scale)

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(SPACING)
        words.addStretch(1)
        for part in (self._title, self._state, self._progress):
            words.addWidget(part)
        words.addStretch(1)
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(3 * SPACING, 2 * SPACING, 2 * SPACING, 0)
        row.setSpacing(4 * SPACING)
        row.addLayout(words, 1)
        row.addWidget(self._cancel)

    def _turn(self) -> None:
        """Come, go, or begin again."""
        task = self._trainer.task
        if task is None:
            self._coming.stop()
            self._clock.stop()
            self.hide()
            return
        self._title.setText(f"Training a table of {task.rows} × {task.d_model}")
        self._refresh()
        self._clock.start()
        if self.isHidden():
            self._coming.start()

    def _refresh(self) -> None:
        losses = self._trainer.losses
        self._progress.setValue(max(len(losses) - 1, 0))
        if losses:
            self._state.setText(f"step {len(losses) - 1} of {STEPS}, loss {short(losses[-1])} nats")
            self._shown_curve().show_losses(losses)
        else:
            self._state.setText("waiting for its turn")
            self._shown_curve().clear()

    def _shown_curve(self) -> "LossCurve":
        """The curve, made when something is trained for the first time."""
        if self._curve is None:
            self._curve = LossCurve(self._store)
            self._curve.set_text_scale(self._text_scale)
            self._row.insertWidget(1, self._curve)
        return self._curve


class LossCurve(pg.GraphicsView):  # type: ignore[misc] # pyqtgraph is not typed
    """A small picture of the loss over the steps."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.setObjectName("training.curve")
        self.setAccessibleName("Loss over the steps")
        self.setFixedSize(CURVE_WIDTH, CURVE_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = pg.GraphicsLayout()
        self.setCentralItem(layout)
        self.figure: Figure | None = None
        self._theme = themes.by_key(store.document.screen.theme)
        self._painter = Painter(layout, self._theme)
        self.setBackground(self._theme.panel)
        watch(self, store, lambda _, new: self._set_theme(themes.by_key(new.screen.theme)))

    def show_losses(self, losses: tuple[float, ...]) -> None:
        """Show the curve as far as it has come."""
        axes = loss_curve.axes(losses, (0, 0, 1, 1))
        bare = structs.replace(axes, x=structs.replace(axes.x, label=""), y=structs.replace(axes.y, label=""))
        self.figure = Figure("training", "Loss over the steps", (bare,))
        self._painter.show(self.figure)

    def clear(self) -> None:
        """Show nothing yet."""
        self.figure = Figure("training", "Loss over the steps", ())
        self._painter.show(self.figure)

    def set_text_scale(self, scale: float) -> None:
        """Draw the text larger, and give it room."""
        self._painter.set_text_scale(scale)
        self.setFixedSize(round(CURVE_WIDTH * scale), round(CURVE_HEIGHT * scale))

    def _set_theme(self, theme: themes.Theme) -> None:
        if theme is not self._theme:
            self._theme = theme
            self.setBackground(theme.panel)
            self._painter.set_theme(theme)


def _label(name: str, role: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setProperty("role", role)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
