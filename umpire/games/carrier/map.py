"""What the printed map shows, learnt as it is needed (2.3, 9.0).

A hex nobody has spoken of is taken for high sea, and a hexside for open. What was taken so in a move is put before the
players with the pieces they move; `confirm.py` takes up what they say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from umpire.games.carrier import charts
from umpire.games.carrier.charts import NO, YES, Chart
from umpire.games.carrier.plot import CarrierPlot
from umpire.table.charts import Cell, Field
from umpire.table.numbered import DIRECTIONS, beside, closer, column_of, distance, is_hex, neighbours, row_of
from umpire.table.script import Play, Steps

JSON = Any

HIGH, COASTAL, LAND = "high", "coastal", "land"
TERRAIN = (HIGH, COASTAL, LAND)
EDGES = ("north", "south", "east", "west")
_SURE_ROWS, _SURE_COLUMNS = range(12, 39), range(9, 50)
"""Rows and columns that hold hexes the rulebook names, so that the map goes at least as far."""
_FAR = 999
"""A distance beyond any, where there is no way by sea."""


def yes_or_no(name: str = "", label: str = "") -> Field:
    """A box for one of two words."""
    return Field(name, label, 1, 0, (YES, NO))


@dataclass(frozen=True)
class _Closer(Chart):
    """Which of six hexes lie closer by sea; the app suggests those that lie closer by air."""

    def cell(self, key: str) -> Cell:
        made = super().cell(key)
        _, place, goal = key.split("/")
        if made.suggestion is None:
            near = closer(place, goal)
            made = replace(made, suggestion={d: YES if p in near else NO for d, p in beside(place).items()})
        return made


CHARTS = (
    Chart(
        "terrain",
        "Terrain of the map",
        lambda place: f"Hex {place}: high sea, coastal sea or all land",
        (Field("", "", 1, 0, TERRAIN, keys=("high sea", "coastal sea", "all land")),),
        "2.3",
    ),
    Chart("sea", "Hexes with sea", lambda place: f"Hex {place}: is any of it sea?", (yes_or_no(),), "2.3"),
    Chart(
        "blocked_side",
        "Prohibited hexsides",
        lambda side: f"The side between {side.replace('-', ' and ')}: is it prohibited to ships?",
        (yes_or_no(),),
        "2.3",
    ),
    Chart(
        "map_bounds",
        "Edges of the map",
        lambda: "Edges of the map: the first and last row, the least and greatest column",
        (
            Field("north", "row at the north edge", 1, _SURE_ROWS[0]),
            Field("south", "row at the south edge", _SURE_ROWS[-1], 99),
            Field("east", "column at the east edge", 1, _SURE_COLUMNS[0]),
            Field("west", "column at the west edge", _SURE_COLUMNS[-1], 99),
        ),
        "2.3",
    ),
    Chart("rabaul_hex", "Rabaul", lambda: "The hex of Rabaul", (Field("", "", 101, 9999),), "20.3"),
    _Closer(
        "sea_closer",
        "Ways by sea",
        lambda place, goal: f"From {place}: which hexes next to it lie closer by sea to {goal}",
        lambda place, goal: tuple(yes_or_no(d, f"{d}, {p}") for d, p in beside(place).items()),
        "9.0",
    ),
)


def _known(plot: CarrierPlot, key: str) -> JSON:
    return charts.value(plot.kit, key) if charts.has(plot.kit, key) else None


def area(plot: CarrierPlot, place: str) -> int:
    """The number of a hex's Mission Movement area (9.2); 0 while it is not known."""
    return int(_known(plot, f"mission_area/{place}") or 0)


def whole(plot: CarrierPlot, place: str) -> bool:
    """Whether all land, coast and prohibited sides of a hex's area are entered, so that the rest of it is open high sea.

    Area 0 is what lies in none.
    """
    return bool(_known(plot, f"area_whole/{area(plot, place)}") == YES)


