"""Precision: the raster's pixels, the curves, and what the read-out says."""

import numpy as np
import pytest
from figure_marks import axes_of, mark_of
from hypothesis import given
from hypothesis import strategies as st

from posenc_gui.document import edits
from posenc_gui.document.document import Document, Selection
from posenc_gui.engine import precision as formats
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.figures.precision import VIEW as PRECISION
from posenc_gui.figures.precision import PrecisionOptions, curve_positions, errors_of
from posenc_gui.figures.precision_source import FLOOR, MOST_CELLS, Errors, Floats, Ints
from posenc_gui.figures.spec import Line, Raster, Rect
from posenc_gui.figures.view import Pick


def with_options(document: Document, **values: object) -> Document:
    for name, value in values.items():
        document = edits.set_option("precision", PrecisionOptions, name, value)(document)
    return document


@given(
    st.sampled_from(("float64", "float32", "float16", "bfloat16")),
    st.sampled_from(("cosine", "sine", "angle")),
    st.sampled_from(("multiply", "divide")),
)
def test_single_cells_are_the_engines_errors(kind: formats.Format, quantity: str, method: formats.Method) -> None:
    document = with_options(Document(), format=kind, quantity=quantity, method=method, reach=300)
    raster = mark_of(PRECISION.figure(document), "errors", "errors")
    assert isinstance(raster, Raster)
    pixels = raster.source.sample(Rect(0, 32, 100, 300), 32, 200)
    rows, inv_freq = np.arange(100, 300), document.encoded.waves.inv_freq
    if quantity == "angle":
        expected = formats.angle_errors(rows, inv_freq, kind, method)
    else:
        part = "sine" if quantity == "sine" else "cosine"
        expected = formats.value_errors(rows, inv_freq, kind, method, part)  # type: ignore[arg-type]
    np.testing.assert_array_equal(pixels, np.log10(np.maximum(np.abs(expected), FLOOR)))


