"""The console: every flag, every complaint, and what is written where."""

import csv
import errno
import io
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from strategies import documents

from posenc_gui import cli
from posenc_gui.document import atomic, edits, files
from posenc_gui.document.document import Document, Sentence
from posenc_gui.engine import encodings
from posenc_gui.engine.params import Field, Value, fields
from posenc_gui.export import formats, tables
from posenc_gui.export.options import PictureOptions
from posenc_gui.figures import catalog
from posenc_gui.figures.heatmap import HeatmapOptions
from posenc_gui.figures.view import View
from posenc_gui.flags import flag

Run = Callable[..., int]
CONSOLE = [sys.executable, "-c", "import sys; from posenc_gui.cli import main; sys.exit(main())"]
DATA = ("csv", "npy", "npz", "json")
PICTURES = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF-"}


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs a command line that must end in 2, with one line on standard error and nothing on standard output."""

    def run(*arguments: str) -> str:
        assert cli.main(arguments) == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err.startswith("posenc: ")
        assert shown.err.endswith("\n")
        assert shown.err.count("\n") == 1
        return shown.err.removeprefix("posenc: ").removesuffix("\n")

    return run


def console(*arguments: str, **settings: Any) -> "subprocess.CompletedProcess[bytes]":  # noqa: ANN401
    """The console in a process of its own, without a display."""
    environment = without_display() | settings.pop("env", {})
    return subprocess.run([*CONSOLE, *arguments], capture_output=True, check=False, env=environment, **settings)


def without_display() -> dict[str, str]:
    """The environment, as it is on a server."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return {name: value for name, value in os.environ.items() if name not in hidden}


def exported(folder: Path, *flags: str, view: str = "heatmap") -> dict[str, Any]:
    """What a JSON export with these flags holds."""
    assert cli.main(["export", view, "-o", str(folder / "x.json"), *flags]) == 0
    found: dict[str, Any] = json.loads((folder / "x.json").read_text("utf-8"))
    return found


def document_of(folder: Path, *flags: str, view: str = "heatmap") -> Document:
    """The document that these flags describe."""
    return files.from_json(exported(folder, *flags, view=view)["document"], catalog.OPTION_TYPES)


# --- lists ---


