"""The Sequence of Play (3.0, 13.0), step by step; `parts` says which of it a scenario plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.carrier import (
    arrival,
    charts,
    contact,
    decks,
    forces,
    japan_air,
    movement,
    repair,
    retirement,
    search,
    strikes,
    surface,
    unloading,
    us_movement,
    victory,
)
from umpire.games.carrier.parts import PARTS
from umpire.games.carrier.pieces import done_with_pieces
from umpire.games.carrier.scenarios import SCENARIOS
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import DIE, HOURS, NOON, PHASES
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted

JSON = Any

BLANK = "blank"
BLANKS = 7
"""Blank sequence chits, which never leave the mix (13.1, 21.0)."""


def script(g: Play) -> Steps[None]:
    """The game from wherever its plots say it stands, to its end."""
    if not g.truth.scenario:
        yield from open_table(g)
    if not g.truth.parts.clock:
        tell(g, "step", name="attacks", now={"clock/segment": "attacks"})
        yield from SCENARIOS[g.truth.scenario].play(g)
        yield from victory.finish(g, ended(g))
        return
    if not g.truth.played:
        begin_turn(g, 1)
    while True:
        yield from turn(g)
        if g.truth.tree["clock"]["segment"] == "over":
            return
        begin_turn(g, g.truth.turn + 1)


def open_table(g: Play) -> Steps[None]:
    """What was agreed and the owner's kit are read out, then the scenario is set up."""
    g.tell(g.all, "kit", "2.4", cells=dict(g.header.kit))
    chosen = str(g.settings.get("scenario", next(iter(PARTS))))
    tell(g, "opened", "21.0", scenario=chosen, now={"scenario": chosen, "settings": dict(g.settings)})
    yield from SCENARIOS[chosen].set_up(g)
    yield from done_with_pieces(g, "set-up/pieces", "The counters to set up")


def ended(g: Play) -> str:
    """How the game has ended: by what its scenario says, or for want of anybody to fight; empty if it goes on."""
    return SCENARIOS[g.truth.scenario].ended(g.truth) or victory.over(g.truth)


# The turn.


def begin_turn(g: Play, n: int) -> None:
    """A turn begins; a position is stored before anything of it has happened."""
    night = g.truth.parts.night
    hour = "" if night else HOURS[(n - 1) % len(HOURS)]
    clock = {"turn": n, "phase": 0, "segment": "arrival", "step": "", "night": night}
    tell(g, "turn", "3.0", n=n, hour=hour, night=night, now={"clock": clock})
    g.mark(f"t{g.truth.played}")


def begin_phase(g: Play, n: int) -> None:
    """An action phase begins: nobody has been drawn in it, and its mission die is not rolled."""
    now: dict[str, JSON] = {"clock/phase": n, "clock/segment": "japan", "clock/step": "", "die": 0}
    now |= {"sequence/due": None, "sequence/drawn": 0}
    tell(g, "phase", "3.0", n=n, turn=g.truth.turn, now=now)
    g.mark(f"t{g.truth.played}/p{n}")


def turn(g: Play) -> Steps[None]:
    """One turn, from the phase its plots say on."""
    if not g.truth.phase:
        yield from arrival_phase(g)
        begin_phase(g, 1)
    while True:
        for segment in (japanese_segment, us_segment):
            yield from segment(g)
            if how := ended(g):
                yield from over(g, how)
                return
        if g.truth.phase == PHASES:
            break
        begin_phase(g, g.truth.phase + 1)
    if g.truth.parts.turn_ends:
        yield from end_phase(g)
    else:  # what was found in a turn counts as that for no longer (6.4)
        flip(g)
        forget(g)
    how = ended(g) or ("time" if g.truth.parts.turns and g.truth.turn >= g.truth.parts.turns else "")
    if how:
        yield from over(g, how)


def over(g: Play, how: str) -> Steps[None]:
    """The game ends: the last reckoning, and no turn after it."""
    tell(g, "step", name="over", now={"clock/segment": "over", "clock/step": ""})
    yield from victory.finish(g, how)


def arrival_phase(g: Play) -> Steps[None]:
    """I: new forces, the Number of Forces, search tracks moved on."""
    if g.truth.parts.arrival:
        yield from arrival.arrivals(g)
    elif g.truth.parts.turn_opens:
        arrival.count(g)
    if g.truth.parts.turn_opens:
        yield from search.shift_tracks(g)
        yield from done_with_pieces(g, f"{moment(g)}/arrival/pieces", "Arrivals; search tracks move on")


# The Japanese segment.


