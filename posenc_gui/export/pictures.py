"""Figures as picture files, each of which says which document made it."""

import json
from pathlib import Path

from PySide6.QtGui import QImage, QImageWriter

import posenc_gui
from posenc_gui.document import files
from posenc_gui.document.document import Document
from posenc_gui.engine.errors import UserError
from posenc_gui.export.options import PictureOptions
from posenc_gui.figures import theme as themes
from posenc_gui.figures.spec import Figure
from posenc_gui.render import paint
from posenc_gui.render.paint import About, PictureSize

DOCUMENT_KEY = "posenc-document"
"""Name of the PNG text block that holds the document."""


def write_png(figure: Figure, document: Document, path: Path, options: PictureOptions) -> None:
    """Write a PNG image, `scale` times as large as width and height; see `paint.to_image` for the errors."""
    image = _image(figure, document, options, small=False)
    writer = QImageWriter(str(path), b"png")
    if not writer.write(image):
        raise UserError(f"cannot write {path}: {writer.errorString().lower()}; choose another folder or file name")


def write_svg(figure: Figure, document: Document, path: Path, options: PictureOptions) -> None:
    """Write an SVG drawing of width by height."""
    paint.to_svg(figure, themes.by_key(options.theme), _size(options), _about(figure, document), path)


def write_pdf(figure: Figure, document: Document, path: Path, options: PictureOptions) -> None:
    """Write a PDF page of width by height, at 96 pixels per inch."""
    paint.to_pdf(figure, themes.by_key(options.theme), _size(options), _about(figure, document), path)


def to_clipboard_image(figure: Figure, document: Document, options: PictureOptions) -> QImage:
    """The figure as it is seen in a panel, with its texts (title, program, document); errors as of `paint.to_image`."""
    return _image(figure, document, options, small=True)


def _image(figure: Figure, document: Document, options: PictureOptions, small: bool) -> QImage:
    image = paint.to_image(figure, themes.by_key(options.theme), _size(options), small=small)
    about = _about(figure, document)
    image.setText("Title", about.title)
    image.setText("Software", about.program)
    image.setText(DOCUMENT_KEY, about.document)
    return image


def _size(options: PictureOptions) -> PictureSize:
    return PictureSize(options.width, options.height, options.scale)


def _about(figure: Figure, document: Document) -> About:
    text = json.dumps(files.to_json(document), allow_nan=False, separators=(",", ":"))
    return About(figure.title, f"posenc-gui {posenc_gui.__version__}", text)
