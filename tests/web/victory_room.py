"""A room to test in with a table of Victory at Midway: its people, its ships, and what each side keeps to itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.games import victory_scenes as scenes
from tests.games.victory_kit import complete_kit
from tests.web.room import Phone, Room

JSON = Any
US, JAPAN = "us", "japan"
OPTIONS = dict.fromkeys(scenes.OPTIONS, True)

FLEET = ("Akagi", "Kaga", "BB3.2", "DD4", "DD10")
TASK_FORCE = ("Enterprise", "Hornet", "US CA1", "US DD1")
APART = {US: ("Yorktown", "US CA2", "US DD2"), JAPAN: ("Hiryu", "Soryu", "CA8", "DD17")}
"""Ships that nobody finds: they lie elsewhere in each of two worlds."""
WHERE = {US: ("L4", "M9"), JAPAN: ("B7", "C9")}
"""Where, in either world."""
MET = {US: "H4", JAPAN: "F5"}
"""Where the ships lie that a scene may bring together."""


class VictoryRoom(Room):
    """A table of Victory at Midway on a laptop, and phones."""

    game = "victory-at-midway"
    section = "roster"
    papers = ("turn", "hits", "packet", "all")

    def complete_kit(self) -> dict[str, JSON]:
        """Every printed value, and all of Japan's ships due at once, so that something happens soon."""
        kit = complete_kit()
        return {**kit, "roster": {n: {**s, "entry": min(1, s["entry"])} for n, s in kit["roster"].items()}}

    def run(self, to: str, said: Mapping[str, JSON] | None = None, dice: Sequence[Sequence[int]] = ()) -> None:
        with self.live.changing() as t:
            scenes.run(t, to, said, dice)
        self.live.touch()

    def right(self, fact: str, value: JSON) -> None:
        """The umpire sets something right, past the web."""
        with self.live.changing() as t:
            scenes.right(t, fact, value)
        self.live.touch()

    def draft(self, party: str, *taps: tuple[str, str]) -> None:
        """Taps of a side on its draft, kept as its phone would have them kept."""
        asked = self.table.asks[party]
        row = self.store.draft(self.code, party, asked.name)
        draft = row.body["draft"] if row else asked.draft()
        for op, arg in taps:
            draft = asked.edit(draft, op, arg, {})
        self.keep(party, asked, draft)

    def drafted(self, asked: Any, value: JSON) -> JSON:
        written: dict[str, Callable[[], JSON]] = {
            "set-up": lambda: {**asked.draft(), "put": value["at"], "aboard": value["aboard"]},
            "orders": lambda: {
                **{**asked.draft(), "course": {}, "air": []},
                **{name: said for name, said in value.items() if name not in ("moves", "enter")},
                "put": {**value.get("moves", {}), **value.get("enter", {})},
            },
            "strikes": lambda: {
                "strikes": [s if "units" not in s else {"to": s["to"], "waves": [s["units"]]} for s in value],
                "open": None,
            },
            "aim": lambda: {"aim": value, "firer": ""},
            "after": lambda: {**asked.draft(), "ditch": [], **value},
        }
        return written[asked.kind]() if asked.kind in written else super().drafted(asked, value)


def people(room: VictoryRoom) -> VictoryRoom:
    """Somebody of every kind, as `tests.web.room.house` has them."""
    out = room.phone(US, "Ann")
    us = room.added(out, "move", "Amy")
    room.people |= {"out": out, "us": us, "second": room.added(us), "japan": room.phone(JAPAN, "Jun")}
    room.people |= {"waits": room.phone(JAPAN, "Joe"), "stranger": room.stranger()}
    return room


def lone(path: Path, solitaire: str = "hidden", **settings: JSON) -> VictoryRoom:
    """A table of one player against the app, as the lobby makes it, with his phone."""
    room = VictoryRoom(path, attended=False, solitaire=solitaire, **settings)
    room.people["us"] = room.phone(US, "Amy")
    return room


def at_sea(path: Path, hidden: str = JAPAN, world: int = 0, *, attended: bool = True, **settings: JSON) -> VictoryRoom:
    """Turn 8 of a full house, orders to be written; in the other world the hidden side's secrets are others.

    Set right, past the web: where its lone ships lie, which of its air units stand where and are Ready, and who sails
    in which transport.
    """
    room = people(VictoryRoom(path, attended=attended, **{**OPTIONS, **settings}))
    room.run("t1/orders")
    waiting = list(room.table.asks[JAPAN].facts["entering"])
    room.run("t2/orders", {"japan/orders": {"enter": dict.fromkeys(waiting, "A9")}})
    room.right("turn", 8)
    for side, ships in ((US, TASK_FORCE), (JAPAN, FLEET)):
        for ship in ships:
            room.right(f"hex/{ship}", MET[side])
        for ship in APART[side]:
            room.right(f"hex/{ship}", WHERE[side][world if side == hidden else 0])
    secret(room, hidden, world)
    return room


def secret(room: VictoryRoom, hidden: str, world: int) -> None:
    """In each world something else of what only one side knows."""
    if hidden == JAPAN:
        room.right("aboard/Yoko", ("TT1", "TT4")[world])
        room.right("box/S-D1", ("Soryu, not ready", "Akagi, ready")[world])
        room.right("strength/H-T1", ("full", "reduced")[world])
    else:
        room.right("box/Y-D1", ("Yorktown, not ready", "ditched")[world])
        room.right("box/M-H1", ("Midway, ready", "Midway, not ready 2")[world])
        room.right("strength/Y-T1", ("full", "reduced")[world])


def phone(room: VictoryRoom, name: str) -> Phone:
    found = room.people[name]
    assert isinstance(found, Phone)
    return found
