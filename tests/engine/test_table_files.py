"""Tables from files that nobody vouches for: opened, or refused in one line that says what is wrong with them."""

import io
import os
import pickle
import warnings
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.lib import format as npy
from numpy.typing import NDArray

from posenc_gui.engine.encodings import learned
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.table_files import open_table

TABLE = np.arange(12, dtype=np.float64).reshape(4, 3) / 7


def refusal(path: Path) -> str:
    """What is said about a file, without the part that names it."""
    with pytest.raises(UserError) as caught:
        open_table(str(path))
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"cannot open the table {path}: ")
    return message.partition(f"{path}: ")[2]


def saved(path: Path, array: NDArray[np.generic]) -> Path:
    np.save(path, array, allow_pickle=False)
    return path


def header(shape: str, descr: str = "'<f8'") -> bytes:
    """The beginning of a .npy file that claims a shape."""
    text = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}".encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


class Payload:
    """Unpickling this would make a folder."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.marker),)


# Files that are opened


@pytest.mark.parametrize("dtype", ["<f8", ">f8", "<f4", "<f2", "<i4", "<u1"])
def test_npy_of_any_real_type_is_opened(tmp_path: Path, dtype: str) -> None:
    array = (TABLE * 7).astype(dtype)
    np.testing.assert_array_equal(open_table(str(saved(tmp_path / "t.npy", array))), array)


def test_npy_in_column_order_is_opened(tmp_path: Path) -> None:
    np.testing.assert_array_equal(open_table(str(saved(tmp_path / "t.npy", np.asfortranarray(TABLE)))), TABLE)


@pytest.mark.parametrize("compressed", [False, True])
def test_npz_gives_its_first_array_of_two_dimensions(tmp_path: Path, compressed: bool) -> None:
    save = np.savez_compressed if compressed else np.savez
    save(tmp_path / "t.npz", line=np.arange(3.0), table=TABLE, other=TABLE + 1)
    np.testing.assert_array_equal(open_table(str(tmp_path / "t.npz")), TABLE)


@pytest.mark.parametrize(
    "text", ["1,2.5\n-3e2,4\n", "1,2.5\r\n-3e2,4", "\ufeff1,2.5\n\n-3e2,4\n", " 1 , 2.5\n -3e2,4\n"]
)
def test_csv_is_opened(tmp_path: Path, text: str) -> None:
    (tmp_path / "t.csv").write_bytes(text.encode())
    np.testing.assert_array_equal(open_table(str(tmp_path / "t.csv")), [[1, 2.5], [-300, 4]])


def test_a_file_that_changed_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("1,2\n")
    assert open_table(str(path)).shape == (1, 2)
    path.write_text("1,2\n3,4\n")
    assert open_table(str(path)).shape == (2, 2)


def test_suffix_in_capitals_is_the_same_suffix(tmp_path: Path) -> None:
    (tmp_path / "T.CSV").write_text("1,2\n")
    assert open_table(str(tmp_path / "T.CSV")).shape == (1, 2)


# Pickles


def test_pickled_npy_is_refused_and_never_unpickled(tmp_path: Path) -> None:
    path, marker = tmp_path / "t.npy", tmp_path / "marker"
    array = np.empty((2, 2), dtype=object)
    array[:] = Payload(marker)
    np.save(path, array, allow_pickle=True)
    assert refusal(path) == "it holds pickled objects, which are never opened: save plain numbers"
    assert not marker.exists()


def test_bare_pickle_under_any_suffix_is_refused_and_never_unpickled(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    for name in ("t.npy", "t.npz", "t.csv"):
        path = tmp_path / name
        path.write_bytes(pickle.dumps(Payload(marker)))
        refusal(path)
    assert not marker.exists()


def test_objects_in_an_archive_are_refused_and_never_unpickled(tmp_path: Path) -> None:
    path, marker = tmp_path / "t.npz", tmp_path / "marker"
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in (("objects.npy", np.array([Payload(marker)], dtype=object)), ("table.npy", TABLE)):
            stream = io.BytesIO()
            np.save(stream, array, allow_pickle=True)
            archive.writestr(name, stream.getvalue())
    assert refusal(path) == "it holds pickled objects, which are never opened: save plain numbers"
    assert not marker.exists()


# Wrong content


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.arange(3.0), "it has 1 dimensions, but must have 2"),
        (np.zeros((2, 2, 2)), "it has 3 dimensions, but must have 2"),
        (np.array(1.0), "it has 0 dimensions, but must have 2"),
        (np.zeros((0, 3)), "it is empty: its shape is 0 × 3, but must be at least 1 × 1"),
        (np.zeros((3, 0)), "it is empty: its shape is 3 × 0, but must be at least 1 × 1"),
        (np.zeros((2, 2), complex), "its numbers are of type complex128, but must be real: save them as float64"),
        (np.zeros((2, 2), bool), "its numbers are of type bool, but must be real"),
        (np.array([["a", "b"]]), "its numbers are of type <U1, but must be real"),
        (np.zeros((2, 2), "M8[s]"), "its numbers are of type datetime64[s], but must be real"),
        (np.zeros((2, 2), [("x", "f8")]), "its numbers are of type [('x', '<f8')], but must be real"),
        (np.array([[0, 1], [2, np.nan]]), "the number in row 1, column 1 is nan, but must be finite: mend it"),
        (np.array([[0, -np.inf]]), "the number in row 0, column 1 is -inf, but must be finite: mend it"),
    ],
    ids=lambda value: value if isinstance(value, str) else "array",
)
def test_arrays_that_are_no_table_are_refused_by_name(tmp_path: Path, array: NDArray[np.generic], words: str) -> None:
    assert refusal(saved(tmp_path / "t.npy", array)).startswith(words)


def test_number_that_is_not_finite_is_found_in_late_rows(tmp_path: Path) -> None:
    array = np.zeros((10_000, 2))
    array[9_999, 0] = np.nan
    assert refusal(saved(tmp_path / "t.npy", array)).startswith("the number in row 9999, column 0 is nan")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is empty, but must have a line of numbers for each position"),
        (" \n\n", "it is empty, but must have a line of numbers for each position"),
        ("1,2\n3\n", "line 2 has 1 numbers, but must have 2 like the first: mend that line"),
        ("1,2\n\n3,4,5\n", "line 3 has 3 numbers, but must have 2 like the first: mend that line"),
        ("a,b\n1,2\n", "line 1 has a, but must have numbers with commas between: mend that line"),
        ("1,2\n3,\n", "line 2 has empty, but must have numbers with commas between: mend that line"),
        ("1;2\n", "line 1 has 1;2, but must have numbers with commas between: mend that line"),
        ("# 1,2\n1,2\n", "line 1 has # 1, but must have numbers with commas between: mend that line"),
        ("1,2j\n", "line 1 has 2j, but must have numbers with commas between: mend that line"),
        ("1,nan\n", "the number in row 0, column 1 is nan, but must be finite: mend it"),
        ("1,1e999\n", "the number in row 0, column 1 is inf, but must be finite: mend it"),
    ],
)
def test_text_that_is_no_table_is_refused_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "t.csv").write_text(text)
    assert refusal(tmp_path / "t.csv") == words


def test_archive_without_a_table_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "t.npz", line=np.arange(3.0), cube=np.zeros((2, 2, 2)))
    assert refusal(tmp_path / "t.npz") == "it has no array of two dimensions among line.npy, cube.npy"
    with zipfile.ZipFile(tmp_path / "none.npz", "w") as archive:
        archive.writestr("readme.txt", "nothing")
    assert refusal(tmp_path / "none.npz") == "it has no array of two dimensions among no arrays"


# Headers that claim more than there is


@pytest.mark.parametrize("shape", ["(1000000000, 4096)", "(1, 600000000)", f"({10**30}, 2)"])
def test_over_large_shape_is_refused_by_the_header_alone(
    tmp_path: Path, shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_args: object, **_settings: object) -> None:
        raise AssertionError("the numbers were touched")

    monkeypatch.setattr(np, "load", never)
    monkeypatch.setattr(npy, "read_array", never)
    (tmp_path / "t.npy").write_bytes(header(shape))
    assert "but must take at most 4 GiB: save fewer rows" in refusal(tmp_path / "t.npy")
    with zipfile.ZipFile(tmp_path / "t.npz", "w") as archive:
        archive.writestr("table.npy", header(shape))
    assert "but must take at most 4 GiB: save fewer rows" in refusal(tmp_path / "t.npz")


def test_whole_numbers_count_with_what_they_take_as_float64(tmp_path: Path) -> None:
    (tmp_path / "t.npy").write_bytes(header("(1000000, 1000)", "'|i1'"))
    assert refusal(tmp_path / "t.npy").startswith("its 1000000 × 1000 numbers would take 7.451 GiB, but")


@pytest.mark.parametrize("shape", ["(-1, 3)", "(4, -3)", "(4, 3.5)", "'x'", "((((", "-" * 900 + "1", "[4, 3]"])
def test_senseless_shapes_are_refused(tmp_path: Path, shape: str) -> None:
    (tmp_path / "t.npy").write_bytes(header(shape) + bytes(96))
    refusal(tmp_path / "t.npy")


def test_truncated_numbers_are_refused(tmp_path: Path) -> None:
    whole = saved(tmp_path / "whole.npy", TABLE).read_bytes()
    for end in (1, 5, 9, 60, len(whole) - 1):
        (tmp_path / "t.npy").write_bytes(whole[:end])
        assert refusal(tmp_path / "t.npy").startswith("it is no whole file of plain numbers: save it anew as one of ")
    assert refusal(Path(_written(tmp_path / "empty.npy", b""))).startswith("it is no whole file of plain numbers")
    assert refusal(Path(_written(tmp_path / "empty.npz", b""))).startswith("it is no whole file of plain numbers")


def _written(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return str(path)


def _whole(suffix: str) -> bytes:
    stream = io.BytesIO()
    if suffix == "npy":
        np.save(stream, TABLE)
    else:
        np.savez_compressed(stream, TABLE)
    return stream.getvalue()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(st.sampled_from(("npy", "npz")), st.data())
def test_any_damage_is_refused_in_one_line_or_leaves_a_table(tmp_path: Path, suffix: str, data: st.DataObject) -> None:
    content = bytearray(_whole(suffix))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(content) - 1))
        match data.draw(st.sampled_from(("change", "cut", "insert"))):
            case "change":
                content[at] = data.draw(st.sampled_from(b"()[]{}'\"-,0123456789 \n\x00\xff"))
            case "cut":
                del content[max(at, 1) :]
            case _:
                content[at:at] = data.draw(st.sampled_from((b"((", b"--", b"\n  ", b"'")))
    path = tmp_path / f"t.{suffix}"
    path.write_bytes(bytes(content))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # numpy tells of headers that Python 2 wrote
        found, message = _opened_or_refused(path)
    assert (found.ndim == 2 and np.isfinite(found).all()) if found is not None else "\n" not in message


def _opened_or_refused(path: Path) -> tuple[NDArray[np.floating] | None, str]:
    try:
        return open_table(str(path)), ""
    except UserError as error:
        return None, str(error)


def test_encrypted_archive_is_refused(tmp_path: Path) -> None:
    content = bytearray(_whole("npz"))
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + flags] |= 1
    (tmp_path / "t.npz").write_bytes(bytes(content))
    assert refusal(tmp_path / "t.npz").startswith("it is no whole file of plain numbers")


# Files that cannot be opened at all


@pytest.mark.parametrize("name", ["t.txt", "t", "t.pkl", "t.npy.gz"])
def test_other_suffixes_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("1,2\n")
    suffix = Path(name).suffix or "missing"
    assert refusal(tmp_path / name) == f"its suffix is {suffix}, but must be one of .npy, .npz, .csv"


@pytest.mark.parametrize("name", ["t.npy", "t.npz", "t.csv"])
def test_missing_files_and_folders_are_named(tmp_path: Path, name: str) -> None:
    assert refusal(tmp_path / name) == "no such file or directory"
    (tmp_path / name).mkdir()
    assert refusal(tmp_path / name)


def test_a_home_that_does_not_exist_is_no_crash() -> None:
    refusal(Path("~no-such-person-here/t.npy"))


# As the parameter of the learned encoding


def test_table_of_another_width_is_refused_with_the_width_to_set(tmp_path: Path) -> None:
    path = saved(tmp_path / "t.npy", TABLE)
    params = LearnedParams(source="file", file=str(path))
    with pytest.raises(UserError, match=r"has 3 columns, but d_model is 8: set it to 3$"):
        learned.evaluate(params, Grid(4, 8))
    np.testing.assert_array_equal(learned.evaluate(params, Grid(4, 3)).values, TABLE)


def test_file_source_without_a_file_says_what_to_do() -> None:
    with pytest.raises(UserError, match=r"^file is empty, but must name a \.npy, \.npz or \.csv table: open one$"):
        learned.evaluate(LearnedParams(source="file"), Grid(4, 3))
