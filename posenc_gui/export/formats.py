"""All file formats, in one list for dialogs and for the command line."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from posenc_gui.document.document import Document
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import shown
from posenc_gui.export import tables
from posenc_gui.export.options import PictureOptions
from posenc_gui.export.progress import Report
from posenc_gui.figures.view import View

Write = Callable[[Document, View, Path, PictureOptions, Report], None]


class Format(Struct, frozen=True):
    """A file format: its suffix, what people call it, whether it is a picture, and how it is written.

    Data formats need no Qt and may be written in any thread; pictures are painted in the GUI thread. Streamed arrays
    report how far they are, and can be given up by `stopping.stoppable`.
    """

    suffix: str
    label: str
    picture: bool
    write: Write


def _table(write: Callable[[Document, View, Path], None]) -> Write:
    return lambda document, view, path, _options, _report: write(document, view, path)


def _streamed(write: Callable[[Document, View, Path, Report], None]) -> Write:
    return lambda document, view, path, _options, report: write(document, view, path, report)


def _png(document: Document, view: View, path: Path, options: PictureOptions, _report: Report) -> None:
    from posenc_gui.export import pictures  # noqa: PLC0415 - a data export must not load Qt

    pictures.write_png(view.figure(document), document, path, options)


def _svg(document: Document, view: View, path: Path, options: PictureOptions, _report: Report) -> None:
    from posenc_gui.export import pictures  # noqa: PLC0415 - a data export must not load Qt

    pictures.write_svg(view.figure(document), document, path, options)


def _pdf(document: Document, view: View, path: Path, options: PictureOptions, _report: Report) -> None:
    from posenc_gui.export import pictures  # noqa: PLC0415 - a data export must not load Qt

    pictures.write_pdf(view.figure(document), document, path, options)


FORMATS: tuple[Format, ...] = (
    Format("png", "PNG picture", True, _png),
    Format("svg", "SVG drawing", True, _svg),
    Format("pdf", "PDF page", True, _pdf),
    Format("csv", "CSV table", False, _streamed(tables.write_csv)),
    Format("npy", "NumPy array", False, _streamed(tables.write_npy)),
    Format("npz", "NumPy arrays by name", False, _table(tables.write_npz)),
    Format("json", "JSON arrays by name", False, _table(tables.write_json)),
)


def by_suffix(suffix: str) -> Format:
    """The format of that suffix, with or without its dot.

    Raises:
        UserError: there is none.
    """
    wanted = suffix.lower().removeprefix(".")
    found = next((item for item in FORMATS if item.suffix == wanted), None)
    if found is None:
        known = ", ".join(f".{item.suffix}" for item in FORMATS)
        raise UserError(f"the suffix is {shown(suffix) if suffix else 'missing'}, but must be one of {known}")
    return found
