"""The map as far as it is needed: the hexes about what is in play, with forces, task forces, bases and strikes on them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from umpire.games.carrier import map as sea
from umpire.games.carrier import track
from umpire.games.carrier.asks import Pieces, Places
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.search_sheet import Search
from umpire.games.carrier.terms import BASES, OBJECTIVES
from umpire.table.asks import Ask
from umpire.table.numbered import beside, column_of, distance, row_of, xy

JSON = Any

HALF, RISE, TALL = 19, 33, 22
"""Drawing units: half a hex across, from row to row, from a hex's middle to its upper corner."""
EDGE = RISE - TALL
"""Half of an upright side."""
SHOULDER = TALL - EDGE
MARGIN = 2
LEAST_ACROSS, LEAST_DOWN = 9, 7
ACROSS, AROUND = 4, 2
"""Hexes to either side of what may be tapped, and above and below it, that a phone shows."""
ROOM = (560, 380)
"""How wide and how high the map is drawn in the room, at the least."""


def centre(place: str) -> tuple[int, int]:
    """Where the middle of a hex is drawn."""
    x, y = xy(place)
    return x * HALF, y * RISE


def outline(place: str) -> str:
    """The path round a hex."""
    x, y = centre(place)
    over = f"l{HALF} {SHOULDER}v{2 * EDGE}l-{HALF} {SHOULDER}"
    return f"M{x} {y - TALL}{over}l-{HALF} -{SHOULDER}v-{2 * EDGE}z"


