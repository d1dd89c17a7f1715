"""The turn, step by step as the rulebook numbers them; what the Tournament game adds stands where it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.midway import kit as kits
from umpire.games.midway.air_battle import battles
from umpire.games.midway.exchange import operations
from umpire.games.midway.island import bombardment
from umpire.games.midway.landing import landing
from umpire.games.midway.movement import move_ships, place_ships
from umpire.games.midway.plot import IDLE, empty_group
from umpire.games.midway.readying import armed_by_now, deready, readying
from umpire.games.midway.search import search_by
from umpire.games.midway.surface import contact, surface_battles
from umpire.games.midway.terms import BOMBERS, FIGHTER, JAPAN, MIDWAY, SIDES, US
from umpire.games.midway.victory import finish, invade, island_point, over
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
    finish(g, "time")


def begin_turn(g: Play, n: int) -> None:
    g.tell(g.all, "turn", "Step 18", n=n, night=kits.is_night(g.truth.kit, n))
    g.mark(f"t{g.truth.played}")


def set_up(g: Play) -> Steps[None]:
    """Prepare for Play: the components are read out, and each side's planes are on their bases."""
    g.tell(g.all, "kit", "Prepare for Play", cells=dict(g.header.kit))
    g.tell(g.all, "opened", "Prepare for Play", settings=dict(g.settings), ships=kits.ships(g.header.kit))
    yield from place_ships(g)
    for side in SIDES:
        planes = starting_groups(g.truth.kit, side, fighters=bool(g.settings.get("fighters")))
        g.tell(side, "planes", "Prepare for Play 5", planes=planes)


def starting_groups(kit: Mapping[str, JSON], side: str, *, fighters: bool) -> JSON:
    """A side's air groups, none of them ready."""
    groups = {}
    for base in kits.bases(kit):
        owner = US if base == MIDWAY else kit["roster"][base]["side"]
        if owner == side:
            groups[base] = empty_group()
            for kind in BOMBERS:
                groups[base][kind][IDLE] = kit[f"air/{base}"][kind]
            groups[base][FIGHTER][IDLE] = kit[f"fighters/{base}"] if fighters else 0
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
    contact(g)  # Surface Combat 1
    if not g.truth.night:
        g.tell(g.all, "step", name="operations")
        yield from operations(g)  # Step 5
        if g.truth.attacks or g.truth.b17:
            g.tell(g.all, "step", name="battle")
            yield from battles(g)  # Steps 6 to 15
            g.tell(g.all, "step", name="landing")
        yield from landing(g)  # Steps 16 and 17
    yield from surface_battles(g)  # Surface Combat 3 to 17
    end_turn(g)  # Step 18


def end_turn(g: Play) -> None:
    """Step 18, and what has come due: planes ready, the island, points."""
    for side in SIDES:
        planes = {base: g.truth.planes[base] for base in g.truth.bases(side)}
        ready = armed_by_now(planes)
        if ready != planes:
            g.tell(side, "planes", "Step 2", planes=ready)
    bombardment(g)
    invade(g)
    island_point(g)
    g.tell(g.all, "turn-over", "Step 18", n=g.truth.turn, score=dict(g.truth.score))
