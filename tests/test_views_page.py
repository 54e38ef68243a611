"""The page of the views against the catalogue: each view and each of its options is there."""

import re
from pathlib import Path

import pytest

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.engine.params import fields
from posenc_gui.engine.training import trained
from posenc_gui.engine.training_task import Task
from posenc_gui.figures import catalog
from posenc_gui.figures.view import View

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "views.md").read_text("utf-8")
PARTS = dict(re.findall(r"^## [^\n]+\(`(\w+)`\)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def test_the_views_stand_in_their_order() -> None:
    assert list(PARTS) == [view.key for view in catalog.views()]


@pytest.mark.parametrize("view", catalog.views(), ids=lambda view: str(view.key))
def test_each_view_and_its_options_are_told(view: View) -> None:
    assert f"## {view.title} (`{view.key}`)" in PAGE
    for item in fields(view.options):
        if item.param.history:
            assert f"`{item.name}`" in PARTS[view.key], item.name


def documents_of(view: View) -> Document:
    """A document that the view has arrays of."""
    if view.key != "training":
        return Document()
    trained(Task(3, Document().grid.d_model, 0))
    document = edits.set_param("rows", 3)(edits.set_encoding("learned")(Document()))
    return edits.set_param("source", "trained")(document)


@pytest.mark.parametrize("view", catalog.views(), ids=lambda view: str(view.key))
def test_the_arrays_of_each_view_are_named_with_the_main_one_first(view: View) -> None:
    named = re.findall(r"`(\w+)`", PARTS[view.key].partition("\nArrays: ")[2])
    assert named[0] == view.main
    assert set(view.data(documents_of(view))) <= set(named)
