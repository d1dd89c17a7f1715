"""What a movement procedure prescribes, where the map and the US let a force go, and which of several hexes (9.0 to 9.2, 14.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.carrier import map as sea
from umpire.games.carrier.map import COASTAL, LAND, far
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.sizes import is_small_carrier
from umpire.games.carrier.terms import COMBAT, OBJECTIVES, SIZES, TRANSPORT
from umpire.table.numbered import beside, turned, way
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any

Rank = Callable[[str], int]
"""What is to be as small as possible of a hex that may be moved to."""

_LARGE_SHIPS, _LARGE_HEAVIER = 6, 2
"""Ships, and ships heavier than a destroyer, that make a US surface task force large (14.1)."""


@dataclass(frozen=True)
class Move:
    """What a movement procedure prescribes to a force: any of the hexes `to`, or to stay where it is.

    `barred` are hexes it may not evade into (9.2: closer to an air source); `enters` says that hexes the US occupies
    are open to it (14.1, Ignore); `leaves` that it may go off the map to the north (20.3). `failed` are the priorities
    that did not hold, in words.
    """

    to: tuple[str, ...] = ()
    why: str = ""
    rule: str = "9.1"
    failed: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    enters: bool = False
    leaves: bool = False
    retiring: bool = False


# The forces and task forces about.


def goal_of(plot: CarrierPlot, force: str) -> str:
    """The hex a force is bound for; combat and transport forces may have different ones (8.0)."""
    f = plot.forces[force]
    objective = f["objective"] or plot.at("objectives/primary", "")
    return OBJECTIVES[objective][0 if f["kind"] == COMBAT else 1] if objective else ""


def retires(plot: CarrierPlot, force: str) -> bool:
    """Whether a force moves by 20.3: it has a Retirement marker, or the fleet retires."""
    return bool(plot.forces[force]["retiring"] or plot.at("flags/retired"))


def others(plot: CarrierPlot, force: str) -> dict[str, JSON]:
    """The other Japanese forces; one that only waits for strikes aimed at it is none any more (6.1)."""
    return {name: f for name, f in plot.forces.items() if name != force and not f["leaves"]}


def beside_us(plot: CarrierPlot, place: str) -> list[str]:
    """US task forces in a hex or next to it (14.1)."""
    return plot.near(place, 1, plot.task_forces())


def is_transport(plot: CarrierPlot, force: str) -> bool:
    """Whether a force counts as a transport force: by its counter, or by what is known of it (8.0)."""
    return bool(plot.forces[force]["kind"] == TRANSPORT or plot.is_transport_force(force))


def sound(plot: CarrierPlot, group: str) -> list[str]:
    """Ships of a force or task force that are not heavily damaged (14.1)."""
    return [ship for ship in plot.ships_of(group) if not plot.heavily_damaged(ship)]


def is_surface_group(plot: CarrierPlot, group: str) -> bool:
    """Whether a US task force has neither carriers nor transports (5.0)."""
    return not plot.is_carrier_group(group) and not plot.is_transport_group(group)


def is_large_group(plot: CarrierPlot, group: str) -> bool:
    """A large US surface task force: six ships, two of them heavier than a destroyer, heavily damaged ones apart (14.1)."""
    ships = sound(plot, group)
    heavier = [ship for ship in ships if SIZES.index(plot.ships[ship]["type"]) < SIZES.index("DD")]
    return is_surface_group(plot, group) and len(ships) >= _LARGE_SHIPS and len(heavier) >= _LARGE_HEAVIER


# Where a force may go.


def shut(plot: CarrierPlot, force: str, to: str, move: Move) -> str:
    """Why the map or the US keep a force from a hex beside it; empty when they do not."""
    at = plot.forces[force]["hex"]
    if (edge := sea.off_map(plot, to)) and not (move.leaves and edge == "north"):
        return "off the map"
    if sea.presumed(plot, to) == LAND:
        return "all land"
    if sea.blocked(plot, at, to):
        return "a prohibited hexside"
    home = move.retiring and to == sea.rabaul(plot)
    if plot.is_carrier_force(force) and sea.presumed(plot, to) == COASTAL and not home:
        return "coastal sea"
    if plot.in_hex(to) and not move.enters:
        return f"{listed(plot.in_hex(to))} there"
    return ""


def ban(plot: CarrierPlot, force: str, to: str) -> str:
    """Why a force may not come next to US task forces in a hex; empty when it may (14.1)."""
    near = beside_us(plot, to)
    if not plot.parts.adjacent:
        return f"next to {near[0]}" if near else ""
    large = [group for group in near if is_large_group(plot, group)]
    if (plot.is_carrier_force(force) or is_transport(plot, force)) and large:
        return f"next to {large[0]}, a large surface task force"
    surface = [group for group in near if is_surface_group(plot, group)]
    if surface and is_small_carrier(plot, force):
        return f"next to {surface[0]}, a surface task force"
    return ""


def open_hexes(plot: CarrierPlot, force: str, move: Move) -> tuple[list[str], list[str]]:
    """The hexes a prescribed move may end in, and in words what kept the force from others."""
    kept = {to: shut(plot, force, to, move) for to in move.to}
    notes = [f"{to}: {why}" for to, why in kept.items() if why]
    into = [to for to, why in kept.items() if not why] or evasions(plot, force, move)
    bans = {to: ban(plot, force, to) for to in into}
    return [to for to in into if not bans[to]], notes + [f"{to}: {why}" for to, why in bans.items() if why]


def evasions(plot: CarrierPlot, force: str, move: Move) -> list[str]:
    """As nearly as possible in the directions prescribed, where none of them is open (9.2).

    To the left or right of each; a carrier force that coastal water keeps out goes to whichever of the hexes around it
    lies nearest the coastal one (9.1), even if it must turn back.
    """
    at = plot.forces[force]["hex"]
    for turn in (1, 2):
        found = dict.fromkeys(
            place
            for to in move.to
            if turn == 1 or shut(plot, force, to, move) == "coastal sea"
            for place in _aside(at, way(at, to), turn)
            if place not in move.barred and not shut(plot, force, place, move)
        )
        if found:
            return list(found)
    return []


def _aside(at: str, direction: str, turn: int) -> list[str]:
    """Hexes beside one, a sixth of a circle off a direction; with `turn` 2 those behind, all as far from the first."""
    turns = (-1, 1) if turn == 1 else (-2, 2, 3)
    return [beside(at)[d] for n in turns if (d := turned(direction, n)) in beside(at)]


# Which of several hexes.


def least(hexes: Sequence[str], *ranks: Rank) -> list[str]:
    """The hexes that are left after each rank in turn has kept those it finds smallest."""
    left = list(hexes)
    for rank in ranks:
        smallest = min(map(rank, left), default=0)
        left = [place for place in left if rank(place) == smallest]
    return left


def near_any(plot: CarrierPlot, hexes: Iterable[str]) -> Rank:
    """How far by sea a hex lies from the nearest of some; 0 where there are none."""
    every = list(dict.fromkeys(hexes))
    return lambda place: min((far(plot, place, other) for other in every), default=0)


def standard(plot: CarrierPlot, force: str, hexes: Sequence[str]) -> list[str]:
    """Choice Among Alternatives: nearest a friendly force, nearest the objective, farthest from the enemy (9.1)."""
    friends = near_any(plot, (f["hex"] for f in others(plot, force).values()))
    enemies = near_any(plot, (group["hex"] for group in plot.task_forces().values()))
    goal = goal_of(plot, force)
    ranks: list[Rank] = [friends, near_any(plot, [goal] if goal else []), lambda place: -enemies(place)]
    return least(hexes, *ranks)


def northward(at: str, *, south: bool = False) -> Rank:
    """How far a hex beside one lies off due north, or due south; the two hexes nearest it tie."""
    order = {"NE": 0, "NW": 0, "E": 1, "W": 1, "SE": 2, "SW": 2}
    return lambda place: -order[way(at, place)] if south else order[way(at, place)]


def one_of(
    g: Play,
    name: str,
    why: str,
    options: Callable[[], Sequence[str]],
    rule: str,
    draw: Callable[..., Steps[list[str]]] = Play.draw,
) -> Steps[str]:
    """The only one of some options, or one drawn; empty for none. `options` makes them anew after a correction; `draw`
    is `unseen.draw` where fog+ keeps it to the staff."""
    found = list(options())
    if len(found) > 1:
        found = yield from draw(g, name, why, lambda: dict.fromkeys(options(), 1), 1, rule)
    return found[0] if found else ""
