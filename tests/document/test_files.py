"""Documents as files: what is saved comes back, and what is no document is refused by its name and reason."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from strategies import documents

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.files import MOST_BYTES, VERSION, from_json, read, to_json, to_text, write
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Record, param


@dataclass(frozen=True)
class Options(Record):
    """Options of a view that there is not."""

    size: int = param(3, "Size", low=1, high=9)


TYPES = {"some": Options}


@given(documents())
def test_a_document_comes_back_from_its_values(document: Document) -> None:
    assert from_json(json.loads(to_text(document)), TYPES) == document


@given(documents())
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
def test_a_document_comes_back_from_its_file(tmp_path: Path, document: Document) -> None:
    write(tmp_path / "saved.json", document)
    assert read(tmp_path / "saved.json", TYPES) == document
    assert [path.name for path in tmp_path.iterdir()] == ["saved.json"]


def test_options_of_views_are_kept() -> None:
    document = edits.set_option("some", Options, "size", 7)(Document())
    assert to_json(document)["options"] == {"some": {"size": 7}}
    assert from_json(to_json(document), TYPES) == document
    default = {"posenc": VERSION, "options": {"some": {"size": 3}}}
    assert from_json(default, TYPES) == Document()


def test_what_is_missing_takes_its_default() -> None:
    assert from_json({"posenc": 1}, TYPES) == Document()
    assert from_json({"posenc": 1, "grid": {"length": 100}}, TYPES).grid.length == 100


def test_text_of_any_script_stands_as_it_is_in_the_file(tmp_path: Path) -> None:
    document = edits.set_sentence("כלב 👩‍👩‍👧 e\u0301")(Document())
    write(tmp_path / "saved.json", document)
    assert "כלב 👩‍👩‍👧 e\u0301" in (tmp_path / "saved.json").read_text("utf-8")
    assert read(tmp_path / "saved.json", TYPES) == document


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "saved.json").write_text(to_text(Document()), "utf-8-sig")
    assert read(tmp_path / "saved.json", TYPES) == Document()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], "it is no posenc document: the entry posenc with the version number is missing"),
        (None, "it is no posenc document: the entry posenc with the version number is missing"),
        ({"version": 1}, "it is no posenc document: the entry posenc with the version number is missing"),
        ({"posenc": 2}, "its version 2 is newer than 1, the newest known here: update the program"),
        ({"posenc": 10**30}, f"its version {10**30} is newer than 1, the newest known here: update the program"),
        ({"posenc": 0}, "posenc is 0, but must be a version number from 1 to 1"),
        ({"posenc": "1"}, "posenc is 1, but must be a version number from 1 to 1"),
        ({"posenc": True}, "posenc is True, but must be a version number from 1 to 1"),
        ({"posenc": 1, "colour": 5}, "unknown entry colour; known: posenc, encoding, params, grid"),
        ({"posenc": 1, "grid": {"depth": 5}}, "unknown entry in grid depth; known: length, d_model"),
        ({"posenc": 1, "grid": 5}, "grid is 5, but must be an object with names and values"),
        ({"posenc": 1, "grid": None}, "grid is None, but must be an object with names and values"),
        ({"posenc": 1, "encoding": 5}, "encoding is 5, but must be text"),
        ({"posenc": 1, "encoding": "sinus"}, "encoding is sinus, but must be one of none, index"),
        ({"posenc": 1, "grid": {"length": "64"}}, "length is 64, but must be a whole number from 1 to 2147483648"),
        ({"posenc": 1, "grid": {"length": True}}, "length is True, but must be a whole number from 1 to 2147483648"),
        ({"posenc": 1, "grid": {"length": 64.0}}, "length is 64.0, but must be a whole number from 1 to 2147483648"),
        ({"posenc": 1, "params": {"base": float("nan")}}, "base is nan, but must be a number above 1"),
        ({"posenc": 1, "params": {"base": [1]}}, "base is [1], but must be a number above 1"),
        ({"posenc": 1, "sentence": {"order": [0, 1]}}, "order is 0,1, but must name each of 0 to 4 once"),
        ({"posenc": 1, "sentence": {"order": "10"}}, "order is 10, but must be whole numbers with commas between"),
        ({"posenc": 1, "sentence": {"text": "\udc80"}}, "text is \udc80, but must be text"),
        ({"posenc": 1, "selection": {"position": 64}}, "position is 64, but must be from 0 to 63, below length 64"),
        ({"posenc": 1, "options": {"other": {}}}, "unknown view other; known: some"),
        ({"posenc": 1, "options": {"some": {"size": 0}}}, "size is 0, but must be a whole number from 1 to 9"),
        ({"posenc": 1, "options": []}, "options is [], but must be an object with names and values"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, str) else "values",
)
def test_values_that_are_no_document_are_refused(values: object, message: str) -> None:
    with pytest.raises(UserError) as caught:
        from_json(values, TYPES)
    assert str(caught.value).startswith(message)


NO_JSON = "it is no JSON text, or only a part of one"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", NO_JSON),
        (b"   \n", NO_JSON),
        (to_text(Document()).encode()[:100], NO_JSON),
        (b"\x89PNG\r\n\x1a\n\x00\x00", NO_JSON),
        (b"\xff\xfe\x00", NO_JSON),
        (b'{"posenc": ' + b"9" * 5000 + b"}", NO_JSON),
        (b"[" * 200_000 + b"]" * 200_000, NO_JSON),
        (b'{"a": ' * 200_000, NO_JSON),
        (b"null", "it is no posenc document"),
        (b'{"posenc": 1, "params": {"base": NaN}}', "base is nan, but must be a number above 1"),
        (b'{"posenc": 1, "params": {"base": 1e999}}', "base is inf, but must be a number above 1"),
        (b'{"posenc": 7}', "its version 7 is newer than 1"),
        (b" " * (MOST_BYTES + 1), "it is larger than 16 MiB, which no document is"),
    ],
    ids=range(13),
)
def test_files_that_are_no_documents_are_refused_by_name(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "given.json"
    path.write_bytes(content)
    with pytest.raises(UserError) as caught:
        read(path, TYPES)
    assert str(caught.value).startswith(f"cannot open {path}: {reason}")
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == content


def test_missing_file_and_folder_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot open .*absent\.json: no such file or directory"):
        read(tmp_path / "absent.json", TYPES)
    with pytest.raises(UserError, match="cannot open "):
        read(tmp_path, TYPES)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no endless file")
def test_an_endless_file_is_not_read_to_its_end() -> None:
    with pytest.raises(UserError, match="cannot open /dev/zero: it is larger than 16 MiB"):
        read(Path("/dev/zero"), TYPES)


def test_a_refused_document_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "saved.json"
    write(path, Document())
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match=r"cannot write .*saved\.json: no space left on device; choose another folder"):
        write(path, edits.set_param("base", 5.0)(Document()))
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["saved.json"]


def test_a_saved_document_keeps_sentence_order_head_and_mask(tmp_path: Path) -> None:
    document = Document()
    for path, value in {
        "sentence.split": "characters",
        "sentence.text": "中文 e\u0301 👩‍👩‍👧",
        "attention.head": "offset",
        "attention.heads": 4,
        "attention.mask": "causal",
        "attention.layers": 3,
        "attention.dtype": "bfloat16",
        "attention.sharpness": 7.5,
        "attention.content": 0.25,
        "attention.token_scale": "free",
        "attention.free_scale": 0.5,
        "attention.position_scale": 2.0,
        "attention.padding": 3,
        "attention.first_id": 9,
    }.items():
        document = edits.set_value(path, value)(document)
    document = edits.select(token=2)(edits.reverse(document))
    write(tmp_path / "saved.json", document)
    found = read(tmp_path / "saved.json", TYPES)
    assert found == document
    assert found.ordered_words == ("👩‍👩‍👧", "e\u0301", "文", "中")
