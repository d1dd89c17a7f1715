"""Mission Movement: areas, compasses, and the US air sources that block it (9.2)."""

from __future__ import annotations

from typing import Any

from umpire.games.carrier import charts, condition
from umpire.games.carrier import map as sea
from umpire.games.carrier.choice import Move, goal_of, shut
from umpire.games.carrier.map import far
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.terms import FIGHTERS, TRANSPORT
from umpire.table.numbered import beside, distance, neighbours, way
from umpire.table.words import listed

JSON = Any

AREA = "mission_area"
"""The chart of the areas that hexes lie in."""
REACH = 8
"""Hexes by air within which an air source may block Mission Movement."""
TRANSPORT_MORE = 3
"""What a transport force adds to the mission die where it is compared with an air source."""
SOURCE_STEPS = 3
"""Bomber and torpedo steps that make a land base an air source (2.2)."""

_COMPASSES = {"New Georgia": "Guadalcanal", "Bougainville": "Guadalcanal"}
"""Objectives that use the compass of another."""

# US air sources.


def is_night(plot: CarrierPlot) -> bool:
    """Whether it is night, when no air source counts (24.2)."""
    return bool(plot.parts.night or plot.at("clock/night"))


def bomber_steps(plot: CarrierPlot, base: str) -> int:
    """Bomber and torpedo steps of a land base: on the ground, about to land, searching, and in its strikes (2.2)."""
    group = plot.groups[base]
    decks = [deck for deck in plot.decks.values() if deck["in"] == base]
    boxes = [deck[box] for deck in decks for box in ("ready", "unready", "servicing", "hangar")]
    boxes += [box.get(part, {}) for box in group["track"].values() for part in ("available", "used")]
    boxes += [strike["steps"] for strike in plot.strikes.values() if strike["from"] == base]
    lists = [[each for each in group[box] if each[0] not in FIGHTERS] for box in ("landing", "cap")]
    flown = [{kind: n for kind, n in box.items() if kind not in FIGHTERS} for box in boxes]
    return sum(map(total, flown)) + sum(map(total, lists))


def air_sources(plot: CarrierPlot) -> dict[str, str]:
    """US air sources and their hexes: working carriers, and working bases with three steps of bombers (9.2)."""
    if is_night(plot):
        return {}
    made: dict[str, str] = {}
    for name, group in {**plot.task_forces(), **plot.bases()}.items():
        if group["base"]:
            works = condition.operative(plot, name) and bomber_steps(plot, name) >= SOURCE_STEPS
        else:
            works = any(condition.operative(plot, carrier) for carrier in plot.carriers_of(name))
        if works:
            made[name] = group["hex"]
    return made


def blocking(plot: CarrierPlot, force: str, die: int) -> dict[str, str]:
    """The air sources that a force may come no closer to: within eight hexes by air, and nearer than its die (9.2).

    Of several equally far away, only that which is closest to the force's objective counts.
    """
    at, goal = plot.forces[force]["hex"], goal_of(plot, force)
    near: dict[int, dict[str, str]] = {}
    for name, place in air_sources(plot).items():
        if distance(at, place) <= REACH:
            near.setdefault(distance(at, place), {})[name] = place
    made: dict[str, str] = {}
    for away, sources in near.items():
        if modified(plot, force, die) > away:
            closest = min(far(plot, place, goal) for place in sources.values())
            made |= {name: place for name, place in sources.items() if far(plot, place, goal) == closest}
    return made


def modified(plot: CarrierPlot, force: str, die: int) -> int:
    """The mission die as it is compared with an air source: three more for a transport counter."""
    return die + (TRANSPORT_MORE if plot.forces[force]["kind"] == TRANSPORT else 0)


# The procedure.


def compass(plot: CarrierPlot, force: str) -> str:
    """The key of the compass a force uses where it stands."""
    f = plot.forces[force]
    objective = f["objective"] or plot.at("objectives/primary", "")
    return f"compass/{sea.area(plot, f['hex'])}/{_COMPASSES.get(objective, objective)}/{f['kind']}"


def in_goals_area(plot: CarrierPlot, force: str) -> bool:
    """Whether a force is in the area of its own objective, where it needs no compass."""
    return sea.area(plot, plot.forces[force]["hex"]) == sea.area(plot, goal_of(plot, force))


def cells(plot: CarrierPlot, force: str) -> list[str]:
    """The printed values that a force's Mission Movement hangs on, as far as those known before tell."""
    at, goal = plot.forces[force]["hex"], goal_of(plot, force)
    if not sea.area(plot, at) or not sea.area(plot, goal):
        return [f"{AREA}/{at}", f"{AREA}/{goal}"]
    if not in_goals_area(plot, force):
        return [compass(plot, force)]
    if at == goal or sea.whole(plot, at):
        return []
    return [f"sea_closer/{at}/{goal}"]


def mission(plot: CarrierPlot, force: str, die: int, failed: tuple[str, ...], enters: bool) -> Move:
    """What Mission Movement prescribes; its `cells` must be known."""
    at, goal = plot.forces[force]["hex"], goal_of(plot, force)
    arrows: dict[str, str] = {}
    if in_goals_area(plot, force):
        want = sea.closer_by_sea(plot, at, goal)
        why = f"mission movement, closer to {goal}"
    else:
        arrows = charts.value(plot.kit, compass(plot, force))
        want = [beside(at)[arrows[str(die)]]]
        why = f"mission movement, {die} is {arrows[str(die)]}"
    barred = _barred(plot, force, die)
    free = [to for to in want if to not in barred]
    move = Move(tuple(free), why, "9.2", failed, tuple(barred), enters)
    if free or not want:
        return move
    why = f"{why}, but {listed(dict.fromkeys(barred[to] for to in want))}"
    others: list[str] = []
    if not any("stops" in barred[to] for to in want):
        ways = dict.fromkeys(beside(at)[arrow] for arrow in arrows.values())
        others = [to for to in ways if to not in barred and not shut(plot, force, to, move)]
        if others:
            why = f"{why}; {listed((way(at, to) for to in others), 'or')} on the same compass"
    return Move(tuple(others), why, "9.2", failed, tuple(barred), enters)


def _barred(plot: CarrierPlot, force: str, die: int) -> dict[str, str]:
    """The hexes beside a force that US air sources keep it from, and why."""
    at = plot.forces[force]["hex"]
    sources, blocks, roll = air_sources(plot), blocking(plot, force, die), modified(plot, force, die)
    made = {}
    for to in neighbours(at):
        held = [name for name, place in sources.items() if place == to]
        shut_by = [name for name, place in blocks.items() if distance(to, place) < distance(at, place)]
        if shut_by:
            away = distance(at, blocks[shut_by[0]])
            made[to] = f"blocked by {shut_by[0]}: {roll} > {away}"
        elif held:
            made[to] = f"it stops next to {held[0]}"
    return made
