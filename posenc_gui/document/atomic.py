"""Writing files so that a crash, a full disk or a cancelled job leaves the old file whole."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from posenc_gui.engine.errors import UserError


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Give a temporary path beside `target`; when the block ends well, it takes the target's place.

    A link stays a link: the file that it leads to is replaced.

    Raises:
        UserError: the folder is missing, or the file cannot be written there.
    """
    try:
        place = target.resolve()
        _check_place(target, place)
        temporary = _new_file_beside(place)
    except OSError as error:
        raise _refused(target, error) from error
    try:
        yield temporary
        _put_in_place(temporary, place)
    except OSError as error:
        raise _refused(target, error) from error
    finally:
        temporary.unlink(missing_ok=True)


def _check_place(target: Path, place: Path) -> None:
    if not place.parent.is_dir():
        raise UserError(
            f"cannot write {target}: the folder {target.parent} does not exist; create it or choose another"
        )
    if place.is_dir():
        raise UserError(f"cannot write {target}: it is a folder; add a file name")
    if place.exists() and not place.is_file():
        raise UserError(f"cannot write {target}: it is a device or a pipe; choose a file")
    if place.exists() and not os.access(place, os.W_OK):
        raise UserError(f"cannot write {target}: it is read-only; choose another file name")


def _new_file_beside(place: Path) -> Path:
    """An empty file with the rights that a new file gets there, under a name that nobody has."""
    temporary = place.with_name(f".{place.stem[:40]}-{os.urandom(6).hex()}{place.suffix}")
    os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    return temporary


def _put_in_place(temporary: Path, place: Path) -> None:
    """Take the old file's rights and then its place, once the content is on the disk."""
    with temporary.open("rb+") as file:
        os.fsync(file.fileno())
    if place.exists():
        temporary.chmod(place.stat().st_mode & 0o777)
    temporary.replace(place)


def _refused(target: Path, error: OSError) -> UserError:
    reason = (error.strerror or str(error)).lower()
    return UserError(f"cannot write {target}: {reason}; choose another folder or file name")