def hex_map(plot: CarrierPlot, side: str, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """What is drawn: the part of the map that holds all there is, or about a piece that is taken up; what stands on it.

    In the room (no `side`) it is drawn as wide as it goes: so counters are the larger, and bear their hexes.
    """
    reach = _reach(asked, draft)
    placed = [*_standing(plot), *reach]
    if not placed:
        return {}
    hexes = _about(reach) if reach and side else part(tuple(sorted(set(placed))))
    made = frame(hexes)
    focus = _focus(plot, asked, draft)
    return {
        **made,
        "big": 10 if side else max(10, 10 * made["width"] // ROOM[0], 10 * made["height"] // ROOM[1]),
        "land": "".join(outline(p) for p in hexes if sea.terrain(plot, p) == "land"),
        "coast": "".join(outline(p) for p in hexes if sea.terrain(plot, p) == "coastal"),
        "goals": [{"name": name, **_xy(place), "hex": place} for name, place in goals(plot) if place in hexes],
        "rings": _rings(plot, asked, draft, hexes),
        "aims": _aims(plot, hexes),
        "stacks": [_stack(place, pieces) for place, pieces in _pieces(plot).items() if place in hexes],
        "own": _own(plot, hexes),
        "reach": [{"hex": p, "path": outline(p), **_xy(p)} for p in reach],
        "focus": centre(focus)[0] - int(made["view"].split()[0]) if focus else "",
    }


def _reach(asked: Ask | None, draft: JSON) -> list[str]:
    """The hexes that may be tapped: where the piece taken up may go."""
    if isinstance(asked, Places) and draft and draft["one"] in asked.pieces:
        return list(asked.pieces[draft["one"]]["to"])
    return []


def _about(reach: list[str]) -> tuple[str, ...]:
    """A phone’s width of hexes about those that may be tapped."""
    rows, columns = [row_of(p) for p in reach], [column_of(p) for p in reach]
    middle = (min(columns) + max(columns)) // 2
    down = range(max(1, min(rows) - AROUND), min(99, max(rows) + AROUND) + 1)
    across = range(max(1, middle - ACROSS), min(99, middle + ACROSS) + 1)
    return tuple(f"{r:02}{c:02}" for r in down for c in reversed(across))


def _focus(plot: CarrierPlot, asked: Ask | None, draft: JSON) -> str:
    """The hex that a phone opens the map on: of who searches; while counters are moved, of the force that acted last;
    else of a task force."""
    searching = _looking(plot, asked, draft)
    acted = [each.facts["force"] for each in plot.heard if each.kind == "activated" and not each.struck]
    places = [plot.groups[name]["hex"] for name, _ in searching]
    theirs = [plot.forces[force]["hex"] for force in acted[-1:] if force in plot.forces and plot.phase]
    ours = [group["hex"] for group in plot.task_forces().values()]
    places += [*theirs, *ours] if asked is None or isinstance(asked, Pieces) else [*ours, *theirs]
    return next(iter([*places, *_standing(plot)]), "")


def _looking(plot: CarrierPlot, asked: Ask | None, draft: JSON) -> list[tuple[str, list[int]]]:
    """The tracks of which a box is chosen to search, each with the range of that box."""
    if not isinstance(asked, Search) or not draft:
        return []
    chosen = {name: place for name, place in draft["boxes"].items() if place and name in asked.boxes}
    return [(name, track.boxes(plot, name)[place]["range"]) for name, place in chosen.items()]


def _rings(plot: CarrierPlot, asked: Ask | None, draft: JSON, hexes: Iterable[str]) -> list[JSON]:
    """The hexes that each chosen box would search."""
    made = []
    for name, (low, high) in _looking(plot, asked, draft):
        at = plot.groups[name]["hex"]
        path = "".join(outline(p) for p in hexes if low <= distance(at, p) <= high)
        made.append({"path": path, "told": f"{name} searches at {low} to {high} hexes"})
    return made


def _aims(plot: CarrierPlot, hexes: Iterable[str]) -> list[JSON]:
    """Lines from strikes to the forces they are bound for."""
    made = []
    for strike in plot.strikes.values():
        to = plot.forces[strike["target"]]["hex"] if strike["target"] in plot.forces else ""
        if to and to != strike["hex"] and {to, strike["hex"]} <= set(hexes):
            made.append({"from": _xy(strike["hex"]), "to": _xy(to)})
    return made


def _standing(plot: CarrierPlot) -> list[str]:
    """Every hex that something of the game stands in."""
    pieces = (*plot.forces.values(), *plot.task_forces().values(), *plot.strikes.values(), *plot.bases().values())
    return [each["hex"] for each in pieces if each["hex"]]


@lru_cache(256)
def part(placed: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes of the smallest part of the map that holds some, with a margin, never too small to look at."""
    rows, columns = _span([row_of(p) for p in placed], LEAST_DOWN), _span([column_of(p) for p in placed], LEAST_ACROSS)
    return tuple(f"{r:02}{c:02}" for r in rows for c in reversed(columns))


def _span(numbers: list[int], least: int) -> range:
    low, high = min(numbers) - MARGIN, max(numbers) + MARGIN
    short = max(0, least - (high - low + 1))
    low -= short // 2
    return range(max(1, low), min(99, high + short - short // 2) + 1)


@lru_cache(256)
def frame(hexes: tuple[str, ...]) -> dict[str, JSON]:
    """The size of the drawing, its hexes as one path, and their numbers."""
    at = [centre(p) for p in hexes]
    left, right = min(x for x, _ in at) - HALF - 3, max(x for x, _ in at) + HALF + 3
    top, bottom = min(y for _, y in at) - TALL - 3, max(y for _, y in at) + TALL + 3
    return {
        "view": f"{left} {top} {right - left} {bottom - top}",
        "width": right - left,
        "height": bottom - top,
        "hexes": "".join(outline(p) for p in hexes),
        "names": [{"hex": p, **_xy(p)} for p in hexes],
    }


def _xy(place: str) -> dict[str, int]:
    x, y = centre(place)
    return {"x": x, "y": y}


def goals(plot: CarrierPlot) -> Iterable[tuple[str, str]]:
    """The bases, and the objectives of this game."""
    goals = [o for o in (plot.at("objectives/primary"), plot.at("objectives/secondary")) if o]
    made = dict.fromkeys((name, OBJECTIVES[name][0]) for name in goals)
    return made | dict.fromkeys((name, BASES[name]) for name in plot.bases())


def _own(plot: CarrierPlot, hexes: Iterable[str]) -> list[JSON]:
    """The hexes in which there is anything of the US player’s, and all that stands there, as it is read out."""
    ours = [each["hex"] for each in (*plot.task_forces().values(), *plot.strikes.values())]
    places = {place: pieces for place, pieces in _pieces(plot).items() if place in ours and place in hexes}
    return [{"place": place, "told": _told(pieces)} for place, pieces in places.items()]


def _told(pieces: Iterable[JSON]) -> str:
    return "; ".join(piece["told"] for piece in pieces)


def _pieces(plot: CarrierPlot) -> dict[str, list[JSON]]:
    """What stands in each hex, US first."""
    made: dict[str, list[JSON]] = {}

    def put(place: str, shape: str, words: str, told: str, look: str = "") -> None:
        made.setdefault(place, []).append({"shape": shape, "words": words, "told": told, "look": look})

    for name, group in plot.task_forces().items():
        put(group["hex"], "square", name.partition(" ")[2] or name, f"{name}, yours")
    for n, strike in plot.strikes.items():
        put(strike["hex"], "wing", n, f"your {'transfer' if strike['transfer'] else 'strike'} {n}")
    for force, f in plot.forces.items():
        marks = {"L": "located", "?": "approximately located"}.get(f["detection"], "undetected")
        look = {"L": "", "?": "about"}.get(f["detection"], "faint")
        carriers = " carriers" if plot.is_carrier_force(force) else ""
        put(f["hex"], "circle", force, f"{force}, {f['chit'] or 'level 0'}, {marks}", f"{look}{carriers}".strip())
    return made


MOST = 3
"""Pieces of a hex that are drawn; more are counted."""
_PLACES = {1: ((0, -4),), 2: ((-12, -4), (12, -4)), 3: ((-12, -12), (12, -12), (0, 9))}
"""Where the pieces of a hex stand, by how many are drawn, so that none hides another’s name."""


def _stack(place: str, pieces: list[JSON]) -> JSON:
    drawn = pieces[:MOST]
    more = len(pieces) - len(drawn)
    stood = [{**piece, "dx": dx, "dy": dy} for piece, (dx, dy) in zip(drawn, _PLACES[len(drawn)], strict=True)]
    return {"hex": place, **_xy(place), "pieces": stood, "more": more, "told": f"{place}; {_told(pieces)}"}


SIGNS = {"NE": "↗", "E": "→", "SE": "↘", "SW": "↙", "W": "←", "NW": "↖"}


def ways(place: str, to: Iterable[str]) -> list[JSON]:
    """A hex and its neighbours in a row, from the north-west round: which of them may be gone to."""
    may, beside_it = set(to), beside(place)
    made = [{"hex": place, "sign": "•", "may": place in may}]
    return made + [
        {"hex": beside_it[w], "sign": SIGNS[w], "may": beside_it[w] in may} for w in _ROUND if w in beside_it
    ]


_ROUND = ("NW", "NE", "E", "SE", "SW", "W")
