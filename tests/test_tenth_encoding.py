"""One more encoding, added to a copy of the program as docs/architecture.md says: one file, one name in one tuple."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent

ZIGZAG = '''
"""Zigzag: the position within a tooth, as a share of it."""

from dataclasses import dataclass

import numpy as np

from posenc_gui.engine.encoding import Cell, Encoding, Table
from posenc_gui.engine.grid import Grid, check_memory
from posenc_gui.engine.params import Record, param
from posenc_gui.engine.rows import Stored


@dataclass(frozen=True)
class ZigzagParams(Record):
    """How long the teeth are."""

    tooth: int = param(4, "Tooth", "Positions in a tooth of dimension 0; the next has one more.", low=2, high=99)
    falling: bool = param(False, "Falling", "Teeth fall instead of rising.")


def evaluate(params: ZigzagParams, grid: Grid, _heads: int = 1) -> Table:
    """PE[p, j] = (p mod n) / n with n = tooth + j; less than 1."""
    check_memory(f"a table of {grid.length} × {grid.d_model}", grid.length * grid.d_model)
    lengths = params.tooth + np.arange(grid.d_model)
    values = np.arange(grid.length)[:, np.newaxis] % lengths / lengths
    return Table(Stored(1 - values if params.falling else values), grid.length)


def explain(params: ZigzagParams, grid: Grid, cell: Cell) -> str:
    """The share of the tooth that is passed."""
    value = evaluate(params, grid).values[cell.row, cell.column]
    return f"PE[{cell.row}, {cell.column}] = {cell.row} mod {params.tooth + cell.column} = {value:.4f}"


ENCODING = Encoding(
    key="zigzag",
    title="Zigzag",
    summary="Teeth of a saw, longer by one from dimension to dimension.",
    formula="PE[p, j] = (p mod (n + j)) / (n + j)",
    references=("Nobody, Nowhere (1900), section 0",),
    acts="added to the embeddings",
    params=ZigzagParams,
    evaluate=evaluate,
    explain=explain,
)
'''

WINDOW = '''
"""What the form and the views make of the encoding: printed as JSON."""

import json
import sys

from PySide6.QtWidgets import QApplication, QWidget

import posenc_gui
from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import catalog
from posenc_gui.figures.spec import Raster, Rect
from posenc_gui.ui.form import FORM_PATHS, Form

application = QApplication(sys.argv)
store = Store(edits.set_encoding("zigzag")(Document()))
form = Form(store, FORM_PATHS, print)
names = sorted({widget.objectName() for widget in form.findChildren(QWidget)} - {""})
spoken = sorted({widget.accessibleName() for widget in form.findChildren(QWidget)} - {""})
views = {}
for view in catalog.views():
    try:
        views[view.key] = view.figure(store.document).title
    except UserError as error:
        views[view.key] = f"refused: {error}"
marks = [mark for axes in catalog.by_key("heatmap").figure(store.document).axes for mark in axes.marks]
raster = next(mark for mark in marks if isinstance(mark, Raster))
pixels = raster.source.sample(Rect(-0.5, 7.5, -0.5, 7.5), 8, 8).tolist()
read = catalog.by_key("heatmap").read(store.document, None)
print(json.dumps([posenc_gui.__file__, names, spoken, views, pixels, read]))
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program with the encoding: the four steps of the page."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "posenc_gui", folder / "posenc_gui", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "resources", folder / "resources")
    encodings = folder / "posenc_gui" / "engine" / "encodings"
    (encodings / "zigzag.py").write_text(ZIGZAG.strip() + "\n", "utf-8")
    listed = (encodings / "__init__.py").read_text("utf-8")
    last = "    TRANSFORMER_XL,\n)\n"
    assert listed.count(last) == 1
    (encodings / "__init__.py").write_text(
        listed.replace(last, "    TRANSFORMER_XL,\n    ZIGZAG,\n)\n").replace(
            "from posenc_gui.engine.errors",
            "from posenc_gui.engine.encodings.zigzag import ENCODING as ZIGZAG\nfrom posenc_gui.engine.errors",
        ),
        "utf-8",
    )
    return folder


def run(copy: Path, *arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    """Python in the folder of the copy, which stands before any other on the path."""
    environment = os.environ | {"PYTHONPATH": str(copy), "QT_QPA_PLATFORM": "offscreen", "PYTHONUTF8": "1"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == status, done.stderr
    return done


def posenc(copy: Path, *arguments: str, status: int = 0) -> str:
    """Standard output of the console, or its one line on standard error."""
    done = run(copy, "-m", "posenc_gui.cli", *arguments, status=status)
    return done.stderr if status else done.stdout


def plain(length: int, d_model: int, tooth: int) -> list[list[float]]:
    return [[p % (tooth + j) / (tooth + j) for j in range(d_model)] for p in range(length)]


def test_it_stands_in_the_list(copy: Path) -> None:
    assert posenc(copy, "list", "encodings").splitlines()[-1].split() == ["zigzag", "Zigzag"]
    entry = json.loads(posenc(copy, "list", "encodings", "--json"))[-1]
    assert [item["name"] for item in entry["params"]] == ["tooth", "falling"]
    assert entry["params"][0]["allowed"] == "a whole number from 2 to 99"


def test_its_parameters_are_flags_with_ranges(copy: Path) -> None:
    sizes = ("--length", "20", "--d-model", "6")
    posenc(copy, "export", "heatmap", "-o", "x.npz", "--encoding", "zigzag", "--tooth", "7", *sizes)
    with np.load(copy / "x.npz", allow_pickle=False) as arrays:
        np.testing.assert_array_equal(arrays["values"], plain(20, 6, 7))
    assert "--tooth INT" in posenc(copy, "export", "--help")
    refused = posenc(copy, "export", "heatmap", "-o", "y.npz", "--encoding", "zigzag", "--tooth", "1", status=2)
    assert refused == "posenc: tooth is 1, but must be a whole number from 2 to 99\n"


def test_its_parameters_are_entries_of_a_saved_document(copy: Path) -> None:
    posenc(copy, "export", "heatmap", "-o", "x.json", "--encoding", "zigzag", "--falling", "yes", "--length", "20")
    document = json.loads((copy / "x.json").read_text("utf-8"))["document"]
    assert document["encoding"] == "zigzag"
    assert document["params"] == {"tooth": 4, "falling": True}
    (copy / "saved.json").write_text(json.dumps(document), "utf-8")
    posenc(copy, "export", "heatmap", "-o", "again.json", "--document", "saved.json")
    assert (copy / "again.json").read_bytes() == (copy / "x.json").read_bytes()


def test_views_are_pictures_and_attention_applies_it(copy: Path) -> None:
    posenc(copy, "export", "heatmap", "-o", "x.svg", "--encoding", "zigzag")
    assert "<svg" in (copy / "x.svg").read_text("utf-8")
    posenc(copy, "export", "shuffle", "-o", "s.npz", "--encoding", "zigzag", "--order", "4,3,2,1,0")
    with np.load(copy / "s.npz", allow_pickle=False) as arrays:
        assert arrays["max_change_without"] < 1e-12
        assert arrays["max_change_with"] > 1e-3


NEED_MORE = {"waves", "rotation", "spectrum", "rope", "fit", "precision", "base", "training"}
"""Views of what an encoding need not have: waves, turned channels, a table that was trained."""


def test_form_and_views_know_it(copy: Path) -> None:
    (copy / "window.py").write_text(WINDOW.strip() + "\n", "utf-8")
    package, names, spoken, views, pixels, read = json.loads(run(copy, "window.py").stdout)
    assert Path(package).is_relative_to(copy)
    for name in ("params.tooth", "params.falling"):
        assert name in names
        assert name in spoken
    assert not any(name.startswith("params.base") for name in names)
    np.testing.assert_array_equal(pixels, plain(8, 8, 4))
    assert read.startswith("PE[12, 6] = 12 mod 10 = 0.2000")
    refused = {key: title for key, title in views.items() if title.startswith("refused: ")}
    assert set(refused) <= NEED_MORE
    assert all(refused[key].endswith("choose sinusoidal or RoPE to see some") for key in ("waves", "rotation"))
