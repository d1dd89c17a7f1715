"""Serving: the app and its streams under one server, what is said in the terminal, a copy each turn."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from pathlib import Path

import uvicorn
from flask import Flask

from umpire.host import Host
from umpire.store import Store, StoreError
from umpire.web import addresses, create_app, qr
from umpire.web.guard import Desk
from umpire.web.live import Asgi, Streams, notify_after_replies

log = logging.getLogger("umpire")


class Backups:
    """A copy of the database at each new turn, made beside play; two are kept, the older one whole."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self._busy = threading.Lock()

    def soon(self) -> None:
        """Copy in the background, unless a copy is being made."""
        threading.Thread(target=self._copy, daemon=True).start()

    def _copy(self) -> None:
        if not self._busy.acquire(blocking=False):
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            newest, older = self._folder / "umpire-1.db", self._folder / "umpire-2.db"
            if newest.exists():
                os.replace(newest, older)
            self._store.backup(newest)
        except (StoreError, OSError) as error:
            log.warning("no copy was made this turn: %s", error)
        finally:
            self._busy.release()


def build(store: Store, *, port: int, address: str = "", backups: Path | None = None) -> tuple[Flask, Asgi]:
    """The app over a store, and the same as ASGI with its streams wired to every change."""
    host = Host(store)
    app = create_app(host, port=port)
    if address:
        app.config.update(ADDRESS=address, ADDRESS_FIXED=True)
    streams = Streams()
    notify_after_replies(app, streams)
    if backups is not None:
        host.backup_soon = Backups(store, backups).soon
    return app, Asgi(app, streams)


def serve(store: Store, *, host: str, port: int, address: str, backups: Path) -> None:
    """Serve until interrupted."""
    app, asgi = build(store, port=port, address=address, backups=backups)
    _announce(app)
    config = uvicorn.Config(
        asgi,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run()
    store.close()


def _announce(app: Flask) -> None:
    with app.app_context():
        url = addresses.base_url()
    desk: Desk = app.extensions["desk"]
    print(f"\nOn this laptop:  http://localhost:{app.config['PORT']}/")
    print(f"For phones:      {url}")
    with contextlib.suppress(UnicodeEncodeError):
        print(qr.terminal(url))
    print(
        f"The players' own codes are in the lobby. To open the desk on another device: {url}desk with code {desk.code}"
    )
    print("If phones cannot reach this laptop, allow Python in its firewall for private networks, or use a hotspot;")
    print("the lobby's help page says how. Stop with Ctrl+C; nothing is lost.\n", flush=True)