def japanese_segment(g: Play) -> Steps[None]:
    """II.A: the mission die, chits one by one, each acted on before the next is drawn; then second waves."""
    if not g.truth.parts.chits:
        yield from SCENARIOS[g.truth.scenario].japanese_segment(g)
    else:
        yield from mission_die(g)
        yield from how_many(g)
        while g.truth.tree["sequence"]["due"]:
            yield from draw(g)
        if g.truth.parts.air == "standard":
            yield from japan_air.second_waves(g)
    yield from done_with_pieces(g, f"{moment(g)}/j/pieces", "What the Japanese did")


def mission_die(g: Play) -> Steps[None]:
    """One die for all mission movement of this segment (9.2)."""
    if g.truth.tree["die"]:
        return
    name = f"{moment(g)}/mission"
    (die,) = yield from g.roll(name, "Mission movement", [Die("Mission movement", "the whole segment", DIE)], "9.2")
    tell(g, "mission", "9.2", die=die, now={"die": die}, mark=[f"Mission Movement marker to {die}"])


def how_many(g: Play) -> Steps[None]:
    """How many chits are drawn: the row of the Number of Forces; in the fourth phase all that are left (13.1).

    Where only blanks are left nobody acts, and none is drawn.
    """
    if not any(chit != BLANK for chit in in_the_cup(g)):
        tell(g, "due", "13.1", n=0, phase=g.truth.phase, now={"sequence/due": 0})
        return
    if g.truth.phase < PHASES:
        marker = g.truth.tree["sequence"]["marker"]
        yield from charts.printed(g, "The Records Track, line J", lambda: [f"records_J/{marker}"], "13.1")
    left = sum(g.truth.tree["sequence"]["cup"].values())
    row = charts.value(g.truth.kit, f"records_J/{g.truth.tree['sequence']['marker']}") if g.truth.phase < PHASES else {}
    due = min(row.get(str(g.truth.phase), left), left)
    tell(g, "due", "13.1", n=due, phase=g.truth.phase, now={"sequence/due": due})


def draw(g: Play) -> Steps[None]:
    """One sequence chit, and what it brings (13.1)."""
    name = f"{moment(g)}/j/{g.truth.tree['sequence']['drawn'] + 1}"
    drawn = yield from g.draw(name, "Sequence chit", lambda: in_the_cup(g), 1, "13.1")
    if not drawn:  # a correction emptied the cup
        tell(g, "due", "13.1", n=0, phase=g.truth.phase, now={"sequence/due": 0})
        return
    (chit,) = drawn
    sequence = g.truth.tree["sequence"]
    now = {f"sequence/cup/{chit}": sequence["cup"][chit] - 1, "sequence/due": sequence["due"] - 1}
    now["sequence/drawn"] = sequence["drawn"] + 1
    if chit not in g.truth.forces:
        tell(g, "blank" if chit == BLANK else "no-force", "13.1", chit=chit, now=now)
        return
    tell(g, "activated", "13.1", force=chit, hex=g.truth.forces[chit]["hex"], now={**now, f"forces/{chit}/acted": True})
    yield from activate(g, chit)


def in_the_cup(g: Play) -> dict[str, int]:
    """What is left in the sequence cup, by chit."""
    return {chit: n for chit, n in g.truth.tree["sequence"]["cup"].items() if n}


def activate(g: Play, force: str) -> Steps[None]:
    """3.0 II.A.2.a: attack, move, US Advantage off, detection fades, interrupt searches."""
    parts: list[Callable[[Play, str], Steps[None]]] = []
    battles = g.truth.times(BATTLE)
    if g.truth.parts.air == "standard":
        parts.append(japan_air.air_attack)
    parts += [movement.move_force, lambda g, force: passed(g, force, g.truth.times(BATTLE) > battles)]
    if g.truth.parts.search:
        parts.append(search.interrupt)
    for part in parts:
        if force in g.truth.forces:
            yield from part(g, force)
    if g.truth.settings.get("pace") == "step":
        yield from done_with_pieces(g, f"{moment(g)}/{force}/moved", f"What {force} did")


BATTLE = "battle"
"""What is told as surface combat is joined."""
STAYS = "stays"
"""The setting under which a battle of its own move keeps a force Located (12.1); else it fades (3.0)."""


def passed(g: Play, force: str, fought: bool = False) -> Steps[None]:
    """After its move: the US Advantage marker goes, and a detected force that lies face up fades (12.1, 12.2).

    3.0 looks at it now, 12.1 at what it was as it was activated: one that `fought` in between is Located since.
    """
    if g.truth.forces[force]["advantage"]:
        now = {f"forces/{force}/advantage": False}
        tell(g, "no-advantage", "12.2", force=force, now=now, mark=[f"US Advantage off {force}"])
    if g.truth.parts.detection and not (fought and g.truth.settings.get("battle_located", STAYS) == STAYS):
        search.faded(g, force)
    yield from ()


