"""Opening a table of numbers from a file, without trusting it: size and type are checked before anything is read."""

import tokenize
import zipfile
import zlib
from functools import lru_cache
from pathlib import Path
from typing import IO, cast

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import BYTES_PER_NUMBER, LARGEST_TABLE_BYTES, in_bytes
from posenc_gui.engine.params import shown
from posenc_gui.engine.table_suffixes import SUFFIXES

Numbers = NDArray[np.floating]


def open_table(path: str) -> Numbers:
    """The table (rows, columns) of a `.npy`, `.npz` or `.csv` file; `.npy` files are mapped, not read.

    Raises:
        UserError: the file is missing, pickled, empty, over-large, of the wrong rank or type, or holds NaN or infinity.
    """
    try:
        file = Path(path).expanduser()
        changed = file.stat()
        return _opened(file, changed.st_mtime_ns, changed.st_size)
    except OSError as error:
        raise UserError(f"cannot open the table {path}: {(error.strerror or str(error)).lower()}") from error
    except BROKEN as error:
        raise UserError(
            f"cannot open the table {path}: it is no whole file of plain numbers: save it anew as one of "
            f"{', '.join(SUFFIXES)}"
        ) from error
    except UserError as error:
        raise UserError(f"cannot open the table {path}: {error}") from error


BROKEN = (ValueError, EOFError, RuntimeError, SyntaxError, tokenize.TokenError, zipfile.BadZipFile, zlib.error)
"""What the readers raise at files that are cut off, damaged, encrypted or of another kind."""


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
    size = file.stat().st_size
    if size > LARGEST_TABLE_BYTES:
        raise UserError(f"it takes {in_bytes(size)}, but must take at most {in_bytes(LARGEST_TABLE_BYTES)}")
    with file.open(encoding="utf-8-sig") as lines:
        if not any(line.strip() for line in lines):
            raise UserError("it is empty, but must have a line of numbers for each position")
    try:
        return np.loadtxt(file, delimiter=",", comments=None, ndmin=2, encoding="utf-8-sig")
    except ValueError as error:
        raise UserError(_first_fault(file)) from error


def _first_fault(file: Path) -> str:
    """What is wrong with the first line that is no row of the table."""
    width = 0
    with file.open(encoding="utf-8-sig") as lines:
        for place, line in enumerate(lines, start=1):
            cells = line.split(",") if line.strip() else []
            for cell in cells:
                if not _is_number(cell):
                    return f"line {place} has {shown(cell)}, but must have numbers with commas between: mend that line"
            width = width or len(cells)
            if cells and len(cells) != width:
                return f"line {place} has {len(cells)} numbers, but must have {width} like the first: mend that line"
    return "its lines are no rows of numbers with commas between"


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


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
        raise UserError(
            f"it has {len(shape)} dimensions, but must have 2: save an array with a row for each position and a column "
            "for each dimension"
        )
    if min(shape) < 1:
        raise UserError(f"it is empty: its shape is {shape[0]} × {shape[1]}, but must be at least 1 × 1")
    if dtype.kind not in "fiu":
        raise UserError(f"its numbers are of type {dtype}, but must be real: save them as float64")
    size = shape[0] * shape[1] * (dtype.itemsize if dtype.kind == "f" else BYTES_PER_NUMBER)
    if size > LARGEST_TABLE_BYTES:
        raise UserError(
            f"its {shape[0]} × {shape[1]} numbers would take {in_bytes(size)}, but must take at most "
            f"{in_bytes(LARGEST_TABLE_BYTES)}: save fewer rows"
        )


def _checked(table: NDArray[np.generic]) -> Numbers:
    _check_shape(table.shape, table.dtype)
    numbers = cast("Numbers", table) if table.dtype.kind == "f" else table.astype(np.float64)
    for start in range(0, len(numbers), 4096):
        bad = np.argwhere(~np.isfinite(numbers[start : start + 4096]))
        if len(bad):
            row, column = start + int(bad[0, 0]), int(bad[0, 1])
            raise UserError(
                f"the number in row {row}, column {column} is {numbers[row, column]}, but must be finite: mend it"
            )
    return numbers
