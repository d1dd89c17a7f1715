"""Scenario 3: two forces against two, one of each side moving in phases 1 and 3; its own table of air attacks.

What it remembers: ``memory/first`` the force that acts first in this turn, ``next`` the earliest turn of another
attack by force, ``lost`` air points lost by force.
"""

from __future__ import annotations

from typing import Any

from umpire.games.carrier import charts, damage, movement
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.scenario_charts import NEAR
from umpire.games.carrier.scenarios import fights
from umpire.games.carrier.set_out import aboard, colours, deck, display, fleet, known_force, task_force
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import DIE, LOCATED, UNDETECTED, US, rounded
from umpire.table.asks import Die
from umpire.table.numbered import distance
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any

US_SHIPS = {
    "TF 16": (
        *("Enterprise", "South Dakota", "Portland", "San Juan"),
        *("Porter", "Mahan", "Cushing", "Conyngham", "Preston", "Smith", "Maury", "Shaw"),
    ),
    "TF 17": (
        *("Hornet", "Northampton", "Pensacola", "San Diego", "Juneau"),
        *("Anderson", "Barton", "Hughes", "Morris", "Russell", "Mustin"),
    ),
}
HEX = "2715"
AIR = {"Enterprise": {"F4F": 10, "SBD": 6, "TBF": 4}, "Hornet": {"F4F": 8, "SBD": 8, "TBF": 4}}
FORCE_1, FORCE_2 = "C1", "C2"
JAPANESE_SHIPS = {
    FORCE_1: (
        *("Shokaku", "Zuikaku", "Zuiho", "Kumano", "Amatsukaze", "Hatsukaze", "Tokitsukaze", "Yukikaze"),
        *("Arashi", "Maikaze", "Teruzuki", "Yamakaze"),
    ),
    FORCE_2: ("Junyo", "Hayashio", "Kuroshio"),
}
PLACES = {FORCE_1: "1921", FORCE_2: "2024"}
CARRIERS = {FORCE_1: ("Shokaku", "Zuikaku", "Zuiho"), FORCE_2: ("Junyo",)}

FROM, REACH, CLOSES = 3, 9, 12
"""The turn of the first location and attack dice; hexes within which they are rolled;
and beyond which a carrier force does not close (9.1)."""
MOST = 8
"""Air points of an attack by Force 1, at most."""
BANDS = ("0-3", "4-6", "7-9")


def set_up(g: Play) -> Steps[None]:
    """Both sides on the map; the Japanese known, but not located."""
    us = yield from fleet(g, US, US_SHIPS)
    japan = yield from fleet(g, "japan", JAPANESE_SHIPS)
    now: dict[str, JSON] = {"period": "oct42", "memory": {"next": {}, "lost": {}}}
    now |= us_units(us, AIR)
    now |= {"objectives/primary": "Guadalcanal", "pool": colours(PLACES, "Guadalcanal")}
    for force, ships in japan.items():
        now |= known_force(force, PLACES[force], ships, "Guadalcanal", detection=UNDETECTED)
    do = [*us_pieces(us, AIR), *(display(force, ships, PLACES[force]) for force, ships in japan.items())]
    words = "Both Japanese forces are known, neither is located."
    tell(g, "set-up", "Sc. 3", title=g.truth.parts.title, period="oct42", words=words, now=now, do=do)


def us_units(ships: dict[str, list[str]], air: dict[str, dict[str, int]]) -> dict[str, JSON]:
    """The two task forces of Santa Cruz, with all aircraft in the hangars."""
    now: dict[str, JSON] = {}
    for group in US_SHIPS:
        now |= task_force(group, HEX, ships[group])
        now |= deck(US_SHIPS[group][0], group, air[US_SHIPS[group][0]])
    return now


def us_pieces(ships: dict[str, list[str]], air: dict[str, dict[str, int]]) -> list[str]:
    """What the table does with them."""
    placed = [display(group, ships[group], HEX) for group in US_SHIPS]
    return [*placed, *(aboard(carrier, steps) for carrier, steps in air.items())]


# The rules of its tables, as pure functions.


def strength(plot: CarrierPlot, force: str) -> int:
    """Air points a force attacks with: half of its air value, at most eight; of Force 2 two thirds. Carriers sunk or
    heavily damaged do not count, and every air point it has lost comes off."""
    fit = [name for name in CARRIERS[force] if not plot.ships[name]["sunk"] and not plot.heavily_damaged(name)]
    left = max(0, sum(plot.ships[name]["air"] for name in fit) - plot.at(f"memory/lost/{force}", 0))
    return min(MOST, rounded(left)) if force == FORCE_1 else rounded(2 * left, 3)


def band(reach: int) -> str:
    """The range of an attack as its table heads it."""
    return next(each for each in BANDS if reach <= int(each[-1]))


def targets(plot: CarrierPlot, force: str) -> list[str]:
    """The nearest US carrier task forces by air, if any is within reach."""
    place = plot.forces[force]["hex"]
    reach = {name: distance(place, plot.groups[name]["hex"]) for name in plot.carrier_groups()}
    least = min(reach.values(), default=REACH + 1)
    return [name for name in sorted(reach) if reach[name] == least <= REACH]


def may_attack(plot: CarrierPlot, force: str) -> bool:
    """Whether a force may attack now, as far as its last attack and its strength go."""
    return bool(plot.turn >= plot.at(f"memory/next/{force}", 0) and strength(plot, force))


def outcome(row: str, reach: int) -> tuple[bool, bool]:
    """Whether a row of the table locates, and whether it attacks."""
    return row in ("located", "both") or (row == "range" and reach <= NEAR), row in ("attack", "both")


