"""Which encodings are compared, and at which settings."""

import shlex

from msgspec import Struct, structs

from posenc_gui.document.document import Document
from posenc_gui.engine import encodings
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Record, parsed, shown


class Contender(Struct, frozen=True):
    """An encoding at its settings, and what it is called in a table."""

    name: str
    encoded: Encoded


def other_of(document: Document, key: str, settings: str) -> Encoded:
    """The encoding B: with the document's parameters if it is of the same kind, and what `settings` says.

    Raises:
        UserError: a setting cannot be read, or does not go with the size of the table.
    """
    definition = encodings.by_key(key)
    start: Record = document.params if key == document.encoding else definition.params()
    params = parsed(start, _settings(settings))
    definition.check(params, document.grid, document.attention.heads)
    return structs.replace(document.encoded, encoding=key, params=params)


def chosen(document: Document, other: str, settings: str, keys: str) -> tuple[Contender, ...]:
    """The encodings whose keys are listed: A and B at their settings, where they are among them, others at the usual.

    Raises:
        UserError: a key is unknown or none is given.
    """
    names = list(dict.fromkeys(name.strip() for name in keys.split(",") if name.strip()))
    if not names:
        known = ", ".join(encoding.key for encoding in encodings.ENCODINGS)
        raise UserError(f"set is {shown(keys)}, but must name some of {known}, with commas between")
    a, b = document.encoded, other_of(document, other, settings)
    found = []
    for name in names:
        definition = encodings.by_key(name)
        if name == a.encoding == b.encoding and a != b:
            found += [Contender(f"{name} A", a), Contender(f"{name} B", b)]
        elif name in (a.encoding, b.encoding):
            found.append(Contender(name, a if name == a.encoding else b))
        else:
            found.append(Contender(name, structs.replace(a, encoding=name, params=definition.params())))
    return tuple(found)


def _settings(text: str) -> dict[str, str]:
    """Names and values of "base=500 layout=concatenated"; quotes hold a value with spaces together."""
    try:
        parts = shlex.split(text)
    except ValueError:
        parts = [""]
    found = dict(part.partition("=")[::2] for part in parts)
    if not all(found) or any("=" not in part for part in parts):
        raise UserError(
            f"other_params is {shown(text)}, but must be names and values as in base=500 layout=concatenated"
        )
    return found
