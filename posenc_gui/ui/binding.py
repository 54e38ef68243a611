"""What joins a control to one value of the document: how to read it, how to write it, how to describe it."""

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtWidgets import QWidget

from posenc_gui.document.document import SECTIONS, Document
from posenc_gui.document.edits import Edit, option, set_option, set_value
from posenc_gui.document.store import Store
from posenc_gui.engine import encodings
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Choice, Field, Param, Record, Value, field, has_meaning
from posenc_gui.figures.view import View
from posenc_gui.ui.messages import Reporter, attempt


class Binding(Struct, frozen=True):
    """One value of the document, by its path; `record` is the one that it belongs to, if there is one."""

    path: str
    field: Field
    store: Store
    report: Reporter
    read: Callable[[Document], Value]
    write: Callable[[Value], Edit]
    record: Callable[[Document], Record] | None = None

    @property
    def value(self) -> Value:
        """The value that the document has now."""
        return self.read(self.store.document)

    def has_meaning(self, document: Document) -> bool:
        """Whether the value means anything beside the others of its record."""
        return self.record is None or has_meaning(self.record(document), self.field.param)

    def is_shared(self, old: Document, new: Document) -> bool:
        """Whether two documents have the value, and those beside it that give it a meaning, from the same record."""
        return self.record is not None and self.record(old) is self.record(new)

    def edit(self, value: Value, tag: str | None = None) -> bool:
        """Set the value; tells whether it was accepted, and reports why not."""
        return attempt(self.store, self.write(value), tag, report=self.report)

    def describe(self, widget: QWidget) -> None:
        """Give a widget the names, tooltip and description of this value."""
        param = self.field.param
        sentences = [param.help]
        if not param.choices and self.field.kind not in ("bool", "text"):
            sentences.append(f"{param.range_text(self.field.kind).capitalize()}{f' {param.unit}' * bool(param.unit)}.")
        told = " ".join(sentence for sentence in sentences if sentence)
        widget.setObjectName(self.path)
        widget.setAccessibleName(self.path)
        widget.setAccessibleDescription(f"{param.label}. {told}".strip())
        widget.setToolTip(told)


def bind(path: str, store: Store, report: Reporter) -> Binding:
    """The value at a path such as "grid.length", "params.base" (of the present encoding) or "encoding".

    Raises:
        UserError: there is no such value.
    """
    if path == "encoding":
        return Binding(path, _encoding_field(), store, report, lambda document: document.encoding, _setter(path))
    section, _, name = path.partition(".")
    if section not in SECTIONS:
        raise UserError(f"unknown setting {path[:60]}; it must begin with one of {', '.join(SECTIONS)}")
    found = field(type(getattr(store.document, section)), name)

    def record(document: Document) -> Record:
        holder: Record = getattr(document, section)
        return holder

    def read(document: Document) -> Value:
        value: Value = getattr(record(document), name)
        return value

    return Binding(path, found, store, report, read, _setter(path), record)


def bind_option(view: View, name: str, store: Store, report: Reporter) -> Binding:
    """The option of a view by its name; its path is "<view>.<name>"."""

    def record(document: Document) -> Record:
        return option(document, view.key, view.options)

    def read(document: Document) -> Value:
        value: Value = getattr(record(document), name)
        return value

    def write(value: Value) -> Edit:
        return set_option(view.key, view.options, name, value)

    return Binding(f"{view.key}.{name}", field(view.options, name), store, report, read, write, record)


def _setter(path: str) -> Callable[[Value], Edit]:
    return lambda value: set_value(path, value)


def _encoding_field() -> Field:
    choices = tuple(Choice(encoding.key, encoding.title, encoding.summary) for encoding in encodings.ENCODINGS)
    help_text = "How a transformer is told where a token stands."
    return Field("encoding", "text", encodings.ENCODINGS[0].key, Param("Encoding", help_text, choices=choices))
