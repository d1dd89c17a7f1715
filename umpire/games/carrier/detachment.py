"""Detachment: a new task force out of an old one (5.0)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from umpire.games.carrier.plot import GROUP, CarrierPlot, fresh
from umpire.games.carrier.telling import tell
from umpire.table.asks import Refusal
from umpire.table.script import Play

JSON = Any

RULE = "5.0"
COUNTERS = ("TF 16", "TF 17", "TF 18", "TF 61", "TF 64", "TG 17.2", "TG 62.4", "TG 67.4")
"""The task force counters there are."""
LEAST, MOST_CARRIERS, SCREEN = 4, 2, 6
"""Ships a task force must have, carriers it may have, and destroyers for each of them."""
KEPT = ("hex", "moved", "exhaust", "exhausted", "engaged")
"""What is true of a new task force because it is of the one it comes out of."""


def counters_left(plot: CarrierPlot) -> list[str]:
    """Task force counters not in play."""
    return [name for name in COUNTERS if name not in plot.groups or plot.groups[name]["gone"]]


def check(plot: CarrierPlot, group: str, name: str, ships: Sequence[str]) -> None:
    """Raises `Refusal` when these ships cannot be detached from a task force as a new one."""
    there = plot.ships_of(group) if group in plot.task_forces() else []
    if not there or not set(ships) <= set(there):
        raise Refusal(f"Not all of these ships belong to {group[:20]}.", RULE)
    if name not in counters_left(plot):
        raise Refusal(f"There is no free counter “{name[:20]}”.", RULE)
    if len(there) < 2 * LEAST:
        raise Refusal(f"{group} has {len(there)} ships; a task force of fewer than {2 * LEAST} detaches none.", RULE)
    rest = [ship for ship in there if ship not in ships]
    for part, called in ((list(ships), name), (rest, group)):
        if len(part) < LEAST:
            raise Refusal(f"{called} would have {len(part)} ships; {LEAST} is the least.", RULE)
    carriers = [ship for ship in ships if ship in plot.carriers_of(group)]
    if len(carriers) > MOST_CARRIERS:
        raise Refusal(f"A task force holds {MOST_CARRIERS} carriers at most.", RULE)
    if carriers and any(plot.ships[ship]["type"] == "AP" for ship in ships):
        raise Refusal("Carriers and transports never sail together.", RULE)
    _screens(plot, group, name, ships, rest)


def _screens(plot: CarrierPlot, group: str, name: str, ships: Sequence[str], rest: Sequence[str]) -> None:
    """Six destroyers a carrier in the new task force; the old one may not be brought below that."""
    for part, called in ((ships, name), (rest, group)):
        carriers, dds = (len(_of(plot, part, kind)) for kind in ("CV", "DD"))
        taken = part is ships or len(_of(plot, ships, "DD"))
        if taken and dds < SCREEN * carriers:
            raise Refusal(f"{called} would have {dds} destroyers; {SCREEN * carriers} are due to its carriers.", RULE)


def _of(plot: CarrierPlot, ships: Sequence[str], kind: str) -> list[str]:
    return [ship for ship in ships if plot.ships[ship]["type"] == kind]


def detach(g: Play, group: str, name: str, ships: Sequence[str]) -> None:
    """Ships leave a task force as a new one in the same hex; raises `Refusal` when they may not.

    Aircraft on patrol or out searching stay with the old task force while it has a carrier, else they go with theirs.
    """
    plot: CarrierPlot = g.truth
    check(plot, group, name, ships)
    old = plot.groups[group]
    new = fresh(GROUP, **{leaf: old[leaf] for leaf in KEPT})
    now: dict[str, JSON] = {f"ships/{ship}/in": name for ship in ships}
    now |= {f"decks/{ship}/in": name for ship in ships if ship in plot.decks}
    if any(ship in plot.carriers_of(group) for ship in ships) and set(plot.carriers_of(group)) <= set(ships):
        new |= {"cap": old["cap"], "landing": old["landing"], "track": old["track"]}
        now |= {f"groups/{group}/cap": [], f"groups/{group}/landing": [], f"groups/{group}/track": {}}
    now[f"groups/{name}"] = new
    do = [f"{name} in {old['hex']}, out of {group}"]
    tell(g, "detached", RULE, now=now, group=group, name=name, ships=list(ships), hex=old["hex"], do=do)


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {
    "detached": lambda f: f"{f['name']} is detached from {f['group']} in {f['hex']}: {', '.join(f['ships'])}.",
}
