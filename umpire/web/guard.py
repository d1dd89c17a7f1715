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

DESK_COOKIE = "umpire_desk"
SMALL_BODY = 32 * 1024
"""Bytes any form of a phone may hold; only the laptop's imports take more."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class Turnstile:
    """So many tries a minute, by whoever tries, and so many by everybody together.

    A join code is one of 20^4 = 160,000, and at most two are open a table: at 12 tries a minute from one
    phone and 60 from all, three hours of guessing find an open one with a chance under 14 in 100, and
    every claim is seen at the table.
    """

    def __init__(self, each: int = 12, all_together: int = 60, seconds: float = 60.0) -> None:
        self._each, self._all, self._seconds = each, all_together, seconds
        self._tries: deque[tuple[float, str]] = deque()
        self._lock = Lock()

    def admits(self, who: str) -> bool:
        """Count a try; whether it may go ahead."""
        moment = time.monotonic()
        with self._lock:
            while self._tries and self._tries[0][0] < moment - self._seconds:
                self._tries.popleft()
            mine = sum(1 for _, name in self._tries if name == who)
            if mine >= self._each or len(self._tries) >= self._all:
                return False
            self._tries.append((moment, who))
            return True


class Desk:
    """The code that opens the umpire's pages from another device than the laptop, and who has used it."""

    def __init__(self) -> None:
        self.code = "".join(secrets.choice("0123456789") for _ in range(8))
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
        loopback = ip_address(peer).is_loopback
    except ValueError:
        loopback = False
    return (loopback and is_loopback_host(host)) or desk.knows(token)


def at_the_laptop() -> bool:
    """Whether this request comes from the laptop."""
    token = request.cookies.get(DESK_COOKIE, "")
    return from_the_laptop(current_app.extensions["desk"], request.remote_addr or "", request.host, token)


def laptop_only() -> None:
    """A page that is not for phones is, for a phone, not there."""
    if not at_the_laptop():
        abort(404)


def install(app: Flask) -> None:
    """Check every request at the door, and say on every answer that it is nobody else's to keep."""
    app.extensions["desk"] = Desk()
    app.extensions["turnstile"] = Turnstile()
    app.config["MAX_CONTENT_LENGTH"] = SMALL_BODY
    app.before_request(_check_host)
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
    if not host_is_ours(request.host, current_app.config["HOST_NAMES"]):
        abort(421)


def _check_origin() -> None:
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    said = request.headers.get("Origin") or request.headers.get("Referer")
    if said is None:
        return
    if urlsplit(said).netloc != request.host:
        abort(403)


def _seal(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store" if "static" not in (request.endpoint or "") else "no-cache"
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    return response
