"""A room to test in: a laptop, phones on its Wi-Fi, each with cookies of its own, and a table of Midway."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from werkzeug.test import TestResponse

from tests.games.midway_scenes import run, z
from tests.tables import hand_of, midway_kit
from umpire.host import Host
from umpire.in_play import Live
from umpire.serving import build
from umpire.store import Store
from umpire.table import seals
from umpire.table.table import Table
from umpire.web import live as streams
from umpire.web.actions import kept

JSON = Any

LAPTOP = ("127.0.0.1", "http://localhost:8000")
WIFI = "http://192.168.1.2:8000"
COMPILED = FileSystemBytecodeCache(tempfile.mkdtemp())
"""Templates are compiled once for all the rooms of a run."""

ZONE = re.compile(r"\b[A-T]-[0-9]+-[A-I]\b")


class Device:
    """One browser: where it is, by which address it calls the laptop, and its cookies."""

    def __init__(self, room: Room, peer: str, base: str) -> None:
        self.room, self.peer, self.base = room, peer, base
        self.client = room.app.test_client()
        room.devices.append(self)

    def open(self, method: str, path: str, form: Any = None, **more: Any) -> TestResponse:
        """One request, read to its end, as a browser sends it: a post says from which page it comes."""
        headers = {"Origin": self.base} if method == "POST" else {}
        more.setdefault("base_url", self.base)
        answer = self.client.open(
            path,
            method=method,
            data=form,
            headers={**headers, **more.pop("headers", {})},
            environ_overrides={"REMOTE_ADDR": self.peer},
            **more,
        )
        answer.get_data()
        answer.close()
        return answer

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.open("GET", path, **more)

    def post(self, path: str, form: Any = None, **more: Any) -> TestResponse:
        return self.open("POST", path, {} if form is None else form, **more)

    def twin(self, room: Room) -> Device:
        """The same browser in a copy of the room."""
        made = type(self)(room, self.peer, self.base)
        made.client._cookies = dict(self.client._cookies)
        return made

    def cookies(self) -> dict[str, str]:
        """All that is in the jar, whatever the path; a stream is opened with these."""
        return {cookie.key: cookie.value for cookie in self.client._cookies.values()}

    # A page that lives: a seat, the screen, the desk, a side's page on the desk.

    def asked(self, root: str) -> dict[str, str]:
        """The ask a page shows and the version of its draft, as its own script would send them."""
        page = self.get(f"{root}/page").text
        found = re.search(r'data-ask="([^"]*)" data-draft="([^"]*)"', page)
        assert found, page[:400]
        return {"ask": unescape(found[1]), "draft": found[2]}

    def tap_at(self, root: str, op: str = "", arg: str = "", **fields: str) -> TestResponse:
        return self.post(f"{root}/act", {**self.asked(root), "op": op, "arg": arg, **fields})


class Phone(Device):
    """A phone, and its seat once it has one."""

    root = ""

    @property
    def seat(self) -> str:
        return self.root.rpartition("/")[2]

    def twin(self, room: Room) -> Phone:
        made = super().twin(room)
        assert isinstance(made, Phone)
        made.root = self.root
        return made

    def join(self, code: str, name: str = "Ann") -> TestResponse:
        """Scan, look, give a name."""
        assert self.get(f"/j/{code}").status_code == 200
        answer = self.claim(code, name)
        assert answer.status_code == 303, answer.text
        return answer

    def claim(self, code: str, name: str = "Ann") -> TestResponse:
        answer = self.post(f"/j/{code}", {"name": name})
        if answer.status_code == 303:
            self.root = answer.headers["Location"]
        return answer

    def page(self) -> str:
        answer = self.get(f"{self.root}/page")
        assert answer.status_code == 200, answer.status
        return answer.text

    def tap(self, op: str = "", arg: str = "", **fields: str) -> TestResponse:
        return self.tap_at(self.root, op, arg, **fields)

    def lock(self) -> TestResponse:
        return self.tap(lock="1")

    def say(self, motion: str, say: str = "moved", **fields: str) -> TestResponse:
        """A word on a motion, under the name the page would give it; `sure` answers its second question."""
        name = self.room.live.table.motions.name
        return self.post(f"{self.root}/motion", {"motion": motion, "say": say, "name": name, **fields})


class Room:
    """A table just set, on a laptop whose store is a file; phones join it as they do in life."""

    game = "midway"
    section = "air"
    """A part of its kit's form."""
    papers = ("turn", "hits", "packet", "all")

    def __init__(self, path: Path, *, attended: bool = True, kit: dict[str, JSON] | None = None, **more: JSON) -> None:
        self.path = path
        self.devices: list[Device] = []
        self.people: dict[str, Device] = {}
        """Devices by the name a test calls them; the laptop is one."""
        self._open()
        self.store.save_kit("box", self.game, "The box", kit or self.complete_kit())
        self.code = self.host.create(self.game, {"umpire": attended, "dice": "app", **more}, "box")
        self.people["laptop"] = Device(self, *LAPTOP)

    def complete_kit(self) -> dict[str, JSON]:
        return midway_kit()

    @property
    def laptop(self) -> Device:
        return self.people["laptop"]

    def copied(self, path: Path) -> Room:
        """The room again, to be spoilt without harm to this one."""
        self.store.backup(path)
        made = object.__new__(type(self))
        made.path, made.code, made.devices = path, self.code, []
        made._open()
        made.people = {name: device.twin(made) for name, device in self.people.items()}
        return made

    def _open(self) -> None:
        self.store = Store(self.path)
        self.store._conn.execute("PRAGMA synchronous = OFF")
        self.app: Flask
        self.app, self.asgi = build(self.store, port=8000, address="192.168.1.2")
        self.app.jinja_env.bytecode_cache = COMPILED
        self.host: Host = self.app.extensions["host"]

    def restart(self) -> None:
        """The program ends and begins again; the phones' browsers keep their cookies."""
        self.store.close()
        self._open()
        for device in self.devices:
            client = self.app.test_client()
            client._cookies = device.client._cookies
            device.client = client

    @property
    def live(self) -> Live:
        return self.host.live(self.code)

    @property
    def table(self) -> Table:
        return self.live.table

    @property
    def ledger(self) -> list[JSON]:
        return self.store.entries(self.code)

    @property
    def screen(self) -> str:
        return f"/screen/{self.code}"

    @property
    def desk(self) -> str:
        return f"/desk/{self.code}"

    # Phones.

    def stranger(self) -> Phone:
        """A phone on the Wi-Fi with nothing in its jar."""
        return self.stranger_at(f"192.168.1.{10 + len(self.devices)}")

    def stranger_at(self, peer: str) -> Phone:
        return Phone(self, peer, WIFI)

    def code_for(self, side: str) -> str:
        """The code the laptop shows for a side, asked for as one asks for it."""
        answer = self.laptop.post(f"/tables/{self.code}/code", {"side": side})
        page = self.laptop.get(answer.headers["Location"]).text
        return shown_code(page)

    def phone(self, side: str, name: str = "Ann") -> Phone:
        """A phone that joined a side by the laptop's code."""
        made = self.stranger()
        made.join(self.code_for(side), name)
        return made

    def added(self, by: Phone, purpose: str = "add", name: str = "Bo") -> Phone:
        """A phone that joined by the code another phone shows."""
        made = self.stranger()
        made.join(shown_code(by.post(f"{by.root}/phone", {"purpose": purpose}).text), name)
        return made

    # Play, past the web.

    def give(self, party: str, value: JSON, *, sure: bool = True) -> None:
        with self.live.changing() as t:
            t.answer(party, t.asks[party].name, value, hand_of(party), sure=sure)

    def run(self, to: str, said: Mapping[str, JSON] | None = None) -> None:
        """On to the ask whose name holds `to`; nobody does anything but what is `said`."""
        with self.live.changing() as t:
            run(t, to, said)

    def write(self, party: str, value: JSON, by: str = "") -> None:
        """Put an answer down as a draft of its side, or of another that answers for all, as if tapped out."""
        asked = self.table.asks[party]
        self.keep(by or party, asked, self.drafted(asked, value))

    def drafted(self, asked: Any, value: JSON) -> JSON:
        """A draft that amounts to an answer."""
        return draft_for(asked, value)

    def keep(self, by: str, asked: Any, draft: JSON) -> int:
        """Keep a draft as its phone would have it kept; its version."""
        row = self.store.draft(self.code, by, asked.name)
        body = kept(asked, draft, ["", "", {}])
        version = self.store.save_draft(self.code, by, asked.name, row.version if row else 0, body)
        self.live.touch()
        return version


