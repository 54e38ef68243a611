"""The links of one token: which it is, what they weigh, and whether they move along with it."""

import numpy as np
import pytest
from figure_marks import axes_of, edited, mark_of, text_of
from hypothesis import given
from strategies import documents

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Sentence
from posenc_gui.figures.comparisons import SIDES
from posenc_gui.figures.links import MOST_LINKS, ROWS, WIDEST, LinksOptions, followed
from posenc_gui.figures.links import VIEW as LINKS
from posenc_gui.figures.shuffle import VIEW as SHUFFLE
from posenc_gui.figures.spec import Line
from posenc_gui.figures.view import Pick

ORDER = (3, 1, 4, 0, 2)
SHUFFLED = Document(sentence=Sentence("a dog chases a cat", ORDER))


def links(document: Document, row: str, side: str) -> list[Line]:
    """The lines of one panel."""
    marks = axes_of(LINKS.figure(document), f"{row}.{side}").marks
    return [mark for mark in marks if isinstance(mark, Line)]


@given(documents())
def test_links_are_the_weights_of_the_token_that_is_followed(document: Document) -> None:
    arrays, head = LINKS.data(document), document.selection.shown_head
    at = followed(document)
    for side in SIDES:
        for row, wanted in (("typed", edits.restore(document)), ("now", document)):
            weights = SHUFFLE.data(wanted)[f"weights_{side}"][head, at.at(row)]
            np.testing.assert_array_equal(arrays[f"links_{side}"][ROWS.index(row)], weights)
    assert arrays["token"] == at.token
    assert len(arrays["tokens_typed"]) == len(arrays["tokens_now"]) == len(arrays["position_ids"])


@pytest.mark.parametrize("side", SIDES)
def test_a_link_leads_to_its_key_and_is_as_wide_as_its_weight(side: str) -> None:
    document = edits.select(token=1)(SHUFFLED)
    weights = LINKS.data(document)[f"links_{side}"]
    for number, row in enumerate(ROWS):
        for key, line in enumerate(links(document, row, side)):
            assert line.x.tolist() == [followed(document).at(row), key]
            assert line.width == max(WIDEST * weights[number, key], 0.25)


def test_without_positions_links_move_along_and_with_positions_they_change() -> None:
    document = edited(SHUFFLED, edits.select(token=3), edits.set_value("attention.head", "previous"))
    figure = LINKS.figure(document)
    assert text_of(figure, "verdict.without", "verdict").startswith("the links move along with the tokens")
    assert text_of(figure, "verdict.with", "verdict").startswith("the links change: weights by up to 0.9")
    straight = LINKS.figure(edits.restore(document))
    assert text_of(straight, "verdict.with", "verdict") == "nothing is shuffled"


def test_a_press_on_a_token_follows_it_in_either_row() -> None:
    for row, expected in (("typed", 2), ("now", ORDER[2])):
        edit = LINKS.on_pick(SHUFFLED, Pick(f"{row}.with", 2.3, 1.0))
        assert edit
        assert edit(SHUFFLED).token == expected
    assert LINKS.on_pick(SHUFFLED, Pick("verdict.with", 2.3, 1.0)) is None
    padded = edits.set_value("attention.padding", 2)(SHUFFLED)
    assert LINKS.on_pick(padded, Pick("now.with", 1.0, 1.0)) is None


def test_a_token_is_followed_through_a_shuffle_and_let_go_with_its_sentence() -> None:
    document = edits.select(token=4)(SHUFFLED)
    assert edits.shuffle(3)(document).token == 4
    assert edits.set_sentence("two words")(document).selection.token == -1
    assert followed(edits.select(position=1)(SHUFFLED)).token == ORDER[1]
    assert followed(edits.select(position=12)(SHUFFLED)).token == ORDER[12 % 5]


def test_position_ids_stand_under_the_tokens() -> None:
    document = edited(
        SHUFFLED, edits.set_value("attention.padding", 2), edits.set_value("attention.count_padding", False)
    )
    figure = LINKS.figure(document)
    ids = [text_of(figure, "now.with.keys", f"id.{place}") for place in range(7)]
    assert ids == ["id 0", "id 0", "id 0", "id 1", "id 2", "id 3", "id 4"]
    assert text_of(figure, "now.with.keys", "key.0") == "[pad]"


def test_a_key_that_is_hidden_has_no_link() -> None:
    document = edited(SHUFFLED, edits.set_value("attention.mask", "causal"), edits.select(token=ORDER[1]))
    lengths = [float(np.ptp(line.y)) for line in links(document, "now", "with")]
    assert [length > 0 for length in lengths] == [True, True, False, False, False]


def test_many_tokens_have_their_heaviest_links_and_few_names() -> None:
    document = Document(sentence=Sentence(" ".join(f"w{n}" for n in range(300))))
    drawn = links(document, "now", "with")
    assert len(drawn) == MOST_LINKS
    assert len(axes_of(LINKS.figure(document), "now.with.keys").marks) < 100
    weights = LINKS.data(document)["links_with"][1]
    widths = sorted((line.width for line in drawn), reverse=True)
    assert widths[0] == WIDEST * weights.max()


def test_the_read_out_is_the_token_under_the_pointer() -> None:
    document = edits.select(token=1)(SHUFFLED)
    weight = LINKS.data(document)["links_with"][1][2]
    text = LINKS.read(document, Pick("now.with", 2.2, 0.0))
    assert text.startswith("“dog” gives “cat” at 2 the weight ")
    assert f"{weight:.3f}" in text or "e−" in text
    assert "as they stand now, with positions" in text
    assert "largest change of its weights" in LINKS.read(document, None)


def test_nothing_is_given_away_while_it_is_covered() -> None:
    document = edited(SHUFFLED, edits.set_value("screen.covered", True), edits.select(token=1))
    figure = LINKS.figure(document)
    assert not links(document, "now", "with")
    assert not any(mark.name.startswith("weight") for mark in axes_of(figure, "now.with.keys").marks)
    assert text_of(figure, "verdict.with", "verdict") == "same or different?"
    assert LINKS.read(document, Pick("now.with", 2.2, 0.0)) == "“dog” is followed"
    assert mark_of(figure, "now.with.keys", "key.2")


def test_the_order_as_typed_can_be_left_out() -> None:
    document = edits.set_option("links", LinksOptions, "both", False)(SHUFFLED)
    rows = {axes.key.partition(".")[0] for axes in LINKS.figure(document).axes}
    assert rows == {"now", "verdict"}
    np.testing.assert_array_equal(LINKS.data(document)["links_with"], LINKS.data(SHUFFLED)["links_with"])
