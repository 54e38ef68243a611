"""The compare view: two encodings on one scale, and a table in which every number is measured."""

import csv
import math
from pathlib import Path

import numpy as np
import pytest
from figure_marks import axes_of, edited, image_of, text_of
from view_cases import document_of

from posenc_gui import cli
from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encoding import Table
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.properties import PROPERTIES, measured
from posenc_gui.figures.compare import VIEW as COMPARE
from posenc_gui.figures.compare import CompareOptions
from posenc_gui.figures.view import Pick


def option(name: str, value: object) -> Edit:
    """Set one option of the view."""
    return edits.set_option("compare", CompareOptions, name, value)


def test_a_and_b_share_a_scale_and_the_difference_has_its_own() -> None:
    document = edited(document_of("index"), option("other", "sinusoidal"))
    figure, data = COMPARE.figure(document), COMPARE.data(document)
    for key in ("a", "b"):
        image = image_of(figure, key, "values")
        assert (image.low, image.high) == (-63, 63)
    difference = image_of(figure, "difference", "values")
    np.testing.assert_array_equal(difference.values, data["values_a"] - data["values_b"])
    np.testing.assert_array_equal(difference.values, data["difference"])
    assert difference.high == np.abs(data["difference"]).max()


@pytest.mark.parametrize("other", ["rope", "alibi", "shaw", "none"])
def test_where_there_is_no_difference_it_says_so(other: str) -> None:
    document = edited(Document(), option("other", other))
    assert "difference" not in COMPARE.data(document)
    assert " ".join(
        text_of(COMPARE.figure(document), "difference", mark.name)
        for mark in axes_of(COMPARE.figure(document), "difference").marks
    ).endswith("has no table to take the difference of")


def test_nothing_has_no_columns() -> None:
    document = edited(document_of("none"), option("other", "rope"))
    data = COMPARE.data(document)
    assert data["values_a"].shape == (64, 0)
    np.testing.assert_allclose(data["values_b"][:, :1] ** 2 + data["values_b"][:, 32:33] ** 2, 1, rtol=0, atol=1e-15)
    assert text_of(COMPARE.figure(document), "a", "words.0") == "adds nothing"


def test_rows_that_do_not_exist_are_missing_in_the_difference() -> None:
    document = edited(Document(), option("other_params", "rows=10"))
    difference = COMPARE.data(document)["difference"]
    assert np.isfinite(difference[:10]).all()
    assert np.isnan(difference[10:]).all()


