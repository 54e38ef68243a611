"""Lines that end at the edges of their axes."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.render import clipping
from posenc_gui.render.clipping import Window

WINDOW = Window(0, 0, 100, 50)
_places = st.lists(st.tuples(st.integers(-300, 300), st.integers(-300, 300)), min_size=2, max_size=12)


def _points(*places: tuple[float, float]) -> np.ndarray:
    return np.array(places, dtype=np.float64)


def test_a_line_inside_stays_as_it_is() -> None:
    line = _points((0, 0), (50, 25), (100, 50))
    (part,) = clipping.polylines(line, WINDOW)
    assert part is line


def test_a_line_is_cut_where_it_leaves_and_enters() -> None:
    parts = clipping.polylines(_points((-10, 10), (10, 10), (10, 70), (30, 70), (30, 10)), WINDOW)
    assert [part.tolist() for part in parts] == [[[0, 10], [10, 10], [10, 50]], [[30, 50], [30, 10]]]


def test_a_line_that_passes_by_is_gone() -> None:
    assert clipping.polylines(_points((-10, 5), (-10, 60), (120, 60)), WINDOW) == []


def test_a_frame_far_larger_than_the_window_leaves_its_visible_edges() -> None:
    frame = _points((-1e9, 10), (1e9, 10), (1e9, 20), (-1e9, 20), (-1e9, 10))
    parts = clipping.polylines(frame, WINDOW)
    assert [part.tolist() for part in parts] == [[[0, 10], [100, 10]], [[100, 20], [0, 20]]]


def test_nan_breaks_a_line() -> None:
    parts = clipping.polylines(_points((1, 1), (2, 2), (np.nan, 3), (4, 4), (5, 5)), WINDOW)
    assert [part.tolist() for part in parts] == [[[1, 1], [2, 2]], [[4, 4], [5, 5]]]


def test_a_single_point_and_none_are_no_line() -> None:
    assert clipping.polylines(_points((1, 1)), WINDOW) == []
    assert clipping.polylines(np.zeros((0, 2)), WINDOW) == []


def test_segments_are_cut_one_by_one() -> None:
    table = clipping.segments(_points((-10, 5), (10, 60), (5, 5)), _points((10, 5), (20, 70), (6, 6)), WINDOW)
    assert table.tolist() == [[0, 5, 10, 5], [5, 5, 6, 6]]


@given(_places)
def test_parts_lie_in_the_window_and_on_the_line(places: list[tuple[int, int]]) -> None:
    line = _points(*places)
    for part in clipping.polylines(line, WINDOW):
        assert WINDOW.grown(1e-9).holds(part).all()
        assert all(_distance(point, line) < 1e-6 for point in part)


@given(_places)
def test_what_is_inside_stays(places: list[tuple[int, int]]) -> None:
    line = _points(*places)
    kept = [tuple(point) for part in clipping.polylines(line, WINDOW) for point in part]
    assert all(tuple(point) in kept for point in line[WINDOW.holds(line)])


def _distance(point: np.ndarray, line: np.ndarray) -> float:
    starts, steps = line[:-1], np.diff(line, axis=0)
    lengths = np.maximum((steps**2).sum(axis=1), 1e-300)
    shares = np.clip(((point - starts) * steps).sum(axis=1) / lengths, 0, 1)
    return float(np.hypot(*(starts + steps * shares[:, None] - point).T).min())
