"""What no browser sends, on a bare line to the server as `umpire serve` starts it.

Whatever comes of it: nothing is changed at any table, nothing secret is said, the laptop's pages stay the laptop's,
and whoever asks next is answered at once. The form that is spoilt here would rest the table if it were sent rightly.
"""

from __future__ import annotations

import http.client
import re
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.server import ADDRESS, ROOT, Server
from tests.every import EVERY
from umpire.host import Host
from umpire.store import Store
from umpire.web.guard import SEALS, hashed
from umpire.web.viewers import cookie_of, path_of

JSON = Any
Answer = tuple[int, http.client.HTTPMessage, bytes]
"""Status, headers, page."""

OURS = f"{ADDRESS}:PORT"
"""PORT, SEAT, TABLE and COOKIE stand in requests for what they are on the day."""
LAPTOP = "localhost:PORT"
REST = b"motion=pause&say=moved&name=motion%2F0"
SILENCE = 0.4
"""Seconds for which nothing is answered to what is not at an end."""
AT_ONCE = 3.0
"""Seconds within which others are answered; a hundred times what it takes."""
TELLTALE = re.compile(r"Traceback|\.py\b|File \"|uvicorn|h11/|wsproto|werkzeug|flask|python/|sqlite", re.I)


class Line:
    """A connection on which anything may be written."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=5)

    def send(self, sent: bytes) -> None:
        with suppress(OSError):  # it was cut off before all was said
            self._socket.sendall(sent)

    def listen(self, seconds: float = 5.0) -> bytes:
        """All that is answered until the line is cut, or nothing more comes for so long."""
        self._socket.settimeout(seconds)
        heard = b""
        with suppress(OSError):
            while part := self._socket.recv(65536):
                heard += part
        return heard

    def close(self) -> None:
        self._socket.close()


class Evening:
    """A server in a process of its own, a table of each game on it with a phone a side, and a code not yet used."""

    def __init__(self, home: Path) -> None:
        self.home = home
        home.mkdir()
        store = Store(home / "umpire.db")
        host = Host(store)
        self.tokens: dict[str, str] = {}
        self.tables: dict[str, str] = {}
        self.seats: dict[str, list[str]] = {}
        """By game, the seat that is spoken for on bare lines, and those that look on."""
        self.secrets = [str(home), str(ROOT)]
        for n, (game, row) in enumerate(EVERY.items()):
            store.save_kit(game, game, "The box", row.kit())
            self.tables[game] = code = host.create(game, {"umpire": True, "dice": "app"}, game)
            for k, side in enumerate((host.live(code).table.game.sides * 2)[:2]):
                seat, token = f"{n}{k}abcdef", f"{n}{k}" * 16
                store.claim(store.issue_code(code, side, "join").code, seat, side, hashed(token), "1942-06-04 05:00")
                self.seats.setdefault(game, []).append(seat)
                self.tokens[seat] = token
                self.secrets += [token, hashed(token), store.issue_code(code, side, "replace").code]
        store.close()
        self.server = Server(home)
        self.secrets += re.findall(r"with code (\d+)", self.said)
        assert len(self.secrets) > 2 + 3 * len(self.tokens)
        self.before = {game: (self.rows(), self.page(game)) for game in EVERY}

    @property
    def said(self) -> str:
        """What the server wrote in its terminal."""
        return (self.home / "said.txt").read_text("utf-8")

    def filled(self, sent: bytes, game: str, seat: int = 0) -> bytes:
        """A request with today's names in it."""
        who = self.seats[game][seat]
        stands = {"SEAT": path_of(who), "COOKIE": f"{cookie_of(who)}={self.tokens[who]}"}
        stands |= {"PORT": str(self.server.port), "TABLE": self.tables[game]}
        for word, text in stands.items():
            sent = sent.replace(word.encode(), text.encode())
        return sent

    def rows(self) -> dict[str, list[JSON]]:
        """Every row of every table of the file."""
        with closing(sqlite3.connect(f"file:{self.home / 'umpire.db'}?mode=ro", uri=True)) as db:
            names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: db.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}

    def asked(self, sent: bytes, game: str, *, whole: bool = True) -> list[Answer]:
        """What is answered to what is sent, each answer that came.

        On the same line a word is sent behind it, unless it is not at an end: what is answered before that is
        answered to it, however long it takes, and a line on which the word is misread shows it.
        """
        with closing(Line(self.server.port)) as line:
            line.send(self.filled(sent + (LAST if whole else b""), game))
            found = answers(line.listen(5.0 if whole else SILENCE))
        return found[:-1] if found and found[-1][2] == self.last else found

    @cached_property
    def last(self) -> bytes:
        """What is answered to the last word on a line."""
        with closing(Line(self.server.port)) as line:
            line.send(self.filled(LAST, next(iter(EVERY))))
            ((status, _, page),) = answers(line.listen())
        assert status == 200
        return page

    def page(self, game: str) -> bytes:
        """The page of one who looks on, as a browser asks for it."""
        began = time.monotonic()
        with closing(Line(self.server.port)) as line:
            line.send(self.filled(said("GET", "SEAT/page", "Connection: close"), game, -1))
            ((status, _, page),) = answers(line.listen())
        assert (status, time.monotonic() - began < AT_ONCE) == (200, True), "others wait"
        return page


