"""Midway Reduction (Tournament Game): raids on the island, and battleships that stand off it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.midway.battle import name_of
from umpire.games.midway.plot import STATES, MidwayPlot
from umpire.games.midway.results import below, column, reduced
from umpire.games.midway.terms import BOMBERS, JAPAN, MIDWAY, TYPES, US, squadrons
from umpire.table.asks import Ask, Die, Refusal
from umpire.table.charts import Cell, Field
from umpire.table.script import Play, Steps
from umpire.table.words import copy, whole

JSON = Any
Counts = dict[str, int]

_N = {"type": "integer", "minimum": 0, "maximum": 500}
REDUCTION: Mapping[str, tuple[int, ...]] = {
    "1-3": (1, 2, 3, 3, 4, 5),
    "1-2": (1, 3, 5, 5, 7, 10),
    "1-1": (6, 8, 10, 10, 12, 15),
    "2-1": (10, 13, 15, 17, 20, 20),
    "3-1": (15, 17, 20, 20, 20, 20),
}
"""By odds and die: fortification lost, and squadrons destroyed on the ground (Midway Reduction Table)."""


def reduction_column(odds: str) -> str | None:
    """The column a raid is read on, the last for all odds above it; none below the first: no effect (R10)."""
    return None if below(odds, list(REDUCTION)) else column(odds, list(REDUCTION))


@dataclass(frozen=True)
class Aim(Ask):
    """Raiders of Midway that find US ships there: so many at the island, the rest at the ships (Midway 3).

    The value is ``{"D": squadrons, "T": squadrons}`` that bomb the island.
    """

    kind = "aim"
    rule = "Appendix, Midway 3"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "required": list(BOMBERS),
        "properties": dict.fromkeys(BOMBERS, _N),
        "additionalProperties": False,
    }

    def check(self, value: JSON) -> None:
        for kind in BOMBERS:
            if value[kind] > self.facts["planes"][kind]:
                raise Refusal(f"You brought {kind} {self.facts['planes'][kind]}.", self.rule)

    def sample(self, rng: random.Random) -> JSON:
        return {kind: rng.choice([0, n, rng.randint(0, n)]) for kind, n in self.facts["planes"].items()}

    def draft(self) -> JSON:
        return dict(self.facts["planes"])

    def ships(self, draft: JSON) -> Counts:
        """What is left for the ships."""
        return {kind: self.facts["planes"][kind] - draft[kind] for kind in BOMBERS}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``all`` with ``island`` or ``ships``; ``count`` with ``D:6`` sends six at the island."""
        if op == "all" and arg in ("island", "ships"):
            return self.draft() if arg == "island" else dict.fromkeys(BOMBERS, 0)
        kind, _, number = arg.partition(":")
        n = whole(number)
        if op != "count" or kind not in BOMBERS or n is None:
            return super().edit(draft, op, arg, fields)
        made = {**draft, kind: n}
        self.check(made)
        return made


@dataclass(frozen=True)
class Ground(Ask):
    """Which squadrons on Midway's field are destroyed; asked whether there are any or not (R6).

    The value is ``{"D": n, "T": n, "F": n}``, as many together as the table calls for and the field holds;
    of a kind the least ready go first.
    """

    kind = "ground"
    rule = "Midway Reduction 4"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "properties": dict.fromkeys(TYPES, _N),
        "additionalProperties": False,
    }

    @property
    def aboard(self) -> Counts:
        """Squadrons on the field by kind."""
        return {kind: sum(states.values()) for kind, states in self.facts["field"].items()}

    @property
    def due(self) -> int:
        """How many of them are destroyed."""
        return min(int(self.facts["called_for"]), sum(self.aboard.values()))

    def check(self, value: JSON) -> None:
        for kind, n in value.items():
            if n > self.aboard[kind]:
                raise Refusal(f"There are {kind} {self.aboard[kind]} on the field.", self.rule)
        if sum(value.values()) != self.due:
            raise Refusal(f"{self.due} on the field are destroyed; you have chosen {sum(value.values())}.", self.rule)

    def sample(self, rng: random.Random) -> JSON:
        return self.draft()

    def draft(self) -> JSON:
        """A proposal: the least ready first, whatever they are."""
        left, made = self.due, dict.fromkeys(TYPES, 0)
        for state in STATES:
            for kind in TYPES:
                gone = min(left, self.facts["field"][kind][state])
                made[kind] += gone
                left -= gone
        return made

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``count`` with ``D:3``."""
        kind, _, number = arg.partition(":")
        n = whole(number)
        if op != "count" or kind not in TYPES or n is None or n > self.aboard[kind]:
            return super().edit(draft, op, arg, fields)
        return {**draft, kind: n}


def can_be_raided(plot: MidwayPlot, zone: str) -> bool:
    """Whether an attack on a zone is one on the island: it is Midway's, and there is something left to reduce."""
    return bool(plot.fortification and not plot.captured and zone == plot.kit["board/midway"])


