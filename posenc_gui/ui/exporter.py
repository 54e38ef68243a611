"""Writing views to files and to the clipboard."""

from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.export.options import PictureOptions
from posenc_gui.figures.view import View
from posenc_gui.ui.figure_view import FigureView
from posenc_gui.ui.jobs import Jobs
from posenc_gui.ui.messages import Messages

_COPY_SCALE = 2.0


class Running(Struct, eq=False):
    """An export under way; share: how much is written, from 0 to 1, or None while nobody can tell."""

    path: Path
    title: str
    share: float | None = None


class Exporter(QObject):
    """Asks what to export, runs it beside the window, and says how it went."""

    changed = Signal()
    """An export has begun or ended."""

    def __init__(self, store: Store, jobs: Jobs, messages: Messages, window: QWidget) -> None:
        super().__init__(window)
        self._store = store
        self._jobs = jobs
        self._messages = messages
        self._window = window
        self._options = PictureOptions()
        self._running: dict[Path, Running] = {}

    @property
    def running(self) -> tuple[Running, ...]:
        """The exports under way, in the order in which they were begun."""
        return tuple(self._running.values())

    def ask(self, view: View) -> None:
        """Ask which view, at which size and in which file, beginning with the given view."""
        from posenc_gui.ui.export_dialog import ExportDialog  # noqa: PLC0415 - the start does not wait for it

        dialog = ExportDialog(view, self._options, self._window)
        dialog.accepted.connect(lambda: self._ask_file(dialog.view, dialog.options))
        dialog.open()

    def start(self, view: View, path: Path, options: PictureOptions) -> None:
        """Write a view of the present document to a file; a second export to that file takes the first one's place."""
        from posenc_gui.ui import export_process  # noqa: PLC0415 - the start does not wait for it

        document, running = self._store.document, Running(path, view.title)

        def report(share: float) -> None:
            running.share = share  # read by the window's clock; a worker may not touch a widget

        self._running[path] = running
        self._jobs.run(
            _job(path),
            lambda cancelled: export_process.write(
                document, view.key, path, options, check=cancelled.check, report=report
            ),
            lambda _: self._end(path, None),
            lambda error: self._end(path, error),
            only_waits=True,
        )
        self.changed.emit()

    def cancel(self, path: Path) -> None:
        """Give up the export to that file; what stood there before stays."""
        if path not in self._running:
            return
        self._jobs.cancel(_job(path))
        self._forget(path)
        self._messages.info(f"Export cancelled: {path.name}")

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
        self._forget(path)
        if error is None:
            self._messages.info(f"Wrote {path}")
        elif isinstance(error, UserError):
            self._messages.error(str(error))
        else:
            raise error

    def _forget(self, path: Path) -> None:
        del self._running[path]
        self.changed.emit()


def _job(path: Path) -> str:
    return f"export.{path}"
