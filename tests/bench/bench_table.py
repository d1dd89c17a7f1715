"""How long from a post on one phone to the changed page on the other, and how much memory; it asserts nothing.

`pytest -m bench tests/bench/bench_table.py -s`. A phone is a stream held open, and a fetch of the page when the
stream says so; the load comes from the same machine, so its own work is in the figures.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import statistics
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import psutil
import pytest

from tests.browser.conftest import Server
from tests.games.midway_scenes import run
from tests.tables import midway_kit
from umpire.host import Host
from umpire.store import Store
from umpire.web.guard import hashed
from umpire.web.viewers import cookie_of, path_of

pytestmark = pytest.mark.bench

ASK = "t1/deready/us"
LOCK, TAKE_BACK = ("act", {"ask": ASK, "draft": "0", "op": "", "lock": "1"}), ("withdraw", {"ask": ASK})


class Line:
    """One kept-alive connection of a phone."""

    def __init__(self, port: int, seat: str) -> None:
        self.port, self.root = port, path_of(seat)
        self.head = f" HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie_of(seat)}={seat}\r\n"

    async def dial(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def send(self, method: str, path: str, form: dict[str, str] | None = None) -> dict[str, str]:
        """A request; the status and the headers of the answer."""
        body = urlencode(form or {}).encode()
        kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n" if form else ""
        self.writer.write(f"{method} {self.root}/{path}{self.head}{kind}\r\n".encode() + (body if form else b""))
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): text for name, _, text in (line.partition(": ") for line in lines[1:])}
        return {**headers, "status": lines[0].split()[1]}

    async def whole(self, method: str, path: str, form: dict[str, str] | None = None) -> dict[str, str]:
        """The same, with its body read to the end."""
        headers = await self.send(method, path, form)
        await self.reader.readexactly(int(headers.get("content-length", 0)))
        return headers


async def listen(port: int, seat: str, seen: asyncio.Queue[float]) -> None:
    """A phone that looks when its stream says so; the moments at which it had a changed page."""
    stream, line = await Line(port, seat).dial(), await Line(port, seat).dial()
    version = (await line.whole("GET", "page"))["x-version"]
    await stream.send("GET", "events")
    while True:
        said = (await stream.reader.readline()).decode().strip()
        if said.startswith("data: ") and said[6:] != version:
            headers = await line.whole("GET", f"page?v={version}")
            if headers["status"] == "200":
                version = headers["x-version"]
                seen.put_nowait(time.perf_counter())


async def table(port: int, n: int, posts: int, pause: float) -> list[float]:
    """One table: the US locks and takes back, Japan's phone sees it; seconds from post to page, each time."""
    rng, seen, took = random.Random(n), asyncio.Queue(), []
    own: asyncio.Queue[float] = asyncio.Queue()
    phones = [asyncio.create_task(listen(port, f"us{n}", own)), asyncio.create_task(listen(port, f"japan{n}", seen))]
    await asyncio.sleep(0.5 + pause * rng.random())
    line = await Line(port, f"us{n}").dial()
    for k in range(posts):
        path, form = (LOCK, TAKE_BACK)[k % 2]
        began = time.perf_counter()
        answer = await line.whole("POST", path, form)
        assert answer["status"] == "200", answer
        took.append(await asyncio.wait_for(seen.get(), 10) - began)
        await asyncio.sleep(pause * rng.uniform(0.5, 1.5))
    for phone in phones:
        phone.cancel()
    return took


def laid(home: Path, tables: int) -> None:
    """Tables with both sides seated, as the first turn opens."""
    home.mkdir()
    with closing(Store(home / "umpire.db")) as store:
        store.save_kit("box", "midway", "The box", midway_kit())
        host = Host(store)
        for n in range(tables):
            code = host.create("midway", {"umpire": False, "dice": "app"}, "box")
            with host.live(code).changing() as made:
                run(made, "t1/deready", {f"{p}/place": made.asks[p].sample(random.Random(n)) for p in ("us", "japan")})
            for side in ("us", "japan"):
                seat = f"{side}{n}"
                store.claim(store.issue_code(code, side, "join").code, seat, side, hashed(seat), "1942-06-04 05:00")


def raw_commits(folder: Path) -> float:
    """Commits a second of one row each that this disk takes with synchronous=FULL."""
    with closing(sqlite3.connect(folder / "raw.db", isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("CREATE TABLE t (n INTEGER, line TEXT)")
        n, ends = 0, time.perf_counter() + 2
        while time.perf_counter() < ends:
            db.execute("INSERT INTO t VALUES (?, ?)", (n, "x" * 300))
            n += 1
    return n / 2


@pytest.mark.parametrize(("tables", "posts", "pause"), [(1, 200, 0.02), (20, 30, 0.5)])
def test_from_post_to_page(tables: int, posts: int, pause: float, tmp_path: Path) -> None:
    laid(tmp_path / "home", tables)
    server = Server(tmp_path / "home")
    try:

        async def all_of_them() -> list[list[float]]:
            return await asyncio.gather(*(table(server.port, n, posts, pause) for n in range(tables)))

        began = time.perf_counter()
        took = sorted(1000 * each for one in asyncio.run(all_of_them()) for each in one)
        rate = len(took) / (time.perf_counter() - began)
        megabytes = psutil.Process(server.pid).memory_info().rss / 2**20
    finally:
        server.kill()
    marks = statistics.quantiles(took, n=100)
    print(
        f"\n{tables} table(s) of two phones, {rate:.0f} posts/s: p50 {marks[49]:.1f} ms, p99 {marks[98]:.1f} ms, "
        f"worst {took[-1]:.1f} ms; server {megabytes:.0f} MB; this disk {raw_commits(tmp_path):.0f} FULL commits/s"
    )
