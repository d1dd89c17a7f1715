"""Steps 3 and 4: areas called one at a time, each answered before the next."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import ENEMY, SEARCH_REACH, SHIP_TYPES, US
from umpire.table.asks import Ask, Refusal
from umpire.table.board import NOWHERE, ZoneBoard, area_of
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any


@dataclass(frozen=True)
class Call(Ask):
    """An area called, or none: no more calls this turn. ``{"last": area}`` calls it and no more."""

    kind = "call"
    rule = "Steps 3 and 4"
    schema: ClassVar[Mapping[str, JSON]] = {
        "oneOf": [
            {"type": ["string", "null"]},
            {
                "type": "object",
                "required": ["last"],
                "properties": {"last": {"type": "string"}},
                "additionalProperties": False,
            },
        ]
    }
    board: ZoneBoard = NOWHERE

    def check(self, value: JSON) -> None:
        area = value["last"] if isinstance(value, dict) else value
        if area is not None:
            self.may(area)

    def may(self, area: str) -> None:
        """Raises `Refusal` when the area cannot be called now; all from what the caller knows."""
        if area not in self.board.areas:
            raise Refusal(f"There is no area {area[:12]} on this board.", self.rule)
        if area in self.facts["called"]:
            raise Refusal(f"You have called {area} this turn already.", self.rule)
        if area in self.facts["own"]:
            return
        if self.facts["night"]:
            raise Refusal("No planes search at night: call only areas where you have a ship.", "Night Movement")
        if not self.facts["left"]:
            raise Refusal(
                f"All your {counted(self.facts['quota'], 'air call')} of this turn are made; "
                "you may still call areas where you have a ship.",
                self.rule,
            )
        if self.facts["reach"] is not None and not self.in_reach(area):
            raise Refusal(
                f"{area} lies more than {SEARCH_REACH} zones from every ship of yours, too far for your search planes.",
                self.rule,
            )

    def in_reach(self, area: str) -> bool:
        """Whether any zone of the area lies within reach of one of the caller's ships (R1)."""
        return any(self.board.distance_to_area(zone, area) <= self.facts["reach"] for zone in self.facts["ships"])

    def open_areas(self) -> list[str]:
        """What may be called now, in board order."""

        def may(area: str) -> bool:
            try:
                self.may(area)
            except Refusal:
                return False
            return True

        return [area for area in self.board.areas if may(area)]

    def next_own(self) -> str | None:
        """The first own area not yet called, in board order."""
        return next((a for a in self.board.areas if a in self.facts["own"] and a not in self.facts["called"]), None)

    def sample(self, rng: random.Random) -> JSON:
        areas = self.open_areas()
        if not areas or rng.random() < 0.15:
            return None
        return {"last": rng.choice(areas)} if rng.random() < 0.1 else rng.choice(areas)

    def draft(self) -> JSON:
        return {"area": None}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``area`` picks one; ``own`` the next own area; ``letter`` and ``digit`` spell one; ``last``; ``done``."""
        if op == "area":
            return {"area": self.board.read_area(arg)}
        if op == "own":
            area = self.next_own()
            if area is None:
                raise Refusal("Every area where you have a ship is called.", self.rule)
            return {"area": area}
        if op == "letter" and arg in "ABCDEFGHIJKLMNOPQRST"[: self.board.columns] and len(arg) == 1:
            return {"area": None, "letter": arg}
        if op == "digit" and "letter" in draft:
            return {"area": self.board.read_area(f"{draft['letter']}-{arg}")}
        if op == "last":
            return {**draft, "last": True}
        if op == "done":
            return {"area": None, "done": True}
        return super().edit(draft, op, arg, fields)

    def value(self, draft: JSON) -> JSON:
        if draft.get("done"):
            return None
        if draft["area"] is None:
            raise Refusal("Tap an area first, then call it.", self.rule)
        return {"last": draft["area"]} if draft.get("last") else draft["area"]


def quota(side: str, settings: Mapping[str, JSON]) -> int:
    """Air calls a turn: four and three, or five and four for an easier Japan (Appendix, Misc. 2)."""
    return (4 if side == US else 3) + (1 if settings.get("balance") else 0)


def ask_call(g: Play, side: str) -> Call:
    plot: MidwayPlot = g.plot(side)
    called = [call["area"] for call in plot.calls if call["by"] == side]
    ships = sorted(set(plot.of(side).values()))
    own = sorted({area_of(zone) for zone in ships})
    allowed = quota(side, plot.settings)
    facts = {
        "called": called,
        "own": own,
        "ships": ships,
        "night": plot.night,
        "quota": allowed,
        "left": max(0, allowed - sum(1 for area in called if area not in own)),
        "reach": None if side == US and not plot.captured else SEARCH_REACH,
    }
    return Call(f"t{plot.played}/search/{side}/{len(called) + 1}", facts, board=plot.board)


def found_in(plot: MidwayPlot, side: str, area: str) -> list[JSON]:
    """What must be said of a side's ships in an area: zone by zone in letter order, and their types."""
    found = []
    for zone in sorted({z for z in plot.of(side).values() if area_of(z) == area}):
        types = [plot.ships[ship]["type"] for ship in plot.in_zone(side, zone)]
        listed = [kind for kind in SHIP_TYPES if kind in types]
        entry: dict[str, JSON] = {"zone": zone, "types": listed}
        if plot.settings.get("counts"):
            entry["counts"] = {kind: types.count(kind) for kind in listed}
        found.append(entry)
    return found


def search_by(g: Play, side: str) -> Steps[None]:
    """One side's calls, until it wants no more."""
    rule = "Step 3" if side == US else "Step 4"
    while True:
        value = yield from g.ask(side, lambda: ask_call(g, side))
        area = value["last"] if isinstance(value, dict) else value
        if area is not None:
            g.tell(g.all, "call", rule, by=side, area=area)
            g.tell(g.all, "answer", rule, by=side, area=area, found=found_in(g.truth, ENEMY[side], area))
        if area is None or isinstance(value, dict):
            g.tell(g.all, "calls-done", rule, by=side)
            return