def test_a_pixel_of_many_cells_has_the_largest_of_three() -> None:
    source = errors_of(with_options(Document(), reach=1_000_000))
    pixels = source.sample(Rect(0, 32, 0, 1_000_000), 8, 10)
    assert pixels.shape == (10, 8)
    rows = np.array([300_000, 300_000 + 99_999 // 2, 399_999])
    expected = np.abs(source.at(rows, np.array([9]))).max()  # pixel 2 covers pairs 8 to 11, and shows 9
    assert pixels[3, 2] == np.log10(expected)


@pytest.mark.parametrize(("width", "height"), [(300, 200), (400, 1000), (2000, 999), (5, 70_000)])
def test_a_large_picture_looks_at_no_more_cells(monkeypatch: pytest.MonkeyPatch, width: int, height: int) -> None:
    document = with_options(Document(grid=Grid(64, 4096)), reach=10**6)
    source, looked = errors_of(document), list[int]()
    at = Errors.at

    def counted(errors: Errors, rows: Ints, pairs: Ints) -> Floats:
        looked.append(len(rows) * len(pairs))
        return at(errors, rows, pairs)

    monkeypatch.setattr(Errors, "at", counted)
    pixels = source.sample(Rect(0, 2048, 0, 10**6), width, height)
    assert pixels.shape == (height, width)
    assert 0 < sum(looked) <= MOST_CELLS
    pair = int(0.5 * 2048 / width)
    assert pixels[0, 0] >= np.log10(max(FLOOR, abs(float(at(source, np.array([0]), np.array([pair]))[0, 0]))))


def test_only_pixels_are_computed() -> None:
    document = with_options(Document(grid=Grid(2**31, 65_536)), reach=2**31)
    raster = mark_of(PRECISION.figure(document), "errors", "errors")
    assert isinstance(raster, Raster)
    assert raster.source.shape == (2**31, 32_768)
    pixels = raster.source.sample(Rect(0, 32_768, 0, 2**31), 40, 30)
    assert pixels.shape == (30, 40)
    assert np.isfinite(pixels).all()


def test_what_a_format_does_not_have_is_missing() -> None:
    document = with_options(Document(), format="float16", reach=131_072)
    raster = mark_of(PRECISION.figure(document), "errors", "errors")
    assert isinstance(raster, Raster)
    pixels = raster.source.sample(Rect(0, 32, 0, 131_072), 32, 64)
    assert np.isnan(pixels[-1]).all()
    assert np.isfinite(pixels[0]).all()
    assert "float16 ends at 65,504" in PRECISION.figure(document).notes[1]
    curve = mark_of(PRECISION.figure(document), "largest", "float16")
    assert isinstance(curve, Line)
    assert 4.5 < curve.x[-1] < np.log10(65_505)


def test_curves_are_running_maxima_of_the_arrays() -> None:
    document = Document(grid=Grid(64, 128))
    figure, arrays = PRECISION.figure(document), PRECISION.data(document)
    np.testing.assert_array_equal(arrays["positions"], curve_positions(131_072))
    for kind in ("float64", "float32", "bfloat16"):
        curve = mark_of(figure, "largest", kind)
        assert isinstance(curve, Line)
        so_far = np.maximum.accumulate(arrays[f"largest_{kind}"])
        np.testing.assert_allclose(10**curve.y, np.maximum(so_far, FLOOR), rtol=1e-9)
        np.testing.assert_allclose(10**curve.x, arrays["positions"], rtol=1e-12)


def test_the_numbers_of_the_lesson_are_in_the_arrays() -> None:
    """Largest errors of float32 at head size 128 near positions 4095 and 131,071."""
    arrays = PRECISION.data(Document(grid=Grid(64, 128)))
    assert arrays["largest_float32"][-1] == pytest.approx(4e-3, abs=5e-4)
    assert arrays["positions"][-1] == 131_071
    assert arrays["largest_float64"].max() < 1e-10


def test_the_chosen_format_stands_out() -> None:
    figure = PRECISION.figure(with_options(Document(), format="bfloat16"))
    roles = {kind: mark_of(figure, "largest", kind).role for kind in formats.FORMATS}  # type: ignore[attr-defined]
    assert [kind for kind, role in roles.items() if role == "pair"] == ["bfloat16"]
    assert figure.title == "Error of the cosine in bfloat16"


def test_the_read_out_compares_the_angles() -> None:
    document = with_options(Document(grid=Grid(1000, 64), selection=Selection(257, 0, 0)), format="bfloat16")
    assert PRECISION.read(document, None).startswith(
        "position 257, pair 0: in bfloat16 the angle is 256 rad instead of 257; "
    )
    outside = PRECISION.read(with_options(Document(), format="float16"), Pick("errors", 0.0, 70_000.0))
    assert outside.endswith("no such number")


def test_presses_select_position_and_pair() -> None:
    document = Document(grid=Grid(5000, 64))
    edit = PRECISION.on_pick(document, Pick("errors", 6.8, 2300.4))
    assert edit
    assert (edit(document).selection.position, edit(document).selection.pair) == (2300, 7)
    edit = PRECISION.on_pick(document, Pick("largest", 3.0, -4.0))
    assert edit
    assert edit(document).selection.position == 1000


def test_positions_begin_where_the_encoding_says() -> None:
    document = Document(params=SinusoidalParams(first_position=1000), selection=Selection(12, 0, 0))
    assert PRECISION.read(document, None).startswith("position 1,012, pair 0")


def test_ticks_and_scale_are_powers_of_ten() -> None:
    figure = PRECISION.figure(Document())
    assert axes_of(figure, "errors").title == "error as a power of ten"
    assert axes_of(figure, "errors").scale_of == "errors"
    assert dict(axes_of(figure, "largest").x.ticks or ())[3.0] == "1,000"
