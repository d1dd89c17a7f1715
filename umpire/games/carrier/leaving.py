"""Forces that leave the map, or wait to: Dummies, those past a limit (6.1, 11.1, 17.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.carrier import strikes
from umpire.games.carrier.chits import spent
from umpire.games.carrier.telling import tell
from umpire.table.script import Play

JSON = Any
Facts = dict[str, JSON]


def remove(g: Play, force: str, why: str, rule: str, drawn: str = "") -> None:
    """A force leaves the map, its counter back in the pool; its ships are off the map with it.

    While strikes are on their way to it, it stays and only `leaves` (6.1, 17.2). `drawn` is the chit out of its cup
    that has shown it to be nothing.
    """
    f = g.truth.forces[force]
    if strikes.targeted(g.truth, force):
        piles = spent(g.truth, force, drawn) if drawn else {}
        if not f["leaves"] or piles:
            tell(g, "force-stays", rule, force=force, why=why, now={**piles, f"forces/{force}/leaves": True})
        return
    kind = f["kind"]
    pool = [*g.truth.at(f"pool/{kind}", []), force]
    now = {**spent(g.truth, force, drawn), f"pool/{kind}": pool}
    now |= {f"ships/{name}/in": "" for name, ship in g.truth.ships.items() if ship["in"] == force}
    tell(g, "force-gone", rule, force=force, why=why, now=now, gone=[f"forces/{force}"], do=[f"{force} off the map"])


SAYINGS: dict[str, Callable[[Facts], str]] = {
    "force-stays": lambda f: f"{f['force']}: {f['why']}. It stays while strikes are on their way to it.",
    "force-gone": lambda f: f"{f['force']}: {f['why']}. Off the map; its counter may arrive again.",
}
