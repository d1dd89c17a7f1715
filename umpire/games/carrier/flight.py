"""Arithmetic of flying: time aloft, margins, ways home (6.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.terms import ENDURANCE, LAND_ONLY, TYPES
from umpire.table.numbered import distance
from umpire.table.words import listed

JSON = Any

MOST_OVER = 4
"""Segments beyond its endurance that an air step may stay up; with one more it is lost."""
INCREASED, EXTREME, NIGHT = "increased", "extreme", "night"


def left_over(kind: str, time: JSON) -> int:
    """Segments of safe endurance left; below 0 beyond it. What bears no marker has all of it."""
    return ENDURANCE[kind] - (time or 0)


def extending(kind: str, time: JSON) -> str:
    """The column a landing step rolls in for its time aloft: empty, ``increased`` or ``extreme``."""
    over = -left_over(kind, time)
    return "" if over <= 0 else INCREASED if over <= 2 else EXTREME


def lost(kind: str, time: JSON) -> bool:
    """Whether a step has been up longer than it can be at all."""
    return left_over(kind, time) < -MOST_OVER


def margin(steps: Iterable[str], time: int) -> int:
    """The least safe endurance left among some types after so long aloft."""
    return min((ENDURANCE[kind] - time for kind in steps), default=0)


def there_and_back(time: int, place: str, target: str, home: str) -> int:
    """Time aloft on coming home by way of a target, neither of them moving."""
    return time + distance(place, target) + distance(target, home)


def may_land(plot: CarrierPlot, group: str, steps: Iterable[str]) -> bool:
    """Whether planes of these types may wait to land with a task force or base (2.2, 7.1)."""
    g = plot.groups[group]
    if g["gone"]:
        return False
    return bool(g["base"]) or (plot.is_carrier_group(group) and not any(kind in LAND_ONLY for kind in steps))


GUESTS = "memory/guests"
"""Land bases that carrier planes have come to."""


def land_based(plot: CarrierPlot, group: str) -> bool:
    """Whether all planes of a task force or base are of those that land on bases only (2.2).

    Once carrier planes have come to a base the counters alone tell whose those are that set out from it.
    """
    return group in plot.bases() and group not in plot.at(GUESTS, [])


def takes_in(plot: CarrierPlot, group: str, strike: JSON) -> bool:
    """Whether a strike or transfer may wait to land with a task force or base."""
    fits = bool(plot.groups[group]["base"]) or not land_based(plot, strike["from"])
    return fits and may_land(plot, group, strike["steps"])


def with_guests(plot: CarrierPlot, frm: str, base: str) -> dict[str, JSON]:
    """What stands once planes of a task force or base have come to another base."""
    known = plot.at(GUESTS, [])
    if base not in plot.bases() or base in known or land_based(plot, frm):
        return {}
    return {GUESTS: sorted([*known, base])}


def homes(plot: CarrierPlot, strike: JSON) -> list[str]:
    """Task forces and bases where a strike or transfer may land, the nearest first."""
    may = [name for name in plot.groups if takes_in(plot, name, strike)]
    return sorted(may, key=lambda name: distance(strike["hex"], plot.groups[name]["hex"]))


def in_words(steps: Mapping[str, int]) -> str:
    """``4 SBD and 2 TBF``."""
    return listed(f"{n} {kind}" for kind, n in sorted(steps.items(), key=lambda s: TYPES.index(s[0])) if n)


def doing(steps: Mapping[str, int], does: str, do: str) -> str:
    """Steps in words with what they do: ``1 TBF flies home``, ``2 SBD and 1 TBF fly home``."""
    return f"{in_words(steps)} {does if total(steps) == 1 else do}"


def lots(steps: Iterable[JSON]) -> list[JSON]:
    """Steps of a box as ``[type, steps, time]``, those alike in one, in the order of types and times."""
    made: dict[tuple[str, int], JSON] = {}
    for kind, n, time in steps:
        key = (kind, -1 if time is None else time)
        made[key] = [kind, made[key][1] + n if key in made else n, time]
    order = sorted(made, key=lambda key: (TYPES.index(key[0]), key[1]))
    return [made[key] for key in order if made[key][1]]


def by_type(steps: Iterable[JSON]) -> dict[str, int]:
    """Steps of such a list by type."""
    made: dict[str, int] = {}
    for kind, n, _ in steps:
        made[kind] = made.get(kind, 0) + n
    return made


def fewer(steps: Mapping[str, int], gone: Mapping[str, int]) -> dict[str, int]:
    """What is left of steps by type; no type is left with none."""
    made = {kind: n - gone.get(kind, 0) for kind, n in steps.items()}
    return {kind: n for kind, n in made.items() if n > 0}
