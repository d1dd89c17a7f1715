"""What was told, as sentences for those who heard it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from umpire.games.sayings import core_sayings
from umpire.games.victory_at_midway.battle_plot import FULL, GONE
from umpire.games.victory_at_midway.plot import ALOFT, DESTROYED, DITCHED
from umpire.games.victory_at_midway.strikes import BASE, units_of
from umpire.games.victory_at_midway.terms import NAMES, halves, planes_words, tally
from umpire.table.plot import Dispatch
from umpire.table.words import counted, listed

JSON = Any
Facts = dict[str, JSON]


def light(night: bool, s_turn: bool, fog: bool) -> str:
    """``day, S turn, fog``."""
    return ", ".join(filter(None, ("night" if night else "day", "S turn" if s_turn else "", "fog" if fog else "")))


def strengths(units: Mapping[str, str]) -> str:
    """``Akagi, DD4 (reduced)``; ``none``."""
    return listed(unit if state == FULL else f"{unit} ({state})" for unit, state in units.items()) or "none"


def planes(units: Mapping[str, JSON]) -> str:
    """Deployed air units by broad type: ``F 4, D 4``."""
    return planes_words(tally(each["kind"] for each in units.values() if each["state"] != GONE))


def searches_words(searches: Iterable[JSON], by: str) -> str:
    """``air F5, H4; ship D7``; ``none``."""
    each = list(searches)
    made = []
    for kind in ("air", "ship"):
        hexes = [s["hex"] for s in each if s["by"] == by and s["kind"] == kind]
        made += [f"{kind} {', '.join(hexes)}"] if hexes else []
    return "; ".join(made) or "none"


def _moves(f: Facts) -> str:
    hexes: dict[str, list[str]] = {}
    for ship, place in f["at"].items():
        hexes.setdefault(place, []).append(ship)
    made = [f"{listed(ships)} to {place}." for place, ships in hexes.items()]
    made += [f"{listed(f['withdrawn'])} off the map."] if f["withdrawn"] else []
    return " ".join(made) or "No ship moves."


def _courses(f: Facts) -> str:
    goals: dict[str, list[str]] = {}
    for ship, goal in f["courses"].items():
        goals.setdefault(goal, []).append(ship)
    return (
        " ".join(f"{listed(ships)} on course for {goal}." for goal, ships in goals.items()) or "No ship is on a course."
    )


def _air(f: Facts) -> str:
    groups: dict[str, list[str]] = {}
    for unit, u in f["units"].items():
        if u["box"] == ALOFT:
            groups.setdefault(f"over {u['on']} ({u['mission']})", []).append(unit)
        elif u["box"] in (DITCHED, DESTROYED):
            groups.setdefault(u["box"], []).append(unit)
        else:
            groups.setdefault(f"on {u['on']}, {u['box']}", []).append(unit)
    return "; ".join(f"{', '.join(units)} {where}" for where, units in groups.items()) + "." if groups else ""


def _searching(f: Facts) -> str:
    return " ".join(f"{NAMES[side]} searches: {searches_words(f['searches'], side)}." for side in NAMES)


def _night(f: Facts) -> str:
    said = [
        f"{s['hex']} ({NAMES[s['by']]}) {s['die']}, {'effective' if s['effective'] else 'nothing'}"
        for s in f["searches"]
    ]
    return f"Ship searches at night: {'; '.join(said)}."


def _found(f: Facts) -> str:
    return (
        " ".join(f"{each['what'].capitalize()} in {each['hex']} ({NAMES[each['of']]})." for each in f["found"])
        or "Nothing is sighted."
    )


def _strikes(f: Facts) -> str:
    made = [f"{'Midway’s base' if s['to'] == BASE else s['to']}: {', '.join(units_of(s))}" for s in f["strikes"]]
    return f"Your strikes: {'; '.join(made)}." if made else "Your strikes: none."


def goal(f: Facts) -> str:
    """What a strike is against."""
    return "Midway’s base" if f["base"] else str(f["hex"])


def _waves(f: Facts) -> str:
    made = []
    for wave in f["waves"]:
        said = "found the enemy" if wave["found"] else "did not"
        made.append(f"{', '.join(wave['units'])} {said} (die {wave['die']}, {wave['distance']} away)")
    return f"Your waves: {'; '.join(made)}."


def _shots(f: Facts) -> str:
    if f["part"] == "position":
        return " ".join(f"{NAMES[each['by']]} rolls {each['faces'][0]}." for each in f["shots"])
    made = []
    for shot in f["shots"]:
        add = f"+{shot['modifier']}" if shot["modifier"] else ""
        rolled = "–".join(str(face) for face in shot["faces"])
        came = counted(shot["hits"], "hit") if shot["hits"] else "miss"
        made.append(f"{shot['by']} at {shot['at']}: {rolled}{add} v {shot['value']}, {came}")
    return f"{NAMES[f['side']]} fires: {'; '.join(made)}."


def _left(units: Mapping[str, str], gone: str) -> str:
    return " ".join(
        f"{unit} is {gone if state == GONE else state}." for unit, state in units.items() if state in (GONE, "reduced")
    )


def _aimed(f: Facts) -> str:
    made = [f"{unit} at {target}" for unit, target in f["aim"].items()]
    return f"{NAMES[f['side']]}: {'; '.join(made)}." if made else f"{NAMES[f['side']]} fires at nothing."


def _caught(f: Facts) -> str:
    lost = planes_words(f["planes"])
    sunk = f"{f['carrier']} sinks at once: Ready planes were on her deck." if f["sudden"] else ""
    return f"{sunk} Lost with her: {lost}.".strip() if f["sudden"] else f"Lost on {f['carrier']}: {lost}."


def _field(f: Facts) -> str:
    lost = counted(f["lost"], "air unit")
    return f"Midway’s field: {counted(f['hits'], 'hit')}. Room and searches are fewer by as many; {lost} lost."


def _declared(f: Facts) -> str:
    made = [
        f"submarines attack in {listed(f['subs'])}" if f["subs"] else "",
        f"{listed(f['bombard'])} bombard Midway" if f["bombard"] else "",
        f"{listed(f['ashore'])} go ashore" if f["ashore"] else "",
    ]
    said = "; ".join(filter(None, made))
    return f"You declare: {said}." if said else ""


def _sub_attack(f: Facts) -> str:
    if not f["ships"]:
        return f"{NAMES[f['by']]}’s submarines attack in {f['hex']}: nothing is there."
    return f"{NAMES[f['by']]} attacks in {f['hex']} with {listed(f['subs'])}: {strengths(f['ships'])}."


def _surface(f: Facts) -> str:
    by = NAMES[f["by"]]
    return (
        f"{by} declares surface combat in {listed(f['hexes'])}." if f["hexes"] else f"{by} declares no surface combat."
    )


def _battle(f: Facts) -> str:
    if not f["ships"]:
        return f"Surface combat in {f['hex']}: {NAMES[f['by']]} attacks, and nothing is there."
    return f"Surface combat in {f['hex']}: {NAMES[f['by']]} attacks with {strengths(f['theirs'])}; there: {strengths(f['ships'])}."


def _scored(f: Facts) -> str:
    return f"{halves(f['halves'])} to {NAMES[f['to']]}: {f['why']}."


def _tally(f: Facts) -> str:
    lines = [f"{halves(each['halves'])} to {NAMES[each['to']]}: {each['why']}." for each in f["lines"]]
    return " ".join([*lines, f"In all: {score_words(f['score'])}."])


def score_words(score: Mapping[str, int]) -> str:
    """``US 12½, Japan 7``."""
    return ", ".join(f"{NAMES[side]} {halves(score[side])}" for side in NAMES)


def _landed(f: Facts) -> str:
    made = [
        f"{unit} lands from {tt}{'' if f['states'][unit] == FULL else ' (reduced)'}." for unit, tt in f["units"].items()
    ]
    return " ".join(made)


def _awash(f: Facts) -> str:
    return " ".join(f"{d['ship']}: {d['die']}, the hit {'counts' if d['counts'] else 'is ignored'}." for d in f["dice"])


def _cell(key: str, value: JSON) -> str:
    """A printed value in words: ``AA of Japanese destroyers 2``."""
    kind, _, name = key.partition("/")
    if isinstance(value, dict):
        return f"{name}, back: {' / '.join(str(each) for each in value.values())}"
    return f"{name} {kind} {value}"


SAYINGS: Mapping[str, Callable[[Facts], str]] = {
    **core_sayings(NAMES, _cell),
    "turn": lambda f: f"Turn {f['n']}, {light(f['night'], f['s_turn'], f['fog'])}.",
    "due": lambda f: f"May enter from now: {listed(f['ships'])}.",
    "late": lambda f: f"The Turn 13 group may enter from turn {f['turn']}." if 0 < f["turn"] < 99 else "",
    "ships": _moves,
    "courses": _courses,
    "air": _air,
    "aboard": lambda f: "; ".join(f"{unit} in {tt}" for unit, tt in f["on"].items()) + "." if f["on"] else "",
    "stopped": lambda f: f"{listed(f['ships'])} stays: Japanese ships are in {f['hex']}.",
    "base-strike": lambda f: f"Against Midway’s base: {', '.join(f['units'])}.",
    "searching": _searching,
    "kure": lambda f: "Japan begins the seaplane base at Kure.",
    "kure-closed": lambda f: "The seaplane base at Kure is closed for good.",
    "forgone": lambda f: f"Japan gives up the entry of {listed(f['ships'])}.",
    "night-searches": _night,
    "found": _found,
    "located": lambda f: f"US carriers found in {listed(f['hexes'])}." if f["hexes"] else "",
    "sighted": lambda f: "US carriers, or their aircraft, have been sighted.",
    "strikes": _strikes,
    "no-strikes": lambda f: "No air strikes.",
    "no-more": lambda f: f"{NAMES[f['by']]} has no more strikes.",
    "strike": lambda f: f"{NAMES[f['by']]} strikes {goal(f)}.",
    "waves": _waves,
    "astray": lambda f: "No wave finds the enemy.",
    "deployed": lambda f: f"There: {strengths(f['ships'])}.",
    "empty": lambda f: "Nothing is there.",
    "over": lambda f: f"CAP: {planes(f['cap'])}. Attackers: {planes(f['planes'])}.",
    "position": lambda f: f"{NAMES[f['first']]} fires in the first round.",
    "aimed": _aimed,
    "shots": _shots,
    "planes-hit": lambda f: _left(f["units"], "eliminated"),
    "awash": _awash,
    "units-hit": lambda f: _left(f["units"], "lost"),
    "caught": _caught,
    "field": _field,
    "strike-over": lambda f: "The attack is over.",
    "zekes": lambda f: f"A Reserve Zeke onto {listed(f['carriers'])}.",
    "zeke": lambda f: f"Japan brings up {counted(f['n'], 'Reserve Zeke')}.",
    "declared": _declared,
    "sub-attack": _sub_attack,
    "broke-off": lambda f: f"{listed(f['subs'])} breaks off." if f["subs"] else "No submarine is driven off.",
    "surface": _surface,
    "surface-battle": _battle,
    "bombardment": lambda f: f"{NAMES[f['by']]} bombards Midway with {strengths(f['ships'])}.",
    "landed": _landed,
    "invasion": lambda f: f"Invasion combat: {strengths(f['ashore'])} against {strengths(f['ground'])}.",
    "battalions": lambda f: _left(f["states"], "lost"),
    "scored": _scored,
    "fog-die": lambda f: f"Fog: {f['die']}, {'it lifts for good' if f['lifted'] else 'it stays'}.",
    "field-shut": lambda f: f"Midway’s airfield is shut for good; {counted(f['lost'], 'air unit')} lost with it.",
    "turn-over": lambda f: f"Turn {f['n']} is over. {score_words(f['score'])}, as scored so far.",
    "tally": _tally,
    "revealed": lambda f: f"{counted(f['ditched'], 'air unit')} ditched in all.",
    "ended": lambda f: f["text"],
}


def say(dispatch: Dispatch) -> str:
    """A dispatch in words; an empty string for one that needs none."""
    saying = SAYINGS.get(dispatch.kind)
    return saying(dispatch.facts) if saying else ""
