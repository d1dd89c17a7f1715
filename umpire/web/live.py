"""Live updates: one stream a page, carrying that viewer's own version number and nothing else."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Any

from flask import Flask, Response, g, has_request_context

from umpire.host import Host, NoSuchTable
from umpire.in_play import Fault
from umpire.troubles import StoreError
from umpire.web.bridge import Bridge
from umpire.web.guard import SEALS, Desk, from_the_laptop, host_is_ours
from umpire.web.pages import Drawn
from umpire.web.viewers import Viewer, at_desk, holds, on_screen, viewer_of

BEAT = 15.0
"""Seconds between two signs of life on a stream, the same for everybody."""

SEALED = [(b"cache-control", b"no-store"), *((key.lower().encode(), text.encode()) for key, text in SEALS.items())]
"""What a stream's head says besides what it is, as every page's does."""

_STREAM = re.compile(r"/(seat|screen|desk)/([A-Za-z0-9]{1,16})(?:/as/([a-z]+))?/events")

Scope = dict[str, Any]


class Streams:
    """Everybody who listens, by table; told to look again after a change is on disk."""

    def __init__(self) -> None:
        self._listening: dict[str, set[asyncio.Event]] = {}
        self._seats: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None

    def connected(self, seat_id: str) -> bool:
        """Whether the phone in a seat listens now."""
        return self._seats[seat_id] > 0

    def listen(self, code: str, seat_id: str = "") -> asyncio.Event:
        self._seats[seat_id] += 1
        self._loop = asyncio.get_running_loop()
        event = asyncio.Event()
        self._listening.setdefault(code, set()).add(event)
        return event

    def leave(self, code: str, event: asyncio.Event, seat_id: str = "") -> None:
        self._seats[seat_id] -= 1
        self._listening.get(code, set()).discard(event)

    def stirred(self, code: str) -> None:
        """From any thread: whoever listens to this table looks whether its own page has changed."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, code)

    def all_stirred(self, codes: Iterable[str]) -> None:
        for code in codes:
            self.stirred(code)

    def _wake(self, code: str) -> None:
        for event in self._listening.get(code, ()):
            event.set()


def notify_after_replies(app: Flask, streams: Streams) -> None:
    """Commit, then reply, then notify: streams stir once the request that changed a table has been answered."""
    host: Host = app.extensions["host"]
    app.extensions["streams"] = streams

    def changed(code: str) -> None:
        if has_request_context():
            g.setdefault("stirred", set()).add(code)
        else:
            streams.stirred(code)

    def after(response: Response) -> Response:
        codes = sorted(g.get("stirred", ()))
        if codes:
            response.call_on_close(lambda: streams.all_stirred(codes))
        return response

    host.changed = changed
    app.after_request(after)


class Asgi:
    """The Flask app and its streams as one ASGI app."""

    def __init__(self, app: Flask, streams: Streams, workers: int = 12) -> None:
        self.app = app
        self.streams = streams
        self._pages = Bridge(app.wsgi_app, workers)

    async def __call__(self, scope: Scope, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close"})  # nothing here is spoken by such a line
            return
        found = _STREAM.fullmatch(scope["path"])
        if found and scope["method"] == "GET":
            await self._stream(lambda: self._viewer(scope, *found.groups()), receive, send)
            return
        await self._pages(scope, receive, send)

    def _viewer(self, scope: Scope, kind: str, name: str, side: str | None) -> Viewer | None:
        """Who listens, by the same rights as the page the stream belongs to; None for nobody."""
        header = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        if not host_is_ours(header, self.app.config["HOST_NAMES"]):
            return None
        host: Host = self.app.extensions["host"]
        try:
            if kind == "seat" and side is None:
                seat = host.store.seat(name)
                if seat is None or seat.state != "active" or not holds(seat, _cookies(scope)):
                    return None
                return viewer_of(host.live(seat.table_code), seat)
            live = host.live(name)
            if kind == "screen" and side is None:
                return on_screen(live, acts=self._laptop(scope))
            return at_desk(live, side or "") if kind == "desk" and self._laptop(scope) else None
        except (NoSuchTable, Fault, StoreError):
            return None

    def _laptop(self, scope: Scope) -> bool:
        peer = (scope.get("client") or ("", 0))[0]
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        desk: Desk = self.app.extensions["desk"]
        return from_the_laptop(desk, peer, host, _cookies(scope).get(desk.cookie, ""))

    async def _stream(
        self, who: Callable[[], Viewer | None], receive: Callable[[], Any], send: Callable[[Any], Any]
    ) -> None:
        """Say the viewer's version whenever it has moved, for as long as there is a viewer."""
        viewer = await asyncio.to_thread(who)
        if viewer is None:
            await _plain(send, 404)
            return
        headers = [(b"content-type", b"text/event-stream"), *SEALED]
        headers.append((b"x-accel-buffering", b"no"))  # a proxy before the app must not save nudges up
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        code, seat_id = viewer.live.code, viewer.seat.id if viewer.seat else ""
        event = self.streams.listen(code, seat_id)
        due = asyncio.get_running_loop().time() + BEAT
        gone = asyncio.create_task(_until_gone(receive))
        try:
            last = ""
            while viewer is not None and not gone.done():
                version = await asyncio.to_thread(self._version, viewer)
                if version != last:
                    last = version
                    await _say(send, f"data: {version}\n\n")
                due = await self._wait(event, gone, send, due)
                if not gone.done():
                    viewer = await asyncio.to_thread(who)
            if viewer is None and not gone.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            self.streams.leave(code, event, seat_id)

    def _version(self, viewer: Viewer) -> str:
        with self.app.test_request_context("/"):
            drawn: Drawn = self.app.extensions["drawn"]
            return drawn.get(viewer)[1]

    async def _wait(
        self, event: asyncio.Event, gone: asyncio.Task[None], send: Callable[[Any], Any], due: float
    ) -> float:
        """Until the table stirs or the beat is due; when the next one is.

        A beat keeps the line open and the table awake. Beats keep their time whatever stirs the table, so
        that none comes late for what another did; those that a sleeping laptop missed are not made up for.
        """
        now = asyncio.get_running_loop().time
        woken: asyncio.Task[Any] = asyncio.create_task(event.wait())
        await asyncio.wait([woken, gone], timeout=max(0.0, due - now()), return_when=asyncio.FIRST_COMPLETED)
        woken.cancel()
        event.clear()
        if now() >= due and not gone.done():
            await _say(send, ": \n\n")
            due += BEAT * (1 + (now() - due) // BEAT)
        return due


def _cookies(scope: Scope) -> dict[str, str]:
    raw = "; ".join(v.decode("latin-1") for k, v in scope["headers"] if k == b"cookie")
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(raw).items()}
    except CookieError:
        return {}


async def _say(send: Callable[[Any], Any], text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _plain(send: Callable[[Any], Any], status: int) -> None:
    await send({"type": "http.response.start", "status": status, "headers": SEALED})
    await send({"type": "http.response.body", "body": b""})


async def _until_gone(receive: Callable[[], Any]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _lifespan(receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
