"""Opening a table of numbers from a file, without trusting it: size and type are checked before anything is read."""

import zipfile
from functools import lru_cache
from pathlib import Path
from typing import IO, cast

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import LARGEST_TABLE_BYTES, in_bytes

Numbers = NDArray[np.floating]
SUFFIXES = (".npy", ".npz", ".csv")


def open_table(path: str) -> Numbers:
    """The table (rows, columns) of a `.npy`, `.npz` or `.csv` file; `.npy` files are mapped, not read.

    Raises:
        UserError: the file is missing, pickled, empty, over-large, of the wrong rank or type, or holds NaN or infinity.
    """
    file = Path(path).expanduser()
    try:
        changed = file.stat()
        return _opened(file, changed.st_mtime_ns, changed.st_size)
    except OSError as error:
        raise UserError(f"cannot open the table {file}: {(error.strerror or str(error)).lower()}") from error
    except (ValueError, EOFError, zipfile.BadZipFile) as error:
        raise UserError(
            f"cannot open the table {file}: it is no whole {file.suffix or 'table'} file of numbers"
        ) from error
    except UserError as error:
        raise UserError(f"cannot open the table {file}: {error}") from error


@lru_cache(maxsize=4)
def _opened(file: Path, _changed: int, _size: int) -> Numbers:
    match file.suffix.lower():
        case ".npy":
            with file.open("rb") as stream:
                _check_header(stream)
            table: NDArray[np.generic] = np.load(file, mmap_mode="r", allow_pickle=False)
        case ".npz":
            table = _from_archive(file)
        case ".csv":
            table = _from_text(file)
        case suffix:
            raise UserError(f"its suffix is {suffix or 'missing'}, but must be one of {', '.join(SUFFIXES)}")
    return _checked(table)


def _from_archive(file: Path) -> NDArray[np.generic]:
    """The first array of two dimensions in an archive."""
    with zipfile.ZipFile(file) as archive:
        names = [name for name in archive.namelist() if name.endswith(".npy")]
        for name in names:
            with archive.open(name) as stream:
                shape = _check_header(stream, only_tables=False)
            if len(shape) == 2:
                with archive.open(name) as stream:
                    return np.asarray(npy.read_array(stream, allow_pickle=False))
    raise UserError(f"it has no array of two dimensions among {', '.join(names)[:80] or 'no arrays'}")


def _from_text(file: Path) -> NDArray[np.generic]:
    if file.stat().st_size > LARGEST_TABLE_BYTES:
        raise UserError(
            f"it takes {in_bytes(file.stat().st_size)}, but must take at most {in_bytes(LARGEST_TABLE_BYTES)}"
        )
    if not file.read_bytes()[:1]:
        raise UserError("it is empty")
    return np.loadtxt(file, delimiter=",", ndmin=2, dtype=np.float64, encoding="utf-8")


def _check_header(stream: IO[bytes], only_tables: bool = True) -> tuple[int, ...]:
    """Shape and type as the header gives them, refused before the numbers are touched."""
    version = npy.read_magic(stream)
    read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, _order, dtype = read(stream)
    if dtype.hasobject:
        raise UserError("it holds pickled objects, which are never opened: save plain numbers")
    if only_tables or len(shape) == 2:
        _check_shape(shape, dtype)
    return tuple(shape)


def _check_shape(shape: tuple[int, ...], dtype: np.dtype[np.generic]) -> None:
    if len(shape) != 2:
        raise UserError(f"it has {len(shape)} dimensions, but must have 2: rows are positions, columns dimensions")
    if 0 in shape:
        raise UserError(f"it is empty: its shape is {shape[0]} × {shape[1]}")
    if dtype.kind not in "fiu":
        raise UserError(f"its numbers are of type {dtype}, but must be real")
    size = shape[0] * shape[1] * dtype.itemsize
    if size > LARGEST_TABLE_BYTES:
        raise UserError(f"it would take {in_bytes(size)}, but must take at most {in_bytes(LARGEST_TABLE_BYTES)}")


def _checked(table: NDArray[np.generic]) -> Numbers:
    _check_shape(table.shape, table.dtype)
    numbers = cast("Numbers", table) if table.dtype.kind == "f" else table.astype(np.float64)
    for start in range(0, len(numbers), 4096):
        bad = np.argwhere(~np.isfinite(numbers[start : start + 4096]))
        if len(bad):
            raise UserError(f"the number in row {start + bad[0, 0]}, column {bad[0, 1]} is not finite")
    return numbers
