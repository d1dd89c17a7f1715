"""The Turn Sequence, phase by phase; what the optional rules add stands where it says."""

from __future__ import annotations

from typing import Any

from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.after import return_aircraft
from umpire.games.victory_at_midway.battle_plot import FULL
from umpire.games.victory_at_midway.field import shut_down
from umpire.games.victory_at_midway.movement import OFF, may_enter, place_ships
from umpire.games.victory_at_midway.naval import sub_attacks, surface_battles
from umpire.games.victory_at_midway.next_strike import strikes
from umpire.games.victory_at_midway.orders import ask_orders
from umpire.games.victory_at_midway.plot import READY, VictoryPlot
from umpire.games.victory_at_midway.search import CARRIERS, announced, night_searches, sight, statements
from umpire.games.victory_at_midway.shore import shore
from umpire.games.victory_at_midway.solitaire import detection, held_back, set_up_both, solo
from umpire.games.victory_at_midway.strikes import assign, sent
from umpire.games.victory_at_midway.terms import (
    BASES,
    DIE,
    JAPAN,
    KURE_HEX,
    MIDWAY_HEX,
    SIDES,
    ST11,
    TURNS,
    US,
    is_night,
)
from umpire.games.victory_at_midway.victory import finish, over_early, solitaire_over
from umpire.table.asks import Die
from umpire.table.script import Play, Steps

JSON = Any


def script(g: Play) -> Steps[None]:
    """The game from wherever its plots say it stands: set-up, then turn after turn to the end of turn 25."""
    if not g.truth.played:
        if not g.truth.ships:
            yield from set_up(g)
        g.mark("set-up")
        begin_turn(g, 1)
    while True:
        how = over_early(g)
        if how:
            finish(g, how)
            return
        yield from turn(g)
        how = solitaire_over(g) if solo(g) else ""
        if how or g.truth.turn >= TURNS:
            finish(g, how or "time")
            return
        begin_turn(g, g.truth.turn + 1)


def set_up(g: Play) -> Steps[None]:
    """Setup: the components are read out, every air unit is Ready on its base, ships are placed in secret."""
    g.tell(g.all, "kit", "Setup", cells=dict(g.header.kit))
    roster = g.header.kit["roster"]
    subs = g.settings.get("submarines")
    ships = {name: ship for name, ship in roster.items() if subs or not ship["class"].endswith("SS")}
    g.tell(g.all, "opened", "Setup", settings=dict(g.settings), ships=ships)
    for side in SIDES:
        units = {}
        for base in BASES:
            if BASES[base][0] == side and (base in ships or base == "Midway"):
                for unit, air_type in kits.units_of(g.truth.kit, base):
                    units[unit] = {"type": air_type, "base": base, "state": FULL, "box": READY, "on": base}
        g.tell(side, "air", "Setup", units=units)
    if solo(g):
        set_up_both(g)
    else:
        yield from place_ships(g)


def begin_turn(g: Play, n: int) -> None:
    s_turn = bool(g.settings.get("submarines")) and n in kits.s_turns(g.truth.kit)
    g.tell(g.all, "turn", "The Turn Sequence", n=n, night=is_night(n), s_turn=s_turn, fog=g.truth.fog)
    due = may_enter(g.plot(JAPAN), JAPAN)
    if due:
        g.tell(JAPAN, "due", "Entry of Japanese Units", ships=due)
    g.mark(f"t{g.truth.played}")


def turn(g: Play) -> Steps[None]:
    """One turn, as far on as its plots say."""
    yield from orders(g)  # Ship Movement, Midway Air Strike Assignment, Search
    if not g.truth.night:
        g.tell(g.all, "step", name="strikes")
        yield from assign(g)  # Air Strike Assignment
        g.tell(g.all, "step", name="resolution")
        yield from strikes(g)  # Air Strike Resolution
    g.tell(g.all, "step", name="return")
    yield from return_aircraft(g)  # Air Preparation, Air Return
    g.tell(g.all, "step", name="naval")
    yield from sub_attacks(g)  # Ship-to-Ship Combat
    yield from surface_battles(g)
    yield from shore(g)
    yield from end_phase(g)


def orders(g: Play) -> Steps[None]:
    """Both sides' sheets, locked together; then the searches are announced and answered, the US first."""
    got = yield from g.sealed(lambda: {side: ask_orders(g, side) for side in SIDES})
    said = {**got, US: held_back(g, got)}
    for side in SIDES:
        move(g, side, said[side])
    hidden = yield from detection(g)
    for side in SIDES:
        take_off(g, side, said[side])
    g.tell(g.all, "step", name="search")
    g.tell(g.all, "searching", "Declaring Searches", searches=announced(g.truth.board, said))
    if said[JAPAN].get("kure"):
        g.tell(g.all, "kure", "Seaplane Tenders", turn=g.truth.turn)
    if said[JAPAN].get("forgo"):
        g.tell(g.all, "forgone", "Exiting the Map", ships=said[JAPAN]["forgo"])
    yield from night_searches(g)
    found = statements(g.truth, hidden)
    g.tell(g.all, "found", "Announcing Search Results", found=found)
    if any(each["of"] == US and each["what"] == CARRIERS for each in found):
        sight(g)


def move(g: Play, side: str, said: JSON) -> None:
    """A side's ships moved, entered and gone off the map, told to it alone."""
    at = {**said.get("moves", {}), **said.get("enter", {})}
    gone = [ship for ship, place in at.items() if place == OFF]
    stays = {ship: place for ship, place in at.items() if place != OFF}
    g.tell(side, "ships", "Ship Movement", at=stays, entered=list(said.get("enter", {})), withdrawn=gone)
    plot: VictoryPlot = g.plot(side)
    if said.get("course", {}) != plot.courses:
        g.tell(side, "courses", "Ship Movement", side=side, courses=said.get("course", {}))
    if side == JAPAN and plot.kure and not plot.kure_gone and plot.at.get(ST11) != KURE_HEX:
        g.tell(JAPAN, "kure-closed", "Seaplane Tenders")


def take_off(g: Play, side: str, said: JSON) -> None:
    """A side's strike on Midway's base and its scouts. In solitaire US carriers found in time stop the strike."""
    plot: VictoryPlot = g.plot(side)
    base = [] if plot.located else said.get("base", [])
    if base:
        g.tell(side, "air", "Midway Base Strikes", units=sent(plot, dict.fromkeys(base, MIDWAY_HEX), "base"))
        g.tell(side, "base-strike", "Midway Base Strikes", units=base)
    scouts = said.get("scouts", {})
    if scouts:
        g.tell(side, "air", "Extra Scouts", units=sent(g.plot(side), scouts, "scout"))


def end_phase(g: Play) -> Steps[None]:
    """End Phase: the airfield is shut after a first landing; while fog lasts one die is rolled for it."""
    g.tell(g.all, "step", name="end")
    shut_down(g)
    if g.truth.fog:
        (die,) = yield from g.roll(f"t{g.truth.played}/fog", "Fog", [Die("Fog", "1: it lifts for good", DIE)], "Fog")
        g.tell(g.all, "fog-die", "Fog", die=die, lifted=die == 1)
    g.tell(g.all, "turn-over", "End Phase", n=g.truth.turn, score=dict(g.truth.score))
