"""Forms made from the parameters' metadata alone."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from posenc_gui.document.document import Document
from posenc_gui.document.store import Store
from posenc_gui.engine.params import fields
from posenc_gui.figures.view import View
from posenc_gui.ui.binding import bind, bind_option
from posenc_gui.ui.form_layout import ControlRow, Sections
from posenc_gui.ui.line_controls import FileControl
from posenc_gui.ui.messages import Reporter
from posenc_gui.ui.watching import watch

FORM_PATHS = (
    "encoding",
    "params.*",
    "grid.*",
    "selection.pair",
    "selection.offset",
    "selection.shown_head",
    "sentence.text",
    "sentence.split",
    "attention.*",
)
"""What the window's own form sets; the playhead stands in the transport bar."""


class Form(QWidget):
    """Controls for the values at `paths`, in their order; "params.*" stands for all that the encoding has now.

    They stand in sections that scroll where the form is too low for them, or with `compact` in one row.
    """

    file_wanted = Signal(str)
    """The button beside the path of a file was pressed; says which setting it belongs to."""

    def __init__(self, store: Store, paths: Sequence[str], report: Reporter, compact: bool = False) -> None:
        super().__init__()
        self.setObjectName("form")
        self._store, self._paths, self._report = store, tuple(paths), report
        self._scroll = None if compact else _vertical_scroll_area()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        if self._scroll is not None:
            self._layout.addWidget(self._scroll)
        self._body: Sections | ControlRow = self._made(more_open=False)
        self._place_body()
        watch(self, store, self._changed)

    def _made(self, more_open: bool) -> Sections | ControlRow:
        bindings = [bind(path, self._store, self._report) for path in self._expanded()]
        made = ControlRow(bindings) if self._scroll is None else Sections(bindings, more_open)
        for row in made.rows:
            if isinstance(row.control, FileControl):
                row.control.wanted.connect(lambda path=row.binding.path: self.file_wanted.emit(path))
        return made

    def _expanded(self) -> Iterator[str]:
        for path in self._paths:
            section, _, name = path.partition(".")
            if name == "*":
                record = getattr(self._store.document, section)
                yield from (f"{section}.{item.name}" for item in fields(type(record)))
            else:
                yield path

    def _place_body(self) -> None:
        if self._scroll is None:
            self._layout.addWidget(self._body)
        else:
            self._scroll.setWidget(self._body)
            self._scroll.setMinimumWidth(self._body.minimumSizeHint().width())

    def _changed(self, old: Document, new: Document) -> None:
        if old.encoding != new.encoding:
            self._make_anew()
        else:
            same_limits = (old.grid, old.pair_count) == (new.grid, new.pair_count)
            for row in self._body.rows:
                if not (same_limits and row.binding.is_shared(old, new)):
                    row.show_document(new)

    def _make_anew(self) -> None:
        """Make the controls of another encoding; the keyboard stays where it was, if that is still there."""
        gone, focused = self._body, QApplication.focusWidget()
        name = focused.objectName() if focused is not None and self.isAncestorOf(focused) else ""
        more = gone.more if isinstance(gone, Sections) else None
        if self._scroll is None:
            self._layout.removeWidget(gone)
        else:
            self._scroll.takeWidget()
        gone.hide()
        gone.setParent(None)
        gone.deleteLater()
        self._body = self._made(more_open=more is not None and more.isChecked())
        self._place_body()
        self._body.show()
        again = self.findChild(QWidget, name) if name else None
        if isinstance(again, QWidget):
            again.setFocus()


class OptionForm(QWidget):
    """The options of one view in a row; what is set by pointing, such as a zoomed region, is not among them.

    Advanced ones show where there is room: where the view fills the window.
    """

    def __init__(self, store: Store, view: View, report: Reporter) -> None:
        super().__init__()
        self.setObjectName(f"options.{view.key}")
        names = [item.name for item in fields(view.options) if item.param.history]
        self._row = ControlRow([bind_option(view, name, store, report) for name in names])
        self.show_advanced(False)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._row)
        watch(self, store, self._changed)

    @property
    def row_width(self) -> int:
        """How wide the options are in one row."""
        return self._row.row_width

    def set_upright(self, upright: bool) -> None:
        """Lay the options out one below the other, or in one row."""
        self._row.set_upright(upright)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to set."""
        return not self._row.rows

    def show_advanced(self, shown: bool) -> None:
        """Show or hide what is set seldom."""
        self._row.show_advanced(shown)

    def _changed(self, old: Document, new: Document) -> None:
        if old.options != new.options:
            self._row.show_document(new)


def _vertical_scroll_area() -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area
