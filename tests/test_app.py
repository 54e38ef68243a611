"""The program as a whole: flags, session, displays, the hook, and a clean end."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from posenc_gui import app
from posenc_gui.display import check_display
from posenc_gui.document import edits, files
from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.figures import catalog
from posenc_gui.session import FOLDER_VARIABLE, Session
from posenc_gui.ui.autosave import Autosave
from posenc_gui.ui.failures import Failures
from posenc_gui.ui.main_window import MainWindow

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "session"
    monkeypatch.setenv(FOLDER_VARIABLE, str(made))
    return made


def run(act: str, *flags: str) -> subprocess.CompletedProcess[str]:
    """Start the program in a process of its own; `act` is done with `window` and `store` once it is shown."""
    script = f"""
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from posenc_gui import app
from posenc_gui.document import edits
from posenc_gui.ui.main_window import MainWindow

def act():
    window = next(item for item in QApplication.topLevelWidgets() if isinstance(item, MainWindow))
    store = window._store
    {act}

show = MainWindow.showEvent
def shown(window, event):
    show(window, event)
    QTimer.singleShot(300, act)
MainWindow.showEvent = shown
sys.exit(app.main({list(flags)!r}))
"""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", script], env=environment, capture_output=True, text=True, check=False
    )


def assert_clean(done: "subprocess.CompletedProcess[str]") -> None:
    told = [line for line in done.stderr.splitlines() if "propagateSizeHints" not in line]
    assert (done.returncode, told) == (0, [])


def test_it_starts_ends_and_goes_on_where_it_was_left(folder: Path) -> None:
    assert_clean(run("store.edit(edits.set_param('base', 123.0)); window.close()"))
    kept = files.read(folder / "last.json", catalog.OPTION_TYPES)
    assert kept == edits.set_param("base", 123.0)(Document())
    assert_clean(run("assert store.document.params.base == 123.0; window.close()"))


@pytest.mark.parametrize(("given", "threads"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")])
def test_matrix_products_have_one_thread_unless_told_otherwise(given: dict[str, str], threads: str) -> None:
    """NumPy reads the number when it is loaded, and not again."""
    script = """
import os, sys

class Notice:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            print(os.environ.get("OPENBLAS_NUM_THREADS"))

