"""Forces that leave the map, or wait to: Dummies, those past a limit, those that have retired (6.1, 11.1, 17.2, 20.3)."""

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


def retires(g: Play, force: str, why: str) -> None:
    """A retiring force is off the map at once, whoever is on the way to it (20.3): such strikes have nobody left to look
    for, and fly home."""
    aimed = [n for n, strike in g.truth.strikes.items() if strike["target"] == force and not strike["down"]]
    for n in aimed:
        now = {f"strikes/{n}/down": True, f"strikes/{n}/target": "", f"strikes/{n}/side": ""}
        tell(g, "target-gone", "20.3", n=n, force=force, now=now, do=[f"strike {n} face down"])
    remove(g, force, why, "20.3")


SAYINGS: dict[str, Callable[[Facts], str]] = {
    "force-stays": lambda f: f"{f['force']}: {f['why']}. It stays while strikes are on their way to it.",
    "force-gone": lambda f: f"{f['force']}: {f['why']}. Off the map; its counter may arrive again.",
    "target-gone": lambda f: f"Strike {f['n']} has lost its target, {f['force']}: it flies home.",
}
