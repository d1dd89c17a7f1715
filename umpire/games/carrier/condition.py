"""The state damage leaves US carriers and bases in (18.2, 19.1, 19.2)."""

from __future__ import annotations

from umpire.games.carrier import charts
from umpire.games.carrier.air_charts import LEVELS
from umpire.games.carrier.plot import CarrierPlot

BASE_HITS = 10
"""Hits that put a US airfield out of action (18.2)."""
MARKED_FROM = {"Victorious": "H"}
"""The level from which hits put a flight deck out, where it is not M (19.2)."""


def operative(plot: CarrierPlot, name: str) -> bool:
    """Whether a carrier or base may launch and land as far as damage goes: for a carrier its flight deck and level,
    for a base its hits."""
    if name in plot.groups and plot.groups[name]["base"]:
        return bool(plot.groups[name]["hits"] < BASE_HITS)
    ship = plot.ships[name]
    if ship["sunk"] or level(plot, name) == "D":
        return False
    if plot.parts.inoperative == "H":
        return not at_least(plot, name, "H")
    return not plot.decks.get(name, {}).get("markers")


def level(plot: CarrierPlot, carrier: str) -> str:
    """The damage level of a US carrier: empty, ``L``, ``M``, ``H`` or ``D`` (19.1)."""
    return level_at(plot, carrier, plot.ships[carrier]["hits"])


def level_at(plot: CarrierPlot, carrier: str, hits: int) -> str:
    """The damage level of a US carrier at a number of hits; as the app supposes it while the cell is not known."""
    if hits <= 0:
        return ""
    key = f"level/{carrier}/{min(hits, plot.ships[carrier]['capacity'] - 1)}"
    found = charts.value(plot.kit, key) if charts.has(plot.kit, key) else charts.suggested(key)
    return str(found or "").upper()


def at_least(plot: CarrierPlot, carrier: str, than: str) -> bool:
    """Whether a carrier is at a damage level, or at a heavier one."""
    order = ("", *LEVELS)
    return order.index(level(plot, carrier)) >= order.index(than)


def marked_from(carrier: str) -> str:
    """The lightest level at which hits put a carrier’s flight deck out (19.2)."""
    return MARKED_FROM.get(carrier, "M")
