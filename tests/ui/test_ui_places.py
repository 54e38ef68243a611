"""Which views stand side by side: chosen in a panel's header, by the menu, and kept in the document."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from windows import action, find, opened, settle, trigger, visible_views

from posenc_gui.document import edits, files
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.figures import catalog, places
from posenc_gui.figures.theme import LIGHT
from posenc_gui.ui.form import OptionForm
from posenc_gui.ui.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, store: Store) -> Iterator[MainWindow]:
    made = opened(qtbot, store)
    yield made
    made.close()


def choose(window: MainWindow, here: str, wanted: str) -> None:
    """Choose another view in the list beside a title."""
    menu = find(window, QMenu, f"choose.{here}.menu")
    menu.aboutToShow.emit()
    next(item for item in menu.actions() if item.text() == catalog.by_key(wanted).title).trigger()
    settle()


def corner(window: MainWindow, key: str) -> QPoint:
    return find(window, QWidget, f"panel.{key}").mapTo(window, QPoint(0, 0))


def test_the_start_is_the_calm_square_and_makes_no_other_panel(window: MainWindow) -> None:
    assert visible_views(window) == list(window.views.panels) == list(places.usual())


def test_a_view_takes_the_place_of_another(window: MainWindow, store: Store) -> None:
    place = corner(window, "waves")
    choose(window, "waves", "similarity")
    assert store.document.screen.panels == "heatmap,similarity,rotation,shuffle"
    assert corner(window, "similarity") == place
    assert not find(window, QWidget, "panel.waves").isVisible()
    drawn = window.views.panels["similarity"].figure_view.drawn
    assert drawn is not None
    assert drawn[1] == catalog.by_key("similarity").figure(store.document)
    trigger(window, "undo")
    assert corner(window, "waves") == place
    assert not find(window, QWidget, "panel.similarity").isVisible()


def test_two_views_that_both_stand_change_places(window: MainWindow, store: Store) -> None:
    first, last = corner(window, "heatmap"), corner(window, "shuffle")
    choose(window, "heatmap", "shuffle")
    assert (corner(window, "shuffle"), corner(window, "heatmap")) == (first, last)
    choose(window, "shuffle", "heatmap")
    assert store.document.screen.panels == ""


def test_a_view_that_fills_the_window_gives_way_to_another(window: MainWindow, store: Store) -> None:
    trigger(window, "fill.heatmap")
    choose(window, "heatmap", "compare")
    assert store.document.screen.view == "compare"
    assert visible_views(window) == ["compare"]
    trigger(window, "grid")
    assert visible_views(window) == list(places.usual())


def test_the_list_checks_what_can_be_seen(window: MainWindow) -> None:
    menu = find(window, QMenu, "choose.waves.menu")
    menu.aboutToShow.emit()
    titles = [catalog.by_key(key).title for key in places.usual()]
    assert [item.text() for item in menu.actions() if item.isChecked()] == titles
    assert len(menu.actions()) == len(catalog.views())


def test_two_or_four_at_a_time(window: MainWindow, store: Store) -> None:
    assert action(window, "show.four").isChecked()
    window.views.panels["rotation"].figure_view.setFocus()
    trigger(window, "show.two")
    assert store.document.screen.panels == "rotation,heatmap"
    assert corner(window, "rotation").y() == corner(window, "heatmap").y()
    assert action(window, "show.two").isChecked()
    trigger(window, "show.four")
    assert store.document.screen.panels == "rotation,heatmap,waves,shuffle"
    assert len(visible_views(window)) == 4


@pytest.mark.parametrize(
    ("panels", "said"), [("heatmap,nonsense", "nonsense"), ("waves,waves", "different"), ("a,b,c,d,e", "view is a")]
)
def test_impossible_panels_are_told_and_the_first_views_shown(
    window: MainWindow, store: Store, panels: str, said: str
) -> None:
    store.edit(edits.set_value("screen.panels", panels))
    settle()
    assert said in window.messages.text()
    assert visible_views(window) == list(places.usual())


def test_a_saved_document_keeps_what_stands(qtbot: QtBot) -> None:
    document = edits.set_value("screen.panels", "split, training")(Document())
    again = files.from_json(files.to_json(document), catalog.OPTION_TYPES)
    window = opened(qtbot, Store(again))
    assert visible_views(window) == ["split", "training"]
    window.close()


@pytest.mark.parametrize("view", [view.key for view in catalog.views()])
def test_every_header_fits_alone_and_among_others(window: MainWindow, store: Store, view: str) -> None:
    others = [key for key in ("heatmap", "waves", "rotation", "shuffle") if key != view][:3]
    for panels, alone in ((",".join((view, *others)), ""), ("", view)):
        store.edit(edits.set_value("screen.view", alone))
        store.edit(edits.set_value("screen.panels", panels))
        settle()
        panel = window.views.panels[view]
        assert (window.width(), window.height()) == (1280, 720)
        options = find(panel, QWidget, f"options.{view}")
        seen = [part for part in (options, find(panel, QToolButton, f"fill.{view}")) if part.isVisible()]
        for part in (*seen, find(panel, QToolButton, f"choose.{view}")):
            assert panel.rect().contains(part.mapTo(panel, part.rect().bottomRight()))
        assert find(panel, QWidget, f"title.{view}").width() >= find(panel, QWidget, f"title.{view}").sizeHint().width()
        if not find(panel, OptionForm, f"options.{view}").is_empty:
            assert options.isVisible() != find(panel, QToolButton, f"options.{view}.open").isVisible()


def test_options_that_do_not_fit_stand_behind_a_button(window: MainWindow, store: Store) -> None:
    store.edit(edits.set_value("screen.panels", "compare,heatmap,waves,rotation"))
    settle()
    box = find(window, QFrame, "options.compare.box")
    assert not box.isVisible()
    find(window, QToolButton, "options.compare.open").click()
    settle()
    assert box.isVisible()
    other = find(window, QWidget, "compare.other")
    assert other.isVisible()
    assert box.isAncestorOf(other)
    box.close()
    trigger(window, "fill.compare")
    assert not box.isAncestorOf(other)
    assert other.isVisible()
    assert not find(window, QToolButton, "options.compare.open").isVisible()


def test_a_view_that_cannot_be_drawn_covers_the_old_figure_and_its_words(window: MainWindow, store: Store) -> None:
    store.edit(edits.set_value("screen.view", "waves"))
    settle()
    title, problem = find(window, QLabel, "title.waves"), find(window, QLabel, "problem.waves")
    assert title.text() == "Waves over position"
    store.edit(edits.set_encoding("alibi"))
    settle()
    assert problem.isVisible()
    assert title.text() == catalog.by_key("waves").title
    assert find(window, QLabel, "caption.waves").text() == find(window, QLabel, "notes.waves").text() == ""
    corner = problem.grab().toImage().pixelColor(3, 3)
    assert corner.name().upper() == LIGHT.ground
    store.edit(edits.set_encoding("sinusoidal"))
    settle()
    assert title.text() == "Waves over position"


def test_the_fill_button_of_a_new_panel_keeps_its_icon(window: MainWindow, store: Store) -> None:
    store.edit(edits.set_value("screen.view", "heatmap"))
    settle()
    store.edit(edits.set_value("screen.view", "precision"))
    settle()
    store.edit(edits.set_value("grid.length", 70))
    settle()
    assert not find(window, QToolButton, "fill.precision").icon().isNull()
