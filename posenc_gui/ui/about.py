"""What the program is."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from posenc_gui import __version__

_TEXT = """<h3>posenc-gui {version}</h3>
<p>An instrument for positional encodings: how a transformer is told where a word stands.</p>
<p>Free software under the MIT licence. The typeface is Inter, under the SIL Open Font License.</p>"""


class AboutBox(QMessageBox):
    """Version and licence."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("dialog.about")
        self.setWindowTitle("About posenc-gui")
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setText(_TEXT.format(version=__version__))
        self.setStandardButtons(QMessageBox.StandardButton.Close)
