"""Scripted phones: each presses keys that its page shows, of whatever game, and remembers what it was promised."""

from __future__ import annotations

import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from typing import Any

Form = dict[str, str]

_KEY = re.compile(r"<\w+ (?=[^>]*data-(?:op|post)=)[^>]*>")
_MARK = re.compile(r"data-(op|arg|lock|sure|post|values)=(?:\"([^\"]*)\"|'([^']*)')")
_MAIN = re.compile(r'<main class="phone" data-ask="([^"]*)" data-draft="(\d+)"( data-locked)?')
_REFUSAL = re.compile(r'role="alert">([^<]+)')


class _Stay(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer like any other."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_Stay)


def ask_server(url: str, form: Form | None = None, **headers: str) -> tuple[int, str, Any]:
    """One request on a connection of its own: status, body, headers. Raises `OSError` when the plug was pulled."""
    data = None if form is None else urllib.parse.urlencode(form).encode()
    request = urllib.request.Request(url, data, {"Connection": "close", **headers})
    try:
        try:
            with _OPENER.open(request, timeout=60) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), error.headers
    except http.client.HTTPException as error:
        raise ConnectionError(str(error)) from None


@dataclass(frozen=True)
class Sent:
    """A form under way: what it is posted to, and what it holds."""

    path: str
    form: Form

    @property
    def ask(self) -> str:
        return self.form["ask"]

    @property
    def answers(self) -> bool:
        """Whether it goes into the ledger if it is taken."""
        return self.path == "roll" or "lock" in self.form or "sure" in self.form

    @property
    def edits(self) -> bool:
        """Whether it writes on a draft if it is taken."""
        return self.path == "act" and bool(self.form["op"])


class Phone:
    """A seat, and what was promised to it: answers taken, drafts kept."""

    def __init__(self, server: str, root: str, cookie: str, seat: int, side: str, rng: random.Random) -> None:
        self.url, self.cookie, self.seat, self.side, self.rng = f"{server}{root}", cookie, seat, side, rng
        self.promised: set[str] = set()
        """The asks whose answer by this phone was acknowledged."""
        self.kept: dict[str, int] = {}
        """The version of a draft this phone was told is kept, by ask."""
        self.unheard: Sent | None = None
        """The form that was under way when the plug was pulled."""
        self.refused: list[str] = []
        self.broken: list[str] = []
        """Replies that are neither a yes nor a no in words."""
        self.typed: Callable[[], Form] = dict
        """The boxes of a chart cell, as somebody reads them off his copy."""
        self.prints = False
        self.taps = 0
        self.plays = True
        self.rests = 0.0
        """The longest it pauses after a tap: whoever looks on beside another of the side taps now and then."""
        self._avoid: Sent | None = None

    def get(self, path: str = "") -> tuple[int, str]:
        return ask_server(self.url + path, Cookie=self.cookie)[:2]

    def post(self, sent: Sent) -> int:
        """Post it, and take note of what the reply promises."""
        status, body, headers = ask_server(f"{self.url}/{sent.path}", sent.form, Cookie=self.cookie)
        self.taps += 1
        if status == 422:
            self.refused.append(unescape(" ".join(_REFUSAL.findall(body))))
        elif status != 200 or "X-Version" not in headers:
            self.broken.append(f"{status} to {sent}: {' '.join(body.split())[-300:]}")
        elif sent.answers:
            self.promised.add(sent.ask)
        elif sent.edits:
            self.kept[sent.ask] = int(sent.form["draft"]) + 1
        return status

    def play(self) -> None:
        """Until nobody answers any more, or it is put down."""
        try:
            while self.plays:
                sent = self._next(self.get("/page")[1])
                if sent is None:
                    time.sleep(0.02)
                    continue
                self.unheard = sent
                self._avoid = sent if self.post(sent) != 200 else None
                self.unheard = None
                time.sleep(self.rng.uniform(0, self.rests))
                if self.prints and self.rng.random() < 0.3:
                    self._print()
        except OSError:
            return
        except Exception as fault:
            self.broken.append(repr(fault))

    def _print(self) -> None:
        status, body = self.get("/print/all")
        if status != 200 or "</html>" not in body:
            self.broken.append(f"{status} to a print")

    def _next(self, page: str) -> Sent | None:
        """A key of the page: about every other time the one that locks, if it was not refused just now."""
        main = _MAIN.search(page)
        if not main:
            self.broken.append(f"no page of a phone: {' '.join(page.split())[:300]}")
            raise ConnectionError
        if not main[1] or main[3]:
            return None
        here = {"ask": unescape(main[1]), "draft": main[2]}
        if 'id="cells"' in page:
            return Sent("act", {**here, "op": "type", "arg": "", "sure": "1", **self.typed()})
        keys = [key for tag in _KEY.findall(page) if (key := _key(tag, here)) and key != self._avoid]
        ends = [key for key in keys if key.answers]
        if ends and self.rng.random() < 0.5:
            return self.rng.choice(ends)
        return self.rng.choice(keys) if keys else None


def _key(tag: str, here: Form) -> Sent | None:
    """What a key of a page posts; None for one that is off, or that is no part of what is asked."""
    marks = {name: unescape(one or other) for name, one, other in _MARK.findall(tag)}
    if " disabled" in tag:
        return None
    if "post" in marks:
        more = json.loads(marks.get("values", "{}"))
        return Sent("roll", {"ask": here["ask"], **more}) if marks["post"] == "roll" else None
    form = {**here, "op": marks["op"], "arg": marks.get("arg", "")}
    return Sent("act", form | {name: "1" for name in ("lock", "sure") if marks.get(name)})
