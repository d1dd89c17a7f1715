"""QR codes as text: an inline SVG for a page, block characters for a terminal."""

from html import escape

from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_M
from qrcode.image.svg import SvgPathImage

# The standard asks for four empty modules around the code; scanners miss a code without them.
_QUIET_ZONE = 4
_TERMINAL_COLUMNS = 80

# Keyed by (upper module dark, lower module dark). The characters are the light parts: a terminal is dark.
_HALF_BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}


def svg(text: str, label: str = "QR code") -> str:
    """Return an inline `<svg>` element with the QR code of `text`, for CSS to size.

    It brings its own white background and quiet zone, so that it scans on a dark page too. `label` is
    what a screen reader says. Raises `ValueError` if the text is empty or too long for a QR code.
    """
    image = _code(text).make_image(image_factory=SvgPathImage)
    # Written out anew: the library's own output has a fixed size in millimetres and an id, which would
    # occur twice on a page with two codes.
    assert image.path is not None
    side = image.width + 2 * image.border
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" role="img"'
        f' aria-label="{escape(label)}" shape-rendering="crispEdges">'
        f'<rect width="{side}" height="{side}" fill="#fff"/>'
        f'<path d="{image.path.get("d")}" fill="#000"/></svg>'
    )


def terminal(text: str) -> str:
    """Return the QR code of `text` as lines of half-block characters, for light text on a dark terminal.

    There is no final newline. Writing it to a stream whose encoding lacks block characters (cp1252 for
    one) raises `UnicodeEncodeError` there. Raises `ValueError` if the text is empty or the code would be
    wider than 80 columns.
    """
    rows = _code(text).get_matrix()
    side = len(rows)
    if side > _TERMINAL_COLUMNS:
        raise ValueError(f"the QR code needs {side} columns, more than {_TERMINAL_COLUMNS}")
    # The number of rows is odd: what lies below the last one is the dark terminal itself.
    rows.append([True] * side)
    return "\n".join(
        "".join(_HALF_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )


def _code(text: str) -> QRCode[SvgPathImage]:
    """Return the finished code of the smallest size that holds the text, or raise `ValueError`."""
    if not text:
        raise ValueError("there is no text to put into a QR code")
    # box_size 10 makes one module one unit of the SVG.
    code = QRCode(error_correction=ERROR_CORRECT_M, box_size=10, border=_QUIET_ZONE, image_factory=SvgPathImage)
    code.add_data(text)
    code.make(fit=True)
    return code