def answers(heard: bytes) -> list[Answer]:
    """The answers in what came down a line, each as long as it says, or to the end."""
    made: list[Answer] = []
    while heard:
        head, _, rest = heard.partition(b"\r\n\r\n")
        first, _, lines = head.partition(b"\r\n")
        headers = http.client.parse_headers(BytesIO(lines + b"\r\n\r\n"))
        status = int(first.split()[1])
        length = 0 if status == 100 else int(headers["Content-Length"] or len(rest))
        if status != 100:
            made.append((status, headers, rest[:length]))
        heard = rest[length:]
    return made


def said(method: str, path: str, *headers: str, host: str = OURS, body: bytes = b"", version: str = "1.1") -> bytes:
    """A request as somebody who holds the seat would write it; `host` empty for none."""
    lines = [f"{method} {path} HTTP/{version}", *([f"Host: {host}"] if host else []), "Cookie: COOKIE", *headers]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def form(*headers: str, body: bytes = REST, path: str = "SEAT/motion", method: str = "POST", host: str = OURS) -> bytes:
    """The form that rests the table, with these headers in the place of its length."""
    kind = "Content-Type: application/x-www-form-urlencoded"
    return said(method, path, f"Origin: http://{OURS}", kind, *headers, body=body, host=host)


def long(n: int) -> str:
    return f"Content-Length: {n}"


def chunk(body: bytes) -> bytes:
    return b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)


REBOUND = "rebound.example:PORT"
LAST = said("GET", "/ping", "Connection: close")
SECOND = form(long(len(REST)))
"""The same form sent rightly: it must not be smuggled in behind another."""

