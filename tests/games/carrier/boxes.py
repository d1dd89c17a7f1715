"""Kits of Carrier to test with: what the app has of a chart as it has it, everything else invented."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

from umpire.games.carrier import charts, roster
from umpire.games.carrier import kit as kits
from umpire.games.carrier.fire import SIDES as FIRERS
from umpire.games.carrier.intelligence import AGAIN
from umpire.games.carrier.japan_charts import KINDS
from umpire.games.carrier.movement_charts import COLUMNS, DAY, JAPAN, NIGHT, ROWS
from umpire.games.carrier.scoring import LEVELS, MOST, STEP
from umpire.games.carrier.terms import (
    CARRIER_2,
    CARRIERS,
    DIE,
    LEVEL_1,
    OBJECTIVES,
    PERIODS,
    SIZE_CHITS,
    SIZES,
)
from umpire.table.numbered import distance

JSON = Any

EDGES = {"north": 12, "south": 38, "east": 9, "west": 49}
LAND = ("2727", "2728")
"""Two hexes of land; what lies beside them is coast."""
DICE = range(1, DIE + 1)
MODIFIED = range(-9, 19)
"""Dice with all that may be added to them."""
STRENGTHS, MISSING, COLUMNS_OF = range(1, 25), range(1, 21), range(33)
"""Air points of a strike, points that are missing to it, and what its column is looked up for."""
FIGHTING = ("BB", "CV", "CA", "CL", "CVL", "CVE", "DD", "AP", "TR")


def place_of(row: int, column: int) -> str:
    return f"{row:02}{column:02}"


def every_hex() -> Iterator[str]:
    rows, columns = range(EDGES["north"], EDGES["south"] + 1), range(EDGES["east"], EDGES["west"] + 1)
    return (place_of(row, column) for row, column in product(rows, columns))


# What is printed, by chart, from what follows the chart's key.


def _terrain(place: str) -> str:
    near = min(distance(place, each) for each in LAND)
    return ("land", "coastal")[near] if near < 2 else "high"


def _area(place: str) -> int:
    column = int(place[2:])
    return 3 if column < 21 else 1 if column < 34 else 2


def _reaction(row: str, column: str, whose: str) -> JSON:
    codes = [("E", 3), ("USOp", 6), ("R", 10)] if "carrier" not in row else [("R", 10)]
    if whose != JAPAN:
        codes = [(code, to) for code, to in codes if code != "USOp"]
    elif row == "medium" and column == "other surface":
        codes = [("E", 2), ("USOp", 8), ("R", 10)]
    if row == "transport":
        codes = [("E2", 2), ("R", 10)]
    cell: dict[str, JSON] = {}
    for n in (1, 2, 3):
        cell |= dict(zip((f"code{n}", f"to{n}"), codes[n - 1] if n <= len(codes) else ("none", 0), strict=True))
    return cell


def _span(*of: str) -> JSON:
    low = int(of[-1]) // 4 * 4
    return {"from": low, "to": low + 3}


def _strength(*of: str) -> JSON:
    """Two waves, by the column and the die."""
    column, die = of[-2:]
    size = max(0, (int(die) + (0 if column == "none" else int(column.split("-")[0]))) // 3)
    return {"1": size, "2": size // 2}


def _search(die: str) -> str:
    n = int(die)
    found = ("L, chit +1", "L", "?, chit +1", "?", "?", "chit +1")
    return found[0] if n <= 3 else found[n - 3] if n < 9 else "nothing"


def _target(die: str) -> JSON:
    first = ("carriers", "transports", "carriers (p) + airfield (p)", "airfield", "surface", "task force")
    return {"priority": first[int(die) % len(first)], "alternate": "carriers", "second": "task force"}


def _schedule(what: str, *of: str) -> JSON:
    if what in ("sunk", "heavy", "damaged"):
        return {"sunk": 2, "heavy": 1, "damaged": "1/2"}[what]
    return {"level": 1, "air_value": 2, "air_point": "1/2", "us_not_unloaded": 2}.get(what, 3)


def _counted(n: int) -> JSON:
    """Something of `n` shared out over four phases."""
    return {str(phase): (n + 4 - phase) // 4 for phase in (1, 2, 3, 4)}


_PRINTED: Mapping[str, Callable[..., JSON]] = {
    "agreed": lambda chart: charts.YES,
    "terrain": _terrain,
    "sea": lambda place: charts.YES,
    "blocked_side": lambda side: charts.NO,
    "map_bounds": lambda: dict(EDGES),
    "mission_area": _area,
    "area_whole": lambda area: charts.YES,
    "records_J": lambda n: {phase: (int(n) + 7) // 4 for phase in "123"},
    "records_us": lambda n: _counted(int(n)),
    "close_reaction": _reaction,
    "close_reaction_columns": lambda: {name: n for n, name in enumerate(COLUMNS, 1)},
    "us_cap": lambda column, n: min(int(n), 12) if column == "column" else max(0, (int(column) + int(n) - 2) // 4),
    "escort_mod": lambda n: -(int(n) // 5),
    "cap_aloft_mod": lambda step: {"n": 1, "of": 2},
    "us_warning": lambda die: int(die) // 2,
    "aa": lambda *of: int(of[-1]) // 8 if of[0] == "size" else 0,
    "damage": lambda die: min(4, max(0, (int(die) - 3) // 2)),
    "air_ground": lambda column, n: (
        min(int(n) // 2 * 2, 12)
        if column == "column"
        else {"hits": (int(column) + int(n)) // 8, "losses": (int(column) + int(n)) // 7}
    ),
    "air_target": _target,
    "air_target_by": lambda kind: {"first": "nearest", "second": "most ships"},
    "air_target_mods": lambda *of: 0,
    "strength_1_2_columns": _span,
    "strength_3_4_columns": _span,
    "strength_1_2": _strength,
    "strength_3_4": _strength,
    "strength_3_4_mods": lambda which: -2,
    "turnaround": lambda turns, reach: charts.YES if int(turns) > 1 or int(reach) < 5 else charts.NO,
    "reduction": lambda row, strength: max(0, int(strength) - int(row) // 2),
    "available": lambda ship: 1234,
    "vp_schedule": _schedule,
    "victory_ratio": lambda ratio: LEVELS[-1] if ratio == "none" else LEVELS[min(8, int(ratio) // 60)],
    "fleet_retirement": lambda ratio: min(DIE, int(ratio) // 40),
    "scenario3_table": lambda die: ("none", "range", "located", "located", "both", "attack")[int(die) // 2],
    "scenario3_delay": lambda band: {"0-3": 2, "4-6": 3}.get(band, 4),
    "sc6_dummies": lambda cup: 14,
    "contact_cols": int,
    "contact": lambda column, die: "contact" if int(die) > int(column) // 2 else "miss",
    "contact_mods": lambda which: 0,
    "surprise": lambda die: ("none", "none", "cap", "planes on deck")[max(0, min(3, int(die) // 3))],
    "surprise_mods": lambda which: 2,
    "search": _search,
    "search_mods": lambda *of: -2 if of == ("located",) else 0,
    "surface_fire": lambda side, type, die: max(0, min(8, (int(die) - SIZES.index(type) // 2) // 2)),
    "surface_mods": lambda *of: -1 if of[0] == "night" else 0,
    "ext_range": lambda column, die: (0, "1/4", "1/2", 1)[int(die) // 3],
}


def printed(key: str) -> JSON:
    """What is printed in a cell: the app's own value or suggestion, where it has one; else an invented one."""
    own = charts.suggested(key)
    if own is not None:
        return own
    chart, *rest = key.split("/")
    return _PRINTED[chart](*rest) if chart in _PRINTED else kits.cell(key, {}).sample(random.Random(key))


