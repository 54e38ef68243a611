"""Writing files so that a crash, a full disk or a cancelled job leaves the old file whole."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from posenc_gui.engine.errors import UserError


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Give a temporary path beside `target`; when the block ends well, it takes the target's place.

    Raises:
        UserError: the folder is missing, or the file cannot be written there.
    """
    if not target.parent.is_dir():
        raise UserError(
            f"cannot write {target}: the folder {target.parent} does not exist; create it or choose another"
        )
    if target.is_dir():
        raise UserError(f"cannot write {target}: it is a folder; add a file name")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.stem[:40]}-", suffix=target.suffix, dir=target.parent)
        os.close(handle)
    except OSError as error:
        raise _refused(target, error) from error
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(_mode(target))
        temporary.replace(target)
    except OSError as error:
        raise _refused(target, error) from error
    finally:
        temporary.unlink(missing_ok=True)


def _mode(target: Path) -> int:
    """The rights of the file that is replaced, or those that a new file would get."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _refused(target: Path, error: OSError) -> UserError:
    reason = (error.strerror or str(error)).lower()
    return UserError(f"cannot write {target}: {reason}; choose another folder or file name")