@contextmanager
def ideal_hashes() -> Iterator[None]:
    """Seals that say nothing at all and fingerprints that begin alike, so that two worlds can be compared byte by byte."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seals, "sealed", lambda commitments: "5ea1" * 16)
        for module in ("umpire.host", "umpire.in_play"):
            patch.setattr(f"{module}.new_nonce", lambda: "5a" * 16)
        yield


def hidden(side: str) -> list[str]:
    """Zones in which a house's ships of a side stand: none is printed on the board, none is ever called."""
    return [z(x, y) for x, y in {"us": ((15, 2), (16, 4), (17, 10)), "japan": ((2, 1), (2, 5), (1, 13))}[side]]


def house(path: Path, *, attended: bool = True, **more: JSON) -> Room:
    """A room with somebody of every kind in it, in turn 1, after movement, with readying half written.

    ``us`` and ``second`` hold one side, ``japan`` the other; ``out`` was signed out by ``us``, ``waits``
    asks to be Japan in the place of a lost phone, and the ``stranger`` has no seat.
    """
    room = Room(path, attended=attended, **more)
    out = room.phone("us", "Ann")
    us = room.added(out, "move", "Amy")
    room.people |= {"out": out, "us": us, "second": room.added(us), "japan": room.phone("japan", "Jun")}
    room.people |= {"waits": room.phone("japan", "Joe"), "stranger": room.stranger()}
    edge = {"us": [z(20, 2), z(20, 4), z(20, 10)], "japan": [z(0, 1), z(0, 5), z(0, 13)]}
    for side in ("us", "japan"):
        ships = room.table.asks[side].facts["entering"]
        room.give(side, {ship: edge[side][n % 3] for n, ship in enumerate(ships)})
    room.run("moves")
    moves = {}
    for side in ("us", "japan"):
        at = room.table.asks[side].facts["at"]
        to = dict(zip(edge[side], hidden(side), strict=True))
        moves[f"{side}/moves"] = {"enter": {}, "move": {ship: to[zone] for ship, zone in at.items()}}
    room.run("ready", moves)
    for side, base in (("us", "Enterprise"), ("japan", "Kaga")):
        room.write(side, {"word": "some", "which": {base: {"D": 1, "T": 2}}})
    return room


