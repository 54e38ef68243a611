"""The program with a window: store, window, session and hook, put together."""

import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from posenc_gui import __version__
from posenc_gui.display import check_display
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import catalog

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

    from posenc_gui.session import Session
    from posenc_gui.ui.main_window import MainWindow

EXIT_USER_ERROR = 2

LATER = ("numpy.random", "regex")
"""Libraries that take long to load, and are not needed for the first picture."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the program with these flags, or those it was started with; gives the exit code as `app.main` does."""
    try:
        document, path = _flagged(sys.argv[1:] if arguments is None else arguments)
        check_display()
    except UserError as error:
        print(f"posenc-gui: {error}", file=sys.stderr)
        return EXIT_USER_ERROR
    return _show(document, path)


def _flagged(arguments: Sequence[str]) -> tuple[Document | None, Path | None]:
    """The document that flags describe and the file they name; without flags the start does not wait for a parser."""
    if not arguments:
        return None, None
    from posenc_gui import flags  # noqa: PLC0415
    from posenc_gui.parser import Parser  # noqa: PLC0415

    parser = Parser(
        prog="posenc-gui",
        description="The desktop instrument for positional encodings. Without flags it goes on where it was left.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"posenc-gui {__version__}")
    flags.add_document_flags(parser)
    args = parser.read(arguments)
    return flags.document_from(args), args.document


def _show(document: Document | None, path: Path | None) -> int:
    """Show the given document, or go on with the last one; `path` is the file it came from."""
    from PySide6.QtCore import QSettings, QTimer  # noqa: PLC0415 - Qt is loaded only where there is a display
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    from posenc_gui.render.fonts import load_fonts  # noqa: PLC0415
    from posenc_gui.session import Session  # noqa: PLC0415
    from posenc_gui.ui.autosave import Autosave  # noqa: PLC0415
    from posenc_gui.ui.failures import Failures  # noqa: PLC0415

    application = QApplication(sys.argv[:1])
    application.setApplicationName("posenc-gui")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("posenc-gui")
    load_fonts()
    session = Session()
    problems: list[str] = []
    store = Store(document or Document())
    if document is None:
        store, problems = _restored(session)
    settings = QSettings(str(session.window_path), QSettings.Format.IniFormat)
    window = make_window(store)
    failures = Failures(window, window.messages.error, lambda: session.log_path)
    failures.install()
    autosave = Autosave(store, session.save, lambda error: window.messages.error(str(error)), window)
    window.take_place(settings)
    window.show()
    QTimer.singleShot(0, lambda: _after_start(window, problems, path or _last_file(settings, document)))
    window.closed.connect(autosave.save_now)
    window.closed.connect(lambda: _keep(window, settings))
    status = application.exec()
    failures.remove()
    return status


def make_window(store: Store) -> "MainWindow":
    """The window on a store, not shown yet; needs the running application."""
    from posenc_gui.ui.main_window import MainWindow  # noqa: PLC0415

    return MainWindow(store)


def _restored(session: "Session") -> tuple[Store, list[str]]:
    try:
        return Store(session.restore() or Document()), []
    except UserError as error:
        aside = session.put_aside()
        kept = f"; it is kept as {aside.name}" if aside else ""
        return Store(Document()), [f"{error}{kept}, and this is a new document"]


def _last_file(settings: "QSettings", document: Document | None) -> Path | None:
    """The file that the last document belonged to, if it is that document which is shown."""
    name = str(settings.value("file", ""))
    return Path(name) if name and document is None and Path(name).exists() else None


def _after_start(window: "MainWindow", problems: list[str], path: Path | None) -> None:
    """What the first painted frame need not wait for."""
    from posenc_gui.ui.preload import Preload  # noqa: PLC0415

    Preload((*LATER, *(f"posenc_gui.figures.{key}" for key in catalog.KEYS)), _collect_garbage, window)
    if path is not None:
        try:
            window.file.adopt(path)
        except UserError as error:
            problems = [*problems, str(error)]
    if problems:
        window.messages.error("; ".join(problems))


def _collect_garbage() -> None:
    """Begin to, now that all is loaded: that stays, and to search it would stall a frame by some 50 ms."""
    gc.freeze()
    gc.enable()


def _keep(window: "MainWindow", settings: "QSettings") -> None:
    window.keep_place(settings)
    settings.setValue("file", str(window.file.path or ""))
    settings.sync()
