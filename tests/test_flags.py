"""The flags that both programs take, and the document that they describe."""

import argparse
from pathlib import Path

import pytest

from posenc_gui import flags
from posenc_gui.document import edits, files
from posenc_gui.document.document import SECTIONS, Document
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.figures.heatmap import HeatmapOptions
from posenc_gui.parser import Parser


@pytest.fixture
def parser() -> Parser:
    made = Parser(prog="y", allow_abbrev=False)
    flags.add_document_flags(made)
    return made


def test_flags_are_unique(parser: Parser) -> None:
    names = [name for action in parser._actions for name in action.option_strings]
    assert len(set(names)) == len(names)


def test_no_section_is_left_out() -> None:
    assert sorted([*(section for stage in flags.STAGES for section in stage), "sentence"]) == sorted(SECTIONS)


def test_without_flags_nothing_changes(parser: Parser) -> None:
    assert flags.document_from(parser.read([])) == Document()
    start = edits.reverse(edits.set_param("base", 7.0)(Document()))
    assert flags.document_from(parser.read([]), start) == start


def test_flags_go_over_the_start(parser: Parser) -> None:
    start = edits.reverse(edits.set_param("base", 7.0)(Document()))
    found = flags.document_from(parser.read(["--layout", "concatenated"]), start)
    assert found == edits.set_param("layout", "concatenated")(start)


def test_a_file_goes_over_the_start(parser: Parser, tmp_path: Path) -> None:
    files.write(tmp_path / "saved.json", edits.reverse(Document()))
    args = parser.read(["--document", str(tmp_path / "saved.json")])
    assert flags.document_from(args, edits.set_param("base", 7.0)(Document())) == edits.reverse(Document())


def test_negative_values_are_values(parser: Parser) -> None:
    document = flags.document_from(parser.read(["--heatmap-region", "-0.5,9,-0.5,9", "--offset", "-3"]))
    assert document.selection.offset == -3
    assert edits.option(document, "heatmap", HeatmapOptions).region == (-0.5, 9.0, -0.5, 9.0)


@pytest.mark.parametrize(
    ("arguments", "position", "heads", "shown_head"),
    [
        (["--length", "8"], 7, 4, 3),
        (["--length", "8", "--position", "2"], 2, 4, 3),
        (["--d-model", "63"], 12, 3, 2),
        (["--d-model", "63", "--heads", "7"], 12, 7, 2),
        (["--d-model", "62", "--head", "random"], 12, 2, 1),
        (["--heads", "2", "--position", "5"], 5, 2, 1),
    ],
)
def test_what_is_not_named_is_brought_into_range(
    parser: Parser, arguments: list[str], position: int, heads: int, shown_head: int
) -> None:
    start = edits.select(shown_head=3)(Document(grid=Grid(64, 64), attention=Attention("content", 4)))
    found = flags.document_from(parser.read(arguments), start)
    assert (found.selection.position, found.attention.heads) == (position, heads)
    assert found.selection.shown_head == shown_head


def test_complaints_are_user_errors() -> None:
    with pytest.raises(UserError, match="unrecognized arguments: --x; see y --help"):
        Parser(prog="y").read(["--x"])


def test_texts_are_found_by_section() -> None:
    args = argparse.Namespace(**{"grid.length": "3", "grid.d_model": None, "params.length": "4", "document": None})
    assert flags.given(args, "grid") == {"length": "3"}


@pytest.mark.parametrize(
    ("arguments", "order"),
    [
        (["--second-sentence", "a cat chases a dog"], (0, 4, 2, 3, 1)),
        (["--order", "4,3,2,1,0", "--second-sentence", "cat a chases dog a"], (4, 0, 2, 1, 3)),
        (["--sentence", "dog", "--split", "characters", "--second-sentence", "god"], (2, 1, 0)),
        (["--split", "characters", "--sentence", "dog"], (0, 1, 2)),
    ],
)
def test_a_second_sentence_is_an_order(parser: Parser, arguments: list[str], order: tuple[int, ...]) -> None:
    assert flags.document_from(parser.read(arguments)).sentence.order == order


def test_a_seed_shuffles_and_the_same_seed_alike(parser: Parser) -> None:
    found = [flags.document_from(parser.read(["--shuffle-seed", seed])).sentence.order for seed in ("1", "1", "2")]
    assert found[0] == found[1] == edits.shuffle(1)(Document()).sentence.order
    assert found[0] != found[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--second-sentence", "a bird chases a cat"], "the second sentence lacks “dog” and adds “bird”, but must"),
        (["--second-sentence", " "], "the sentence is empty, but must have from 1 to 2000 words"),
        (["--shuffle-seed", "x"], "shuffle_seed is x, but must be a whole number from 0 to 4294967295"),
        (["--mask", "future"], "mask is future, but must be one of none, causal, padding"),
        (["--layers", "5"], "layers is 5, but must be a whole number from 1 to 4"),
        (["--dtype", "float16"], "dtype is float16, but must be one of float64, float32, bfloat16"),
        (["--head", "second"], "head is second, but must be one of content, random, offset, previous, first"),
        (["--heads", "5"], "heads is 5, but must divide d_model 64"),
    ],
)
def test_flags_of_the_laboratory_are_refused_by_name(parser: Parser, arguments: list[str], message: str) -> None:
    with pytest.raises(UserError, match=message):
        flags.document_from(parser.read(arguments))
