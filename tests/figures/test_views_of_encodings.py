"""Similarity, compare and score split for every encoding: a figure, or a sentence that says why there is none."""

import pytest
from figure_marks import edited
from view_cases import KEYS, SIZES, assert_well_formed, document_of

from posenc_gui.document import edits
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import catalog
from posenc_gui.figures.view import Pick, View

NAMES = ("similarity", "compare", "split")
VIEWS = pytest.mark.parametrize("view", [catalog.by_key(name) for name in NAMES], ids=NAMES)
ENCODINGS = pytest.mark.parametrize("key", KEYS)
WITHOUT = {"similarity": {"none"}, "compare": set(), "split": {"none", "shaw", "t5", "alibi", "rope", "transformer_xl"}}
"""Encodings that a view has nothing to show of."""


def test_the_catalog_lists_them_after_the_first_four() -> None:
    assert [view.key for view in catalog.views()][4:7] == list(NAMES)


@VIEWS
@ENCODINGS
@pytest.mark.parametrize("size", SIZES)
def test_there_is_a_figure_or_a_sentence(view: View, key: str, size: str) -> None:
    document = document_of(key, **SIZES[size])
    assert view.work(document) >= 0
    if key in WITHOUT[view.key]:
        for ask in (view.figure, view.data, lambda document: view.read(document, None)):
            with pytest.raises(UserError, match=r"choose another encoding|choose an encoding that is added") as caught:
                ask(document)
            assert "\n" not in str(caught.value)
        return
    figure = view.figure(document)
    assert_well_formed(figure)
    assert figure.view == view.key
    assert view.read(document, None)
    arrays = view.data(document)
    assert view.main in arrays
    for values in arrays.values():
        assert values.dtype.kind in "fV"


@VIEWS
@pytest.mark.parametrize("key", ["sinusoidal", "learned", "index"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("x", "y"), [(-1e9, -1e9), (-0.5, -0.5), (0.0, 0.0), (0.6, 0.4), (3.2, 2.7), (1e9, 1e9)])
def test_any_pick_gives_a_document_and_a_read_out(view: View, key: str, size: str, x: float, y: float) -> None:
    document = document_of(key, **SIZES[size])
    for axes in view.figure(document).axes:
        pick = Pick(axes.key, x, y)
        edit = view.on_pick(document, pick)
        picked = edited(document, edit) if edit else document
        assert 0 <= picked.selection.position < picked.grid.length
        text = view.read(document, pick)
        assert text
        assert "\n" not in text


@VIEWS
def test_equal_documents_have_equal_figures(view: View) -> None:
    for key in ("learned", "index"):
        cosine = edits.set_option("similarity", catalog.by_key("similarity").options, "measure", "cosine")
        first, second = (edited(document_of(key), cosine) for _ in range(2))
        assert view.figure(first) == view.figure(second)


@VIEWS
@pytest.mark.parametrize("key", ["sinusoidal", "learned"])
def test_names_of_marks_stay_while_the_position_plays(view: View, key: str) -> None:
    document = edited(document_of(key, **SIZES["long"]), edits.select(position=0, offset=1))
    names = [
        [(axes.key, mark.name) for axes in view.figure(played).axes for mark in axes.marks]
        for played in (edits.select(position=position)(document) for position in (20, 700, 4999))
    ]
    assert names[0] == names[1] == names[2]


@VIEWS
def test_nobody_can_change_what_is_cached(view: View) -> None:
    document = document_of("sinusoidal")
    before = {name: values.copy() for name, values in view.data(document).items()}
    for values in view.data(document).values():
        if values.flags.writeable and values.dtype.kind == "f":
            values[...] = 7
    for name, values in view.data(document).items():
        assert repr(values.tolist()) == repr(before[name].tolist())
