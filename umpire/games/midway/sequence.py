"""The turn of the Basic game, step by step as the rulebook numbers them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.midway import battle as board
from umpire.games.midway import kit as kits
from umpire.games.midway.landing import landing
from umpire.games.midway.movement import move_ships, place_ships
from umpire.games.midway.operations import operations
from umpire.games.midway.plot import IDLE, empty_group
from umpire.games.midway.readying import armed_by_now, deready, readying
from umpire.games.midway.results import SUNK, battle_odds, column, hits_on, lost, sinks
from umpire.games.midway.search import search_by
from umpire.games.midway.terms import CARRIERS, ENEMY, JAPAN, MIDWAY, SIDES, TYPES, US
from umpire.games.midway.victory import invade, island_point, over, verdict
from umpire.table.asks import Ask, Die
from umpire.table.charts import Cell, Cells
from umpire.table.script import Play, Steps

JSON = Any


def script(g: Play) -> Steps[None]:
    """The game from wherever its plots say it stands: set-up, then turn after turn to 1700 June 6."""
    if not g.truth.played:
        if not g.truth.ships:
            yield from set_up(g)
        g.mark("set-up")
        begin_turn(g, 1)
    while True:
        yield from turn(g)
        if over(g):
            break
        begin_turn(g, g.truth.turn + 1)
    g.tell(g.all, "ended", "How to Win", how="time", by="", text=verdict(g.truth.score))


def begin_turn(g: Play, n: int) -> None:
    g.tell(g.all, "turn", "Step 18", n=n, night=kits.is_night(g.truth.kit, n))
    g.mark(f"t{g.truth.played}")


def set_up(g: Play) -> Steps[None]:
    """Prepare for Play: the components are read out, and each side's planes are on their bases."""
    g.tell(g.all, "kit", "Prepare for Play", cells=dict(g.header.kit))
    g.tell(g.all, "opened", "Prepare for Play", settings=dict(g.settings), ships=kits.ships(g.header.kit))
    yield from place_ships(g)
    for side in SIDES:
        g.tell(side, "planes", "Prepare for Play 5", planes=starting_groups(g.truth.kit, side))


def starting_groups(kit: Mapping[str, JSON], side: str) -> JSON:
    """A side's air groups, none of them ready."""
    groups = {}
    for base in kits.bases(kit):
        owner = US if base == MIDWAY else kit["roster"][base]["side"]
        if owner == side:
            groups[base] = empty_group()
            for kind in TYPES:
                groups[base][kind][IDLE] = kit[f"air/{base}"][kind]
    return groups


def turn(g: Play) -> Steps[None]:
    """One turn of two hours, as far on as its plots say."""
    g.tell(g.all, "step", name="opening")
    yield from deready(g)  # Step 0: the words at the beginning of the turn
    g.tell(g.all, "step", name="movement")
    yield from move_ships(g)  # Step 1
    g.tell(g.all, "step", name="readying")
    yield from readying(g)  # Step 2
    g.tell(g.all, "step", name="search-us")
    yield from search_by(g, US)  # Step 3
    g.tell(g.all, "step", name="search-japan")
    yield from search_by(g, JAPAN)  # Step 4
    if not g.truth.night:
        g.tell(g.all, "step", name="operations")
        yield from operations(g)  # Step 5
        if g.truth.attacks:
            g.tell(g.all, "step", name="battle")
            yield from battles(g)  # Steps 6 to 15
            g.tell(g.all, "step", name="landing")
        yield from landing(g)  # Steps 16 and 17
    end_turn(g)  # Step 18


def end_turn(g: Play) -> None:
    """Step 18, and what has come due: planes ready, the island, points."""
    for side in SIDES:
        planes = {base: g.truth.planes[base] for base in g.truth.bases(side)}
        ready = armed_by_now(planes)
        if ready != planes:
            g.tell(side, "planes", "Step 2", planes=ready)
    invade(g)
    island_point(g)
    g.tell(g.all, "turn-over", "Step 18", n=g.truth.turn, score=dict(g.truth.score))


def battles(g: Play) -> Steps[None]:
    """Every zone attacked, ships of the US first, several by one side in the order it wrote them (Step 6)."""
    attacks = sorted(g.truth.attacks, key=lambda attack: attack["by"] == US)
    for k, attack in enumerate(attacks, 1):
        if k > len(g.truth.fought):
            yield from battle(g, k, attack)


def battle(g: Play, k: int, attack: JSON) -> Steps[None]:
    """One zone's battle: placement, the choice to press on, attack, fire, dice, results."""
    planes = {kind: attack[kind] for kind in TYPES}
    g.tell(g.all, "battle", "Step 6", k=k, by=attack["by"], of=ENEMY[attack["by"]], zone=attack["zone"], planes=planes)
    if not g.truth.in_zone(g.truth.battle["of"], attack["zone"]):
        g.tell(g.all, "empty", "Appendix, Aircraft v Ship 2")
        return
    ships = yield from g.ask(g.truth.battle["of"], lambda: board.ask_placement(g))
    g.tell(g.all, "placed", "Step 7", ships=ships)
    word = yield from g.ask(g.truth.battle["by"], lambda: board.ask_press(g))
    g.tell(g.all, "pressed", "Appendix, Aircraft v Ship 3", on=word == "press on")
    if word != "press on":
        return
    groups = yield from g.ask(g.truth.battle["by"], lambda: board.ask_attack(g))
    g.tell(g.all, "attacking", "Step 8", groups=board.formed(groups, g.truth.battle["ships"]))
    fire = yield from g.ask(g.truth.battle["of"], lambda: board.ask_fire(g))
    g.tell(g.all, "firing", "Step 9", fire={ship: fire[ship] for ship in g.truth.battle["ships"]})
    yield from odds(g)
    yield from dice(g)
    yield from marking(g)
    g.tell(g.all, "battle-over", "Step 14")


