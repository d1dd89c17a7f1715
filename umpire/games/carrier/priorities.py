"""Which priority moves a force: carrier forces, surface forces, and those about which too little is known (9.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.games.carrier import charts, mission, retiring
from umpire.games.carrier import map as sea
from umpire.games.carrier.chits import by_number
from umpire.games.carrier.choice import Move, is_transport, one_of, others, retires
from umpire.games.carrier.map import far
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.sizes import carriers_left
from umpire.table.numbered import distance, neighbours
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any

RULE = "9.1"
AWAY, STILL, CLOSE = 3, 4, 12
"""Hexes by air from the nearest US carrier task force: up to the first a carrier force moves away, at the second it
stays, up to the third it closes."""
GUARD = 4
"""Hexes by sea within which a surface force looks after others, and these are threatened by a US task force."""
CARRIER, TRANSPORT = "carrier", "transport"

_RANKS = {"Carrier": 2, "1-2 Carrier": 3, "2-3 Carrier": 5, "3+ Carrier": 6}
"""How large a carrier force of level 1 or 2 is taken to be, in half carriers."""


def cells(plot: CarrierPlot, force: str, charge: str = "") -> list[str]:
    """The printed values that the force's move hangs on, as far as those known before tell."""
    if retires(plot, force):
        return list(retiring.CELLS)
    if listed_move(plot, force, charge)[0]:
        return []
    return mission.cells(plot, force)


def know_cells(g: Play, force: str, charge: str) -> Steps[None]:
    """Make sure of them, and of the edges of the map."""
    why = f"Where {force} moves"
    yield from charts.printed(g, why, lambda: _together(g.truth, force, cells(g.truth, force, charge)), "9.2")
    yield from sea.know_edges(g, lambda: neighbours(g.truth.forces[force]["hex"]), f"Where {force} moves")


def _together(plot: CarrierPlot, force: str, keys: list[str]) -> list[str]:
    """An area that is not known is asked for with those of all forces that are still to move: one look at the map."""
    if not any(_is_area(key) and not charts.has(plot.kit, key) for key in keys):
        return keys
    waiting = [name for name, f in plot.forces.items() if name != force and not f["acted"] and not f["leaves"]]
    return [*keys, *(key for name in by_number(waiting) for key in cells(plot, name) if _is_area(key))]


def _is_area(key: str) -> bool:
    return charts.chart_of(key) == mission.AREA


def prescribed(plot: CarrierPlot, force: str, die: int, charge: str = "", enters: bool = False) -> Move:
    """What the first priority that holds prescribes; its `cells` must be known.

    `charge` is the force that a surface force looks after; `enters` is told by the Close Reaction Table (14.1, Ignore).
    """
    if retires(plot, force):
        return retiring.retirement(plot, force)
    move, failed = listed_move(plot, force, charge, enters)
    return move or mission.mission(plot, force, die, failed, enters)


def listed_move(
    plot: CarrierPlot, force: str, charge: str = "", enters: bool = False
) -> tuple[Move | None, tuple[str, ...]]:
    """What the lists of 9.1 prescribe before Mission Movement, or None; and what did not hold."""
    failed = ("the US next to it is ignored",) if enters else ()
    if plot.parts.moves == "all" and not enters:
        failed = ("no task force next to it",)
    if plot.parts.moves == "carrier" or (plot.parts.moves == "all" and plot.is_carrier_force(force)):
        return carrier_list(plot, force, failed, enters)
    if plot.parts.moves == "all" and plot.is_surface_force(force):
        return _surface_list(plot, force, charge, failed, enters)
    return None, failed


def carrier_list(
    plot: CarrierPlot, force: str, failed: tuple[str, ...], enters: bool
) -> tuple[Move | None, tuple[str, ...]]:
    """The carrier priorities: away, still, closer, by the distance by air from the nearest US carrier task force."""
    at = plot.forces[force]["hex"]
    groups = plot.carrier_groups()
    if not groups:
        return None, (*failed, "no US carrier task force")
    away = min(distance(at, plot.groups[name]["hex"]) for name in groups)
    nearest = [name for name in groups if distance(at, plot.groups[name]["hex"]) == away]
    whom, hexes = f"{listed(nearest)}, {counted(away, 'hex', 'hexes')}", [plot.groups[name]["hex"] for name in nearest]
    if away <= AWAY:
        every, to = _from_all(sea.farther_by_sea(plot, at, place) for place in hexes)
        return Move(tuple(to), f"away from {'' if every else 'one of '}{whom}", RULE, failed, enters=enters), failed
    failed = (*failed, f"not within {AWAY}")
    if away == STILL:
        return Move((), f"stays {STILL} hexes from {listed(nearest)}", RULE, failed), failed
    failed = (*failed, f"not at {STILL}")
    if away <= CLOSE:
        closer = dict.fromkeys(p for place in hexes for p in sea.closer_by_sea(plot, at, place))
        return Move(tuple(closer), f"closes {whom}", RULE, failed, enters=enters), failed
    return None, (*failed, f"not within {CLOSE}: {whom}")


