"""Parameters: which values pass, which are refused, and what the message then says."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from strategies import sinusoidal_params

from posenc_gui.engine import encodings
from posenc_gui.engine.encoding import Encoding
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid, check_memory, in_bytes
from posenc_gui.engine.params import (
    Choice,
    Record,
    Value,
    field,
    fields,
    from_mapping,
    param,
    replaced,
    to_mapping,
)


@dataclass(frozen=True)
class Sample(Record):
    """One parameter of each kind."""

    count: int = param(3, "Count", low=1, high=10)
    factor: float = param(1.5, "Factor", low=0, open_low=True)
    plain: float = param(0.0, "Plain")
    flag: bool = param(True, "Flag")
    name: str = param("x", "Name")
    way: str = param("left", "Way", choices=(Choice("left", "left"), Choice("right", "right")))
    items: tuple[int, ...] = param((), "Items", low=0)
    sizes: tuple[float, ...] = param((), "Sizes", low=0, high=1)


ACCEPTED: list[tuple[str, object, Value]] = [
    ("count", 1, 1),
    ("count", 10, 10),
    ("factor", 2, 2.0),
    ("factor", 5e-324, 5e-324),
    ("plain", -1e308, -1e308),
    ("flag", False, False),
    ("name", "", ""),
    ("way", "right", "right"),
    ("items", [2, 0, 1], (2, 0, 1)),
    ("sizes", (0, 0.5, 1), (0.0, 0.5, 1.0)),
]

REFUSED: list[tuple[str, object, str]] = [
    ("count", 0, "count is 0, but must be a whole number from 1 to 10"),
    ("count", 11, "count is 11, but must be a whole number from 1 to 10"),
    ("count", True, "count is True, but must be a whole number from 1 to 10"),
    ("count", 3.0, "count is 3.0, but must be a whole number from 1 to 10"),
    ("count", "3", "count is 3, but must be a whole number from 1 to 10"),
    ("count", None, "count is None, but must be a whole number from 1 to 10"),
    ("count", 10**5000, "count is a number of too many digits, but must be a whole number from 1 to 10"),
    ("factor", 0, "factor is 0, but must be a number above 0"),
    ("factor", float("nan"), "factor is nan, but must be a number above 0"),
    ("factor", float("inf"), "factor is inf, but must be a number above 0"),
    ("factor", True, "factor is True, but must be a number above 0"),
    ("factor", 10**400, f"factor is 1{'0' * 59}…, but must be a number above 0"),
    ("plain", float("-inf"), "plain is -inf, but must be a number"),
    ("flag", 1, "flag is 1, but must be true or false"),
    ("name", 5, "name is 5, but must be text"),
    ("name", "half \udc80", "name is half \udc80, but must be text"),
    ("way", "up", "way is up, but must be one of left, right"),
    ("way", "", "way is empty, but must be one of left, right"),
    ("way", "le\nft\x1b", "way is le ft\x1b, but must be one of left, right"),
    ("items", (1, True), "items is (1, True), but must be whole numbers with commas between of at least 0"),
    ("items", (1, -1), "items is (1, -1), but must be whole numbers with commas between of at least 0"),
    ("items", "12", "items is 12, but must be whole numbers with commas between of at least 0"),
    ("sizes", (0.5, float("nan")), "sizes is (0.5, nan), but must be numbers with commas between from 0 to 1"),
    ("sizes", (2.0,), "sizes is (2.0,), but must be numbers with commas between from 0 to 1"),
]


@pytest.mark.parametrize(("name", "value", "kept"), ACCEPTED)
def test_allowed_value_is_kept_in_the_type_of_its_field(name: str, value: object, kept: Value) -> None:
    found = field(Sample, name).check(value)
    assert found == kept
    assert type(found) is type(kept)


@pytest.mark.parametrize(("name", "value", "message"), REFUSED, ids=range(len(REFUSED)))
def test_refusal_names_value_and_range_on_one_line(name: str, value: object, message: str) -> None:
    with pytest.raises(UserError) as caught:
        field(Sample, name).check(value)
    assert str(caught.value) == message
    with pytest.raises(UserError):
        from_mapping(Sample, {name: value})


@pytest.mark.parametrize(("name", "value"), [row[:2] for row in REFUSED], ids=range(len(REFUSED)))
def test_record_cannot_be_made_of_a_refused_value(name: str, value: object) -> None:
    with pytest.raises(UserError):
        Sample(**{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("count", " 7 ", 7),
        ("factor", "2.5e3", 2500.0),
        ("plain", "-0.5", -0.5),
        ("flag", "Yes", True),
        ("flag", "off", False),
        ("name", "  two  words ", "  two  words "),
        ("way", " right ", "right"),
        ("items", "4, 3,2", (4, 3, 2)),
        ("items", "", ()),
        ("sizes", "0.25,1", (0.25, 1.0)),
    ],
)
def test_text_is_read_as_the_field_needs_it(name: str, text: str, value: Value) -> None:
    assert field(Sample, name).parse(text) == value


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("count", "seven", "count is seven, but must be a whole number from 1 to 10"),
        ("count", "7.5", "count is 7.5, but must be a whole number from 1 to 10"),
        ("count", "", "count is empty, but must be a whole number from 1 to 10"),
        ("count", "9" * 5000, f"count is {'9' * 60}…, but must be a whole number from 1 to 10"),
        ("factor", "nan", "factor is nan, but must be a number above 0"),
        ("factor", "1e999", "factor is 1e999, but must be a number above 0"),
        ("flag", "maybe", "flag is maybe, but must be true or false"),
        ("items", "1,x", "items is 1,x, but must be whole numbers with commas between of at least 0"),
    ],
)
def test_text_that_cannot_be_read_is_named_as_it_was_typed(name: str, text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        field(Sample, name).parse(text)
    assert str(caught.value) == message


def test_fields_come_in_the_order_of_declaration_with_their_kinds() -> None:
    kinds = [(item.name, item.kind) for item in fields(Sample)]
    assert [kind for _, kind in kinds] == ["int", "float", "float", "bool", "text", "text", "ints", "floats"]
    assert [item.default for item in fields(Sample)] == list(to_mapping(Sample()).values())


def test_unknown_parameter_is_named_with_those_that_are_known() -> None:
    with pytest.raises(UserError, match="unknown parameter colour; known here: length, d_model"):
        from_mapping(Grid, {"colour": 1})


@given(sinusoidal_params())
def test_record_is_its_mapping(params: SinusoidalParams) -> None:
    assert from_mapping(SinusoidalParams, to_mapping(params)) == params


@given(sinusoidal_params())
def test_every_value_is_read_back_from_its_own_text(params: SinusoidalParams) -> None:
    for item in fields(SinusoidalParams):
        value = getattr(params, item.name)
        assert item.parse(str(value)) == value


@pytest.mark.parametrize("encoding", encodings.ENCODINGS, ids=lambda encoding: encoding.key)
def test_default_lies_within_slider_and_range(encoding: Encoding[Record]) -> None:
    for item in fields(encoding.params):
        assert item.check(item.default) == item.default
        if item.param.slider is not None:
            low, high = item.param.slider
            assert low <= float(str(item.default)) <= high
            item.parse(f"{low:.12g}")
            item.parse(f"{high:.12g}")


@pytest.mark.parametrize(
    ("base", "shown"), [(1.0, "1.0"), (0.5, "0.5"), (float("nan"), "nan"), (float("inf"), "inf"), (-3, "-3")]
)
def test_base_must_be_finite_and_above_one(base: float, shown: str) -> None:
    with pytest.raises(UserError, match=rf"base is {shown}, but must be a number above 1 and up to 1e\+12$"):
        SinusoidalParams(base=base)


@pytest.mark.parametrize("length", [0, -5, 2**31 + 1])
def test_length_must_be_positive(length: int) -> None:
    with pytest.raises(UserError, match=f"length is {length}, but must be a whole number from 1 to 2147483648"):
        Grid(length=length)


def test_unknown_encoding_is_named() -> None:
    assert all(encodings.by_key(encoding.key) is encoding for encoding in encodings.ENCODINGS)
    with pytest.raises(UserError, match=r"encoding is sinus, but must be one of none, .*, sinusoidal, "):
        encodings.by_key("sinus")


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 bytes"), (1023, "1023 bytes"), (1536, "1.5 KiB"), (2**50, "1024 TiB")]
)
def test_sizes_are_written_in_the_largest_unit(count: float, text: str) -> None:
    assert in_bytes(count) == text


def test_memory_is_checked_at_its_very_limit() -> None:
    check_memory("a table", 2**29)
    with pytest.raises(UserError, match="a table would take 4 GiB, but must be at most 4 GiB"):
        check_memory("a table", 2**29 + 1)


def test_a_record_is_replaced_where_a_value_differs() -> None:
    sample = Sample(count=4)
    assert replaced(sample, count=4, name="x") is sample
    assert replaced(sample, count=5) == Sample(count=5)
    with pytest.raises(UserError, match="count is 11"):
        replaced(sample, count=11)
