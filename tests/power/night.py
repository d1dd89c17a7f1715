"""A laptop with a bad plug: a table of every game on it, eight phones and more, and what must hold after a start."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count, cycle
from pathlib import Path
from typing import Any

from tests.browser.conftest import Server
from tests.every import EVERY, chosen
from tests.power import plug
from tests.power.phones import Form, Phone, Sent, ask_server
from umpire.games import GAMES
from umpire.rows import KitRow
from umpire.store import HALF_COPY
from umpire.table import ledger
from umpire.table.asks import CHART, PUBLIC_PARTIES, TABLE
from umpire.table.replay import replayed
from umpire.table.table import Table
from umpire.troubles import COPIED_IN_PLAY
from umpire.web.actions import OTHER_PHONE, OTHER_SCREEN
from umpire.web.kits import as_file

JSON = Any
Given = tuple[str, str, int]
"""Who answered: the party, the ask, the number of the seat."""
PHONES = 8
"""At least so many play at once; each side has one, and some side has more."""
LONG = 500
"""Entries after which a table is left for a new one: replaying it each time would take the time from the kills."""
TIRED = 6
"""Times in the dark after which a table is left that has come no further."""
SOME_TIME, SOME_START = "at some time", "at some time in a start"
ALL = (SOME_TIME, SOME_START, *plug.INSTANTS)


class Plugged(Server):
    """The server, with its plug in a test's hand."""

    entry = "tests.power.plug"

    def launch(self, **environment: str) -> None:
        super().launch(**{plug.PLUG: str(self.home / "plug.txt"), **environment})

    def tell(self, instant: str, passing: int = 1) -> None:
        """When the power goes: it is read at a start, and at a SIGUSR1."""
        (self.home / "plug.txt").write_text(f"{instant}:{passing}", "utf-8")

    def dark(self, instant: str, some_time_is_over: Callable[[], bool], most: float = 30) -> bool:
        """Wait until the server has met the instant, or some time is over; then it is dead. Whether it met it."""
        chosen = instant in plug.INSTANTS
        until = time.monotonic() + most
        while self.lives and time.monotonic() < until and (chosen or not some_time_is_over()):
            time.sleep(0.005)
        met = not chosen or not self.lives
        self.kill()
        self.tell("")
        return met

    def stop(self) -> None:
        """As one stops it: Ctrl+C, and what has to be put away is."""
        assert self._process
        self._process.send_signal(signal.SIGINT)
        self._process.wait(30)

    def dark_at_start(self, instant: str, some: float = 0.0, **environment: str) -> bool:
        """Start, and have the power go at an instant of it, or after so many seconds. Whether it came to that."""
        self.tell(instant)
        self.launch(**environment)
        until = time.monotonic() + some
        return self.dark(instant, lambda: time.monotonic() > until)


