"""From values to places in the colour table."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.figures.spec import Image, Rect
from posenc_gui.render import sampling
from posenc_gui.render.style import ABSENT


def _image(values: np.ndarray, rect: Rect | None = None) -> Image:
    rows, columns = values.shape
    return Image("image", values, rect or Rect(0, columns, 0, rows), "diverging", -1, 1)


def test_places_run_from_low_to_high_and_nan_has_its_own() -> None:
    values = np.array([[-9.0, -1.0, 0.0, 1.0, 9.0, np.nan]])
    assert sampling.to_indices(values, -1, 1).tolist() == [[0, 0, ABSENT // 2, ABSENT - 1, ABSENT - 1, ABSENT]]


def test_to_indices_leaves_the_values_as_they_were() -> None:
    values = np.array([[0.25, np.nan]])
    sampling.to_indices(values, 0, 1)
    assert values[0, 0] == 0.25
    assert np.isnan(values[0, 1])


def test_a_part_in_data_units_becomes_one_in_cells() -> None:
    mark = _image(np.zeros((4, 8)), Rect(-0.5, 7.5, 10, 12))
    assert sampling.in_cells(mark, Rect(0.5, 7.5, 10.5, 11)) == Rect(1, 8, 1, 2)


def test_large_cells_are_taken_whole() -> None:
    values = np.arange(12.0).reshape(3, 4)
    taken, covered = sampling.values_for(_image(values), Rect(1.5, 3.2, 0.5, 2.5), 100, 100)
    assert covered == Rect(1, 4, 0, 3)
    assert np.array_equal(taken, values[:, 1:])


def test_small_cells_become_means() -> None:
    values = np.arange(64.0).reshape(8, 8)
    taken, covered = sampling.values_for(_image(values), Rect(0, 8, 0, 8), 4, 2)
    assert covered == Rect(0, 8, 0, 8)
    assert np.allclose(taken, values.reshape(2, 4, 4, 2).mean(axis=(1, 3)))


@given(st.integers(1, 60), st.integers(1, 60), st.floats(0, 50), st.floats(0.5, 60))
def test_every_pixel_shows_the_cell_under_its_centre(cells: int, pixels: int, low: float, size: float) -> None:
    low, high = min(low, cells - 0.5), min(low + size, cells)
    values = np.arange(cells, dtype=np.float64)[:, None]
    region = Rect(0, 1, low, max(high, low + 0.25))
    taken, covered = sampling.values_for(_image(values), region, 1, 10_000)
    spread = sampling.spread(taken.astype(np.uint8), covered, region, 1, pixels)
    centres = region.y0 + (np.arange(pixels) + 0.5) * (region.y1 - region.y0) / pixels
    off_edge = np.abs(centres - np.round(centres)) > 1e-9
    assert np.array_equal(spread[off_edge, 0], np.minimum(np.floor(centres), cells - 1)[off_edge])


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (7, 1)])
def test_the_smallest_images_fill_their_pixels(shape: tuple[int, int]) -> None:
    mark = _image(np.full(shape, 0.5))
    taken, covered = sampling.values_for(mark, Rect(0, shape[1], 0, shape[0]), 3, 3)
    assert sampling.spread(sampling.to_indices(taken, -1, 1), covered, covered, 3, 3).shape == (3, 3)
