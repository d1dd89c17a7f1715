"""Detachment as it is asked: with the moves of a segment or on its deck sheet, and then which ships (5.0)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from umpire.games.carrier import detachment
from umpire.games.carrier.asks import Pick, Places, option, titled
from umpire.games.carrier.grouping import LEAST
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import moment
from umpire.games.carrier.terms import US
from umpire.table.script import Play, Steps

JSON = Any

DETACH = "detach"
OFFERED = "memory/detach"
"""The segment in which the deck sheet has offered detachment, as `moment` names it."""


def able(plot: CarrierPlot) -> list[str]:
    """Task forces that may detach ships now: in any US segment (5.0), in Scenario 2 too, which takes nothing of that away."""
    if not detachment.counters_left(plot):
        return []
    return [group for group in plot.task_forces() if _some(detachment.types_of(plot, group), group)]


def _some(types: Mapping[str, str], group: str) -> list[str]:
    """A few ships that may go, carriers only where nobody else may; empty where none may."""
    if len(types) < 2 * LEAST:
        return []
    kinds = [[ship for ship in types if types[ship] in kind] for kind in (("CV",), ("AP",), ("DD",))]
    kinds.append([ship for ship in types if not any(ship in kind for kind in kinds)])
    for counts in product(*(range(len(kind) + 1) for kind in kinds)):
        ships = [ship for kind, n in zip(kinds, counts, strict=True) for ship in kind[:n]]
        if len(ships) >= LEAST and not detachment.fault(types, ships, group, ""):
            return ships
    return []


@dataclass(frozen=True)
class Sail(Places):
    """Which task forces move, and where; or before any does ``{"detach": task force}``, one of those in `detach`."""

    def check(self, value: JSON) -> None:
        if DETACH not in value:
            super().check(value)
        elif len(value) > 1 or value[DETACH] not in self.facts[DETACH]:
            raise self.refuse("That task force has no ships to detach.")

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``detach`` with a task force, locked in the same tap; else as `Places`."""
        if op == DETACH and arg in self.facts[DETACH]:
            return {**draft, DETACH: arg}
        return super().edit({key: draft[key] for key in ("to", "one")}, op, arg, fields)

    def value(self, draft: JSON) -> JSON:
        return {DETACH: draft[DETACH]} if draft.get(DETACH) else super().value(draft)


@dataclass(frozen=True)
class Ships(Pick):
    """The ships that become a task force of their own; none for nobody. `types` are those of all there are."""

    def check(self, value: JSON) -> None:
        super().check(value)
        if why := self._fault(value):
            raise self.refuse(why)

    def _fault(self, ships: Sequence[str]) -> str:
        return detachment.fault(self.facts["types"], ships, self.facts["of"], self.facts["as"]) if ships else ""

    def sample(self, rng: random.Random) -> JSON:
        made = super().sample(rng)
        return _some(self.facts["types"], self.facts["of"]) if self._fault(made) else made


def detach_ships(g: Play, group: str, nth: int | str) -> Steps[None]:
    """A task force detaches ships as a new one under the first counter that is free; nobody, where it no longer may."""
    if group not in able(g.truth):
        return
    ships = yield from g.ask(US, lambda: ask_ships(g, group, nth))
    if ships:
        detachment.detach(g, group, detachment.counters_left(g.truth)[0], ships)


def ask_ships(g: Play, group: str, nth: int | str) -> Ships:
    plot: CarrierPlot = g.truth
    types, new = detachment.types_of(plot, group), detachment.counters_left(plot)[0]
    words = f"They become {new}, in {plot.groups[group]['hex']}. Tap none to let them all stay."
    facts = titled(
        f"Ships out of {group}",
        words,
        detachment.RULE,
        options=[option(ship, f"{types[ship]} {ship}") for ship in types],
        least=0,
        most=len(types) - LEAST,
        preset=[],
        types=types,
        of=group,
        lock="Detach",
        **{"as": new},
    )
    return Ships(f"{moment(g)}/us/detach/{group.replace(' ', '')}/{nth}", facts)
