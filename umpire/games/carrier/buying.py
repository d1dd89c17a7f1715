"""Buying surface ships for the standard game, and drawing the ships bought (21.0)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.carrier import charts, roster
from umpire.games.carrier.asks import Titled
from umpire.games.carrier.grouping import ESCORTS
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import US
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed, whole

JSON = Any

PRICES = {"BB": 8, "CA": 2, "CL": 2, "CLAA": 3, "DD": 1}
"""Purchase points by type."""


def cost(bought: Mapping[str, int]) -> int:
    """Points that ships cost."""
    return sum(PRICES[type] * n for type, n in bought.items())


def proposed(points: int, carriers: int, there: Mapping[str, int]) -> dict[str, int]:
    """A purchase to open on: six DDs a carrier, a BB where she is a third or less of the rest, then CLAA and cruisers."""
    bought = dict.fromkeys(PRICES, 0)
    bought["DD"] = min(ESCORTS * carriers, there["DD"])
    left = points - cost(bought)
    for type, most in (
        ("BB", left // (3 * PRICES["BB"])),
        ("CLAA", carriers),
        ("CA", left),
        ("CL", left),
        ("DD", left),
    ):
        n = max(0, min(most, there[type] - bought[type], (points - cost(bought)) // PRICES[type]))
        bought[type] += n
    return bought


@dataclass(frozen=True)
class Buy(Titled):
    """How many ships of each type. The answer is ``{type: n}``.

    `points` to spend, `carriers` to escort, `there` the counters of each type that may be had, `preset` what the page
    opens on.
    """

    kind = "buy"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "properties": {type: {"type": "integer", "minimum": 0} for type in PRICES},
        "additionalProperties": False,
    }
    prices: ClassVar[Mapping[str, int]] = PRICES

    def spent(self, bought: Mapping[str, int]) -> int:
        return cost(bought)

    def check(self, value: JSON) -> None:
        for type, n in value.items():
            there = self.facts["there"][type]
            if n > there:
                raise self.refuse(f"There are only {there} {type} to be had, not {n}.")
        if cost(value) > self.facts["points"]:
            raise self.refuse(f"That costs {counted(cost(value), 'point')}; you have {self.facts['points']}.")
        due = ESCORTS * self.facts["carriers"]
        if value.get("DD", 0) < due:
            raise self.refuse(f"{counted(self.facts['carriers'], 'carrier')} must have at least {due} DDs.")

    def sample(self, rng: random.Random) -> JSON:
        return dict(self.facts["preset"])

    def draft(self) -> JSON:
        return {"n": dict(self.facts["preset"])}

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``set`` with ``CA:3``."""
        type, _, n = arg.partition(":")
        number = whole(n)
        if op != "set" or type not in PRICES or number is None:
            return super().edit(draft, op, arg, fields)
        return {"n": {**draft["n"], type: min(number, self.facts["there"][type])}}

    def value(self, draft: JSON) -> JSON:
        return {type: n for type, n in draft["n"].items() if n}

    def reminder(self, draft: JSON) -> str:
        left = self.facts["points"] - cost(draft["n"])
        return f"{counted(left, 'point')} not spent." if left > 0 else ""


# Drawing.


def to_be_had(plot: CarrierPlot, type: str) -> list[str]:
    """US ships of a type that are not in play and were there at the time; those whose time is doubted are among them."""
    return roster.drawable(plot, US, type)


def draw(g: Play, type: str, n: int) -> Steps[list[str]]:
    """So many ships of a type out of their counters; one that the owner’s chart denies is set aside for another.

    They stand under ``memory/drawn`` until they are in a task force.
    """
    have = [ship for ship in drawn(g.truth) if roster.ships()[ship]["type"] == type]
    again = 0
    while len(have) < n and _cup(g.truth, type):
        due = min(n - len(have), len(_cup(g.truth, type)))
        name = f"set-up/draw/{type}" + (f"/again/{again}" if again else "")
        came = yield from g.draw(name, f"{due} {type} drawn", lambda: _cup(g.truth, type), due, "21.0")
        yield from charts.printed(g, "Ships there were", lambda came=came: _doubted(g.truth, came), "21.0")  # type: ignore[misc]
        kept = [ship for ship in came if roster.available(ship, g.truth.period, g.truth.kit)]
        out = [ship for ship in came if ship not in kept]
        now = {"memory/drawn": [*drawn(g.truth), *kept]}
        tell(
            g,
            "drawn",
            "21.0",
            type=type,
            ships=kept,
            out=out,
            now=now,
            do=[f"Out of the box: {listed(kept)}"] if kept else [],
        )
        have += kept
        again += 1
    return have


def drawn(plot: CarrierPlot) -> list[str]:
    """Ships drawn so far, which are in no task force yet."""
    return list(plot.at("memory/drawn", []))


def _cup(plot: CarrierPlot, type: str) -> dict[str, int]:
    return {ship: 1 for ship in to_be_had(plot, type) if ship not in drawn(plot)}


def _doubted(plot: CarrierPlot, ships: Sequence[str]) -> list[str]:
    """Cells of ships whose column on the Ship Availability Chart has to be looked up."""
    return [f"available/{ship}" for ship in ships if not charts.has(plot.kit, f"available/{ship}")]


SAYINGS = {
    "drawn": lambda f: (
        f"Drawn: {listed(f['ships']) or 'none'}." + (f" Not available: {listed(f['out'])}." if f["out"] else "")
    ),
}