def test_an_encoding_is_compared_with_itself_at_other_settings() -> None:
    document = edited(
        edits.set_param("base", 300.0)(Document()),
        option("other", "sinusoidal"),
        option("other_params", "layout=concatenated"),
    )
    a, b = COMPARE.data(document)["values_a"], COMPARE.data(document)["values_b"]
    np.testing.assert_array_equal(a[:, 0::2], b[:, :32])  # the base is still that of A
    names = COMPARE.data(document)["properties"]["name"].tolist()
    assert names == ["none", "index", "normalized", "binary", "sinusoidal A", "sinusoidal B", "learned"]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("other_params", "base", "other_params is base, but must be names and values"),
        ("other_params", "=3", "other_params is =3, but must be"),
        ("other_params", "rows='3", "other_params is rows='3, but must be"),
        ("other_params", "base=3", "unknown parameter base; known here: rows"),
        ("other_params", "rows=many", "rows is many, but must be a whole number"),
        ("set", "sinusoidal,nonsense", "encoding is nonsense, but must be one of none, index"),
        ("set", " , ", "set is ,, but must name some of none, index"),
    ],
)
def test_bad_settings_are_named(name: str, value: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        COMPARE.figure(edited(Document(), option(name, value)))
    assert str(caught.value).startswith(message)


def test_settings_that_do_not_go_with_the_size_are_refused() -> None:
    with pytest.raises(UserError, match="RoPE would turn 7 channels"):
        COMPARE.figure(edited(document_of("index", grid=Grid(64, 7)), option("other", "rope")))


def test_the_table_is_measured() -> None:
    document = edited(Document(), option("set", "index,learned,rope, index"), edits.select(offset=3))
    table = COMPARE.data(document)["properties"]
    assert table["name"].tolist() == ["index", "learned", "rope"]
    assert table["acts"].tolist() == ["added to the embeddings", "added to the embeddings", "turns q and k"]
    assert table.dtype.names == ("name", *(item.key for item in PROPERTIES), "acts")
    for record, key in zip(table, ("index", "learned", "rope"), strict=True):
        for item in PROPERTIES:
            expected = measured(item, document_of(key).encoded, 3).value
            assert record[item.key] == expected or (math.isnan(record[item.key]) and math.isnan(expected))
    assert table["shift_residual"][0] == 3


def test_a_and_b_are_measured_at_their_settings() -> None:
    document = edited(
        edits.set_param("base", 300.0)(Document()),
        option("other_params", "rows=100"),
        option("set", "learned,sinusoidal"),
    )
    table = COMPARE.data(document)["properties"]
    assert table["last_position"].tolist() == [99, math.inf]
    assert table["learned"].tolist() == [6400, 0]
    usual = COMPARE.data(edited(Document(), option("set", "sinusoidal")))["properties"]
    assert usual["nearest"][0] != table["nearest"][1]


def test_requirements_are_marked_by_a_sign() -> None:
    figure = COMPARE.figure(Document())
    assert text_of(figure, "properties", "growth.1") == "2.016 ✗"
    assert text_of(figure, "properties", "consistency.2") == "0.5039 ✗"
    assert text_of(figure, "properties", "consistency.4") == "0 ✓"
    assert text_of(figure, "properties", "last_position.4") == "∞ ✓"
    assert text_of(figure, "properties", "last_position.5") == "511 ✗"
    assert text_of(figure, "properties", "magnitude.0") == "—"


@pytest.mark.parametrize(("show", "keys"), [("pictures", 3), ("properties", 1), ("both", 4)])
def test_parts_can_be_shown_alone(show: str, keys: int) -> None:
    assert len(COMPARE.figure(edited(Document(), option("show", show))).axes) == keys


def test_long_tables_say_at_which_length_they_are_measured() -> None:
    document = document_of("normalized", grid=Grid(5000, 8))
    assert "first 512 positions" in " ".join(COMPARE.figure(document).notes)
    assert COMPARE.data(document)["values_a"][511, 0] == pytest.approx(511 / 4999)


def test_the_read_out_says_how_a_number_was_measured() -> None:
    column = 0.29 + 0.71 * 1.5 / 6
    text = COMPARE.read(Document(), Pick("properties", column, 1 - 2.5 / 11))
    assert text == "index, bounded: growth at length × 2: 2.016 ✗ (from 63 at length 64 to 127 at 128)"
    why = COMPARE.read(Document(), Pick("properties", 0.3, 1 - 4.5 / 11))
    assert why == "none, distinct: nearest two positions: — (it gives no vector per position)"
    assert COMPARE.read(Document(), Pick("a", 1.0, 0.0)).startswith("A [0, 1] = 1.000;  B [0, 1] = ")


def test_a_row_is_picked_in_any_picture() -> None:
    for key in ("a", "b", "difference"):
        edit = COMPARE.on_pick(Document(), Pick(key, 3.0, 30.2))
        assert edit is not None
        assert edit(Document()).selection.position == 30
    assert COMPARE.on_pick(Document(), Pick("properties", 0.5, 0.5)) is None


def test_the_table_is_exported_as_text(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    assert cli.main(["export", "compare", "-o", str(path), "--compare-set", "sinusoidal,learned"]) == 0
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["name"] for row in rows] == ["sinusoidal", "learned"]
    assert rows[1]["learned"] == str(512 * 64.0)
    assert rows[0]["last_position"] == "inf"


def test_flags_reach_the_other_encoding(tmp_path: Path) -> None:
    path = tmp_path / "out.npz"
    flags = ["--compare-other", "learned", "--compare-other-params", "std=1 seed=3", "--d-model", "6", "--length", "9"]
    assert cli.main(["export", "compare", "-o", str(path), *flags]) == 0
    learned = Encoded("learned", LearnedParams(std=1, seed=3), Grid(9, 6)).evaluate()
    assert isinstance(learned, Table)
    with np.load(path) as arrays:
        np.testing.assert_array_equal(arrays["values_b"], learned.values)