def _part(g: Play, part: str) -> str:
    return f"t{g.truth.played}/battle-{g.truth.battle['k']}/{part}"


def odds(g: Play) -> Steps[None]:
    """Steps 10 and 11: screening values are read off the counters, odds worked out and reduced."""
    firing = [ship for ship, target in g.truth.battle["fire"].items() if target]
    keys = ["crt/columns", *(f"screening/{ship}" for ship in firing)]
    yield from g.cells(_part(g, "screening"), "Battle odds", keys, "Step 10")

    def work() -> JSON:
        fought = g.truth.battle
        screening = {ship: g.truth.kit[f"screening/{ship}"] for ship in firing}
        made = battle_odds(fought["groups"], fought["fire"], screening)
        return [{**each, "column": column(each["odds"], g.truth.kit["crt/columns"])} for each in made]

    g.tell(g.all, "odds", "Steps 10 and 11", odds=work())


def dice(g: Play) -> Steps[None]:
    """Step 12: one die a group, all of a battle together, and the table read for each."""

    def hand() -> list[Die]:
        made = []
        for group, each in zip(g.truth.battle["groups"], g.truth.battle["odds"], strict=True):
            made.append(Die(board.group_words(group), f"{each['raw'][0]} to {each['raw'][1]}, {each['column']}"))
        return made

    fell = yield from g.roll(_part(g, "dice"), f"Battle in {g.truth.battle['zone']}", hand(), "Step 12")
    keys = [f"crt/{each['column']}/{face}" for each, face in zip(g.truth.battle["odds"], fell, strict=True)]
    yield from g.cells(_part(g, "chart"), "Aircraft v Ship table", keys, "Step 12")
    outcomes = yield from g.resolved(_part(g, "by-hand"), lambda: read_off(g, keys), lambda: by_hand(g))
    results = [
        {"id": group["id"], "die": face, **suffered(group, outcomes[group["id"]])}
        for group, face in zip(g.truth.battle["groups"], fell, strict=True)
    ]
    costs = lost(g.truth.battle["groups"], outcomes)
    g.tell(g.all, "results", "Step 12", results=results, lost=costs)


def read_off(g: Play, keys: list[str]) -> JSON:
    """What the table says for each group, by its name."""
    groups = g.truth.battle["groups"]
    return {group["id"]: g.truth.kit[key] for group, key in zip(groups, keys, strict=True)}


def suffered(group: JSON, outcome: JSON) -> JSON:
    """A group's outcome: it loses what the table calls for, as far as it has it (Step 12)."""
    return {"hits": outcome["hits"], "lost": min(outcome["lost"], group["n"]), "called_for": outcome["lost"]}


def by_hand(g: Play) -> Ask:
    """The same, entered by people where the app has failed."""
    cells = [Cell(group["id"], board.group_words(group), kits.RESULT) for group in g.truth.battle["groups"]]
    return Cells(_part(g, "by-hand"), cells=cells, why="The app could not work this out; read it off the table")


def marking(g: Play) -> Steps[None]:
    """Step 13: hits marked after all groups have attacked; ships sink, one hit early with planes on deck."""
    outcomes = {each["id"]: each for each in g.truth.battle["results"]}
    scored = hits_on(g.truth.battle["groups"], outcomes)
    yield from g.cells(_part(g, "boxes"), "Hit record", [f"hits/{ship}" for ship in scored], "Step 13")

    def marks() -> JSON:
        truth, boxes = g.truth, g.truth.kit
        made = {}
        for ship, hits in scored.items():
            before = truth.hits.get(ship, 0)
            most = boxes[f"hits/{ship}"]
            made[ship] = {
                "hits": most if hits == SUNK else min(most, before + hits),
                "down": sinks(most, before, hits, armed=truth.armed(ship)),
                "early": truth.armed(ship) and not sinks(most, before, hits, armed=False),
            }
        return made

    going = [ship for ship, mark in marks().items() if mark["down"]]
    yield from g.cells(_part(g, "points"), "Points for a ship sunk", [f"points/{ship}" for ship in going], "How to Win")
    marked = marks()
    if marked:
        g.tell(g.all, "hits", "Step 13", marked={ship: mark["hits"] for ship, mark in marked.items()})
    for ship, mark in marked.items():
        if mark["down"]:
            sink(g, ship, early=mark["early"])


def sink(g: Play, ship: str, *, early: bool) -> None:
    """A ship goes down with the planes aboard her; those in the air are not lost (Sinking of Aircraft Carriers)."""
    owner = g.truth.ships[ship]["side"]
    points = g.truth.kit[f"points/{ship}"]
    g.tell(g.all, "sunk", "Step 13", ship=ship, armed=early, points=points, to=ENEMY[owner])
    if g.truth.ships[ship]["type"] in CARRIERS:
        g.tell(owner, "planes", "Sinking of Aircraft Carriers", planes={ship: None})
