"""The list of what keys and pointer do, made from the actions themselves."""

from collections.abc import Iterable
from html import escape

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from posenc_gui.ui.action_list import ACTIONS, MENUS, plain_text
from posenc_gui.ui.figure_view import KEYS as IN_A_VIEW

IN_THE_SENTENCE = (
    ("Left, Right, Home, End", "Go to another token"),
    ("Ctrl or Alt with these, or drag", "Move the token there"),
    ("Enter, or click", "Put the playhead on the token"),
    ("Pointer over a token", "Light its row and its column"),
)
"""What a token that has the keyboard listens to, in words."""

ANYWHERE = (("Esc", "Leave the presentation, or the view that fills the window"),)


_IN_FIRST_COLUMN = 4


class ShortcutsDialog(QDialog):
    """Shows all of them at once, to be read while the window is used."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("dialog.shortcuts")
        self.setWindowTitle("Keyboard and pointer")
        self.resize(960, 680)
        text = QTextBrowser()
        text.setObjectName("shortcuts.text")
        text.setHtml(as_html())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(text)
        column.addWidget(buttons)


def as_html() -> str:
    """The whole list as a page of two columns."""
    groups = [(title.replace("&", ""), _of_menu(title)) for title in MENUS]
    groups += [("In a view", IN_A_VIEW), ("In the sentence", IN_THE_SENTENCE), ("Anywhere", ANYWHERE)]
    columns = (groups[:_IN_FIRST_COLUMN], groups[_IN_FIRST_COLUMN:])
    cells = ("".join(_group(title, rows) for title, rows in column) for column in columns)
    return f"<table><tr>{''.join(f'<td width=450>{cell}</td>' for cell in cells)}</tr></table>"


def _of_menu(title: str) -> tuple[tuple[str, str], ...]:
    return tuple(
        (", ".join(_native(keys) for keys in action.shortcuts), plain_text(action).removesuffix("…"))
        for action in ACTIONS
        if action.menu == title
    )


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _group(title: str, rows: Iterable[tuple[str, str]]) -> str:
    lines = "".join(f"<tr><td width='190'>{escape(keys)}</td><td>{escape(text)}</td></tr>" for keys, text in rows)
    return f"<h3>{escape(title)}</h3><table cellpadding='2'>{lines}</table>"
