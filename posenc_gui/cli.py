"""The console: `posenc list` and `posenc export`."""

import argparse
import io
import json
import sys
from collections.abc import Callable, Sequence

from posenc_gui import __version__
from posenc_gui.engine import encodings
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Record, fields
from posenc_gui.output import put_out
from posenc_gui.parser import Parser

EXIT_INTERRUPTED = 130
"""As shells have it after Ctrl+C."""

EXIT_USER_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the console program; gives the exit code: 0, or 2 with one line on standard error for the user's errors."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # for a terminal that has no π
    try:
        given = sys.argv[1:] if arguments is None else arguments
        args = _parser(given).read(given)
        args.run(args)
    except UserError as error:
        return _refused(error)
    except MemoryError as error:
        return _refused(f"{error or 'out of memory'}; lower length or d_model")
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return 0


def _refused(reason: UserError | str) -> int:
    print(f"posenc: {reason}", file=sys.stderr)
    return EXIT_USER_ERROR


def _parser(arguments: Sequence[str]) -> Parser:
    """The parser of all commands, with all flags of the one that is given: making them takes as long as NumPy does."""
    parser = Parser(prog="posenc", description="Positional encodings as pictures and numbers.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"posenc {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_list(commands.add_parser("list", help="list encodings, views, formats or lessons", allow_abbrev=False))
    export = commands.add_parser("export", help="write a view as a picture or as data", allow_abbrev=False)
    if "export" in arguments:
        from posenc_gui import export_command  # noqa: PLC0415 - no other command waits for it

        export_command.add_to(export)
    return parser


def _add_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=tuple(LISTS), metavar="|".join(LISTS))
    parser.add_argument("--json", action="store_true", help="as JSON, with all that is known of each")
    parser.set_defaults(run=_list)


def _list(args: argparse.Namespace) -> None:
    entries = LISTS[args.what]()
    width = max(len(str(entry["key"])) for entry in entries)
    lines = [f"{entry['key']:<{width}}  {entry['title']}" for entry in entries]
    put_out(io.BytesIO(((json.dumps(entries, indent=2) if args.json else "\n".join(lines)) + "\n").encode()))


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
    from posenc_gui.figures import catalog  # noqa: PLC0415 - no other list waits for it

    return [
        {"key": view.key, "title": view.title, "summary": view.listed.summary, "options": _described(view.options)}
        for view in catalog.views()
    ]


def _list_formats() -> list[dict[str, object]]:
    from posenc_gui.export import formats  # noqa: PLC0415 - no other list waits for it

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
