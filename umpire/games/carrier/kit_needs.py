"""What must be known before a table is set. Without fog+ nothing: a blank is asked when it is met.

Under fog+ it would tell that somebody has looked for it: the charts of the Japanese air attack, and where carriers may
not be, are known whole before play begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.games.carrier import air_grids, chart_grids, charts
from umpire.games.carrier.charts import AGREED, LIKELY, YES
from umpire.games.carrier.grids import MOST_POINTS
from umpire.games.carrier.japan_charts import column_of, turned_round
from umpire.games.carrier.map import EDGES
from umpire.games.carrier.parts import PARTS, STANDARD
from umpire.games.carrier.terms import DAY
from umpire.table.words import counted, listed

JSON = Any
Kit = Mapping[str, JSON]
Gap = tuple[str, str]
"""What is missing, and the section of the kit it belongs to."""

MAP = "map"
FAR = 9
"""Hexes from which a force may strike (15.1)."""


def gaps(kit: Kit, settings: Mapping[str, JSON]) -> list[Gap]:
    """What is missing for what is agreed, by section; where no scenario is named, for the one that needs most."""
    parts = PARTS[settings.get("scenario", STANDARD)]
    if not settings.get("fog") or parts.air != "standard":
        return []
    missing = [("the map", MAP, _sea(kit)), *((name, section, need(kit)) for name, section, need in _CHARTS)]
    return [(f"Fog+: {name}: {listed(words)}.", section) for name, section, words in missing if words]


def _cells(*charts_of_it: str) -> Callable[[Kit], list[str]]:
    """What is missing of charts that are needed whole: whether they agree, and cells."""

    def missing(kit: Kit) -> list[str]:
        blank = [key for chart in charts_of_it for key in chart_grids.keys(chart, kit) if not charts.has(kit, key)]
        unsaid = [
            key for key in blank if key in charts.data()[LIKELY] and not kit.get(f"{AGREED}/{charts.chart_of(key)}")
        ]
        words = ["whether yours agrees with the app’s"] if unsaid else []
        return [*words, *([counted(len(blank) - len(unsaid), "cell")] if len(blank) > len(unsaid) else [])]

    return missing


def _strength_1_2(kit: Kit) -> list[str]:
    lines = [line for line in air_grids.STRENGTH_LINES if not _headed(kit, "strength_1_2_columns", line)]
    return [f"the headings of {counted(len(lines), 'line')}"] if lines else _cells("strength_1_2")(kit)


def _strength_3_4(kit: Kit) -> list[str]:
    headed = _headed(kit, "strength_3_4_columns", "")
    return _cells("strength_3_4", "strength_3_4_mods")(kit) if headed else ["its headings and cells"]


def _headed(kit: Kit, chart: str, line: str) -> bool:
    """Whether every number there may be is read in some column that is known."""
    return all(column_of(kit, chart, line, n) for n in range(1, MOST_POINTS + 1))


def _turnaround(kit: Kit) -> list[str]:
    turns, hexes = range(1, DAY), range(1, FAR + 1)
    blank = [(ago, reach) for ago in turns for reach in hexes if turned_round(kit, ago, reach) is None]
    return ["when a strike is turned round"] if blank else []


def _sea(kit: Kit) -> list[str]:
    """The edges of the map, and of each hex within them whether it is high sea, coastal sea or land."""
    bounds = kit.get("map_bounds")
    if not bounds:
        return ["its edges, and where there is coast and land"]
    north, south, east, west = (bounds[edge] for edge in EDGES)
    places = [f"{r:02}{c:02}" for r in range(north, south + 1) for c in range(east, west + 1)]
    blank = [place for place in places if not _told(kit, place)]
    return [f"{counted(len(blank), 'hex', 'hexes')} not painted, of areas that are not declared whole"] if blank else []


def _told(kit: Kit, place: str) -> bool:
    key = f"mission_area/{place}"
    area = charts.value(kit, key) if charts.has(kit, key) else 0
    return charts.has(kit, f"terrain/{place}") or kit.get(f"area_whole/{area}") == YES


_CHARTS: tuple[tuple[str, str, Callable[[Kit], list[str]]], ...] = (
    ("Intelligence, Level 1 to 2", "intel_1_2", _cells("intel_1_2")),
    ("the Target Table", "air_target", _cells("air_target", "air_target_by", "air_target_mods")),
    ("the Strength Table, Level 1 and 2", "strength_1_2", _strength_1_2),
    ("the Strength Table, Level 3 and 4", "strength_3_4", _strength_3_4),
    ("the Reduction Chart", "reduction", _cells("reduction")),
    ("the Turnaround Chart", "turnaround", _turnaround),
)
