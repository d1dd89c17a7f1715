"""The arithmetic of air attacks (4.1, 4.2, 18.3): who fires, columns, attack values, modifiers. No script here.

Attack values are counted in eighths: a step that was shot down adds half of a quarter to a coordinated strike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from umpire.games.carrier import charts, intelligence
from umpire.games.carrier.air_charts import AS_STEPS
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.terms import (
    ATTACK,
    CARRIERS,
    DIE,
    DIVE,
    FIGHTERS,
    LEVEL_4,
    TORPEDO,
    eighths,
    rounded,
)

JSON = Any
Mod = tuple[str, int]
"""A modifier of a die, as it is called."""

GUNS = 8
"""Ships of a force that may fire at aircraft."""
BASE_AA = {"Guadalcanal": 5, "Port Moresby": 5}
"""Antiaircraft values of the US airfields (18.3)."""
AA_COLUMNS = (1, 10, 15, 20, 30, 40, 50, 60, 80, 100, 120)
AA_ROWS, CAP_ROWS = 11, 11
"""The last rows of the Antiaircraft Fire Table and of the Japanese CAP Combat Table."""
LARGEST_SIZE = 20
"""Attacks of more steps or points are read as one of this size: the bands of the chart end sooner."""
ENTRIES = (1, 4, 7, 11, 14, 18, 21, 25, 30, 35, 39, 44, 49, 55, 61, 67, 73, 87)
"""Attack values at which the Air Attack Die Rolls Chart has an entry."""
UNSURE = range(74, 87)
"""Attack values that may have an entry nobody has told us of: they are asked for one by one."""
POINT = {"1943": 4}
"""Attack value of a Japanese air point, where it is not five (4.2)."""
WORST = 19
"""The highest modified die there can be on the Air Attack Damage Table."""


# Dice.


def signed(n: int) -> str:
    """``+2``, ``−1``, ``0``."""
    return f"+{n}" if n > 0 else f"−{-n}" if n else "0"


def named(mods: Iterable[Sequence[JSON]]) -> str:
    """Modifiers as they are named before a roll: ``+1 guns, −3 size``; those of nought are left out."""
    return ", ".join(f"{signed(n)} {what}" for what, n in mods if n)


def read(mods: Iterable[Sequence[JSON]]) -> str:
    """How a die will be read: ``add 2: +1 guns, +1 no CAP``."""
    every = list(mods)
    n = sum(each[1] for each in every)
    words = named(every)
    return f"{signed(n)}: {words}" if words else "no modifier"


def row(die: int, last: int) -> int:
    """The row of a modified die on a table whose first row is 1."""
    return max(1, min(last, die))


# Antiaircraft fire.


def guns(plot: CarrierPlot, target: str) -> list[tuple[str, int]]:
    """Who fires at an attack on a force, task force or base, and with what value: eight ships, the strongest."""
    if target in plot.groups and plot.groups[target]["base"]:
        return [(target, BASE_AA[target])]
    ships = sorted(((ship, _barrels(plot, ship)) for ship in plot.ships_of(target)), key=lambda each: -each[1])
    if target not in plot.forces or plot.forces[target]["level"] != 3:
        return [each for each in ships[:GUNS] if each[1]]
    return _chit_guns(plot, target, ships)


def _barrels(plot: CarrierPlot, ship: str) -> int:
    return max(0, int(plot.ships[ship]["aa"] - plot.ships[ship]["hits"]))


def _chit_guns(plot: CarrierPlot, force: str, ships: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Of a level 3 force its chits fire, less a point a hit; a screen that is known ship by ship fires itself."""
    f = plot.forces[force]
    hits = sum(
        s["hits"] for s in plot.ships.values() if s["in"] == force and (s["type"] in CARRIERS or not f["screen"])
    )
    fired = [(f["chit"], max(0, intelligence.printed(plot, f["chit"], "aa") - hits))]
    if f["screen"] == LEVEL_4:
        screen = [each for each in ships if plot.ships[each[0]]["type"] not in CARRIERS]
        fired += screen[: GUNS - intelligence.carriers_on(f["chit"])]
    elif f["screen"]:
        fired.append((f["screen"], intelligence.printed(plot, f["screen"], "aa")))
    return [each for each in fired if each[1]]


