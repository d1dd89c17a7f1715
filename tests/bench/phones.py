"""Phones without a browser, for load: a stream held open, and a fetch of the page whenever the stream says so."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.every import EVERY
from tests.games.recording import text_of
from tests.tables import hand_of
from umpire.host import Host
from umpire.store import Store
from umpire.table.asks import TABLE, Challenge, Refusal
from umpire.table.replay import replayed
from umpire.table.table import Table
from umpire.web.guard import hashed
from umpire.web.viewers import cookie_of, path_of

JSON = Any
Took = list[float]
"""Seconds from a post to the changed page on the other phone, each time."""
LATE = 6
"""The turn tables are laid in: by then a side's page holds what a page of a game in play holds."""


@dataclass(frozen=True)
class Laid:
    """A table laid for load: the ask that one side locks and takes back while the other side's phone looks on.

    Where nothing is sealed by two sides there is no such ask: the table rests and goes on, as often. `named` says then how
    many words on motions there were, and how many each of the two is.
    """

    ask: str
    seats: tuple[str, str]
    named: tuple[int, int, int] = (0, 0, 0)
    posted: list[int] = field(default_factory=list)
    """The taps of each time it was posted to: the next time goes on from there."""

    def tap(self, k: int) -> tuple[str, dict[str, str]]:
        """What is posted as the tap of this number."""
        if self.ask:
            locks = {"ask": self.ask, "draft": "0", "op": "", "lock": "1", "sure": "1"}
            return ("withdraw", {"ask": self.ask}) if k % 2 else ("act", locks)
        first, rests, goes_on = self.named
        n = first + k // 2 * (rests + goes_on) + k % 2 * rests
        return "motion", {"motion": "resume" if k % 2 else "pause", "say": "moved", "name": f"motion/{n}"}


