"""B-17s from Midway (Appendix, Miscellaneous 3): one zone, the ships there named, one of them bombed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.midway import kit as kits
from umpire.games.midway.hits import marking
from umpire.games.midway.terms import JAPAN, US
from umpire.table.asks import Ask, Die, Refusal
from umpire.table.charts import Cell
from umpire.table.script import Play, Steps

JSON = Any
RULE = "Appendix, Miscellaneous 3"


@dataclass(frozen=True)
class Target(Ask):
    """The one ship of the zone that the B-17s attack. The value is her name."""

    kind = "b17-target"
    rule = RULE
    schema: ClassVar[Mapping[str, JSON]] = {"type": "string"}

    def check(self, value: JSON) -> None:
        if value not in self.facts["ships"]:
            raise Refusal(f"No ship {value[:30]} was found there.", self.rule)

    def sample(self, rng: random.Random) -> JSON:
        return rng.choice(self.facts["ships"])

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``ship`` names her."""
        if op == "ship" and arg in self.facts["ships"]:
            return arg
        return super().edit(draft, op, arg, fields)

    def value(self, draft: JSON) -> JSON:
        if draft is None:
            raise Refusal("Choose one ship.", self.rule)
        return draft


def _name(g: Play, part: str) -> str:
    return f"t{g.truth.played}/b17/{part}"


def ask_target(g: Play) -> Target:
    found = g.truth.b17
    return Target(_name(g, f"target/{US}"), {"zone": found["zone"], "ships": found["ships"]})


def b17_attack(g: Play) -> Steps[None]:
    """The ships of the zone are named; one is chosen; one die."""
    if not g.truth.b17:
        return
    zone = g.truth.b17["zone"]
    g.tell(g.all, "b17", RULE, zone=zone, ships=g.truth.in_zone(JAPAN, zone))
    ships = g.truth.b17["ships"]
    if not ships:
        return
    ship = ships[0] if len(ships) == 1 else (yield from g.ask(US, lambda: ask_target(g)))
    g.tell(g.all, "b17-target", RULE, ship=ship)
    (die,) = yield from g.roll(_name(g, "die"), f"B-17s over {zone}", [Die(f"B-17s on {ship}")], RULE)
    yield from g.cells(_name(g, "chart"), "B-17 table", [f"b17/{die}"], RULE)
    said = yield from g.resolved(
        _name(g, "by-hand"),
        lambda: {"hits": g.truth.kit[f"b17/{die}"]},
        lambda: [Cell("hits", "B-17 table", kits.HITS)],
    )
    g.tell(g.all, "b17-result", RULE, ship=ship, die=die, hits=said["hits"])
    yield from marking(g, _name(g, ""), {ship: said["hits"]})
