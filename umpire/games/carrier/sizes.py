"""How large a Japanese force is, as close reaction and surface combat take it (14.1)."""

from __future__ import annotations

from umpire.games.carrier import intelligence
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.terms import CARRIER_3, CARRIERS, CRUISERS, SIZE_CHITS

COUNTED = {"large": 9, "medium": 7, "small": 4}
"""Ships that a force counts for by its size, until it is known ship by ship."""
VAGUE = 7
"""Ships of a force that no size is known of: a level 1 "Surface"."""
LETTERS = {"A": 18, "B": 12, "C": 6, "D": 2}
"""The fewest ships of a transport force by its level 3 chit (11.5)."""
SMALL_CARRIERS = (["CVL"], ["CVE"], ["CVE", "CVE"], ["CVL", "CVL"], ["CVE", "CVL"])


def size(plot: CarrierPlot, force: str) -> str:
    """``large``, ``medium`` or ``small`` (14.1); a carrier force is ``small`` or nothing. Empty where there is none."""
    f = plot.forces[force]
    if plot.is_carrier_force(force):
        return "small" if is_small_carrier(plot, force) else ""
    if f["level"] < 4:
        return next((word.lower() for word in SIZE_CHITS if word in f["chit"]), "")
    return by_heaviest([plot.ships[name]["type"] for name in _fit(plot, force)])


def by_heaviest(types: list[str]) -> str:
    """The size of a force known ship by ship: battleships make it large, cruisers medium, destroyers small."""
    if "BB" in types:
        return "large"
    if any(type in CRUISERS for type in types):
        return "medium"
    return "small" if types else ""


def is_small_carrier(plot: CarrierPlot, force: str) -> bool:
    """A force of level 3 or 4 whose carriers, heavily damaged ones apart, are a CVL or two, two CVE, or one of each
    (14.1); a single CVE is no more than that."""
    f = plot.forces[force]
    if f["level"] < 3 or not plot.is_carrier_force(force):
        return False
    return sorted(carriers_left(plot, force)) in SMALL_CARRIERS


def carriers_left(plot: CarrierPlot, force: str) -> list[str]:
    """Types of the carriers of a level 3 or 4 force that are neither sunk nor heavily damaged.

    A level 3 chit counts a CVE as a CVL, so that one that is known by name is taken off as such.
    """
    f = plot.forces[force]
    if f["level"] == 4:
        return [plot.ships[name]["type"] for name in plot.carriers_of(force) if not plot.heavily_damaged(name)]
    there = [type for type, n in intelligence.carrier_types(f["chit"]).items() for _ in range(n)]
    for ship in plot.ships.values():
        lost = (
            ship["in"] == force and ship["type"] in CARRIERS and (ship["sunk"] or 2 * ship["hits"] >= ship["capacity"])
        )
        as_printed = "CV" if ship["type"] == "CV" else "CVL"
        if lost and as_printed in there:
            there.remove(as_printed)
    return there


def ship_count(plot: CarrierPlot, force: str) -> int:
    """Ships a force counts for, heavily damaged ones apart (14.1, E1)."""
    f = plot.forces[force]
    if f["level"] == 4:
        return len(_fit(plot, force))
    if f["chit"] in LETTERS:
        return LETTERS[f["chit"]]
    screen = [name for name in plot.ships_of(force) if plot.ships[name]["type"] not in CARRIERS]
    if f["chit"] in CARRIER_3:
        around = next((n for word, n in COUNTED.items() if word.capitalize() in f["screen"]), 0)
        around = around or sum(not plot.heavily_damaged(name) for name in screen)
        return len(carriers_left(plot, force)) + around
    return COUNTED.get(size(plot, force), VAGUE)


def _fit(plot: CarrierPlot, force: str) -> list[str]:
    """Ships of a force afloat and not heavily damaged."""
    return [name for name in plot.ships_of(force) if not plot.heavily_damaged(name)]
