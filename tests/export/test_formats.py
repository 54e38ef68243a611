"""The one list of formats."""

from pathlib import Path

import pytest

from posenc_gui.document.document import Document
from posenc_gui.engine.errors import UserError
from posenc_gui.export import formats
from posenc_gui.export.options import PictureOptions
from posenc_gui.export.progress import silent
from posenc_gui.figures import catalog

KNOWN = ["png", "svg", "pdf", "csv", "npy", "npz", "json"]
SIGNATURES = {
    "png": b"\x89PNG",
    "svg": b"<?xml",
    "pdf": b"%PDF",
    "csv": b"0.0,1.0",
    "npy": b"\x93NUMPY",
    "npz": b"PK",
    "json": b"{",
}


def test_each_format_is_listed_once() -> None:
    assert [item.suffix for item in formats.FORMATS] == KNOWN
    assert len({item.label for item in formats.FORMATS}) == len(KNOWN)
    assert [item.suffix for item in formats.FORMATS if item.picture] == ["png", "svg", "pdf"]


@pytest.mark.parametrize("suffix", KNOWN)
def test_a_format_is_found_by_its_suffix(suffix: str) -> None:
    assert formats.by_suffix(suffix) is formats.by_suffix(f".{suffix.upper()}")
    assert formats.by_suffix(suffix).suffix == suffix


@pytest.mark.parametrize(
    ("suffix", "shown"),
    [("", "missing"), (".bmp", ".bmp"), ("..png", "..png"), ("a\nb", "a b"), ("x" * 500, "x" * 60 + "…")],
)
def test_an_unknown_suffix_is_named_with_those_there_are(suffix: str, shown: str) -> None:
    with pytest.raises(UserError) as caught:
        formats.by_suffix(suffix)
    known = ", ".join(f".{item}" for item in KNOWN)
    assert str(caught.value) == f"the suffix is {shown}, but must be one of {known}"


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("suffix", KNOWN)
def test_each_format_writes_what_it_says(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"heatmap.{suffix}"
    formats.by_suffix(suffix).write(Document(), catalog.by_key("heatmap"), path, PictureOptions(320, 240), silent)
    assert path.read_bytes().startswith(SIGNATURES[suffix])
