"""Images: the right colours, and no more samples than pixels that can be seen."""

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from render_figures import RecordingSource, axes, figure, raster
from shown import Shown

from posenc_gui.figures.spec import Axis, Image, Raster, Rect, Span
from posenc_gui.figures.theme import DARK, LIGHT, Theme
from posenc_gui.render import paint
from posenc_gui.render.paint import PictureSize
from posenc_gui.render.style import ABSENT, color_table

pytestmark = pytest.mark.usefixtures("qapp")


def _color(shown: Shown, x: float, y: float) -> QColor:
    at = shown.painter.view_box("main").to_scene((x, y))
    return shown.image().pixelColor(int(at.x()), int(at.y()))


def _table(theme: Theme, place: int) -> QColor:
    return QColor.fromRgb(color_table(theme.colormaps["diverging"])[place])


@pytest.mark.parametrize("reversed_y", [False, True])
def test_each_cell_has_the_colour_of_its_value(shown: Shown, reversed_y: bool) -> None:
    values = np.array([[-1.0, 0.0, 1.0], [1.0, -1.0, 0.0]])
    image = Image("image", values, Rect(0, 3, 0, 2), "diverging", -1, 1)
    x, y = Axis("x", 0, 3, reversed=reversed_y), Axis("y", 0, 2, reversed=reversed_y)
    shown.painter.show(figure(axes(image, x=x, y=y)))
    for row, column in np.ndindex(2, 3):
        place = {-1.0: 0, 0.0: ABSENT // 2, 1.0: ABSENT - 1}[float(values[row, column])]
        for within in (0.02, 0.5, 0.98):
            assert _color(shown, column + within, row + within) == _table(LIGHT, place)


def test_the_middle_of_a_diverging_map_is_neutral() -> None:
    for theme in (LIGHT, DARK):
        middle = _table(theme, ABSENT // 2)
        assert max(middle.red(), middle.green(), middle.blue()) - min(middle.red(), middle.green(), middle.blue()) < 8


def test_zero_weight_is_near_the_ground_in_both_themes() -> None:
    for theme in (LIGHT, DARK):
        lowest = QColor.fromRgb(color_table(theme.colormaps["sequential"])[0])
        assert abs(lowest.lightness() - QColor(theme.ground).lightness()) < 40


def test_values_that_do_not_exist_show_the_ground(shown: Shown) -> None:
    values = np.full((2, 2), 1.0)
    values[0, 1] = np.nan
    shown.painter.show(figure(axes(Image("image", values, Rect(0, 10, 0, 10), "diverging", -1, 1))))
    box, image = shown.painter.view_box("main"), shown.image()
    corner = box.to_scene((5.5, 4.5)).toPoint()
    found = {QColor(image.pixel(corner.x() + x, corner.y() + y)).name() for x in range(24) for y in range(24)}
    assert QColor(LIGHT.ground).name() in found
    assert len(found) > 1, "a hatching tells it from an empty place"
    assert _table(LIGHT, ABSENT - 1).name() not in found
    assert _color(shown, 2, 2) == _table(LIGHT, ABSENT - 1)


def test_a_large_table_is_asked_for_no_more_than_the_pixels(shown: Shown) -> None:
    source = RecordingSource(1_000_000, 4_000)
    x, y = Axis("x", 0, 4_000), Axis("y", 0, 1_000_000)
    shown.painter.show(figure(axes(raster(source), x=x, y=y)))
    shown.image()
    size = shown.painter.view_box("main").size()
    assert source.asked == [(Rect(0, 4_000, 0, 1_000_000), int(size.width()), int(size.height()))]


def test_large_cells_are_asked_for_once_and_whole(shown: Shown) -> None:
    source = RecordingSource(1_000_000, 4_000)
    x, y = Axis("x", 9.5, 19.5), Axis("y", 500.25, 503.75)
    shown.painter.show(figure(axes(raster(source), x=x, y=y)))
    shown.image()
    assert source.asked == [(Rect(9, 20, 500, 504), 11, 4)]


def test_a_raster_beyond_the_axes_asks_for_nothing(shown: Shown) -> None:
    source = RecordingSource(10, 10)
    shown.painter.show(figure(axes(raster(source), x=Axis("x", 20, 30))))
    shown.image()
    assert source.asked == []


def test_painting_again_and_playing_do_not_sample_again(shown: Shown) -> None:
    source = RecordingSource(64, 64)
    x, y = Axis("x", 0, 64), Axis("y", 0, 64)
    for position in range(5):
        head = Span("head", "y", position, position, "position", halo=True)
        shown.painter.show(figure(axes(raster(source), head, x=x, y=y)))
        shown.image()
    assert len(source.asked) == 1
    shown.painter.set_theme(DARK)
    shown.image()
    assert len(source.asked) == 2


def test_a_picture_of_twice_the_scale_has_twice_the_samples() -> None:
    source = RecordingSource(10_000, 10_000)
    shown = figure(axes(raster(source), x=Axis("x", 0, 10_000), y=Axis("y", 0, 10_000)))
    paint.to_image(shown, LIGHT, PictureSize(400, 300, 1.0))
    paint.to_image(shown, LIGHT, PictureSize(400, 300, 2.0))
    (_, width, height), (_, twice_width, twice_height) = source.asked
    assert (twice_width, twice_height) == (2 * width, 2 * height)


def test_a_table_narrower_than_its_pixels_is_spread_evenly() -> None:
    source = RecordingSource(3, 1)
    shown = figure(
        axes(Raster("raster", source, Rect(0, 1, 0, 3), "sequential", 0, 1), y=Axis("y", 0, 3, reversed=True))
    )
    image = paint.to_image(shown, LIGHT, PictureSize(200, 301))
    runs = _runs(image, image.width() // 4)
    heights = [count for color, count in runs if count > 20]
    assert max(heights[:3]) - min(heights[:3]) <= 1
    assert len({color for color, _ in runs}) >= 3


def _runs(image: QImage, x: int) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for y in range(image.height()):
        color = image.pixel(x, y)
        if runs and runs[-1][0] == color:
            runs[-1] = (color, runs[-1][1] + 1)
        else:
            runs.append((color, 1))
    return runs