HOSTS: dict[str, tuple[bytes, tuple[int, ...]]] = {
    "a line that names another host": (said("GET", "http://rebound.example/SEAT"), (404,)),
    "a line that names the laptop": (said("GET", f"http://{LAPTOP}/tables/TABLE"), (404,)),
    "a line that names the laptop, from a rebound name": (
        said("GET", f"http://{LAPTOP}/tables/TABLE", host=REBOUND),
        (421,),
    ),
    "a form to another host": (
        form(long(len(REST)), path="http://rebound.example/SEAT/motion"),
        (404,),
    ),
    "two hosts": (said("GET", "SEAT", f"Host: {REBOUND}"), (400,)),
    "two hosts, the laptop's last": (said("GET", "/tables/TABLE", f"Host: {LAPTOP}"), (400,)),
    "two hosts, the laptop's first": (said("GET", "/tables/TABLE", f"Host: {OURS}", host=LAPTOP), (400,)),
    "the same host twice": (said("GET", "SEAT", f"Host: {OURS}"), (400,)),
    "two hosts in one": (said("GET", "/tables/TABLE", host=f"{LAPTOP}, {REBOUND}"), (421,)),
    "no host": (said("GET", "SEAT", host=""), (400,)),
    "no host, of old": (said("GET", "/tables/TABLE", host="", version="1.0"), (421,)),
    "a form without a host, of old": (
        said("POST", "SEAT/motion", long(len(REST)), host="", version="1.0", body=REST),
        (421,),
    ),
    "an empty host": (said("GET", "/tables/TABLE", "Host:", host=""), (421,)),
    "a host of another port": (form(long(len(REST)), host=f"{ADDRESS}:1"), (403,)),
    "a host of no port": (form(long(len(REST)), host=f"{ADDRESS}:99999999"), (403,)),
    "a rebound name": (said("GET", "SEAT", host=REBOUND), (421,)),
    "a form to a rebound name": (form(long(len(REST)), host=REBOUND), (421,)),
    "a rebound stream": (said("GET", "SEAT/events", host=REBOUND), (404,)),
    "a host with a name before it": (said("GET", "/tables/TABLE", host=f"rebound.example@{LAPTOP}"), (421,)),
    "a host folded over two lines": (said("GET", "/tables/TABLE", host=f"{LAPTOP}\r\n .rebound.example"), (421,)),
    "a host behind a space": (said("GET", "/tables/TABLE", f"Host : {LAPTOP}", host=""), (400,)),
    "a host under another sign": (said("GET", "/tables/TABLE", f"Http_Host: {LAPTOP}"), (404,)),
    "the laptop, by a proxy's word": (
        said("GET", "/tables/TABLE", f"X-Forwarded-Host: {LAPTOP}", f"X_Forwarded_Host: {LAPTOP}"),
        (404,),
    ),
}

LENGTHS: dict[str, tuple[bytes, tuple[int, ...]]] = {
    "two lengths": (form(long(len(REST)), long(3)), (400,)),
    "two lengths in one": (form(f"{long(len(REST))}, 3"), (400,)),
    "a length under another sign": (form(long(12), "Content_Length: 38", body=REST[:12]), (422,)),
    "a length below nothing": (form("Content-Length: -1"), (400,)),
    "a length that is no number": (form("Content-Length: ²"), (400,)),
    "a length with a sign": (form(f"Content-Length: +{len(REST)}"), (400,)),
    "a length in other numbers": (form("Content-Length: 0x26"), (400,)),
    "a length beyond all": (form(long(10**19)), (413,)),
    "a length of a thousand figures": (form("Content-Length: " + "9" * 1000), (400,)),
    "a length just beyond a form": (form(long(32 * 1024 + 1)), (413,)),
    "a body longer than said": (form(long(12)), (422, 400)),
    "a body shorter than said": (form(long(len(REST) + 1)), ()),
    "a form behind it from elsewhere": (
        form(long(12), body=REST[:12] + SECOND.replace(b"Origin: http://", b"Origin: http://elsewhere.")),
        (422, 403),
    ),
    "a body in chunks": (form("Transfer-Encoding: chunked", body=chunk(REST)), (411,)),
    "a body in chunks, and a length": (form("Transfer-Encoding: chunked", long(5), body=chunk(REST)), (411,)),
    "a length, and a body in chunks": (form(long(5), "Transfer-Encoding: chunked", body=chunk(REST)), (411,)),
    "a body in chunks, and another behind it": (
        form(long(5), "Transfer-Encoding: chunked", body=b"0\r\n\r\n" + SECOND),
        (411,),
    ),
    "a body in chunks without end": (
        form(long(5), "Transfer-Encoding: chunked", body=(b"8000\r\n" + b"x" * 0x8000 + b"\r\n") * 200),
        (411,),
    ),
    "a chunk that is no number": (form("Transfer-Encoding: chunked", body=b"-1\r\nxx\r\n0\r\n\r\n"), (400,)),
    "chunks by two names": (form("Transfer-Encoding: chunked", "Transfer-Encoding: identity"), (400,)),
    "chunks by a strange name": (form("Transfer-Encoding: xchunked", body=chunk(REST)), (400,)),
    "a length for a page": (said("GET", "SEAT/page", long(len(REST)), body=REST), (200,)),
    "a form that waits to be let on": (form("Expect: 100-continue", long(12), body=REST[:12]), (422,)),
}

