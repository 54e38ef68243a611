"""Arrays in files: every view in every data format, read back by other people's readers."""

import csv
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from figure_marks import assert_same
from hypothesis import HealthCheck, given, settings
from numpy.typing import NDArray
from strategies import documents

from posenc_gui.document import edits, files
from posenc_gui.document.document import Document, Selection, Sentence
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.export import tables
from posenc_gui.figures import catalog
from posenc_gui.figures.view import Arrays, View

VIEWS = pytest.mark.parametrize("view", catalog.views(), ids=lambda view: view.key)
DOCUMENTS = {
    "default": Document(),
    "shuffled heads": Document(
        sentence=Sentence("🐕 chases כלב e\u0301", (3, 1, 2, 0)), attention=Attention("random", 4), grid=Grid(20, 12)
    ),
    "one cell": Document(grid=Grid(1, 1), selection=Selection(0, 0, 0)),
    "no wave": Document(params=SinusoidalParams(odd="pad"), grid=Grid(9, 1), selection=Selection(3, 0, -2)),
    "zero column": Document(params=SinusoidalParams(odd="pad"), grid=Grid(16, 7), selection=Selection(3, 3, 2)),
}
KINDS = pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)


def arrays_of(view: View, document: Document) -> Arrays:
    """The arrays; a view that has none of the document says so, and the test ends there."""
    try:
        return view.data(document)
    except UserError as error:
        said = str(error)
    assert "\n" not in said
    pytest.skip(said)


def from_plain(values: object, like: NDArray[Any]) -> NDArray[Any]:
    """An array of what JSON holds, in the type of the array it was made of."""
    if like.dtype.names:
        return np.array([tuple(_number(value) for value in record.values()) for record in _records(values)], like.dtype)
    if like.dtype.kind == "f":
        return np.array(values, dtype=object).astype(np.float64).reshape(like.shape)
    return np.array(values, dtype=like.dtype).reshape(like.shape)


def _records(values: object) -> list[dict[str, object]]:
    assert isinstance(values, list)
    return values


def _number(value: object) -> object:
    return np.nan if value is None else value


def finite(values: NDArray[Any]) -> NDArray[Any]:
    """The records as JSON keeps them: what is not finite is missing."""
    kept = values.copy()
    for name in values.dtype.names or ():
        if values.dtype[name].kind == "f":
            kept[name][~np.isfinite(values[name])] = np.nan
    return kept


@VIEWS
@KINDS
def test_npy_holds_the_main_array(view: View, document: Document, tmp_path: Path) -> None:
    expected = arrays_of(view, document)[view.main]
    tables.write_npy(document, view, tmp_path / "x.npy")
    found = np.load(tmp_path / "x.npy", allow_pickle=False)
    assert_same(found, expected)


@VIEWS
@KINDS
def test_npz_holds_all_arrays_by_name(view: View, document: Document, tmp_path: Path) -> None:
    expected = arrays_of(view, document)
    tables.write_npz(document, view, tmp_path / "x.npz")
    with np.load(tmp_path / "x.npz", allow_pickle=False) as found:
        assert list(found) == list(expected)
        for name, values in expected.items():
            assert_same(found[name], values)


@VIEWS
@KINDS
def test_csv_holds_the_main_array_to_the_last_digit(view: View, document: Document, tmp_path: Path) -> None:
    expected = arrays_of(view, document)[view.main]
    tables.write_csv(document, view, tmp_path / "x.csv")
    content = (tmp_path / "x.csv").read_bytes()
    assert b"\r" not in content
    rows = list(csv.reader(content.decode().splitlines()))
    if expected.dtype.names:
        assert tuple(rows[0]) == expected.dtype.names
        plain = np.array([tuple(row) for row in rows[1:]], [(name, "U99") for name in expected.dtype.names])
        assert_same(plain.astype(expected.dtype), expected)
        return
    lines = expected if expected.ndim > 1 else expected[:, np.newaxis]
    flat = lines.reshape(int(np.prod(lines.shape[:-1])), lines.shape[-1])
    assert len(rows) == len(flat)
    found = np.array([[float(number) for number in row] for row in rows]).reshape(flat.shape)
    np.testing.assert_array_equal(found, flat)


@VIEWS
@KINDS
def test_json_holds_all_arrays_and_what_made_them(view: View, document: Document, tmp_path: Path) -> None:
    expected = arrays_of(view, document)
    tables.write_json(document, view, tmp_path / "x.json")
    content = (tmp_path / "x.json").read_bytes()
    assert b"\r" not in content
    assert b"NaN" not in content
    found = json.loads(content)
    assert set(found) == set(expected) | {"document", "view"}
    assert found["view"] == view.key
    assert files.from_json(found["document"], catalog.OPTION_TYPES) == document
    for name, values in expected.items():
        assert_same(from_plain(found[name], values), finite(values))


@VIEWS
@given(document=documents())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
def test_all_random_documents_can_be_written(view: View, document: Document, tmp_path: Path) -> None:
    """Or are refused in words, as there is nothing to show of them."""
    for suffix in ("npy", "npz", "csv", "json"):
        try:
            getattr(tables, f"write_{suffix}")(document, view, tmp_path / "x")
        except UserError as error:
            assert "\n" not in str(error)  # noqa: PT017 - most documents are not refused
        else:
            assert (tmp_path / "x").stat().st_size > 0 or suffix == "csv"  # of no numbers, in no lines


def test_numbers_that_are_not_finite_are_null_in_json(tmp_path: Path) -> None:
    tables.write_json(DOCUMENTS["zero column"], catalog.by_key("rotation"), tmp_path / "x.json")
    assert json.loads((tmp_path / "x.json").read_text("utf-8"))["matrix"] == [[None, None], [None, None]]


def test_letters_stay_letters(tmp_path: Path) -> None:
    tables.write_json(DOCUMENTS["shuffled heads"], catalog.by_key("shuffle"), tmp_path / "x.json")
    text = (tmp_path / "x.json").read_text("utf-8")
    assert json.loads(text)["tokens"] == ["e\u0301", "chases", "כלב", "🐕"]
    assert "🐕" in text


@pytest.mark.parametrize("suffix", ["npy", "npz", "csv", "json"])
@VIEWS
def test_equal_documents_give_equal_files(view: View, suffix: str, tmp_path: Path) -> None:
    write = getattr(tables, f"write_{suffix}")
    arrays_of(view, Document())
    write(Document(), view, tmp_path / "first")
    write(edits.set_param("base", 10_000)(Document()), view, tmp_path / "second")
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_an_archive_holds_nothing_pickled(tmp_path: Path) -> None:
    tables.write_npz(Document(), catalog.by_key("shuffle"), tmp_path / "x.npz")
    with zipfile.ZipFile(tmp_path / "x.npz") as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            assert name.endswith(".npy")
            assert archive.read(name).startswith(b"\x93NUMPY")
