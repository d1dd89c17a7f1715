"""Scenes of Victory at Midway, each in two worlds; and what is secret in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.leaks.canaries import Canaries, told_to_some
from tests.tables import hand_of
from tests.web.victory_room import FLEET, JAPAN, MET, OPTIONS, TASK_FORCE, US, VictoryRoom, at_sea, people, phone
from umpire.games.victory_at_midway.terms import BASES
from umpire.table.words import canonical

JSON = Any
SIDES = (US, JAPAN)
ENEMY = {US: JAPAN, JAPAN: US}
Scene = Callable[[Path, str, int], VictoryRoom]
FLYERS = {US: ("E-D1", "E-D2", "E-F1"), JAPAN: ("A-D1", "A-D2", "A-F1")}
STRUCK = {US: MET[JAPAN], JAPAN: MET[US]}


def first(side: str, hidden: str, world: int) -> int:
    """Which world a side is in: the hidden side in its own, the other always in the first."""
    return world if side == hidden else 0


# The scenes: who has written what, up to where.


def set_up(path: Path, hidden: str, world: int) -> VictoryRoom:
    """Set-up: the hidden side has locked, the other has half its ships on the map."""
    room = people(VictoryRoom(path, **OPTIONS))
    for side in SIDES:
        asked = room.table.asks[side]
        places = {s: list(asked.board.within(*within)) for s, within in asked.facts["within"].items()}
        at = {s: each[-1 - (s == "SS168") - 2 * first(side, hidden, world)] for s, each in places.items()}
        aboard = dict(asked.facts["aboard"])
        if aboard and first(side, hidden, world):
            aboard |= {"I.D.1": aboard["Yoko"], "Yoko": aboard["I.D.1"]}
        if side == hidden:
            room.give(side, {"at": at, "aboard": aboard})
    return room


def orders(path: Path, hidden: str, world: int) -> VictoryRoom:
    """Orders half written by both: stacks under way, a search, a scout taken up."""
    room = at_sea(path, hidden, world)
    for side, ships in ((US, TASK_FORCE), (JAPAN, FLEET)):
        other = first(side, hidden, world)
        to = {US: ("H5", "I4"), JAPAN: ("G5", "F4")}[side][other]
        room.draft(side, ("ship", ships[0]), ("hex", to), ("part", "air"), ("hex", to), ("part", "scout"))
        room.draft(side, ("unit", FLYERS[side][other]))
    return room


def strikes(path: Path, hidden: str, world: int) -> VictoryRoom:
    """Strikes: the hidden side has locked its own, the other is still at it. Base strikes and scouts are in the air."""
    room = at_sea(path, hidden, world)
    room.run("t2/strikes", {"japan/orders": {"base": [("K-T1", "K-T2")[first(JAPAN, hidden, world)]]}})
    for side in SIDES:
        other = first(side, hidden, world)
        room.draft(side, ("hex", STRUCK[side]), ("unit", FLYERS[side][other]), ("unit", FLYERS[side][2]))
        if side == hidden:
            room.give(side, flown(room, side, STRUCK[side], FLYERS[side][other]))
    return room


def flown(room: VictoryRoom, side: str, to: str, *units: str) -> JSON:
    base = [{"to": "base"}] if room.table.asks[side].facts["base"] else []
    return [*base, {"to": to, "waves": [list(units)]}]


def dice(path: Path, hidden: str, world: int) -> VictoryRoom:
    """In the middle of a fight, real dice on the table: a strike of the hidden side, of units alike, with more to come."""
    room = at_sea(path, hidden, world, dice="real")
    other = first(hidden, hidden, world)
    room.run("t2/strikes")
    strikes = [
        {"to": STRUCK[hidden], "waves": [[FLYERS[hidden][other]]]},
        {"to": MET[hidden], "waves": [[FLYERS[hidden][1 - other]]]},
    ]
    with room.live.changing() as t:
        room.host.dice = lambda sides: sides
        for side, value in ((hidden, strikes), (ENEMY[hidden], [])):
            t.answer(side, t.asks[side].name, value, hand_of(side), sure=True)
    room.run("aa-dice")
    return room


def cells(path: Path, hidden: str, world: int) -> VictoryRoom:
    """A fight that waits for printed values, which each side and the laptop have begun to type."""
    room = dice_of_blanks(path, hidden, world)
    key = next(iter(room.table.asks["chart"].cells)).key
    for name, root in (("us", phone(room, "us").root), ("japan", phone(room, "japan").root)):
        words = f"QZ{name}{first(name, hidden, world)}"
        assert room.people[name].tap_at(root, "type", **{f"{key}|": words}).status_code == 200
    return room


def dice_of_blanks(path: Path, hidden: str, world: int) -> VictoryRoom:
    room = unread(path, hidden, world)
    room.host.dice = lambda sides: sides
    units = FLYERS[hidden][first(hidden, hidden, world)]
    room.run("t2/strikes")
    room.give(hidden, flown(room, hidden, STRUCK[hidden], units))
    room.give(ENEMY[hidden], [])
    room.run("values")
    return room


def unread(path: Path, hidden: str, world: int) -> VictoryRoom:
    """At sea with a box of which no value that only public events need has been read."""
    with pytest.MonkeyPatch.context() as patch:
        whole = VictoryRoom.complete_kit
        later = ("aa/", "air/", "strike/", "combat/", "surface/")
        patch.setattr(
            VictoryRoom,
            "complete_kit",
            lambda room: {key: cell for key, cell in whole(room).items() if not key.startswith(later)},
        )
        return at_sea(path, hidden, world)


def after(path: Path, hidden: str, world: int) -> VictoryRoom:
    """After the strikes, half written: landings, ditchings, what stays Not Ready, what submarines and troops will do."""
    room = at_sea(path, hidden, world)
    room.host.dice = lambda sides: sides
    flying = {s: FLYERS[s][first(s, hidden, world)] for s in SIDES}
    room.run("t2/strikes", {f"{s}/orders": {"scouts": {flying[s]: MET[s]}} for s in SIDES})
    room.run("t2/after")
    for side in SIDES:
        room.draft(side, ("unit", flying[side]), ("sea", ""))
    room.give(hidden, {"ditch": [flying[hidden]]} if world else {})
    return room


TWINS: tuple[Scene, ...] = (set_up, orders, strikes, dice, cells, after)


def canaries_of(room: VictoryRoom) -> Canaries:
    """Sentences told to some, names of air units, words half typed."""
    printed = canonical(room.table.header.kit)
    made = told_to_some(room)
    for unit, u in room.table.truth.air.items():
        if unit not in printed:
            made[unit] = {BASES[u["base"]][0]}
    return made


def _whole(scene: Scene) -> Callable[[Path], tuple[VictoryRoom, Canaries]]:
    def made(path: Path) -> tuple[VictoryRoom, Canaries]:
        room = scene(path, JAPAN, 0)
        return room, canaries_of(room)

    made.__name__ = scene.__name__
    return made


SCENES = tuple(_whole(scene) for scene in TWINS)
