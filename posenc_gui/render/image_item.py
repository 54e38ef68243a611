"""Arrays as colours: only the pixels that can be seen are ever computed."""

import math
from typing import cast

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QImage, QPaintEngine, QPainter

from posenc_gui.figures.spec import Image, Mark, Raster, Rect
from posenc_gui.render import sampling
from posenc_gui.render.mapping import Mapping
from posenc_gui.render.mark_item import MarkItem
from posenc_gui.render.style import ABSENT, Style

HATCH = Qt.BrushStyle.BDiagPattern
VECTOR_DENSITY = 2.0
"""Pixels per unit of a vector picture, at least."""


class ImageItem(MarkItem):
    """An image or raster mark; the picture of the last painting is kept until the mark, place or size changes."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: Image | Raster | None = None
        self._target = QRectF()
        self._part = Rect(0, 0, 0, 0)
        self._colors: list[int] = []
        self._hatch = QBrush()
        self._steps = (1, 1)
        self._kept: tuple[int, int, QImage] | None = None
        self._is_stale = True
        self._has_absent = False

    def _draw(self, painter: QPainter) -> None:
        if self._shown is None or self._target.isEmpty():
            return
        image = self._image(*self._pixels(painter))
        if self._has_absent:
            painter.fillRect(self._target, self._hatch)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(self._target, image)

    def _prepare(self, mark: Mark, mapping: Mapping, style: Style) -> QRectF:
        self._shown, self._is_stale = cast("Image | Raster", mark), True
        self._part = self._shown.rect.clipped(mapping.visible)
        whole = mapping.rect(self._part)
        # whole pixels, so that the picture is copied and not stretched
        self._target = QRectF(
            QPointF(round(whole.left()), round(whole.top())), QPointF(round(whole.right()), round(whole.bottom()))
        )
        self._steps = (1 if mapping.scale_x > 0 else -1, 1 if mapping.scale_y > 0 else -1)
        self._colors = style.color_table(self._shown.colormap)
        self._hatch = QBrush(style.color("grid"), HATCH)
        return self._target

    def _pixels(self, painter: QPainter) -> tuple[int, int]:
        """Size of the picture that is needed: that on the device, or whole multiples of the cells in a vector file."""
        engine = painter.paintEngine().type()
        if engine in (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf):
            region = sampling.in_cells(cast("Image | Raster", self._shown), self._part)
            return (
                _even(self._target.width() * VECTOR_DENSITY, region.x1 - region.x0),
                _even(self._target.height() * VECTOR_DENSITY, region.y1 - region.y0),
            )
        ratio = painter.device().devicePixelRatio()
        return max(1, round(self._target.width() * ratio)), max(1, round(self._target.height() * ratio))

    def _image(self, width: int, height: int) -> QImage:
        if self._kept is None or self._is_stale or self._kept[:2] != (width, height):
            # the old picture goes once the new one is there: memory given back before would come anew, page by page
            self._kept = (width, height, self._sampled(cast("Image | Raster", self._shown), width, height))
            self._is_stale = False
        return self._kept[2]

    def _sampled(self, mark: Image | Raster, width: int, height: int) -> QImage:
        region = sampling.in_cells(mark, self._part)
        values, covered = sampling.values_for(mark, region, width, height)
        indices = sampling.to_indices(values, mark.low, mark.high)
        self._has_absent = bool((indices == ABSENT).any())
        across, down = self._steps
        pixels = np.ascontiguousarray(sampling.spread(indices, covered, region, width, height)[::down, ::across])
        indexed = QImage(pixels.data, width, height, width, QImage.Format.Format_Indexed8)
        indexed.setColorTable(self._colors)
        kind = QImage.Format.Format_ARGB32_Premultiplied if self._has_absent else QImage.Format.Format_RGB32
        return indexed.convertToFormat(kind)  # a copy, in the format that is painted fastest


def _even(pixels: float, cells: float) -> int:
    """About that many pixels, the same number for each cell where there are enough of them."""
    if cells > pixels:
        return max(1, round(pixels))
    return max(1, round(cells * math.ceil(pixels / cells)))