def aa_column(value: int) -> int:
    """The column that a firing value uses; 0 for no fire at all."""
    return max((column for column in AA_COLUMNS if column <= value), default=0)


def fire_control(period: str) -> str:
    """The quality of US fire control in a time period (4.2, 21.0)."""
    return {"jan42": "early", "aug42": "standard"}.get(period, "improved")


def bombers(steps: Mapping[str, int]) -> dict[str, int]:
    """The steps that are no fighters, by type."""
    return {type: n for type, n in steps.items() if n and type not in FIGHTERS}


def size(attack: Mapping[str, JSON]) -> int:
    """The size of an attack as guns reckon it: what CAP shot down counts, US escort does not (4.1)."""
    n = total(bombers(attack["steps"])) if attack["by"] == "us" else attack["points"]
    return min(LARGEST_SIZE, int(n))


def aa_keys(plot: CarrierPlot, attack: Mapping[str, JSON]) -> dict[str, str]:
    """The printed modifiers of antiaircraft fire at an attack: their cells, by what they are called."""
    by_us = attack["by"] == "us"
    made = {"attack size": f"aa/size/{attack['by']}/{size(attack)}"}
    if by_us:
        made["period"] = f"aa/period/{plot.period}"
    else:
        made[f"{fire_control(plot.period)} fire control"] = f"aa/control/{fire_control(plot.period)}"
    if by_us and attack["surprise"] == "cap":
        made["Surprise-CAP"] = "aa/surprise"
    return made


def printed_mods(plot: CarrierPlot, keys: Mapping[str, str]) -> list[Mod]:
    """Modifiers by what they are called; their cells must be known."""
    return [(what, charts.modifier(plot.kit, key)) for what, key in keys.items()]


# CAP.


def escort_keys(plot: CarrierPlot, attack: Mapping[str, JSON]) -> dict[str, str]:
    """The printed modifiers of a US strike’s combat with Japanese CAP, as far as can be said before they are known.

    Escort is compared with CAP in the unit that the cell ``unit`` says; without escort nothing need be compared.
    """
    key = "jp_cap_combat/mod"
    escort, cap = total(attack["steps"]) - total(bombers(attack["steps"])), attack["cap"]
    points = escort and charts.has(plot.kit, f"{key}/unit") and charts.value(plot.kit, f"{key}/unit") != AS_STEPS
    made: dict[str, str] = {}
    if attack["surprise"]:
        made["surprise"] = f"{key}/{attack['surprise']}"
    of = 2 if points else 1
    if not escort:
        made["no escort"] = f"{key}/none"
    elif 2 * escort < cap * of:
        made["little escort"] = f"{key}/few"
    elif escort > 2 * cap * of:
        made["strong escort"] = f"{key}/many"
    if attack["steps"].get("TBD"):
        made["TBDs"] = f"{key}/tbd"
    return made


def escort_unit(attack: Mapping[str, JSON]) -> list[str]:
    """The cell that says how escort is counted, where there is any."""
    escort = total(attack["steps"]) - total(bombers(attack["steps"]))
    return ["jp_cap_combat/mod/unit"] if escort else []


def us_cap(plot: CarrierPlot, group: str) -> int:
    """Steps that a group’s CAP fights as: a P-39 as half, one with a time marker as the chart has it; fractions drop."""
    cap = plot.groups[group]["cap"]
    marked = Fraction(1)
    if any(time is not None for _, _, time in cap):
        cell = charts.value(plot.kit, "cap_aloft_mod/step")
        marked = Fraction(cell["n"], cell["of"])
    strength = Fraction(0)
    for type, n, time in cap:
        strength += n * Fraction(1, 2 if type == "P-39" else 1) * (1 if time is None else marked)
    return strength.numerator // strength.denominator


# Attack values.


def us_value(attack: Mapping[str, JSON], period: str) -> int:
    """A US strike’s attack value in eighths; steps shot down count half, their sum rounded once (4.1)."""
    lost = shot_down(attack)
    alive = {type: n - lost.get(type, 0) for type, n in attack["steps"].items()}
    whole: int = sum(n * ATTACK[type] for type, n in alive.items())
    half = rounded(sum(n * ATTACK[type] for type, n in lost.items()))
    return 8 * (whole + half) + coordination(attack, period)


