"""The document as a JSON file: a version number, one object per section, every value checked when it is read."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from posenc_gui.document.atomic import replacing
from posenc_gui.document.document import SECTIONS, Document
from posenc_gui.engine import encodings
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import in_bytes
from posenc_gui.engine.params import Record, fields, from_mapping, shown, to_mapping

VERSION = 1
"""Version of the file format that this program writes."""

MOST_BYTES = 16 * 1024**2
"""No document comes near this; a larger file is something else."""

OptionTypes = Mapping[str, type[Record]]


def to_json(document: Document) -> dict[str, Any]:
    """The document as plain values, the way its file holds them."""
    return {
        "posenc": VERSION,
        "encoding": document.encoding,
        **{section: to_mapping(record) for section, record in document.records()},
        "options": {view: to_mapping(record) for view, record in document.options},
    }


def from_json(values: object, option_types: OptionTypes) -> Document:
    """Make a document of plain values; sections and values that are missing take their defaults.

    Raises:
        UserError: the version is unknown, a name is unknown, or a value has the wrong type or range.
    """
    if not isinstance(values, dict) or "posenc" not in values:
        raise UserError("it is no posenc document: the entry posenc with the version number is missing")
    _check_version(values["posenc"])
    _check_names("entry", values, ("posenc", "encoding", *SECTIONS, "options"))
    key = values.get("encoding", Document.encoding)
    if not isinstance(key, str):
        raise UserError(f"encoding is {shown(key)}, but must be text")
    defaults = Document(key, encodings.by_key(key).params())
    sections = {name: _record(name, type(record), values.get(name, {})) for name, record in defaults.records()}
    options = _object("options", values.get("options", {}))
    _check_names("view", options, option_types)
    records = {view: _record(view, option_types[view], options[view]) for view in sorted(options)}
    kept = tuple((view, record) for view, record in records.items() if record != option_types[view]())
    return Document(encoding=key, options=kept, **sections)  # type: ignore[arg-type]


def to_text(document: Document) -> str:
    """The document as the text of its file."""
    return json.dumps(to_json(document), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def read(path: Path, option_types: OptionTypes) -> Document:
    """Open a document file.

    Raises:
        UserError: the file cannot be read or is no document; the message names the file and the reason.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise UserError(f"it is larger than {in_bytes(MOST_BYTES)}, which no document is")
        return from_json(json.loads(content.decode("utf-8-sig")), option_types)
    except OSError as error:
        raise UserError(f"cannot open {path}: {(error.strerror or str(error)).lower()}") from error
    except (ValueError, RecursionError) as error:
        raise UserError(f"cannot open {path}: it is no JSON text, or only a part of one") from error
    except UserError as error:
        raise UserError(f"cannot open {path}: {error}") from error


def write(path: Path, document: Document) -> None:
    """Save a document file; raises `UserError` where it cannot be written, and leaves an old file whole."""
    with replacing(path) as temporary:
        temporary.write_text(to_text(document), "utf-8", newline="\n")


def _check_version(version: object) -> None:
    if type(version) is not int or version < 1:
        raise UserError(f"posenc is {shown(version)}, but must be a version number from 1 to {VERSION}")
    if version > VERSION:
        raise UserError(
            f"its version {shown(version)} is newer than {VERSION}, the newest known here: update the program"
        )


def _check_names(what: str, values: Mapping[str, object], known: Iterable[str]) -> None:
    names = tuple(known)
    for name in values:
        if name not in names:
            raise UserError(f"unknown {what} {shown(name)}; known: {', '.join(names) or 'none'}")


def _object(name: str, values: object) -> dict[str, object]:
    if not isinstance(values, dict):
        raise UserError(f"{name} is {shown(values)}, but must be an object with names and values")
    return values


def _record(section: str, record_type: type[Record], values: object) -> Record:
    given = _object(section, values)
    _check_names(f"entry in {section}", given, [item.name for item in fields(record_type)])
    return from_mapping(record_type, given)
