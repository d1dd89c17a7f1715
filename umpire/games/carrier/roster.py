"""The ship counters: what is printed on each, and when she was there to be had (1.4.1, Ship Availability Chart)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from umpire.games.carrier import charts
from umpire.games.carrier.charts import Chart
from umpire.games.carrier.plot import SHIP, CarrierPlot, fresh
from umpire.games.carrier.terms import PERIODS, SIZES
from umpire.table.charts import Field

JSON = Any

CHARTS = (
    Chart(
        "available",
        "Ship Availability Chart",
        lambda ship: f"Ship Availability Chart, {ship}: which of the four columns show an A, as 12 for the first two",
        (Field("", "", 0, 1234),),
        "11.2",
    ),
)


@cache
def ships() -> Mapping[str, Mapping[str, JSON]]:
    """Every ship counter by name, heaviest type first, by name within one.

    Of each ``side``, ``type``, ``aa``, ``air``, ``capacity``, ``bombardment`` and ``hangar`` (0 for none).
    """
    read = tomllib.loads((Path(__file__).parent / "kit" / "ships.toml").read_text("utf-8"))
    made = {name: _printed(side, lot) for side in ("us", "japan") for lot in read[side] for name in lot["ships"]}
    return {name: made[name] for name in sorted(made, key=lambda name: (SIZES.index(made[name]["type"]), name))}


def _printed(side: str, lot: Mapping[str, JSON]) -> dict[str, JSON]:
    numbers = {key: lot.get(key, 0) for key in ("aa", "air", "capacity", "bombardment", "hangar")}
    return {"side": side, "type": lot["type"], **numbers}


def in_order(names: Iterable[str]) -> list[str]:
    """Ships in the order of the roster, the heaviest first."""
    every = list(ships())
    return sorted(names, key=every.index)


def new(name: str, group: str = "") -> dict[str, JSON]:
    """The branch of a ship as she comes into play, in a task force or force."""
    printed = {key: value for key, value in ships()[name].items() if key != "hangar"}
    return fresh(SHIP, **printed, **{"in": group})


def available(name: str, period: str, kit: Mapping[str, JSON] | None = None) -> bool:
    """Whether a ship may be drawn in a scenario of a time period (11.2), as the owner's kit has it, or as the app has."""
    key = f"available/{name}"
    columns = (kit or {}).get(key, charts.suggested(key))
    return str(list(PERIODS).index(period) + 1) in str(columns)


def drawable(plot: CarrierPlot, side: str, type: str) -> list[str]:
    """Ships of a type that may be drawn now, in the order of the roster: not in play, never sunk, and available (11.2).

    A scenario may have named its own: ``memory/ships`` is then ``any`` for every counter there is, or has lists by
    type under ``named`` and counts by type under ``most``.
    """
    own = plot.at("memory/ships", {})
    if own and not own.get("any") and type not in own["named"] and type not in own["most"]:
        return []
    out = [name for name, ship in plot.ships.items() if ship["side"] == side and ship["type"] == type]
    if own and len(out) >= own.get("most", {}).get(type, len(ships())):
        return []
    there = [name for name, ship in ships().items() if ship["side"] == side and ship["type"] == type]
    left = [name for name in there if name not in plot.ships]
    if own:
        named = own.get("named", {})
        return [name for name in left if type not in named or name in named[type]]
    return [name for name in left if available(name, plot.period, plot.kit)]
