"""What all marks on the scene have in common."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from posenc_gui.figures.spec import Mark
from posenc_gui.render.mapping import Mapping
from posenc_gui.render.style import Style


class MarkItem(QGraphicsItem):
    """One mark, in pixels of its view box, so that widths, symbols and text keep their size and scale with a picture.

    A subclass prepares in `_prepare` what `_draw` needs, and gives the rectangle in which it will paint.
    """

    def __init__(self) -> None:
        super().__init__()
        self.mark: Mark | None = None
        self._bounds = QRectF()

    def place(self, mark: Mark, mapping: Mapping, style: Style) -> None:
        """Show another state of the mark."""
        self.mark = mark
        bounds = self._prepare(mark, mapping, style)
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """The rectangle in which the item paints."""
        return self._bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002 - part of Qt's signature
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        """Paint what was prepared; Qt calls this."""
        self._draw(painter)

    def _prepare(self, mark: Mark, mapping: Mapping, style: Style) -> QRectF:
        raise NotImplementedError

    def _draw(self, painter: QPainter) -> None:
        raise NotImplementedError
