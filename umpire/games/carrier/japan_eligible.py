"""Which Japanese forces may attack from the air, and what is in range (15.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.carrier import commitment, damage
from umpire.games.carrier import map as sea
from umpire.games.carrier.choice import is_large_group
from umpire.games.carrier.japan_charts import (
    AIRFIELD,
    ANY,
    CARRIERS,
    LARGE,
    SURFACE,
    TRANSPORTS,
    turned_round,
)
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.terms import HOURS, SIZE_CHITS, TRANSPORT
from umpire.table.numbered import distance

JSON = Any

RANGES = {CARRIERS: 9, TRANSPORTS: 9, AIRFIELD: 6, SURFACE: 3}
"""How far a target may be, in hexes by air (15.1)."""
MORNING = {
    1: dict.fromkeys(RANGES, 2),
    2: {CARRIERS: 5, TRANSPORTS: 5, AIRFIELD: 5, SURFACE: 3},
}
"""How far it may be in the first two turns of a day."""
STRIKES = 2
"""Strikes a force may have out, or down and not turned round (15.1)."""


# Task forces.


def kind_of(plot: CarrierPlot, group: str) -> str:
    """What a US task force or base is as a target."""
    if plot.groups[group]["base"]:
        return AIRFIELD
    if plot.is_carrier_group(group):
        return CARRIERS
    return TRANSPORTS if plot.is_transport_group(group) else SURFACE


# Range.


def reach(plot: CarrierPlot, kind: str) -> int:
    """How far a target of a kind may be in this turn."""
    hour = (plot.turn - 1) % len(HOURS) + 1
    return MORNING.get(hour, RANGES)[kind]


def in_range(plot: CarrierPlot, force: str) -> dict[str, list[str]]:
    """Possible targets in range of a force, by what they are; a base counts while its airfield works."""
    here = plot.forces[force]["hex"]
    found: dict[str, list[str]] = {kind: [] for kind in (CARRIERS, AIRFIELD, TRANSPORTS, SURFACE, LARGE, ANY)}
    for name in sorted(plot.groups):
        group = plot.groups[name]
        if group["gone"] or not (group["base"] or plot.ships_of(name)):
            continue
        kind = kind_of(plot, name)
        if distance(here, group["hex"]) > reach(plot, kind) or (group["base"] and not damage.operative(plot, name)):
            continue
        found[kind].append(name)
        if not group["base"]:
            found[ANY].append(name)
        if is_large_group(plot, name):
            found[LARGE].append(name)
    return found


def targets(found: Mapping[str, list[str]]) -> list[str]:
    """All targets in range."""
    return [*found[ANY], *found[AIRFIELD]]


def nearest(plot: CarrierPlot, force: str) -> int:
    """How far the nearest target in range is."""
    here = plot.forces[force]["hex"]
    return min((distance(here, plot.groups[name]["hex"]) for name in targets(in_range(plot, force))), default=0)


# Strikes that are out.


def out(plot: CarrierPlot, force: str) -> int:
    """Strikes of a force launched and not landed, a second wave to come among them."""
    f = plot.forces[force]
    return sum(not line["landed"] for line in f["log"]) + bool(f["wave"])


def down(plot: CarrierPlot, force: str) -> list[dict[str, JSON]]:
    """Strikes that landed in an earlier turn and brought planes back."""
    log = plot.forces[force]["log"]
    return [line for line in log if line["landed"] and line["land"] < plot.turn and line["strength"] > line["lost"]]


def turnaround_keys(plot: CarrierPlot, force: str, hexes: int) -> list[str]:
    """Cells of the Turnaround Chart that must be known for an attack at a range."""
    ago = sorted({plot.turn - line["land"] for line in down(plot, force)})
    return [f"turnaround/{turns}/{hexes}" for turns in ago if turned_round(plot.kit, turns, hexes) is None]


def not_turned_round(plot: CarrierPlot, force: str, hexes: int) -> list[dict[str, JSON]]:
    """Strikes that landed and are not ready for a target so far off; the cells must be known."""
    return [line for line in down(plot, force) if turned_round(plot.kit, plot.turn - line["land"], hexes) is False]


def may_be_two(plot: CarrierPlot, force: str) -> bool:
    """Whether the two-strike limit may bar a force, if none of its strikes that landed is turned round."""
    return out(plot, force) + len(down(plot, force)) >= STRIKES


def free(plot: CarrierPlot, force: str, hexes: int) -> int:
    """How many strikes a force may still form up against a target so far off; the turnaround cells must be known."""
    return max(0, STRIKES - out(plot, force) - len(not_turned_round(plot, force, hexes)))


# Whether it may.


def must_prove(plot: CarrierPlot, force: str) -> bool:
    """Whether a force may turn out to have carriers: level 0, or level 1 Large, Medium or Small."""
    f = plot.forces[force]
    return bool(f["level"] == 0 or (f["level"] == 1 and f["chit"] in SIZE_CHITS))


def barred(plot: CarrierPlot, force: str) -> str:
    """What keeps a force from an air attack, as far as that can be said without asking; empty for nothing."""
    f = plot.forces[force]
    if plot.tree["clock"]["night"]:
        return "it is night"
    if f["leaves"]:
        return "it is no longer in play"
    if not plot.is_carrier_force(force) and not must_prove(plot, force):
        return "it is known to have no carriers"
    if not plot.is_carrier_force(force) and commitment.reached(plot, "carrier"):
        return "the carrier limit is reached, and it is no carrier force"
    if not plot.is_carrier_force(force) and commitment.ended(plot):
        return "no new carrier force may come into play"
    if out(plot, force) >= STRIKES:
        return "two of its strikes are out"
    if not targets(in_range(plot, force)):
        return "nothing is in range"
    if sea.terrain(plot, f["hex"]) == "coastal":
        return "it lies in coastal sea"
    return ""


def never(plot: CarrierPlot, force: str) -> bool:
    """Whether a force is of a kind that never attacks, so that nothing need be said of it: a transport force."""
    return bool(plot.forces[force]["kind"] == TRANSPORT)
