"""Steps 6 to 15: the attacks of a turn fought out, zone by zone."""

from __future__ import annotations

from typing import Any

from umpire.games.midway import battle as board
from umpire.games.midway import kit as kits
from umpire.games.midway.b17 import b17_attack
from umpire.games.midway.battle import name_of
from umpire.games.midway.exchange import patrol_over
from umpire.games.midway.fighters import fighter_combat, screening
from umpire.games.midway.hits import marking
from umpire.games.midway.island import aim, bombing, can_be_raided
from umpire.games.midway.results import battle_odds, column, hits_on, lost, of_either
from umpire.games.midway.terms import BOMBERS, EITHER, ENEMY, FIGHTER, JAPAN, TYPES, US
from umpire.games.midway.waves import in_waves
from umpire.table.asks import Die
from umpire.table.charts import Cell
from umpire.table.script import Play, Steps

JSON = Any


def battles(g: Play) -> Steps[None]:
    """Every zone attacked, ships of the US first, several by one side in the order it wrote them (Step 6)."""
    attacks = sorted(g.truth.attacks, key=lambda attack: attack["by"] == US)
    for k, attack in enumerate(attacks, 1):
        if k > len(g.truth.fought):
            yield from battle(g, k, attack)
    yield from b17_attack(g)


def battle(g: Play, k: int, attack: JSON) -> Steps[None]:
    """One zone's battle: placement, the choice to press on, fighters, attack, fire, dice, results."""
    _open(g, k, attack)
    if g.truth.battle["island"] is not None:
        yield from aim(g)
    if not (yield from _placed(g)):
        return
    word = yield from g.ask(g.truth.battle["by"], lambda: board.ask_press(g))
    g.tell(g.all, "pressed", "Appendix, Aircraft v Ship 3", on=word == "press on")
    if word != "press on":
        return
    yield from fighter_combat(g)
    if g.truth.battle["ships"] and any(board.bombers(g.truth.battle).values()):
        yield from _on_ships(g)
    if g.truth.battle["island"] is not None:
        yield from bombing(g)
    g.tell(g.all, "battle-over", "Step 14")


def _open(g: Play, k: int, attack: JSON) -> None:
    by, zone = attack["by"], attack["zone"]
    g.tell(
        g.all,
        "battle",
        "Step 6",
        k=k,
        by=by,
        of=ENEMY[by],
        zone=zone,
        planes={kind: attack[kind] for kind in TYPES},
        cap=patrol_over(g, ENEMY[by], zone),
        island=by == JAPAN and can_be_raided(g.truth, zone),
    )


def _placed(g: Play) -> Steps[bool]:
    """Step 7, where ships are attacked; False where there is nothing whatever to attack or to meet."""
    battle = g.truth.battle
    there = g.truth.in_zone(battle["of"], battle["zone"])
    raid = battle["island"] is not None
    if there and (not raid or any(battle["planes"][kind] for kind in BOMBERS)):
        ships = yield from g.ask(battle["of"], lambda: board.ask_placement(g))
        g.tell(g.all, "placed", "Step 7", ships=ships)
        return True
    meet = battle["planes"][FIGHTER] and battle["cap"]
    if not there and not raid and not meet:
        g.tell(g.all, "empty", "Appendix, Aircraft v Ship 2")
        return False
    if not there and not raid:
        g.tell(g.all, "placed", "Appendix, Aircraft v Ship 2", ships={})
    return True


def _on_ships(g: Play) -> Steps[None]:
    """Steps 8 to 13."""
    groups = yield from g.ask(g.truth.battle["by"], lambda: board.ask_attack(g))
    battle = g.truth.battle
    g.tell(g.all, "attacking", "Step 8", groups=board.formed(groups, battle["ships"], board.bombers(battle)))
    fire = yield from g.ask(g.truth.battle["of"], lambda: board.ask_fire(g))
    g.tell(g.all, "firing", "Step 9", fire={ship: fire[ship] for ship in g.truth.battle["ships"]})
    yield from screening(g)
    yield from in_waves(g)
    yield from odds(g)
    yield from dice(g)
    outcomes = {each["id"]: each for each in g.truth.battle["results"]}
    yield from marking(g, name_of(g, ""), hits_on(g.truth.battle["groups"], outcomes))


def odds(g: Play) -> Steps[None]:
    """Steps 10 and 11: screening values are read off the counters, odds worked out and reduced."""
    firing = [ship for ship, target in g.truth.battle["fire"].items() if target]
    keys = ["crt/columns", *(f"screening/{ship}" for ship in firing)]
    yield from g.cells(name_of(g, "screening"), "Battle odds", keys, "Step 10")

    def work() -> JSON:
        fought = g.truth.battle
        screening = {ship: g.truth.kit[f"screening/{ship}"] for ship in firing}
        made = battle_odds(fought["groups"], fought["fire"], screening, fought.get("fighting", {}))
        return [{**each, "column": column(each["odds"], g.truth.kit["crt/columns"])} for each in made]

    g.tell(g.all, "odds", "Steps 10 and 11", odds=work())


def dice(g: Play) -> Steps[None]:
    """Step 12: one die a group, all of a battle together, and the table read for each."""

    def hand() -> list[Die]:
        made = []
        for group, each in zip(g.truth.battle["groups"], g.truth.battle["odds"], strict=True):
            made.append(Die(board.group_words(group), f"{each['raw'][0]} to {each['raw'][1]}, {each['column']}"))
        return made

    fell = yield from g.roll(name_of(g, "dice"), f"Battle in {g.truth.battle['zone']}", hand(), "Step 12")
    keys = [f"crt/{each['column']}/{face}" for each, face in zip(g.truth.battle["odds"], fell, strict=True)]
    yield from g.cells(name_of(g, "chart"), "Aircraft v Ship table", keys, "Step 12")
    outcomes = yield from g.resolved(name_of(g, "by-hand"), lambda: read_off(g, keys), lambda: by_hand(g))
    results = [
        {"id": group["id"], "die": face, **suffered(group, outcomes[group["id"]])}
        for group, face in zip(g.truth.battle["groups"], fell, strict=True)
    ]
    costs = lost(g.truth.battle["groups"], outcomes)
    if EITHER in costs:
        costs = of_either(costs[EITHER], g.truth.battle["planes"])
    g.tell(g.all, "results", "Step 12", results=results, lost=costs)


def read_off(g: Play, keys: list[str]) -> JSON:
    """What the table says for each group, by its name."""
    groups = g.truth.battle["groups"]
    return {group["id"]: g.truth.kit[key] for group, key in zip(groups, keys, strict=True)}


def suffered(group: JSON, outcome: JSON) -> JSON:
    """A group's outcome: it loses what the table calls for, as far as it has it (Step 12)."""
    return {"hits": outcome["hits"], "lost": min(outcome["lost"], group["n"]), "called_for": outcome["lost"]}


def by_hand(g: Play) -> list[Cell]:
    """The same, as people enter it where the app has failed."""
    return [Cell(group["id"], board.group_words(group), kits.RESULT) for group in g.truth.battle["groups"]]
