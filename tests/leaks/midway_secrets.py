"""Scenes of Midway, each with what is secret in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.games.midway_scenes import attack, cap, leave, orders, transfer
from tests.leaks.canaries import SIDES, Canaries, told_to_some
from tests.tables import OPTIONS, TOURNAMENT
from tests.web.room import Phone, Room, hidden, house, ready


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
