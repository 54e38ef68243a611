"""Training on the console: done when needed, told to a terminal alone."""

import io
import json
from pathlib import Path

import numpy as np
import pytest

from posenc_gui import cli
from posenc_gui.engine import training
from posenc_gui.engine.training_task import Task

FLAGS = ("--encoding", "learned", "--source", "trained", "--rows", "9", "--d-model", "4", "--length", "9")


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "_models", {})


class Terminal(io.StringIO):
    """A terminal that keeps what was written."""

    def isatty(self) -> bool:
        """Somebody watches."""
        return True


def test_an_export_trains_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.npy"
    assert cli.main(["export", "heatmap", "-o", str(path), *FLAGS]) == 0
    found = training.fitted(Task(9, 4, 0))
    assert found is not None
    np.testing.assert_array_equal(np.load(path), found.model.table)
    assert capsys.readouterr().err == ""


def test_the_training_itself_can_be_exported(tmp_path: Path) -> None:
    path = tmp_path / "training.json"
    assert cli.main(["export", "training", "-o", str(path), *FLAGS]) == 0
    values = json.loads(path.read_text("utf-8"))
    assert len(values["losses"]) == training.STEPS + 1
    assert len(values["weights"]) == 8


def test_what_is_compared_is_trained_too(tmp_path: Path) -> None:
    settings = ["--compare-other-params", "source=trained rows=8", "--d-model", "4", "--length", "8"]
    assert cli.main(["export", "compare", "-o", str(tmp_path / "both.npz"), *settings]) == 0
    assert training.fitted(Task(8, 4, 0)) is not None


def test_a_terminal_is_told_how_it_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert cli.main(["export", "training", "-o", str(tmp_path / "losses.csv"), *FLAGS]) == 0
    said = terminal.getvalue()
    assert "training: step 1 of 300, loss 2." in said
    assert said.endswith("\r")
    assert "\n" not in said


def test_what_is_too_large_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--encoding", "learned", "--source", "trained", "--rows", "1000000"]
    assert cli.main(["export", "heatmap", "-o", str(tmp_path / "x.npy"), *flags]) == 2
    assert "training 1000000 rows of 64 would take" in capsys.readouterr().err
