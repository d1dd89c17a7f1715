"""Detachment: a new task force out of an old one (5.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.carrier.condition import operative
from umpire.games.carrier.deck_limits import A_SEGMENT
from umpire.games.carrier.grouping import CARRIERS as MOST_CARRIERS
from umpire.games.carrier.grouping import ESCORTS, LEAST
from umpire.games.carrier.plot import GROUP, CarrierPlot, fresh, total
from umpire.games.carrier.telling import tell
from umpire.table.asks import Refusal
from umpire.table.script import Play
from umpire.table.words import counted

JSON = Any

RULE = "5.0"
COUNTERS = ("TF 16", "TF 17", "TF 18", "TF 61", "TF 64", "TG 17.2", "TG 62.4", "TG 67.4")
"""The task force counters there are."""
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
    if why := fault(types_of(plot, group), ships, group, name):
        raise Refusal(why, RULE)


def types_of(plot: CarrierPlot, group: str) -> dict[str, str]:
    """The ships of a task force with their types."""
    return {ship: plot.ships[ship]["type"] for ship in plot.ships_of(group)}


def fault(types: Mapping[str, str], ships: Sequence[str], group: str, name: str) -> str:
    """Why some of the ships of `group`, with their `types`, cannot become `name`; empty when they may."""
    if len(types) < 2 * LEAST:
        return f"{group} has {counted(len(types), 'ship')}; a task force of fewer than {2 * LEAST} detaches none."
    rest = [ship for ship in types if ship not in ships]
    for part, called in ((list(ships), name), (rest, group)):
        if len(part) < LEAST:
            return f"{called} would have {counted(len(part), 'ship')}; {LEAST} is the least."
    carriers = _count(types, ships, "CV")
    if carriers > MOST_CARRIERS:
        return f"A task force holds {MOST_CARRIERS} carriers at most."
    if carriers and _count(types, ships, "AP"):
        return "Carriers and transports never sail together."
    return _screens(types, ships, rest, group, name)


def _screens(types: Mapping[str, str], ships: Sequence[str], rest: Sequence[str], group: str, name: str) -> str:
    """Six destroyers a carrier in the new task force; the old one may not be brought below that."""
    for part, called in ((ships, name), (rest, group)):
        dds, due = _count(types, part, "DD"), ESCORTS * _count(types, part, "CV")
        if (part is ships or _count(types, ships, "DD")) and dds < due:
            return f"{called} would have {counted(dds, 'destroyer')}; {due} are due to its carriers."
    return ""


def _count(types: Mapping[str, str], ships: Sequence[str], type: str) -> int:
    return sum(types[ship] == type for ship in ships)


def detach(g: Play, group: str, name: str, ships: Sequence[str]) -> None:
    """Ships leave a task force as a new one in the same hex; raises `Refusal` when they may not.

    Aircraft on patrol or out searching stay with the old task force while it has a carrier, else they go with theirs; so
    does CAP beyond what the decks that stay can keep up (7.2).
    """
    plot: CarrierPlot = g.truth
    check(plot, group, name, ships)
    old = plot.groups[group]
    new = fresh(GROUP, **{leaf: old[leaf] for leaf in KEPT})
    now: dict[str, JSON] = {f"ships/{ship}/in": name for ship in ships}
    now |= {f"decks/{ship}/in": name for ship in ships if ship in plot.decks}
    leave, stay = ([ship for ship in plot.carriers_of(group) if (ship in ships) is goes] for goes in (True, False))
    if leave:
        if stay:
            now[f"groups/{group}/cap"], new["cap"] = _parted_cap(plot, old["cap"], stay, leave)
        else:
            new |= {"cap": old["cap"], "landing": old["landing"], "track": old["track"]}
            now |= {f"groups/{group}/cap": [], f"groups/{group}/landing": [], f"groups/{group}/track": {}}
    now[f"groups/{name}"] = new
    do = [f"{name} in {old['hex']}, out of {group}"]
    tell(g, "detached", RULE, now=now, group=group, name=name, ships=list(ships), hex=old["hex"], do=do)


def _parted_cap(plot: CarrierPlot, cap: Sequence[JSON], stay: Sequence[str], leave: Sequence[str]) -> list[list[JSON]]:
    """CAP over the carriers that stay, and what goes with those that leave: beyond eight steps a working deck that stays,
    as many as there are decks for (7.2)."""
    over = min(total(cap) - _room(plot, stay), _room(plot, leave))
    staying, going = [], []
    for kind, n, time in cap:
        goes = max(0, min(n, over))
        over -= goes
        staying += [[kind, n - goes, time]] if n > goes else []
        going += [[kind, goes, time]] if goes else []
    return [staying, going]


def _room(plot: CarrierPlot, carriers: Sequence[str]) -> int:
    return A_SEGMENT * sum(operative(plot, ship) for ship in carriers)


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {
    "detached": lambda f: f"{f['name']} is detached from {f['group']} in {f['hex']}: {', '.join(f['ships'])}.",
}
