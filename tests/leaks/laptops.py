"""Laptops for two worlds: kept for many games, with lots, dice and the clock in our hands, and browsers that only look."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import EnvironBuilder, TestResponse

from tests.web.room import Device, Room
from umpire.in_play import Live
from umpire.web.guard import Turnstile

JSON = Any
Said = tuple[str, list[tuple[str, str]], bytes]
"""An answer: status, headers, body."""

DRAWS = ("umpire.host", "umpire.in_play", "umpire.store", "umpire.web.join", "umpire.web.guard", "umpire.web.kits")
TABLES = ("entries", "dispatches", "positions", "seats", "codes", "drafts", "notices", "kits", "tables")


class Lots:
    """What the app draws by lot, drawn alike in every room: each has its own hat, filled the same."""

    def __init__(self) -> None:
        self.hat = random.Random(0)

    def choice(self, some: Any) -> Any:
        return self.hat.choice(some)

    def token_hex(self, n: int) -> str:
        return self.hat.randbytes(n).hex()

    def randbelow(self, n: int) -> int:
        return self.hat.randrange(n)


@contextmanager
def alike() -> Iterator[Lots]:
    """Lots and the clock in our hands."""
    lots = Lots()
    with pytest.MonkeyPatch.context() as patch:
        for module in DRAWS:
            patch.setattr(f"{module}.secrets", lots)
        for module in ("umpire.host", "umpire.web.join"):
            patch.setattr(f"{module}.now", lambda: "1942-06-04 05:00")
        patch.setattr("umpire.web.live.BEAT", 1e9)  # a sign of life comes by the clock, whatever is done
        yield lots


class Wings:
    """What the app does by itself, taken from the authors: dice, and the answers of a side that it plays."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.faces: list[int] = []
        self.commands: list[JSON] = []
        room.host.dice = lambda sides: self.faces.pop(0)


class Pair:
    """Two laptops kept for many games, one after another: making one takes longer than a game of fifty steps."""

    def __init__(self, key: str, folder: Path, make: Callable[..., Room]) -> None:
        self.rooms = [make(folder / f"{key}-{n}.db") for n in range(2)]
        self.wings = [Wings(room) for room in self.rooms]
        for room in self.rooms:
            for (name,) in room.store._rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
                room.store._conn.execute(f"DROP TRIGGER {name}")
            room.store._conn.execute("PRAGMA foreign_keys = OFF")
            room.store._conn.execute("PRAGMA journal_mode = MEMORY")

    def cleared(self, n: int) -> Room:
        """A laptop on which nothing was ever played."""
        room = self.rooms[n]
        for table in TABLES:
            room.store._conn.execute(f"DELETE FROM {table}")
        room.host._live.clear()
        room.host._rows.clear()
        room.app.extensions["turnstile"] = Turnstile()
        room.app.extensions["called"].clear()
        room.devices, room.people = room.devices[:1], {"laptop": room.laptop}
        self.wings[n].faces.clear()
        self.wings[n].commands.clear()
        return room

    def close(self) -> None:
        for room in self.rooms:
            room.store.close()


class Eye:
    """A browser that only looks: its requests are made once, and asked again and again."""

    def __init__(self, device: Device) -> None:
        self.device, self.app = device, device.room.app
        self.made: dict[str, dict[str, Any]] = {}
        self.version = ""

    def get(self, path: str) -> Said:
        if path not in self.made:
            jar = "; ".join(f"{key}={value}" for key, value in self.device.cookies().items())
            builder = EnvironBuilder(path, self.device.base, headers={"Cookie": jar} if jar else {})
            with closing(builder):
                self.made[path] = {**builder.get_environ(), "REMOTE_ADDR": self.device.peer}
        got: list[Any] = []
        environ = {**self.made[path], "wsgi.input": BytesIO()}
        answer: Any = self.app.wsgi_app(environ, lambda status, headers, error=None: got.append((status, headers)))
        body = b"".join(answer)
        answer.close()
        status, headers = got[0]
        return status, headers, body


def said(answer: TestResponse) -> Said:
    return answer.status, list(answer.headers), answer.data


@contextmanager
def prompted(pair: Pair) -> Iterator[None]:
    """The answers of a side that the app plays are the authors'."""

    def commanded(live: Live, side: str, ask: Any) -> JSON:
        wings = next(each for each in pair.wings if each.room.host is live.host)
        return wings.commands.pop(0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Live, "_commanded", commanded)
        yield
