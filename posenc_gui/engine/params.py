"""Parameters as data: what a value means, which values it may take, and how it is read from text.

A record is a frozen dataclass whose fields carry a `Param`. Forms, command-line flags, saved files and error messages
are all made from these fields, so that each option is declared once.
"""

import dataclasses
import math
import typing
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeVar

from msgspec import Struct

from posenc_gui.engine.errors import UserError

Value = int | float | bool | str | tuple[int, ...] | tuple[float, ...]
Kind = Literal["int", "float", "bool", "text", "ints", "floats"]

_KINDS: Mapping[Any, Kind] = {
    int: "int",
    float: "float",
    bool: "bool",
    str: "text",
    tuple[int, ...]: "ints",
    tuple[float, ...]: "floats",
}
_WORDS: Mapping[Kind, str] = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "text": "text",
    "ints": "whole numbers with commas between",
    "floats": "numbers with commas between",
}
_TRUTHS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


class Choice(Struct, frozen=True):
    """One of the values that a parameter may take, and how people call it."""

    value: str
    label: str
    help: str = ""


class Param(Struct, frozen=True):
    """What people and controls need to know of a parameter.

    `low` and `high` are the smallest and largest value allowed (`low` itself is refused where `open_low` is set).
    `slider` is the span that a slider covers, when the allowed range is too wide to drag through. `flag` names the
    command-line flag where it differs from the field. A field with `history=False` is never an undo step, and one that
    is `advanced` is set so seldom that forms keep it out of the way. `only_with` names a field of the same record and
    those of its values with which this one has a meaning. A text with `file_suffixes` is the path of such a file.
    `special` is a value that stands for something else than itself, as zero or an empty list may, and a word for that.
    """

    label: str
    help: str = ""
    unit: str = ""
    low: float | None = None
    high: float | None = None
    open_low: bool = False
    slider: tuple[float, float] | None = None
    log: bool = False
    choices: tuple[Choice, ...] = ()
    flag: str = ""
    history: bool = True
    advanced: bool = False
    only_with: tuple[str, tuple[Value, ...]] | None = None
    file_suffixes: tuple[str, ...] = ()
    special: tuple[Value, str] | None = None

    def range_text(self, kind: Kind) -> str:
        """The allowed range in words, as messages and tooltips give it."""
        if self.choices:
            return "one of " + ", ".join(choice.value for choice in self.choices)
        if self.low is not None and self.high is not None:
            low = f"above {self.low:.12g} and up to" if self.open_low else f"from {self.low:.12g} to"
            return f"{_WORDS[kind]} {low} {self.high:.12g}"
        if self.low is not None:
            return f"{_WORDS[kind]} {'above' if self.open_low else 'of at least'} {self.low:.12g}"
        return _WORDS[kind]


class Field(Struct, frozen=True):
    """One parameter of a record: its name, kind and default beside its `Param`."""

    name: str
    kind: Kind
    default: Value
    param: Param

    def check(self, value: object) -> Value:
        """Return the value in the field's own type.

        Raises:
            UserError: the value has another type or lies outside the allowed range.
        """
        return self._accepted(value, value)

    def parse(self, text: str) -> Value:
        """Read the value from a command line or an entry field; raises `UserError` as `check` does."""
        try:
            value = self._read(text if self._is_free_text else text.strip())
        except ValueError:
            value = None
        return self._accepted(value, text)

    def refusal(self, value: object) -> UserError:
        """The error that names this field, the value that was given and what is allowed."""
        return UserError(f"{self.name} is {shown(value)}, but must be {self.param.range_text(self.kind)}")

    def _accepted(self, value: object, given: object) -> Value:
        converted = self._converted(value)
        if converted is None or not self._allows(converted):
            raise self.refusal(given)
        return converted

    @property
    def _is_free_text(self) -> bool:
        return self.kind == "text" and not self.param.choices

    def _read(self, text: str) -> object:
        match self.kind:
            case "int":
                return int(text)
            case "float":
                return float(text)
            case "bool":
                return _TRUTHS.get(text.lower())
            case "ints":
                return tuple(int(part) for part in text.split(",") if part.strip())
            case "floats":
                return tuple(float(part) for part in text.split(",") if part.strip())
            case "text":
                return text

    def _converted(self, value: object) -> Value | None:
        match self.kind, value:
            case "bool", bool(truth):
                return truth
            case _, bool():
                return None
            case "text", str(text):
                return text if _is_unicode(text) else None
            case "int", int(number):
                return number
            case "float", int(number) | float(number):
                return _finite(number)
            case ("ints", list() | tuple()) if all(type(part) is int for part in value):
                return tuple(value)
            case ("floats", list() | tuple()) if all(type(part) in (int, float) for part in value):
                numbers = tuple(_finite(part) for part in value)
                return None if None in numbers else typing.cast("tuple[float, ...]", numbers)
            case _:
                return None

    def _allows(self, value: Value) -> bool:
        if self.param.choices:
            return any(value == choice.value for choice in self.param.choices)
        parts = value if isinstance(value, tuple) else (value,)
        return all(self._in_range(part) for part in parts if not isinstance(part, str))

    def _in_range(self, number: float) -> bool:
        low, high = self.param.low, self.param.high
        above = low is None or (number > low if self.param.open_low else number >= low)
        return above and (high is None or number <= high)


