"""The figure widget: when it draws, and what mouse, wheel and keys do to the document."""

import threading
from collections.abc import Callable, Iterator

import pytest
from msgspec import structs
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.figures import catalog
from posenc_gui.figures.spec import Figure, Rect
from posenc_gui.figures.view import View
from posenc_gui.ui.figure_maker import MOST_AT_ONCE
from posenc_gui.ui.figure_view import FigureView
from posenc_gui.ui.jobs import Jobs

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NO_KEYS, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier

Show = Callable[[View], FigureView]


@pytest.fixture
def jobs(qapp: QApplication) -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.stop()


@pytest.fixture
def show(qtbot: QtBot, store: Store, jobs: Jobs, reported: list[UserError]) -> Show:
    def show_view(view: View) -> FigureView:
        made = FigureView(store, view, jobs, reported.append)
        qtbot.addWidget(made)
        made.resize(700, 500)
        made.show()
        qtbot.waitExposed(made)
        settle()
        return made

    return show_view


@pytest.fixture
def heatmap(show: Show) -> FigureView:
    return show(catalog.by_key("heatmap"))


def settle() -> None:
    """Let everything happen that is due."""
    for _ in range(3):
        QApplication.processEvents()


def at(view: FigureView, axes: str, x: float, y: float) -> QPoint:
    """Where a point of the data lies on the widget."""
    scene = view.painter.view_box(axes).to_scene((x, y))
    return QPoint(view.mapFromScene(scene))


def drag(view: FigureView, start: QPoint, end: QPoint, button: Qt.MouseButton, keys: Qt.KeyboardModifier) -> None:
    widget = view.viewport()
    QTest.mousePress(widget, button, keys, start)
    for part in range(1, 5):
        between = start + (end - start) * part / 4
        QTest.mouseMove(widget, between)
        settle()
    QTest.mouseRelease(widget, button, keys, end)
    settle()


