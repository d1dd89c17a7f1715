"""The QR codes are drawn from the output itself, not from the matrix, and read by a real decoder."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest
import zxingcpp
from PIL import Image, ImageDraw

from umpire.web import qr

SCALE = 6
TEXTS = [
    "http://192.168.1.20:8000/",
    "http://10.159.112.177:65535/join/ABCD-EFGH",
    "https://[fd00::5]:8443/j?seat=7&side=red",
    "http://192.168.1.20:8000/" + "x" * 200,
]
SVG = "{http://www.w3.org/2000/svg}"


def draw_svg(markup: str, page: str) -> Image.Image:
    """Draw the rectangle and the path of an SVG on a page of some colour."""
    root = ET.fromstring(markup)
    left, top, width, height = (int(n) for n in root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    image = Image.new("RGB", (width * SCALE, height * SCALE), page)
    pen = ImageDraw.Draw(image)
    for shape in root:
        if shape.tag == SVG + "rect":
            boxes = [(0, 0, int(shape.attrib["width"]), int(shape.attrib["height"]))]
        else:
            assert shape.tag == SVG + "path"
            squares = re.findall(r"M(\d+),(\d+)H(\d+)V(\d+)H(\d+)z", shape.attrib["d"])
            # Nothing in the path may have been passed over.
            assert "".join("M{},{}H{}V{}H{}z".format(*s) for s in squares) == shape.attrib["d"]
            boxes = [(int(x), int(y), int(x2), int(y2)) for x, y, x2, y2, _ in squares]
        for x, y, x2, y2 in boxes:
            corners = (x * SCALE, y * SCALE, x2 * SCALE - 1, y2 * SCALE - 1)
            pen.rectangle(corners, fill=shape.attrib["fill"])
    return image


def draw_terminal(lines: str) -> Image.Image:
    """Turn half blocks back into pixels, light text on a dark screen with some dark around it."""
    light_parts = {" ": "", "▀": "u", "▄": "l", "█": "ul"}
    rows = lines.split("\n")
    small = Image.new("L", (len(rows[0]) + 4, 2 * len(rows) + 4), 0)
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            for part in light_parts[character]:
                small.putpixel((x + 2, 2 * y + 2 + "ul".index(part)), 255)
    return small.resize((small.width * SCALE, small.height * SCALE), Image.Resampling.NEAREST)


def decode(image: Image.Image) -> list[str]:
    """Read without trying inverted colours, as the plainest phone would."""
    found = zxingcpp.read_barcodes(image, try_invert=False)
    return [barcode.text for barcode in found]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("page", ["white", "black"])
def test_svg_scans_on_light_and_dark_pages(text: str, page: str) -> None:
    assert decode(draw_svg(qr.svg(text), page)) == [text]


def test_svg_has_a_quiet_zone_of_four_modules() -> None:
    image = draw_svg(qr.svg(TEXTS[0]), "black").convert("L")
    dark = image.point(lambda value: 255 - value).getbbox()
    edge = 4 * SCALE
    assert dark == (edge, edge, image.width - edge, image.height - edge)


def test_svg_fits_inline_and_is_sized_by_css() -> None:
    markup = qr.svg(TEXTS[0])
    assert markup.startswith("<svg ")
    root = ET.fromstring(markup)
    assert root.attrib.keys() == {"viewBox", "role", "aria-label", "shape-rendering"}
    # Two codes on one page must not share an id.
    assert all("id" not in shape.attrib for shape in root.iter())


def test_svg_label_is_escaped() -> None:
    label = 'Join <"Red"> & play'
    root = ET.fromstring(qr.svg(TEXTS[0], label=label))
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == label


@pytest.mark.parametrize("text", TEXTS)
def test_terminal_scans_on_a_dark_screen(text: str) -> None:
    assert decode(draw_terminal(qr.terminal(text))) == [text]


@pytest.mark.parametrize("text", TEXTS)
def test_terminal_fits_eighty_columns(text: str) -> None:
    widths = {len(line) for line in qr.terminal(text).split("\n")}
    assert len(widths) == 1
    assert widths.pop() <= 80


def test_terminal_code_of_a_join_link_fits_a_small_window() -> None:
    assert len(qr.terminal(TEXTS[1]).split("\n")) <= 20


def test_terminal_uses_only_half_blocks() -> None:
    # Old console encodings have these and no other block halves; a code without all four is no code.
    assert set(qr.terminal(TEXTS[0])) == set(" ▀▄█\n")
    assert qr.terminal(TEXTS[0]).encode("cp437").decode("cp437") == qr.terminal(TEXTS[0])


def test_text_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="80"):
        qr.terminal("x" * 400)
    with pytest.raises(ValueError):
        qr.svg("x" * 5000)


@pytest.mark.parametrize("make", [qr.svg, qr.terminal])
def test_empty_text_is_refused(make: Callable[[str], str]) -> None:
    with pytest.raises(ValueError):
        make("")