def ask_aim(g: Play) -> Aim:
    battle = g.truth.battle
    facts = {"zone": battle["zone"], "planes": {kind: battle["planes"][kind] for kind in BOMBERS}}
    return Aim(name_of(g, "aim", battle["by"]), facts)


def ask_ground(g: Play) -> Ground:
    plot: MidwayPlot = g.plot(US)
    field = plot.planes[MIDWAY]
    return Ground(name_of(g, "ground", US), {"called_for": plot.battle["bombed"]["called_for"], "field": field})


def aim(g: Play) -> Steps[None]:
    """A raid that finds US ships at Midway is told of them, and goes for the island, the ships or both.

    Fighters alone are no raid, and are told nothing.
    """
    there = g.truth.in_zone(US, g.truth.battle["zone"])
    planes = {kind: g.truth.battle["planes"][kind] for kind in BOMBERS}
    if there and any(planes.values()):
        g.tell(g.all, "on-midway", "Appendix, Midway 3", side=US)
        planes = yield from g.ask(g.truth.battle["by"], lambda: ask_aim(g))
    sent = {kind: g.truth.battle["planes"][kind] for kind in BOMBERS}
    g.tell(
        g.all,
        "aimed",
        "Appendix, Midway 3",
        island={kind: planes[kind] for kind in BOMBERS},
        ships={kind: sent[kind] - planes[kind] for kind in BOMBERS},
    )


def bombing(g: Play) -> Steps[None]:
    """Midway Reduction 2 to 5: one roll for all that bomb the island; then fighters left over meet them."""
    raiders = sum(g.truth.battle["island"].values())
    if not raiders:
        return
    yield from _bombs(g, raiders)
    if g.truth.battle["bombed"]["called_for"]:
        lost = yield from g.ask(US, lambda: ask_ground(g))
        g.tell(US, "ground", "Midway Reduction 4", lost=lost)
        g.tell(US, "planes", "Midway Reduction 4", planes={MIDWAY: _bombed(g.truth.planes[MIDWAY], lost)})
    met = min(raiders, g.truth.battle["screen"] - sum(g.truth.battle.get("fighting", {}).values()))
    if met > 0:
        g.tell(g.all, "met", "Appendix, Midway 5", n=met)


def _bombs(g: Play, raiders: int) -> Steps[None]:
    raw, odds = [raiders, g.truth.fortification], reduced(raiders, g.truth.fortification)
    at, die, called_for = reduction_column(odds), None, 0
    if at is not None:
        dice = [Die("Bombs on Midway", f"{raw[0]} to {raw[1]}, {at}")]
        (die,) = yield from g.roll(name_of(g, "bombs"), f"Raid on {MIDWAY}", dice, "Midway Reduction 4")
        said = yield from g.resolved(
            name_of(g, "bombs-by-hand"),
            lambda: {"bombs": REDUCTION[at][die - 1]},
            lambda: [Cell("bombs", "Midway Reduction Table", (Field("", "", 0, 20),))],
        )
        called_for = said["bombs"]
    took = min(called_for, g.truth.fortification)
    g.tell(
        g.all,
        "bombed",
        "Midway Reduction 4",
        raw=raw,
        odds=odds,
        column=at,
        die=die,
        called_for=called_for,
        took=took,
        fortification=g.truth.fortification - took,
    )


def _bombed(field: JSON, lost: Counts) -> JSON:
    """The field's planes once so many of each kind are gone, the least ready first."""
    made = copy(field)
    for kind, n in lost.items():
        for state in STATES:
            gone = min(n, made[kind][state])
            made[kind][state] -= gone
            n -= gone
    return made


def bombardment(g: Play) -> None:
    """A turn in which a Japanese battleship stands on Midway costs a point, however many stand there (6)."""
    truth = g.truth
    there = truth.in_zone(JAPAN, truth.kit["board/midway"])
    if truth.fortification and not truth.captured and any(truth.ships[ship]["type"] == "BB" for ship in there):
        g.tell(g.all, "fortification", "Midway Reduction 6", value=truth.fortification - 1)


def field_words(field: JSON) -> str:
    """What stands on the field, by kind."""
    return squadrons({kind: sum(states.values()) for kind, states in field.items()})
