"""Midway Airfield Damage, and the field's end once Japanese troops have landed."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.victory_at_midway import counters
from umpire.games.victory_at_midway.battle_plot import FULL, GONE, REDUCED
from umpire.games.victory_at_midway.plot import DESTROYED, NOT_READY, NOT_READY_2, READY, SHUT, VictoryPlot
from umpire.games.victory_at_midway.terms import HEAVY, JAPAN, MIDWAY, PLANE_POINTS, US
from umpire.table.asks import Ask, Refusal
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any


@dataclass(frozen=True)
class FieldLoss(Ask):
    """Which air units on Midway's field are lost to the hits on its Marines; asked even with nothing to choose.

    The value is a list of units, as many as there were hits or all that stand there.
    """

    kind = "field"
    rule = "Midway Airfield Damage"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}

    @property
    def due(self) -> int:
        """How many are lost."""
        return min(int(self.facts["hits"]), len(self.facts["units"]))

    def check(self, value: JSON) -> None:
        for unit in value:
            if unit not in self.facts["units"]:
                raise Refusal(f"{unit[:12]} is not on the field.", self.rule)
        if len(value) != self.due:
            raise Refusal(
                f"{counted(self.due, 'unit')} on the field {'is' if self.due == 1 else 'are'} lost.", self.rule
            )

    def draft(self) -> JSON:
        """The least of them: reduced before whole, not ready before ready, the B-17s last of all."""
        units = self.facts["units"]

        def worth(unit: str) -> tuple[bool, bool, bool]:
            return (HEAVY in unit, REDUCED not in units[unit], not units[unit].startswith("not"))

        return sorted(units, key=worth)[: self.due]

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``unit`` marks one; where all due are marked, the one marked first is spared for it."""
        if op != "unit" or arg not in self.facts["units"]:
            return super().edit(draft, op, arg, fields)
        if arg in draft:
            return [unit for unit in draft if unit != arg]
        return [*draft, arg][-self.due :] if self.due else []

    def sample(self, rng: random.Random) -> JSON:
        return rng.sample(list(self.facts["units"]), self.due)


def ask_field(g: Play, name: Callable[[str], str], hits: int) -> FieldLoss:
    plot: VictoryPlot = g.plot(US)
    units = plot.on(MIDWAY, READY, NOT_READY, NOT_READY_2)
    shown = {
        unit: f"{plot.air[unit]['box']}{', reduced' if plot.air[unit]['state'] == REDUCED else ''}" for unit in units
    }
    return FieldLoss(name("field"), {"units": shown, "hits": hits})


def field_loss(g: Play, name: Callable[[str], str], hits: Mapping[str, int], before: Mapping[str, str]) -> Steps[None]:
    """Every hit on a Marine unit costs the field room for one, one air unit standing there, and one search.

    Hits on units that were reduced already count too, where that is so agreed. A field that is shut has nothing
    left to lose, but the searches Midway may make once the Japanese are driven off are fewer all the same.
    """
    if not g.settings.get("repeated", True):
        hits = {unit: min(n, 1) for unit, n in hits.items() if before[unit] == FULL}
    total = sum(hits.values())
    if not total:
        return
    lost: list[str] = []
    if g.truth.field != SHUT:
        lost = yield from g.ask(US, lambda: ask_field(g, name, total))
    _destroy(g, lost, "Midway Airfield Damage")
    g.tell(g.all, "field", "Midway Airfield Damage", hits=total, lost=len(lost))


def _destroy(g: Play, units: list[str], rule: str) -> None:
    """Air units on the field destroyed: half a point a step."""
    own: VictoryPlot = g.plot(US)
    halves = 0
    for unit in units:
        u = own.air[unit]
        halves += (1 if u["state"] == REDUCED else counters.air_steps(g.truth, u)) * PLANE_POINTS
    if units:
        gone = {unit: {**own.air[unit], "state": GONE, "box": DESTROYED, "on": ""} for unit in units}
        g.tell(US, "air", rule, units=gone)
        g.tell(g.all, "scored", "Victory Points", to=JAPAN, halves=halves, of="", why="aircraft on Midway")


def shut_down(g: Play) -> None:
    """Airfield Shut Down: at the end of the turn of the first landing, for good, and all that stands there is lost."""
    if g.truth.field == SHUT or not g.truth.landed:
        return
    units = g.truth.on(MIDWAY)
    _destroy(g, units, "Airfield Shut Down")
    g.tell(g.all, "field-shut", "Airfield Shut Down", lost=len(units))
