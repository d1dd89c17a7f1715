"""Retreats of both sides: one hex back, by their priorities (14.1, 14.2)."""

from __future__ import annotations

from collections.abc import Iterable

from umpire.games.carrier import map as sea
from umpire.games.carrier import strikes
from umpire.games.carrier.choice import Rank, beside_us, least, near_any, northward, one_of, others
from umpire.games.carrier.map import COASTAL, far
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.stepping import RETREAT, step
from umpire.games.carrier.telling import moment, tell
from umpire.table.numbered import neighbours
from umpire.table.script import Play, Steps

TABLE, BATTLE = "14.1", "14.2"
"""What a retreat is told by: the Close Reaction Table, or surface combat and evasion."""


def options(plot: CarrierPlot, force: str, table: bool = False) -> list[str]:
    """The hexes a Japanese force may retreat to, all of them equal by the priorities.

    With `table` the Close Reaction Table sent it: it also tries to get clear of every US task force, and a carrier
    force tries to come no farther from the nearest carrier task force (9.1). Only carriers, which coastal water keeps
    out, are then sent into the US.
    """
    at = plot.forces[force]["hex"]
    ranks: list[Rank] = [lambda place: int(bool(plot.in_hex(place)))]
    if table:
        ranks.append(lambda place: int(bool(beside_us(plot, place))))
    if table and plot.is_carrier_force(force) and plot.carrier_groups():
        carriers = near_any(plot, (plot.groups[name]["hex"] for name in plot.carrier_groups()))
        ranks.append(lambda place: int(carriers(place) > carriers(at)))
    friends = [f["hex"] for f in others(plot, force).values()]
    ranks += [_toward(plot, at, friends), northward(at)]
    hexes = _open(plot, at, plot.is_carrier_force(force))
    if table and not plot.is_carrier_force(force):
        hexes = [place for place in hexes if not plot.in_hex(place)]
    return least(hexes, *ranks)


def us_options(plot: CarrierPlot, group: str) -> list[str]:
    """The hexes a US task force may retreat to, all of them equal by the priorities."""
    at = plot.groups[group]["hex"]
    enemies = enemy_hexes(plot)
    friends = [other["hex"] for name, other in plot.task_forces().items() if name != group]
    ranks: list[Rank] = [lambda place: int(place in enemies), _toward(plot, at, friends), northward(at, south=True)]
    return least(_open(plot, at, plot.is_carrier_group(group)), *ranks)


def enemy_hexes(plot: CarrierPlot) -> list[str]:
    """Hexes of Japanese forces; one that only waits for strikes aimed at it holds no ship (6.1)."""
    return [f["hex"] for f in plot.forces.values() if not f["leaves"]]


def _open(plot: CarrierPlot, at: str, carriers: bool) -> list[str]:
    """The hexes beside one that the map opens to a retreat; carriers never go from high into coastal sea."""
    ways = [p for p in neighbours(at) if sea.steps_to(plot, at, p)]
    high = [p for p in ways if sea.presumed(plot, p) != COASTAL]
    return high if carriers and (high or sea.presumed(plot, at) != COASTAL) else ways


def _toward(plot: CarrierPlot, at: str, friends: Iterable[str]) -> Rank:
    """How far a hex lies from the friendly forces that are nearest now."""
    every = list(dict.fromkeys(friends))
    nearest = min((far(plot, at, other) for other in every), default=0)
    return near_any(plot, [other for other in every if far(plot, at, other) == nearest])


def retreat(g: Play, force: str, table: bool = False, name: str = "") -> Steps[None]:
    """A Japanese force retreats one hex (14.1, 14.2)."""
    name = name or _name(g, force)
    why = f"{force} retreats to one of these"
    to = yield from one_of(g, f"{name}/tie", why, lambda: options(g.truth, force, table), TABLE if table else BATTLE)
    _told(g, force, to, TABLE if table else BATTLE, {"way": RETREAT, "name": name, "table": table})


def us_retreat(g: Play, group: str, name: str = "") -> Steps[None]:
    """A US task force retreats one hex (14.2)."""
    name = name or _name(g, group)
    why = f"{group} retreats to one of these"
    to = yield from one_of(g, f"{name}/tie", why, lambda: us_options(g.truth, group), BATTLE)
    _told(g, group, to, BATTLE, {"way": RETREAT, "name": name, "table": False})
    yield from strikes.left_behind(g, group)


def _told(g: Play, piece: str, to: str, rule: str, again: dict[str, str | bool]) -> None:
    now = {"memory/retreats": g.truth.at("memory/retreats", 0) + 1}
    if to:
        step(g, "retreats", rule, piece, to, again, now)
        return
    branch = g.truth.forces if piece in g.truth.forces else g.truth.groups
    tell(g, "cannot-retreat", rule, now=now, piece=piece, at=branch[piece]["hex"])


def _name(g: Play, piece: str) -> str:
    """How the asks of a retreat are named; every one of a game has its number, since a force may retreat often."""
    return f"{moment(g)}/{piece}/retreat/{g.truth.at('memory/retreats', 0) + 1}"