HEADS: dict[str, tuple[bytes, tuple[int, ...]]] = {
    "a head of a megabyte": (said("GET", "SEAT", f"X: {'x' * 2**20}"), (400,)),
    "a head of ten thousand lines": (said("GET", "SEAT", *["X: " + "x" * 90] * 10_000), (400,)),
    "a path of a megabyte": (said("GET", "SEAT/" + "x" * 2**20), (400,)),
    "a cookie of sixty thousand letters": (said("GET", "SEAT", f"Cookie: {'x' * 60_000}"), (404,)),
    "a cookie of odd signs": (said("GET", "SEAT/page", 'Cookie: ;=;"\xff\\"; ]=[; =;;'), (404,)),
    "a folded head": (said("GET", "SEAT/page", "X: a\r\n b\r\n\tc"), (200,)),
    "a head that is no head": (said("GET", "SEAT", "no colon"), (400,)),
    "a head without a name": (said("GET", "SEAT", ": x"), (400,)),
    "a head with an end in it": (said("GET", "SEAT", "X: a\x00b"), (400,)),
    "lines that end in a line feed": (said("GET", "SEAT/page").replace(b"\r\n", b"\n"), (200,)),
    "lines that end in a return": (said("GET", "SEAT/page").replace(b"\r\n", b"\r"), ()),
    "a form with a line feed for its end": (
        form(long(12), body=REST[:12]).replace(b"\r\n", b"\n"),
        (422,),
    ),
    "a method in lower case": (said("get", "SEAT/page"), (200,)),
    "a form from elsewhere, in lower case": (
        form(long(len(REST)), method="post").replace(b"Origin: http://", b"Origin: http://elsewhere."),
        (403,),
    ),
    "an unknown method": (said("BREW", "SEAT"), (405,)),
    "a method of odd signs": (said("G(T", "SEAT"), (400,)),
    "a method that traces": (said("TRACE", "SEAT"), (405,)),
    "a method that connects": (said("CONNECT", OURS), (404,)),
    "options of everything": (said("OPTIONS", "*"), (404,)),
    "a form said to be looked at": (
        form(long(len(REST)), "X-HTTP-Method-Override: POST", method="GET"),
        (405,),
    ),
    "a version of old": (b"GET SEAT\r\n", (400,)),
    "a version to come": (said("GET", "SEAT/page", version="9.9"), (200,)),
    "a version of two": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (421, 400)),
    "a secret greeting": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200 + b"\r\n\r\n", (400,)),
    "zeros": (b"\x00" * 70_000, (400,)),
    "empty lines": (b"\r\n" * 3 + said("GET", "SEAT/page"), (400,)),
    "fifty one behind another": (said("GET", "SEAT/page") * 50, (200,) * 50),
    "forms and pages one behind another": (
        (form(long(12), body=REST[:12]) + said("GET", "/tables/TABLE") + said("GET", "/j")) * 3,
        (422, 404, 200) * 3,
    ),
    "a form of another seat, behind one's own page": (
        said("GET", "SEAT/page") + SECOND.replace(b"Cookie: COOKIE", b"Cookie: seat_x=COOKIE"),
        (200, 404),
    ),
    "a websocket": (
        said(
            "GET",
            "SEAT/events",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ),
        (403,),
    ),
    "an upgrade to two": (
        said("GET", "SEAT/page", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"),
        (200,),
    ),
}

