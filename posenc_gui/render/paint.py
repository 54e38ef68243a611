"""A figure drawn off-screen: as an image, an SVG drawing or a PDF page. No window is made."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyqtgraph as pg
from msgspec import Struct
from PySide6.QtCore import QByteArray, QMarginsF, QRect, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsScene

from posenc_gui.engine.errors import UserError
from posenc_gui.figures.spec import Figure
from posenc_gui.figures.theme import Theme
from posenc_gui.render import xmp
from posenc_gui.render.painter import Painter

DPI = 96
"""Pixels of a picture per inch; with it, a pixel of the scene is a pixel of the picture."""

MOST_PIXELS = 2**28
"""Of one picture; they take 1 GB."""


class PictureSize(Struct, frozen=True):
    """Width and height in pixels of the scene, and how many pixels of an image each of them becomes across."""

    width: int
    height: int
    scale: float = 1.0


class About(Struct, frozen=True):
    """What a picture file says of itself: a title, the program, and the document as JSON."""

    title: str
    program: str
    document: str


def to_image(figure: Figure, theme: Theme, size: PictureSize, *, small: bool = False) -> QImage:
    """The figure as pixels; lines and text grow with the scale. For `small` see `Painter`.

    Raises:
        UserError: the picture would take more than `MOST_PIXELS`.
    """
    width, height = round(size.width * size.scale), round(size.height * size.scale)
    if width * height > MOST_PIXELS:
        raise UserError(
            f"a picture of {size.width} × {size.height} at scale {size.scale:g} has {width * height:,} pixels, "
            f"but at most {MOST_PIXELS:,} are possible: choose a smaller width, height or scale"
        )
    image = QImage(max(1, width), max(1, height), QImage.Format.Format_ARGB32_Premultiplied)
    if image.isNull():
        raise UserError(f"there is not enough memory for a picture of {width} × {height} pixels: choose a smaller one")
    image.setDevicePixelRatio(size.scale)
    for per_meter in (image.setDotsPerMeterX, image.setDotsPerMeterY):
        per_meter(round(DPI / 0.0254))
    with _scene(figure, theme, size, small=small) as scene:
        _render(scene, QPainter(image), theme, size)
    image.setDevicePixelRatio(1.0)
    return image


def to_svg(figure: Figure, theme: Theme, size: PictureSize, about: About, path: Path) -> None:
    """Write the figure as an SVG drawing: text stays text, and each heatmap is one image."""
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setResolution(DPI)
    generator.setSize(QSize(size.width, size.height))
    generator.setViewBox(QRect(0, 0, size.width, size.height))
    generator.setTitle(about.title)
    generator.setDescription(f"{about.program}\nposenc-document: {about.document}")
    # whoever shows the drawing sets plain figures: a tabular one would stand beside its place
    with _scene(figure, theme, size, tabular=False) as scene:
        _render(scene, QPainter(generator), theme, size)


def to_pdf(figure: Figure, theme: Theme, size: PictureSize, about: About, path: Path) -> None:
    """Write the figure as a PDF page: lines stay lines, fonts are embedded, and each heatmap is one image."""
    writer = QPdfWriter(str(path))
    writer.setResolution(DPI)
    points = QSizeF(size.width * 72 / DPI, size.height * 72 / DPI)
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(about.title)
    writer.setCreator(about.program)
    writer.setDocumentXmpMetadata(QByteArray(xmp.packet(about.title, about.program, about.document)))
    writer.addFileAttachment("document.json", QByteArray(about.document.encode()), "application/json")
    # the reader of a PDF can search for a glyph only if it is the plain one of its character
    with _scene(figure, theme, size, tabular=False) as scene:
        _render(scene, QPainter(writer), theme, size)


@contextmanager
def _scene(
    figure: Figure, theme: Theme, size: PictureSize, *, tabular: bool = True, small: bool = False
) -> Iterator[QGraphicsScene]:
    """A scene with the figure, which needs no view and so no window."""
    scene = QGraphicsScene()
    layout = pg.GraphicsLayout()
    scene.addItem(layout)
    layout.setGeometry(QRectF(0, 0, size.width, size.height))
    Painter(layout, theme, heading=True, tabular=tabular, small=small).show(figure)
    layout.layout.activate()
    yield scene
    scene.clear()


def _render(scene: QGraphicsScene, painter: QPainter, theme: Theme, size: PictureSize) -> None:
    if not painter.isActive():
        raise UserError("the picture file cannot be opened for writing; choose another folder or file name")
    area = QRectF(0, 0, size.width, size.height)
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
    painter.fillRect(area, QColor(theme.ground))
    scene.render(painter, area, area)
    painter.end()
