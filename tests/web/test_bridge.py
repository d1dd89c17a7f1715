"""Between the server and the app: answers come whole, what follows one comes after it, and half a form holds nobody up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from umpire.web.bridge import Bridge
from umpire.web.guard import SMALL_BODY

JSON = Any


class Said:
    """An answer in parts, and what is to be done once it has been sent."""

    def __init__(self, parts: Iterator[bytes], closed: Callable[[], None]) -> None:
        self.parts, self.close = parts, closed

    def __iter__(self) -> Iterator[bytes]:
        return self.parts


def scope(**headers: str) -> JSON:
    sent = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return {"type": "http", "method": "POST", "path": "/", "query_string": b"", "http_version": "1.1", "headers": sent}


def run(bridge: Bridge, messages: list[JSON], log: list[JSON], **headers: str) -> None:
    """One request through the bridge; when the messages are at an end its sender is silent."""

    async def receive() -> JSON:
        return messages.pop(0) if messages else await asyncio.Event().wait()

    async def send(message: JSON) -> None:
        log.append(message)

    async def within_a_while() -> None:
        await asyncio.wait_for(bridge(scope(**headers), receive, send), 5)

    asyncio.run(within_a_while())


def echo(log: list[JSON]) -> Callable[..., Said]:
    def app(environ: JSON, start: Callable[..., Any]) -> Said:
        form = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH", 0)))
        start("201 Created", [("X-Word", "é")])
        return Said(iter([b"<", form, b">"]), lambda: log.append("closed"))

    return app


def part(body: bytes, more: bool = False) -> JSON:
    return {"type": "http.request", "body": body, "more_body": more}


@pytest.mark.parametrize("long", [1, SMALL_BODY // 5 * 2 + 1], ids=["small", "large"])
def test_a_form_goes_in_whole_and_its_answer_comes_out_whole_before_anything_follows(long: int) -> None:
    log: list[JSON] = []
    messages = [part(b"a=1" * long, True), part(b"&b" * long)]
    run(Bridge(echo(log), 1), messages, log, content_length=str(5 * long))
    assert [message["type"] for message in log[:2]] == ["http.response.start", "http.response.body"]
    assert (log[0]["status"], log[0]["headers"]) == (201, [(b"x-word", "é".encode("latin-1"))])
    assert log[1]["body"] == b"<" + b"a=1" * long + b"&b" * long + b">"
    assert log[2:] == ["closed"]


def test_a_sender_who_went_away_is_not_answered() -> None:
    log: list[JSON] = []
    run(Bridge(echo(log), 1), [part(b"a=", True), {"type": "http.disconnect"}], log, content_length="9")
    assert log == []


def test_half_a_form_keeps_no_worker() -> None:
    """One worker, and a form of which the rest never comes: the next phone is answered all the same."""
    log: list[JSON] = []
    bridge = Bridge(echo(log), 1)

    async def half() -> JSON:
        return part(b"a=", True) if not asked.is_set() and not asked.set() else await asyncio.Event().wait()

    async def send(message: JSON) -> None:
        log.append(message)

    async def both() -> None:
        stuck = asyncio.create_task(bridge(scope(content_length="9"), half, send))
        await asyncio.sleep(0.05)
        await asyncio.wait_for(bridge(scope(), half, send), 5)
        stuck.cancel()

    asked = threading.Event()
    asyncio.run(both())
    assert log[1]["body"] == b"<>"


def test_what_follows_an_answer_follows_though_it_could_not_be_made() -> None:
    def torn() -> Iterator[bytes]:
        yield b"<"
        raise OSError

    def app(environ: JSON, start: Callable[..., Any]) -> Said:
        start("200 OK", [])
        return Said(torn(), lambda: log.append("closed"))

    log: list[JSON] = []
    with pytest.raises(OSError):
        run(Bridge(app, 1), [], log)
    assert log == ["closed"]
