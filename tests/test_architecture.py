"""The map of the program against the program: what docs/architecture.md names is there."""

import re
from pathlib import Path

import pytest

from posenc_gui import cli
from posenc_gui.figures import spec
from posenc_gui.session import FOLDER_VARIABLE
from posenc_gui.ui.figure_maker import MOST_AT_ONCE

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
FILES = {path.name for folder in ("posenc_gui", "tests") for path in (ROOT / folder).rglob("*.py")} | {"main.py"}
MOST_LINES = 200


@pytest.mark.parametrize("name", sorted(set(re.findall(r"\b\w+\.py\b", PAGE))))
def test_each_file_that_is_named_is_there(name: str) -> None:
    assert name in FILES


def test_the_layers_are_those_that_are_checked() -> None:
    layers = PAGE.partition("Imports point down only:\n`")[2].partition("`")[0].split(" → ")
    settings = (ROOT / "pyproject.toml").read_text("utf-8").partition("layers = [")[2].partition("]")[0]
    assert layers == [layer.replace("posenc_gui.", "") for layer in re.findall(r'"([^"]+)"', settings)]


def test_other_names_are_those_in_use() -> None:
    assert f"`{FOLDER_VARIABLE}`" in PAGE
    assert f"{MOST_AT_ONCE:,} it is made by a worker" in PAGE
    assert f"`posenc list {'|'.join(cli.LISTS)} [--json]`" in PAGE
    for kind in spec.Mark.__subclasses__():
        assert kind.__name__ in PAGE


def test_it_can_be_read_in_one_sitting() -> None:
    assert len(PAGE.splitlines()) <= MOST_LINES
