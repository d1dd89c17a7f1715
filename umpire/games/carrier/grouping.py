"""US task forces: what may be one (5.0, 21.0), and the ask that forms them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.carrier import roster
from umpire.games.carrier.asks import Titled
from umpire.games.carrier.terms import TRANSPORTS
from umpire.table.words import counted, listed

JSON = Any

NAMES = ("TF 16", "TF 17", "TF 18", "TF 61", "TF 64", "TG 17.2", "TG 62.4", "TG 67.4")
"""The US task force counters."""
LEAST, CARRIERS, ESCORTS = 4, 2, 6
"""The fewest ships of a task force, the most carriers, and the fewest DDs for each."""

# What may be a task force (5.0), as pure functions.


def _types(ships: Sequence[str]) -> list[str]:
    return [roster.ships()[ship]["type"] for ship in ships]


def task_force_faults(ships: Sequence[str]) -> list[str]:
    """What forbids a task force of these US ships, by their names, in the player’s words; nothing if it may be."""
    types = _types(ships)
    carriers, destroyers = types.count("CV"), types.count("DD")
    faults = []
    if len(types) < LEAST:
        faults.append(f"a task force has at least {LEAST} ships, not {len(types)}")
    if carriers > CARRIERS:
        faults.append(f"at most {CARRIERS} carriers, not {carriers}")
    if destroyers < ESCORTS * carriers:
        due = ESCORTS * carriers
        faults.append(f"{counted(carriers, 'carrier')} must have at least {due} DDs, not {destroyers}")
    if carriers and any(type in TRANSPORTS for type in types):
        faults.append("a carrier task force has no transports")
    return faults


# Forming them.


def proposed(ships: Sequence[str]) -> dict[str, str]:
    """Task forces to open on: one for each carrier with its share of the escorts, transports with theirs."""
    types = dict(zip(ships, _types(ships), strict=True))
    carriers = [ship for ship in ships if types[ship] == "CV"]
    transports = [ship for ship in ships if types[ship] in TRANSPORTS]
    made = {ship: NAMES[n] for n, ship in enumerate(carriers)}
    with_transports = NAMES[len(carriers)] if transports else ""
    made |= dict.fromkeys(transports, with_transports)
    homes = [NAMES[n] for n in range(len(carriers))]
    for type in ("DD", "CLAA", "CL", "CA", "BB"):
        for n, ship in enumerate(ship for ship in ships if types[ship] == type):
            spare = with_transports and (type != "DD" or n >= ESCORTS * len(carriers))
            at = [*homes, with_transports] if spare else homes
            made[ship] = at[n % len(at)] if at else NAMES[0]
    return made


@dataclass(frozen=True)
class Group(Titled):
    """Every ship into a task force. The answer is ``{ship: task force}``; `preset` is what the page opens on.

    `ships` are ``{"id", "type", "words"}``; `names` the counters there are.
    """

    kind = "group"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "object", "additionalProperties": {"enum": list(NAMES)}}

    @property
    def ids(self) -> list[str]:
        return [ship["id"] for ship in self.facts["ships"]]

    def formed(self, where: Mapping[str, str]) -> dict[str, list[str]]:
        """Ships by task force, in the order of the counters; empty ones are left out."""
        made = {name: [ship for ship in self.ids if where.get(ship) == name] for name in NAMES}
        return {name: ships for name, ships in made.items() if ships}

    def faults(self, where: Mapping[str, str]) -> list[str]:
        """What is still wrong, in words."""
        formed = self.formed(where)
        wrong = [f"{name}: {fault}." for name, ships in formed.items() for fault in task_force_faults(ships)]
        out = [ship for ship in self.ids if ship not in where]
        return [*wrong, *([f"{listed(out)}: in no task force."] if out else [])]

    def check(self, value: JSON) -> None:
        unknown = [ship for ship in value if ship not in self.ids]
        if unknown:
            raise self.refuse(f"“{unknown[0][:30]}” is not among your ships.")
        if wrong := self.faults(value):
            raise self.refuse(" ".join(wrong))

    def sample(self, rng: random.Random) -> JSON:
        return dict(self.facts["preset"])

    def draft(self) -> JSON:
        return {"in": dict(self.facts["preset"]), "one": NAMES[0]}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``one`` takes a task force up; ``ship`` puts a ship into it."""
        if op == "one" and arg in NAMES:
            return {**draft, "one": arg}
        if op != "ship" or arg not in self.ids:
            return super().edit(draft, op, arg, fields)
        return {**draft, "in": {**draft["in"], arg: draft["one"]}}

    def value(self, draft: JSON) -> JSON:
        return dict(draft["in"])
