"""The operations sheet on the phone: orders from several bases are written one after the other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.midway_scenes import z
from tests.web.room import Phone, Room, house, phone, ready

ANOTHER = re.compile(r'<button data-op="attack"( disabled)? aria-label="Add it, and write another">')
GOAL = z(14, 4)


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """Turn 2 at operations: all planes stand ready."""
    return ready(house(tmp_path / "umpire.db"))


def begun(room: Room) -> Phone:
    us = phone(room, "us")
    us.tap("attack")
    us.tap("from", "Enterprise")
    return us


def test_an_order_is_kept_as_the_next_is_begun(room: Room) -> None:
    us = begun(room)
    key = ANOTHER.search(us.page())
    assert key, "other bases have ready planes too"
    assert key[1], "there is nothing to keep before the zone is named"
    us.tap("zone", GOAL)
    key = ANOTHER.search(us.page())
    assert key
    assert not key[1]
    us.tap("attack")
    us.tap("from", "Hornet")
    us.tap("zone", GOAL)
    us.tap("done")
    us.lock()
    room.give("japan", {"attacks": [], "transfers": []})
    flown = [(f["from"], f["zone"]) for f in room.table.truth.flights]
    assert flown == [("Enterprise", GOAL), ("Hornet", GOAL)]


def test_the_last_base_has_no_other_after_it(room: Room) -> None:
    us = begun(room)
    us.tap("zone", GOAL)
    for base in ("Hornet", "Yorktown", "Midway"):
        us.tap("attack")
        us.tap("from", base)
        us.tap("zone", GOAL)
    assert not ANOTHER.search(us.page())
