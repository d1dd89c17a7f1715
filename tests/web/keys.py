"""The keys that a phone's page has for what is asked, as its own script would send them."""

from __future__ import annotations

import random
import re
import tempfile
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

from tests.asks_met import met
from tests.every import EVERY
from tests.web.room import Phone

JSON = Any
Tap = tuple[str, str, dict[str, str]]
"""What a key does, to what, and what stands in the boxes beside it."""

KEY = re.compile(r'data-op="([^"]+)"(?: data-arg="([^"]*)")?')
FORM = re.compile(r'<form data-act[^>]*/act".*?</form>', re.S)
BOX = re.compile(r'<input(?: [\w-]+="[^"]*")* name="([^"]+)"(?: [\w-]+="[^"]*")* value="([^"]*)"')
STEPS = 12
"""Taps that are gone along; each shows keys that were not there before."""


def keys_on(page: str) -> list[Tap]:
    """Every key of a page, each once, in the page's order."""
    found: list[Tap] = [(unescape(op), unescape(arg), {}) for op, arg in dict.fromkeys(KEY.findall(page))]
    for form in FORM.findall(page):
        boxes = {unescape(name): unescape(value) for name, value in BOX.findall(form)}
        op = boxes.pop("op", "")
        boxes.pop("ask", None)
        found += [(op, "", {name: text}) for name in boxes for text in (boxes[name], "1", "A2", "4-3")]
    return found


def walked(phone: Phone, rng: random.Random) -> list[Tap]:
    """The keys that are met on a walk from tap to tap, such as were not tapped before first; else the lock, as a tap."""
    found: dict[str, Tap] = {}
    ops: list[str] = []
    for _ in range(STEPS):
        here = keys_on(phone.page())
        found |= {str(tap): tap for tap in here}
        if not here:
            break
        least = min(ops.count(op) for op, _, _ in here)
        op, arg, fields = rng.choice([tap for tap in here if ops.count(tap[0]) == least])
        ops.append(op)
        phone.tap(op, arg, **fields)
    return list(found.values()) or [("", "", {})]


@cache
def taps(game: str, kind: str) -> list[Tap]:
    """The keys that a phone is given for a kind of ask as it was met."""
    it = met(game)[kind]
    with tempfile.TemporaryDirectory() as folder:
        room = EVERY[game].room(Path(folder) / "room.db")
        room.code = room.host.take_in(it.ledger)
        phone = room.phone(it.party if it.party in room.live.seated else room.live.seated[0])
        found = walked(phone, random.Random(1))
        room.store.close()
    return found
