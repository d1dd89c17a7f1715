"""The map as far as it is needed: the hexes about what is in play, with forces, task forces, bases and strikes on them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from umpire.games.carrier import map as sea
from umpire.games.carrier.asks import Places
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.terms import BASES, OBJECTIVES
from umpire.table.asks import Ask
from umpire.table.numbered import column_of, neighbours, row_of, xy

JSON = Any

HALF, RISE, TALL = 19, 33, 22
"""Drawing units: half a hex across, from row to row, from a hex's middle to its upper corner."""
EDGE = RISE - TALL
"""Half of an upright side."""
SHOULDER = TALL - EDGE
MARGIN = 2
LEAST_ACROSS, LEAST_DOWN = 11, 9
FACES = {"C": "C", "T": "T"}


def centre(place: str) -> tuple[int, int]:
    """Where the middle of a hex is drawn."""
    x, y = xy(place)
    return x * HALF, y * RISE


def outline(place: str) -> str:
    """The path round a hex."""
    x, y = centre(place)
    over = f"l{HALF} {SHOULDER}v{2 * EDGE}l-{HALF} {SHOULDER}"
    return f"M{x} {y - TALL}{over}l-{HALF} -{SHOULDER}v-{2 * EDGE}z"


def hex_map(plot: CarrierPlot, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """What is drawn: the part of the map that holds all there is, its hexes, and what stands on them."""
    reach = _reach(asked, draft)
    placed = [*_standing(plot), *reach]
    if not placed:
        return {}
    hexes = _part(tuple(sorted(set(placed))))
    return {
        **_frame(hexes),
        "land": "".join(outline(p) for p in hexes if sea.terrain(plot, p) == "land"),
        "coast": "".join(outline(p) for p in hexes if sea.terrain(plot, p) == "coastal"),
        "goals": [{"name": name, **_xy(place), "hex": place} for name, place in _goals(plot) if place in hexes],
        "stacks": [_stack(place, pieces) for place, pieces in _pieces(plot).items()],
        "reach": [{"hex": p, "path": outline(p), **_xy(p)} for p in reach],
    }


def _reach(asked: Ask | None, draft: JSON) -> list[str]:
    """The hexes that may be tapped: where the piece taken up may go."""
    if isinstance(asked, Places) and draft and draft["one"] in asked.pieces:
        return list(asked.pieces[draft["one"]]["to"])
    return []


def _standing(plot: CarrierPlot) -> list[str]:
    """Every hex that something of the game stands in."""
    pieces = (*plot.forces.values(), *plot.task_forces().values(), *plot.strikes.values(), *plot.bases().values())
    return [each["hex"] for each in pieces if each["hex"]]


@lru_cache(256)
def _part(placed: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes of the smallest part of the map that holds some, with a margin, never too small to look at."""
    rows, columns = _span([row_of(p) for p in placed], LEAST_DOWN), _span([column_of(p) for p in placed], LEAST_ACROSS)
    return tuple(f"{r:02}{c:02}" for r in rows for c in reversed(columns))


def _span(numbers: list[int], least: int) -> range:
    low, high = min(numbers) - MARGIN, max(numbers) + MARGIN
    short = max(0, least - (high - low + 1))
    low -= short // 2
    return range(max(1, low), min(99, high + short - short // 2) + 1)


@lru_cache(256)
def _frame(hexes: tuple[str, ...]) -> dict[str, JSON]:
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


def _goals(plot: CarrierPlot) -> Iterable[tuple[str, str]]:
    """The bases, and the objectives of this game."""
    goals = [o for o in (plot.at("objectives/primary"), plot.at("objectives/secondary")) if o]
    made = dict.fromkeys((name, OBJECTIVES[name][0]) for name in goals)
    return made | dict.fromkeys((name, BASES[name]) for name in plot.bases())


def _pieces(plot: CarrierPlot) -> dict[str, list[JSON]]:
    """What stands in each hex, US first."""
    made: dict[str, list[JSON]] = {}

    def put(place: str, shape: str, words: str, told: str, faint: bool = False) -> None:
        made.setdefault(place, []).append({"shape": shape, "words": words, "told": told, "faint": faint})

    for name, group in plot.task_forces().items():
        put(group["hex"], "square", name.removeprefix("TF ").removeprefix("TG "), f"{name}, yours")
    for n, strike in plot.strikes.items():
        put(strike["hex"], "wing", n, f"your {'transfer' if strike['transfer'] else 'strike'} {n}")
    for force, f in plot.forces.items():
        marks = {"L": "located", "?": "approximately located"}.get(f["detection"], "undetected")
        put(f["hex"], "circle", force, f"{force}, {f['chit'] or 'level 0'}, {marks}", not f["detection"])
    return made


MOST = 3
"""Pieces of a hex that are drawn; more are counted."""


def _stack(place: str, pieces: list[JSON]) -> JSON:
    drawn = pieces[:MOST] if len(pieces) <= MOST else pieces[: MOST - 1]
    told = "; ".join(piece["told"] for piece in pieces)
    return {"hex": place, **_xy(place), "pieces": drawn, "more": len(pieces) - len(drawn), "told": f"{place}: {told}"}


def rose(place: str, to: Iterable[str]) -> list[JSON]:
    """A hex and its six neighbours as they lie, for a thumb: which of them may be gone to."""
    may = set(to)
    east, southeast, southwest, west, northwest = neighbours(place)[1:6]
    northeast = neighbours(place)[0]
    rows = ((northwest, northeast), (west, place, east), (southwest, southeast))
    return [[{"hex": p, "may": p in may, "here": p == place} for p in row] for row in rows]
