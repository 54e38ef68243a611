"""The score split view: its parts, its scale, its selection."""

import math
from pathlib import Path

import numpy as np
import pytest
from figure_marks import axes_of, edited, image_of, mark_of, text_of
from view_cases import document_of

from posenc_gui import cli
from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection, Sentence
from posenc_gui.document.edits import Edit
from posenc_gui.engine import attention, tokens
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.heads import projections
from posenc_gui.engine.tokens import embed
from posenc_gui.figures.spec import Line
from posenc_gui.figures.split import VIEW as SPLIT
from posenc_gui.figures.split import SplitOptions
from posenc_gui.figures.view import Pick

PARTS = ("token_token", "token_position", "position_token", "position_position")


def option(name: str, value: object) -> Edit:
    """Set one option of the view."""
    return edits.set_option("split", SplitOptions, name, value)


def test_data_add_up_to_the_scores_of_the_tokens_as_they_stand() -> None:
    document = Document(attention=Attention("random", 2), sentence=Sentence("a dog chases a cat", (4, 2, 0, 1, 3)))
    data = SPLIT.data(document)
    assert list(data) == [*PARTS, "total", "norm_token", "norm_position"]
    position = edits.set_value("grid.length", 5)(document).encoded.evaluate()
    fed = tokens.embed(document.ordered_words, 64, 0)
    scores = attention.scores(fed, position, projections(document.attention, 64))
    np.testing.assert_allclose(data["total"], scores, rtol=0, atol=1e-12)
    assert data["norm_token"] == pytest.approx(np.linalg.norm(fed, axis=1).mean())
    assert data["norm_position"] == pytest.approx(np.sqrt(32))  # 32 pairs, each of length one


@pytest.mark.parametrize(
    ("changes", "scale"),
    [
        ([option("token_scale", "sqrt_d")], 8.0),
        ([option("token_scale", "free"), option("free_scale", 0.5)], 0.5),
        ([option("free_scale", 0.5)], 1.0),
    ],
)
def test_the_token_scale_acts_on_tokens_alone(changes: list[Edit], scale: float) -> None:
    before, after = SPLIT.data(Document()), SPLIT.data(edited(Document(), *changes))
    for name, power in zip(PARTS, (2, 1, 1, 0), strict=True):
        np.testing.assert_allclose(after[name], before[name] * scale**power, rtol=1e-12, atol=1e-12)
    assert after["norm_token"] == pytest.approx(scale * before["norm_token"])
    assert after["norm_position"] == before["norm_position"]


def test_side_by_side_the_mixed_parts_vanish_and_it_says_so() -> None:
    document = edited(Document(), option("combine", "concatenate"))
    data = SPLIT.data(document)
    assert not data["token_position"].any()
    assert not data["position_token"].any()
    assert "the two mixed parts vanish" in SPLIT.figure(document).caption


def test_all_matrices_share_one_scale() -> None:
    figure = SPLIT.figure(Document())
    limits = {image_of(figure, name, "matrix").high for name in (*PARTS, "total")}
    assert limits == {max(np.abs(SPLIT.data(Document())[name]).max() for name in (*PARTS, "total"))}


def test_bars_begin_where_the_one_before_ends_and_reach_the_sum() -> None:
    figure, data = SPLIT.figure(Document()), SPLIT.data(Document())
    at = 0.0
    for name in PARTS:
        bar = mark_of(figure, "parts", name)
        assert isinstance(bar, Line)
        assert bar.x[0] == pytest.approx(at)
        assert bar.x[1] - bar.x[0] == pytest.approx(data[name][0, 2, 4])  # position 12 is place 2 of 5 words, key 2 + 5
        at = float(bar.x[1])
    total = mark_of(figure, "parts", "total")
    assert isinstance(total, Line)
    assert total.x.tolist() == [0, data["total"][0, 2, 4]]
    assert at == pytest.approx(total.x[1])
    numbers = [float(text_of(figure, "parts", f"{name}.value").replace("−", "-")) for name in (*PARTS, "total")]
    assert sum(numbers[:4]) == pytest.approx(numbers[4], abs=3e-4)


