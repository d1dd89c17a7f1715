"""What US and Japanese air-to-sea attacks have in common (4.1, 4.2): antiaircraft fire, the rolls, their hits.

The attack lies on the record under ``attack``, and grows as it is fought, so that a page can draw it from that alone:
``cap_fight`` and ``guns`` are fire at the planes, each with its ``mods`` (pairs of words and a number), ``die``,
``modified`` and ``result``; ``value`` is the attack value in eighths, ``entry`` its line of the Die Rolls Chart;
``rolls`` are the bomb runs, each with ``at``, ``mods`` and, once they fell, ``die``, ``modified`` and ``hits``;
``cap_lost`` and ``aa_lost`` what was shot down; ``warning`` the steps each deck may launch; ``ground`` an airfield’s
die; ``hits`` what each ship took; ``lost``, at the end, all losses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.carrier import air_tables, charts, damage
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import DIE
from umpire.table.asks import Die
from umpire.table.script import Play, Steps

JSON = Any

TOGETHER = ", "
"""What stands between the transports of a group in the name of a target."""


def fight(plot: CarrierPlot) -> dict[str, JSON]:
    """The attack on the record."""
    found: dict[str, JSON] = plot.tree["attack"]
    return found


def at(attack: Mapping[str, JSON]) -> str:
    """The force, task force or base an attack is made on."""
    return str(attack["force"] if attack["by"] == "us" else attack["target"])


def ask_name(g: Play, part: str) -> str:
    return f"{fight(g.truth)['name']}/{part}"


# Antiaircraft fire.


def antiaircraft(g: Play) -> Steps[int]:
    """Antiaircraft fire at the attack: the result on the table, before it is doubled for US strikes (4.1)."""
    if unseen(g.truth) or not column(g.truth):
        yield from charts.printed(g, "No antiaircraft fire", lambda: ["aa/modifier/0"], "4.1")
        modifier = charts.modifier(g.truth.kit, "aa/modifier/0")
        none: dict[str, JSON] = {"firers": [], "value": 0, "column": 0, "mods": [], "result": 0, "modifier": modifier}
        tell(g, "no-guns", "4.1", target=at(fight(g.truth)), surprise=unseen(g.truth), now={"attack/guns": none})
        return 0
    yield from charts.printed(g, "Antiaircraft fire", lambda: _gun_keys(g.truth), "4.1")
    (die,) = yield from g.roll(ask_name(g, "aa"), "Antiaircraft fire", lambda: [_gun_die(g.truth)], "4.1")

    def cell() -> str:
        return f"aa/{column(g.truth)}/{air_tables.row(die + sum(n for _, n in _gun_mods(g.truth)), air_tables.AA_ROWS)}"

    yield from charts.printed(g, "Antiaircraft fire", lambda: [cell()], "4.1")
    shot: dict[str, JSON] = _fired(g.truth) | {"die": die, "modified": int(cell().rpartition("/")[2])}
    shot["result"] = int(charts.value(g.truth.kit, cell()))
    tell(g, "guns", "4.1", by=fight(g.truth)["by"], target=at(fight(g.truth)), **shot, now={"attack/guns": shot})
    return int(shot["result"])


def unseen(plot: CarrierPlot) -> bool:
    """Whether surprise keeps every gun silent (6.5)."""
    attack = fight(plot)
    return bool(attack["by"] == "us" and attack["surprise"] == "deck")


def column(plot: CarrierPlot) -> int:
    return air_tables.aa_column(_gun_value(plot))


def _gun_value(plot: CarrierPlot) -> int:
    return sum(n for _, n in air_tables.guns(plot, at(fight(plot))))


def _gun_keys(plot: CarrierPlot) -> list[str]:
    return [*air_tables.aa_keys(plot, fight(plot)).values(), *_spoils(plot)]


def _spoils(plot: CarrierPlot) -> list[str]:
    """The cell of what gunfire does to the aim of bombers; nothing over an airfield (18.3)."""
    target = at(fight(plot))
    return [] if target in plot.groups and plot.groups[target]["base"] else [f"aa/modifier/{column(plot)}"]


def _gun_mods(plot: CarrierPlot) -> list[air_tables.Mod]:
    return air_tables.printed_mods(plot, air_tables.aa_keys(plot, fight(plot)))


def _gun_die(plot: CarrierPlot) -> Die:
    words = f"{_gun_value(plot)} firing, column {column(plot)}; {air_tables.read(_gun_mods(plot))}"
    return Die("Antiaircraft fire", words, DIE)


def _fired(plot: CarrierPlot) -> dict[str, JSON]:
    return {
        "firers": [list(each) for each in air_tables.guns(plot, at(fight(plot)))],
        "value": _gun_value(plot),
        "column": column(plot),
        "mods": [list(mod) for mod in _gun_mods(plot)],
        "modifier": sum(charts.modifier(plot.kit, key) for key in _spoils(plot)),
    }


# How many rolls.


def strength(g: Play) -> Steps[None]:
    """The attack value, and the entry of the Die Rolls Chart it gives."""

    def worth() -> int:
        attack = fight(g.truth)
        if attack["by"] == "us":
            return air_tables.us_value(attack, g.truth.period)
        return air_tables.japanese_value(attack, g.truth.period, str(g.truth.settings.get("odd_points", "batch")))

    def keys() -> list[str]:
        line = air_tables.entry(worth())
        return [f"die_rolls/{line}"] if line else []

    yield from charts.printed(g, "How many rolls", keys, "4.1")
    line = air_tables.entry(worth())
    rolls = air_tables.rolls_of(g.truth.kit, line)
    now = {"attack/value": worth(), "attack/entry": line}
    tell(g, "attack-value", "4.1", by=fight(g.truth)["by"], value=worth(), entry=line, rolls=rolls, now=now)


def due(plot: CarrierPlot) -> list[int]:
    """The modifiers of the rolls that the attack value gives, in the order of the chart."""
    return air_tables.rolls_of(plot.kit, fight(plot)["entry"])


def common_mods(plot: CarrierPlot, roll: int) -> list[air_tables.Mod]:
    """What modifies a roll on the Damage Table whatever its target: its own modifier, guns, no CAP, surprise (4.1)."""
    attack = fight(plot)
    made = [("die rolls chart", roll), ("antiaircraft fire", int(attack["guns"]["modifier"]))]
    if not attack["cap"]:
        made.append(("no CAP", 1))
    if attack["by"] == "us" and attack["surprise"]:
        words = "planes on deck" if attack["surprise"] == "deck" else "Surprise-CAP"
        made.append((words, charts.modifier(plot.kit, f"damage_mod/{attack['surprise']}")))
    return made


# Bombs and torpedoes.


def bomb(g: Play) -> Steps[None]:
    """All rolls of the attack at once, on the Damage Table; then what they hit."""

    def dice() -> list[Die]:
        return [Die(run["at"], air_tables.read(run["mods"]), DIE) for run in fight(g.truth)["rolls"]]

    fell = yield from g.roll(ask_name(g, "bombs"), "Bombs and torpedoes", dice, "4.1")

    def modified() -> list[int]:
        every = zip(fell, fight(g.truth)["rolls"], strict=True)
        return [die + sum(n for _, n in run["mods"]) for die, run in every]

    yield from charts.printed(g, "Bombs and torpedoes", lambda: air_tables.damage_keys(g.truth.kit, modified()), "4.1")
    made = [
        {**run, "die": die, "modified": at, "hits": air_tables.damage_known(g.truth.kit, at) or 0}
        for die, at, run in zip(fell, modified(), fight(g.truth)["rolls"], strict=True)
    ]
    tell(g, "bombed", "4.1", by=fight(g.truth)["by"], target=at(fight(g.truth)), rolls=made, now={"attack/rolls": made})


def scatter(g: Play) -> Steps[dict[str, int]]:
    """Hits by ship: a group’s are spread as evenly as they go, odd ones by lot (4.1). Unnamed carriers go by their slot."""
    hits: dict[str, int] = {}
    for n in range(len(fight(g.truth)["rolls"])):
        run = fight(g.truth)["rolls"][n]
        ships = [ship for ship in run["at"].split(TOGETHER) if _floats(g.truth, ship, hits)]
        if not run["hits"] or not ships:
            continue
        each, odd = divmod(run["hits"], len(ships))
        taken = dict.fromkeys(ships, each)
        for ship in (yield from _odd(g, n + 1, ships, odd)):
            taken[ship] += 1
        for ship, more in taken.items():
            hits[ship] = hits.get(ship, 0) + more
    return {ship: n for ship, n in hits.items() if n}


def _floats(plot: CarrierPlot, ship: str, hits: Mapping[str, int]) -> bool:
    """Whether there is still anything to hit after the runs before."""
    if ship not in plot.ships:
        return True
    s = plot.ships[ship]
    return bool(s["hits"] + hits.get(ship, 0) < s["capacity"])


def _odd(g: Play, run: int, ships: list[str], odd: int) -> Steps[list[str]]:
    if not odd or len(ships) == 1:
        return ships[:odd]
    why = f"Which of the transports the odd hit{'s' if odd > 1 else ''} of run {run} fall on"
    return (yield from g.draw(ask_name(g, f"odd/{run}"), why, lambda: dict.fromkeys(ships, 1), odd, "4.1"))


def strike_ships(g: Play, hits: Mapping[str, int]) -> Steps[None]:
    """Each ship takes her hits, no more than sink her; then what damage does once the attack is over (19.1, 19.2)."""
    floats = {ship: g.truth.ships[ship]["capacity"] - g.truth.ships[ship]["hits"] for ship in hits}
    hits = {ship: min(n, floats[ship]) for ship, n in hits.items()}
    tell(g, "attack-hits", now={"attack/hits": dict(hits)}, hits=dict(hits))
    yield from damage.hit_together(g, hits)
    yield from damage.after_attack(g, list(hits))
