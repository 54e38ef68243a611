"""Jobs: results arrive on the GUI thread, late ones are dropped, and nothing runs after the end."""

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posenc_gui.engine.errors import UserError
from posenc_gui.ui.jobs import Cancelled, Jobs


@pytest.fixture
def jobs(qapp: QApplication) -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.stop()


def fail(error: Exception) -> None:
    raise AssertionError(f"unexpected: {error}")


def test_the_result_arrives_on_the_gui_thread(qtbot: QtBot, jobs: Jobs) -> None:
    worked: list[int] = []
    arrived: list[tuple[int, int]] = []

    def work(cancelled: Cancelled) -> int:
        worked.append(threading.get_ident())
        return 42

    jobs.run("answer", work, lambda value: arrived.append((value, threading.get_ident())), fail)
    qtbot.waitUntil(lambda: bool(arrived))
    assert arrived == [(42, threading.main_thread().ident)]
    assert worked != [threading.main_thread().ident]
    assert not jobs.is_running("answer")


def test_an_error_arrives_as_a_value(qtbot: QtBot, jobs: Jobs) -> None:
    errors: list[Exception] = []

    def work(cancelled: Cancelled) -> int:
        raise UserError("too large")

    jobs.run("table", work, lambda _: pytest.fail("it cannot succeed"), errors.append)
    qtbot.waitUntil(lambda: bool(errors))
    assert str(errors[0]) == "too large"


def test_a_newer_job_of_the_same_key_replaces_the_older(qtbot: QtBot, jobs: Jobs) -> None:
    arrived: list[str] = []
    gate = threading.Event()

    def slow(cancelled: Cancelled) -> str:
        gate.wait(10)
        return "old"

    jobs.run("figure", slow, arrived.append, fail)
    jobs.run("figure", lambda _: "new", arrived.append, fail)
    gate.set()
    qtbot.waitUntil(lambda: jobs.active == 0 and bool(arrived))
    qtbot.wait(20)
    assert arrived == ["new"]


def test_stop_asks_the_workers_to_end_and_waits_for_them(qtbot: QtBot, jobs: Jobs) -> None:
    arrived: list[object] = []
    started = threading.Event()
    left = threading.Event()

    def work(cancelled: Cancelled) -> None:
        started.set()
        try:
            while True:
                cancelled.check()
        finally:
            left.set()

    jobs.run("endless", work, arrived.append, fail)
    assert started.wait(10)
    jobs.stop()
    assert left.is_set()
    assert jobs.active == 0
    qtbot.wait(20)
    assert not arrived
