"""Where view boxes stand."""

from posenc_gui.render.arrangement import GAP, Box, Fixed, Margins, Place, arrange

ROOM = Box(10, 20, 400, 300)


def test_one_axes_fills_the_room_but_for_its_margins() -> None:
    (box,) = arrange([Place((0, 0, 1, 1), Margins(30, 10, 5, 20))], (1,), (1,), ROOM)
    assert (box.left, box.top, box.width, box.height) == (40, 30, 365, 270)


def test_room_is_shared_by_weight_after_margins() -> None:
    places = [Place((0, 0, 1, 1), Margins(left=30)), Place((0, 1, 1, 1), Margins(right=18))]
    left, right = arrange(places, (1,), (3, 1), ROOM)
    assert left.width + right.width == 400 - 30 - 18 - GAP
    assert left.width == 3 * right.width
    assert right.left == left.left + left.width + GAP


def test_the_widest_margin_of_a_column_holds_for_all_of_it() -> None:
    places = [Place((0, 0, 1, 1), Margins(left=12)), Place((1, 0, 1, 1), Margins(left=48))]
    upper, lower = arrange(places, (1, 1), (1,), ROOM)
    assert (upper.left, upper.width) == (lower.left, lower.width) == (58, 352)


def test_spans_reach_over_the_gap() -> None:
    places = [Place((0, 0, 1, 2), Margins()), Place((1, 0, 1, 1), Margins()), Place((1, 1, 1, 1), Margins())]
    wide, left, right = arrange(places, (1, 1), (1, 1), ROOM)
    assert wide.left == left.left
    assert wide.left + wide.width == right.left + right.width == 410


def test_a_fixed_aspect_stands_in_the_corner() -> None:
    (box,) = arrange([Place((0, 0, 1, 1), Margins(), aspect=1.0)], (1,), (1,), ROOM)
    assert (box.left, box.width, box.height) == (10, 300, 300)
    assert box.left + box.reach == 410


def test_no_room_is_no_failure() -> None:
    (box,) = arrange([Place((0, 0, 1, 1), Margins(300, 300, 300, 300))], (1,), (1,), Box(0, 0, 50, 50))
    assert box.width >= 1
    assert box.height >= 1


def test_fixed_rows_keep_their_height_and_the_others_share_the_rest() -> None:
    places = [Place((row, 0, 1, 1), Margins()) for row in range(3)]
    boxes = arrange(places, (1.0, Fixed(40.0), 3.0), (1.0,), ROOM)
    free = ROOM.height - 40 - 2 * GAP
    assert [box.height for box in boxes] == [round(free / 4), 40, free - round(free / 4)]
    assert boxes[1].top == boxes[0].top + boxes[0].height + GAP