@pytest.mark.parametrize(
    ("position", "offset", "query", "key"), [(12, 5, 2, 4), (12, -1, 2, 1), (4, -60, 4, 0), (60, 0, 0, 0)]
)
def test_the_selected_cell_follows_playhead_and_offset(position: int, offset: int, query: int, key: int) -> None:
    document = Document(selection=Selection(position, 3, offset))
    frame = mark_of(SPLIT.figure(document), "total", "cell")
    assert isinstance(frame, Line)
    assert (frame.x.mean().round(), (frame.y.min() + frame.y.max()) / 2) == (key, query)
    assert axes_of(SPLIT.figure(document), "parts").title == f"the score of query {query} and key {key}, part by part"
    assert f"at {query} and" in SPLIT.read(document, None)


def test_a_pick_selects_query_and_key() -> None:
    edit = SPLIT.on_pick(Document(), Pick("position_token", 3.2, 1.4))
    assert edit is not None
    assert (edit(Document()).selection.position, edit(Document()).selection.offset) == (1, 2)
    small = Document(grid=Grid(2, 4), selection=Selection(0, 0, 0))
    assert SPLIT.on_pick(small, Pick("total", 0.0, 3.0)) is None  # there is no such position to go to
    assert SPLIT.on_pick(Document(), Pick("parts", 0.0, 0.0)) is None


def test_both_lengths_are_numbers() -> None:
    words, length = Document().words, float(np.linalg.norm(embed(Document().words, 64, seed=0), axis=1).mean())
    assert len(words) == 5
    # each of the 32 pairs of a position has length 1
    said = f"Mean length of a vector: {length:.3f} for the tokens, {math.sqrt(32):.3f} for"
    assert SPLIT.figure(Document()).notes[0].startswith(said)


@pytest.mark.parametrize(("key", "where"), [("rope", "turns q and k"), ("alibi", "added to the scores")])
def test_what_acts_inside_attention_is_said_to(key: str, where: str) -> None:
    with pytest.raises(UserError, match=rf"acts inside attention \({where}\): nothing is added to the embeddings"):
        SPLIT.figure(document_of(key))
    with pytest.raises(UserError, match="None adds nothing: a score is token · token alone"):
        SPLIT.figure(document_of("none"))


def test_a_table_that_ends_too_early_is_refused() -> None:
    with pytest.raises(UserError, match="position 3 does not exist"):
        SPLIT.figure(Document(encoding="learned", params=LearnedParams(rows=3)))


def test_the_shown_head_is_that_of_the_selection() -> None:
    document = edited(Document(attention=Attention("random", 4)), edits.select(shown_head=2))
    np.testing.assert_array_equal(
        image_of(SPLIT.figure(document), "total", "matrix").values, SPLIT.data(document)["total"][2]
    )


def test_many_words_are_split_too() -> None:
    document = Document(sentence=Sentence(" ".join(f"extraordinary{n}" for n in range(300))))
    ticks = axes_of(SPLIT.figure(document), "token_token").y.ticks
    assert ticks is not None
    assert len(ticks) <= 12
    assert ticks[0] == (0, "extraor… 0")


def test_too_many_heads_of_too_many_words_are_refused() -> None:
    document = Document(sentence=Sentence("x " * 1999 + "x"), attention=Attention("content", 64))
    with pytest.raises(UserError, match="the split of 2000 tokens with 64 heads would take"):
        SPLIT.figure(document)


def test_flags_reach_the_view(tmp_path: Path) -> None:
    path = tmp_path / "out.npz"
    assert cli.main(["export", "split", "-o", str(path), "--split-combine", "concatenate"]) == 0
    with np.load(path) as arrays:
        assert not arrays["token_position"].any()
        np.testing.assert_array_equal(arrays["total"], arrays["token_token"] + arrays["position_position"])