def ended(plot: CarrierPlot) -> str:
    """How it has ended: ``japan`` as all its carriers are sunk, ``us`` as none of its own can operate planes."""
    if all(plot.ships[name]["sunk"] for names in CARRIERS.values() for name in names):
        return "japan"
    return "" if any(damage.operative(plot, carrier) for carrier in AIR) else "us"


# The segment.


def japanese_segment(g: Play) -> Steps[None]:
    """In phases 1 and 3 one force locates, attacks and moves; which comes first is drawn each turn."""
    if g.truth.phase == 1:
        yield from _first(g)
    if g.truth.phase in (1, 3):
        yield from _acts(g)


def _first(g: Play) -> Steps[None]:
    there = sorted(g.truth.forces)
    if len(there) > 1:
        cup = dict.fromkeys(there, 1)
        there = yield from g.draw(f"{moment(g)}/j/first", "Which force moves first", lambda: cup, 1, "Sc. 3")
    first = there[0] if there else ""
    tell(g, "first", "Sc. 3", force=first, now={"memory/first": first})


def _acts(g: Play) -> Steps[None]:
    first = g.truth.at("memory/first", "")
    others = [force for force in sorted(g.truth.forces) if force != first]
    force = first if g.truth.phase == 1 else (others[0] if others else "")
    if force not in g.truth.forces:
        return
    tell(g, "its-move", "Sc. 3", force=force, hex=g.truth.forces[force]["hex"], now={f"forces/{force}/acted": True})
    if g.truth.turn >= FROM and targets(g.truth, force):
        yield from _locate_and_attack(g, force)
    if force in g.truth.forces:
        yield from _mission_die(g, force)
        yield from movement.move_force(g, force)


def _locate_and_attack(g: Play, force: str) -> Steps[None]:
    """The table, where it can bring anything: a force may be unlocated still, or fit to attack."""
    if g.truth.forces[force]["detection"] == LOCATED and not may_attack(g.truth, force):
        tell(g, "not-yet", "Sc. 3", force=force, next=g.truth.at(f"memory/next/{force}", 0))
        return
    name = f"{moment(g)}/j/{force}/attack"
    why = f"{force}: located, attacking?"
    (die,) = yield from g.roll(name, why, [Die(why, "", DIE)], "Sc. 3")
    yield from charts.printed(g, why, lambda: [f"scenario3_table/{die}"], "Sc. 3")
    place = g.truth.forces[force]["hex"]
    target = targets(g.truth, force)[0]
    reach = distance(place, g.truth.groups[target]["hex"])
    located, attacks = outcome(charts.value(g.truth.kit, f"scenario3_table/{die}"), reach)
    attacks = attacks and may_attack(g.truth, force)
    now = {f"forces/{force}/detection": LOCATED} if located else {}
    mark = [f"Located on {force}"] if located else []
    tell(g, "table", "Sc. 3", force=force, die=die, located=located, attacks=attacks, range=reach, now=now, mark=mark)
    if attacks:
        yield from _attack(g, force, reach)


def _attack(g: Play, force: str, reach: int) -> Steps[None]:
    """An attack on the nearest carrier task force; the next one has to wait, by the range of this."""
    nearest = targets(g.truth, force)
    if len(nearest) > 1:
        why = f"{force}: target"
        name = f"{moment(g)}/j/{force}/attack/target"
        nearest = yield from g.draw(name, why, lambda: dict.fromkeys(targets(g.truth, force), 1), 1, "Sc. 3")
    key = f"scenario3_delay/{band(reach)}"
    yield from charts.printed(g, f"{force} attacks at range {reach}", lambda: [key], "Sc. 3")
    turn = g.truth.turn + charts.value(g.truth.kit, key)
    points = strength(g.truth, force)
    now = {f"memory/next/{force}": turn}
    tell(g, "own-attack", "Sc. 3", force=force, target=nearest[0], points=points, range=reach, next=turn, now=now)
    lost = yield from fights.japanese(g, f"{moment(g)}/j/{force}/attack", force, nearest[0], points)
    all_lost = g.truth.at(f"memory/lost/{force}", 0) + lost
    tell(g, "own-lost", "Sc. 3", force=force, lost=lost, all=all_lost, now={f"memory/lost/{force}": all_lost})


def _mission_die(g: Play, force: str) -> Steps[None]:
    """The mission movement die, where the force is too far from every carrier task force to do anything else (9.1)."""
    place = g.truth.forces[force]["hex"]
    if g.truth.near(place, CLOSES, g.truth.carrier_groups()) or g.truth.tree["die"]:
        return
    why = "Mission movement"
    (die,) = yield from g.roll(f"{moment(g)}/mission", why, [Die(why, "the whole segment", DIE)], "9.2")
    tell(g, "mission", "9.2", die=die, now={"die": die}, mark=[f"Mission Movement marker to {die}"])


def _found(f: dict[str, JSON]) -> str:
    what = [*(["it is located"] if f["located"] else []), *(["it attacks"] if f["attacks"] else [])]
    return f"{f['force']}, at range {f['range']}, {f['die']}: {listed(what) or 'nothing'}."


SAYINGS = {
    "first": lambda f: f"{f['force']} acts in phase 1 of this turn." if f["force"] else "",
    "its-move": lambda f: f"{f['force']} acts, in {f['hex']}.",
    "not-yet": lambda f: f"{f['force']} is located, and does not attack again before turn {f['next']}.",
    "table": _found,
    "own-attack": lambda f: (
        f"{f['force']} attacks {f['target']} at range {f['range']} with {counted(f['points'], 'air point')}; "
        f"it may attack again from turn {f['next']}."
    ),
    "own-lost": lambda f: f"{f['force']}: {counted(f['lost'], 'air point')} lost, {f['all']} so far.",
}
