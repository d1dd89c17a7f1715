"""Every search of a Midway game answered once more, by someone who has read the rulebook and not our rules.

It shares no code with the modules that answer at the table: a fault there is not a fault here. What it goes by
is the record alone, as dispatches to the umpire: which ships there are, where each was put, which were sunk or
left the board. Three things are told of where an enemy is without a fight: what a call finds (Steps 3 and 4),
that Japanese ships stand on Midway (Appendix, Midway 7), and whom B-17s find in their zone (Appendix,
Miscellaneous 3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from umpire.table.script import Reanswered, Record

JSON = Any
Places = Mapping[str, str]
"""Ships afloat on the search board, and the zone of each."""

RANK = {"BB": 0, "CV": 1, "CVL": 2, "CA": 3, "CL": 4}
"""The order in which the types found in a zone are named."""
WHO = {"us": "US", "japan": "Japanese"}


def again(told: Record) -> list[Reanswered]:
    """Every search on a record, in its order."""
    reader = _Reader()
    for n, each in told:
        reader.read(n, each.dispatch.kind, each.dispatch.facts)
    return reader.worth_telling()


def called(order_of_battle: Mapping[str, JSON], at: Places, by: str, area: str, counts: bool) -> list[JSON]:
    """What the other side has to say to a call of an area: each zone with ships in it, and their types there.

    Neither names nor, unless that is agreed, numbers; a type stands once for however many.
    """
    there: dict[str, list[str]] = {}
    for ship, zone in at.items():
        printed = order_of_battle[ship]
        if printed["side"] != by and zone.rsplit("-", 1)[0] == area:
            there.setdefault(zone, []).append(printed["type"])
    said = []
    for zone in sorted(there):
        types = sorted(set(there[zone]), key=lambda kind: RANK[kind])
        numbers = {"counts": {kind: there[zone].count(kind) for kind in types}} if counts else {}
        said.append({"zone": zone, "types": types, **numbers})
    return said


class _Reader:
    """The umpire's own pencil: he goes down the record, moves his counters, and answers for himself."""

    def __init__(self) -> None:
        self.made: list[Reanswered] = []
        self._seen: list[tuple[str, JSON, Places]] = []
        """Of each search of `made` its kind, its facts, and where ships were."""
        self._ships: Mapping[str, JSON] = {}
        self._at: dict[str, str] = {}
        self._put: dict[str, int] = {}
        """How many searches had been made when a ship was last put where she is."""
        self._counts = False
        self._midway = ""
        self._turn = ""
        self._watched = False

    def read(self, n: int, kind: str, facts: Mapping[str, JSON]) -> None:
        """One dispatch of the record, which came after entry `n`."""
        if kind in ("kit", "cells"):
            self._midway = facts["cells"].get("board/midway", self._midway)
        elif kind == "opened":
            self._ships, self._counts = facts["ships"], bool(facts["settings"].get("counts"))
        elif kind == "turn":
            self._turn, self._watched = f"turn {facts['n']}", False
        elif kind == "ships":
            self._move(facts["at"], facts.get("left", ()))
        elif kind == "sunk":
            self._at.pop(facts["ship"], None)
        elif kind == "set-right":
            self._set_right(facts["fact"], facts["value"])
        elif kind == "on-midway" and facts["side"] == "japan":
            self._watched = True
        elif kind == "step" and facts["name"] == "readying":
            self._watch(n)
        elif kind == "answer":
            self._note(n, f"the {WHO[facts['by']]} call of {facts['area']}", kind, facts, facts["found"])
        elif kind == "b17":
            self._note(n, f"what B-17s found in {facts['zone']}", kind, facts, sorted(facts["ships"]))

    def _move(self, at: Places, left: Sequence[str]) -> None:
        for ship, zone in at.items():
            self._at[ship] = zone
            self._put[ship] = len(self.made)
        for ship in left:
            self._at.pop(ship, None)

    def worth_telling(self) -> list[Reanswered]:
        """All but the watchers' silence where it was right to be silent."""
        seen = zip(self.made, self._seen, strict=True)
        return [each for each, (kind, *_) in seen if kind != "watch" or each.said or each.corrected or not each.true]

    def _watch(self, n: int) -> None:
        """Movement is over: Midway's own watchers have said, or not, that Japanese ships stand there."""
        self._note(n, "the word of Midway’s watchers", "watch", {}, self._watched)

    def _note(self, n: int, what: str, kind: str, facts: JSON, said: JSON) -> None:
        at = dict(self._at)
        self.made.append(Reanswered(n, self._turn, what, said, self._answer(kind, facts, at)))
        self._seen.append((kind, facts, at))

    def _answer(self, kind: str, facts: JSON, at: Places) -> JSON:
        if kind == "answer":
            return called(self._ships, at, facts["by"], facts["area"], self._counts)
        zone = facts.get("zone", self._midway)
        japanese = sorted(ship for ship, place in at.items() if place == zone and self._ships[ship]["side"] == "japan")
        return japanese if kind == "b17" else bool(japanese)

    def _set_right(self, fact: str, value: JSON) -> None:
        """A record set right: what was answered since the ship was put there is marked, where it would be another."""
        kind, _, name = fact.partition("/")
        if kind == "turn":
            self._turn = f"turn {value}"
        if fact == "kit/board/midway":
            self._midway = value
        if kind != "zone":
            return
        for i in range(self._put.get(name, 0), len(self.made)):
            what, facts, at = self._seen[i]
            if name in at and self._answer(what, facts, {**at, name: value}) != self.made[i].said:
                self.made[i] = replace(self.made[i], corrected=True)
        self._at[name], self._put[name] = value, len(self.made)