class Line:
    """One kept-alive connection of a phone."""

    def __init__(self, port: int, seat: str) -> None:
        self.port, self.root = port, path_of(seat)
        self.head = f" HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie_of(seat)}={seat}\r\n"
        self.head += "Accept-Encoding: gzip, deflate\r\n"

    async def dial(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def send(self, method: str, path: str, form: dict[str, str] | None = None) -> dict[str, str]:
        """A request; the status and the headers of the answer. A line that was idle too long is dialled anew."""
        if self.reader.at_eof():
            self.writer.close()
            await self.dial()
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


async def listen(port: int, seat: str, seen: asyncio.Queue[float], seated: asyncio.Barrier) -> None:
    """A phone that looks when its stream says so; the moments at which it had a changed page."""
    stream, line = await Line(port, seat).dial(), await Line(port, seat).dial()
    version = (await line.whole("GET", "page"))["x-version"]
    await stream.send("GET", "events")
    await seated.wait()
    while True:
        said = (await stream.reader.readline()).decode().strip()
        if said.startswith("data: ") and said[6:] != version:
            headers = await line.whole("GET", f"page?v={version}")
            if headers["status"] == "200":
                version = headers["x-version"]
                seen.put_nowait(time.perf_counter())


async def posting(port: int, laid: Laid, pause: tuple[float, float], lasts: float, seated: asyncio.Barrier) -> Took:
    """One table, once all are seated: a side locks and takes back, the other's phone sees it; seconds, each time."""
    rng, took = random.Random(laid.seats[0]), []
    own: asyncio.Queue[float] = asyncio.Queue()
    seen: asyncio.Queue[float] = asyncio.Queue()
    listening = zip(laid.seats, (own, seen), strict=True)
    phones = [asyncio.create_task(listen(port, seat, heard, seated)) for seat, heard in listening]
    line = await Line(port, laid.seats[0]).dial()
    await seated.wait()
    ends, k = time.perf_counter() + lasts, sum(laid.posted)
    await asyncio.sleep(rng.uniform(0, pause[1]))
    while time.perf_counter() < ends or k % 2:
        path, form = laid.tap(k)
        began, k = time.perf_counter(), k + 1
        answer = await line.whole("POST", path, form)
        assert answer["status"] == "200", answer
        took.append(await seen.get() - began)
        await asyncio.sleep(rng.uniform(*pause))
    laid.posted.append(k - sum(laid.posted))
    for phone in phones:
        phone.cancel()
    return took


async def all_post(port: int, tables: Sequence[Laid], pause: tuple[float, float], lasts: float) -> list[Took]:
    """Every table for so many seconds, once all phones have sat down."""
    seated = asyncio.Barrier(3 * len(tables))
    return await asyncio.gather(*(posting(port, each, pause, lasts, seated) for each in tables))


def in_play(game: str) -> tuple[Table, str]:
    """A table of a game some turns on, at a sealed step that one side could lock as it is; and that side, or none at a
    table where one voice is enough."""
    brought = EVERY[game]
    for lot in range(99):
        rng = random.Random(f"{game} {lot}")
        t = whole_table(game, rng)
        if t.game.commanded(t.header.settings):
            continue
        while not t.over:
            waits = [side for side in t.game.sides if side in t.asks]
            if t.motions.alone and t.truth.played >= LATE // 3:
                return t, ""
            if t.truth.played >= LATE and len(waits) > 1 and not t.locks:
                for side in waits:
                    if _may_lock(t.asks[side]):
                        return t, side
            party = next(p for p in t.asks if p not in t.locks)
            t.answer(party, t.asks[party].name, brought.choice(t, party, rng), hand_of(party), sure=True)
    raise AssertionError(f"no table of {game} comes to turn {LATE}")


def whole_table(game: str, rng: random.Random) -> Table:
    """A table drawn by lot, with a kit that lacks nothing for what is agreed."""
    t = EVERY[game].some_table(rng)
    while t.game.wanting(t.header.kit, t.header.settings):
        t = EVERY[game].some_table(rng)
    return t


def _may_lock(asked: Any) -> bool:
    try:
        asked.validate(asked.value(asked.draft()))
    except Challenge:
        return True
    except Refusal:
        return False
    return True


def lay(home: Path, tables: int) -> list[Laid]:
    """So many tables in play, of every game in turn, with both sides seated."""
    home.mkdir()
    games = {game: in_play(game) for game in EVERY}
    made = []
    with closing(Store(home / "umpire.db")) as store:
        store._conn.execute("PRAGMA synchronous = OFF")
        for n in range(tables):
            game = list(games)[n % len(games)]
            t, side = games[game]
            first = side or t.game.sides[0]
            other = next((each for each in t.game.sides if each != first), first)
            seats = (f"one{n}", f"two{n}")
            seated(Host(store), store, text_of(t), {seats[0]: first, seats[1]: other})
            made.append(Laid(t.asks[side].name, seats) if side else Laid("", seats, words_of_a_rest(t)))
    return made


def words_of_a_rest(t: Table) -> tuple[int, int, int]:
    """How many words on motions are told at a table, and how many a rest and its end are."""
    again = replayed(t.game, t.header, t.entries)
    party = TABLE if t.game.shared else t.game.sides[0]
    counts = []
    for motion in ("pause", "resume", ""):
        counts.append(int(again.motions.name.rpartition("/")[2]))
        if motion:
            again.move(party, motion, "moved", hand_of(party), name=again.motions.name)
    return counts[0], counts[1] - counts[0], counts[2] - counts[1]


def seated(host: Host, store: Store, text: str, seats: Mapping[str, str]) -> str:
    """A ledger taken in as a table of this laptop, with these seats, each of a side; its code."""
    code = host.take_in(text)
    for seat, side in seats.items():
        store.claim(store.issue_code(code, side, "join").code, seat, side, hashed(seat), "1942-06-04 05:00")
    return code


def raw_commits(folder: Path) -> float:
    """Commits a second of one row each that this disk takes with synchronous=FULL."""
    with closing(sqlite3.connect(folder / "raw.db", isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("CREATE TABLE t (n INTEGER, line TEXT)")
        n, ends = 0, time.perf_counter() + 2
        line = json.dumps({"line": "x" * 300})
        while time.perf_counter() < ends:
            db.execute("INSERT INTO t VALUES (?, ?)", (n, line))
            n += 1
    return n / 2
