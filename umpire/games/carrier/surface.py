"""Surface naval combat (14.2): who engages whom, evasion, the battle, retreat, exhaustion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.carrier import charts, fire, forces, movement, pursuit, reaction, surface_round, us_movement
from umpire.games.carrier.asks import Choose, titled
from umpire.games.carrier.asks import option as one
from umpire.games.carrier.choice import goal_of, retires
from umpire.games.carrier.fire import JAPAN, NAMES, RULE, is_night, worn_out
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.search_table import force_words, signed
from umpire.games.carrier.surface_round import battle, fight
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import DIE, LOCATED, US
from umpire.games.carrier.track import by_number
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any
Facts = dict[str, JSON]

BROUGHT_TO_BATTLE = 4
"""Up to this die a Japanese force that would retreat is brought to battle (14.2)."""
EVADE, STAND = "evade", "stand"


# The US attack.


def engageable(plot: CarrierPlot, group: str) -> list[str]:
    """Japanese forces a task force may try to engage where it is: surface forces, or if there is none, any."""
    here = [
        f for f in plot.forces if plot.forces[f]["hex"] == plot.groups[group]["hex"] and not plot.forces[f]["leaves"]
    ]
    return by_number([force for force in here if plot.is_surface_force(force)] or here)


def may_engage(g: Play, group: str) -> bool:
    """Whether a task force may engage where it is: once a segment, and not with a Battle Exhaust 2 marker."""
    tried = g.truth.groups[group]["engaged"] == moment(g)
    return bool(not tried and engageable(g.truth, group) and not worn_out(g.truth, group))


def us_engages(g: Play, group: str) -> Steps[None]:
    """A US task force that is in a hex of Japanese forces attempts to engage one."""
    if not may_engage(g, group):
        return
    force = engageable(g.truth, group)[0]
    if len(engageable(g.truth, group)) > 1:
        force = yield from g.ask(US, lambda: _ask_whom(g, group))
    facts = {"force": force, "hex": g.truth.groups[group]["hex"]}
    tell(g, "engages", RULE, by=US, group=group, **facts, now={f"groups/{group}/engaged": moment(g)})
    name = f"{moment(g)}/us/{group.replace(' ', '')}/battle"
    if g.truth.forces[force]["level"] < 2 and not (yield from forces.raise_to(g, force, 2)):
        tell(g, "no-battle", RULE, group=group, force=force)
        return
    evades = yield from _japan_evades(g, force, group, name)
    if evades is not None:
        yield from _battle(g, name, force, group, US, evades)


def _ask_whom(g: Play, group: str) -> Choose:
    plot: CarrierPlot = g.truth
    options = [one(force, force_words(plot, force)) for force in engageable(plot, group)]
    words = "One Japanese force at most in a segment; a surface force first, where there is one."
    facts = titled(f"{group} engages", words, RULE, options=options, preset=options[0]["id"])
    return Choose(f"{moment(g)}/us/{group.replace(' ', '')}/engage", facts)


def _japan_evades(g: Play, force: str, group: str, name: str) -> Steps[str | None]:
    """Whether a force that is attacked evades: ``""`` it stands, ``"japan"`` it is caught as it does, None it got away.

    In its objective's hex it stands: there it does not use the table (14.1).
    """
    if g.truth.forces[force]["hex"] == goal_of(g.truth, force) and not retires(g.truth, force):
        tell(g, "stands-fast", "14.1", force=force, hex=g.truth.forces[force]["hex"])
        return ""
    whose = reaction.NIGHT if is_night(g.truth) else reaction.DAY
    result, _ = yield from reaction.consult(g, force, lambda: [group], whose, name)
    if result != reaction.RETREATS:
        return ""
    night = "surface_mods/engage/us"
    if is_night(g.truth):
        yield from charts.printed(g, "Modifiers beside the Surface Fire Table", lambda: [night], "24.2")

    def added() -> int:
        return charts.modifier(g.truth.kit, night) if is_night(g.truth) else 0

    def dice() -> list[Die]:
        return [Die(f"{force} evades", f"die {signed(added())}; to {BROUGHT_TO_BATTLE}: battle", DIE)]

    (die,) = yield from g.roll(f"{name}/evasion", f"{force} evades {group}", dice, RULE)
    caught = die + added() <= BROUGHT_TO_BATTLE
    tell(g, "japan-evades", RULE, force=force, group=group, die=die, modifier=added(), caught=caught)
    if caught:
        return JAPAN
    yield from movement.retreat(g, force)
    return None


# The Japanese attack.


def japan_engages(g: Play, force: str, group: str, option: bool) -> Steps[None]:
    """A Japanese force engages a US task force in its hex; with `option` the US may evade (USOp).

    The US says so before anything more is learnt of the force.
    """
    hex = g.truth.forces[force]["hex"]
    tell(g, "engages", RULE, by=JAPAN, group=group, force=force, hex=hex)
    name = f"{moment(g)}/{force}/battle"
    evades = ""
    if option:
        said = yield from g.ask(US, lambda: _ask_evade(g, name, force, group))
        evades = US if said == EVADE else ""
        tell(g, "us-option", RULE, group=group, evades=bool(evades))
    yield from _battle(g, name, force, group, JAPAN, evades)


def _ask_evade(g: Play, name: str, force: str, group: str) -> Choose:
    words = f"{force} engages {group}. What it has comes to light only afterwards."
    options = [
        one(STAND, "Stand and fight", "no modifier"),
        one(EVADE, "Evade", "both sides’ fire is modified; then you retreat"),
    ]
    return Choose(f"{name}/option", titled("The Japanese engage", words, RULE, options=options, preset=STAND))


# The battle.


def _battle(g: Play, name: str, force: str, group: str, by: str, evading: str) -> Steps[None]:
    """Engagement is joined: intelligence, a round, pursuit, retreat."""
    place = g.truth.groups[group]["hex"]
    begun = {"name": name, "hex": place, "force": force, "group": group, "by": by, "evading": evading}
    begun |= {"pursuer": "", "round": 1, "loser": "", "more": False}
    tell(g, "battle", RULE, **begun, now={"memory/battle": begun})
    if (yield from forces.for_battle(g, force)) and force in g.truth.forces:
        _locate(g, force)
        yield from fight(g)
        yield from _outcome(g)
        yield from pursuit.pursue(g)
        yield from _retreat(g)
    else:
        tell(g, "no-battle", RULE, group=group, force=force)
    tell(g, "battle-over", gone=["memory/battle"])


def _locate(g: Play, force: str) -> None:
    if g.truth.parts.detection and g.truth.forces[force]["detection"] != LOCATED:
        now = {f"forces/{force}/detection": LOCATED}
        tell(g, "in-sight", "12.1", force=force, now=now, mark=[f"Located marker on {force}"])


def _outcome(g: Play) -> Steps[None]:
    """Who retreats: the side that suffered more hits, by a die if both suffered alike; whoever evaded (14.2)."""
    suffered = battle(g.truth)["suffered"]
    if suffered[US] != suffered[JAPAN]:
        loser = max(suffered, key=lambda side: suffered[side])
        die = 0
    else:
        dice = [Die("Who retreats", "even: the US; odd: the Japanese", DIE)]
        (die,) = yield from g.roll(f"{battle(g.truth)['name']}/loser", "Hits alike: who retreats", dice, RULE)
        loser = JAPAN if die % 2 else US
    now = {"memory/battle/loser": loser, "memory/battle/more": not die}
    facts = {"suffered": battle(g.truth)["suffered"], "evading": battle(g.truth)["evading"], "die": die}
    tell(g, "surface-outcome", RULE, loser=loser, **facts, now=now)


def _retreat(g: Play) -> Steps[None]:
    """All forces in the hex of each side that must retreat, whether they fought or not."""
    fought, place = battle(g.truth), battle(g.truth)["hex"]
    sides = [fought["loser"]]
    if fought["pursuer"] and fought["suffered"][fought["pursuer"]] > fought["suffered"][fought["loser"]]:
        sides.append(fought["pursuer"])
    evaded = fought["evading"] or fought.get("evaded", "")
    if evaded and evaded not in sides:
        sides.append(evaded)
    for side in sides:
        for name in _here(g.truth, side, place):
            if name in _here(g.truth, side, place):
                yield from (movement.retreat if side == JAPAN else us_movement.retreat)(g, name)


def _here(plot: CarrierPlot, side: str, place: str) -> list[str]:
    """Forces or task forces of a side in a hex, with a ship afloat."""
    if side == US:
        return sorted(name for name in plot.in_hex(place) if plot.ships_of(name))
    return by_number(name for name, f in plot.forces.items() if f["hex"] == place and not f["leaves"])


# Exhaustion.


def clear_exhaustion(g: Play) -> None:
    """The end of the 1200 turn: all Battle Exhaust markers go but those placed or flipped in it (14.2)."""
    now: dict[str, JSON] = {}
    rested = []
    for branch, record in (("forces", g.truth.forces), ("groups", g.truth.groups)):
        names = by_number(record) if branch == "forces" else sorted(record)
        for name in names:
            if record[name]["exhaust"] and record[name]["exhausted"] != g.truth.turn:
                now |= {f"{branch}/{name}/exhaust": 0, f"{branch}/{name}/exhausted": 0}
                rested.append(name)
    if rested:
        tell(g, "rested", RULE, names=rested, now=now, mark=[f"Battle Exhaust markers off {listed(rested)}"])


# In words.


def _engages(f: Facts) -> str:
    who, whom = (f["group"], f["force"]) if f["by"] == US else (f["force"], f["group"])
    return f"{who} engages {whom} in {f['hex']}."


def _japan_evaded(f: Facts) -> str:
    added = f" {signed(f['modifier'])}" if f["modifier"] else ""
    end = "it is caught, and fights evading" if f["caught"] else "it gets away, and there is no battle"
    return f"{f['force']} evades {f['group']}: {f['die']}{added}, {end}."


def _outcome_said(f: Facts) -> str:
    suffered = listed(f"{NAMES[side]} {counted(f['suffered'][side], 'hit')}" for side in (JAPAN, US))
    tie = f"; die {f['die']}" if f["die"] else ""
    also = f", and the {NAMES[f['evading']]} side, which evaded," if f["evading"] and f["evading"] != f["loser"] else ""
    return f"Suffered: {suffered}{tie}. The {NAMES[f['loser']]} side{also} retreats."


SAYINGS: dict[str, Callable[[Facts], str]] = {
    **fire.SAYINGS,
    **surface_round.SAYINGS,
    **pursuit.SAYINGS,
    "engages": _engages,
    "no-battle": lambda f: f"Nothing was there: {f['group']} fights no battle.",
    "stands-fast": lambda f: f"{f['force']} stands at its objective in {f['hex']}: it does not evade.",
    "japan-evades": _japan_evaded,
    "us-option": lambda f: f"{f['group']} {'evades: it will retreat' if f['evades'] else 'stands and fights'}.",
    "battle": lambda f: "",
    "battle-over": lambda f: "",
    "in-sight": lambda f: f"{f['force']} is Located: it is in battle.",
    "surface-outcome": _outcome_said,
    "rested": lambda f: f"Battle exhaustion passes: {listed(f['names'])}.",
}
