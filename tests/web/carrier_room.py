"""A room to test in with a table of Carrier: one side, some of whose players share it; nobody sits across from it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.games.carrier import lively
from tests.games.carrier.boxes import full_kit, light_kit
from tests.web.room import Room
from umpire.games.carrier import kit_sheet

JSON = Any
US = "us"


class CarrierRoom(Room):
    """A table of Carrier on a laptop, and phones."""

    game = "carrier"
    section = next((each.key for each in kit_sheet.SECTIONS), "none")
    papers = ("turn", "japan", "us", "decks", "records", "packet", "all")

    def __init__(self, path: Path, **more: Any) -> None:
        self.whole = bool(more.get("fog"))
        super().__init__(path, **{"scenario": "6", **more})

    def _open(self) -> None:
        """The app's own dice, which fall without a tap, fall alike each time."""
        super()._open()
        lot = random.Random(1942)
        self.host.dice = lambda sides: lot.randint(1, sides)

    def complete_kit(self) -> dict[str, JSON]:
        """What set-up needs: nothing but under fog+."""
        return full_kit() if self.whole else light_kit()

    def run(self, to: str, said: Mapping[str, JSON] | None = None) -> None:
        with self.live.changing() as t:
            lively.run(t, to, said)
        self.live.touch()

    def drafted(self, asked: Any, value: JSON) -> JSON:
        made = _DRAFTS.get(asked.kind)
        return made(asked, value) if made else super().drafted(asked, value)


_DRAFTS: Mapping[str, Callable[[Any, JSON], JSON]] = {
    "draw": lambda asked, value: {"drawn": value},
    "choose": lambda asked, value: {"one": value},
    "pick": lambda asked, value: {"picked": value},
    "pieces": lambda asked, value: {"other": value},
    "targets": lambda asked, value: {"at": value, "roll": 0},
    "search": lambda asked, value: {"boxes": {**dict.fromkeys(asked.boxes, ""), **value}},
    "places": lambda asked, value: {**asked.draft(), "to": {**asked.draft()["to"], **value}},
    "place": lambda asked, value: {"to": value},
    "match": lambda asked, value: {**asked.draft(), "at": value},
    "group": lambda asked, value: {**asked.draft(), "in": value},
    "decks": lambda asked, value: {**asked.draft(), **value},
    **dict.fromkeys(("split", "second", "buy"), lambda asked, value: {"n": value}),
}
"""A draft that amounts to an answer, by the kind of ask."""


def people(room: CarrierRoom) -> CarrierRoom:
    """Somebody of every kind, as `tests.web.room.house` has them; who joins the only side waits for nobody’s yes."""
    out = room.phone(US, "Ann")
    us = room.added(out, "move", "Amy")
    room.people |= {"out": out, "us": us, "second": room.added(us), "stranger": room.stranger()}
    return room


def at_sea(path: Path, *, attended: bool = True, **settings: JSON) -> CarrierRoom:
    """Turn 2 of Scenario 6, at the sheet of the decks, half written."""
    room = people(CarrierRoom(path, attended=attended, **settings))
    room.run("t2/p2/us/decks")
    asked = room.table.asks[US]
    room.keep(US, asked, asked.edit(asked.draft(), "arrow", "service", {}))
    return room
