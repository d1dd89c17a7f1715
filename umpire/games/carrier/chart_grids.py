"""How each printed chart lies on its screen: its tables, as far as their headings are known.

What is not here is asked for in play alone: hexes and hexsides (they are painted), and modifiers by a ship’s hits, of
which a chart prints but a few.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.carrier import air_grids, charts, roster
from umpire.games.carrier.air_charts import LEVELS
from umpire.games.carrier.fire import NAMES as SIDES
from umpire.games.carrier.grids import (
    BANDS,
    BY_PERIOD,
    DICE,
    ROWS,
    SPANS,
    STEPS,
    Grid,
    Line,
    bands,
    lines,
    mods,
    numbers,
)
from umpire.games.carrier.intelligence import AGAIN, LAST
from umpire.games.carrier.japan_charts import TABLES
from umpire.games.carrier.matching import RANKS
from umpire.games.carrier.movement_charts import COLUMNS as US_GROUPS
from umpire.games.carrier.movement_charts import DAY, JAPAN, NIGHT
from umpire.games.carrier.movement_charts import ROWS as JAPANESE_ROWS
from umpire.games.carrier.scoring import HUNDRED, MOST, STEP, spelt
from umpire.games.carrier.setup_charts import COLUMNS as PERIOD_COLUMNS
from umpire.games.carrier.terms import (
    CARRIER_2,
    CARRIER_3,
    CARRIERS,
    DIE,
    LEVEL_1,
    OBJECTIVES,
    PERIODS,
    SIZE_CHITS,
    SURFACE_2,
    SURFACE_3,
    TRANSPORT_2,
    TRANSPORT_3,
)

JSON = Any
Kit = Mapping[str, JSON]
Grids = list[Grid]


def of(chart: str, kit: Kit) -> Grids:
    """The tables of a chart; none for one that is not typed whole."""
    return _GRIDS[chart](kit) if chart in _GRIDS else []


def keys(chart: str, kit: Kit) -> list[str]:
    """The keys of all cells of a chart, as far as its headings are known."""
    return [key for grid in of(chart, kit) if grid.shape not in (SPANS, STEPS) for key in grid.every()]


# The Records Track, search, intelligence.


def _records_j(kit: Kit) -> Grids:
    return [Grid("records_J/{row}", numbers(1, 26), corner="Box", shape=ROWS)]


def _records_us(kit: Kit) -> Grids:
    return [Grid("records_us/{row}", numbers(1, 6), corner="Box", shape=ROWS)]


def _track(kit: Kit) -> Grids:
    rows = (("carrier", "Carrier task force"), ("base", "Land base"))
    return [Grid("search_track/{row}", rows, corner="Track of a", shape=ROWS)]


def _search(kit: Kit) -> Grids:
    return [Grid("search/{row}", numbers(-2, 14), corner="Modified die", ends=True)]


def _search_mods(kit: Kit) -> Grids:
    steps = (("steps/2", "2 steps or fewer"), ("steps/3", "3 steps"), ("fighters", "a fighter searches"))
    target = (("approximate", "force has a “?”"), ("located", "force is Located"))
    return [mods("search_mods", *steps, *target, *((f"period/{p}", words) for p, words in BY_PERIOD))]


def _intel_1_2(kit: Kit) -> Grids:
    known = {
        column: kit.get(f"intel_1_2/{column}/{DIE}", charts.suggested(f"intel_1_2/{column}/{DIE}"))
        for column in LEVEL_1
    }
    again = [column for column in LEVEL_1 if known[column] == AGAIN]
    return [
        Grid("intel_1_2/{column}/{row}", DICE, lines(LEVEL_1), corner="Die"),
        Grid(f"intel_1_2/{{column}}/{AGAIN}/{{row}}", DICE, lines(again), "After a natural 10", "Second die"),
        bands("intel_1_2/revealed/{row}", 0, "Modifier by revealed air strength"),
    ]


def _intel_2_3(kit: Kit) -> Grids:
    made = []
    for chit in CARRIER_2:
        title = f"{chit}: column, from the left, by revealed air strength"
        made.append(bands(f"intel_2_3/column/{chit}/{{row}}", 0, title, first=(("none", "none"),)))
        made.append(Grid(f"intel_2_3/{chit}/{{column}}/{{row}}", DICE, numbers(1, 4), chit, "Die"))
    others = (*SURFACE_2, *TRANSPORT_2)
    return [*made, Grid("intel_2_3/{column}/{row}", DICE, lines(others), "Surface and transport", "Die")]


def _intel_3_4(kit: Kit) -> Grids:
    return [
        Grid("intel_3_4/{column}/{row}", numbers(1, LAST), lines(CARRIER_3), "Carriers", "Die"),
        Grid("intel_3_4/{column}/{row}", DICE, lines(SURFACE_3), "Surface", "Die"),
        Grid("intel_3_4/{column}/{row}", DICE, lines(TRANSPORT_3), "Transports", "Die"),
        bands("intel_3_4/limit/{row}", 1, "Modifier by carrier commitment limit", 40),
    ]


def _screen(kit: Kit) -> Grids:
    return [Grid("screen/{row}", lines(CARRIER_3), corner="Carriers")]


def _chits(kit: Kit) -> Grids:
    kinds = (("Carriers", CARRIER_3), ("Surface", SURFACE_3), ("Transports", TRANSPORT_3))
    return [Grid("chit_3/{row}", lines(chits), title=title, corner="Chit", shape=ROWS) for title, chits in kinds]


# Surface combat.


def _reaction_columns(kit: Kit) -> Grids:
    return [Grid("close_reaction_columns", (("", "column"),), title="Which column is whose, from the left", shape=ROWS)]


def _reactions(kit: Kit) -> Grids:
    titles = {JAPAN: "As the Japanese move", DAY: "US attacking, day", NIGHT: "US attacking, night"}
    rows, columns = lines(JAPANESE_ROWS), lines(US_GROUPS)
    return [
        Grid(f"close_reaction/{{row}}/{{column}}/{whose}", rows, columns, title, "Force")
        for whose, title in titles.items()
    ]


def _surface_fire(kit: Kit) -> Grids:
    rows, types = numbers(-4, 13), lines(RANKS)
    return [
        Grid(f"surface_fire/{side}/{{column}}/{{row}}", rows, types, name, "Modified die", ends=True)
        for side, name in SIDES.items()
    ]


def _surface_mods(kit: Kit) -> Grids:
    targets = lines((*RANKS, *CARRIERS, "AP", "TR"))
    same = frozenset((type, type) for type in RANKS)
    made = [
        Grid(
            f"surface_mods/type/{side}/{{row}}/{{column}}",
            lines(RANKS),
            targets,
            f"{name} fire at",
            "Firing",
            holes=same,
        )
        for side, name in SIDES.items()
    ]
    evading = [
        Grid(
            f"surface_mods/evasion/{who}/{{row}}/{{column}}",
            tuple(SIDES.items()),
            lines(RANKS),
            f"{name} ships evade",
            "Firing",
        )
        for who, name in SIDES.items()
    ]
    rest = (
        ("target", "target heavily damaged"),
        ("night/japan", "Japanese fire at night"),
        ("engage/us", "US engage at night"),
        ("engage/japan", "Japanese engage at night"),
    )
    return [*made, *evading, mods("surface_mods", *rest)]


# Arrival and setting up.


def _arrival(kit: Kit) -> Grids:
    made = []
    for table, title in TABLES.items():
        made.append(Grid(f"arrival/{table}/{{row}}/{{column}}", DICE, DICE, title, "First die"))
        if table != "1943":
            made.append(Grid(f"arrival/{table}/transport/{{row}}", DICE, title=f"{title}: Transport", corner="Die"))
    return made


def _period(kit: Kit) -> Grids:
    return [Grid("period/{row}", DICE, corner="Die")]


def _objectives(kit: Kit) -> Grids:
    return [
        Grid(f"objectives/{column}/{{row}}", DICE, title=PERIODS[period], corner="Die", shape=ROWS)
        for period, column in PERIOD_COLUMNS.items()
    ]


def _commitment(kit: Kit) -> Grids:
    titles = {"early": "January to July 1942", "late": "August to December 1942"}
    columns = {
        f"{when}-{n}": f"{words}, {'one objective' if n == 1 else 'two objectives'}"
        for when, words in titles.items()
        for n in (1, 2)
    }
    return [
        Grid(f"commitment/{column}/{{row}}", DICE, title=title, corner="Die", shape=ROWS)
        for column, title in {**columns, "1943": "1943"}.items()
    ]


def _land(chart: str, last: int, periods: Sequence[str]) -> Callable[[Kit], Grids]:
    named = [(PERIOD_COLUMNS[period], PERIODS[period]) for period in periods]
    rows = numbers(1, last)
    return lambda kit: [
        Grid(f"{chart}/{{row}}", rows, corner="Modified die", shape=ROWS),
        mods(f"{chart}/modifier", *named),
    ]


def _available(kit: Kit) -> Grids:
    title = "Which columns show an A, as 12 for the first and second of the four"
    return [Grid("available/{row}", lines(list(roster.ships())), title=title)]


# Victory, and the scenarios’ own pages.


def _points(kit: Kit) -> Grids:
    us = [name for name, ship in roster.ships().items() if (ship["side"], ship["type"]) == ("us", "CV")]
    types = {
        side: dict.fromkeys(s["type"] for s in roster.ships().values() if s["side"] == side) for side in ("japan", "us")
    }
    states = (("sunk", "sunk"), ("heavy", "heavily damaged"), ("damaged", "damaged"))
    holes = frozenset(("CV", state) for state in ("heavy", "damaged"))
    once = (
        ("air_point", "a Japanese air point"),
        ("us_unloaded", "a US transport unloaded"),
        ("us_not_unloaded", "one not unloaded"),
    )
    return [
        Grid("vp_schedule/{column}/japan/{row}", lines(list(types["japan"])), states, "Japanese ships", "Type"),
        Grid("vp_schedule/{column}/us/{row}", lines(list(types["us"])), states, "US ships", "Type", holes=holes),
        Grid("vp_schedule/level/{row}", lines(LEVELS), title="US carriers by damage level, times their air value"),
        Grid("vp_schedule/air_value/{row}", lines(us), title="Their air values"),
        Grid("vp_schedule/bombard/{row}", lines([size.lower() for size in SIZE_CHITS]), title="Bombardment by a force"),
        Grid("vp_schedule/unload/{row}", lines(list(OBJECTIVES)), title="A Japanese transport unloaded at"),
        Grid("vp_schedule/{row}", once, title="Others"),
    ]


def _ratios(first: Sequence[Line], most: int) -> list[Line]:
    return [*first, *((str(n), spelt(n)) for n in range(HUNDRED, most + 1, STEP))]


def _victory(kit: Kit) -> Grids:
    return [Grid("victory_ratio/{row}", _ratios((("none", "none"),), MOST), title="Level by ratio", shape=BANDS)]


def _retirement(kit: Kit) -> Grids:
    return [Grid("fleet_retirement/{row}", _ratios((), 4 * HUNDRED), title="Retires up to, by ratio", shape=BANDS)]


def _scenario_3(kit: Kit) -> Grids:
    return [Grid("scenario3_table/{row}", DICE, corner="Die")]


def _scenario_3_delay(kit: Kit) -> Grids:
    return [Grid("scenario3_delay/{row}", lines(("0-3", "4-6", "7-9")), title="Turns until another attack, by range")]


def _dummies(kit: Kit) -> Grids:
    return [Grid("sc6_dummies/{row}", (("cup", "Dummies in the cup"),))]


_GRIDS: Mapping[str, Callable[[Kit], Grids]] = {
    **air_grids.GRIDS,
    "records_J": _records_j,
    "records_us": _records_us,
    "search_track": _track,
    "search": _search,
    "search_mods": _search_mods,
    "intel_1_2": _intel_1_2,
    "intel_2_3": _intel_2_3,
    "intel_3_4": _intel_3_4,
    "screen": _screen,
    "chit_3": _chits,
    "close_reaction_columns": _reaction_columns,
    "close_reaction": _reactions,
    "surface_fire": _surface_fire,
    "surface_mods": _surface_mods,
    "arrival": _arrival,
    "period": _period,
    "objectives": _objectives,
    "commitment": _commitment,
    "moresby_air": _land("moresby_air", 10, ("jan42", "aug42", "oct42", "1943")),
    "guadalcanal_air": _land("guadalcanal_air", 11, ("aug42", "oct42", "1943")),
    "available": _available,
    "vp_schedule": _points,
    "victory_ratio": _victory,
    "fleet_retirement": _retirement,
    "scenario3_table": _scenario_3,
    "scenario3_delay": _scenario_3_delay,
    "sc6_dummies": _dummies,
}
