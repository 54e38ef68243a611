"""The flags of both programs, made from the same records as the form, and the document that they describe."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from posenc_gui.document import edits, files
from posenc_gui.document.document import SECTIONS, Document
from posenc_gui.engine import encodings
from posenc_gui.engine.params import Field, Param, field, fields, parsed
from posenc_gui.figures import catalog

FIRST = ("params", "grid")
SECOND = ("attention",)
LAST = tuple(section for section in SECTIONS if section not in (*FIRST, *SECOND, "sentence"))
STAGES = (FIRST, SECOND, LAST)
"""Sections in the order in which they are set: each stage brings what comes after it into range."""

ORDER = "order"
SECOND_SENTENCE = Field(
    "second_sentence", "text", "", Param("", "Put the tokens in the order in which they make this sentence.")
)
SHUFFLE_SEED = Field(
    "shuffle_seed", "int", 0, Param("", "Put the tokens in a random order with this seed.", low=0, high=2**32 - 1)
)
"""Edits of the order, which the document keeps as the order that comes of them."""


def add_document_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that make a document: `--document`, one per setting, one per parameter of any encoding."""
    parser.add_argument("--document", metavar="FILE", type=Path, help="begin with this saved document")
    keys = ", ".join(encoding.key for encoding in encodings.ENCODINGS)
    parser.add_argument("--encoding", metavar="KEY", help=f"one of {keys}")
    for name, owners in _params_by_name().items():
        item = next(iter(owners.values()))
        parser.add_argument(flag(item), dest=f"params.{name}", metavar=item.kind.upper(), help=_shared_help(owners))
    defaults = dict(Document().records())
    for section in SECTIONS[1:]:
        for item in fields(type(defaults[section])):
            add_flag(parser, flag(item), section, item)
    for item in (SECOND_SENTENCE, SHUFFLE_SEED):
        parser.add_argument(flag(item), dest=f"{ORDER}.{item.name}", metavar=item.kind.upper(), help=item.param.help)
    for view in catalog.views():
        for item in fields(view.options):
            add_flag(parser, f"--{view.key}-{item.name.replace('_', '-')}", f"options.{view.key}", item)


def add_flag(parser: argparse.ArgumentParser, name: str, section: str, item: Field) -> None:
    """Add the flag of one setting; its text is found by `given` under the section."""
    parser.add_argument(name, dest=f"{section}.{item.name}", metavar=item.kind.upper(), help=_help(item))


def flag(item: Field) -> str:
    """The flag that a setting has by itself, as in "--d-model"."""
    return "--" + (item.param.flag or item.name).replace("_", "-")


def given(args: argparse.Namespace, section: str) -> dict[str, str]:
    """The texts of the flags of one section that were given, by the names of their settings."""
    start = f"{section}."
    return {
        name.removeprefix(start): text
        for name, text in vars(args).items()
        if name.startswith(start) and text is not None
    }


def document_from(args: argparse.Namespace, start: Document | None = None) -> Document:
    """The document that the flags describe, beginning with `start`, the file that is named, or the defaults.

    What no flag names is brought into range, as when a shorter table is set in the form.

    Raises:
        UserError: a value is not allowed, or values do not go together.
    """
    named: Path | None = args.document
    document = files.read(named, catalog.OPTION_TYPES) if named else start or Document()
    if args.encoding is not None:
        document = edits.set_encoding(args.encoding)(document)
    for sections in STAGES:
        texts = {section: given(args, section) for section in sections}
        parts = {name: parsed(getattr(document, name), found) for name, found in texts.items() if found}
        document = edits.changed(document, **parts)
    document = _with_order(_with_sentence(document, given(args, "sentence")), given(args, ORDER))
    return _with_options(document, args)


def _with_sentence(document: Document, texts: Mapping[str, str]) -> Document:
    for name in ("split", "text"):
        if name in texts:
            document = edits.set_value(f"sentence.{name}", texts[name])(document)
    return edits.changed(document, sentence=parsed(document.sentence, texts))


def _with_order(document: Document, texts: Mapping[str, str]) -> Document:
    """Another order of the tokens, which is named by a sentence of the same words, or by a seed."""
    if "second_sentence" in texts:
        document = edits.set_second_sentence(texts["second_sentence"])(document)
    if "shuffle_seed" in texts:
        document = edits.shuffle(cast("int", SHUFFLE_SEED.parse(texts["shuffle_seed"])))(document)
    return document


def _with_options(document: Document, args: argparse.Namespace) -> Document:
    for view in catalog.views():
        for name, text in given(args, f"options.{view.key}").items():
            value = field(view.options, name).parse(text)
            document = edits.set_option(view.key, view.options, name, value)(document)
    return document


def _params_by_name() -> dict[str, dict[str, Field]]:
    """Each parameter's name with the encodings that have it, by key, since one flag serves all of them."""
    found: dict[str, dict[str, Field]] = {}
    for encoding in encodings.ENCODINGS:
        for item in fields(encoding.params):
            found.setdefault(item.name, {})[encoding.key] = item
    return found


def _shared_help(owners: Mapping[str, Field]) -> str:
    """What a parameter means: once where all encodings have it alike, else for each that has it."""
    texts = {key: _help(item) for key, item in owners.items()}
    if len(owners) == len(encodings.ENCODINGS) and len(set(texts.values())) == 1:
        return next(iter(texts.values()))
    return " ".join(f"[{key}] {text}" for key, text in texts.items())


def _help(item: Field) -> str:
    text = f"{item.param.help} {item.param.range_text(item.kind)}; {_shown(item.default)} if not given"
    return text.strip().replace("%", "%%")


def _shown(default: object) -> str:
    if isinstance(default, tuple):
        return ",".join(map(str, default)) or "empty"
    return str(default) if default != "" else "empty"
