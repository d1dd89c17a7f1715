"""A canary in every secret field: whoever may not meet it fetches all there is to fetch, and does not.

What is looked at: every route by every caller, with its headers and cookies; pages of refusal; paper; streams;
exports; and what the server says in its own log.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.games.midway_scenes import attack, cap, leave, orders, transfer
from tests.leaks.test_routes import FOR_THE_UMPIRE
from tests.tables import OPTIONS, TOURNAMENT
from tests.web.room import Device, Phone, Room, ears, hidden, house, ready

SIDES = ("us", "japan")
EVERYBODY = {*SIDES, "public"}
CALLERS = {"stranger": "", "us": "us", "second": "us", "japan": "japan", "out": "", "waits": "", "laptop": ""}
"""Whoever may ask, and the side whose secrets are his."""
SPARE = ("static", "lobby.address", "kits.rename")
LOOSE = {"join.take_seat", "join.ask_name", "join.type_code"}
"""Routes that take a code; guessing is counted, and is another test's business."""


# The scenes: a room, and each canary with the sides that may meet it.

Canaries = dict[str, set[str]]


def told_to_some(room: Room) -> Canaries:
    """Every sentence that was told to some and not to all, as a page would have it."""
    game, made = room.table.game, {}
    said = [(set(told.audiences) & EVERYBODY, game.say(told.dispatch)) for _, told in room.table.told]
    for audiences, words in said:
        if words and audiences < EVERYBODY:
            made[str(escape(words))] = made.get(str(escape(words)), set()) | audiences
    for audiences, words in said:
        if audiences == EVERYBODY:
            made.pop(str(escape(words)), None)
    return made


def stood(*but: str) -> Canaries:
    """Where ships stand and have been found by nobody."""
    return {zone: {side} for side in SIDES for zone in hidden(side) if zone not in but}


def readying(path: Path) -> tuple[Room, Canaries]:
    """Turn 1: half of readying is locked; the umpire has set a zone of Japan right, with a reason."""
    room = house(path)
    us = room.people["us"]
    assert isinstance(us, Phone)
    assert us.lock().status_code == 200
    fact = {"fact": "zone/Tone", "to": "C-6-H", "reason": "CANARY she was never there", "name": "set/0"}
    assert room.laptop.post(f"{room.desk}/right", fact).status_code == 303
    fact = {"fact": "planes/Hornet/D/idle", "to": "11", "reason": "CANARY one too many", "name": "set/1"}
    assert room.laptop.post(f"{room.desk}/right", fact).status_code == 303
    secrets = {"C-6-H": {"japan"}, "CANARY she was": {"japan"}, "CANARY one too": {"us"}}
    return room, {**stood(), **told_to_some(room), **secrets}


def writing(path: Path) -> tuple[Room, Canaries]:
    """Turn 2, nobody umpires: operations half written, and a side that would have its record set right."""
    room = house(path, attended=False)
    ready(room)
    us, japan = room.people["us"], room.people["japan"]
    assert isinstance(us, Phone)
    assert isinstance(japan, Phone)
    for op, arg in (("attack", ""), ("from", "Hornet"), ("zone", "D-5-H"), ("done", "")):
        assert us.tap(op, arg).status_code == 200
    for op, arg in (("attack", ""), ("from", "Kaga"), ("zone", "B-4-D")):
        assert japan.tap(op, arg).status_code == 200
    said = {"fact": "zone/Hornet", "to": "E-6-I", "text": "CANARY the Hornet was misread"}
    assert us.say("correct", **said).status_code == 200
    secrets = {"D-5-H": {"us"}, "B-4-D": {"japan"}, "E-6-I": {"us"}, "CANARY the Hornet": {"us"}}
    return room, {**stood(), **told_to_some(room), **secrets}


def landing(path: Path) -> tuple[Room, Canaries]:
    """Turn 2 after the exchange: transfers are up that nobody hears of, planes are coming down."""
    room = house(path)
    ready(room)
    room.give("us", orders(attack("Hornet", "C-4-E", D=2), transfer("Enterprise", "Hornet", T=1)))
    room.give("japan", orders(transfer("Kaga", "Soryu", D=2), transfer("Soryu", "Kaga", D=2)))
    room.run("landing")
    us = room.people["us"]
    assert isinstance(us, Phone)
    assert us.tap("over", "Yorktown:D:3").status_code == 200
    return room, {**stood(), **told_to_some(room)}


