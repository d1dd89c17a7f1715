"""Serving: the app and its streams under one server, what is said in the terminal, a copy each turn."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import shutil
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from flask import Flask

from umpire.host import Host
from umpire.store import HALF_COPY, Store
from umpire.troubles import StoreError
from umpire.web import addresses, create_app, qr
from umpire.web.guard import Desk
from umpire.web.live import Asgi, Streams, notify_after_replies
from umpire.web.packing import pack

log = logging.getLogger("umpire")

SELDOM = (700, 10, 1000)
"""How often Python looks for garbage that has grown old: all of a hundred tables is looked through for it, which takes
a third of a second, in the midst of somebody's order. There is next to none."""


class Backups:
    """A copy of the database at each new turn, made beside play. The two latest are kept.

    A new copy is whole before an older one makes way for it, so that at every moment one is whole.
    """

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self._busy = threading.Lock()
        for half in folder.glob(f"{HALF_COPY}*"):
            shutil.rmtree(half, ignore_errors=True)

    def soon(self) -> None:
        """Copy in the background, unless a copy is being made."""
        threading.Thread(target=self._copy, daemon=True).start()

    def _copy(self) -> None:
        if not self._busy.acquire(blocking=False):
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            made, newest, older = (self._folder / f"umpire-{name}.db" for name in ("new", "1", "2"))
            self._store.begin_play()  # anew: another command that opened the file has taken the mark away
            self._store.backup(made)
            if newest.exists():
                os.replace(newest, older)
            os.replace(made, newest)
        except (StoreError, OSError) as error:
            log.warning("no copy was made this turn: %s", error)
        finally:
            self._busy.release()


def build(
    store: Store, *, port: int, address: str = "", backups: Path | None = None, proxied: bool = False
) -> tuple[Flask, Asgi]:
    """The app over a store, and the same as ASGI with its streams wired to every change.

    `address` is the number for the QR codes, or the whole URL of a door before the app. Where requests come
    by a proxy, nobody is taken for the laptop.
    """
    host = Host(store)
    app = create_app(host, port=port)
    if "//" in address:
        door = urlsplit(address)
        app.config.update(DOOR=f"{door.scheme}://{door.netloc}/")
        app.config["HOST_NAMES"].add(door.hostname)
    elif address:
        app.config.update(ADDRESS=address, ADDRESS_FIXED=True)
    app.extensions["desk"].by_code_only = proxied
    streams = Streams()
    notify_after_replies(app, streams)
    app.after_request(pack)
    if backups is not None:
        host.backup_soon = Backups(store, backups).soon
    return app, Asgi(app, streams)


class _Server(uvicorn.Server):
    """A server that says when it listens."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._listening()


def serve(
    store: Store,
    *,
    host: str,
    port: int,
    address: str,
    backups: Path,
    listening: Callable[[], None],
    proxy: str = "",
) -> None:
    """Serve until interrupted; `listening` is called once there is somebody to answer.

    The proxy of that address, and nobody else, says whom it speaks for.
    """
    app, asgi = build(store, port=port, address=address, backups=backups, proxied=bool(proxy))
    _announce(app)
    config = uvicorn.Config(
        asgi,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    gc.set_threshold(*SELDOM)
    try:
        store.begin_play()
        with contextlib.suppress(KeyboardInterrupt):
            _Server(config, listening).run()
    finally:
        store.close()


def _announce(app: Flask) -> None:
    with app.app_context():
        url = addresses.base_url()
    desk: Desk = app.extensions["desk"]
    host: Host = app.extensions["host"]
    if host.store.lacking:
        print(f"\nTake care: {host.store.lacking}")
    print(f"\nOn this laptop:  http://localhost:{app.config['PORT']}/")
    print(f"For phones:      {url}")
    with contextlib.suppress(UnicodeEncodeError):
        print(qr.terminal(url))
    if desk.by_code_only:
        print(
            f"The lobby opens to the desk code alone: http://localhost:{app.config['PORT']}/desk with code {desk.code}"
        )
    else:
        print(f"The players' own codes are in the lobby. To open the desk on another device: {url}desk")
        print(f"with code {desk.code}")
    print("If phones cannot reach this laptop, allow Python in its firewall for private networks, or use a hotspot;")
    print("the lobby's help page says how. Stop with Ctrl+C; nothing is lost.\n", flush=True)
