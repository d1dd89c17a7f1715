"""Air Strike Resolution Phase: the US strikes first, then Japan's, each side's in any order it desires."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.victory_at_midway.air_battle import strike
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.strikes import units_of
from umpire.games.victory_at_midway.terms import JAPAN, SIDES
from umpire.table.asks import Ask, Refusal
from umpire.table.script import Play, Steps

JSON = Any


@dataclass(frozen=True)
class NextStrike(Ask):
    """Which of the strikes still to be resolved is next; with none left, ``null`` goes on.

    The page is the same with none, one or many left. A strike that was assigned is flown.
    """

    kind = "next"
    rule = "Resolving Air Strikes"
    schema: ClassVar[Mapping[str, JSON]] = {"type": ["string", "null"]}

    def check(self, value: JSON) -> None:
        left = [each["to"] for each in self.facts["left"]]
        if value is None and left:
            raise Refusal("Your other strikes are in the air: one of them is next.", self.rule)
        if value is not None and value not in left:
            raise Refusal("You have no such strike left.", self.rule)

    def draft(self) -> JSON:
        return self.facts["left"][0]["to"] if self.facts["left"] else None

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        if op != "to":
            return super().edit(draft, op, arg, fields)
        self.check(arg)
        return arg

    def sample(self, rng: random.Random) -> JSON:
        return rng.choice([each["to"] for each in self.facts["left"]]) if self.facts["left"] else None


def ask_next(g: Play, side: str) -> NextStrike:
    plot: VictoryPlot = g.plot(side)
    left = [{"to": each["to"], "units": len(units_of(each))} for each in plot.strikes]
    return NextStrike(f"t{plot.played}/{side}/next/{len(plot.fought)}", {"side": side, "left": left})


def strikes(g: Play) -> Steps[None]:
    """Every strike of the turn. Whether more are to come is heard only when there are none."""
    if not any(g.plot(side).strikes for side in SIDES) and not g.truth.fought and not g.truth.passed:
        g.tell(g.all, "no-strikes", "Resolving Air Strikes")
        return
    for side in SIDES:
        yield from strikes_by(g, side)


def strikes_by(g: Play, side: str) -> Steps[None]:
    """One side's strikes. It is asked after each, and Japan also before its first where the US had any."""
    asked = side == JAPAN and bool(g.truth.fought)
    while True:
        plot: VictoryPlot = g.plot(side)
        if asked:
            to = yield from g.ask(side, lambda: ask_next(g, side))
        else:
            to = plot.strikes[0]["to"] if plot.strikes else None
        if to is None:
            g.tell(g.all, "no-more", "Resolving Air Strikes", by=side)
            return
        yield from strike(g, side, str(to))
        asked = True