class Seated:
    """One table of a game, and its phones."""

    def __init__(self, night: Night, game: str, phones: int) -> None:
        self.night, self.game = night, game
        sides = GAMES[game].sides
        form = chosen(game, night.kit(game), umpire=True, dice="app")
        self.code = night.post(f"/new/{game}", form).rsplit("/", 1)[1]
        self.phones: list[Phone] = []
        for side, seat in zip(cycle(sides), range(1, phones + 1), strict=False):
            self.phones.append(self._join(side, seat))
        self.entries, self.tired = 0, 0

    def _join(self, side: str, seat: int) -> Phone:
        """By the laptop's code, or by one that a phone of the side shows."""
        held = next((phone for phone in self.phones if phone.side == side), None)
        if held is None:
            page = ask_server(self.night.laptop + self.night.post(f"/tables/{self.code}/code", {"side": side}))[1]
        else:
            page = ask_server(f"{held.url}/phone", {"purpose": "add"}, Cookie=held.cookie)[1]
        code = re.search(r'class="code">([A-Z]+)<', page)
        assert code, page
        _, _, headers = ask_server(f"{self.night.laptop}/j/{code[1]}", {"name": side})
        cookie = headers["Set-Cookie"].partition(";")[0]
        phone = Phone(self.night.server.laptop, headers["Location"], cookie, seat, side, self.night.rng)
        phone.typed, phone.rests = self._read_off, 0.15 if held else 0.0
        return phone

    def _read_off(self) -> Form:
        """What is printed in the cells that are asked, typed into their boxes."""
        table = self.table()
        asked: Any = table.asks.get(CHART)
        if asked is None:
            return {}
        value = EVERY[self.game].choice(table, CHART, self.night.rng)
        texts = {cell.key: cell.text(value[cell.key]) for cell in asked.cells}
        return {f"{key}|{name}": text for key, boxes in texts.items() for name, text in boxes.items()}

    def table(self) -> Table:
        """The table as its ledger has it; replayed here, in another process."""
        status, text, _ = ask_server(f"{self.night.laptop}/tables/{self.code}/export")
        assert status == 200, text
        head, entries = ledger.read(text)
        return replayed(GAMES[self.game], head, entries)

    def answered(self) -> Counter[Given]:
        """How often each ask is answered by each seat in the ledger."""
        entries = self.table().entries
        return Counter((e.party, e.ask, e.seat) for e in entries if e.do == ledger.ANSWER and e.seat is not None)

    def wears_on(self, answered: int, over: bool) -> bool:
        """Whether it has been played long enough, or does not get on."""
        self.tired = 0 if answered > self.entries else self.tired + 1
        self.entries = answered
        return over or answered > LONG or self.tired > TIRED