# Which cells there are.


def _keys() -> Iterator[str]:
    """Cells that play may come to ask for, whatever happens in it."""
    yield from (f"agreed/{chart}" for chart in dict.fromkeys(charts.chart_of(k) for k in charts.data()[charts.LIKELY]))
    yield from charts.data()[charts.DOUBTFUL]
    yield from _of_the_map()
    yield from _of_the_air()
    yield from _of_strikes()
    yield from _of_searches()
    yield from _of_surface_combat()
    yield from (f"records_J/{n}" for n in range(31))
    yield from (f"records_us/{n}" for n in range(9))
    yield from (f"available/{ship}" for ship in roster.ships())
    yield from (f"scenario3_table/{die}" for die in DICE)
    yield from (f"scenario3_delay/{band}" for band in ("0-3", "4-6", "7-9"))
    yield from ("sc6_dummies/cup", "rabaul_hex")
    yield from _of_victory()


def _of_the_map() -> Iterator[str]:
    for place in every_hex():
        yield from (f"terrain/{place}", f"mission_area/{place}")
    yield "map_bounds"
    for area in (1, 2, 3):
        yield f"area_whole/{area}"
        yield from (f"compass/{area}/{objective}/{kind}" for objective in OBJECTIVES for kind in "CT")


def _of_the_air() -> Iterator[str]:
    yield from (f"us_cap/column/{n}" for n in range(41))
    yield from (f"us_cap/{column}/{die}" for column in range(13) for die in MODIFIED)
    yield from (f"escort_mod/{n}" for n in range(41))
    yield "cap_aloft_mod/step"
    yield from (f"us_warning/{die}" for die in DICE)
    yield from (f"aa/size/{side}/{n}" for side in FIRERS for n in range(41))
    yield "aa/modifier/0"
    yield from (f"damage/{die}" for die in range(-9, 30))
    yield from (f"jp_cap_combat/mod/{what}" for what in ("none", "few", "many", "tbd", "unit"))
    yield from (f"air_ground/column/{n}" for n in range(41))
    yield from (f"air_ground/{column}/{die}" for column in range(0, 13, 2) for die in DICE)
    yield from (f"air_target/{die}" for die in MODIFIED)
    yield from (f"air_target_by/{kind}" for kind in KINDS)
    yield from (f"air_target_mods/{what}" for what in ("advantage", "surprise", "interdiction"))
    yield from (f"air_target_mods/{turn}/{far}" for turn in range(1, 13) for far in ("far", "near"))
    lines = ("Carriers", "1-2", "2-3", "3+")
    spans = [f"{low}-{low + 3}" for low in COLUMNS_OF[::4]]
    for n in COLUMNS_OF:
        yield from (f"strength_1_2_columns/{line}/{n}" for line in lines)
        yield f"strength_3_4_columns/{n}"
    yield from (f"strength_1_2/{line}/{span}/{die}" for line in lines for span in ("none", *spans) for die in MODIFIED)
    yield from (f"strength_3_4/{span}/{die}" for span in spans for die in MODIFIED)
    yield "strength_3_4_mods/far"
    yield from (f"reduction/{row}/{strength}" for row in MISSING for strength in STRENGTHS)
    yield from (f"turnaround/{turns}/{reach}" for turns in range(1, 13) for reach in range(10))
    yield from (f"ext_range/{column}/{die}" for column in ("increased", "extreme", "night") for die in DICE)


