"""What no copy of the game could hold, and where a copy contradicts the rulebook.

A kit may be as good as empty and still be sound: what it lacks is asked at the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from umpire.games.carrier import air_grids, chart_grids, charts, roster
from umpire.games.carrier import kit as kits
from umpire.games.carrier.charts import SURE, YES
from umpire.games.carrier.intelligence import AGAIN
from umpire.games.carrier.kit_map import LAST_AREA
from umpire.games.carrier.map import LAND
from umpire.games.carrier.terms import COMBAT, LEVEL_1, OBJECTIVES, SIZES, TRANSPORT
from umpire.games.kit_parts import Cells, settled
from umpire.table.numbered import is_hex, neighbours

JSON = Any
Form = tuple[tuple[frozenset[str], frozenset[int]], ...]
"""At each place of a key: the words that are known there, and the shapes of others that may be."""

_SHAPES = (re.compile(r"-?\d{1,4}"), re.compile(r"\d{1,2}-\d{1,2}"), re.compile(r"\d{1,2}-of-\d{1,2}"))
"""Parts of keys of which a chart may have more than are known: dice, headings, hits of a ship’s capacity."""


def faults(cells: Cells) -> dict[str, str]:
    """What is wrong with cells, by key: a name or value no copy could have."""
    found = {}
    for key, value in cells.items():
        if fault := _fault(key, value):
            found[key] = f"{key[:40]}: {fault}"
    return found


def problems(cells: Cells) -> list[str]:
    """What is wrong with cells, a sentence each; empty for cells that are sound, whole or not."""
    return list(faults(cells).values())


def sound(cells: Cells) -> dict[str, JSON]:
    """The cells that can be worked with, whatever the others are."""
    return settled(cells, faults)


def _fault(key: str, value: JSON) -> str:
    if not names(key):
        return "a kit has nothing of this name."
    return "" if kits.cell(key, {}).allows(value) else "this cannot be printed there."


def names(key: str) -> bool:
    """Whether a key names a cell of some chart."""
    chart, _, rest = key.partition("/")
    if chart not in kits.all_charts() or "" in key.split("/"):
        return False
    if chart in _PLACED:
        return _PLACED[chart](rest)
    parts = tuple(rest.split("/")) if rest else ()
    return any(_like(parts, form) for form in _forms(chart)) and _called(key)


def _like(parts: tuple[str, ...], form: Form) -> bool:
    pairs = zip(parts, form, strict=False)
    return len(parts) == len(form) and all(part in known or _shape(part) in shapes for part, (known, shapes) in pairs)


def _shape(part: str) -> int:
    return next((n for n, shape in enumerate(_SHAPES, 1) if shape.fullmatch(part)), 0)


def _called(key: str) -> bool:
    """Whether a cell of that key can be spoken of: not every word goes with every other."""
    try:
        kits.cell(key, {})
    except KeyError:
        return False
    return True


@cache
def _forms(chart: str) -> list[Form]:
    """What may stand at each place of a chart’s keys, by how many places they have."""
    tables = [key for grid in chart_grids.of(chart, {}) for key in grid.every()]
    shipped = [key for part in (charts.SURE, charts.LIKELY, charts.DOUBTFUL) for key in charts.data()[part]]
    keys = [key for key in (*tables, *shipped, *_MORE.get(chart, ())) if charts.chart_of(key) == chart]
    by_count: dict[int, list[set[str]]] = {}
    for key in keys:
        parts = key.split("/")[1:]
        places = by_count.setdefault(len(parts), [set() for _ in parts])
        for place, part in zip(places, parts, strict=True):
            place.add(part)
    return [
        tuple((frozenset(place), frozenset(map(_shape, place)) - {0}) for place in places)
        for places in by_count.values()
    ]


_LINES = list(air_grids.STRENGTH_LINES)
_MORE: dict[str, list[str]] = {
    "strength_1_2": [f"strength_1_2/{line}/{column}/1" for line in _LINES for column in ("none", "1", "1-2")],
    "strength_1_2_columns": [f"strength_1_2_columns/{line}/1" for line in _LINES],
    "strength_3_4": ["strength_3_4/1/1", "strength_3_4/1-2/1"],
    "strength_3_4_columns": ["strength_3_4_columns/1"],
    "us_cap": ["us_cap/column/1", "us_cap/1/1"],
    "air_ground": ["air_ground/column/1", "air_ground/1/1"],
    "intel_1_2": [f"intel_1_2/{chit}/{AGAIN}/1" for chit in LEVEL_1],
    "surface_fire": [f"surface_fire/us/{type}/1" for type in SIZES],
    "surface_mods": [
        "surface_mods/firer/1-of-2",
        "surface_mods/night/us",
        *(f"surface_mods/{what}/us/{type}" for what in ("type/us", "evasion/us") for type in SIZES),
        *(f"surface_mods/type/us/{type}/DD" for type in SIZES),
    ],
    "vp_schedule": [
        *(f"vp_schedule/heavy/us/{type}" for type in SIZES),
        *(f"vp_schedule/air_value/{ship}" for ship in roster.ships()),
    ],
}
"""Keys of the forms that the tables do not show: those under headings, and those no chart need print."""


def _side(text: str) -> bool:
    a, _, b = text.partition("-")
    return is_hex(a) and is_hex(b) and a < b and b in neighbours(a)


def _two_hexes(text: str) -> bool:
    return all(map(is_hex, text.split("/"))) and text.count("/") == 1


def _area(text: str) -> bool:
    return text.isascii() and text.isdecimal() and str(int(text)) == text and int(text) <= LAST_AREA


def _compass(text: str) -> bool:
    area, _, rest = text.partition("/")
    return _area(area) and rest in [f"{objective}/{kind}" for objective in OBJECTIVES for kind in (COMBAT, TRANSPORT)]


_PLACED: Mapping[str, Callable[[str], bool]] = {
    "terrain": is_hex,
    "sea": is_hex,
    "mission_area": is_hex,
    "blocked_side": _side,
    "sea_closer": _two_hexes,
    "area_whole": _area,
    "compass": _compass,
    "map_bounds": lambda text: not text,
    "rabaul_hex": lambda text: not text,
    charts.AGREED: lambda text: text in kits.all_charts(),
}
"""Charts whose cells are places of the map, or are but one: what may follow the chart’s key."""


def doubts(cells: Cells) -> list[str]:
    """Where sound cells contradict what the rulebook or the counters say, a sentence each."""
    return [said for key, value in cells.items() if (said := _doubt(key, value))]


def _doubt(key: str, value: JSON) -> str:
    chart, _, place = key.partition("/")
    sure = charts.data()[SURE]
    if chart == "terrain" and value == LAND and sure.get(f"sea/{place}") == YES:
        return f"Hex {place}: ships stand or move there in the rulebook, so some of it is sea."
    cell = kits.cell(key, {})
    if key in sure and sure[key] != value:
        return f"{cell.label}: the rulebook or a counter has {charts.said(sure[key])}."
    words = cell.doubt(value)
    return f"{cell.label}: {words}." if words else ""