def _from_all(away: Any) -> tuple[bool, list[str]]:
    """Hexes that lie farther from every one of several (True), or where there are none, from any."""
    lists: list[list[str]] = list(away)
    every = [p for p in lists[0] if all(p in each for each in lists)]
    return bool(every), every or list(dict.fromkeys(p for each in lists for p in each))


def _surface_list(
    plot: CarrierPlot, force: str, charge: str, failed: tuple[str, ...], enters: bool
) -> tuple[Move | None, tuple[str, ...]]:
    """The surface priorities: to threatened carriers, to threatened transports, with the carriers near by."""
    at = plot.forces[force]["hex"]
    for what, words in ((CARRIER, "carrier force"), (TRANSPORT, "transport force")):
        near = charges(plot, force, what)
        if near:
            whom = charge if charge in near else near[0]
            goal = plot.forces[whom]["hex"]
            to = tuple(sea.closer_by_sea(plot, at, goal)) if at != goal else ()
            why = f"to {whom}, a {words} that the US threatens" if to else f"stays with {whom}, that the US threatens"
            return Move(to, why, RULE, failed, enters=enters), failed
        failed = (*failed, f"no threatened {words} within {GUARD}")
    if any(far(plot, at, plot.forces[name]["hex"]) <= GUARD for name in _carriers(plot, force)):
        return carrier_list(plot, force, (*failed, "moves as the carriers near by"), enters)
    return None, (*failed, f"no carrier force within {GUARD}")


def _carriers(plot: CarrierPlot, force: str) -> list[str]:
    return [name for name in others(plot, force) if plot.is_carrier_force(name)]


def charges(plot: CarrierPlot, force: str, what: str) -> list[str]:
    """Carrier or transport forces that a surface force goes to: near it, near a US task force; the closest of them, and
    of those the largest (9.1)."""
    at, us = plot.forces[force]["hex"], [group["hex"] for group in plot.task_forces().values()]
    if what == CARRIER:
        forces = [name for name in _carriers(plot, force) if not retires(plot, name)]
    else:
        forces = [name for name in others(plot, force) if is_transport(plot, name)]
    places = {name: plot.forces[name]["hex"] for name in forces}
    threatened = [name for name, place in places.items() if any(far(plot, place, other) <= GUARD for other in us)]
    near = [name for name in threatened if far(plot, at, places[name]) <= GUARD]
    closest = [n for n in near if far(plot, at, places[n]) == min(far(plot, at, places[m]) for m in near)]
    return [n for n in closest if _weight(plot, n) == max(_weight(plot, m) for m in closest)]


def _weight(plot: CarrierPlot, force: str) -> int:
    """How large a force is, as far as is known: its carriers in halves, or the ships of a transport force."""
    f = plot.forces[force]
    if not plot.is_carrier_force(force):
        return len(plot.ships_of(force)) if f["level"] == 4 else _TRANSPORTS.get(f["chit"], 0)
    return _RANKS.get(f["chit"]) or 2 * len(carriers_left(plot, force))


_TRANSPORTS = {
    "Small Transport": 5,
    "Medium Transport": 11,
    "Large Transport": 18,
    "Transport": 11,
    "D": 4,
    "C": 9,
    "B": 15,
    "A": 22,
}
"""How many ships a transport force is taken to have (11.5)."""


def whom_to_guard(g: Play, force: str, name: str) -> Steps[str]:
    """The force that a surface force goes to, where there is one; of several equally close and large, one drawn."""

    def options() -> Sequence[str]:
        plot = g.truth
        if plot.parts.moves != "all" or retires(plot, force) or not plot.is_surface_force(force):
            return []
        return charges(plot, force, CARRIER) or charges(plot, force, TRANSPORT)

    return (yield from one_of(g, f"{name}/whom", f"{force} goes to one of these", options, RULE))