def shown(value: object) -> str:
    """The value as messages name it: on one line, cut where it is long, and a word where there is nothing to see."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except ValueError:
        return "a number of too many digits"
    text = " ".join(text.split())
    return (f"{text[:60]}…" if len(text) > 60 else text) or "empty"


def _is_unicode(text: str) -> bool:
    """False for the half characters that bytes of another encoding become, which no file could hold."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _finite(number: float) -> float | None:
    try:
        converted = float(number)
    except OverflowError:
        return None
    return converted if math.isfinite(converted) else None


def param(default: Value, label: str, help: str = "", **settings: Any) -> Any:  # noqa: ANN401 - any field's type
    """A dataclass field with its `Param`; `settings` are the other fields of `Param`."""
    return dataclasses.field(default=default, metadata={"param": Param(label, help, **settings)})


@dataclass(frozen=True)
class Record:
    """Base of all parameter records: every value is checked against its `Param` when the record is made."""

    def __post_init__(self) -> None:
        for field in fields(type(self)):
            object.__setattr__(self, field.name, field.check(getattr(self, field.name)))


def fields(record_type: type[Record]) -> tuple[Field, ...]:
    """The parameters of a record, in the order in which they are declared."""
    return _declared(typing.cast("Hashable", record_type))


@cache
def _declared(record_type: Any) -> tuple[Field, ...]:  # noqa: ANN401 - type[Record], which mypy takes for unhashable
    hints = typing.get_type_hints(record_type)
    return tuple(
        Field(item.name, _KINDS[hints[item.name]], typing.cast("Value", item.default), item.metadata["param"])
        for item in dataclasses.fields(record_type)
    )


def field(record_type: type[Record], name: str) -> Field:
    """The parameter of that name.

    Raises:
        UserError: the record has no such parameter.
    """
    found = next((item for item in fields(record_type) if item.name == name), None)
    if found is None:
        names = ", ".join(item.name for item in fields(record_type)) or "none"
        raise UserError(f"unknown parameter {shown(name)}; known here: {names}")
    return found


R = TypeVar("R", bound=Record)


def from_mapping(record_type: type[R], values: Mapping[str, object]) -> R:
    """Make a record from names and values, as a file gives them; missing names take their defaults.

    Raises:
        UserError: a name is unknown or a value is not allowed.
    """
    return record_type(**{name: field(record_type, name).check(value) for name, value in values.items()})


def has_meaning(record: Record, param: Param) -> bool:
    """Whether a parameter of the record means anything beside the others."""
    if param.only_with is None:
        return True
    name, values = param.only_with
    return getattr(record, name) in values


def to_mapping(record: Record) -> dict[str, Value]:
    """All names and values of a record, in order."""
    return {item.name: getattr(record, item.name) for item in fields(type(record))}


def replaced(record: R, **values: Value) -> R:
    """The record with other values, checked as when it is made; the same one where they are what it holds."""
    if all(getattr(record, name) == value for name, value in values.items()):
        return record
    return dataclasses.replace(record, **values)


def parsed(record: R, texts: Mapping[str, str]) -> R:
    """The record with some values read from text, as a command line gives them; raises `UserError` as a field does."""
    return dataclasses.replace(record, **{name: field(type(record), name).parse(text) for name, text in texts.items()})