def phone(room: Room, name: str) -> Phone:
    found = room.people[name]
    assert isinstance(found, Phone)
    return found


def ready(room: Room) -> Room:
    """A house in turn 2, at operations: all planes stand ready on both sides."""
    room.run("t2/operations", {f"{side}/readying": {"word": "all"} for side in ("us", "japan")})
    return room


class Watch:
    """Everybody else's pages, and all that is kept: a refusal moves none of it."""

    def __init__(self, room: Room, offender: Device) -> None:
        self.room, self.offender = room, offender
        self.before = self.look()

    def look(self) -> list[JSON]:
        return [self.pages(), kept_by(self.room)]

    def pages(self) -> list[str]:
        """What stands on every other phone that had a seat, and on the laptop's screen and desk."""
        room = self.room
        phones = [each for each in room.people.values() if isinstance(each, Phone) and each.root]
        pages = [each.get(f"{each.root}/page").text for each in phones if each is not self.offender]
        if self.offender is not room.laptop:
            roots = (room.screen, room.desk, *(f"{room.desk}/as/{side}" for side in room.table.game.sides))
            pages += [room.laptop.get(f"{root}/page").text for root in roots]
        return pages

    def saw_nothing(self) -> None:
        assert self.look() == self.before


def kept_by(room: Room) -> dict[str, list[JSON]]:
    """Every row of every table of the store."""
    names = [name for (name,) in room.store._rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {name: room.store._rows(f'SELECT * FROM "{name}"') for name in names}


def refused(room: Room, by: Phone, path: str, form: dict[str, str]) -> str:
    """The words of a refusal: the offender alone reads them, and what he wrote before still stands."""
    watch, draft = Watch(room, by), by.asked(by.root)
    answer = by.post(f"{by.root}/{path}", form)
    assert answer.status_code == 422, answer.text
    assert by.asked(by.root) == draft
    watch.saw_nothing()
    words = refusal_in(answer.text)
    assert words
    assert refusal_in(by.page()) == words, "it still stands there when the page is opened again"
    return words


def shown_code(page: str) -> str:
    found = re.search(r'<p class="code">([A-Z]+)</p>', page)
    assert found, page
    return found[1]


def refusal_in(page: str) -> str:
    """The words of the refusal a page shows; nothing for none."""
    found = re.search(r'<div class="refusal" role="alert">(.*?)( <span class="rule">.*?</span>)?</div>', page, re.S)
    return unescape(found[1]) if found else ""


def draft_for(asked: Any, value: JSON) -> JSON:
    """A draft that amounts to an answer."""
    written: dict[str, Callable[[], JSON]] = {
        "place": lambda: {"put": value, "picked": []},
        "moves": lambda: {
            "put": {**value["enter"], **value["move"]},
            "enter": value["enter"],
            "leave": value.get("leave", []),
            "picked": [],
        },
        "call": lambda: (
            {"area": None, "done": True}
            if value is None
            else {"area": value["last"], "last": True}
            if isinstance(value, dict)
            else {"area": value}
        ),
        "operations": lambda: {"caps": [], "b17": None, **value, "open": None},
        "battle-place": lambda: {"at": value, "picked": None},
        "attack": lambda: {"groups": value, "target": None},
        "fire": lambda: {"fire": value, "ship": None},
        "surface-place": lambda: {"at": value, "picked": None},
        "surface-move": lambda: {"at": {**asked.facts["at"], **value["move"], **value["enter"]}, "picked": None},
        "surface-fire": lambda: {"fire": value, "ship": next(iter(value))},
        "roll": lambda: {"faces": value},
        "cells": lambda: {"typed": {cell.key: cell.text(value[cell.key]) for cell in asked.cells}},
    }
    if asked.kind in ("deready", "readying"):
        whole = asked.draft()["which"]
        which = {base: {**whole[base], **kinds} for base, kinds in value.get("which", {}).items()}
        return {"word": value["word"], "which": {**whole, **which}}
    return written[asked.kind]() if asked.kind in written else value


# Streams.


class Ear:
    """One listener on a stream: how it was received, and what it has been sent."""

    def __init__(self, loop: asyncio.AbstractEventLoop, device: Device, path: str) -> None:
        self.status = 0
        self.headers: list[tuple[str, str]] = []
        self.sent: list[str] = []
        self._loop, self._leaving = loop, loop.create_future()
        jar = "; ".join(f"{key}={value}" for key, value in device.cookies().items())
        host = device.base.partition("//")[2]
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "client": (device.peer, 50000),
            "headers": [(b"host", host.encode()), *([(b"cookie", jar.encode())] if jar else [])],
        }
        self.task = loop.create_task(device.room.asgi(scope, self._receive, self._send))

    async def _receive(self) -> JSON:
        await self._leaving
        return {"type": "http.disconnect"}

    async def _send(self, message: JSON) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = [(key.decode(), value.decode()) for key, value in message["headers"]]
        elif message["body"]:
            self.sent.append(message["body"].decode())

    def leave(self) -> None:
        if not self._leaving.done():
            self._leaving.set_result(None)


class Ears:
    """Streams listened to without threads: `settle` lets every one of them say what it has to say."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.all: list[Ear] = []

    def listen(self, device: Device, path: str) -> Ear:
        self.all.append(Ear(self.loop, device, path))
        self.settle()
        return self.all[-1]

    def settle(self) -> None:
        async def a_while() -> None:
            for _ in range(12):
                await asyncio.sleep(0)

        self.loop.run_until_complete(a_while())
        for ear in self.all:
            if ear.task.done():
                ear.task.result()


@contextmanager
def ears() -> Iterator[Ears]:
    """A place to listen from; what a stream leaves to a thread is done at once."""

    async def at_once(do: Callable[..., Any], *args: Any) -> Any:
        return do(*args)

    made = Ears()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams.asyncio, "to_thread", at_once)
        try:
            yield made
        finally:
            for ear in made.all:
                ear.leave()
            made.settle()
            made.loop.close()