class Night:
    """One evening: the plug is pulled again and again, and each time the table goes on."""

    def __init__(self, home: Path, seed: int) -> None:
        self.home, self.rng = home, random.Random(seed)
        self.versions = 0
        """How many versions later than today's the program is."""
        self.server = Plugged(home)
        self.laptop = self.server.laptop
        self.seen: Counter[str] = Counter()
        self.met: Counter[str] = Counter()
        """How often the plug was pulled at each instant."""
        self._kits: dict[str, str] = {}
        self.tables = [Seated(self, game, phones) for game, phones in dealt().items()]

    @property
    def phones(self) -> list[Phone]:
        return [phone for table in self.tables for phone in table.phones]

    def post(self, path: str, form: Form) -> str:
        """A form from the laptop; where it leads."""
        status, body, headers = ask_server(self.laptop + path, form)
        assert status in (302, 303), body
        return str(headers["Location"])

    def kit(self, game: str) -> str:
        """The kit of a game on this laptop, imported as a player would."""
        if game not in self._kits:
            file = as_file(KitRow("box", game, "The box", EVERY[game].kit()), GAMES[game].title)
            self._kits[game] = self.post("/kits/import", {"text": file}).rsplit("/", 1)[1]
        return self._kits[game]

    # In the dark.

    def dark(self, instant: str) -> None:
        """The plug is pulled at an instant, then it is light again and all is as it must be.

        Some time is an instant too; so is some time in a start.
        """
        self.seen["kills"] += 1
        if instant in (*plug.STARTING, SOME_START):
            self.server.kill()
            self.versions += instant == plug.IN_A_MIGRATION
            self.met[instant] += self.server.dark_at_start(instant, self.rng.uniform(0.0, 1.5), **self._around())
        else:
            if instant == SOME_TIME:
                self.is_promised()
                self.seen["kills with something to lose"] += 1
            self.server.tell(instant, self.rng.randint(1, 3 if instant in plug.COPYING else 12))
            os.kill(self.server.pid, signal.SIGUSR1)
            self._play(instant)
        if instant in plug.COPYING or self.seen["kills"] % 5 == 0:
            self.check_copies()
        self.server.start(**self._around())
        assert not [*(self.home / "backups").glob(f"{HALF_COPY}*")], "half a copy is left lying about"
        self.check()
        self.refresh()

    def _play(self, instant: str) -> None:
        """All phones play until the plug is pulled."""
        for phone in self.phones:
            phone.prints = instant == plug.IN_A_PRINT
        most = self.taps + self.rng.randint(2, 60)
        with self.playing():
            self.met[instant] += self.server.dark(instant, lambda: self.taps >= most)

    def play(self, taps: int) -> None:
        """All phones play so many taps, and are put down again."""
        most, until = self.taps + taps, time.monotonic() + 60
        with self.playing():
            while self.taps < most:
                assert time.monotonic() < until, "nobody gets on"
                time.sleep(0.01)

    def is_promised(self) -> None:
        """All phones play until an answer of one of them is acknowledged, however long that takes: now it can be lost."""
        until = time.monotonic() + 90
        with self.playing():
            while not any(phone.promised for phone in self.phones):
                assert time.monotonic() < until, "no answer is acknowledged"
                time.sleep(0.01)

    def gets_on(self) -> None:
        """All phones play until an answer more is on record, however long they tap at drafts first."""
        before = self.answers
        for _ in range(30):
            self.play(40)
            if self.answers > before:
                return
        raise AssertionError("nothing is taken any more")

    @property
    def answers(self) -> int:
        """Entries on record, of all tables."""
        return sum(len(table.table().entries) for table in self.tables)

    @contextmanager
    def playing(self) -> Iterator[None]:
        """All phones play meanwhile."""
        playing = [threading.Thread(target=phone.play) for phone in self.phones]
        for phone in self.phones:
            phone.plays = True
        for each in playing:
            each.start()
        try:
            yield
        finally:
            for phone in self.phones:
                phone.plays = False
            for each in playing:
                each.join(90)
            assert not any(each.is_alive() for each in playing)

    @property
    def taps(self) -> int:
        return sum(phone.taps for phone in self.phones)

    def _around(self) -> dict[str, str]:
        return {plug.MIGRATIONS: str(self.versions)}

    # What must hold.

    def check(self) -> None:
        """What was promised is there, once; every phone is in its seat; a form nobody answered is taken once."""
        assert COPIED_IN_PLAY not in ask_server(f"{self.laptop}/")[1]
        for table in self.tables:
            answered = table.answered()
            doubled = {given for given, times in answered.items() if times > 1}
            assert not doubled, f"{table.code}: answered twice: {doubled}"
            for phone in table.phones:
                self._check_phone(table, phone, answered)
            for phone in table.phones:
                if phone.unheard is not None:
                    answered = self._post_again(table, phone, phone.unheard, answered)
                    phone.unheard = None
                    phone.promised.clear()

    def refresh(self) -> None:
        """A new table in the place of one that has been played enough."""
        for n, table in enumerate(self.tables):
            now = table.table()
            if table.wears_on(len(now.entries), now.over):
                self.seen["games over" if now.over else "tables left"] += 1
                self.tables[n] = Seated(self, table.game, len(table.phones))

    def _check_phone(self, table: Seated, phone: Phone, answered: Counter[Given]) -> None:
        assert not phone.broken, phone.broken
        gone = phone.promised - asks_of(phone, answered)
        assert not gone, f"{table.code}: an acknowledged answer is gone: {gone}"
        status, page = phone.get()
        assert status == 200, f"a cookie opens its seat no more: {status}"
        assert 'class="phone" data-ask="' in page
        for ask, version in phone.kept.items():
            stored = self._draft(table.code, phone.side, ask)
            assert stored >= version, f"a draft that was kept is gone: {ask} {version}, now {stored}"
        self.seen["answers acknowledged"] += len(phone.promised)
        self.seen["drafts acknowledged"] += len(phone.kept)
        phone.promised.clear()
        phone.kept.clear()

    def _draft(self, code: str, side: str, ask: str) -> int:
        """The version of a draft on the disk, its side's or that of a shared table; 0 for none."""
        with closing(sqlite3.connect(f"file:{self.home / 'umpire.db'}?mode=ro", uri=True)) as db:
            sql = "SELECT max(version) FROM drafts WHERE (table_code, ask) = (?, ?) AND side IN (?, ?)"
            return db.execute(sql, (code, ask, side, TABLE)).fetchone()[0] or 0

    def _post_again(self, table: Seated, phone: Phone, sent: Sent, before: Counter[Given]) -> Counter[Given]:
        """The same form twice more: the same reply, and it counts once. What is answered afterwards."""
        on_disk = any((ask, seat) == (sent.ask, phone.seat) for _, ask, seat in before)
        self.seen["forms unheard"] += 1
        self.seen["of them on disk"] += on_disk
        replies, drafts = [], []
        for _ in range(2):
            replies.append(phone.post(sent))
            drafts.append(self._draft(table.code, phone.side, sent.ask))
        assert not phone.broken, phone.broken
        assert replies[0] == replies[1], (sent, replies, phone.refused[-2:])
        now = table.answered()
        assert set(now.values()) <= {1}, (sent, replies)
        if sent.answers:
            # An answer that stands may be written on again by a phone beside it, and the reply says so.
            pair = GAMES[table.game].shared or sum(other.side == phone.side for other in table.phones) > 1
            beside = pair and phone.refused[-1:] in ([OTHER_PHONE], [OTHER_SCREEN])
            assert replies[0] == 200 or not on_disk or beside, (sent, phone.refused[-2:])
            assert replies[0] == 422 or sent.ask in asks_of(phone, now), (sent, replies)
            assert replies[0] == 200 or now == before, (sent, replies)
        elif sent.edits and replies[0] == 200:
            assert drafts[0] == drafts[1], "a tap counts once"
            pair = GAMES[table.game].shared or sum(other.side == phone.side for other in table.phones) > 1
            assert pair or drafts[1] == int(sent.form["draft"]) + 1 or sent.ask in asks_of(phone, now), (
                "a tap counts once"
            )
        return now

    def check_copies(self) -> None:
        """Once a copy was made there is always a whole one: it opens, and every ledger in it replays."""
        copies = sorted((self.home / "backups").glob("umpire-*.db"))
        if not copies:
            assert not self.seen["whole copies"], "the copies are gone"
            return
        whole = [copy for copy in copies if self._replays(copy)]
        assert whole, f"none of {[copy.name for copy in copies]} is whole"
        self.seen["whole copies"] += 1

    def _replays(self, copy: Path) -> bool:
        """Whether a copy is a sound database with tables in it, and runs again to its last entry."""
        taken = shutil.copy(copy, self.home / "taken.db")
        with closing(sqlite3.connect(taken)) as db:
            try:
                sound = db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                tables = db.execute("SELECT code, header FROM tables").fetchall()
                for code, header in tables:
                    lines = db.execute("SELECT line FROM entries WHERE table_code = ? ORDER BY n", (code,))
                    head = ledger.header(json.loads(header))
                    replayed(GAMES[head.game], head, [ledger.entry(json.loads(line)) for (line,) in lines])
            except sqlite3.DatabaseError:
                return False
        return sound and bool(tables)


def asks_of(phone: Phone, answered: Counter[Given]) -> set[str]:
    """The asks that are answered for a phone's side, or for everybody."""
    return {ask for party, ask, _ in answered if party in (phone.side, *PUBLIC_PARTIES)}


def dealt() -> dict[str, int]:
    """How many phones each game's table has: all sides one, then more until there are enough and a side has two."""
    phones = {game: len(GAMES[game].sides) for game in EVERY}
    for game, n in zip(cycle(EVERY), count()):
        if sum(phones.values()) >= PHONES and n:
            break
        phones[game] += 1
    return phones
