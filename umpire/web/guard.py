"""Who is at the door: whose request it is, whether it comes from our own pages, and how often."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import deque
from collections.abc import Collection
from ipaddress import ip_address
from threading import Lock
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request

from umpire.web.lan import is_loopback_host

SMALL_BODY = 32 * 1024
"""Bytes any form of a phone may hold; only the laptop's imports take more."""

MOST_OPEN = 12
"""Codes open at once at a table with two phones a side: each side's to join and to replace a phone, and each phone's
to add one and to move to one."""
DESK_DIGITS = 8

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SEALS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""On every answer, a stream's too: what is on it is for the page that asked, and for nobody to embed or keep."""
OUR_SITES = ("same-origin", "none")
"""What a browser says of where a form comes from, when it comes from our own pages or was typed in."""


class Turnstile:
    """So many wrong codes a minute from one phone, and so many from all together.

    What a code is worth against guessing: one that seats a phone is one of 20^6 = 64 million, and a table with
    two phones a side has 12 open at the very most (`MOST_OPEN`). Thirty wrong codes a minute are 5,400 in three
    hours, of phones that do nothing else: they find an open one of that table once in a thousand games; one
    phone alone once in 2,500. A QR holds the same letters. The desk code is one of 100 million, and stands as
    long as the program runs: in a day and a night of thirty a minute it is found once in 2,300. Whoever takes a
    seat is seen at the table, whoever tries a code that was used is told of, and a right code costs no try, so
    that a hall full of phones may join at once.
    """

    def __init__(self, each: int = 12, all_together: int = 30, seconds: float = 60.0) -> None:
        self._each, self._all, self._seconds = each, all_together, seconds
        self._tries: deque[tuple[float, str]] = deque()
        self._lock = Lock()

    def admits(self, who: str) -> bool:
        """Count a try; whether it may go ahead. It counts as wrong until it is given back."""
        moment = time.monotonic()
        with self._lock:
            while self._tries and self._tries[0][0] < moment - self._seconds:
                self._tries.popleft()
            mine = sum(1 for _, name in self._tries if name == who)
            if mine >= self._each or len(self._tries) >= self._all:
                return False
            self._tries.append((moment, who))
            return True

    def gives_back(self, who: str) -> None:
        """The last try of that phone was no guess."""
        with self._lock:
            for at in range(len(self._tries) - 1, -1, -1):
                if self._tries[at][1] == who:
                    del self._tries[at]
                    return


class Desk:
    """The code that opens the umpire's pages from another device than the laptop, and who has used it.

    Cookies know no ports: where several instances share a machine, each has its own. Behind a proxy every
    visitor may seem to sit at the laptop, so there `by_code_only` nobody does.
    """

    def __init__(self, instance: str = "") -> None:
        self.cookie = f"umpire_desk{instance}"
        self.by_code_only = False
        self.code = "".join(secrets.choice("0123456789") for _ in range(DESK_DIGITS))
        self._tokens: set[str] = set()

    def open(self, code: str) -> str | None:
        """A cookie's token for the right code."""
        if not hmac.compare_digest(code.strip().encode(), self.code.encode()):
            return None
        token = secrets.token_hex(16)
        self._tokens.add(hashed(token))
        return token

    def knows(self, token: str) -> bool:
        return hashed(token) in self._tokens


def hashed(token: str) -> str:
    """What is kept of a token: its SHA-256."""
    return hashlib.sha256(token.encode()).hexdigest()


def from_the_laptop(desk: Desk, peer: str, host: str, token: str) -> bool:
    """Whether a request comes from the laptop itself, or from a device that gave the desk code."""
    try:
        loopback = ip_address(peer).is_loopback and not desk.by_code_only
    except ValueError:
        loopback = False
    return (loopback and is_loopback_host(host)) or desk.knows(token)


def at_the_laptop() -> bool:
    """Whether this request comes from the laptop."""
    desk: Desk = current_app.extensions["desk"]
    return from_the_laptop(desk, request.remote_addr or "", request.host, request.cookies.get(desk.cookie, ""))


def laptop_only() -> None:
    """A page that is not for phones is, for a phone, not there."""
    if not at_the_laptop():
        abort(404)


def install(app: Flask) -> None:
    """Check every request at the door, and say on every answer that it is nobody else's to keep."""
    app.extensions["desk"] = Desk(app.extensions["host"].store.instance)
    app.extensions["turnstile"] = Turnstile()
    app.config["MAX_CONTENT_LENGTH"] = SMALL_BODY
    app.before_request(_check_host)
    app.before_request(_check_length)
    app.before_request(_check_origin)
    app.after_request(_seal)


def host_is_ours(header: str, names: Collection[str]) -> bool:
    """Whether a Host header is a number, this laptop, or a name it was given.

    A name made to point here from outside (DNS rebinding) is none of them.
    """
    if is_loopback_host(header):
        return True
    try:
        name = urlsplit(f"//{header}").hostname or ""
        return name in names or bool(ip_address(name))
    except ValueError:
        return False


def _check_host() -> None:
    # Read as it was sent: who names no host is not taken to mean the laptop.
    if not host_is_ours(request.headers.get("Host", ""), current_app.config["HOST_NAMES"]):
        abort(421)


def _check_length() -> None:
    """A form says how long it is: one in chunks may have no end, and behind it another may hide. Browsers send none."""
    if "Transfer-Encoding" in request.headers:
        abort(411)


def _check_origin() -> None:
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in OUR_SITES:
        abort(403)
    said = request.headers.get("Origin") or request.headers.get("Referer")
    if said is None:
        return
    if _netloc(said) != request.host:
        abort(403)


def _netloc(address: str) -> str:
    try:
        return urlsplit(address).netloc
    except ValueError:
        return ""


def _seal(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store" if request.endpoint != "static" else "no-cache"
    response.headers.update(SEALS)
    if response.status_code == 411:
        response.headers["Connection"] = "close"  # what else is on the line is not read
    return response
