"""Figures on a scene: items are kept, only what changed is touched, and places are found there and back."""

import numpy as np
import pytest
from msgspec import structs
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot
from render_figures import PLAIN, axes, every_mark, figure, moved
from shown import Shown, make_shown

from posenc_gui.figures.spec import Axis, Figure, Image, Line, Mark, Points, Rect, Small, Span, Text
from posenc_gui.figures.theme import DARK, LIGHT
from posenc_gui.render.mapping import Mapping
from posenc_gui.render.mark_item import MarkItem
from posenc_gui.render.painter import EDGE
from posenc_gui.render.style import Style
from posenc_gui.render.text_item import TextItem

LINE = Line("line", np.arange(10.0), np.arange(10.0), "pair")
SPAN = Span("span", "x", 3, 3, "position")


@pytest.fixture
def placed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the marks whose items were updated, in order."""
    names: list[str] = []
    place = MarkItem.place

    def record(self: MarkItem, mark: Mark, mapping: Mapping, style: Style) -> None:
        names.append(mark.name)
        place(self, mark, mapping, style)

    monkeypatch.setattr(MarkItem, "place", record)
    return names


def test_every_mark_has_an_item_in_the_order_of_the_figure(shown: Shown) -> None:
    marks = every_mark()
    shown.painter.show(figure(axes(*marks)))
    depths = [shown.painter.item("main", mark.name).zValue() for mark in marks]
    assert depths == sorted(set(depths))
    assert [shown.painter.item("main", mark.name).mark for mark in marks] == list(marks)


def test_while_playing_items_stay_and_only_those_that_moved_are_touched(shown: Shown, placed: list[str]) -> None:
    shown.painter.show(figure(axes(LINE, SPAN)))
    items = [shown.painter.item("main", name) for name in ("line", "span")]
    placed.clear()
    for step in range(1, 4):
        same_line = structs.replace(LINE, x=LINE.x.copy())
        shown.painter.show(figure(axes(same_line, moved(SPAN, step))))
    assert placed == ["span"] * 3
    assert [shown.painter.item("main", name) for name in ("line", "span")] == items


def test_an_equal_figure_touches_nothing(shown: Shown, placed: list[str]) -> None:
    shown.painter.show(figure(axes(*every_mark())))
    placed.clear()
    shown.painter.show(figure(axes(*every_mark())))
    assert placed == []


def test_a_name_that_reads_differently_moves_nothing(shown: Shown, placed: list[str]) -> None:
    shown.painter.show(figure(axes(LINE, x=Axis("row 9", 0, 10), title="At 9")))
    placed.clear()
    shown.painter.show(figure(axes(LINE, x=Axis("row 10", 0, 10), title="At 10")))
    assert placed == []


def test_marks_and_axes_come_and_go_by_name(shown: Shown) -> None:
    second = axes(LINE, key="second", cell=(0, 1, 1, 1))
    shown.painter.show(figure(axes(LINE, SPAN), second, columns=(1, 1)))
    line, scene = shown.painter.item("main", "line"), shown.widget.scene()
    gone = [shown.painter.item("main", "span"), shown.painter.axes_item("second")]
    shown.painter.show(figure(axes(Text("note", (1, 1), "new"), LINE)))
    assert shown.painter.item("main", "line") is line
    assert line.zValue() > shown.painter.item("main", "note").zValue()
    assert all(item.scene() is None for item in gone)
    assert shown.painter.axes_item("main").scene() is scene
    with pytest.raises(KeyError):
        shown.painter.axes_item("second")


def test_a_mark_that_changes_its_kind_gets_another_item(shown: Shown) -> None:
    shown.painter.show(figure(axes(LINE)))
    shown.painter.show(figure(axes(Points("line", LINE.x, LINE.y, "pair"))))
    assert isinstance(shown.painter.item("main", "line").mark, Points)


def test_the_range_is_that_of_the_figure(shown: Shown) -> None:
    shown.painter.show(figure(axes(LINE, x=Axis("x", -0.5, 63.5), y=Axis("y", 2, 3, reversed=True))))
    box = shown.painter.view_box("main")
    assert box.to_data(box.mapToScene(box.mapping.area.topLeft())) == pytest.approx((-0.5, 2))
    assert box.to_data(box.mapToScene(box.mapping.area.bottomRight())) == pytest.approx((63.5, 3))
    shown.painter.show(figure(axes(LINE, x=Axis("x", 10, 20, reversed=True), y=Axis("y", 2, 3))))
    assert box.to_data(box.mapToScene(box.mapping.area.topLeft())) == pytest.approx((20, 3))


def test_equal_axes_have_one_scale(shown: Shown) -> None:
    shown.painter.show(figure(axes(LINE, x=Axis("x", -2, 2), y=Axis("y", -1, 1), equal=True)))
    size = shown.painter.view_box("main").size()
    assert size.width() / size.height() == pytest.approx(2, rel=0.01)


def test_view_boxes_of_one_column_and_of_one_row_line_up(shown: Shown) -> None:
    long = Axis("y", 0, 1, ticks=((0.5, "a rather long tick"),))
    parts = (
        axes(LINE, key="a", cell=(0, 0, 1, 1), y=long),
        axes(LINE, key="b", cell=(1, 0, 1, 1), y=Axis("", 0, 1, ticks=())),
        axes(LINE, key="c", cell=(1, 1, 1, 1), x=Axis("", 0, 1, ticks=()), title="titled"),
    )
    shown.painter.show(figure(*parts, rows=(1, 1), columns=(3, 1)))
    a, b, c = (shown.painter.view_box(key).sceneBoundingRect() for key in "abc")
    assert (a.left(), a.right()) == (b.left(), b.right())
    assert (b.top(), b.bottom()) == (c.top(), c.bottom())
    assert b.width() == pytest.approx(3 * c.width(), rel=0.01)


@pytest.fixture
def panel(qtbot: QtBot) -> Shown:
    """A painter that may use small layouts, on a widget that is shown."""
    return make_shown(qtbot, small=True)


def small_figure(title: str = "second one") -> Figure:
    second = axes(
        LINE, Points("taken", LINE.x, LINE.y, "pair", grab=True), key="second", cell=(1, 0, 1, 1), title=title
    )
    small = Small((20, 20), (("main", (0, 0, 1, 1)),))
    return figure(axes(LINE), second, rows=(1, 1), small=small)


def test_little_room_leaves_out_what_the_small_layout_does_not_name(panel: Shown, qtbot: QtBot) -> None:
    panel.painter.show(small_figure())
    first, second = (panel.painter.view_box(key) for key in ("main", "second"))
    tall = first.size().height()
    there = second.mapToScene(second.mapping.area.center())
    assert panel.painter.pick_at(there) is not None
    assert panel.painter.grabbed_at(there) == "taken"
    panel.widget.resize(panel.widget.width(), 200)
    qtbot.waitUntil(lambda: not panel.painter.axes_item("second").isVisible())
    assert panel.painter.axes_item("main").isVisible()
    assert first.size().height() > 100 - EDGE
    for place in (there, first.mapToScene(first.mapping.area.center())):
        found = panel.painter.pick_at(place)
        assert found is None or found[0] == "main"
        assert panel.painter.grabbed_at(place) == ""
    assert panel.painter.pick_at(first.mapToScene(first.mapping.area.center())) is not None
    panel.widget.resize(panel.widget.width(), 480)
    qtbot.waitUntil(lambda: panel.painter.axes_item("second").isVisible())
    assert first.size().height() == tall


def test_what_is_left_out_is_named_as_it_is_called_now(panel: Shown, qtbot: QtBot) -> None:
    panel.widget.resize(panel.widget.width(), 200)
    panel.painter.show(small_figure("row 9"))
    qtbot.waitUntil(lambda: panel.painter.left_out == ("row 9",))
    panel.painter.show(small_figure("row 10"))
    assert panel.painter.left_out == ("row 10",)
    panel.widget.resize(panel.widget.width(), 600)
    qtbot.waitUntil(lambda: panel.painter.left_out == ())


def test_a_picture_has_all_axes_however_small_it_is(shown: Shown) -> None:
    shown.widget.resize(shown.widget.width(), 200)
    shown.painter.show(small_figure())
    assert shown.painter.axes_item("second").isVisible()
    assert shown.painter.left_out == ()


@pytest.mark.parametrize("flipped", [False, True])
def test_places_are_found_there_and_back(shown: Shown, flipped: bool) -> None:
    x, y = Axis("x", -1, 5, reversed=flipped), Axis("y", 100, 900, reversed=flipped)
    shown.painter.show(figure(axes(LINE, x=x, y=y)))
    box = shown.painter.view_box("main")
    for point in [(-0.9, 110.0), (2.0, 500.0), (4.9, 890.0)]:
        scene_pos = box.to_scene(point)
        hit = shown.painter.pick_at(scene_pos)
        assert hit is not None
        assert hit[0] == "main"
        assert hit[1:] == pytest.approx(point)
    outside = box.to_scene((7.0, 1000.0))
    assert shown.painter.pick_at(outside) is None
    assert shown.painter.to_axes("main", outside) == pytest.approx((7.0, 1000.0))


def test_the_nearest_mark_that_may_be_taken_hold_of_is_found(shown: Shown) -> None:
    near = Points("near", np.array([5.0]), np.array([5.0]), "position", grab=True)
    nearer = Points("nearer", np.array([5.1]), np.array([5.0]), "position")
    far = Points("far", np.array([9.0, 1.0]), np.array([9.0, 9.0]), "pair", grab=True)
    shown.painter.show(figure(axes(near, nearer, far)))
    box = shown.painter.view_box("main")
    assert shown.painter.grabbed_at(box.to_scene((5.1, 5.0))) == "near"
    assert shown.painter.grabbed_at(box.to_scene((1.0, 9.0)) + QPointF(9, 9)) == "far"
    assert shown.painter.grabbed_at(box.to_scene((1.0, 9.0)) + QPointF(12, 12)) == ""


def test_a_theme_repaints_marks_in_its_colours(shown: Shown) -> None:
    shown.painter.show(figure(axes(Span("band", "x", 2, 8, "position"), Span("span", "y", 5, 5, "offset", width=9))))
    at = shown.painter.view_box("main").to_scene((1, 5)).toPoint()
    assert shown.image().pixelColor(at) == QColor(LIGHT.roles["offset"])
    shown.painter.set_theme(DARK)
    assert shown.image().pixelColor(at) == QColor(DARK.roles["offset"])


def test_larger_text_takes_its_room_from_the_view_box(shown: Shown) -> None:
    shown.painter.show(figure(axes(LINE)))
    before = shown.painter.view_box("main").size()
    shown.painter.set_text_scale(2.0)
    after = shown.painter.view_box("main").size()
    assert after.width() < before.width()
    assert after.height() < before.height()
    assert shown.painter.view_box("main").mapping.visible == Rect(0, 10, 0, 10)


def test_a_widget_of_another_size_keeps_the_range(shown: Shown, qtbot: QtBot) -> None:
    shown.painter.show(figure(axes(*every_mark())))
    before = shown.painter.view_box("main").size()
    shown.widget.resize(900, 300)
    qtbot.waitUntil(lambda: shown.painter.view_box("main").size().width() > before.width())
    assert shown.painter.view_box("main").mapping.visible == Rect(0, 10, 0, 10)
    shown.image()


def test_axes_without_a_frame_paint_nothing_around(shown: Shown) -> None:
    bare = Axis("", 0, 1, visible=False)
    shown.painter.show(figure(axes(x=bare, y=bare, frame=False)))
    image = shown.image()
    colors = {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}
    assert colors == {QColor(LIGHT.ground).rgb()}


def test_the_colour_scale_follows_its_mark(shown: Shown) -> None:
    image = Image("image", np.zeros((2, 2)), Rect(0, 10, 0, 10), "difference", -2, 2)
    shown.painter.show(figure(axes(image, scale_of="image")))
    scale = shown.painter.axes_item("main").color_scale
    assert scale is not None
    assert scale.texts == ("−2", "0", "2")
    shown.painter.show(figure(axes(structs.replace(image, low=-0.5, high=0.5), scale_of="image")))
    assert shown.painter.axes_item("main").color_scale is scale
    assert scale.texts == ("−0.5", "0", "0.5")
    shown.painter.show(figure(axes(image, scale_of="")))
    assert not scale.isVisible()


@pytest.mark.parametrize("width", [1.0, 2.0])
def test_a_line_is_broken_at_nan(shown: Shown, width: float) -> None:
    y = np.array([5.0, 5.0, np.nan, 5.0, 5.0])
    shown.painter.show(figure(axes(Line("line", np.array([0.0, 4.0, 5.0, 6.0, 10.0]), y, "error", width))))
    box, image = shown.painter.view_box("main"), shown.image()
    drawn = {x: _is_red(image, box.to_scene((x, 5.0))) for x in (2.0, 5.0, 8.0)}
    assert drawn == {2.0: True, 5.0: False, 8.0: True}


def _is_red(image: QImage, place: QPointF) -> bool:
    colors = [image.pixelColor(place.toPoint().x(), place.toPoint().y() + by) for by in (-2, -1, 0, 1, 2)]
    return any(color.red() - color.blue() > 60 for color in colors)


@pytest.mark.parametrize(
    ("text", "room", "written"),
    [
        ("12.34", 0.0, "12.34"),
        ("12.34", 5.0, "12.34"),
        ("12.34", 0.2, ""),
        ("a long name", 5.0, "a long name"),
        ("a long name", 1.0, "a lo…"),
    ],
)
def test_a_text_keeps_to_its_room(shown: Shown, text: str, room: float, written: str) -> None:
    shown.painter.show(figure(axes(Text("text", (5, 5), text, room=room))))
    item = shown.painter.item("main", "text")
    assert isinstance(item, TextItem)
    assert item.text.startswith(written[:2])
    assert item.text.endswith("…") == written.endswith("…")
    assert bool(item.text) == bool(written)
    if room:
        box = shown.painter.view_box("main")
        assert item.boundingRect().width() <= room * box.size().width() / 10 + 6


def test_explicit_ticks_outside_the_range_are_left_out(shown: Shown) -> None:
    ticked = structs.replace(PLAIN, ticks=((-1.0, "below"), (5.0, "five"), (11.0, "above")))
    shown.painter.show(figure(axes(LINE, x=ticked)))
    item = shown.painter.axes_item("main").x_axis
    assert item.texts == ["five"]
