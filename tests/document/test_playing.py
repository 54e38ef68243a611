"""What the transport moves: its span, and steps through it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import documents

from posenc_gui.document import edits, playing
from posenc_gui.document.document import Document


@given(documents())
def test_what_plays_stands_in_its_span_and_its_ends_are_allowed(document: Document) -> None:
    span = playing.span(document)
    assert playing.value(document) in span
    assert playing.value(playing.to_first(document)) == span[0]
    assert playing.value(playing.to_last(document)) == span[-1]


@given(documents(), st.integers(-500, 500))
def test_a_step_moves_what_plays_and_nothing_else(document: Document, count: int) -> None:
    span, before = playing.span(document), playing.value(document)
    stepped = playing.step(count)(document)
    assert playing.value(stepped) == min(max(before + count, span[0]), span[-1])
    assert playing.move(before)(stepped) == document


@pytest.mark.parametrize(("plays", "ends"), [("position", (0, 63)), ("offset", (-63, 63))])
def test_the_spans_at_length_64(plays: str, ends: tuple[int, int]) -> None:
    document = edits.set_value("transport.plays", plays)(Document())
    span = playing.span(document)
    assert (span[0], span[-1]) == ends
    assert playing.path(document) == f"selection.{plays}"
