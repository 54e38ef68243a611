"""Scales, and numbers as they are written: no widgets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import field
from posenc_gui.ui import numbers
from posenc_gui.ui.binding import bind
from posenc_gui.ui.scale import Scale, scale_of

BASE = field(SinusoidalParams, "base")
D_MODEL = field(Grid, "d_model")
LOG = Scale(1.01, 1e7, 1.01, 1e12, integer=False, log=True)


@given(st.floats(1.01, 1e7))
def test_a_log_slider_goes_there_and_back_within_a_step(value: float) -> None:
    step = (1e7 / 1.01) ** (1 / LOG.steps)
    assert 1 / step <= LOG.value(LOG.place(value)) / value <= step


def test_the_ends_of_a_slider_are_exact() -> None:
    assert (LOG.value(0), LOG.value(LOG.steps)) == (1.01, 1e7)


@pytest.mark.parametrize(
    ("value", "count", "expected"),
    [(10_000.0, 1, 20_000.0), (20_000.0, 1, 50_000.0), (50_000.0, 1, 100_000.0), (10_000.0, -1, 5_000.0)],
)
def test_log_numbers_step_by_one_two_five(value: float, count: int, expected: float) -> None:
    assert LOG.stepped(value, count) == expected


def test_a_value_between_the_steps_goes_to_the_next_one() -> None:
    assert (LOG.stepped(12_345.0, 1), LOG.stepped(12_345.0, -1)) == (20_000.0, 10_000.0)


def test_steps_end_where_the_range_ends() -> None:
    assert LOG.stepped(1.01, -3) == 1.01
    assert LOG.stepped(9e11, 10) == 1e12


@given(st.integers(1, 4000), st.integers(1, 300))
def test_what_the_document_leaves_is_what_sliders_cover(length: int, d_model: int) -> None:
    document = edits.set_value("grid.length", length)(Document())
    document = edits.set_value("grid.d_model", d_model)(document)
    covered = {}
    for name in ("position", "pair", "offset"):
        scale = scale_of(f"selection.{name}", field(type(document.selection), name), document)
        covered[name] = (scale.value(0), scale.value(scale.steps))
    assert covered["position"] == (0, length - 1)
    assert covered["pair"] == (0, (d_model + 1) // 2 - 1)
    assert covered["offset"] == (1 - length, length - 1)


@given(st.integers(1, 300))
def test_heads_stop_only_where_they_divide_the_width(d_model: int) -> None:
    document = edits.set_value("grid.d_model", d_model)(Document())
    scale = scale_of("attention.heads", field(type(document.attention), "heads"), document)
    for place in range(scale.steps + 1):
        edits.set_value("attention.heads", scale.value(place))(document)
    assert scale.stepped(1, -1) == 1


@pytest.mark.parametrize(
    ("value", "text"),
    [(10_000.0, "10000"), (1e6, "1e6"), (1.01, "1.01"), (1 / 3, "0.333333"), (1e-5, "1e-5"), (64, "64"), (0.0, "0")],
)
def test_numbers_are_shown_short(value: float, text: str) -> None:
    assert numbers.shown(value) == text


@pytest.mark.parametrize(
    ("text", "value"), [("64", 64), ("1e3", 1000), ("1_000", 1000), (" 12 ", 12), ("64.0", 64), ("+5", 5)]
)
def test_whole_numbers_are_read_in_plain_forms(text: str, value: int) -> None:
    found = numbers.read(D_MODEL, text)
    assert found == value
    assert isinstance(found, int)


@pytest.mark.parametrize("text", ["0", "-3", "−3", "abc", "", "1e30", "1e999", "nan", "64.5", "1,000", "65537"])
def test_refused_whole_numbers_are_named_as_typed(text: str) -> None:
    with pytest.raises(UserError, match="from 1 to 65536") as refused:
        numbers.read(D_MODEL, text)
    assert f"d_model is {text.replace('−', '-') or 'empty'}," in str(refused.value)


@pytest.mark.parametrize("text", ["1", "0", "inf", "nan", "1e13", "ten"])
def test_refused_bases_are_named_as_typed(text: str) -> None:
    with pytest.raises(UserError, match=f"base is {text}, but must be a number above 1 and up to 1e\\+12"):
        numbers.read(BASE, text)


def test_an_unknown_path_is_refused(store: Store, reported: list[UserError]) -> None:
    with pytest.raises(UserError, match="unknown setting colour"):
        bind("colour.red", store, reported.append)
    with pytest.raises(UserError, match="unknown parameter red"):
        bind("grid.red", store, reported.append)