PATHS: dict[str, tuple[bytes, tuple[int, ...]]] = {
    f"the path {path}": (said("GET", path), (status,))
    for path, status in {
        "/%00": 404,
        "SEAT%00/page": 404,
        "/static/%00": 404,
        "/static/..%2f..%2fetc%2fpasswd": 404,
        "/static/../umpire.db": 404,
        "/static/%2e%2e/%2e%2e/pyproject.toml": 404,
        "/static/..%5c..%5cpyproject.toml": 404,
        "/static//etc/passwd": 308,
        "/static/%2fetc%2fpasswd": 308,
        "/static/app.js%00.css": 404,
        "/static/": 404,
        "/seat/%2e%2e/tables/TABLE": 404,
        "SEAT/../../tables/TABLE": 404,
        "//tables/TABLE": 404,
        "/./tables/TABLE": 404,
        "/tables/TABLE;x=y": 404,
        "/tables/%0d%0aSet-Cookie:%20a=b": 404,
        "SEAT/print/..%2f..%2fsecrets": 404,
        "/%ff%fe%c0%af": 404,
        "/%ed%a0%80": 404,
        "/%": 404,
        "/%zz": 404,
        "SEAT/page?v=%00%ff%0d%0aX:%20y": 200,
        "SEAT/page?" + "&".join(["v=1"] * 5000): 200,
        "/j?code=%0d%0aSet-Cookie:%20a=b": 303,
        "tables/TABLE": 404,
        "?": 308,
        "//rebound.example//ping": 404,
        "/%2frebound.example/..": 404,
        "/\\\\rebound.example": 404,
    }.items()
}

SENT = {**HOSTS, **LENGTHS, **HEADS, **PATHS}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    made = Evening(tmp_path_factory.mktemp("raw") / "home")
    yield made
    made.server.kill()


def seemly(evening: Evening, found: list[Answer]) -> None:
    """An answer says nothing of how the app is made or of what is secret, and bears what every answer does."""
    for status, headers, page in found:
        text = f"{headers}{page.decode('utf-8', 'replace')}"
        assert status < 500, text[:300]
        assert not TELLTALE.search(re.sub(r"/static/\S+", "", text)), text[:400]
        assert not [secret for secret in evening.secrets if secret in text]
        assert urlsplit(headers["Location"] or "").netloc in (
            "",
            evening.filled(OURS.encode(), next(iter(EVERY))).decode(),
        )
        if b"Invalid HTTP request" not in page and status != 403:
            assert {name: headers[name] for name in SEALS} == dict(SEALS), status


@pytest.mark.parametrize("what", SENT)
def test_what_no_browser_sends(evening: Evening, what: str) -> None:
    sent, statuses = SENT[what]
    for game in EVERY:
        found = evening.asked(sent, game, whole=statuses not in ((), (413,)))
        assert [status for status, _, _ in found] == list(statuses)
        seemly(evening, found)
        assert (evening.rows(), evening.page(game)) == evening.before[game]
    assert "Traceback" not in evening.said


@pytest.mark.parametrize("size", [30_000, 10**6], ids=["a form", "a file"])
def test_half_of_it_from_more_hands_than_there_are_workers(evening: Evening, size: int) -> None:
    for game in EVERY:
        lines = [Line(evening.server.port) for _ in range(30)]
        for n, line in enumerate(lines):
            path = ("SEAT/act", "/import", "/check", "/kits/import", "/j/QQQQQQ")[n % 5]
            line.send(evening.filled(form(long(size), path=path, body=b"x" * 1000), game))
        assert (evening.rows(), evening.page(game)) == evening.before[game]
        for line in lines:
            line.close()


@pytest.mark.parametrize("game", EVERY)
def test_the_form_that_is_spoilt_here_is_taken_when_it_is_sent_rightly(evening: Evening, game: str) -> None:
    """The last that is done here: all that was sent before would have changed the table, had it been read for this."""
    ((status, _, _),) = evening.asked(SECOND, game)
    assert status == 200
    assert evening.page(game) != evening.before[game][1]
    assert evening.rows()["entries"] != evening.before[game][0]["entries"]
