"""Our window and others', driven by hand from one painted frame to the next."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.render.fonts import load_fonts
from posenc_gui.ui.figure_view import FigureView
from posenc_gui.ui.main_window import MainWindow

WIDTH, HEIGHT = 1280, 720
PATIENCE = 30.0
"""Seconds after which a frame that has not come is taken for lost."""


def application() -> QApplication:
    """The one application of this process."""
    existing = QApplication.instance()
    return existing if isinstance(existing, QApplication) else QApplication([])


class Painted(QObject):
    """Waits for widgets to be painted while a condition holds."""

    def __init__(self, widgets: list[QWidget], is_current: Callable[[], bool]) -> None:
        super().__init__()
        self._is_current = is_current
        self._seen = False
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Notice a paint event that paints what is wanted."""
        if event.type() == QEvent.Type.Paint and self._is_current():
            self._seen = True
        return False

    def after(self, action: Callable[[], object]) -> float:
        """Seconds from before the action until the first frame that shows what it did has been painted.

        What an earlier frame has left to be done is done before, so that no one else pays for it.
        """
        QApplication.processEvents()
        start = time.perf_counter()
        self._seen = False
        action()
        while not self._seen:
            QApplication.processEvents()
            if time.perf_counter() - start > PATIENCE:
                raise TimeoutError("no frame was painted")
        return time.perf_counter() - start


class OurWindow:
    """The program's window at 1280 × 720, without session and event loop of its own."""

    def __init__(self, document: Document) -> None:
        application()
        load_fonts()
        self.store = Store(document)
        self.window = MainWindow(self.store)
        self.window.resize(WIDTH, HEIGHT)
        self.window.show()
        self._views = [view for view in self.window.findChildren(FigureView) if view.isVisible()]
        viewports = [view.viewport() for view in self._views]
        self._painted = Painted(viewports, self._is_current)
        self.frame(lambda: [viewport.update() for viewport in viewports])

    def frame(self, action: Callable[[], object]) -> float:
        """Seconds from before the action until all visible views are painted with the document that it left."""
        return self._painted.after(action)

    def _is_current(self) -> bool:
        document = self.store.document
        return all(view.drawn is not None and view.drawn[0] is document for view in self._views)
