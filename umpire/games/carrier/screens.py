"""Screens: the surface ships around the carriers of a force (11.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.carrier import charts, commitment, intelligence, lookups
from umpire.games.carrier.intelligence import SURFACE
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import CARRIER_3
from umpire.table.script import Play, Steps

JSON = Any
Facts = dict[str, JSON]


def wants_one(plot: CarrierPlot, force: str) -> bool:
    """Whether a force is to get a screen: carriers of level 3 that have none."""
    f = plot.forces[force]
    return plot.parts.screens and f["chit"] in CARRIER_3 and not f["screen"]


def ensure(g: Play, force: str) -> Steps[None]:
    """A level 3 carrier force without a screen gets one: its size off the chart, its chit off the Level 2 to 3 Table.

    It counts against the surface commitment limit, and comes whether that is reached or not.
    """
    if not wants_one(g.truth, force):
        return
    key = f"screen/{g.truth.forces[force]['chit']}"
    yield from charts.printed(g, f"The screen of {force}", lambda: [key], "11.3")
    size = f"{str(charts.value(g.truth.kit, key)).capitalize()} Surface"
    chit = yield from lookups.screen(g, force, size)
    now = {f"forces/{force}/screen": chit, f"spares/{chit}": max(0, g.truth.at(f"spares/{chit}", 0) - 1)}
    mark = [f"“{chit}” under {force}, for its screen"]
    tell(g, "screen", "11.3", force=force, size=size, chit=chit, now=now, mark=mark)
    n = intelligence.printed(g.truth, chit, "commitment")
    commitment.increase(g, SURFACE, n, f"Screen of {force}, “{chit}”")


SAYINGS: dict[str, Callable[[Facts], str]] = {
    "screen": lambda f: f"{f['force']} has a screen ({f['size']}): “{f['chit']}”."
}
