"""The console: `posenc list` and `posenc export`, with flags made from the same records as the form."""

import argparse
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import cast

from posenc_gui import __version__
from posenc_gui.document import edits, files
from posenc_gui.document.atomic import replacing
from posenc_gui.document.document import SECTIONS, Document
from posenc_gui.engine import encodings
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Field, Param, Record, fields, parsed
from posenc_gui.export import formats
from posenc_gui.export.formats import Format
from posenc_gui.export.options import PictureOptions
from posenc_gui.figures import catalog
from posenc_gui.figures.view import View

EXIT_USER_ERROR = 2
NEGATIVE = re.compile(r"-(\d|\.|inf|nan)", re.IGNORECASE)
TABLE = ("params", "grid")
BESIDE_TABLE = tuple(section for section in SECTIONS if section not in TABLE)
SEED = Field("shuffle_seed", "int", 0, Param("Shuffle seed", low=0, high=2**32 - 1))
REORDERINGS: dict[str, Callable[[str], edits.Edit]] = {
    "second_sentence": edits.set_second_sentence,
    "shuffle_seed": lambda text: edits.shuffle(cast("int", SEED.parse(text))),
}


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are `UserError`s, so that all of them look alike."""

    def read(self, arguments: Iterable[str]) -> argparse.Namespace:
        """Parse the arguments; "-0.5,3" and "-inf" are values here, where argparse takes them for flags."""
        return self.parse_args(_with_values(arguments))

    def error(self, message: str) -> None:  # type: ignore[override]
        """Raise what argparse would print and exit with."""
        raise UserError(f"{message}; see {self.prog} --help")


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


def _with_values(arguments: Iterable[str]) -> list[str]:
    """The arguments with each negative value joined to its flag."""
    joined: list[str] = []
    for argument in arguments:
        flag = joined[-1] if joined else ""
        if NEGATIVE.match(argument) and flag.startswith("--") and "=" not in flag:
            joined[-1] = f"{flag}={argument}"
        else:
            joined.append(argument)
    return joined


def add_document_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that make a document: `--document`, one per setting, one per parameter of any encoding."""
    parser.add_argument("--document", metavar="FILE", type=Path, help="begin with this saved document")
    keys = ", ".join(encoding.key for encoding in encodings.ENCODINGS)
    parser.add_argument("--encoding", metavar="KEY", help=f"one of {keys}")
    for item in _unique(item for encoding in encodings.ENCODINGS for item in fields(encoding.params)):
        _add_flag(parser, _flag(item), f"params.{item.name}", item)
    parser.add_argument(
        "--second-sentence", metavar="TEXT", help="put the tokens in the order in which they make this sentence"
    )
    parser.add_argument("--shuffle-seed", metavar="INT", help="put the tokens in a random order with this seed")
    defaults = dict(Document().records())
    for section in ("grid", *BESIDE_TABLE):
        for item in fields(type(defaults[section])):
            _add_flag(parser, _flag(item), f"{section}.{item.name}", item)
    for view in catalog.VIEWS:
        for item in fields(view.options):
            _add_flag(parser, f"--{view.key}-{item.name.replace('_', '-')}", f"options.{view.key}.{item.name}", item)


def document_from(args: argparse.Namespace, start: Document | None = None) -> Document:
    """The document that the flags describe, beginning with `start`, the file that is named, or the defaults.

    Raises:
        UserError: a value is not allowed, or values do not go together.
    """
    named: Path | None = args.document
    document = files.read(named, catalog.option_types()) if named else start or Document()
    given = _given(args)
    if args.encoding is not None:
        document = edits.set_encoding(args.encoding)(document)
    document = _with_sections(document, given)
    for view in catalog.VIEWS:
        for item in fields(view.options):
            text = given.get(f"options.{view.key}.{item.name}")
            if text is not None:
                document = edits.set_option(view.key, view.options, item.name, item.parse(text))(document)
    return document


def _given(args: argparse.Namespace) -> dict[str, str]:
    return {name: value for name, value in vars(args).items() if isinstance(value, str)}


def _with_sections(document: Document, given: Mapping[str, str]) -> Document:
    """The table first, which brings the selection and the heads into range, then what was asked for beside it."""
    document = edits.changed(document, **_records(document, given, TABLE))
    for path in ("sentence.split", "sentence.text"):
        if path in given:
            document = edits.set_value(path, given[path])(document)
    document = edits.changed(document, **_records(document, given, BESIDE_TABLE))
    for name, make in REORDERINGS.items():
        if name in given:
            document = make(given[name])(document)
    return document


def _records(document: Document, given: Mapping[str, str], sections: Iterable[str]) -> dict[str, Record]:
    return {section: parsed(getattr(document, section), _texts(given, section)) for section in sections}


def _texts(given: Mapping[str, str], section: str) -> dict[str, str]:
    return {name.partition(".")[2]: text for name, text in given.items() if name.startswith(f"{section}.")}


def _parser() -> Parser:
    parser = Parser(prog="posenc", description="Positional encodings as pictures and numbers.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"posenc {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_list(commands.add_parser("list", help="list encodings, views or formats", allow_abbrev=False))
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
            _add_flag(parser, _flag(item), f"picture.{item.name}", item)
    add_document_flags(parser)
    parser.set_defaults(run=_export)


def _list(args: argparse.Namespace) -> None:
    entries = LISTS[args.what]()
    width = max(len(str(entry["key"])) for entry in entries)
    lines = [f"{entry['key']:<{width}}  {entry['title']}" for entry in entries]
    _put_out(((json.dumps(entries, indent=2) if args.json else "\n".join(lines)) + "\n").encode())


def _export(args: argparse.Namespace) -> None:
    view, document = catalog.by_key(args.view), document_from(args)
    if args.output == "-" and not args.format:
        raise UserError("format is missing: with -o - name it, as in --format csv")
    chosen = formats.by_suffix(args.format or Path(args.output).suffix)
    options = parsed(PictureOptions(theme=document.screen.theme), _texts(_given(args), "picture"))
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


def _add_flag(parser: argparse.ArgumentParser, flag: str, target: str, item: Field) -> None:
    text = f"{item.param.help} {item.param.range_text(item.kind)}; {_shown(item.default)} if not given"
    parser.add_argument(flag, dest=target, metavar=item.kind.upper(), help=text.strip().replace("%", "%%"))


def _shown(default: object) -> str:
    if isinstance(default, tuple):
        return ",".join(map(str, default)) or "empty"
    return str(default) if default != "" else "empty"


def _flag(item: Field) -> str:
    return "--" + (item.param.flag or item.name).replace("_", "-")


def _unique(items: Iterable[Field]) -> list[Field]:
    return list({item.name: item for item in reversed(list(items))}.values())[::-1]


def _list_encodings() -> list[dict[str, object]]:
    return [
        {
            "key": encoding.key,
            "title": encoding.title,
            "summary": encoding.summary,
            "formula": encoding.formula,
            "references": list(encoding.references),
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
}

if __name__ == "__main__":
    sys.exit(main())