def terrain(plot: CarrierPlot, place: str) -> str:
    """``high``, ``coastal`` or ``land``, as far as is known; empty for unknown."""
    return str(_known(plot, f"terrain/{place}") or (HIGH if whole(plot, place) else ""))


def presumed(plot: CarrierPlot, place: str) -> str:
    """The terrain, high sea where it is not known."""
    return terrain(plot, place) or HIGH


def has_sea(plot: CarrierPlot, place: str) -> bool:
    """Whether a hex is known to have some sea, so that it cannot be all land."""
    return terrain(plot, place) in (HIGH, COASTAL) or _known(plot, f"sea/{place}") == YES


def side(a: str, b: str) -> str:
    """The key of the side between two hexes."""
    return f"blocked_side/{min(a, b)}-{max(a, b)}"


def blocked(plot: CarrierPlot, a: str, b: str) -> bool:
    """Whether the side between two hexes is known to be prohibited to ships."""
    return bool(_known(plot, side(a, b)) == YES)


def bounds(plot: CarrierPlot) -> Mapping[str, int] | None:
    """The first and last row and column of the map, once they are known."""
    found: Mapping[str, int] | None = _known(plot, "map_bounds")
    return found


def off_map(plot: CarrierPlot, place: str) -> str:
    """The edge a hex lies beyond, as ``north``; empty for one on the map, as far as is known."""
    edges = bounds(plot)
    if not edges:
        return ""
    row, column = row_of(place), column_of(place)
    beyond = {
        "north": row < edges["north"],
        "south": row > edges["south"],
        "east": column < edges["east"],
        "west": column > edges["west"],
    }
    return next((edge for edge in EDGES if beyond[edge]), "")


def rabaul(plot: CarrierPlot) -> str:
    """The hex of Rabaul; empty while it is not known."""
    found = _known(plot, "rabaul_hex")
    return f"{found:04}" if found and is_hex(f"{found:04}") else ""


# Distances by sea (9.0): units of either side do not matter, coastal and high sea are alike.


def sea_distance(plot: CarrierPlot, a: str, b: str) -> int | None:
    """Hexes by sea as far as the map is known (9.0); None for no way."""
    land = _keyed(plot, "terrain", LAND)
    sides = _keyed(plot, "blocked_side", YES)
    if not land and not sides:
        return distance(a, b)
    edges = bounds(plot) or {"north": 1, "south": 99, "east": 1, "west": 99}
    return _way(a, b, land, sides, tuple(edges[edge] for edge in EDGES))


def far(plot: CarrierPlot, a: str, b: str) -> int:
    """`sea_distance`, where no way is known a distance beyond any."""
    found = sea_distance(plot, a, b)
    return _FAR if found is None else found


def _keyed(plot: CarrierPlot, chart: str, value: str) -> tuple[str, ...]:
    """What of a chart is known to have a value, in the order of its keys: hexes, or sides."""
    return plot.of_the_kit((chart, value), lambda: _read(plot.kit, chart, value))


def _read(kit: charts.Kit, chart: str, value: str) -> tuple[str, ...]:
    before = f"{chart}/"
    known = [key for key, each in kit.items() if each == value and key.startswith(before)]
    known += [key for key in _sure(before, value) if key not in kit]
    return tuple(sorted(key[len(before) :] for key in known))


@lru_cache(8)
def _sure(before: str, value: str) -> tuple[str, ...]:
    return tuple(k for k, each in charts.data()[charts.SURE].items() if each == value and k.startswith(before))