def _of_strikes() -> Iterator[str]:
    yield from (f"contact_cols/{time}" for time in range(1, 9))
    yield from (f"contact/{column}/{die}" for column in range(1, 12) for die in MODIFIED)
    yield from (f"contact_mods/{which}" for which in ("inverted", "other", *PERIODS))
    yield from (f"surprise/{die}" for die in MODIFIED)
    yield "surprise_mods/strategic"


def _of_searches() -> Iterator[str]:
    yield from (f"search/{die}" for die in MODIFIED)
    yield from (f"search_mods/{what}" for what in ("located", *(f"period/{period}" for period in PERIODS)))
    yield from (f"intel_1_2/{chit}/{AGAIN}/{die}" for chit in ("Carrier", *LEVEL_1, *SIZE_CHITS) for die in DICE)
    yield from (f"intel_1_2/revealed/{n}" for n in COLUMNS_OF)
    yield from (f"intel_2_3/column/{chit}/{n}" for chit in CARRIER_2 for n in ("none", *COLUMNS_OF))
    yield from (f"intel_3_4/limit/{n}" for n in range(61))


def _of_surface_combat() -> Iterator[str]:
    yield "close_reaction_columns"
    yield from (
        f"close_reaction/{row}/{col}/{whose}" for row in ROWS for col in COLUMNS for whose in (JAPAN, DAY, NIGHT)
    )
    for side in FIRERS:
        yield from (f"surface_fire/{side}/{type}/{die}" for type in FIGHTING for die in MODIFIED)
        yield from (f"surface_mods/type/{side}/{a}/{b}" for a in FIGHTING for b in FIGHTING if a != b)
        yield from (f"surface_mods/evasion/{evader}/{side}/{type}" for evader in FIRERS for type in FIGHTING)
        yield from (f"surface_mods/{what}/{side}" for what in ("night", "engage"))
    yield "surface_mods/target"
    yield from (f"surface_mods/firer/{hits}-of-{most}" for most in range(1, 26) for hits in range(1, most))


def _of_victory() -> Iterator[str]:
    for state, side, type in product(("sunk", "heavy", "damaged"), FIRERS, SIZES):
        yield f"vp_schedule/{state}/{side}/{type}"
    yield from (f"vp_schedule/level/{level}" for level in "LMHD")
    yield from (f"vp_schedule/air_value/{name}" for name, ship in roster.ships().items() if ship["type"] in CARRIERS)
    yield from (f"vp_schedule/{what}" for what in ("air_point", "us_unloaded", "us_not_unloaded"))
    yield from (f"vp_schedule/bombard/{size}" for size in ("large", "medium", "small"))
    yield from (f"vp_schedule/unload/{objective}" for objective in OBJECTIVES)
    yield "victory_ratio/none"
    yield from (
        f"{chart}/{ratio}" for chart in ("victory_ratio", "fleet_retirement") for ratio in range(0, MOST + 1, STEP)
    )


def bare_kit() -> dict[str, JSON]:
    """What set-up needs: nothing."""
    return {}


TYPED_FIRST = (
    "agreed",
    "records_J",
    "records_us",
    "search",
    "search_mods",
    "search_track",
    "damage",
    "contact",
    "contact_cols",
)
"""Charts that save most asking in play."""


def light_kit() -> dict[str, JSON]:
    """A copy of which the owner has typed what is asked for most; all else is asked when it is needed."""
    return {key: value for key, value in _full().items() if charts.chart_of(key) in TYPED_FIRST}


@cache
def _full() -> Mapping[str, JSON]:
    made = {key: printed(key) for key in dict.fromkeys(_keys())}
    agreed = {key: value for key, value in made.items() if key.startswith(f"{charts.AGREED}/")}
    return agreed | {key: value for key, value in made.items() if not charts.has(agreed, key)}


def full_kit(**changes: JSON) -> dict[str, JSON]:
    """Every cell that play may ask for, so that a table stops for none."""
    return {**_full(), **changes}
