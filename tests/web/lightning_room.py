"""A room to test in with a table of Lightning: Midway: one screen that is shared, and phones as its remotes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.games.lightning import lively
from tests.games.lightning.scenes import kit
from tests.web.room import Room
from umpire.games.lightning_midway.asks import BLANK
from umpire.games.lightning_midway.fight_asks import CardAsk
from umpire.table.asks import TABLE

JSON = Any


class LightningRoom(Room):
    """A table of Lightning: Midway on a laptop, and phones."""

    game = "lightning-midway"
    section = "objectives"
    papers = ("turn", "packet", "all")

    def complete_kit(self) -> dict[str, JSON]:
        return kit()

    def run(self, to: str, said: Mapping[str, JSON] | None = None) -> None:
        with self.live.changing() as t:
            lively.run(t, to, said)
        self.live.touch()

    def drafted(self, asked: Any, value: JSON) -> JSON:
        if asked.kind == "turn":
            return {**BLANK, **value}
        if isinstance(asked, CardAsk):
            return {**asked.draft(), "say": value}
        return super().drafted(asked, value)


def in_turn(path: Path, *, attended: bool = True, **settings: JSON) -> LightningRoom:
    """Turn 3, an attack written down that only has to be locked, with somebody of every kind about."""
    room = LightningRoom(path, attended=attended, **settings)
    out = room.phone("us", "Ann")
    us = room.added(out, "move", "Amy")
    room.people |= {"out": out, "us": us, "second": room.added(us), "japan": room.phone("japan", "Jun")}
    room.people |= {"waits": room.phone("japan", "Joe"), "stranger": room.stranger()}
    room.run("t3/us/turn")
    asked = room.table.asks[TABLE]
    draft = asked.edit(asked.draft(), "target", "Akagi", {})
    room.keep(TABLE, asked, asked.edit(draft, "outcome", "held", {}))
    return room