# The US segment.

US_STEPS: tuple[tuple[str, Callable[[Any], bool], Callable[[Play], Steps[None]]], ...] = (
    ("fly", lambda parts: parts.strikes, strikes.air_movement),
    ("decks", lambda parts: parts.decks, decks.air_operations),
    ("move", lambda parts: parts.us_moves, us_movement.move_task_forces),
    ("search", lambda parts: parts.search, search.search_step),
    ("strike", lambda parts: parts.strikes, contact.air_strikes),
    ("repair", lambda parts: parts.standard, repair.repair_step),
)
"""II.B: the steps by name, which scenarios have them, and what plays them."""


def us_segment(g: Play) -> Steps[None]:
    """II.B: air movement, air operations, task force movement, search, air strikes, repair."""
    for name, has, step in US_STEPS:
        if has(g.truth.parts):
            tell(g, "step", name=name, now={"clock/segment": "us", "clock/step": name})
            yield from step(g)
    yield from done_with_pieces(g, f"{moment(g)}/us/pieces", "Your own counters")


# The End Phase.


def end_phase(g: Play) -> Steps[None]:
    """VI, A to G."""
    tell(g, "step", name="end", now={"clock/segment": "end", "clock/step": "", "clock/phase": 0})
    flip(g)
    if g.truth.parts.detection:
        yield from forces.decay(g)
    if g.truth.turn % len(HOURS) == NOON:
        surface.clear_exhaustion(g)
    if g.truth.parts.air == "standard":
        yield from japan_air.update_logs(g)
    if g.truth.parts.bases:
        yield from repair.repair_bases(g)
    if g.truth.parts.standard:
        yield from unloading.bombard_and_unload(g)
        yield from retirement.fleet(g)
        yield from decks.end_of_turn_fuel(g)
    forget(g)
    back_in_the_cup(g)
    yield from done_with_pieces(g, f"{moment(g)}/end/pieces", "The end of the turn")


def flip(g: Play) -> None:
    """A: all forces and task forces are turned face up."""
    now: dict[str, JSON] = {f"forces/{force}/down": False for force, f in g.truth.forces.items() if f["down"]}
    now |= {f"groups/{name}/moved": False for name, group in g.truth.groups.items() if group["moved"]}
    if now or g.truth.parts.turn_ends:
        tell(g, "flipped", "3.0", now=now, mark=["All forces and task forces face up"] if now else [])


FLAGS = ("acted", "moved", "fought", "struck")
"""What a force did this turn; bombardment in D still asks after it (22.0)."""


def forget(g: Play) -> None:
    """G: what forces did this turn is of no more account."""
    now = {f"forces/{force}/{flag}": False for force, f in g.truth.forces.items() for flag in FLAGS if f[flag]}
    if now:
        tell(g, "forgotten", "3.0", now=now)


def back_in_the_cup(g: Play) -> None:
    """G: every sequence chit goes back, but for those of forces gone or found to be nothing (13.1)."""
    if g.truth.parts.chits:
        cup = {BLANK: BLANKS, **{force: 1 for force, f in g.truth.forces.items() if not f["leaves"]}}
        now = {"sequence/cup": cup, "sequence/due": None, "sequence/drawn": 0}
        tell(g, "chits-back", "13.1", n=sum(cup.values()), now=now, mark=["Sequence chits back in their cup"])


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {
    "opened": lambda f: f"Scenario {f['scenario']}." if f["scenario"].isdecimal() else "The standard game.",
    "turn": lambda f: f"Turn {f['n']}" + (f", {f['hour']}" if f["hour"] else ", night"),
    "phase": lambda f: f"Action phase {f['n']}.",
    "step": lambda f: "",
    "mission": lambda f: f"Mission movement: {f['die']} for the whole segment.",
    "due": lambda f: (
        f"{counted(f['n'], 'sequence chit')} {'is' if f['n'] == 1 else 'are'} drawn"
        f"{('' if f['phase'] < PHASES else ' (all that are left)' if f['n'] else ' (only blanks are left)')}."
    ),
    "blank": lambda f: "A blank chit: nobody acts.",
    "no-force": lambda f: f"{f['chit']}: no longer on the map. It counts as a draw.",
    "activated": lambda f: f"{f['force']} acts, in {f['hex']}.",
    "no-advantage": lambda f: f"{f['force']} has acted: the US Advantage marker goes.",
    "forgotten": lambda f: "",
    "flipped": lambda f: "All forces and task forces are turned face up.",
    "chits-back": lambda f: f"{counted(f['n'], 'chit')} in the sequence cup.",
}
