"""The message line and the read-out."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from posenc_gui.document import edits
from posenc_gui.document.store import Store
from posenc_gui.engine.errors import UserError
from posenc_gui.ui.messages import Messages, ReadOut, attempt


@pytest.fixture
def messages(qtbot: QtBot, store: Store) -> Messages:
    made = Messages()
    made.follow(store)
    qtbot.addWidget(made)
    made.show()
    return made


def sign(messages: Messages) -> QLabel:
    found = messages.findChild(QLabel, "messages.sign")
    assert isinstance(found, QLabel)
    return found


def test_an_error_has_a_sign_and_is_announced_as_one(messages: Messages) -> None:
    assert not sign(messages).isVisible()
    messages.error("length is 0")
    assert (messages.text(), sign(messages).isVisible()) == ("length is 0", True)
    assert messages.accessibleName() == "Error: length is 0"
    messages.info("saved")
    assert (messages.text(), sign(messages).isVisible(), messages.accessibleName()) == ("saved", False, "saved")
    messages.clear()
    assert messages.text() == ""


def test_an_error_stays_while_the_playhead_moves_and_goes_with_the_next_edit(messages: Messages, store: Store) -> None:
    messages.error("length is 0")
    store.edit(edits.select(position=30))
    assert messages.text() == "length is 0"
    store.edit(edits.set_value("grid.length", 9))
    assert messages.text() == ""


def test_a_note_outlives_an_edit(messages: Messages, store: Store) -> None:
    messages.info("saved")
    store.edit(edits.set_value("grid.length", 9))
    assert messages.text() == "saved"


def test_a_refused_edit_is_reported_and_changes_nothing(store: Store, reported: list[UserError]) -> None:
    assert not attempt(store, edits.set_value("grid.length", 0), report=reported.append)
    assert attempt(store, edits.set_value("grid.length", 5), report=reported.append)
    assert [str(error) for error in reported] == ["length is 0, but must be a whole number from 1 to 2147483648"]
    assert store.document.grid.length == 5


def test_a_read_out_too_long_keeps_both_ends_and_tells_the_whole(qtbot: QtBot) -> None:
    readout = ReadOut()
    qtbot.addWidget(readout)
    readout.resize(300, 24)
    readout.show()
    text = "PE[12, 7] = cos(12 / 10000^(6/64)) = cos(5.0590) = 0.3408"
    readout.show_text(text)
    shown = QLineEdit.text(readout)
    assert "…" in shown
    assert (shown[:6], shown[-6:]) == (text[:6], text[-6:])
    assert (readout.text(), readout.accessibleDescription()) == (text, text)
    readout.resize(900, 24)
    assert QLineEdit.text(readout) == text


def test_a_long_message_takes_its_room_from_the_read_out(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    readout, messages = ReadOut(), Messages()
    row.addWidget(readout, 3)
    row.addWidget(messages, 2)
    window.resize(700, 40)
    window.show()
    readout.show_text("PE[12, 7] = cos(12 / 10000^(6/64)) = cos(5.0590) = 0.3408")
    height = row.sizeHint().height()
    messages.error("heads is 3, but must divide d_model 64: one of 1, 2, 4, 8, 16, 32, 64")
    qtbot.waitUntil(lambda: messages.width() > readout.width())
    assert row.heightForWidth(700) == height
    assert "…" in QLineEdit.text(readout)


def test_the_read_out_leaves_keys_to_the_window_and_lays_nothing_out_anew(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    readout = ReadOut(window)
    window.setCentralWidget(readout)
    done: list[str] = []
    for keys in ("Ctrl+Z", "T", ".", "Space"):
        QShortcut(QKeySequence(keys), window, lambda keys=keys: done.append(keys))
    window.show()
    window.activateWindow()
    readout.setFocus()
    qtbot.waitUntil(readout.hasFocus)
    QTest.keyClick(readout, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    for key in (Qt.Key.Key_T, Qt.Key.Key_Period, Qt.Key.Key_Space):
        QTest.keyClick(readout, key)
    assert done == ["Ctrl+Z", "T", ".", "Space"]
    height = readout.sizeHint()
    readout.show_text("PE[12, 7] = cos(12 / 10000^(6/64)) = cos(5.0590) = 0.3408")
    assert readout.sizeHint() == height
