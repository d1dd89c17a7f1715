"""A canary in every secret field, and everything there is to fetch: what the tests of canaries share.

What is looked at: every route by every caller, with its headers and cookies; pages of refusal; paper; exports.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from markupsafe import escape
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.leaks.test_routes import FOR_THE_UMPIRE
from tests.web.room import Device, Phone, Room
from umpire.table.plot import PUBLIC, UMPIRE
from umpire.table.seals import shown

JSON = Any
SIDES = ("us", "japan")
CALLERS = {"stranger": "", "us": "us", "second": "us", "japan": "japan", "out": "", "waits": "", "laptop": ""}
"""Whoever may ask, and the side whose secrets are his; of one side, whoever there is."""
SPARE = ("static", "lobby.address", "kits.rename")
LOOSE = {"join.take_seat", "join.ask_name", "join.type_code"}
"""Routes that take a code; guessing is counted, and is another test's business."""

Canaries = dict[str, set[str]]
"""Each canary, with the sides that may meet it."""
Scene = Callable[[Path], tuple[Room, Canaries]]


def callers(room: Room) -> dict[str, str]:
    """Those of them who are there."""
    return {name: side for name, side in CALLERS.items() if name in room.people}


def told_to_some(room: Room) -> Canaries:
    """Every sentence that was told to some and not to all, as a page would have it."""
    game, made = room.table.game, {}
    everybody = {*game.sides, PUBLIC}
    said = [(set(told.audiences) & everybody, game.say(told.dispatch)) for _, told in room.table.told]
    for audiences, words in said:
        if words and audiences < everybody:
            made[str(escape(words))] = made.get(str(escape(words)), set()) | audiences
    for audiences, words in said:
        if audiences == everybody:
            made.pop(str(escape(words)), None)
    return made


def proofs(room: Room) -> Canaries:
    """The random bits behind seals and fingerprints, which nobody meets before the game is over; each side's own print."""
    table = room.table
    made: Canaries = {entry.nonce: set() for entry in table.entries if entry.nonce}
    made |= {salt: set() for salt in table.header.salts.values()}
    for audience, link in table.fingerprints.now.items():
        if audience != PUBLIC:
            made |= {link: set(), shown(link): {audience}}
    return made


# Everything there is to fetch.


def addresses(rule: Rule, room: Room) -> Iterator[str]:
    """A route's addresses, for every seat, side and sheet."""
    seats = [device.seat for device in room.people.values() if isinstance(device, Phone) and device.root]
    values: dict[str, list[str]] = {
        "seat_id": seats,
        "code": [room.code],
        "side": [*room.table.game.sides, PUBLIC],
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
    if caller == "laptop" and attended and endpoint == "proofs.for_umpire":
        return lambda canary: UMPIRE in canaries[canary]
    return lambda canary: CALLERS[caller] in canaries[canary]


def marks(canaries: Canaries) -> dict[str, re.Pattern[str]]:
    """A canary is met as a word of its own: ``A4`` is not in ``BA4``."""
    return {canary: re.compile(rf"(?<![\w-]){re.escape(canary)}(?![\w-])") for canary in canaries}


def met_in(text: str, looked_for: dict[str, re.Pattern[str]]) -> set[str]:
    return {canary for canary, mark in looked_for.items() if canary in text and mark.search(text)}


def met_by(room: Room, caller: str, canaries: Canaries) -> tuple[set[str], set[str]]:
    """The canaries a caller meets anywhere, and in words those he should not have met."""
    met: set[str] = set()
    wrong: set[str] = set()
    looked_for = marks(canaries)
    for endpoint, answer in everything(room, room.people[caller]):
        found = met_in(f"{answer.status}\n{answer.headers}\n{answer.text}", looked_for)
        may = may_meet(canaries, caller, endpoint, attended=room.live.attended)
        met |= found
        wrong |= {f"{caller} meets {canary!r} at {answer.request.path}" for canary in found if not may(canary)}
    return met, wrong
