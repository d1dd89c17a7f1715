"""The Flask app to an ASGI server: each request is answered whole on a worker's thread, and sent from the loop.

A request changes threads twice, there and back. A form is received before a worker takes it up, so that a phone which
sends half of one holds nobody up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

from a2wsgi.wsgi import Body, build_environ

from umpire.web.guard import SMALL_BODY

Scope = dict[str, Any]
Head = tuple[str, list[tuple[str, str]]]
"""A status line and headers."""


class Bridge:
    """A WSGI app as an ASGI app, for http only."""

    def __init__(self, app: Callable[..., Iterable[bytes]], workers: int) -> None:
        self._app = app
        self._workers = ThreadPoolExecutor(workers, "page")

    async def __call__(self, scope: Scope, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
        loop = asyncio.get_running_loop()
        body: Any = Body(loop, receive)
        if 0 < _declared(scope) <= SMALL_BODY:
            body = await _received(receive)
            if body is None:
                return
        asked = build_environ(scope, body)  # type: ignore[arg-type]
        (status, headers), said, close = await loop.run_in_executor(self._workers, self._answer, asked)
        try:
            sent = [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers]
            await send({"type": "http.response.start", "status": int(status.split(" ", 1)[0]), "headers": sent})
            await send({"type": "http.response.body", "body": said})
        finally:
            close()

    def _answer(self, asked: Any) -> tuple[Head, bytes, Callable[[], None]]:
        """The answer to a request, and what is to be called once it has been sent."""
        began: list[Head] = []

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], None]:
            began.append((status, headers))
            return lambda said: None

        chunks = self._app(asked, start)
        close: Callable[[], None] = getattr(chunks, "close", lambda: None)
        try:
            said = b"".join(chunks)
            return began[-1], said, close
        except BaseException:
            close()
            raise


def _declared(scope: Scope) -> int:
    """Bytes of a body, as its sender says; 0 for none, for a word that is no number, and for one sent in chunks.

    A body in chunks is as long as its sender likes, whatever else he says: it is not waited for here, nor taken.
    """
    said = dict(scope["headers"])
    length = said.get(b"content-length", b"")
    return int(length) if length.isdigit() and b"transfer-encoding" not in said else 0


async def _received(receive: Callable[[], Any]) -> BytesIO | None:
    """A body that has come whole; None when its sender went away first."""
    body, more = BytesIO(), True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body.write(message.get("body", b""))
        more = message.get("more_body", False)
    body.seek(0)
    return body
