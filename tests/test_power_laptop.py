"""What else befalls a laptop in mid-game: its clock is wrong, its lid is shut for an hour, its network is another."""

from __future__ import annotations

import http.client
import os
import random
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.every import EVERY
from tests.power import plug
from tests.power.night import Night, Seated
from tests.power.phones import Phone, ask_server
from tests.tables import hand_of
from tests.web.room import Phone as Seat
from tests.web.room import Room, phone
from umpire.web.lan import Address

YEAR = 365 * 86400
HOUR = 3700.0
OLD, NEW = "192.168.1.2", "10.0.0.9"


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    made = Night(tmp_path_factory.mktemp("night"), seed=11)
    yield made
    made.server.kill()


# The clock.


def test_the_clock_is_set_back_and_forth(night: Night) -> None:
    """By a year: phones keep their seats, nothing is lost, and the newest table is still the first in the lobby."""
    night.play(40)
    for off in (-YEAR, YEAR):
        night.server.kill()
        night.server.start(**{plug.CLOCK: str(off)})
        night.check()
        night.play(40)
        night.check()
        night.tables.append(Seated(night, night.tables[0].game, 2))
        lobby = ask_server(f"{night.laptop}/")[1]
        order = re.findall(r'href="/tables/([A-Z]+)"', lobby)
        assert list(dict.fromkeys(order)) == [table.code for table in reversed(night.tables)]
    night.play(40)
    night.check()


def test_a_cookie_lasts_by_the_phones_clock(tmp_path: Path) -> None:
    """It says for how long, so that a laptop whose clock is wrong does not sign its phones out."""
    room = EVERY[next(iter(EVERY))].room(tmp_path / "umpire.db")
    answer = room.stranger().claim(room.code_for(room.table.game.sides[0]))
    assert re.search(r"Max-Age=(\d+)", answer.headers["Set-Cookie"])


# The lid.


class Ear:
    """A phone that listens to its stream."""

    def __init__(self, at: Phone) -> None:
        host, _, path = at.url.removeprefix("http://").partition("/")
        self._connection = http.client.HTTPConnection(host, timeout=60)
        self._connection.request("GET", f"/{path}/events", headers={"Cookie": at.cookie})
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200
        self.heard: list[str] = []
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        try:
            while line := self._answer.readline():
                self.heard.append(line.decode().strip())
        except (OSError, ValueError, http.client.HTTPException, AttributeError):
            return

    @property
    def versions(self) -> list[str]:
        return [line for line in self.heard if line.startswith("data:")]

    @property
    def beats(self) -> int:
        return self.heard.count(":")

    def close(self) -> None:
        if self._connection.sock:
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._connection.close()


def soon(holds: Any, within: float = 30) -> None:
    until = time.monotonic() + within
    while not holds():
        assert time.monotonic() < until, "it did not come to that"
        time.sleep(0.02)


def test_the_lid_is_shut_for_an_hour(night: Night) -> None:
    """Streams and forms under way at the time go on; nobody's stream makes up for the beats of an hour."""
    night.server.kill()
    night.server.start(**{plug.LEAP: str(HOUR)})
    night.play(40)
    ears = [Ear(each) for each in night.phones]
    soon(lambda: all(ear.versions for ear in ears))
    with night.playing():
        os.kill(night.server.pid, signal.SIGSTOP)
        time.sleep(0.5)
        before = night.taps
        time.sleep(0.5)
        assert night.taps == before, "it sleeps"
        os.kill(night.server.pid, signal.SIGCONT)
        soon(lambda: night.taps > before + 40)
    night.check()
    assert [ear.beats for ear in ears] == [1] * len(ears)
    for table in night.tables:
        heard = [len(ear.versions) for ear, each in zip(ears, night.phones, strict=True) if each in table.phones]
        assert max(heard) > 1, "the pages that were open hear of the next tap"
    for ear in ears:
        ear.close()


