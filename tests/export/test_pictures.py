"""Picture files: what is in them, and what they say of themselves."""

import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QColor, QGuiApplication, QImage

from posenc_gui.document import edits, files
from posenc_gui.document.document import Document
from posenc_gui.engine.errors import UserError
from posenc_gui.export import pictures
from posenc_gui.export.options import PictureOptions
from posenc_gui.figures import catalog
from posenc_gui.figures.spec import Figure, Rect
from posenc_gui.figures.theme import DARK, LIGHT

pytestmark = pytest.mark.usefixtures("qapp")

SVG = "{http://www.w3.org/2000/svg}"
Write = Callable[[Figure, Document, Path, PictureOptions], None]
SMALL = PictureOptions(width=480, height=320)


@pytest.fixture
def document() -> Document:
    return edits.set_sentence("a <dog> & “chases” 🐈")(Document())


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_png_has_the_size_and_says_what_made_it(document: Document, tmp_path: Path, scale: float) -> None:
    path, options = tmp_path / "picture.png", PictureOptions(480, 320, scale, "dark")
    pictures.write_png(catalog.by_key("heatmap").figure(document), document, path, options)
    image = QImage(str(path))
    assert (image.width(), image.height()) == (480 * scale, 320 * scale)
    assert image.pixelColor(1, 1) == QColor(DARK.ground)
    made_by = files.from_json(json.loads(image.text(pictures.DOCUMENT_KEY)), catalog.OPTION_TYPES)
    assert made_by == document
    assert image.text("Title")
    assert image.text("Software").startswith("posenc-gui ")


@pytest.mark.parametrize("key", [view.key for view in catalog.views()])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_view_is_painted_and_reaches_no_edge(document: Document, key: str, theme: str) -> None:
    figure = catalog.by_key(key).figure(document)
    image = pictures.to_clipboard_image(figure, document, PictureOptions(640, 360, 1.0, theme))
    ground = QColor({"light": LIGHT, "dark": DARK}[theme].ground).rgb()
    edge = {image.pixel(x, y) for x in range(image.width()) for y in (0, 3, image.height() - 1)}
    edge |= {image.pixel(x, y) for x in (0, 3, image.width() - 1) for y in range(image.height())}
    assert edge == {ground}
    inner = [image.pixel(x, y) for x in range(0, 640, 4) for y in range(0, 360, 4)]
    assert sum(color != ground for color in inner) > 100


def test_lines_grow_with_the_scale(document: Document) -> None:
    figure = catalog.by_key("waves").figure(document)
    plain, twice = (
        pictures.to_clipboard_image(figure, document, PictureOptions(480, 320, scale)) for scale in (1.0, 2.0)
    )
    assert _darkness(twice) == pytest.approx(_darkness(plain), rel=0.1)


def _darkness(image: QImage) -> float:
    gray = image.convertToFormat(QImage.Format.Format_Grayscale8)
    values = bytes(gray.constBits())
    return 255 - sum(values) / len(values)


@pytest.mark.parametrize(("key", "images"), [("heatmap", 2), ("waves", 0), ("shuffle", 2)])
def test_svg_keeps_text_and_draws_each_heatmap_as_one_image(
    document: Document, tmp_path: Path, key: str, images: int
) -> None:
    path = tmp_path / "picture.svg"
    figure = catalog.by_key(key).figure(document)
    pictures.write_svg(figure, document, path, SMALL)
    root = ElementTree.parse(path).getroot()
    texts = "".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
    assert figure.title in texts
    assert len(list(root.iter(f"{SVG}image"))) == images
    assert root.get("viewBox") == "0 0 480 320"
    description = root.findtext(f"{SVG}desc") or ""
    made_by = json.loads(description.partition("posenc-document: ")[2])
    assert files.from_json(made_by, catalog.OPTION_TYPES) == document


def test_nothing_in_a_drawing_of_a_part_lies_outside_the_page(tmp_path: Path) -> None:
    heatmap, path = catalog.by_key("heatmap"), tmp_path / "part.svg"
    assert heatmap.zoom is not None
    document = heatmap.zoom(Rect(10, 20, 10, 20))(edits.select(position=15, pair=7)(Document()))
    pictures.write_svg(heatmap.figure(document), document, path, SMALL)
    lines = re.findall(r'<polyline[^>]*points="([^"]*)"', path.read_text("utf-8"))
    numbers = [float(number) for line in lines for number in re.split(r"[ ,]+", line.strip())]
    assert numbers
    assert min(numbers) >= -480
    assert max(numbers) <= 480


def test_pdf_embeds_its_font_and_carries_the_document(document: Document, tmp_path: Path) -> None:
    path = tmp_path / "picture.pdf"
    figure = catalog.by_key("shuffle").figure(document)
    pictures.write_pdf(figure, document, path, SMALL)
    content = path.read_bytes()
    assert content.startswith(b"%PDF-")
    assert b"/FontFile" in content
    assert re.search(rb"/MediaBox\s*\[\s*0 0 360(\.0+)? 240(\.0+)?\s*\]", content)
    assert b"/DCTDecode" not in content, "a heatmap with lossy colours"
    assert f'<rdf:li xml:lang="x-default">{figure.title}</rdf:li>'.encode() in content
    attached = [json.loads(stream) for stream in _streams(content) if stream.startswith(b'{"posenc"')]
    assert [files.from_json(values, catalog.OPTION_TYPES) for values in attached] == [document]


def test_all_glyphs_of_a_pdf_can_be_searched_for(document: Document, tmp_path: Path) -> None:
    path = tmp_path / "picture.pdf"
    pictures.write_pdf(catalog.by_key("rotation").figure(document), document, path, SMALL)
    mapped = b"".join(stream for stream in _streams(path.read_bytes()) if b"begincmap" in stream)
    known = {chr(int(code, 16)) for code in re.findall(rb"<([0-9A-Fa-f]{4})>", mapped)}
    assert set("0125689=−k.:,") <= known


def _streams(content: bytes) -> list[bytes]:
    found = []
    for raw in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL):
        try:
            found.append(zlib.decompress(raw))
        except zlib.error:
            found.append(raw)
    return found


def test_a_picture_beyond_memory_is_refused_with_its_numbers(document: Document, tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    options = PictureOptions(16_384, 16_384, 8.0)
    with pytest.raises(UserError, match=r"16384 × 16384 at scale 8 has 17,179,869,184 pixels"):
        pictures.write_png(catalog.by_key("waves").figure(document), document, path, options)
    assert not path.exists()


@pytest.mark.qt_log_ignore("QPdfEngine|QSvg|QPainter")
@pytest.mark.parametrize("write", [pictures.write_svg, pictures.write_pdf])
def test_a_file_that_cannot_be_opened_is_an_error(document: Document, tmp_path: Path, write: Write) -> None:
    with pytest.raises(UserError, match="cannot be opened"):
        write(catalog.by_key("waves").figure(document), document, tmp_path / "no" / "folder.x", SMALL)


def test_no_window_is_made(document: Document, tmp_path: Path) -> None:
    before = QGuiApplication.topLevelWindows()
    pictures.write_png(catalog.by_key("rotation").figure(document), document, tmp_path / "p.png", SMALL)
    assert QGuiApplication.topLevelWindows() == before
