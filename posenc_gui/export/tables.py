"""The arrays of a view as files: NumPy's own formats, CSV and JSON; no Qt."""

import csv
import json
import math
import shutil
import zipfile
from pathlib import Path
from typing import IO, Any, BinaryIO, TextIO

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from posenc_gui.document import files
from posenc_gui.document.document import Document
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import BYTES_PER_NUMBER, in_bytes
from posenc_gui.export.progress import Report, silent
from posenc_gui.figures.view import Arrays, Streamed, View


def write_npy(document: Document, view: View, path: Path, report: Report = silent) -> None:
    """The view's main array in NumPy's format, without pickling; one that is streamed need not fit into memory.

    Raises:
        UserError: the disk has no room for it.
    """
    with path.open("wb") as target:
        if view.streamed is None:
            np.save(target, view.data(document)[view.main], allow_pickle=False)
        else:
            _stream_npy(view.streamed(document), target, report)


def _stream_npy(array: Streamed, target: BinaryIO, report: Report) -> None:
    length, width = array.shape
    check_room(target, length * width * BYTES_PER_NUMBER)
    header = {"descr": npy.dtype_to_descr(np.dtype(np.float64)), "fortran_order": False, "shape": array.shape}
    npy.write_array_header_1_0(target, header)
    done = 0
    for block in array.blocks():
        target.write(np.ascontiguousarray(block).data)
        done += len(block)
        report(done / length)


def check_room(target: IO[Any], needed: int) -> None:
    """Refuse to begin what the disk has no room for.

    Raises:
        UserError: says how much is needed, and how much is free.
    """
    folder = Path(target.name).parent
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise UserError(
            f"the file would take {in_bytes(needed)}, but {in_bytes(free)} are free on its disk: lower length or "
            "d_model, or choose another disk"
        )


def write_npz(document: Document, view: View, path: Path) -> None:
    """All arrays of the view by name in NumPy's format, without pickling."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, values in view.data(document).items():
            entry = zipfile.ZipInfo(f"{name}.npy")  # with a fixed date, so that equal documents give equal files
            with archive.open(entry, "w", force_zip64=True) as target:
                np.save(target, values, allow_pickle=False)


def write_csv(document: Document, view: View, path: Path, report: Report = silent) -> None:
    """The view's main array as text: one line per row, full precision; a stack of matrices one after the other.

    Raises:
        UserError: the disk has no room for it, as far as its first lines tell.
    """
    with path.open("w", encoding="utf-8", newline="") as target:
        if view.streamed is None:
            _write_rows(view.data(document)[view.main], target)
        else:
            _stream_csv(view.streamed(document), target, report)


def _stream_csv(array: Streamed, target: TextIO, report: Report) -> None:
    length, done = array.shape[0], 0
    for block in array.blocks():
        _write_rows(block, target)
        if not done:
            check_room(target, target.tell() * (length - len(block)) // len(block))
        done += len(block)
        report(done / length)


def write_json(document: Document, view: View, path: Path) -> None:
    """All arrays of the view by name, and as "document" what made them; numbers that are not finite become null."""
    values = {"document": files.to_json(document), "view": view.key, **_plain_arrays(view.data(document))}
    path.write_text(json.dumps(values, ensure_ascii=False, allow_nan=False) + "\n", "utf-8", newline="\n")


def _write_rows(values: NDArray[Any], target: TextIO) -> None:
    writer = csv.writer(target, lineterminator="\n")
    if values.dtype.names:
        writer.writerow(values.dtype.names)
        writer.writerows(values.tolist())
        return
    shape = (math.prod(values.shape[:-1]), values.shape[-1]) if values.ndim > 1 else (values.size, 1)
    rows = values.reshape(shape)
    writer.writerows([repr(number) for number in row] for row in rows.tolist())


def _plain_arrays(arrays: Arrays) -> dict[str, Any]:
    return {name: _plain(values) for name, values in arrays.items()}


def _plain(values: NDArray[Any]) -> object:
    if values.dtype.names:
        return [dict(zip(values.dtype.names, map(_finite, record), strict=True)) for record in values.tolist()]
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        plain = values.astype(object)
        plain[~np.isfinite(values)] = None
        return plain.tolist()
    return values.tolist()


def _finite(value: object) -> object:
    return None if isinstance(value, float) and not np.isfinite(value) else value