def coordination(attack: Mapping[str, JSON], period: str) -> int:
    """What a strike of dive and torpedo bombers adds, in eighths: ¼ a step to July 1942, ½ later; half for one shot down."""
    steps, lost = attack["steps"], shot_down(attack)
    types = [*DIVE, *TORPEDO]
    if not any(steps.get(type) for type in DIVE) or not any(steps.get(type) for type in TORPEDO):
        return 0
    down = sum(lost.get(type, 0) for type in types)
    alive: int = sum(steps.get(type, 0) for type in types) - down
    return (2 * alive + down) * (1 if period == "jan42" else 2)


def shot_down(attack: Mapping[str, JSON]) -> dict[str, int]:
    """Steps of a US strike shot down so far, by type."""
    batches = [attack.get("cap_lost", {}), attack.get("aa_lost", {})]
    types = dict.fromkeys(type for batch in batches for type in batch)
    return {type: sum(batch.get(type, 0) for batch in batches) for type in types}


def point_value(period: str) -> int:
    return POINT.get(period, 5)


def japanese_value(attack: Mapping[str, JSON], period: str, reading: str = "batch") -> int:
    """A Japanese attack’s value in eighths (4.2): half the points of each loss attack, an odd one at half strength.

    Each batch, CAP’s and the guns’, is rounded by itself; with the reading ``sum`` they are rounded together.
    """
    worth = point_value(period)
    batches = [attack.get("cap_lost", 0), attack.get("aa_lost", 0)]
    alive: int = attack["points"] - sum(batches)
    if reading == "sum":
        batches = [sum(batches)]
    return 8 * (alive * worth + sum(rounded(n * worth) for n in batches))


def said_value(value: int) -> str:
    """An attack value of eighths in words: ``16½``."""
    return eighths(value)


def entry(value: int) -> int:
    """The entry of the Die Rolls Chart for a value in eighths, which is not rounded; 0 for none."""
    whole = value // 8
    return whole if whole in UNSURE else max((each for each in ENTRIES if each <= whole), default=0)


def rolls_of(kit: Mapping[str, JSON], at: int) -> list[int]:
    """The modifiers of the rolls that an entry gives, in the order it prints them; the entry must be known."""
    if not at:
        return []
    cell = charts.value(kit, f"die_rolls/{at}")
    return [int(cell["at"])] * int(cell["n"]) + [int(cell["more_at"])] * int(cell["more"])


# Damage.


def deck_mods(plot: CarrierPlot, ship: str) -> list[Mod]:
    """What planes aboard a US carrier add to each roll against her (4.2)."""
    deck = plot.decks.get(ship)
    if not deck:
        return []
    ready, unready, servicing = (total(deck[box]) for box in ("ready", "unready", "servicing"))
    made: list[Mod] = [("ready planes on deck", ready // 2)]
    if unready and not ready:
        made.append(("unready planes on deck", 1))
    if servicing:
        made.append(("planes in servicing", 1))
    return [each for each in made if each[1]]


def damage_known(kit: Mapping[str, JSON], die: int) -> int | None:
    """The hits of a modified die; also where no row for it is known, but a higher one has none. None for unknown."""
    if charts.has(kit, f"damage/{die}"):
        return int(charts.value(kit, f"damage/{die}"))
    higher = (f"damage/{n}" for n in range(die + 1, WORST + 1))
    return 0 if any(charts.has(kit, key) and charts.value(kit, key) == 0 for key in higher) else None


def damage_keys(kit: Mapping[str, JSON], dice: Iterable[int]) -> list[str]:
    """The cells of the Damage Table to ask for, the highest dice first: none below a row without hits need be known."""
    unknown = [die for die in dict.fromkeys(dice) if damage_known(kit, die) is None]
    return [f"damage/{die}" for die in sorted(unknown, reverse=True)]


def repair_hits(die: int) -> int:
    """Hits of a land base repaired at the end of a turn (18.2)."""
    return 0 if die <= 6 else 1 if die < DIE else 2
