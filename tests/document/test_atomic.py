"""Files take their place whole or not at all, and leave nothing behind."""

import os
import stat
import sys
from pathlib import Path

import pytest

from posenc_gui.document.atomic import replacing
from posenc_gui.engine.errors import UserError

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files or rights")


def save(path: Path, content: str) -> None:
    with replacing(path) as temporary:
        temporary.write_text(content)


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_a_new_file_and_a_replaced_one_hold_what_was_written(tmp_path: Path) -> None:
    for content in ("first", "second"):
        save(tmp_path / "file.txt", content)
        assert (tmp_path / "file.txt").read_text() == content
        assert names(tmp_path) == ["file.txt"]


def test_the_temporary_file_lies_beside_the_target_and_has_its_suffix(tmp_path: Path) -> None:
    with replacing(tmp_path / "picture.svg") as temporary:
        assert temporary.parent == tmp_path
        assert temporary.suffix == ".svg"
        temporary.write_text("x")


@pytest.mark.parametrize("failure", [ValueError("broken"), KeyboardInterrupt(), UserError("refused")])
def test_the_old_file_stays_whole_whatever_goes_wrong(tmp_path: Path, failure: BaseException) -> None:
    path = tmp_path / "file.txt"
    path.write_text("old")

    def fail() -> None:
        with replacing(path) as temporary:
            temporary.write_text("half")
            raise failure

    with pytest.raises(type(failure)):
        fail()
    assert path.read_text() == "old"
    assert names(tmp_path) == ["file.txt"]


def test_a_rename_that_fails_is_said_and_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.txt"
    path.write_text("old")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(UserError, match=r"cannot write .*file\.txt: permission denied; choose another folder or file"):
        save(path, "new")
    assert path.read_text() == "old"
    assert names(tmp_path) == ["file.txt"]


def test_a_read_only_folder_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rights are made up, for root may write everywhere."""

    def refuse(*_: object) -> int:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(UserError, match=r"cannot write .*file\.txt: read-only file system; choose another folder"):
        save(tmp_path / "file.txt", "new")
    assert names(tmp_path) == []


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        save(tmp_path / "absent" / "file.txt", "new")
    folder = tmp_path / "absent"
    assert str(caught.value) == (
        f"cannot write {folder / 'file.txt'}: the folder {folder} does not exist; create it or choose another"
    )


def test_a_folder_that_is_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "flat").write_text("x")
    with pytest.raises(UserError, match="does not exist; create it or choose another"):
        save(tmp_path / "flat" / "file.txt", "new")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="it is a folder; add a file name"):
        save(tmp_path, "new")


def test_a_name_too_long_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot write .*name too long"):
        save(tmp_path / ("x" * 300), "new")
    assert names(tmp_path) == []


@POSIX
def test_a_device_is_never_replaced() -> None:
    with pytest.raises(UserError, match="cannot write /dev/null: it is a device or a pipe; choose a file"):
        save(Path("/dev/null"), "new")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@POSIX
def test_a_read_only_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file.txt").write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UserError, match="it is read-only; choose another file name"):
        save(tmp_path / "file.txt", "new")
    assert (tmp_path / "file.txt").read_text() == "old"


@POSIX
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("real.txt")
    save(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"


@POSIX
def test_rights_are_those_of_the_old_file_or_of_any_new_one(tmp_path: Path) -> None:
    old, new, usual = tmp_path / "old", tmp_path / "new", tmp_path / "usual"
    old.write_text("old")
    old.chmod(0o640)
    usual.write_text("")
    save(old, "new")
    save(new, "new")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert stat.S_IMODE(new.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)
