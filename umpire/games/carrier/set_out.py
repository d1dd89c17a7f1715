"""What the scenarios’ set-ups have in common: ships as written or drawn, displays, cups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from umpire.games.carrier import roster
from umpire.games.carrier.plot import DECK, FORCE, GROUP, fresh
from umpire.games.carrier.terms import CARRIERS, DUMMY, LEVEL_4, LOCATED, PERIODS
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any
Now = dict[str, JSON]
Groups = Mapping[str, Sequence[str]]
"""Ships by the task force or force they are in."""

DRAWN = "drawn"
"""The setting under which the ships of an introductory scenario, carriers apart, are drawn at random (Scenario 1)."""
DRAWN_TYPES = ("BB", "CA", "CL", "CLAA", "DD")

BANDED = {
    **{"Carrier": 7, "Surface": 7, "Large": 3, "Medium": 3, "Small": 2},
    **{"1-2 Carrier": 2, "2-3 Carrier": 1, "3+ Carrier": 1},
    **{"Large Surface": 1, "Medium Surface": 3, "Small Surface": 2},
}
"""Chits of the combat search cup, the Dummies apart (21.0)."""
DUMMIES = 28
TRANSPORT_CUP = {"Transport": 10, "Large Transport": 2, "Medium Transport": 2, "Small Transport": 1, DUMMY: 7}
SPARES = {
    **{"Surface": 6, "Carrier": 2, "Transport": 2},
    **{"Small Surface": 3, "Medium Surface": 5, "Large Surface": 3},
    **{"1-2 Carrier": 5, "2-3 Carrier": 2, "3+ Carrier": 2},
    **{"Large Transport": 3, "Medium Transport": 3, "Small Transport": 2},
    **{"CVL": 4, "2 CVL": 3, "3 CVL": 2, "CV": 3, "CV+CVL": 3, "2 CV": 3, "2 CV+CVL": 1, "2 CV+2 CVL": 1},
    **{"Large BB": 3, "Medium BB": 2, "Large CA": 2, "Medium CA": 4, "Small CA": 2, "Medium DD": 2, "Small DD": 4},
    **{"A": 3, "B": 3, "C": 2, "D": 2, LEVEL_4: 7},
}
"""Chits of no cup (21.0); of level 3 as many as there are counters."""
BLANKS = 7


def combat_cup(dummies: int = DUMMIES) -> dict[str, int]:
    """The combat search cup as it is filled (Scenario 4, 21.0)."""
    return {**BANDED, DUMMY: dummies}


def sequence(forces: Iterable[str]) -> dict[str, JSON]:
    """The sequence chit cup with the chits of the forces that begin on the map, and the Number of Forces marker."""
    chits = dict.fromkeys(forces, 1)
    return {"cup": {"blank": BLANKS, **chits}, "due": None, "drawn": 0, "marker": len(chits)}


def fleet(g: Play, side: str, groups: Groups) -> Steps[dict[str, list[str]]]:
    """The ships of a side: as they fought, or, where that was agreed, as many of each type drawn out of all counters."""
    if g.truth.settings.get("ships") != DRAWN:
        return {name: list(ships) for name, ships in groups.items()}
    counters = roster.ships()
    there = {name: [counters[ship]["type"] for ship in ships] for name, ships in groups.items()}
    drawn: dict[str, list[str]] = {}
    for type in DRAWN_TYPES:
        n = sum(types.count(type) for types in there.values())
        cup = {name: 1 for name, ship in counters.items() if (ship["side"], ship["type"]) == (side, type)}
        if n:
            drawn[type] = yield from draw_ships(g, f"set-up/{side}/{type}", f"{n} {type}, {side}", cup, n)
    kept = {name: [ship for ship in ships if counters[ship]["type"] not in drawn] for name, ships in groups.items()}
    return {
        name: [*kept[name], *(drawn[type].pop(0) for type in types if type in drawn)] for name, types in there.items()
    }


def draw_ships(g: Play, name: str, why: str, cup: Mapping[str, int], n: int) -> Steps[list[str]]:
    """Ships out of those there are to draw from, all the same likely."""
    drawn: list[str] = yield from g.draw(name, why, lambda: dict(cup), n, "Sc. 1")
    return drawn


def task_force(name: str, hex: str, ships: Sequence[str], **leaves: JSON) -> Now:
    """A US task force and its ships, on the record."""
    made: Now = {f"groups/{name}": fresh(GROUP, hex=hex, **leaves)}
    return made | {f"ships/{ship}": roster.new(ship, name) for ship in ships}


def deck(carrier: str, group: str, hangar: Mapping[str, int] | None = None, **boxes: JSON) -> Now:
    """What a carrier holds: her aircraft in the hangar, unless another box is named."""
    room = roster.ships()[carrier]["hangar"]
    return {f"decks/{carrier}": fresh(DECK, **{"in": group, "room": room, "hangar": dict(hangar or {}), **boxes})}


def known_force(counter: str, hex: str, ships: Sequence[str], objective: str = "", **leaves: JSON) -> Now:
    """A Japanese force whose ships are all known, and the ships."""
    made: Now = {f"ships/{ship}": roster.new(ship, counter) for ship in ships}
    start = sum(roster.ships()[ship]["type"] not in CARRIERS for ship in ships)
    standing = {"level": 4, "chit": LEVEL_4, "detection": LOCATED, "objective": objective, "start": start}
    made[f"forces/{counter}"] = fresh(FORCE, hex=hex, **{**standing, **leaves})
    return made


def colours(forces: Iterable[str], objective: str) -> dict[str, JSON]:
    """The pool of a game whose forces all stand on the map: none left, all of one colour."""
    return {"C": [], "T": [], "colours": dict.fromkeys(forces, objective)}


def taken(kinds: Sequence[str], of: Mapping[str, int]) -> dict[str, int]:
    """Chits less those taken out."""
    return {kind: n - list(kinds).count(kind) for kind, n in of.items()}


def display(group: str, ships: Iterable[str], hex: str = "") -> str:
    """What the table does for a group of ships: counters out of the box, and onto the map."""
    at = f"{group} to {hex}; " if hex else ""
    return f"{at}into {group}’s box: {listed(ships)}"


def aboard(carrier: str, steps: Mapping[str, int], box: str = "Hangar") -> str:
    """What the table does for a carrier’s aircraft."""
    return f"{carrier}, {box}: {listed(f'{n} {type}' for type, n in steps.items())}"


def set_up_words(facts: Mapping[str, JSON]) -> str:
    """The dispatch ``set-up`` as a sentence."""
    period = f"{PERIODS[facts['period']]}. " if facts.get("period") in PERIODS else ""
    return f"Set up: {facts['title']}. {period}{facts.get('words', '')}".strip()


SAYINGS = {"set-up": set_up_words}