def test_whoever_held_a_table_over_an_hour_holds_it_as_it_stands(tmp_path: Path) -> None:
    """A form came in, the lid was shut, and after it another phone was first: both see one table."""
    for game, brought in EVERY.items():
        room = brought.house(tmp_path / f"{game}.db")
        held = room.host.live(room.code)
        held.used = float("-inf")
        room.host._let_idle_go()
        came_first, before = room.host.live(room.code), len(room.ledger)
        party = next(party for party in held.table.asks if party not in held.table.locks)
        with held.changing() as table:
            value = brought.choice(table, party, random.Random(1))
            table.answer(party, table.asks[party].name, value, hand_of(party), sure=True)
        assert len(came_first.table.entries) == len(room.ledger) > before


# The network.


@pytest.mark.parametrize("attended", [True, False], ids=["umpired", "alone"])
@pytest.mark.parametrize("game", EVERY)
def test_another_network_in_mid_game(
    game: str, attended: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cookies are good at one address: the laptop says whom it hears no more, and a code brings each side back."""
    room = EVERY[game].house(tmp_path / "umpire.db", attended=attended)
    sides = {side: phone(room, side) for side in room.table.game.sides}
    asked = {side: each.asked(each.root) for side, each in sides.items()}
    door = f"/tables/{room.code}"
    names = [seat.name for seat in room.store.seats(room.code) if seat.state == "active"]
    for each in (*sides.values(), phone(room, "second")):
        each.page()
    assert "Not heard from" not in room.laptop.get(door).text

    moved(room, monkeypatch)
    for each in sides.values():
        lost = each.get(each.root)
        assert lost.status_code == 404
        assert "ask for a new code" in lost.text
    assert f"Not heard from: {', '.join(names)}" in room.laptop.get(door).text

    back = {side: anew(room, side) for side in sides}
    if len(sides) == 1:  # who joins the only side waits for nobody's yes; the laptop lets those go that are no more
        (only,) = back.values()
        only.page()
        for seat in room.store.seats(room.code):
            if seat.state == "active" and seat.id != only.seat:
                assert room.laptop.post(f"{door}/out", {"seat": seat.id}).status_code == 303
    elif attended:
        for side in sides:
            waits = next(seat for seat in room.store.seats(room.code) if (seat.side, seat.state) == (side, "pending"))
            assert room.laptop.post(f"{room.desk}/yes", {"seat": waits.id, "say": "yes"}).status_code == 200
    else:
        assert "Yes, seat both" in room.laptop.get(door).text
        assert room.laptop.post(f"{door}/seat-all").status_code == 303
    for side, each in back.items():
        assert each.asked(each.root) == asked[side], "what was written is kept"
        assert each.tap().status_code in (200, 422)
    assert "Not heard from" not in room.laptop.get(door).text


def moved(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The laptop joins another network, and with it every phone."""
    monkeypatch.setattr("umpire.web.lan.addresses", lambda: [Address(NEW, "wlan0", 80, "Wi-Fi")])
    room.app.config.update(ADDRESS=OLD, ADDRESS_FIXED=False)
    for device in room.devices:
        if device is not room.laptop:
            device.base = f"http://{NEW}:8000"


def anew(room: Room, side: str) -> Seat:
    """A side's phone scans the code that the laptop shows: the address in it is the new one."""
    answer = room.laptop.post(f"/tables/{room.code}/code", {"side": side})
    page = room.laptop.get(answer.headers["Location"]).text
    found = re.search(rf"http://{NEW}:8000/j/([A-Z]+)", page)
    assert found
    made = room.stranger()
    made.base = f"http://{NEW}:8000"
    made.join(found[1], side.title())
    return made


def test_another_address_takes_the_old_ones_place_in_the_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Picked by hand or by itself, an address the laptop has lost is given out no more."""
    room = EVERY[next(iter(EVERY))].room(tmp_path / "umpire.db")
    room.app.config.update(ADDRESS="", ADDRESS_FIXED=False)
    monkeypatch.setattr("umpire.web.lan.addresses", lambda: [Address(OLD, "wlan0", 80, "Wi-Fi")])
    assert OLD in room.laptop.get("/").text
    room.laptop.post("/address", {"ip": OLD})
    monkeypatch.setattr("umpire.web.lan.addresses", lambda: [Address(NEW, "wlan0", 80, "Wi-Fi")])
    assert NEW in room.laptop.get("/").text
    assert OLD not in room.laptop.get("/").text
    monkeypatch.setattr("umpire.web.lan.addresses", list)
    assert "no network" in room.laptop.get(f"/tables/{room.code}").text
