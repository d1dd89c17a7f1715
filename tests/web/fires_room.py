"""A room to test in with a table of The Fires of Midway: one screen that is shared, and phones as its remotes."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.games.fires import lively
from tests.web.room import Room
from umpire.games.fires_of_midway.asks_flight import UNNAMED
from umpire.games.fires_of_midway.ship import CARRIER, SIDES
from umpire.table.asks import TABLE

JSON = Any


class FiresRoom(Room):
    """A table of The Fires of Midway on a laptop, and phones."""

    game = "fires-of-midway"
    section = "planes"
    papers = ("turn", "ships", "packet", "all")

    def _open(self) -> None:
        """The app's own dice, which fall without a tap, fall alike each time."""
        super()._open()
        lot = random.Random(1942)
        self.host.dice = lambda sides: lot.randint(1, sides)

    def complete_kit(self) -> dict[str, JSON]:
        return lively.full_kit()

    def run(self, to: str, said: Mapping[str, JSON] | None = None) -> None:
        with self.live.changing() as t:
            lively.run(t, to, said)
        self.live.touch()

    def drafted(self, asked: Any, value: JSON) -> JSON:
        made = _DRAFTS.get(asked.kind)
        return made(asked, value) if made else super().drafted(asked, value)


def _fleets(asked: Any, value: JSON) -> JSON:
    """The page of the fleets, as somebody has typed them."""
    fleet = value[asked.facts["key"]]
    boxes = {**dict.fromkeys(asked.draft()["boxes"], ""), "intensity": str(fleet["intensity"])}
    for side in SIDES:
        ships = [ship for ship in fleet["ships"] if ship["side"] == side and ship["kind"] == CARRIER]
        boxes |= {f"{side}/{n}/{part}": ship[part] for n, ship in enumerate(ships) for part in ("name", "letter")}
    return {"boxes": boxes, "admirals": fleet["admirals"]}


_DRAFTS: Mapping[str, Callable[[Any, JSON], JSON]] = {
    "choose": lambda asked, value: {"one": value},
    "pick": lambda asked, value: {"picked": value},
    "look": lambda asked, value: {"picked": value},
    "tile": lambda asked, value: {"one": value},
    "count": lambda asked, value: {"n": value},
    "fleets": _fleets,
    "stacks": lambda asked, value: {"pairs": value, "one": ""},
    "cards": lambda asked, value: {"laid": value},
    "matches": lambda asked, value: {"changed": value},
}
"""A draft that amounts to an answer, by the kind of ask; of every other kind it is the answer."""

GROUP: Mapping[str, JSON] = {
    **{"fighter": 1, "bomber": 2, "torpedo": 0, "targets": ["Akagi", "Kaga"], "zones": 3, "clouds": 1},
    **{"points": 0, "no_torpedo": True, "no_path": False},
}
STRIKE: Mapping[str, JSON] = {
    "search/1": "clouds",
    "search/2": "squall",
    "t1/turn/1": {"ship": "Yorktown", "action": "wind"},
    "t1/Yorktown/launch": GROUP,
    "t1/Yorktown/bomb/1": {
        **{"lot": "bomber/full", "target": "Akagi", "flak": "none", "sacrifice": False},
        **{"fire": 1, "cr": 0, "spout": 0},
    },
}
"""What the US does in turn 1: a Fire on Akagi."""


def peopled(path: Path, *, attended: bool = True, **settings: JSON) -> FiresRoom:
    """A table that is being set, with somebody of every kind about."""
    room = FiresRoom(path, attended=attended, **settings)
    out = room.phone("us", "Ann")
    us = room.added(out, "move", "Amy")
    room.people |= {"out": out, "us": us, "second": room.added(us), "japan": room.phone("japan", "Jun")}
    room.people |= {"waits": room.phone("japan", "Joe"), "stranger": room.stranger()}
    return room


def in_turn(path: Path, *, attended: bool = True, **settings: JSON) -> FiresRoom:
    """Turn 2, a group written down that has only to be locked, with somebody of every kind about."""
    room = peopled(path, attended=attended, **settings)
    said = {**STRIKE, "t2/turn/1": {"ship": "Hiryu", "action": "wind"}}
    if settings.get("letters") == "hidden":
        said["t1/Yorktown/launch"] = {**said["t1/Yorktown/launch"], "targets": [UNNAMED]}
        said["t1/Yorktown/located"] = GROUP["targets"]
    room.run("t2/Hiryu/launch", said)
    asked = room.table.asks[TABLE]
    draft = asked.edit(asked.edit(asked.draft(), "group", "1:2:0", {}), "zones", "4", {})
    asked.validate(asked.value(draft))
    room.keep(TABLE, asked, draft)
    return room
