"""Scenario 2: a task force lies still; Japanese forces and their attacks come by a table of its own.

What it remembers: ``memory/arrived`` the forces that have come, ``due`` whether Force 2 comes in the next phase,
``used`` air points used by turn, ``lost`` air points lost so far, ``waiting`` strengths of the attacks still to be
made, ``tried`` whether a strike has tried for contact, ``last`` that strikes try for the last time, ``over`` how it has
ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.games.carrier import contact, damage
from umpire.games.carrier.pieces import done_with_pieces
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.scenarios import fights, scenario_1
from umpire.games.carrier.set_out import aboard, deck, display, fleet, known_force, task_force
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import DIE, US
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any

GROUP, HEX = "TF 17", "3035"
FORCE_1, FORCE_2 = "C1", "C2"
SHIPS = {FORCE_1: ("Shoho", "Sazanami"), FORCE_2: scenario_1.JAPANESE_SHIPS}
CARRIERS = ("Shoho", "Shokaku", "Zuikaku")
FLEET_CARRIERS = ("Shokaku", "Zuikaku")
AIR = {"Lexington": {"F4F": 4, "TBD": 4, "SBD": 12}, "Yorktown": {"F4F": 6, "TBD": 4, "SBD": 10}}
EARLY = {1: -3, 2: -1}
"""Modifiers of the first action die, by turn."""
ARRIVAL = {FORCE_1: -2, FORCE_2: 2}
"""Modifiers of the arrival die."""
PLACES = ((2, "2740"), (4, "2639"), (6, "2637"), (9, "2736"), (DIE, "2832"))
"""Arrival hexes, each up to a modified die."""
STRENGTH, ALLOWED = 4, 8
"""Air points of an attack, and of all in any two turns; both halved once a Japanese CV is out."""


def set_up(g: Play) -> Steps[None]:
    """The task force with all aircraft in the hangars; the Japanese off the map, their ships known."""
    us = yield from fleet(g, US, {GROUP: scenario_1.US_SHIPS})
    japan = yield from fleet(g, "japan", SHIPS)
    now: dict[str, JSON] = {"period": "jan42", "memory": {"arrived": [], "due": False, "used": {}, "lost": 0}}
    now |= task_force(GROUP, HEX, us[GROUP])
    for carrier, steps in AIR.items():
        now |= deck(carrier, GROUP, steps)
    for force, ships in japan.items():
        now |= {path: leaf for path, leaf in known_force(force, "", ships).items() if path.startswith("ships/")}
    do = [display(GROUP, us[GROUP], HEX), *(aboard(carrier, steps) for carrier, steps in AIR.items())]
    do += [f"{force} (Force {n}), to one side: {listed(japan[force])}" for n, force in ((1, FORCE_1), (2, FORCE_2))]
    title = g.truth.parts.title
    tell(
        g,
        "set-up",
        "Sc. 2",
        title=title,
        period="jan42",
        words=f"Neither Japanese force is on the map; Force 1 is {FORCE_1}, Force 2 is {FORCE_2}.",
        now=now,
        do=do,
    )


# The rules of its table, as pure functions.


def modified(die: int, turn: int) -> int:
    """The first action die as it is read."""
    return die + EARLY.get(turn, 0)


def arrival_hex(die: int, force: str) -> str:
    """Where a force arrives."""
    read = die + ARRIVAL[force]
    return next((place for most, place in PLACES if read <= most), PLACES[-1][1])


def result(first: int, second: int) -> tuple[str, int]:
    """What the table says for a modified first die and a second one: ``none``, ``C1``, ``C2`` or ``attack``, and how
    many attacks."""
    low = second <= 5
    if first == 6 and low:
        return FORCE_1, 0
    if first == 7:
        return (FORCE_2, 0) if low else ("attack", 1)
    if first == 8:
        return (FORCE_1 if low else FORCE_2), 0
    if first == 9:
        return "attack", 2 if low else 1
    return "none", 0


def out(plot: CarrierPlot) -> list[str]:
    """Japanese fleet carriers sunk or heavily damaged."""
    return [ship for ship in FLEET_CARRIERS if plot.ships[ship]["sunk"] or plot.heavily_damaged(ship)]


def strengths(plot: CarrierPlot, attacks: int) -> list[int]:
    """Air points of attacks that come at once: losses so far off each, split evenly between two, and no more than may
    be used in this turn and the one before; those of no points are left out."""
    if all(plot.ships[ship]["sunk"] for ship in FLEET_CARRIERS):
        return []
    halved = bool(out(plot))
    lost, used = plot.at("memory/lost", 0), plot.at("memory/used", {})
    room = (ALLOWED // 2 if halved else ALLOWED) - sum(used.get(str(turn), 0) for turn in (plot.turn - 1, plot.turn))
    made = []
    for n in range(attacks):
        share = (lost + n) // attacks
        points = min((STRENGTH // 2 if halved else STRENGTH) - share, room)
        if points > 0:
            made.append(points)
            room -= points
    return made


def tried(plot: CarrierPlot) -> bool:
    """Whether a US strike has tried for contact in this game."""
    strikes = any(strike["down"] and not strike["transfer"] for strike in plot.strikes.values())
    forces = any(force["down"] or force["struck"] for force in plot.forces.values())
    return bool(plot.at("memory/tried", False)) or strikes or forces


def ended(plot: CarrierPlot) -> str:
    """How it has ended: ``die`` by the action die, ``japan`` or ``us`` for want of that side’s carriers."""
    if all(plot.ships[ship]["sunk"] for ship in CARRIERS):
        return "japan"
    return str(plot.at("memory/over", ""))


# The segment.


def japanese_segment(g: Play) -> Steps[None]:
    """Force 2 if it is due, then the action die and what it brings."""
    if tried(g.truth) and not g.truth.at("memory/tried"):
        tell(g, "tried", "Sc. 2", now={"memory/tried": True})
    if g.truth.at("memory/due"):
        tell(g, "due-now", "Sc. 2", force=FORCE_2, now={"memory/due": False})
        yield from _arrive(g, FORCE_2)
    yield from _act(g)
    if not ended(g.truth) and not any(damage.operative(g.truth, carrier) for carrier in AIR):
        yield from _end(g, "us")


def _act(g: Play) -> Steps[None]:
    modifier = EARLY.get(g.truth.turn, 0)
    note = f"{modifier} in turn {g.truth.turn}".replace("-", "−") if modifier else ""
    (die,) = yield from g.roll(f"{moment(g)}/j/1", "Japanese action", [Die("Japanese action", note, DIE)], "Sc. 2")
    first = modified(die, g.truth.turn)
    if first >= DIE:
        if tried(g.truth):
            yield from _end(g, "die")
        else:
            _nothing(g, die, why="no strike has tried for contact yet, so the game goes on")
        return
    if not _matters(g.truth, first):
        _nothing(g, die, why=_in_play(g.truth, first))
        return
    again = [Die("Japanese action, again", f"after a {first}", DIE)]
    (second,) = yield from g.roll(f"{moment(g)}/j/1/again/1", "Japanese action, second die", again, "Sc. 2")
    what, attacks = result(first, second)
    if what in (FORCE_1, FORCE_2) and what not in g.truth.at("memory/arrived"):
        yield from _arrive(g, what)
    elif what == "attack":
        yield from _attacks(g, die, second, attacks)
    else:
        _nothing(g, die, second, f"{what} is in play already" if what in (FORCE_1, FORCE_2) else "")


def _nothing(g: Play, die: int, second: int | None = None, why: str = "", now: dict[str, JSON] | None = None) -> None:
    """The Japanese do nothing: the dice as they fell, the modifier, and why where the table alone does not say it."""
    by = EARLY.get(g.truth.turn, 0)
    tell(g, "no-action", "Sc. 2", die=die, by=by, turn=g.truth.turn, second=second, why=why, now=now)


def _in_play(plot: CarrierPlot, first: int) -> str:
    """Why no second die is rolled after a first that calls for one."""
    return (
        f"{listed(_waits(first))} {'are' if len(_waits(first)) > 1 else 'is'} in play already" if _waits(first) else ""
    )


def _waits(first: int) -> list[str]:
    """Forces that the first die may bring."""
    return {6: [FORCE_1], 8: [FORCE_1, FORCE_2]}.get(first, [])


def _matters(plot: CarrierPlot, first: int) -> bool:
    """Whether the second die can bring anything."""
    arrived = plot.at("memory/arrived")
    return first in (7, 9) or any(force not in arrived for force in _waits(first))


def _arrive(g: Play, force: str) -> Steps[None]:
    """A force comes into play, located and known."""
    if force in g.truth.at("memory/arrived"):
        return
    note = f"{ARRIVAL[force]:+}".replace("-", "−")
    name = f"{moment(g)}/arrival/{force}"
    (die,) = yield from g.roll(name, f"Where {force} arrives", [Die(f"{force} arrives", note, DIE)], "Sc. 2")
    place = arrival_hex(die, force)
    ships = g.truth.ships_of(force)
    arrived = [*g.truth.at("memory/arrived"), force]
    now = {path: leaf for path, leaf in known_force(force, place, ships).items() if path.startswith("forces/")}
    now |= {f"forces/{force}/came": g.truth.turn, "memory/arrived": arrived}
    tell(g, "comes", "Sc. 2", force=force, hex=place, ships=ships, now=now, do=[f"{force} to {place}"])


def _attacks(g: Play, die: int, second: int, attacks: int) -> Steps[None]:
    """Attacks, one after the other; without Force 2 in play it comes in the next phase."""
    here = FORCE_2 in g.truth.at("memory/arrived")
    if modified(die, g.truth.turn) == 7 and not here:
        _nothing(g, die, second, f"{FORCE_2} comes in the next phase", now={"memory/due": True})
        return
    waiting = strengths(g.truth, attacks)
    tell(
        g,
        "table-attacks",
        "Sc. 2",
        points=waiting,
        due=not here,
        now={"memory/waiting": waiting, "memory/due": not here},
    )
    n = 1
    while left := g.truth.at("memory/waiting", []):
        points, used = left[0], g.truth.at("memory/used", {}).get(str(g.truth.turn), 0)
        now = {"memory/waiting": left[1:], f"memory/used/{g.truth.turn}": used + points}
        tell(g, "table-used", "Sc. 2", points=points, now=now)
        lost = yield from fights.japanese(g, f"{moment(g)}/j/{n}/attack", FORCE_2, GROUP, points)
        all_lost = g.truth.at("memory/lost", 0) + lost
        tell(g, "table-lost", "Sc. 2", lost=lost, all=all_lost, now={"memory/lost": all_lost})
        n += 1


def _end(g: Play, how: str) -> Steps[None]:
    """The game ends once the strikes in the air have tried for contact, each taken to its target for it (End of Game)."""
    yield from done_with_pieces(g, f"{moment(g)}/j/last/pieces", "What the Japanese did")
    last = [number for number, strike in g.truth.strikes.items() if _may_try(g.truth, strike)]
    now = {f"strikes/{n}/hex": g.truth.forces[g.truth.strikes[n]["target"]]["hex"] for n in last}
    now |= {"clock/segment": US, "clock/step": "strike", "memory/last": True}
    to = [[n, g.truth.forces[g.truth.strikes[n]["target"]]["hex"]] for n in last]
    do = [f"Strike {n} to {place}" for n, place in to if place != g.truth.strikes[n]["hex"]]
    tell(g, "last-strikes", "Sc. 2", how=how, strikes=to, now=now, do=do)
    if last:
        yield from contact.air_strikes(g)
        yield from done_with_pieces(g, f"{moment(g)}/us/last/pieces", "The last strikes")
    tell(g, "action-ends", "Sc. 2", how=how, now={"memory/over": how})


def _may_try(plot: CarrierPlot, strike: dict[str, JSON]) -> bool:
    return not strike["down"] and not strike["transfer"] and strike["target"] in plot.forces


# Words.


def _points(points: Sequence[int]) -> str:
    if not points:
        return "A Japanese attack is called for, but there are no air points for it."
    return f"{counted(len(points), 'Japanese air attack')}: {listed(counted(n, 'point') for n in points)}."


_WHY = {"die": "The Japanese action die ends the game", "us": "No US carrier can operate planes any more"}


def _no_action(f: dict[str, JSON]) -> str:
    """``Japanese action: 2 −3 in turn 1 = −1: none.``"""
    read = f"{f['die']} −{-f['by']} in turn {f['turn']} = {f['die'] + f['by']}" if f["by"] else str(f["die"])
    second = f", second die {f['second']}" if f["second"] else ""
    return f"Japanese action: {read}{second}: none{'; ' + f['why'] if f['why'] else ''}.".replace("= -", "= −")


def _last(f: dict[str, JSON]) -> str:
    """How it ends, and which strikes are taken to their targets for a last attempt."""
    there = (f"strike {n} is taken to its target in {place} for it" for n, place in f["strikes"])
    tries = "First those in the air try for contact, wherever they are: "
    return f"{_WHY[f['how']]}. " + (f"{tries}{listed(there)}." if f["strikes"] else "No strike is in the air.")


SAYINGS = {
    "tried": lambda f: "",
    "due-now": lambda f: f"{f['force']} was due.",
    "no-action": _no_action,
    "comes": lambda f: f"{f['force']} is found in {f['hex']}: {listed(f['ships'])}. It counts as Located.",
    "table-attacks": lambda f: _points(f["points"]) + (f" {FORCE_2} comes in the next phase." if f["due"] else ""),
    "table-used": lambda f: "",
    "table-lost": lambda f: f"{counted(f['lost'], 'air point')} lost, {f['all']} so far.",
    "last-strikes": _last,
    "action-ends": lambda f: "",
}
