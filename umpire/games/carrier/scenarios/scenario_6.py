"""Scenario 6: Santa Cruz with twelve unknown forces; how many of them may have carriers is `commitment`’s.

What it remembers: ``memory/ships`` the counters the Japanese may draw.
"""

from __future__ import annotations

from typing import Any

from umpire.games.carrier import air_groups, charts
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.scenarios import scenario_3, scenario_4
from umpire.games.carrier.set_out import SPARES, combat_cup, fleet, taken
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import US
from umpire.table.script import Play, Steps

JSON = Any

OBJECTIVE, SOUND = "Guadalcanal", "2526"
PLACES = ("2119", "1616", "1713", "1719", "1723", "1910", "1914", "1918", "1921", "2024", "2212", "2320")
KNOWN = "C10"
"""The force in 2024, which begins with a level 1 Carrier chit out of the cup."""
AIR = {"Enterprise": {"F4F": 10, "SBD": 10, "TBF": 4}, "Hornet": scenario_3.AIR["Hornet"]}
JAPANESE = {
    "named": {"CV": ["Shokaku", "Zuikaku"], "CVL": ["Hiyo", "Junyo"], "CVE": ["Zuiho"]},
    "most": {"BB": 4, "CA": 7, "CL": 3, "DD": 39},
}
PER_SIZE = {"small": 1, "medium": 2, "large": 4}
PER_LEVEL_0 = 2

DUMMIES_KEY = "sc6_dummies/cup"


def set_up(g: Play) -> Steps[None]:
    """Twelve forces, one known for a carrier force; the US as in Scenario 3, with two more SBD units."""
    us = yield from fleet(g, US, scenario_3.US_SHIPS)
    yield from charts.printed(g, "Scenario 6’s search cup", lambda: [DUMMIES_KEY], "Sc. 6")
    now: dict[str, JSON] = {"period": "oct42", "objectives/primary": OBJECTIVE, "aside": {}}
    now |= scenario_4.level_0(PLACES, OBJECTIVE) | scenario_3.us_units(us, AIR)
    now[f"forces/{KNOWN}"] |= {"level": 1, "chit": "Carrier", "banded": True}
    cup = taken(["Carrier"], combat_cup(charts.value(g.truth.kit, DUMMIES_KEY)))
    now |= {"cups": {"combat": cup, "transport": {}}, "spares": dict(SPARES)}
    now["memory/ships"] = JAPANESE
    do = [*scenario_3.us_pieces(us, AIR), *(f"C{n} to {place}" for n, place in enumerate(PLACES, 1))]
    mark = [f"Carrier under {KNOWN}", *scenario_4.cups_filled(now)]
    words = f"{len(PLACES)} forces, objective {OBJECTIVE}; {KNOWN} has carriers."
    tell(g, "set-up", "Sc. 6", title=g.truth.parts.title, period="oct42", words=words, now=now, do=do, mark=mark)
    yield from air_groups.ready_steps(g)


# Its score, as a pure function.


def sound(plot: CarrierPlot) -> list[tuple[str, int, str]]:
    """What Japanese forces in the hex are worth at the end, as (side, eighths, what for); a Dummy that only waits for the
    strikes aimed at it is none (6.1)."""
    found = []
    for force in sorted(plot.forces, key=lambda name: int(name[1:])):
        if plot.forces[force]["hex"] == SOUND and not plot.forces[force]["leaves"]:
            found.append(("japan", worth(plot, force), f"{force} in {SOUND}"))
    return [each for each in found if each[1]]


def worth(plot: CarrierPlot, force: str) -> int:
    """Eighths of a point for a force in the hex: by its ships once they are known, by its size before."""
    f = plot.forces[force]
    if f["level"] == 0:
        return 8 * PER_LEVEL_0
    if f["level"] < 4:
        return 8 * PER_SIZE[_size(f["screen"] or f["chit"])]
    types = [plot.ships[ship]["type"] for ship in plot.ships_of(force)]
    return sum(8 if type in ("BB", "CA") else 4 if type in ("CL", "DD") else 0 for type in types)


def _size(chit: str) -> str:
    """The size a chit stands for; one that says no size counts as medium (14.1)."""
    return next((size for size in PER_SIZE if chit.lower().startswith(size)), "medium")
