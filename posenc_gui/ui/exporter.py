"""Writing views to files and to the clipboard."""

import time
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.export.options import PictureOptions
from posenc_gui.figures.view import View
from posenc_gui.ui.figure_view import FigureView
from posenc_gui.ui.jobs import Jobs
from posenc_gui.ui.messages import Messages

_SECOND = 1000
_COPY_SCALE = 2.0


class Exporter(QObject):
    """Asks what to export, runs it beside the window, and says how it went."""

    def __init__(self, store: Store, jobs: Jobs, messages: Messages, window: QWidget) -> None:
        super().__init__(window)
        self._store = store
        self._jobs = jobs
        self._messages = messages
        self._window = window
        self._options = PictureOptions()
        self._running: dict[Path, float] = {}
        self._said = ""
        self._timer = QTimer(self, interval=_SECOND)
        self._timer.timeout.connect(self._tell_progress)

    def ask(self, view: View) -> None:
        """Ask which view, at which size and in which file, beginning with the given view."""
        from posenc_gui.ui.export_dialog import ExportDialog  # noqa: PLC0415 - the start does not wait for it

        dialog = ExportDialog(view, self._options, self._window)
        dialog.accepted.connect(lambda: self._ask_file(dialog.view, dialog.options))
        dialog.open()

    def start(self, view: View, path: Path, options: PictureOptions) -> None:
        """Write a view of the present document to a file; a second export to that file takes the first one's place."""
        from posenc_gui.ui import export_process  # noqa: PLC0415 - the start does not wait for it

        document = self._store.document
        self._running[path] = time.monotonic()
        self._timer.start()
        self._say(f"Exporting {path.name}…")
        self._jobs.run(
            f"export.{path}",
            lambda cancelled: export_process.write(document, view.key, path, options, cancelled.check),
            lambda _: self._end(path, None),
            lambda error: self._end(path, error),
        )

    def copy(self, shown: FigureView) -> None:
        """Put a picture of a view on the clipboard, at the size in which it is seen and at twice the resolution."""
        from posenc_gui.export import pictures  # noqa: PLC0415 - the start does not wait for it

        if shown.drawn is None:
            return
        document, figure = shown.drawn
        options = PictureOptions(shown.width(), shown.height(), _COPY_SCALE, document.screen.theme)
        picture = pictures.to_clipboard_image(figure, document, options)
        QApplication.clipboard().setImage(picture)
        self._messages.info(f"Copied a picture of {shown.view.title}, {picture.width()} × {picture.height()} px")

    def _ask_file(self, view: View, options: PictureOptions) -> None:
        from posenc_gui.export import formats  # noqa: PLC0415 - the start does not wait for it

        self._options = options
        filters = {f"{item.label} (*.{item.suffix})": item.suffix for item in formats.FORMATS}
        suggested = str(Path.home() / f"{view.key}.{formats.FORMATS[0].suffix}")
        name, chosen = QFileDialog.getSaveFileName(
            self._window, f"Export {view.title}", suggested, ";;".join(filters), next(iter(filters))
        )
        if not name:
            return
        path = Path(name)
        path = path if path.suffix else path.with_suffix(f".{filters[chosen]}")
        try:
            formats.by_suffix(path.suffix)
        except UserError as error:
            self._messages.error(str(error))
            return
        self.start(view, path, options)

    def _end(self, path: Path, error: Exception | None) -> None:
        del self._running[path]
        if not self._running:
            self._timer.stop()
        if error is None:
            self._messages.info(f"Wrote {path}")
        elif isinstance(error, UserError):
            self._messages.error(str(error))
        else:
            raise error

    def _tell_progress(self) -> None:
        if self._messages.text() in ("", self._said):
            seconds = time.monotonic() - min(self._running.values())
            self._say(f"Exporting {', '.join(path.name for path in self._running)}… {seconds:.0f} s")

    def _say(self, text: str) -> None:
        self._said = text
        self._messages.info(text)
