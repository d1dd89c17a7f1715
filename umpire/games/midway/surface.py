"""Surface Combat (Tournament Game): ships of both sides in one zone, after all that flies is down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.midway import kit as kits
from umpire.games.midway.gunnery import Guns, Line, Steam, Withdraw
from umpire.games.midway.hits import marking
from umpire.games.midway.results import column, reduced
from umpire.games.midway.terms import BATTLE_TURNS, BOARD_WIDTH, ENEMY, JAPAN, NAMES, SIDES, US
from umpire.table.asks import Die
from umpire.table.board import king
from umpire.table.charts import Cell
from umpire.table.script import Play, Steps

JSON = Any

ORDER = (JAPAN, US)
"""Who places, moves and fires first (Surface Combat 4 to 12)."""
AWAY = 5
"""The least die of the Withdrawal Table that gets a side away (Surface Combat 13)."""


# Who knows of whom.


def shared_zones(g: Play) -> list[str]:
    """Zones with ships of both sides, in board order, known to either or to neither."""
    ours, theirs = (set(g.truth.of(side).values()) for side in SIDES)
    return [zone for zone in g.truth.board.zones if zone in ours and zone in theirs]


def known_contacts(g: Play) -> list[str]:
    """Zones where, once the calls are done, a side knows of enemy ships with its own (Surface Combat 1).

    It knows from its calls of this turn, from the word that Japanese ships stand on Midway, or because the
    ships have fought since last turn.
    """
    truth = g.truth
    found = {f["zone"] for seen in truth.sightings if seen["played"] == truth.played for f in seen["found"]}
    if truth.standing:
        found.add(truth.kit["board/midway"])
    return [zone for zone in shared_zones(g) if zone in found or zone in truth.engaged]


def contact(g: Play) -> None:
    """After Step 4 a side that knows of enemy ships with its own says so; nobody says what nobody knows."""
    if g.settings.get("surface"):
        zones = known_contacts(g)
        if zones:
            g.tell(g.all, "contact", "Surface Combat 1", zones=zones)


def battle_zones(g: Play) -> list[str]:
    """Zones to fight in: those of the contacts, and those where the air battles showed one side to the other,
    as far as ships of both are still afloat there (Surface Combat 3; R4)."""
    truth = g.truth
    shown = {b["zone"] for b in truth.fought if b["ships"] or b.get("shared")}
    if truth.b17 and truth.b17.get("ships"):
        shown.add(truth.b17["zone"])
    return [zone for zone in shared_zones(g) if zone in truth.contacts or zone in shown]


# The battle.


def surface_battles(g: Play) -> Steps[None]:
    """Every surface battle of the turn, zone by zone in board order."""
    if not g.settings.get("surface"):
        return
    first = True
    while zones := [zone for zone in battle_zones(g) if zone not in {b["zone"] for b in g.truth.surface_fought}]:
        if first:
            g.tell(g.all, "step", name="surface")
        first = False
        yield from surface_battle(g, zones[0])


def surface_battle(g: Play, zone: str) -> Steps[None]:
    """One zone: new ships come on, then up to four Battle Board turns."""
    there = {*g.truth.in_zone(US, zone), *g.truth.in_zone(JAPAN, zone)}
    stood = {ship: cell for ship, cell in g.truth.engaged.get(zone, {}).items() if ship in there}
    g.tell(g.all, "surface", "Surface Combat 3", zone=zone, at=stood)
    for side in ORDER:
        yield from come_on(g, side)
    while g.truth.surface:
        yield from battle_turn(g)


def name_of(g: Play, part: str, side: str = "") -> str:
    """The name of an ask of the surface battle on the board."""
    battle = len(g.truth.surface_fought) + 1
    return f"t{g.truth.played}/surface-{battle}/{part}" + (f"/{side}" if side else "")


def afloat(g: Play, side: str) -> dict[str, list[int]]:
    """A side's ships on the board that are not sunk, and where they stand."""
    at = g.truth.surface["at"]
    return {s: cell for s, cell in at.items() if s not in g.truth.sunk and g.truth.ships[s]["side"] == side}


def edge(g: Play, side: str) -> int:
    """The row along a side's own edge: Japan's is the first."""
    return 1 if side == JAPAN else int(g.truth.kit["battle-board/depth"])


def _newcomers(g: Play, side: str) -> list[str]:
    return [ship for ship in g.truth.in_zone(side, g.truth.surface["zone"]) if ship not in g.truth.surface["at"]]


