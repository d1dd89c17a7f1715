"""Retirement Movement (20.3)."""

from __future__ import annotations

from umpire.games.carrier import map as sea
from umpire.games.carrier.choice import Move, Rank, least, near_any
from umpire.games.carrier.map import far
from umpire.games.carrier.plot import CarrierPlot
from umpire.table.numbered import beside, distance, row_of

RULE = "20.3"
CELLS = ("rabaul_hex", "map_bounds")
"""What must be known of the map before a force retires over it."""


def retirement(plot: CarrierPlot, force: str) -> Move:
    """Directly toward Rabaul, or directly toward the north edge of the map; off it, where it stands there already."""
    to = tuple(dict.fromkeys((*_to_rabaul(plot, force), *_north(plot, force))))
    return Move(to, "retires", RULE, leaves=True, retiring=True)


def _to_rabaul(plot: CarrierPlot, force: str) -> list[str]:
    return sea.closer_by_sea(plot, plot.forces[force]["hex"], sea.rabaul(plot))


def _north(plot: CarrierPlot, force: str) -> list[str]:
    ways = beside(plot.forces[force]["hex"])
    return [ways[way] for way in ("NE", "NW") if way in ways]


def ranked(plot: CarrierPlot, force: str, hexes: list[str]) -> list[str]:
    """Farthest from the nearest US carrier task force, then toward whichever is closer, Rabaul or the north edge."""
    groups = [plot.groups[name]["hex"] for name in plot.carrier_groups()]
    goal = _nearer(plot, force)
    return least(hexes, _away(plot, groups), lambda place: 0 if not goal or place in goal else 1)


def _away(plot: CarrierPlot, groups: list[str]) -> Rank:
    """How near a hex lies to the nearest of some; a hex off the map is measured by air."""
    by_sea = near_any(plot, groups)
    by_air: Rank = lambda place: min((distance(place, other) for other in groups), default=0)  # noqa: E731
    return lambda place: -(by_air(place) if sea.off_map(plot, place) else by_sea(place))


def _nearer(plot: CarrierPlot, force: str) -> list[str]:
    """The hexes toward Rabaul or toward the north edge, whichever is closer; none when neither is."""
    at, edges = plot.forces[force]["hex"], sea.bounds(plot)
    rabaul = far(plot, at, sea.rabaul(plot))
    edge = row_of(at) - edges["north"] + 1 if edges else rabaul
    if rabaul == edge:
        return []
    return _to_rabaul(plot, force) if rabaul < edge else _north(plot, force)
