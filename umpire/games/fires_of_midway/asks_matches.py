"""The board as it is held, once a turn: its numbers, the CAP in their slots, which side up markers lie.

As all asks of this game it is put to TABLE; see `asks` for the facts that each has.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.fires_of_midway.asks import NUMBER, Titled
from umpire.games.fires_of_midway.ship import FULL, SIDES, SMOKE, Ship
from umpire.games.fires_of_midway.terms import NAMES
from umpire.table.words import listed, whole

JSON = Any
NONE_UP = ""
CYCLE = {NONE_UP: FULL, FULL: SMOKE, SMOKE: NONE_UP}
"""What a tap on a CAP slot makes of it."""


@dataclass(frozen=True)
class Matches(Titled):
    """The board as it is held, to be looked at once a turn: as it lies on the table, or set right on the record.

    Facts: ``ships`` (as `Ship.as_facts`, those in play), ``vp``, ``graves`` (by side). Answer: what stands otherwise, by
    its path: ``{"ships/Akagi/fire": 2, "ships/Akagi/caps": ["full"], "ships/Kaga/spotted": true, "vp/us": 4}``; ``{}``
    for “It matches”. Ops: ``plus`` and ``minus`` with the path of a number; ``cap`` with ``Midway:1``, her second slot:
    none, full, smoke by turns; ``spotted`` with a carrier turns her marker over.
    """

    kind = "matches"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "additionalProperties": {
            "anyOf": [
                NUMBER,
                {"type": "boolean"},
                {"type": "array", "items": {"enum": [FULL, SMOKE]}, "maxItems": 2},
            ]
        },
    }
    COUNTS: ClassVar[Mapping[str, tuple[int, int]]] = {
        "at": (1, 6),
        "fire": (0, 20),
        "inferno": (0, 20),
        "flooding": (0, 20),
        "listing": (0, 20),
    }

    def ship(self, name: str) -> Ship:
        """A ship of the board; raises `Refusal`."""
        found = next((each for each in self.facts["ships"] if each["name"] == name), None)
        if found is None:
            raise self.refuse("That is not on the board.")
        return Ship.read(found)

    def numbers(self) -> dict[str, int]:
        """Every number of the board by its path, as it is held."""
        made = {f"ships/{s['name']}/{part}": s[part] for s in self.facts["ships"] for part in self.COUNTS}
        made |= {f"vp/{side}": self.facts["vp"][side] for side in SIDES}
        return made | {f"graves/{side}": self.facts["graves"][side] for side in SIDES}

    def held(self) -> dict[str, JSON]:
        """All that may be set right here by its path, as it is held; the island’s marker has no Hidden side."""
        made: dict[str, JSON] = self.numbers()
        for each in self.facts["ships"]:
            made[caps_of(each["name"])] = list(each["caps"])
            if not Ship.read(each).island:
                made[spotted_of(each["name"])] = each["spotted"]
        return made

    def bounds(self, path: str) -> tuple[int, int]:
        """From what to what a number may go; a structure counter stays on the side of the card that is up."""
        root, name, *rest = path.split("/")
        if root != "ships":
            return (0, 99)
        if rest == ["at"]:
            return (4, 6) if self.ship(name).damaged else (1, 3)
        return self.COUNTS[rest[0]]

    def slots(self, draft: JSON, name: str) -> list[str]:
        """What is in each of a ship’s CAP slots, as the draft has it: the side its card lies on, or nothing."""
        ship, path = self.ship(name), caps_of(name)
        up = list(draft["changed"].get(path, ship.caps))
        return (up + [NONE_UP] * ship.slots)[: ship.slots]

    def check(self, value: JSON) -> None:
        held = self.held()
        for path, one in value.items():
            if path not in held:
                raise self.refuse("That is not on the board.")
            if type(one) is not type(held[path]):
                raise self.refuse(f"{label_of(path)}: {shown(one)} cannot be.")
            if isinstance(one, list) and len(one) > self.ship(path.split("/")[1]).slots:
                raise self.refuse("She has no such CAP slot.")
            if path in self.numbers():
                self._check_number(path, one)

    def _check_number(self, path: str, n: int) -> None:
        low, high = self.bounds(path)
        if not low <= n <= high:
            raise self.refuse(f"That can only be {low} to {high}.")

    def sample(self, rng: random.Random) -> JSON:
        if rng.random() < 0.9:
            return {}
        path = rng.choice(sorted(path for path in self.held() if path.startswith("ships/")))
        held = self.held()[path]
        if isinstance(held, bool):
            return {path: rng.random() < 0.5}
        if isinstance(held, list):
            return {path: rng.choices([FULL, SMOKE], k=rng.randint(0, self.ship(path.split("/")[1]).slots))}
        return {path: rng.randint(*self.bounds(path))}

    def changes(self, draft: JSON) -> list[tuple[str, str, str]]:
        """What stands otherwise so far, in words: what it is, as it was held, as it is set."""
        held = self.held()
        return [(label_of(path), shown(held[path]), shown(one)) for path, one in sorted(draft["changed"].items())]

    def draft(self) -> JSON:
        return {"changed": {}}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op == "cap":
            name, _, place = arg.partition(":")
            slots, n = self.slots(draft, name), whole(place)
            if n is None or n >= len(slots):
                raise self.refuse("She has no such CAP slot.")
            slots[n] = CYCLE[slots[n]]
            return self._with(draft, caps_of(name), slots)
        path = spotted_of(arg) if op == "spotted" else arg
        held = self.held()
        if op not in ("plus", "minus", "spotted") or path not in (held if op == "spotted" else self.numbers()):
            return super().edit(draft, op, arg, fields)
        now = draft["changed"].get(path, held[path])
        if op == "spotted":
            return self._with(draft, path, not now)
        n = now + (1 if op == "plus" else -1)
        self._check_number(path, n)
        return self._with(draft, path, n)

    def _with(self, draft: JSON, path: str, one: JSON) -> JSON:
        """The draft with something standing otherwise, or with it as it is held again."""
        rest = {each: was for each, was in draft["changed"].items() if each != path}
        return {"changed": rest if _settled(one) == self.held()[path] else {**rest, path: one}}

    def value(self, draft: JSON) -> JSON:
        return {path: _settled(one) for path, one in draft["changed"].items()}


def caps_of(name: str) -> str:
    """The path of a ship’s CAP."""
    return f"ships/{name}/caps"


def spotted_of(name: str) -> str:
    """The path of which side up a carrier’s marker lies."""
    return f"ships/{name}/spotted"


def _settled(one: JSON) -> JSON:
    """A leaf as it is answered: of CAP slots those that are taken."""
    return [each for each in one if each] if isinstance(one, list) else one


def label_of(path: str) -> str:
    """What a leaf of the board is called: ``Akagi, fire``; ``US, VP``."""
    root, name, *part = path.split("/")
    if root != "ships":
        return f"{NAMES[name]}, {'VP' if root == 'vp' else 'Watery Grave'}"
    return f"{name}, {_LEAVES.get(part[0], part[0])}"


_LEAVES = {"at": "structure counter", "caps": "CAP", "spotted": "Spotted"}


def shown(one: JSON) -> str:
    """A leaf of the board in words: ``2``, ``yes``, ``full and smoke``."""
    if isinstance(one, bool):
        return "yes" if one else "no"
    return listed(_settled(one)) or "none" if isinstance(one, list) else str(one)
