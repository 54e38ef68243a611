"""`posenc export`: a view as a picture or as data."""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from posenc_gui import flags
from posenc_gui.console_training import with_trained_tables
from posenc_gui.document.atomic import replacing
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import fields, parsed
from posenc_gui.export import formats
from posenc_gui.export.options import PictureOptions
from posenc_gui.export.progress import by_line, on_terminal
from posenc_gui.figures import catalog
from posenc_gui.output import put_out


def add_to(parser: argparse.ArgumentParser) -> None:
    """Give the parser the flags of this command, which it runs."""
    parser.add_argument("view", metavar="VIEW", help=f"one of {', '.join(catalog.KEYS)}")
    parser.add_argument("-o", "--output", metavar="PATH", required=True, help="file to write; - for standard output")
    parser.add_argument("--format", metavar="SUFFIX", help="format where PATH does not tell")
    for item in fields(PictureOptions):
        if item.name != "theme":  # the document's own
            flags.add_flag(parser, flags.flag(item), "picture", item)
    parser.add_argument("--progress", action="store_true", help="tell how much is written, in lines on standard error")
    flags.add_document_flags(parser)
    parser.set_defaults(run=_export)


def _export(args: argparse.Namespace) -> None:
    view, document = catalog.by_key(args.view), flags.document_from(args)
    if args.output == "-" and not args.format:
        raise UserError("format is missing: with -o - name it, as in --format csv")
    chosen = formats.by_suffix(args.format or Path(args.output).suffix)
    options = parsed(PictureOptions(theme=document.screen.theme), flags.given(args, "picture"))
    reporting = nullcontext(by_line()) if args.progress else on_terminal()
    with _painting() if chosen.picture else nullcontext(), reporting as report:
        with_trained_tables(
            lambda: _write(args.output, chosen.suffix, lambda path: chosen.write(document, view, path, options, report))
        )


def _write(output: str, suffix: str, write: Callable[[Path], None]) -> None:
    """Have a file written, and copy it to standard output where that is asked for."""
    if output != "-":
        with replacing(Path(output)) as temporary:
            write(temporary)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"output.{suffix}"
        with replacing(path) as temporary:
            write(temporary)
        with path.open("rb") as content:
            put_out(content)


@contextmanager
def _painting() -> Iterator[None]:
    """Keep Qt running meanwhile, on the platform that needs no display.

    Raises:
        UserError: a library that Qt needs is missing.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        from PySide6.QtWidgets import QApplication  # noqa: PLC0415 - a data export must not load Qt
    except ImportError as error:
        raise UserError(f"pictures need Qt, which cannot be loaded: {error}; install what the README names") from error
    application = QApplication.instance() or QApplication(sys.argv[:1])
    yield
    del application  # held while anything is painted
