"""What the README promises: its commands work, and its pictures are those that its commands make."""

import json
import re
import shlex
from pathlib import Path

import pytest
from PySide6.QtGui import QImageReader

from posenc_gui import cli
from posenc_gui.document import files
from posenc_gui.document.document import Document
from posenc_gui.export.pictures import DOCUMENT_KEY
from posenc_gui.figures import catalog
from posenc_gui.ui.action_list import ACTIONS

ROOT = Path(__file__).resolve().parent.parent
FIRST_VIEWS = 4
"""The README shows the views that the window begins with."""

README = (ROOT / "README.md").read_text("utf-8")
MOST_LINES = 110
"""About what one page holds."""

LARGEST_PICTURE = 200_000
"""Bytes; a clone should stay small."""


def console_lines() -> list[str]:
    """All lines that begin with `posenc` in the blocks that show the console."""
    blocks = re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("posenc ")]


def marked_command(mark: str) -> str:
    """The one line of the block right under a mark, as those read it who run it."""
    found = re.search(rf"^<!-- {mark} -->\n```sh\n([^\n]+)\n```$", README, re.MULTILINE)
    assert found, f"no block of one line under <!-- {mark} -->"
    return found[1]


PICTURE_LINES = [line for line in console_lines() if "docs/pictures/" in line]


def document_in(picture: QImageReader) -> Document:
    """The document that a picture says it was made of."""
    return files.from_json(json.loads(picture.text(DOCUMENT_KEY)), catalog.OPTION_TYPES)


def run(line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run a console line in a folder; gives the path it writes."""
    monkeypatch.chdir(folder)
    (folder / "docs" / "pictures").mkdir(parents=True)
    arguments = shlex.split(line)[1:]
    assert cli.main(arguments) == 0
    return folder / (arguments[arguments.index("-o") + 1] if "-o" in arguments else "")


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("line", console_lines())
def test_each_line_for_the_console_works(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    written = run(line, tmp_path, monkeypatch)
    said = capsysbinary.readouterr()
    assert said.err == b""
    assert said.out or written.stat().st_size > 100


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("line", PICTURE_LINES)
def test_the_pictures_are_those_that_their_commands_make(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the same size and document; the pixels are for the tests of what paints them."""
    made = run(line, tmp_path, monkeypatch)
    kept = ROOT / made.relative_to(tmp_path)
    assert kept.stat().st_size < LARGEST_PICTURE
    new, old = QImageReader(str(made)), QImageReader(str(kept))
    assert new.size() == old.size()
    assert document_in(new) == document_in(old)
    assert new.text("Title") == old.text("Title")


def test_every_picture_is_shown_and_made() -> None:
    kept = {f"docs/pictures/{path.name}" for path in (ROOT / "docs" / "pictures").iterdir()}
    assert kept == set(re.findall(r"\((docs/pictures/[^)]+)\)", README))
    assert kept == {shlex.split(line)[shlex.split(line).index("-o") + 1] for line in PICTURE_LINES}
    assert len(kept) == FIRST_VIEWS


def test_the_marked_commands_set_up_from_a_fresh_clone() -> None:
    run_line, test_line = marked_command("run"), marked_command("test")
    for line in (run_line, test_line):
        assert line.startswith("$(command -v sudo) apt-get ")
        assert "python3 -m venv .venv && .venv/bin/python -m pip install -e " in line
    assert run_line.endswith(".venv/bin/posenc-gui")
    assert test_line.endswith(".venv/bin/python -m pytest")


def test_it_is_one_page_and_its_links_lead_somewhere() -> None:
    assert len(README.splitlines()) <= MOST_LINES
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / target).is_file(), target


def test_the_keys_are_those_of_the_actions() -> None:
    keys = {action.key: action.shortcuts for action in ACTIONS}
    for action, key in {
        "play": "Space",
        "theme": "T",
        "present": "F5",
        "undo": "Ctrl+Z",
        "export": "Ctrl+E",
        "shortcuts": "?",
        "whole": "0",
        "fill.heatmap": "1",
        "fill.shuffle": "4",
    }.items():
        assert key in keys[action]
        assert f"`{key}`" in README