def ask_line(g: Play, side: str) -> Line:
    row, taken = edge(g, side), {tuple(cell) for cell in g.truth.surface["at"].values()}
    free = [c for c in range(1, BOARD_WIDTH + 1) if (c, row) not in taken]
    facts = {"zone": g.truth.surface["zone"], "ships": _newcomers(g, side), "free": free, "row": row}
    return Line(name_of(g, "place", side), facts)


def come_on(g: Play, side: str) -> Steps[None]:
    """Surface Combat 4 and 5: ships not yet in this battle come on along their edge (Misc. 7 for reinforcements)."""
    if _newcomers(g, side):
        at = yield from g.ask(side, lambda: ask_line(g, side))
        waiting = [ship for ship in _newcomers(g, side) if ship not in at]
        g.tell(g.all, "surface-placed", "Surface Combat 4", side=side, at=at, waiting=waiting)


def battle_turn(g: Play) -> Steps[None]:
    """Surface Combat 6 to 13: both move, both fire, and whoever wishes tries to get away."""
    on = [ship for side in ORDER for ship in g.truth.in_zone(side, g.truth.surface["zone"])]
    able = [ship for ship in on if not g.truth.crippled(ship)]
    g.tell(g.all, "surface-turn", "Surface Combat 14", n=g.truth.surface["n"] + 1, able=able)
    for side in ORDER:
        yield from steam(g, side)
    for side in ORDER:
        yield from gunfire(g, side)
    if not (afloat(g, US) and afloat(g, JAPAN)):
        over(g, "sunk", [side for side in SIDES if not afloat(g, side)])
        return
    yield from withdrawal(g)
    if g.truth.surface and g.truth.surface["n"] == BATTLE_TURNS:
        over(g, "four turns", [])


def over(g: Play, how: str, by: Sequence[str]) -> None:
    """The battle ends for this turn."""
    at = {**afloat(g, JAPAN), **afloat(g, US)}
    zone = g.truth.surface["zone"]
    g.tell(g.all, "surface-over", "Surface Combat 13 and 17", zone=zone, how=how, by=list(by), at=at)


def ask_steam(g: Play, side: str) -> Steam:
    facts = {
        "n": g.truth.surface["n"],
        "at": afloat(g, side),
        "enemy": afloat(g, ENEMY[side]),
        "waiting": g.truth.surface["waiting"].get(side, []),
        "row": edge(g, side),
        "ahead": 1 if side == JAPAN else -1,
        "depth": g.truth.kit["battle-board/depth"],
    }
    return Steam(name_of(g, f"moves-{g.truth.surface['n']}", side), facts)


def steam(g: Play, side: str) -> Steps[None]:
    value = yield from g.ask(side, lambda: ask_steam(g, side))
    g.tell(g.all, "surface-moved", "Surface Combat 6", side=side, at={**value["move"], **value["enter"]})


# Gunfire.


def gun_range(kind: str) -> int:
    """Rectangles that a ship of a type reaches (Surface Combat 8)."""
    return 4 if kind == "BB" else 3


def in_range(g: Play, side: str) -> dict[str, list[str]]:
    """By ship that can fire, the enemy ships in her range, the nearest first.

    A ship sunk or brought low in this Battle Board turn still fires in it (Surface Combat 15).
    """
    surface, ships = g.truth.surface, g.truth.ships
    enemy = afloat(g, ENEMY[side])
    made = {}
    for ship in surface["able"]:
        if ships[ship]["side"] != side or ship not in surface["at"]:
            continue
        here = surface["at"][ship]
        away = {other: king((here[0], here[1]), (cell[0], cell[1])) for other, cell in enemy.items()}
        near = sorted((o for o in away if away[o] <= gun_range(ships[ship]["type"])), key=lambda o: (away[o], o))
        if near:
            made[ship] = near
    return made


def may_fire(g: Play, side: str) -> bool:
    """Whether a side has a shot: the US has none on the first Battle Board turn of a battle (12)."""
    surface = g.truth.surface
    first = surface["n"] == 1 and surface["zone"] not in g.truth.engaged
    return bool(in_range(g, side)) and not (side == US and first)


def ask_guns(g: Play, side: str) -> Guns:
    facts = {"zone": g.truth.surface["zone"], "n": g.truth.surface["n"], "reach": in_range(g, side)}
    return Guns(name_of(g, f"fire-{g.truth.surface['n']}", side), facts)