def chart(path: Path) -> tuple[Room, Canaries]:
    """A battle that waits for a printed value: each side has typed something, and so has the laptop."""
    room = house(path, attended=False)
    ready(room)
    found = hidden("japan")[1]
    room.give("us", orders(attack("Hornet", found, D=2)))
    room.run("/attack")
    room.give("us", [{"target": "Kaga", "how": "dive", "n": 2}])
    fire = room.table.asks["japan"].facts["reach"]
    room.give("japan", {ship: ids[0] for ship, ids in fire.items()})
    key = next(iter(room.table.asks["chart"].cells)).key
    for name, root in (("us", ""), ("japan", ""), ("laptop", room.screen)):
        device = room.people[name]
        at = root or getattr(device, "root", "")
        assert device.tap_at(at, "type", **{f"{key}|": f"QZ{name}"}).status_code == 200
    return room, {**stood(found), **told_to_some(room), "QZus": {"us"}, "QZjapan": {"japan"}}


def raid(path: Path) -> tuple[Room, Canaries]:
    """Everything in use: patrols that nobody meets, a ship that left, Midway bombed, and what was lost half chosen."""
    room = house(path, **TOURNAMENT, **OPTIONS, exchange="relevant")
    edge = {ship for ship, zone in room.table.truth.of("japan").items() if zone == "A-5-E"}
    room.run("t2/moves", {f"{side}/readying": {"word": "all"} for side in SIDES})
    leaver = sorted(ship for ship in edge if ship not in room.table.truth.planes)[0]
    room.give("japan", leave(leaver))
    room.run("t2/operations")
    room.give("us", orders(cap("Enterprise", "F-4-B", 2), cap("Hornet", "G-2-H", 1)))
    room.give("japan", orders(cap("Kaga", "B-4-D", 3), attack("Akagi", "E-3-E", D=7, T=10)))
    room.run("/ground")
    us = room.people["us"]
    assert isinstance(us, Phone)
    assert us.tap("count", "T:0").status_code == 200
    zones = {"F-4-B": {"us"}, "G-2-H": {"us"}, "B-4-D": {"japan"}}
    return room, {**stood(), **told_to_some(room), **zones, f"{leaver} leaves": {"japan"}}


def surface(path: Path) -> tuple[Room, Canaries]:
    """Two ships meet on Midway's zone and fight; all the others are known to nobody."""
    room = house(path, **TOURNAMENT, **OPTIONS)
    room.run("t2/moves", {"us/readying": {"word": "all"}})
    for n, ship in enumerate(("Minneapolis", "Tone")):
        fact = {"fact": f"zone/{ship}", "to": "E-3-E", "reason": "misread", "name": f"set/{n}"}
        assert room.laptop.post(f"{room.desk}/right", fact).status_code == 303
    room.run("/moves-1")
    return room, {**stood(), **told_to_some(room)}


SCENES: tuple[Callable[[Path], tuple[Room, Canaries]], ...] = (readying, writing, landing, chart, raid, surface)


# Everything there is to fetch.


def addresses(rule: Rule, room: Room) -> Iterator[str]:
    """A route's addresses, for every seat, side and sheet."""
    seats = [device.seat for device in room.people.values() if isinstance(device, Phone) and device.root]
    values: dict[str, list[str]] = {
        "seat_id": seats,
        "code": [room.code],
        "side": ["us", "japan", "public"],
        "what": list(room.papers),
        "game": [room.game],
        "kit_id": ["box"],
        "section": [room.section],
    }
    names = sorted(rule.arguments)
    for chosen in product(*(values[name] for name in names)):
        address = rule.rule
        for name, value in zip(names, chosen, strict=True):
            address = address.replace(f"<{name}>", value)
        yield address


def everything(room: Room, device: Device) -> Iterator[tuple[str, TestResponse]]:
    """Every answer a device can get, and the route it comes from; what may only be looked at comes first."""
    routes = [rule for rule in room.app.url_map.iter_rules() if rule.endpoint not in {*SPARE, *LOOSE}]
    for method, rule in product(("GET", "POST"), routes):
        if method in (rule.methods or ()) and rule.endpoint != "seat.leave":
            for address in addresses(rule, room):
                yield rule.endpoint, device.open(method, address, {"say": "yes"} if method == "POST" else None)
    roots = [address for rule in routes if rule.endpoint == "seat.show" for address in addresses(rule, room)]
    for root in (*roots, room.desk, room.screen):
        yield "", device.get(f"{root}/nothing")
        yield "", device.open("DELETE", root)
        yield "", device.get(f"{root}/act")
        yield "", device.post(f"{root}/act", b"ask=" + b"x" * 40_000)
        yield "", device.post(f"{root}/act", {"lock": "1"}, headers={"Origin": "http://elsewhere.example"})
        yield "", device.get(f"{root}/page", base_url="http://elsewhere.example")
        yield "", device.get(f"{root}/page?v=0&debug=1")
        yield "", device.open("OPTIONS", root)