def turn_wheel(view: FigureView, place: QPoint, notches: int) -> None:
    event = QWheelEvent(
        QPointF(place),
        QPointF(view.mapToGlobal(place)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        NO_KEYS,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)
    settle()


def region(view: FigureView, store: Store) -> Rect:
    assert view.view.region is not None
    return view.view.region(store.document)


def counted(key: str, **changes: object) -> tuple[View, list[Document]]:
    """A view that notes for which documents its figure was made."""
    view = catalog.by_key(key)
    made: list[Document] = []

    def figure(document: Document) -> Figure:
        made.append(document)
        return view.figure(document)

    return structs.replace(view, figure=figure, **changes), made


def test_many_edits_in_one_turn_make_one_figure(show: Show, store: Store) -> None:
    view, made = counted("heatmap")
    show(view)
    made.clear()
    for position in range(10, 30):
        store.edit(edits.select(position=position))
    settle()
    assert [document.selection.position for document in made] == [29]


def test_a_hidden_view_makes_no_figure_until_it_is_shown(show: Show, store: Store) -> None:
    view, made = counted("waves")
    shown = show(view)
    shown.hide()
    made.clear()
    store.edit(edits.select(position=20))
    settle()
    assert made == []
    shown.show()
    settle()
    assert [document.selection.position for document in made] == [20]


def test_what_is_drawn_is_the_figure_of_the_document(heatmap: FigureView, store: Store) -> None:
    store.edit(edits.set_param("base", 100.0))
    settle()
    assert heatmap.drawn is not None
    assert heatmap.drawn[1] == heatmap.view.figure(store.document)


def test_heavy_work_is_done_by_one_job_at_a_time_and_ends_with_the_newest_document(
    qtbot: QtBot, show: Show, store: Store
) -> None:
    plain = catalog.by_key("waves")
    threads: list[threading.Thread] = []
    made: list[int] = []
    gate = threading.Event()

    def figure(document: Document) -> Figure:
        threads.append(threading.current_thread())
        gate.wait(10)
        made.append(document.selection.position)
        return plain.figure(document)

    shown = show(structs.replace(plain, figure=figure, work=lambda _: MOST_AT_ONCE + 1))
    qtbot.waitUntil(lambda: bool(threads))
    for position in (20, 21, 22):
        store.edit(edits.select(position=position))
        settle()
    sign = shown.findChild(QLabel, "computing.waves")
    assert isinstance(sign, QLabel)
    qtbot.waitUntil(sign.isVisible)
    gate.set()
    qtbot.waitUntil(lambda: shown.drawn is not None and shown.drawn[0] is store.document)
    assert made == [12, 22]
    assert threading.main_thread() not in threads
    assert not sign.isVisible()


def test_a_large_seeded_table_is_made_by_a_job_and_shown_at_once_when_it_is_there(
    qtbot: QtBot, show: Show, store: Store
) -> None:
    heatmap, threads = catalog.by_key("heatmap"), list[threading.Thread]()

    def figure(document: Document) -> Figure:
        threads.append(threading.current_thread())
        return heatmap.figure(document)

    params = LearnedParams(rows=4096, seed=4321)
    large = Document("learned", params, Grid(64, 128))
    store.reset(large)
    shown = show(structs.replace(heatmap, figure=figure))
    qtbot.waitUntil(lambda: shown.drawn is not None)
    assert large.encoded.work == 0
    store.edit(edits.select(position=20))
    settle()
    assert shown.drawn is not None
    assert shown.drawn[0] is store.document
    main = threading.main_thread()
    assert [thread is main for thread in threads] == [False, True]


def test_a_figure_that_cannot_be_made_says_why_and_comes_back(show: Show, store: Store) -> None:
    shown = show(catalog.by_key("waves"))
    options = catalog.by_key("waves").options
    problem = shown.findChild(QLabel, "problem.waves")
    assert isinstance(problem, QLabel)
    store.edit(edits.set_option("waves", options, "pairs", (99,)))
    settle()
    assert problem.isVisible()
    assert "99" in problem.text()
    store.edit(edits.set_option("waves", options, "pairs", (1,)))
    settle()
    assert not problem.isVisible()


def test_a_click_selects_cell_and_pair_and_a_drag_is_one_undo_step(heatmap: FigureView, store: Store) -> None:
    before = store.document
    drag(heatmap, at(heatmap, "heatmap", 10, 5), at(heatmap, "heatmap", 40, 50), LEFT, NO_KEYS)
    assert (store.document.selection.pair, store.document.selection.position) == (20, 50)
    store.undo()
    assert store.document.selection.pair == before.selection.pair
    assert not store.can_undo


def test_a_drag_that_leaves_the_axes_goes_on_at_their_edge(heatmap: FigureView, store: Store) -> None:
    drag(heatmap, at(heatmap, "heatmap", 10, 5), at(heatmap, "heatmap", 10, 90), LEFT, NO_KEYS)
    assert store.document.selection.position == 63


def test_the_read_out_follows_the_pointer_and_returns_to_the_selection(heatmap: FigureView) -> None:
    told: list[str] = []
    heatmap.pointed.connect(lambda: told.append(heatmap.reading()))
    QTest.mouseMove(heatmap.viewport(), at(heatmap, "heatmap", 7, 12))
    QTest.mouseMove(heatmap.viewport(), at(heatmap, "heatmap", 9, 30))
    assert told[-1].startswith("PE[30, 9] = cos(30 / 10000^(8/64))")
    assert heatmap.accessibleDescription() == told[-1]
    QApplication.sendEvent(heatmap, QEvent(QEvent.Type.Leave))
    assert told[-1].startswith("PE[12, 6] = sin(12")


def test_the_wheel_zooms_about_the_pointer(heatmap: FigureView, store: Store) -> None:
    place = at(heatmap, "heatmap", 16, 48)
    turn_wheel(heatmap, place, 3)
    shown = region(heatmap, store)
    assert shown.x1 - shown.x0 == pytest.approx(64 / 1.25**3)
    kept = heatmap.painter.to_axes("heatmap", heatmap.mapToScene(place))
    assert kept == pytest.approx((16, 48), abs=0.5)
    assert not store.can_undo


def test_zooming_out_stops_at_the_whole(heatmap: FigureView, store: Store) -> None:
    whole = region(heatmap, store)
    turn_wheel(heatmap, at(heatmap, "heatmap", 16, 48), 4)
    turn_wheel(heatmap, at(heatmap, "heatmap", 16, 48), -8)
    assert region(heatmap, store) == whole


def test_zooming_by_key_keeps_the_selection_in_place(heatmap: FigureView, store: Store) -> None:
    store.edit(edits.select(position=20, pair=5))
    settle()
    before = at(heatmap, "heatmap", 10.5, 20)
    heatmap.zoom_by(2.0)
    settle()
    after = at(heatmap, "heatmap", 10.5, 20)
    assert (after - before).manhattanLength() <= 4
    heatmap.show_region(None)
    assert region(heatmap, store) == Rect(-0.5, 63.5, -0.5, 63.5)


@pytest.mark.parametrize(("button", "keys"), [(MIDDLE, NO_KEYS), (RIGHT, NO_KEYS), (LEFT, SHIFT)])
def test_pulling_moves_the_part_that_is_shown(
    heatmap: FigureView, store: Store, button: Qt.MouseButton, keys: Qt.KeyboardModifier
) -> None:
    heatmap.zoom_by(2.0)
    settle()
    selected, before = store.document.selection, region(heatmap, store)
    start = heatmap.viewport().rect().center()
    drag(heatmap, start, start + QPoint(-60, -40), button, keys)
    after = region(heatmap, store)
    assert after.x0 > before.x0
    assert after.y0 > before.y0
    assert after.x1 - after.x0 == pytest.approx(before.x1 - before.x0)
    assert store.document.selection == selected


def test_shift_and_arrows_move_the_part_that_is_shown(heatmap: FigureView, store: Store) -> None:
    heatmap.zoom_by(2.0)
    settle()
    before = region(heatmap, store)
    QTest.keyClick(heatmap, Qt.Key.Key_Right, SHIFT)
    settle()
    QTest.keyClick(heatmap, Qt.Key.Key_Down, SHIFT)
    after = region(heatmap, store)
    assert after.x0 > before.x0
    assert after.y0 > before.y0


@pytest.mark.parametrize(
    ("key", "name", "change"),
    [
        (Qt.Key.Key_Down, "position", 1),
        (Qt.Key.Key_Up, "position", -1),
        (Qt.Key.Key_PageDown, "position", 10),
        (Qt.Key.Key_PageUp, "position", -10),
        (Qt.Key.Key_Right, "pair", 1),
        (Qt.Key.Key_Left, "pair", -1),
    ],
)
def test_arrow_keys_move_the_selection(heatmap: FigureView, store: Store, key: Qt.Key, name: str, change: int) -> None:
    before = getattr(store.document.selection, name)
    QTest.keyClick(heatmap, key)
    assert getattr(store.document.selection, name) == before + change


def test_each_press_of_a_key_is_an_undo_step(heatmap: FigureView, store: Store) -> None:
    QTest.keyClick(heatmap, Qt.Key.Key_Right)
    QTest.keyClick(heatmap, Qt.Key.Key_Right)
    store.undo()
    assert store.document.selection.pair == 4


def test_a_right_click_asks_for_the_menu_and_a_right_drag_does_not(heatmap: FigureView) -> None:
    asked: list[QPoint] = []
    heatmap.menu_wanted.connect(asked.append)
    start = heatmap.viewport().rect().center()
    drag(heatmap, start, start + QPoint(50, 50), RIGHT, NO_KEYS)
    assert asked == []
    QTest.mouseClick(heatmap.viewport(), RIGHT, NO_KEYS, start)
    assert asked == [heatmap.viewport().mapToGlobal(start)]


def test_a_view_without_zoom_leaves_wheel_and_keys_without_effect(show: Show, store: Store) -> None:
    shown, before = show(catalog.by_key("rotation")), store.document
    turn_wheel(shown, shown.viewport().rect().center(), 2)
    drag(shown, QPoint(20, 20), QPoint(80, 80), MIDDLE, NO_KEYS)
    QTest.keyClick(shown, Qt.Key.Key_Right, SHIFT)
    assert store.document == before


def test_the_theme_repaints_the_ground(heatmap: FigureView, store: Store) -> None:
    store.edit(edits.set_value("screen.theme", "dark"))
    settle()
    assert heatmap.backgroundBrush().color().name().upper() == "#14171C"


def test_it_tells_assistive_technology_what_it_is(heatmap: FigureView) -> None:
    assert heatmap.objectName() == "view.heatmap"
    assert heatmap.accessibleName() == catalog.by_key("heatmap").title
