"""Tables that are written block by block: the same numbers, little memory, progress, an end, and room on the disk."""

import shutil
import tracemalloc
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest

from posenc_gui.document import edits
from posenc_gui.document.atomic import replacing
from posenc_gui.document.document import Document
from posenc_gui.engine import stopping
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import Grid
from posenc_gui.export import progress, tables
from posenc_gui.figures import view as views
from posenc_gui.figures.heatmap import VIEW as HEATMAP

KEYS = ["none", "index", "binary", "sinusoidal", "learned", "shaw", "t5", "alibi", "rope", "transformer_xl"]
Usage = namedtuple("Usage", "total used free")


def document(key: str) -> Document:
    return edits.set_encoding(key)(Document(grid=Grid(50, 12)))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("numbers", [1, 100, 10**6])
def test_files_hold_the_array_whatever_the_blocks(
    key: str, numbers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "BLOCK_NUMBERS", numbers)
    expected = HEATMAP.data(document(key))["values"]
    tables.write_npy(document(key), HEATMAP, tmp_path / "x.npy")
    found = np.load(tmp_path / "x.npy", allow_pickle=False)
    assert found.dtype == np.float64
    np.testing.assert_array_equal(found, expected)
    tables.write_csv(document(key), HEATMAP, tmp_path / "x.csv")
    np.testing.assert_array_equal(np.loadtxt(tmp_path / "x.csv", delimiter=",", ndmin=2), expected)


def test_the_file_is_the_one_that_numpy_writes(tmp_path: Path) -> None:
    tables.write_npy(Document(), HEATMAP, tmp_path / "x.npy")
    np.save(tmp_path / "y.npy", HEATMAP.data(Document())["values"])
    assert (tmp_path / "x.npy").read_bytes() == (tmp_path / "y.npy").read_bytes()


@pytest.mark.parametrize("suffix", ["npy", "csv"])
def test_progress_runs_up_to_all_of_it(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "BLOCK_NUMBERS", 640)
    shares: list[float] = []
    getattr(tables, f"write_{suffix}")(Document(), HEATMAP, tmp_path / "x", shares.append)
    assert shares == pytest.approx([*np.arange(10, 64, 10) / 64, 1.0])


class GivenUpError(Exception):
    """What the one who waited raises."""


@pytest.mark.parametrize("suffix", ["npy", "csv"])
def test_an_export_that_is_given_up_leaves_the_old_file(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "BLOCK_NUMBERS", 64)
    path, shares = tmp_path / "x", list[float]()
    path.write_bytes(b"old")

    def check() -> None:
        if shares and shares[-1] > 0.5:
            raise GivenUpError

    with pytest.raises(GivenUpError), stopping.stoppable(check), replacing(path) as temporary:
        getattr(tables, f"write_{suffix}")(Document(), HEATMAP, temporary, shares.append)
    assert 0.5 < shares[-1] < 0.6
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("suffix", "needed"), [("npy", "7.451 GiB"), ("csv", "")])
def test_a_disk_without_room_is_named_before_it_is_full(
    suffix: str, needed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(2**40, 2**40 - 2**20, 2**20))
    with pytest.raises(UserError, match=f"the file would take {needed}.* but 1 MiB are free") as caught:
        getattr(tables, f"write_{suffix}")(Document(grid=Grid(10**6, 1000)), HEATMAP, tmp_path / "x")
    assert "choose another disk" in str(caught.value)
    assert (tmp_path / "x").stat().st_size < 10 * 2**20


def test_memory_is_that_of_some_blocks(tmp_path: Path) -> None:
    """The table of 64 MiB passes through, block by block of 2 MiB."""
    tracemalloc.start()
    tables.write_npy(Document(grid=Grid(8192, 1024)), HEATMAP, tmp_path / "x.npy")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (tmp_path / "x.npy").stat().st_size > 64 * 2**20
    assert peak < 8 * 2**20


def test_a_table_beyond_memory_is_streamed_but_not_given_whole() -> None:
    assert HEATMAP.streamed
    large = HEATMAP.streamed(Document(grid=Grid(2**31, 65_536)))
    first = next(large.blocks())
    np.testing.assert_array_equal(first[0, :2], [0.0, 1.0])
    with pytest.raises(UserError, match="a table of 2147483648 × 65536 would take 1024 TiB, but must be at most 4 GiB"):
        large.whole()


def test_lines_of_progress_are_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    report = progress.by_line()
    for share in (0.0, 0.001, 0.25, 0.259, 1.0):
        report(share)
    lines = capsys.readouterr().err.splitlines()
    assert [progress.read_line(line) for line in lines] == [0.0, 0.25, 1.0]
    assert progress.read_line("posenc: the disk is full") is None
