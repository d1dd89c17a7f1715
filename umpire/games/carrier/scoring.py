"""The Victory Point Schedule, and what it gives for what stands on the record (22.0). Points are counted in eighths."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from umpire.games.carrier import condition, roster
from umpire.games.carrier.charts import Chart
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.terms import CARRIERS, CRUISERS, DIE, US
from umpire.table.charts import Field
from umpire.table.words import counted

JSON = Any
JAPAN = "japan"
ENEMY = {US: JAPAN, JAPAN: US}
NAMES = {US: "US", JAPAN: "Japanese"}

_PARTS = ("1/8", "1/4", "3/8", "1/2", "3/4", "1 1/4", "1 1/2", "1 3/4", "2 1/2", "3 1/2")
_STATES = {"sunk": "sunk", "heavy": "heavily damaged at the end", "damaged": "damaged, less than heavily, at the end"}
_ONE = {
    "air_point": "each Japanese air point lost",
    "us_unloaded": "each US transport unloaded",
    "us_not_unloaded": "each US transport not unloaded (taken off)",
}
LEVELS = ("marginal", "minor", "substantial", "tactical", "strategic", "major", "decisive", "overwhelming", "total")
HUNDRED, STEP, MOST = 100, 5, 1000
"""A ratio is kept in hundredths, rounded down to the next five; beyond ten to one it is all the same."""


def _schedule(what: str, *of: str) -> str:
    """What a cell of the schedule is for."""
    if what in _ONE:
        said = _ONE[what]
    elif what == "level":
        said = f"US carrier at damage level {of[0]} at the end, times her air value"
    elif what == "air_value":
        said = f"air value of {of[0]}"
    elif what == "bombard":
        said = f"bombardment by a {of[0]} force"
    elif what == "unload":
        said = f"each Japanese transport unloaded at {of[0]}"
    else:
        side, type = of
        times = ", times her air value" if type in CARRIERS else ""
        said = f"{NAMES[side]} {type} {_STATES[what]}{times}"
    return f"Victory Point Schedule, {said}"


CHARTS = (
    Chart("vp_schedule", "Victory Point Schedule", _schedule, (Field("", "points", 0, 99, _PARTS),), "22.0"),
    Chart(
        "victory_ratio",
        "Levels of victory",
        lambda ratio: (
            f"Victory, ratio {ratio if ratio == 'none' else spelt(int(ratio))}"
            f"{'' if ratio == 'none' else ' or the next lower one printed'}: level"
        ),
        (Field("", "", 1, 0, LEVELS),),
        "22.0",
    ),
    Chart(
        "fleet_retirement",
        "Fleet Retirement Table",
        lambda ratio: f"Fleet Retirement Table, ratio {spelt(int(ratio))} or the next lower one printed: retires up to",
        (Field("", "die", 0, DIE),),
        "20.2",
    ),
)


def spelt(ratio: int) -> str:
    """A ratio in hundredths in figures: 2.35."""
    return f"{ratio // HUNDRED}.{ratio % HUNDRED:02}"


def in_eighths(value: int | str) -> int:
    """A value of the schedule, which may be a fraction (``1 1/2``), in eighths."""
    return int(8 * sum(Fraction(part) for part in str(value).split()))


def bombardment(size: str) -> str:
    """The cell of a bombardment by a force of a size; one without a size counts as small."""
    return f"vp_schedule/bombard/{size or 'small'}"


# What is to be scored, as pure functions of the record.


@dataclass(frozen=True)
class Line:
    """One award: to whom, `times` the points of the cell `key` (times those of `by`, where that is one), and why."""

    side: str
    key: str
    times: int
    why: str
    by: str = ""


def alone(plot: CarrierPlot, ship: str) -> bool:
    """Whether a sunk US ship had too few others with her in her task force as she sank, so that she counts double: four
    for a carrier or battleship, two for a cruiser, one for a destroyer (22.0)."""
    type, others = plot.ships[ship]["type"], plot.ships[ship].get("company")
    due = 4 if type in ("BB", *CARRIERS) else 2 if type in CRUISERS else 1 if type == "DD" else 0
    return others is not None and others < due


def ship_lines(plot: CarrierPlot) -> list[Line]:
    """Awards for ships sunk and damaged, in the order of the roster."""
    return [line for ship in roster.in_order(plot.ships) if (line := _ship(plot, ship))]


def _ship(plot: CarrierPlot, ship: str) -> Line | None:
    s = plot.ships[ship]
    if not s["hits"] and not s["sunk"]:
        return None
    side, type = s["side"], s["type"]
    double = 2 if plot.parts.standard and side == US and s["sunk"] and alone(plot, ship) else 1
    state = "sunk" if s["sunk"] else "heavy" if plot.heavily_damaged(ship) else "damaged"
    key, why = f"vp_schedule/{state}/{side}/{type}", f"{ship} {_STATES[state].removesuffix(' at the end').rstrip(',')}"
    if type not in CARRIERS:
        return Line(ENEMY[side], key, double, why + (", without company" if double == 2 else ""))
    if side == JAPAN:
        return Line(US, key, s["air"], why)
    if not s["sunk"]:
        level = condition.level(plot, ship)
        key, why = f"vp_schedule/level/{level}", f"{ship} at damage level {level}"
    by = f"vp_schedule/air_value/{ship}"
    return Line(JAPAN, key, double, why + (", without company" if double == 2 else ""), by)


def air_lines(plot: CarrierPlot) -> list[Line]:
    """Awards for Japanese air points; US steps are scored as they are lost."""
    n = plot.at("points/air", 0)
    return [Line(US, "vp_schedule/air_point", n, counted(n, "Japanese air point"))] if n else []


# Levels of victory.


def totals(plot: CarrierPlot) -> dict[str, int]:
    """Eighths of a point of each side so far."""
    return {side: sum(award["n"] for award in plot.at(f"points/{side}", [])) for side in (US, JAPAN)}


def ratio_cell(more: int, less: int) -> str:
    """The cell of the level of victory for two totals; the ratio is worked out exactly and then rounded down."""
    if less <= 0:
        return "victory_ratio/none"
    return f"victory_ratio/{min(MOST, more * HUNDRED // (less * STEP) * STEP)}"
