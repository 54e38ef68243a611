"""What goes together in a document, and what is said of what does not."""

import dataclasses

import pytest
from hypothesis import given
from strategies import documents

from posenc_gui.document.document import SECTIONS, Document, Selection, Sentence
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid


def test_start_up_document_has_the_sentence_in_its_own_order() -> None:
    document = Document()
    assert document.ordered_words == document.words == ("a", "dog", "chases", "a", "cat")
    assert document.sentence.order == (0, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            {"selection": Selection(position=64)},
            "position is 64, but must be from 0 to 63, below length 64",
        ),
        (
            {"selection": Selection(pair=32)},
            "pair is 32, but must be from 0 to 31, below the number of pairs 32",
        ),
        (
            {"selection": Selection(offset=-64)},
            "offset is -64, but must be from -63 to 63 at length 64: choose a smaller offset or a greater length",
        ),
        ({"attention": Attention(heads=3)}, "heads is 3, but must divide d_model 64: one of 1, 2, 4, 8, 16, 32, 64"),
        (
            {"sentence": Sentence("a b c", (0, 1))},
            "order is 0,1, but must name each of 0 to 2 once, with commas between",
        ),
        (
            {"sentence": Sentence(" \t ")},
            "the sentence is empty, but must have from 1 to 2000 words: type at least one",
        ),
        ({"encoding": "sines"}, "encoding is sines, but must be one of "),
        ({"params": Grid()}, "parameters of another encoding were given for sinusoidal"),
    ],
)
def test_parts_that_do_not_go_together_are_refused_by_name(parts: dict[str, object], message: str) -> None:
    with pytest.raises(UserError) as caught:
        dataclasses.replace(Document(), **parts)  # type: ignore[arg-type]
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_smallest_document_stands() -> None:
    document = Document(grid=Grid(1, 1), selection=Selection(0, 0, 0), sentence=Sentence("word"))
    assert (document.pair_count, document.words) == (1, ("word",))


@given(documents())
def test_documents_are_values(document: Document) -> None:
    parts = {item.name: getattr(document, item.name) for item in dataclasses.fields(document)}
    assert Document(**parts) == document
    assert hash(Document(**parts)) == hash(document)
    assert [name for name, _ in document.records()] == list(SECTIONS)
    assert sorted(document.ordered_words) == sorted(document.words)
