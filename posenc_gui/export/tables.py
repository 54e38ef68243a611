"""The arrays of a view as files: NumPy's own formats, CSV and JSON; no Qt."""

import csv
import json
import math
import zipfile
from pathlib import Path
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray

from posenc_gui.document import files
from posenc_gui.document.document import Document
from posenc_gui.figures.view import Arrays, View


def write_npy(document: Document, view: View, path: Path) -> None:
    """The view's main array in NumPy's format, without pickling."""
    with path.open("wb") as target:
        np.save(target, view.data(document)[view.main], allow_pickle=False)


def write_npz(document: Document, view: View, path: Path) -> None:
    """All arrays of the view by name in NumPy's format, without pickling."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, values in view.data(document).items():
            entry = zipfile.ZipInfo(f"{name}.npy")  # with a fixed date, so that equal documents give equal files
            with archive.open(entry, "w", force_zip64=True) as target:
                np.save(target, values, allow_pickle=False)


def write_csv(document: Document, view: View, path: Path) -> None:
    """The view's main array as text: one line per row, full precision; a stack of matrices one after the other."""
    with path.open("w", encoding="utf-8", newline="") as target:
        _write_rows(view.data(document)[view.main], target)


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