def may_meet(canaries: Canaries, caller: str, endpoint: str, *, attended: bool) -> Callable[[str], bool]:
    if caller == "laptop" and attended and endpoint.startswith(FOR_THE_UMPIRE):
        return lambda canary: True
    return lambda canary: CALLERS[caller] in canaries[canary]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_a_canary_is_met_only_where_it_may_be(scene: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    first, canaries = scene(tmp_path / "first.db")
    met: dict[str, set[str]] = {caller: set() for caller in CALLERS}
    wrong: set[str] = set()
    for caller in CALLERS:
        room = first.copied(tmp_path / f"{caller}.db")
        for endpoint, answer in everything(room, room.people[caller]):
            bytes_sent = f"{answer.status}\n{answer.headers}\n{answer.text}"
            may = may_meet(canaries, caller, endpoint, attended=room.live.attended)
            found = {canary for canary in canaries if canary in bytes_sent}
            met[caller] |= found
            wrong |= {f"{caller} meets {canary!r} at {answer.request.path}" for canary in found if not may(canary)}
    assert not wrong, "\n".join(sorted(wrong)[:20])
    assert not [canary for canary in canaries if canary in caplog.text]
    for side in SIDES:
        own = {canary for canary, sides in canaries.items() if side in sides}
        assert own <= met[side], "a side meets all of its own, or there is nothing to look for"


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_nobody_meets_a_token_or_the_desk_code(scene: Any, tmp_path: Path) -> None:
    """They are the keys to all of it: a token is in one cookie of one phone, and in no page, and not on the disk."""
    room, _ = scene(tmp_path / "first.db")
    tokens = {token for device in room.people.values() for token in device.cookies().values()}
    keys = {*tokens, room.app.extensions["desk"].code}
    for caller in ("us", "stranger", "laptop"):
        for _, answer in everything(room, room.people[caller]):
            assert not [key for key in keys if key in f"{answer.headers}{answer.text}"], answer.request.path
    assert len(tokens) == 5
    on_disk = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not [token for token in tokens if token.encode() in on_disk]


def test_a_stream_carries_versions_and_nothing_else(tmp_path: Path) -> None:
    room, _ = landing(tmp_path / "room.db")
    with ears() as listening:
        heard = [
            listening.listen(room.people[name], f"{root}/events")
            for name, root in (("us", room.people["us"].root), ("japan", room.people["japan"].root))
        ]
        heard.append(listening.listen(room.laptop, f"{room.screen}/events"))
        for side in SIDES:
            room.people[side].tap(lock="1")
            listening.settle()
        room.run("t3/operations")
        listening.settle()
        for ear in heard:
            assert len(ear.sent) > 2
            assert all(re.fullmatch(r"data: [0-9a-f]{12}\n\n", text) for text in ear.sent)
        assert not set(heard[0].sent) & set(heard[1].sent)


def test_an_upgrade_that_refuses_an_old_move_does_not_print_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unattended, the terminal stands before a player: it may say where rules and ledger part, not what was moved."""
    room = house(tmp_path / "room.db", attended=False)
    room.run("t2/moves")
    monkeypatch.setattr("umpire.games.midway.movement.speed", lambda side, played: 0)
    room.restart()
    room.people["us"].get(f"{room.people['us'].root}/page")
    assert "entry" in caplog.text
    assert not [zone for side in SIDES for zone in hidden(side) if zone in caplog.text]


def test_a_side_that_would_set_its_record_right_says_not_what(tmp_path: Path) -> None:
    """The menu promises it; the reason tells as much as the fact would. Its own phones, and the umpire, see both."""
    room, _ = writing(tmp_path / "room.db")
    for name, root in (("japan", room.people["japan"].root), ("laptop", room.screen)):
        page = room.people[name].get(f"{root}/page").text
        assert "set our own record right" in page
        assert "misread" not in page
        assert "misread" not in room.people[name].get(f"{root}/record").text
    assert "misread" in room.people["us"].get(f"{room.people['us'].root}/record").text
