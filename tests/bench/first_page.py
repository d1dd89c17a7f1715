"""The first page: how soon a server that was just started serves it, what it weighs over the air, when it is painted."""

from __future__ import annotations

import gzip
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Browser, sync_playwright

from tests.bench.phones import seated, whole_table
from tests.browser.conftest import ARGS, CHROMIUM, ROOT, Server, free_port
from tests.every import EVERY
from tests.games.recording import text_of
from tests.tables import hand_of
from umpire.host import Host
from umpire.serving import build
from umpire.store import Store
from umpire.web.viewers import cookie_of, path_of

JSON = Any
SLOWED = 4
"""How many times slower than this machine's a phone's processor is taken to be."""


TIMES = 7
"""How often a start is timed; the median is what is said."""


def cold_starts(home: Path, compiled: Path | None) -> str:
    """How soon the lobby is there: of an app that is installed, `compiled` there, or straight from its source."""
    home.mkdir(exist_ok=True)
    around = {key: said for key, said in os.environ.items() if not key.startswith("PYTHONDONTWRITE")}
    around |= {"PYTHONPYCACHEPREFIX": str(compiled)} if compiled else {"PYTHONDONTWRITEBYTECODE": "1"}
    if compiled:
        cold_start(home, around)
    walls, processor = zip(*(cold_start(home, around) for _ in range(TIMES)), strict=True)
    return f"{statistics.median(walls):.2f} s ({statistics.median(processor):.2f} s of processor)"


def cold_start(home: Path, around: Mapping[str, str]) -> tuple[float, float]:
    """Seconds from the start of the process to the lobby's last byte, and those its processor worked."""
    port = free_port()
    command = [sys.executable, "-m", "umpire.cli", "--home", str(home), "serve", "--port", str(port), "--no-browser"]
    began = time.perf_counter()
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=ROOT, env={**around}, stdout=quiet, stderr=quiet)
    try:
        while True:
            assert process.poll() is None
            with suppress(ConnectionError):
                assert fetched(port, "/").startswith(b"HTTP/1.1 200")
                took = time.perf_counter() - began
                return took, sum(psutil.Process(process.pid).cpu_times()[:2])
            time.sleep(0.004)
    finally:
        process.kill()
        process.wait()


def fetched(port: int, path: str, cookie: str = "") -> bytes:
    """All that comes over the air for a request such as a phone's browser makes."""
    asks = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip, deflate\r\n"
    with closing(socket.create_connection(("127.0.0.1", port))) as line:
        line.sendall(
            f"{asks}Connection: close\r\n{f'Cookie: {cookie}{chr(13)}{chr(10)}' if cookie else ''}\r\n".encode()
        )
        return b"".join(iter(lambda: line.recv(65536), b""))


def unpacked(answer: bytes) -> bytes:
    """The body of an answer, as the browser reads it."""
    head, _, body = answer.partition(b"\r\n\r\n")
    return gzip.decompress(body) if b"content-encoding: gzip" in head else body


def figures(game: str, path: Path) -> str:
    """The heaviest page of a seat of a game, in a line."""
    side, text = heaviest(game, path)
    home = path / "home"
    home.mkdir()
    with closing(Store(home / "umpire.db")) as store:
        seated(Host(store), store, text, {side: "heavy"})
    server = Server(home)
    try:
        cookie = f"{cookie_of('heavy')}=heavy"
        page = fetched(server.port, path_of("heavy"), cookie)
        asked = sorted({*re.findall(rb'(?:src|href)="(/static/[^"]+)"', unpacked(page))})
        files = sum(len(fetched(server.port, name.decode())) for name in asked)
        painted = first_paint(server.port, "heavy")
    finally:
        server.kill()
    return (
        f"the heaviest page is {len(page) / 1000:.1f} kB over the air, with its {len(asked)} files, sent once, "
        f"{(len(page) + files) / 1000:.1f} kB; first paint on a processor {SLOWED} times slower {painted:.0f} ms"
    )


def heaviest(game: str, path: Path) -> tuple[str, str]:
    """Of some lively games the side with the heaviest page, and the ledger at that moment."""
    best = (0, "", "")
    for lot in range(3):
        store = Store(path / f"heavy{lot}.db")
        app, _ = build(store, port=8000, address="192.168.1.2")
        host: Host = app.extensions["host"]
        rng = random.Random(f"{game} {lot}")
        t = whole_table(game, rng)
        seats = {side: f"{side}seat" for side in t.game.seated(t.header.settings)}
        code = seated(host, store, text_of(t), seats)
        live = host.live(code)
        client = app.test_client()
        for seat in seats.values():
            client.set_cookie(cookie_of(seat), seat, path=path_of(seat), domain="127.0.0.1")
        while not live.table.over:
            t = live.table
            party = next((p for p in t.asks if p not in t.locks), None)
            for side, seat in seats.items():
                page = client.get(path_of(seat), base_url="http://127.0.0.1:8000")
                assert page.status_code == 200
                if len(page.data) > best[0]:
                    best = (len(page.data), side, text_of(t))
            assert party
            with live.changing():
                t.answer(party, t.asks[party].name, EVERY[game].choice(t, party, rng), hand_of(party), sure=True)
        store.close()
    return best[1], best[2]


def first_paint(port: int, seat: str) -> float:
    """Milliseconds to the first contentful paint of a seat's page in Chromium, nothing of it kept from before."""
    with sync_playwright() as play, closing(play.chromium.launch(executable_path=CHROMIUM, args=ARGS)) as browser:
        return statistics.median(_painted(browser, port, seat) for _ in range(7))


def _painted(browser: Browser, port: int, seat: str) -> float:
    with closing(browser.new_context(viewport={"width": 390, "height": 664}, device_scale_factor=3)) as context:
        context.add_cookies([{"name": cookie_of(seat), "value": seat, "domain": "127.0.0.1", "path": path_of(seat)}])
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        page.goto(f"http://127.0.0.1:{port}{path_of(seat)}")
        found = "() => performance.getEntriesByName('first-contentful-paint').map((each) => each.startTime)[0]"
        return float(page.wait_for_function(found).json_value())