@lru_cache(4096)
def _way(a: str, b: str, land: tuple[str, ...], sides: tuple[str, ...], edges: tuple[int, ...]) -> int | None:
    """The length of the shortest way round land and prohibited sides (A*, by air as the least it can be)."""
    dry, shut = frozenset(land), frozenset(sides)
    north, south, east, west = edges
    best = {a: 0}
    front = [(distance(a, b), 0, a)]
    while front:
        _, gone, at = heappop(front)
        if at == b:
            return -gone
        if -gone > best[at]:
            continue
        for place in neighbours(at):
            inside = north <= row_of(place) <= south and east <= column_of(place) <= west
            if place in dry or not (inside or place == b) or f"{min(at, place)}-{max(at, place)}" in shut:
                continue
            if best.get(place, _FAR) > best[at] + 1:
                best[place] = best[at] + 1
                heappush(front, (best[place] + distance(place, b), -best[place], place))
    return None


def closer_by_sea(plot: CarrierPlot, place: str, goal: str) -> list[str]:
    """The hexes next to one that lie closer by sea to a goal: as the players read them off the map, or as the map is
    known."""
    said = _known(plot, f"sea_closer/{place}/{goal}")
    if said:
        return [beside(place)[way] for way in DIRECTIONS if said.get(way) == YES and way in beside(place)]
    now = far(plot, place, goal)
    return [other for other in neighbours(place) if steps_to(plot, place, other) and far(plot, other, goal) < now]


def farther_by_sea(plot: CarrierPlot, place: str, goal: str) -> list[str]:
    """The hexes next to one that lie farther by sea from a goal."""
    now = far(plot, place, goal)
    return [other for other in neighbours(place) if _FAR > far(plot, other, goal) > now]


def steps_to(plot: CarrierPlot, a: str, b: str) -> bool:
    """Whether ships may go from a hex to one beside it, as far as the map is known (2.3)."""
    return presumed(plot, b) != LAND and not blocked(plot, a, b) and not off_map(plot, b)


# What is asked for.


def know_terrain(g: Play, places: Callable[[], Iterable[str]], why: str) -> Steps[None]:
    """Make sure of the terrain of some hexes; ask for what is not known."""

    def unknown() -> list[str]:
        return [f"terrain/{place}" for place in places() if not terrain(g.truth, place)]

    yield from charts.printed(g, why, unknown, "2.3")


def know_edges(g: Play, places: Callable[[], Iterable[str]], why: str) -> Steps[None]:
    """Make sure of the edges of the map when one of some hexes might lie beyond them."""
    yield from charts.printed(g, why, lambda: ["map_bounds"] if any(map(_doubtful, places())) else [], "2.3")


def _doubtful(place: str) -> bool:
    return row_of(place) not in _SURE_ROWS or column_of(place) not in _SURE_COLUMNS


# What was presumed in moves.


def uncertain(plot: CarrierPlot, a: str, b: str) -> bool:
    """Whether a step was presumed: into a hex of unknown terrain, or by a coast through a side nobody spoke of."""
    at, to = terrain(plot, a), terrain(plot, b)
    told = _known(plot, side(a, b)) is not None or (whole(plot, a) and whole(plot, b))
    return not to or (COASTAL in (at, to) and not told)


def presumed_places(plot: CarrierPlot) -> list[JSON]:
    """What moves presumed since the players last confirmed any, as an ask of `Pieces` lists it."""
    return [_asked(plot, entry) for entry in plot.at("memory/presumed") or []]


def _asked(plot: CarrierPlot, entry: JSON) -> JSON:
    place = entry["hex"]
    known = terrain(plot, place)
    answers = [
        ("coastal", "coastal sea", not known),
        ("land", "all land", not has_sea(plot, place)),
        ("blocked", "a prohibited side", True),
        ("elsewhere", "it stands elsewhere", True),
    ]
    said = [{"id": id, "words": words} for id, words, offered in answers if offered]
    return {"id": entry["id"], "words": f"{entry['piece']} to {place}", "hex": place, "answers": said}


def learn(g: Play, answers: Mapping[str, str]) -> Steps[None]:
    """Take up what the players said of `presumed_places`; pieces that could not go where they went go elsewhere."""
    from umpire.games.carrier import confirm  # it moves pieces, which need this module

    yield from confirm.learn(g, answers)