def gunfire(g: Play, side: str) -> Steps[None]:
    """Surface Combat 8 to 11 for one side."""
    if not may_fire(g, side):
        return
    fire = yield from g.ask(side, lambda: ask_guns(g, side))
    g.tell(g.all, "surface-firing", "Surface Combat 8", side=side, fire=fire)
    part = f"{side}-{g.truth.surface['n']}"
    factors = [f"surface/{ship}" for ship in _concerned(g, side)]
    yield from g.cells(name_of(g, f"factors-{part}"), "Surface combat", ["sct/columns", *factors], "Surface Combat 9")
    odds = _odds(g, side)
    g.tell(g.all, "surface-odds", "Surface Combat 9", side=side, odds=odds)
    if not any(each["column"] for each in odds):
        return
    yield from salvoes(g, side)
    hits = {each["target"]: each["hits"] for each in g.truth.surface["results"][side]}
    yield from marking(g, name_of(g, f"{part}/"), hits)


def targets(g: Play, side: str) -> dict[str, list[str]]:
    """By enemy ship, the ships that fire at her, as they stand in the order of battle."""
    made: dict[str, list[str]] = {}
    for ship, target in g.truth.surface["fire"][side].items():
        if target is not None:
            made.setdefault(target, []).append(ship)
    return {ship: made[ship] for ship in g.truth.ships if ship in made}


def _concerned(g: Play, side: str) -> list[str]:
    return [ship for target, firing in targets(g, side).items() for ship in (target, *firing)]


def _odds(g: Play, side: str) -> list[JSON]:
    """Surface Combat 9. A target without a factor left is worth 1; ships without one do nothing."""
    factors, made = _factors(g, side), []
    for target, firing in targets(g, side).items():
        power = sum(factors[ship] for ship in firing)
        worth = 0 if g.truth.crippled(target) else factors[target]
        odds = reduced(power, worth) if power else ""
        at = column(odds, g.truth.kit["sct/columns"]) if power else None
        made.append({"target": target, "firing": firing, "raw": [power, max(1, worth)], "odds": odds, "column": at})
    return made


def _factors(g: Play, side: str) -> Mapping[str, int]:
    return {ship: g.truth.kit[f"surface/{ship}"] for ship in _concerned(g, side)}


def _rolled(g: Play, side: str) -> list[JSON]:
    return [each for each in g.truth.surface["odds"][side] if each["column"]]


def salvoes(g: Play, side: str) -> Steps[None]:
    """Surface Combat 10: one die for each ship that is fired at, all of a side's fire together."""
    part = f"{side}-{g.truth.surface['n']}"
    dice = [Die(f"On {e['target']}", f"{e['raw'][0]} to {e['raw'][1]}, {e['column']}") for e in _rolled(g, side)]
    why = f"{NAMES[side]}’s fire in {g.truth.surface['zone']}"
    fell = yield from g.roll(name_of(g, f"dice-{part}"), why, dice, "Surface Combat 10")
    keys = [f"sct/{each['column']}/{face}" for each, face in zip(_rolled(g, side), fell, strict=True)]
    yield from g.cells(name_of(g, f"chart-{part}"), "Surface Combat table", keys, "Surface Combat 10")

    def read_off() -> JSON:
        return {e["target"]: g.truth.kit[key] for e, key in zip(_rolled(g, side), keys, strict=True)}

    def by_hand() -> list[Cell]:
        return [Cell(e["target"], f"On {e['target']}", kits.HITS) for e in _rolled(g, side)]

    said = yield from g.resolved(name_of(g, f"by-hand-{part}"), read_off, by_hand)
    results = [
        {"target": each["target"], "die": face, "hits": said[each["target"]]}
        for each, face in zip(_rolled(g, side), fell, strict=True)
    ]
    g.tell(g.all, "surface-results", "Surface Combat 11", side=side, results=results)


# Getting away.


def ask_withdraw(g: Play, side: str) -> Withdraw:
    surface = g.truth.surface
    return Withdraw(name_of(g, f"withdraw-{surface['n']}", side), {"zone": surface["zone"], "n": surface["n"]})


def withdrawal(g: Play) -> Steps[None]:
    """Surface Combat 13: after each Battle Board turn either side, or both, may roll to get away."""
    said = yield from g.sealed(lambda: {side: ask_withdraw(g, side) for side in SIDES})
    sides = [side for side in SIDES if said[side]]
    g.tell(g.all, "withdrawing", "Surface Combat 13", sides=sides)
    if not sides:
        return
    dice = [Die(f"{NAMES[side]} withdraws", f"{AWAY} or 6: away") for side in sides]
    why = f"Withdrawal from {g.truth.surface['zone']}"
    fell = yield from g.roll(name_of(g, f"withdrawal-{g.truth.surface['n']}"), why, dice, "Surface Combat 13")
    away = [side for side, face in zip(g.truth.surface["withdrawing"], fell, strict=True) if face >= AWAY]
    if away:
        over(g, "withdrawn", away)