@pytest.mark.parametrize(
    ("what", "keys"),
    [
        ("encodings", [encoding.key for encoding in encodings.ENCODINGS]),
        ("views", [view.key for view in catalog.views()]),
        ("formats", [item.suffix for item in formats.FORMATS]),
    ],
)
def test_lists_name_each_entry(what: str, keys: list[str], capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.main(["list", what]) == 0
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert [line.split()[0] for line in lines] == keys
    assert cli.main(["list", what, "--json"]) == 0
    entries = json.loads(capsysbinary.readouterr().out)
    assert [entry["key"] for entry in entries] == keys
    for line, entry in zip(lines, entries, strict=True):
        assert line.endswith(f"  {entry['title']}")


def test_the_list_of_encodings_describes_each_parameter(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    cli.main(["list", "encodings", "--json"])
    listed = json.loads(capsysbinary.readouterr().out)
    assert [entry["key"] for entry in listed] == [encoding.key for encoding in encodings.ENCODINGS]
    sinusoidal = next(entry for entry in listed if entry["key"] == "sinusoidal")
    assert sinusoidal["acts"] == "added to the embeddings"
    base = next(entry for entry in sinusoidal["params"] if entry["name"] == "base")
    assert base["default"] == 10_000.0
    assert base["allowed"] == "a number above 1 and up to 1e+12"
    layout = next(entry for entry in sinusoidal["params"] if entry["name"] == "layout")
    assert layout["choices"] == ["interleaved", "concatenated", "cosine_first"]


# --- exports ---


OF_ANY = [view for view in catalog.views() if view.key != "training"]
"""Views that have arrays of any document; the training has some where a table is trained."""


@pytest.mark.parametrize("suffix", DATA)
@pytest.mark.parametrize("view", OF_ANY, ids=lambda view: view.key)
def test_a_file_holds_the_views_arrays(view: View, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.{suffix}"
    assert cli.main(["export", view.key, "-o", str(path), "--order", "4,3,2,1,0", "--base", "100"]) == 0
    document = edits.reverse(edits.set_param("base", 100.0)(Document()))
    expected = tmp_path / "expected"
    getattr(tables, f"write_{suffix}")(document, view, expected)
    assert path.read_bytes() == expected.read_bytes()
    assert sorted(item.name for item in tmp_path.iterdir()) == ["expected", path.name]


@pytest.mark.parametrize("suffix", DATA)
def test_a_dash_means_standard_output(suffix: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.main(["export", "waves", "-o", "-", "--format", suffix]) == 0
    tables_file = tmp_path / "expected"
    getattr(tables, f"write_{suffix}")(Document(), catalog.by_key("waves"), tables_file)
    assert capsysbinary.readouterr().out == tables_file.read_bytes()


def test_a_format_beats_the_suffix(tmp_path: Path) -> None:
    assert cli.main(["export", "heatmap", "-o", str(tmp_path / "x.txt"), "--format", "CSV"]) == 0
    rows = list(csv.reader((tmp_path / "x.txt").read_text("utf-8").splitlines()))
    assert len(rows) == len(rows[0]) == 64


def test_a_data_export_loads_no_qt(tmp_path: Path) -> None:
    calls = [["export", view.key, "-o", str(tmp_path / f"x.{suffix}")] for view in OF_ANY for suffix in DATA]
    code = (
        f"import sys; from posenc_gui.cli import main; code = max(main(call) for call in {calls!r});"
        "print(*[name for name in sys.modules if name.split('.')[0] in ('PySide6', 'shiboken6', 'pyqtgraph')]);"
        "sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")


@pytest.mark.parametrize("view", [view.key for view in catalog.views()])
def test_pictures_need_no_display(view: str, tmp_path: Path) -> None:
    """One process paints all of them, as a script that calls `main` would."""
    wanted = [(f"{theme}.{suffix}", theme) for theme in ("light", "dark") for suffix in PICTURES]
    calls = [
        ["export", view, "-o", str(tmp_path / name), "--theme", theme, "--width", "320", "--height", "240"]
        for name, theme in wanted
    ]
    code = f"import sys; from posenc_gui.cli import main; sys.exit(max(main(call) for call in {calls!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=without_display())
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    for name, _ in wanted:
        content = (tmp_path / name).read_bytes()
        assert content.startswith(PICTURES[name.partition(".")[2]])
        assert len(content) > 2000


def test_a_picture_goes_to_standard_output_and_says_what_made_it() -> None:
    done = console("export", "heatmap", "-o", "-", "--format", "svg", "--base", "123")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"posenc-document" in done.stdout
    assert b"123.0" in done.stdout


def test_a_picture_has_the_size_that_was_asked_for() -> None:
    done = console("export", "waves", "-o", "-", "--format", "png", "--width", "300", "--height", "200", "--scale", "2")
    assert done.stdout[16:24] == (600).to_bytes(4, "big") + (400).to_bytes(4, "big")


# --- flags ---


FITTING: dict[str, tuple[str, Value]] = {
    "source": ("trained", "trained"),
    "buckets": ("64", 64),
    "max_distance": ("300", 300),
    "partial": ("0.5", 0.5),
    "content": ("0.5", 0.5),
}
"""Other values that go with the defaults beside them, where not every value does."""

BESIDE = {"order": ["--sentence", "two words"], "shown_head": ["--heads", "4"], "source": ["--rows", "3"]}
"""What else a setting needs, or needs to be quick."""


def another(item: Field) -> tuple[str, Value]:
    """Some allowed value that is not the default, as a flag's text and as the field's value."""
    if item.name in FITTING:
        return FITTING[item.name]
    if item.param.choices:
        value: Value = next(choice.value for choice in item.param.choices if choice.value != item.default)
        return str(value), value
    match item.kind:
        case "bool":
            return ("false", False) if item.default else ("yes", True)
        case "text":
            return "heatmap", "heatmap"
        case "int":
            return "2", 2
        case "float":
            return "2.5", 2.5
        case "ints":
            return "1,0", (1, 0)
        case "floats":
            return "-0.5,9.5,3,20", (-0.5, 9.5, 3.0, 20.0)


FLAGS = [
    *((encoding.key, "params", item) for encoding in encodings.ENCODINGS for item in fields(encoding.params)),
    *(
        (Document.encoding, section, item)
        for section, record in Document().records()
        if section != "params"
        for item in fields(type(record))
    ),
]
"""Every setting, with an encoding that has it."""


@pytest.mark.parametrize(("encoding", "section", "item"), FLAGS)
def test_every_setting_has_a_flag(encoding: str, section: str, item: Field, tmp_path: Path) -> None:
    text, value = another(item)
    for flags in ([flag(item), text], [f"{flag(item)}={text}"]):
        document = document_of(tmp_path, "--encoding", encoding, *BESIDE.get(item.name, []), *flags)
        assert getattr(getattr(document, section), item.name) == value


@pytest.mark.parametrize(("view", "item"), [(view, item) for view in catalog.views() for item in fields(view.options)])
def test_every_option_of_a_view_has_a_flag(view: View, item: Field, tmp_path: Path) -> None:
    text, value = another(item)
    document = document_of(tmp_path, f"--{view.key}-{item.name.replace('_', '-')}", text)
    assert getattr(edits.option(document, view.key, view.options), item.name) == value


@pytest.mark.parametrize("item", [item for item in fields(PictureOptions) if item.name != "theme"])
def test_every_option_of_a_picture_has_a_flag_with_a_range(item: Field, refused: Callable[..., str]) -> None:
    message = refused("export", "heatmap", "-o", "x.png", f"--{item.name}", "0")
    assert message == f"{item.name} is 0, but must be {item.param.range_text(item.kind)}"


def test_a_region_may_begin_below_zero(tmp_path: Path) -> None:
    document = document_of(tmp_path, "--heatmap-region", "-0.5,9.5,-.5,9.5", "--offset", "-7", "--first-position", "-3")
    assert edits.option(document, "heatmap", HeatmapOptions).region == (-0.5, 9.5, -0.5, 9.5)
    assert document.selection.offset == -7


def test_a_smaller_table_brings_the_rest_into_range(tmp_path: Path) -> None:
    document = document_of(tmp_path, "--length", "4", "--d-model", "4")
    assert (document.selection.position, document.selection.pair, document.selection.offset) == (3, 1, 3)


def test_help_names_every_flag_and_its_range(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["export", "--help"])
    assert ended.value.code == 0
    text = " ".join(capsys.readouterr().out.split())
    for _, _, item in FLAGS:
        assert flag(item) in text
        if item.kind in ("int", "float"):
            assert item.param.range_text(item.kind) in text


def test_help_can_be_read_where_there_is_no_pi() -> None:
    done = console("export", "--help", env={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"2\\u03c0" in done.stdout


# --- documents ---


@given(document=documents())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
def test_a_saved_document_is_what_is_exported(document: Document, tmp_path: Path) -> None:
    files.write(tmp_path / "saved.json", document)
    assert document_of(tmp_path, "--document", str(tmp_path / "saved.json"), view="rotation") == document


def test_flags_go_over_the_saved_document(tmp_path: Path) -> None:
    saved = edits.reverse(
        edits.set_param("base", 77.0)(edits.set_option("heatmap", HeatmapOptions, "region", (0, 9, 0, 9))(Document()))
    )
    files.write(tmp_path / "saved.json", saved)
    found = document_of(tmp_path, "--document", str(tmp_path / "saved.json"), "--length", "100", "--pair", "9")
    assert found == edits.select(pair=9)(edits.set_value("grid.length", 100)(saved))
    again = document_of(tmp_path, "--document", str(tmp_path / "saved.json"), "--sentence", "one two")
    assert again.sentence == Sentence("one two", (0, 1))


DAMAGED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "it is no JSON text, or only a part of one"),
    "truncated": (files.to_text(Document()).encode()[:-40], "it is no JSON text, or only a part of one"),
    "binary": (bytes(range(256)) * 8, "it is no JSON text, or only a part of one"),
    "nested": (b"[" * 100_000, "it is no JSON text, or only a part of one"),
    "a number": (b"7", "it is no posenc document"),
    "another object": (b'{"a": 1}', "it is no posenc document"),
    "newer": (b'{"posenc": 999}', "its version 999 is newer than 1, the newest known here: update the program"),
    "odd version": (b'{"posenc": "one"}', "posenc is one, but must be a version number from 1 to 1"),
    "unknown entry": (b'{"posenc": 1, "gird": {}}', "unknown entry gird; known: posenc, encoding, params, grid"),
    "unknown value": (b'{"posenc": 1, "grid": {"lenght": 3}}', "unknown entry in grid lenght; known: length, d_model"),
    "wrong type": (b'{"posenc": 1, "grid": {"length": "64"}}', "length is 64, but must be a whole number from 1 to"),
    "no object": (b'{"posenc": 1, "grid": 64}', "grid is 64, but must be an object with names and values"),
    "not finite": (b'{"posenc": 1, "params": {"base": NaN}}', "base is nan, but must be a number above 1 and up to"),
    "out of range": (b'{"posenc": 1, "grid": {"d_model": 0}}', "d_model is 0, but must be a whole number from 1 to"),
    "unknown encoding": (b'{"posenc": 1, "encoding": "x"}', "encoding is x, but must be one of none, index, "),
    "unknown view": (
        b'{"posenc": 1, "options": {"x": {}}}',
        "unknown view x; known: heatmap, waves, rotation, shuffle",
    ),
    "no permutation": (b'{"posenc": 1, "sentence": {"order": [0, 0, 1, 2, 3]}}', "order is 0,0,1,2,3, but must name"),
    "too large": (b" " * (16 * 1024**2 + 1), "it is larger than 16 MiB, which no document is"),
}


@pytest.mark.parametrize(("content", "reason"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_document_is_named_with_its_reason(
    content: bytes, reason: str, tmp_path: Path, refused: Callable[..., str]
) -> None:
    path = tmp_path / "saved.json"
    path.write_bytes(content)
    message = refused("export", "heatmap", "-o", str(tmp_path / "x.npy"), "--document", str(path))
    assert message.startswith(f"cannot open {path}: {reason}")
    assert path.read_bytes() == content
    assert not (tmp_path / "x.npy").exists()


def test_a_document_that_is_not_there(tmp_path: Path, refused: Callable[..., str]) -> None:
    missing = tmp_path / "missing.json"
    message = refused("export", "heatmap", "-o", "x.npy", "--document", str(missing))
    assert message == f"cannot open {missing}: no such file or directory"
    assert refused("export", "heatmap", "-o", "x.npy", "--document", str(tmp_path)).startswith(
        f"cannot open {tmp_path}: "
    )


# --- complaints ---

LENGTHS = "a whole number from 1 to 2147483648"
WIDTHS = "a whole number from 1 to 65536"
BASES = "a number above 1 and up to 1e+12"


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--length", "0"], f"length is 0, but must be {LENGTHS}"),
        (["--length", "-3"], f"length is -3, but must be {LENGTHS}"),
        (["--length", "nan"], f"length is nan, but must be {LENGTHS}"),
        (["--length", "1e3"], f"length is 1e3, but must be {LENGTHS}"),
        (["--length", "6.5"], f"length is 6.5, but must be {LENGTHS}"),
        (["--length", "many"], f"length is many, but must be {LENGTHS}"),
        (["--length", ""], f"length is empty, but must be {LENGTHS}"),
        (["--length", "9" * 5000], f"length is {'9' * 60}…, but must be {LENGTHS}"),
        (["--length", "2147483649"], f"length is 2147483649, but must be {LENGTHS}"),
        (["--d-model", "0"], f"d_model is 0, but must be {WIDTHS}"),
        (["--d-model", "-1"], f"d_model is -1, but must be {WIDTHS}"),
        (["--d-model", "NaN"], f"d_model is NaN, but must be {WIDTHS}"),
        (["--d-model", "65537"], f"d_model is 65537, but must be {WIDTHS}"),
        (["--base", "1"], f"base is 1, but must be {BASES}"),
        (["--base", "0"], f"base is 0, but must be {BASES}"),
        (["--base", "-10000"], f"base is -10000, but must be {BASES}"),
        (["--base", "-1e4"], f"base is -1e4, but must be {BASES}"),
        (["--base", "inf"], f"base is inf, but must be {BASES}"),
        (["--base", "-inf"], f"base is -inf, but must be {BASES}"),
        (["--base", "nan"], f"base is nan, but must be {BASES}"),
        (["--base", "1e999"], f"base is 1e999, but must be {BASES}"),
        (["--layout", "sideways"], "layout is sideways, but must be one of interleaved, concatenated, cosine_first"),
        (["--encoding", "nonsense"], "encoding is nonsense, but must be one of none, index, "),
        (["--theme", "pink"], "theme is pink, but must be one of light, dark"),
        (["--loop", "maybe"], "loop is maybe, but must be true or false"),
        (["--position", "64"], "position is 64, but must be from 0 to 63, below length 64"),
        (["--position", "-1"], "position is -1, but must be a whole number from 0 to 2147483647"),
        (["--pair", "32"], "pair is 32, but must be from 0 to 31, below the number of pairs 32"),
        (["--offset", "64"], "offset is 64, but must be from -63 to 63 at length 64"),
        (["--offset", "-64"], "offset is -64, but must be from -63 to 63 at length 64"),
        (["--heads", "3"], "heads is 3, but must divide d_model 64: one of 1, 2, 4, 8, 16, 32, 64"),
        (["--sentence", ""], "the sentence is empty, but must have from 1 to 2000 words: type at least one"),
        (["--sentence", " \t\n "], "the sentence is empty, but must have from 1 to 2000 words"),
        (["--sentence", "x " * 2001], "the sentence has 2001 words, but must have from 1 to 2000: shorten it"),
        (["--order", "0,1,2,3"], "order is 0,1,2,3, but must name each of 0 to 4 once, with commas between"),
        (["--order", "0,1,2,3,3"], "order is 0,1,2,3,3, but must name each of 0 to 4 once"),
        (["--order", "-1,0,1,2,3"], "order is -1,0,1,2,3, but must name each of 0 to 4 once"),
        (["--order", "a,b"], "order is a,b, but must be whole numbers with commas between"),
        (["--waves-every", "-1"], "every is -1, but must be a whole number from 0 to 32768"),
        (["--waves-pairs", "-1"], "pairs is -1, but must be whole numbers with commas between of at least 0"),
        (["--heatmap-region", "1,2,nan,4"], "region is 1,2,nan,4, but must be numbers with commas between"),
        (["--length"], "argument --length: expected one argument; see posenc export --help"),
        (["--nonsense", "5"], "unrecognized arguments: --nonsense 5; see posenc --help"),
        (["--len", "5"], "unrecognized arguments: --len 5; see posenc --help"),
        (["--format", "bmp"], "the suffix is bmp, but must be one of .png, .svg, .pdf, .csv, .npy, .npz, .json"),
    ],
)
def test_a_bad_value_is_named_with_what_is_allowed(
    flags: list[str], message: str, tmp_path: Path, refused: Callable[..., str]
) -> None:
    path = tmp_path / "x.npy"
    path.write_bytes(b"what was there")
    assert refused("export", "heatmap", "-o", str(path), *flags).startswith(message)
    assert path.read_bytes() == b"what was there"
    assert [item.name for item in tmp_path.iterdir()] == ["x.npy"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required: COMMAND; see posenc --help"),
        (["draw"], "argument COMMAND: invalid choice: 'draw'"),
        (["list"], "the following arguments are required: encodings|views|formats"),
        (["list", "cats"], "argument encodings|views|formats|lessons: invalid choice: 'cats'"),
        (["export"], "the following arguments are required: VIEW, -o/--output; see posenc export --help"),
        (["export", "heatmap"], "the following arguments are required: -o/--output"),
        (["export", "cats", "-o", "x.npy"], "view is cats, but must be one of heatmap, waves, rotation, shuffle"),
        (["export", "heatmap", "-o", "-"], "format is missing: with -o - name it, as in --format csv"),
        (["export", "heatmap", "-o", "x"], "the suffix is missing, but must be one of .png"),
        (["export", "heatmap", "-o", "x.bmp"], "the suffix is .bmp, but must be one of .png"),
        (["export", "heatmap", "-o", ""], "the suffix is missing"),
        (["export", "heatmap", "-o", "missing/x.npy"], "cannot write missing/x.npy: the folder missing does not exist"),
        (["export", "waves", "-o", "x.npy", "--waves-pairs", "40"], "pairs names 40, but pairs run from 0 to 31"),
        (
            ["export", "heatmap", "-o", "x.npy", "--length", "2147483648", "--d-model", "65536"],
            "the file would take 1024 TiB, but ",
        ),
        (
            ["export", "heatmap", "-o", "x.csv", "--length", "2147483648", "--d-model", "65536"],
            "the file would take 2",
        ),
        (
            ["export", "heatmap", "-o", "x.npz", "--length", "100000000"],
            "a table of 100000000 × 64 would take 47.68 GiB, but must be at most 4 GiB: lower length or d_model",
        ),
    ],
)
def test_a_bad_command_is_explained(
    arguments: list[str], message: str, tmp_path: Path, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(*arguments).startswith(message)
    assert not list(tmp_path.iterdir())


def test_a_region_of_three_numbers_is_refused_by_pictures(tmp_path: Path) -> None:
    done = console("export", "heatmap", "-o", str(tmp_path / "x.png"), "--heatmap-region", "1,2,3")
    assert done.returncode == 2
    assert done.stderr.startswith(b"posenc: region has 3 numbers, but must have four or none")
    assert not list(tmp_path.iterdir())


def test_bytes_of_another_encoding_are_refused(tmp_path: Path) -> None:
    done = console(
        "export", "shuffle", "-o", str(tmp_path / "x.npy"), "--sentence", b"caf\xe9".decode("utf-8", "surrogateescape")
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"posenc: text is caf")


# --- files ---


def test_a_folder_is_no_file(tmp_path: Path, refused: Callable[..., str]) -> None:
    folder = tmp_path / "folder.npy"
    folder.mkdir()
    assert refused("export", "heatmap", "-o", str(folder)) == f"cannot write {folder}: it is a folder; add a file name"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="nothing is read-only to this user")
def test_a_read_only_folder_is_named(tmp_path: Path, refused: Callable[..., str]) -> None:
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    message = refused("export", "heatmap", "-o", str(tmp_path / "x.npy"))
    tmp_path.chmod(stat.S_IRWXU)
    assert message.startswith(f"cannot write {tmp_path / 'x.npy'}: permission denied")


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no folder that nobody may write to")
def test_a_folder_nobody_may_write_to_is_named(refused: Callable[..., str]) -> None:
    message = refused("export", "heatmap", "-o", "/proc/self/x.npy")
    assert message.startswith("cannot write /proc/self/x.npy: ")
    assert message.endswith("; choose another folder or file name")


@pytest.mark.parametrize("when", ["while writing", "at the end", "interrupted"])
def test_a_failed_export_leaves_the_old_file_whole(
    when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(b"what was there")
    full = OSError(errno.ENOSPC, "No space left on device")

    def fail(*_: object) -> None:
        raise KeyboardInterrupt if when == "interrupted" else full

    monkeypatch.setattr(*((atomic, "_put_in_place") if when == "at the end" else (tables, "_write_rows")), fail)
    status, said = cli.main(["export", "heatmap", "-o", str(path)]), capsys.readouterr().err
    if when == "interrupted":
        assert (status, said) == (130, "")
    else:
        assert status == 2
        assert "no space left on device" in said
    assert path.read_bytes() == b"what was there"
    assert [item.name for item in tmp_path.iterdir()] == ["x.csv"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("arguments", [["export", "heatmap", "-o", "-", "--format", "csv"], ["list", "views"]])
def test_a_full_standard_output_is_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*CONSOLE, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"posenc: cannot write to standard output: no space left on device\n"


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    command = [*CONSOLE, "export", "heatmap", "-o", "-", "--format", "csv", "--length", "20000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.read(10).startswith(b"0.0,1.0")
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0


def test_memory_that_runs_out_is_one_line(monkeypatch: pytest.MonkeyPatch, refused: Callable[..., str]) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("Unable to allocate 3.00 GiB for an array with shape (4, 5) and data type float64")

    monkeypatch.setattr(tables, "_write_rows", fail)
    message = refused("export", "heatmap", "-o", "x.csv")
    assert message.startswith("Unable to allocate 3.00 GiB for an array")
    assert message.endswith("lower length or d_model")


# --- sentences ---

SENTENCES = {
    "emoji": ("🐕 chases 👩‍👩‍👧", ["🐕", "chases", "👩‍👩‍👧"]),
    "right to left": ("كلب يطارد قطة", ["كلب", "يطارد", "قطة"]),
    "combining marks": ("e\u0301 \u0301 é", ["e\u0301", "\u0301", "é"]),
    "tabs and newlines": ("a\tb\nc\r\n  d\u00a0e", ["a", "b", "c", "d", "e"]),
    "one word": ("word", ["word"]),
    "2,000 words": ("a b " * 1000, ["a", "b"] * 1000),
}


@pytest.mark.parametrize(("text", "words"), SENTENCES.values(), ids=SENTENCES)
def test_sentences_of_all_kinds(text: str, words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    assert cli.main(["export", "shuffle", "-o", str(path), "--sentence", text]) == 0
    with np.load(path, allow_pickle=False) as found:
        assert found["tokens"].tolist() == words
        assert found["scores_with"].shape == (1, len(words), len(words))
        assert found["max_change_with"] == 0


def test_composed_and_combined_letters_are_one_word_to_the_embedding(tmp_path: Path) -> None:
    found = exported(tmp_path, "--sentence", "e\u0301 é", view="shuffle")
    scores = found["scores_without"][0]
    assert scores[0] == scores[1]


# --- the program ---


def test_the_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("posenc ")


def test_the_module_is_the_console() -> None:
    done = subprocess.run([sys.executable, "-m", "posenc_gui.cli", "list", "views"], capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stdout.decode().split()[:1] == ["heatmap"]


def test_standard_output_may_be_text_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "latin-1"))
    assert cli.main(["list", "encodings"]) == 0