sys.meta_path.insert(0, Notice())
from posenc_gui.app import main
main(["--length", "0"])
"""
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"} | given
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.split() == [threads]


def test_closing_while_playing_ends_cleanly() -> None:
    assert_clean(run("window.player.play(); QTimer.singleShot(300, window.close)"))


def test_closing_while_exporting_ends_cleanly(tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    done = run(
        "from pathlib import Path; from posenc_gui.export.options import PictureOptions; "
        f"window.exporter.start(window.views.current.view, Path({str(target)!r}), PictureOptions()); "
        "QTimer.singleShot(300, window.close)",
        "--length",
        "100000",
        "--d-model",
        "2048",
    )
    assert_clean(done)
    assert not target.exists()


def test_closing_while_a_figure_is_made_ends_cleanly() -> None:
    assert_clean(run("window.close()", "--length", str(2**31)))


def test_closing_while_a_table_is_trained_ends_cleanly() -> None:
    flags = ("--encoding", "learned", "--source", "trained", "--rows", "2000")
    assert_clean(run("assert window.trainer.task is not None; window.close()", *flags))


def test_an_unexpected_error_leaves_the_window_alive_and_is_logged(folder: Path) -> None:
    done = run("QTimer.singleShot(0, lambda: 1 / 0); QTimer.singleShot(500, window.close)")
    assert_clean(done)
    assert "ZeroDivisionError" in (folder / "posenc-gui.log").read_text("utf-8")


def test_flags_make_the_document() -> None:
    assert_clean(
        run(
            "assert (store.document.grid.length, store.document.params.base) == (128, 50.0); window.close()",
            "--length",
            "128",
            "--base",
            "50",
        )
    )


def test_a_document_file_is_shown_and_saved_in_place(tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    files.write(path, edits.set_param("base", 77.0)(Document()))
    assert_clean(run("assert window.file.path.name == 'talk.json'; window.close()", "--document", str(path)))
    assert_clean(run("assert window.file.path.name == 'talk.json'; window.close()"))


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\x00", b'{"posenc": 99}', b'{"posenc": 1, "colour": 1}'])
def test_a_damaged_last_document_is_told_and_kept(folder: Path, content: bytes) -> None:
    folder.mkdir()
    (folder / "last.json").write_bytes(content)
    done = run("assert 'cannot open' in window.messages.text(), window.messages.text(); window.close()")
    assert_clean(done)
    assert (folder / "last-unreadable.json").read_bytes() == content
    assert files.read(folder / "last.json", catalog.OPTION_TYPES) == Document()


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (["--length", "0"], "length is 0, but must be"),
        (["--base", "1"], "base is 1, but must be"),
        (["--d-model", "many"], "d_model is many"),
        (["--order", "0,0,1,2,3"], "order is 0,0,1,2,3"),
        (["--offset", "64"], "offset is 64"),
        (["--document", "missing.json"], "cannot open missing.json"),
        (["--colour", "red"], "unrecognized arguments: --colour red"),
    ],
)
def test_bad_flags_are_told_in_one_line(capsys: pytest.CaptureFixture[str], flags: list[str], told: str) -> None:
    assert app.main(flags) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("posenc-gui: ")
    assert told in lines[0]


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"QT_QPA_PLATFORM": "xcb"},
        {"DISPLAY": ":4711"},
        {"DISPLAY": "nonsense"},
        {"QT_QPA_PLATFORM": "wayland", "XDG_RUNTIME_DIR": "/nowhere", "WAYLAND_DISPLAY": "wayland-9"},
    ],
)
def test_a_missing_display_is_told_with_the_way_out(environment: dict[str, str]) -> None:
    with pytest.raises(UserError, match=r"no display .*posenc export"):
        check_display(environment, "linux")


@pytest.mark.parametrize(
    ("environment", "system"), [({"QT_QPA_PLATFORM": "offscreen"}, "linux"), ({}, "darwin"), ({}, "win32")]
)
def test_where_no_display_is_needed_none_is_asked_for(environment: dict[str, str], system: str) -> None:
    check_display(environment, system)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there a display may be missing")
def test_without_a_display_it_ends_with_two_and_one_line() -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py")], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("posenc-gui: no display")
    assert done.stderr.count("\n") == 1


def test_a_missing_package_is_told_with_the_line_that_installs_it() -> None:
    script = "import sys; sys.modules['numpy'] = None; sys.path.insert(0, {!r}); import main; sys.exit(main.main())"
    done = subprocess.run([sys.executable, "-c", script.format(str(ROOT))], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == ("posenc-gui: the package numpy is missing; install it with: python -m pip install -e .\n")


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    made = MainWindow(Store(Document()))
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def failures(window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Failures]:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    made = Failures(window, window.messages.error, lambda: folder / "posenc-gui.log")
    made.install()
    yield made
    made.remove()


def raised(error: Exception) -> Callable[[], None]:
    def act() -> None:
        sys.excepthook(type(error), error, error.__traceback__)

    return act


def boxes(window: QWidget) -> list[QDialog]:
    return window.findChildren(QDialog, "dialog.failure")


def test_each_unexpected_error_is_shown_once_with_details_to_copy(
    qtbot: QtBot, window: MainWindow, failures: Failures, folder: Path
) -> None:
    for error in (ValueError("first"), ValueError("first"), ValueError("second")):
        raised(error)()
    qtbot.waitUntil(lambda: len(boxes(window)) == 2)
    assert all(not box.isModal() for box in boxes(window))
    copy = boxes(window)[0].findChild(QAbstractButton, "failure.copy")
    assert isinstance(copy, QAbstractButton)
    copy.click()
    assert QApplication.clipboard().text() == "ValueError: first\n"
    assert (folder / "posenc-gui.log").read_text("utf-8").count("ValueError: first") == 2


def test_an_error_of_another_thread_reaches_the_hook(qtbot: QtBot, window: MainWindow, failures: Failures) -> None:
    thread = threading.Thread(target=list[int]().pop)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(boxes(window)) == 1)


def test_a_user_error_that_nobody_caught_is_a_message(
    qtbot: QtBot, window: MainWindow, failures: Failures, folder: Path
) -> None:
    raised(UserError("too long"))()
    qtbot.waitUntil(lambda: window.messages.text() == "too long")
    assert boxes(window) == []
    assert not (folder / "posenc-gui.log").exists()


def test_a_log_that_cannot_be_written_does_not_hide_the_error(
    qtbot: QtBot, window: MainWindow, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.write_text("a file where the folder should be")
    failures = Failures(window, window.messages.error, lambda: folder / "posenc-gui.log")
    failures.install()
    raised(ValueError("lost"))()
    qtbot.waitUntil(lambda: len(boxes(window)) == 1)
    failures.remove()
    assert "ValueError: lost" in capsys.readouterr().err


def test_the_document_is_kept_soon_after_a_change(qtbot: QtBot, window: MainWindow, folder: Path) -> None:
    session, store = Session(), Store(Document())
    autosave = Autosave(store, session.save, lambda _: None, window)
    store.edit(edits.set_param("base", 5.0))
    timer = autosave.findChild(QTimer)
    assert isinstance(timer, QTimer)
    assert timer.isActive()
    timer.timeout.emit()
    assert session.restore() == store.document


def test_a_session_that_cannot_be_kept_is_reported_once(window: MainWindow, folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    told: list[UserError] = []
    autosave = Autosave(Store(Document()), Session().save, told.append, window)
    autosave.save_now()
    autosave.save_now()
    assert len(told) == 1
    assert str(folder) in str(told[0])
