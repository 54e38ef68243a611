"""Which views stand side by side."""

import pytest

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import catalog, places

KEYS = tuple(view.key for view in catalog.views())


def with_panels(panels: str) -> Document:
    return edits.set_value("screen.panels", panels)(Document())


@pytest.mark.parametrize(
    ("panels", "standing"),
    [
        ("", KEYS[:4]),
        (" , ", KEYS[:4]),
        ("split", ("split",)),
        ("waves, split ,heatmap", ("waves", "split", "heatmap")),
    ],
)
def test_names_are_read_with_commas_between(panels: str, standing: tuple[str, ...]) -> None:
    assert places.standing(with_panels(panels)) == standing


@pytest.mark.parametrize("panels", ["nope", "waves,waves", "heatmap,waves,rotation,shuffle,split", "waves;split"])
def test_impossible_ones_are_refused(panels: str) -> None:
    document = with_panels(panels)
    with pytest.raises(UserError):
        places.standing(document)
    assert places.known(document) == places.usual()


def test_fewer_and_more_keep_what_is_looked_at() -> None:
    two = places.show(2, "shuffle")(Document())
    assert places.standing(two) == ("shuffle", "heatmap")
    assert places.standing(places.show(4, "shuffle")(two)) == ("shuffle", "heatmap", "waves", "rotation")
    assert places.standing(places.show(1, "compare")(two)) == ("compare",)
    assert places.show(4, "heatmap")(Document()) == Document()


def test_showing_some_leaves_the_one_that_fills() -> None:
    filled = edits.set_value("screen.view", "waves")(Document())
    assert places.show(2, "waves")(filled).screen.view == ""
    assert places.put("waves", "split")(filled).screen.view == "split"
    assert places.put("waves", "split")(filled).screen.panels == ""
