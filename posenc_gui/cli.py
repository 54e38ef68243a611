"""The console: `posenc list` and `posenc export`."""

import argparse
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from posenc_gui import __version__, flags
from posenc_gui.document.atomic import replacing
from posenc_gui.document.document import Document
from posenc_gui.engine import encodings
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Record, fields, parsed
from posenc_gui.export import formats
from posenc_gui.export.formats import Format
from posenc_gui.export.options import PictureOptions
from posenc_gui.figures import catalog
from posenc_gui.figures.view import View
from posenc_gui.flags import Parser

EXIT_USER_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the console program; gives the exit code: 0, or 2 with one line on standard error for the user's errors."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # for a terminal that has no π
    try:
        args = _parser().read(sys.argv[1:] if arguments is None else arguments)
        args.run(args)
    except UserError as error:
        return _refused(error)
    except MemoryError as error:
        return _refused(f"{error or 'out of memory'}; lower length or d_model")
    return 0


def _refused(reason: UserError | str) -> int:
    print(f"posenc: {reason}", file=sys.stderr)
    return EXIT_USER_ERROR


def _parser() -> Parser:
    parser = Parser(prog="posenc", description="Positional encodings as pictures and numbers.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"posenc {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_list(commands.add_parser("list", help="list encodings, views, formats or lessons", allow_abbrev=False))
    _add_export(commands.add_parser("export", help="write a view as a picture or as data", allow_abbrev=False))
    return parser


def _add_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=tuple(LISTS), metavar="|".join(LISTS))
    parser.add_argument("--json", action="store_true", help="as JSON, with all that is known of each")
    parser.set_defaults(run=_list)


def _add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("view", metavar="VIEW", help=f"one of {', '.join(view.key for view in catalog.VIEWS)}")
    parser.add_argument("-o", "--output", metavar="PATH", required=True, help="file to write; - for standard output")
    parser.add_argument("--format", metavar="SUFFIX", help="format where PATH does not tell")
    for item in fields(PictureOptions):
        if item.name != "theme":  # the document's own
            flags.add_flag(parser, flags.flag(item), "picture", item)
    flags.add_document_flags(parser)
    parser.set_defaults(run=_export)


def _list(args: argparse.Namespace) -> None:
    entries = LISTS[args.what]()
    width = max(len(str(entry["key"])) for entry in entries)
    lines = [f"{entry['key']:<{width}}  {entry['title']}" for entry in entries]
    _put_out(((json.dumps(entries, indent=2) if args.json else "\n".join(lines)) + "\n").encode())


def _export(args: argparse.Namespace) -> None:
    view, document = catalog.by_key(args.view), flags.document_from(args)
    if args.output == "-" and not args.format:
        raise UserError("format is missing: with -o - name it, as in --format csv")
    chosen = formats.by_suffix(args.format or Path(args.output).suffix)
    options = parsed(PictureOptions(theme=document.screen.theme), flags.given(args, "picture"))
    with _painting() if chosen.picture else nullcontext():
        _write(chosen, document, view, options, args.output)


def _write(chosen: Format, document: Document, view: View, options: PictureOptions, output: str) -> None:
    if output == "-":
        _put_out(_bytes(chosen, lambda path: chosen.write(document, view, path, options)))
    else:
        with replacing(Path(output)) as temporary:
            chosen.write(document, view, temporary, options)


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


def _bytes(chosen: Format, write: Callable[[Path], None]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"output.{chosen.suffix}"
        with replacing(path) as temporary:
            write(temporary)
        return path.read_bytes()


def _put_out(content: bytes) -> None:
    """Write to standard output; a reader that has seen enough is no error."""
    try:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or what is left would be tried again at exit
        if not isinstance(error, BrokenPipeError):
            raise UserError(f"cannot write to standard output: {(error.strerror or str(error)).lower()}") from error


def _list_encodings() -> list[dict[str, object]]:
    return [
        {
            "key": encoding.key,
            "title": encoding.title,
            "summary": encoding.summary,
            "formula": encoding.formula,
            "references": list(encoding.references),
            "acts": encoding.acts,
            "params": _described(encoding.params),
        }
        for encoding in encodings.ENCODINGS
    ]


def _list_views() -> list[dict[str, object]]:
    return [
        {"key": view.key, "title": view.title, "summary": view.summary, "options": _described(view.options)}
        for view in catalog.VIEWS
    ]


def _list_formats() -> list[dict[str, object]]:
    return [{"key": item.suffix, "title": item.label, "picture": item.picture} for item in formats.FORMATS]


def _list_lessons() -> list[dict[str, object]]:
    from posenc_gui.lessons.library import lessons  # noqa: PLC0415 - other lists need no lesson files

    return [
        {"key": lesson.key, "title": lesson.title, "summary": lesson.summary, "steps": len(lesson.steps)}
        for lesson in lessons()
    ]


def _described(record_type: type[Record]) -> list[dict[str, object]]:
    return [
        {
            "name": item.name,
            "label": item.param.label,
            "help": item.param.help,
            "kind": item.kind,
            "unit": item.param.unit,
            "default": item.default,
            "allowed": item.param.range_text(item.kind),
            "choices": [choice.value for choice in item.param.choices],
        }
        for item in fields(record_type)
    ]


LISTS: dict[str, Callable[[], list[dict[str, object]]]] = {
    "encodings": _list_encodings,
    "views": _list_views,
    "formats": _list_formats,
    "lessons": _list_lessons,
}

if __name__ == "__main__":
    sys.exit(main())
