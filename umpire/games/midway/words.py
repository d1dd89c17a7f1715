"""What was told, as sentences for those who heard it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.midway.battle import group_words
from umpire.games.midway.terms import ATAGO, NAMES, squadrons, when
from umpire.games.sayings import core_sayings
from umpire.table.plot import Dispatch
from umpire.table.words import counted, listed

JSON = Any
Facts = dict[str, JSON]


def found_words(found: list[JSON]) -> str:
    """``zone A: BB; zone E: CV, CA``, or that nothing was sighted."""
    if not found:
        return "nothing sighted"
    return "; ".join(f"zone {f['zone'][-1]}: {types_words(f)}" for f in found)


def types_words(found: JSON) -> str:
    """The types in a zone, with their numbers where the table plays with counts."""
    counts = found.get("counts")
    return ", ".join(f"{counts[t]} {t}" if counts else t for t in found["types"])


def _turn(f: Facts) -> str:
    return f"{when(f['n'])}{', night' if f['night'] else ''}."


def _ships(f: Facts) -> str:
    gone = f" {listed(f['left'])} {'leave' if len(f['left']) > 1 else 'leaves'} the board." if f["left"] else ""
    if not f["at"]:
        return gone.strip() or "Every ship holds."
    zones: dict[str, list[str]] = {}
    for ship, zone in f["at"].items():
        zones.setdefault(zone, []).append(ship)
    return " ".join(f"{listed(ships)} to {zone}." for zone, ships in zones.items()) + gone


def _readied(f: Facts) -> str:
    some = [f"{base} {squadrons(kinds)}" for base, kinds in f["which"].items() if any(kinds.values())]
    return f"{f['step'].capitalize()}: {'; '.join(some)}."


def _word(f: Facts) -> str:
    said = [NAMES[side] for side, word in f["words"].items() if word]
    if not said:
        return f"Nobody is {f['step']} planes."
    return f"{listed(said)} {'are' if len(said) > 1 else 'is'} {f['step']} planes."


def _orders(f: Facts) -> str:
    if not f["flights"]:
        return "Your sheet: no planes sent."
    made = []
    for flight in f["flights"]:
        goal = {"attack": f"against {flight['zone']}", "transfer": f"to {flight['to']}"}.get(
            flight["kind"], f"on patrol over {flight['zone']}"
        )
        made.append(f"{squadrons(flight)} from {flight['from']} {goal}")
    return f"Your sheet: {'; '.join(made)}."


def _operations(f: Facts) -> str:
    made = [f"{NAMES[a['by']]} attacks {a['zone']} with {squadrons(a)}." for a in f["attacks"]]
    made += [f"B-17s attack {f['b17']}."] if f["b17"] else []
    made = made or ["No attack by either side."]
    return " ".join([*made, *(f"{NAMES[c['by']]} patrols {c['zone']} with {squadrons(c)}." for c in f["caps"])])


def _battle(f: Facts) -> str:
    cap = f" {NAMES[f['of']]} has {squadrons({'F': f['cap']})} on patrol there." if f["cap"] else ""
    return f"{NAMES[f['by']]} over {f['zone']} with {squadrons(f['planes'])}.{cap}"


def _aimed(f: Facts) -> str:
    if not any(f["ships"].values()):
        return f"At the island: {squadrons(f['island'])}."
    return f"At the island: {squadrons(f['island'])}; at the ships: {squadrons(f['ships'])}."


def _fighters(f: Facts) -> str:
    return (
        f"Fighters {f['raw'][0]} to {f['raw'][1]}, {f['column']}, die {f['die']}: "
        f"the escort loses {f['attacker']}, the patrol {f['defender']}."
    )


def _screening(f: Facts) -> str:
    set_against = [f"F {n} v {_group(group)}" for group, n in f["fighters"].items()]
    return f"Fighters screen: {'; '.join(set_against)}." if set_against else "No fighters screen the ships."


def _bombed(f: Facts) -> str:
    odds = f"{f['raw'][0]} to {f['raw'][1]}"
    if f["column"] is None:
        return f"Raid on Midway at {odds}: below the table, no effect."
    return (
        f"Raid on Midway at {odds}, {f['column']}, die {f['die']}: {f['called_for']}. Fortification "
        f"{f['fortification']}, and as many squadrons on the ground as it has, up to {f['called_for']}."
    )


def _b17(f: Facts) -> str:
    return f"B-17s over {f['zone']}: {listed(f['ships']) if f['ships'] else 'none there'}."


def _count(hits: JSON) -> str:
    return "sunk by the table" if hits == "sunk" else counted(hits, "hit") if hits else "miss"


def _stood(at: dict[str, JSON]) -> str:
    return ", ".join(f"{ship} {cell[0]}:{cell[1]}" for ship, cell in at.items())


def _moved(f: Facts) -> str:
    return f"{NAMES[f['side']]} moves {_stood(f['at'])}." if f["at"] else f"{NAMES[f['side']]} holds."


def _gunfire(f: Facts) -> str:
    said = [f"{ship} at {target}" for ship, target in f["fire"].items() if target]
    return f"{NAMES[f['side']]} fires: {'; '.join(said)}." if said else f"{NAMES[f['side']]} holds its fire."


def _gun_odds(f: Facts) -> str:
    made = [f"{e['target']}: {e['raw'][0]} to {e['raw'][1]}, {e['column'] or 'no effect'}." for e in f["odds"]]
    return " ".join(made)


def _salvoes(f: Facts) -> str:
    return " ".join(f"{e['target']}: die {e['die']}, {_count(e['hits'])}." for e in f["results"])


def _surface_over(f: Facts) -> str:
    how = {
        "withdrawn": f"{listed(NAMES[side] for side in f['by'])} withdrew",
        "sunk": f"no ship of {listed(NAMES[side] for side in f['by'])} is left",
        "four turns": "four Battle Board turns are over, and it goes on; its ships may not move next turn",
    }[f["how"]]
    return f"Surface combat in {f['zone']}: {how}."


def _placed(f: Facts) -> str:
    return f"Ships there: {listed(f['ships'])}."


def _firing(f: Facts) -> str:
    said = [f"{ship} at {target.replace('/', ', ')}" for ship, target in f["fire"].items() if target]
    return f"Fire: {'; '.join(said)}." if said else "All ships hold their fire."


def _odds(f: Facts) -> str:
    return " ".join(f"{_group(o['id'])}: {o['raw'][0]} to {o['raw'][1]}, {o['column']}." for o in f["odds"])


def _group(name: str) -> str:
    """``Atlanta port``, of a group's name; a wave's number follows."""
    return name.replace("/", " ")


def _results(f: Facts) -> str:
    made = []
    for each in f["results"]:
        made.append(f"{_group(each['id'])}: die {each['die']}, {_count(each['hits'])}.")
    return f"{' '.join(made)} Squadrons lost: {squadrons(f['lost'])}."


def _hits(f: Facts) -> str:
    return f"Hits now: {', '.join(f'{ship} {n}' for ship, n in f['marked'].items())}."


def _sunk(f: Facts) -> str:
    early = " with planes readying or ready on deck" if f["armed"] else ""
    safe = " Midway cannot be taken any more." if f["ship"] == ATAGO else ""
    return f"{f['ship']} is sunk{early}: {counted(f['points'], 'point')} to {NAMES[f['to']]}.{safe}"


def _returns(f: Facts) -> str:
    back = f"returned to {listed(f['returns'])}" if f["returns"] else "none returned"
    return f"{NAMES[f['by']]}’s attack on {f['zone']} came from {listed(f['origins'])}; {back}."


def _landed(f: Facts) -> str:
    made = []
    for flight in f["landed"]:
        down = [f"{squadrons(counts)} on {base}" for base, counts in flight["land"].items()]
        gone = f"; no place to land for {squadrons(flight['no_return'])}" if flight["no_return"] else ""
        cost = f", {squadrons(flight['lost'])} lost in battle" if flight["lost"] else ""
        made.append(f"From {flight['from']}: {listed(down) or 'none down'}{cost}{gone}.")
    made += [f"Overboard from {base}: {squadrons(counts)}." for base, counts in f["overboard"].items()]
    return " ".join(made) or "No planes were up."


def _cell(key: str, value: JSON) -> str:
    kind, _, name = key.partition("/")
    if isinstance(value, dict):
        return f"{name.replace('/', ' die ')}: {' / '.join(str(each) for each in value.values())}"
    if isinstance(value, list):
        return f"headings {' '.join(value)}"
    return f"{name} {kind} {value}"


SAYINGS: dict[str, Callable[[Facts], str]] = {
    **core_sayings(NAMES, _cell),
    "turn": _turn,
    "ships": _ships,
    "word": _word,
    "readied": _readied,
    "on-midway": lambda f: "Japanese ships stand on Midway." if f["side"] == "japan" else "US ships are at Midway.",
    "call": lambda f: f"{NAMES[f['by']]} calls {f['area']}.",
    "answer": lambda f: f"{f['area']}: {found_words(f['found'])}.",
    "calls-done": lambda f: f"{NAMES[f['by']]} calls no more.",
    "orders": _orders,
    "operations": _operations,
    "battle": _battle,
    "aimed": _aimed,
    "stripped": lambda f: (
        f"{counted(f['n'], 'fighter')} stripped off to screen." if f["n"] else "No fighters stripped off."
    ),
    "fighter-combat": _fighters,
    "screening": _screening,
    "waves": lambda f: f"{'; '.join(group_words(g) for g in f['groups'])}.",
    "bombed": _bombed,
    "ground": lambda f: f"Lost on Midway’s field: {squadrons(f['lost'])}.",
    "met": lambda f: f"Fighters over Midway shoot down {counted(f['n'], 'raider')}.",
    "fortification": lambda f: f"A battleship stands off Midway: fortification {f['value']}.",
    "b17": _b17,
    "b17-target": lambda f: f"The B-17s attack {f['ship']}.",
    "b17-result": lambda f: f"B-17s on {f['ship']}: die {f['die']}, {_count(f['hits'])}.",
    "contact": lambda f: f"Ships of both sides in {listed(f['zones'])}.",
    "surface": lambda f: f"Surface combat in {f['zone']}.",
    "surface-placed": lambda f: f"{NAMES[f['side']]}: {_stood(f['at'])}.",
    "surface-turn": lambda f: f"Battle Board turn {f['n']}.",
    "surface-moved": _moved,
    "surface-firing": _gunfire,
    "surface-odds": _gun_odds,
    "surface-results": _salvoes,
    "withdrawing": lambda f: f"{listed(NAMES[s] for s in f['sides']) or 'Nobody'} would withdraw.",
    "surface-over": _surface_over,
    "empty": lambda f: "No ships there: none.",
    "placed": _placed,
    "pressed": lambda f: "The attack is pressed on." if f["on"] else "The attack is called off.",
    "attacking": lambda f: f"{'; '.join(group_words(g) for g in f['groups'])}.",
    "firing": _firing,
    "odds": _odds,
    "results": _results,
    "hits": _hits,
    "sunk": _sunk,
    "landed": _landed,
    "returns": _returns,
    "invasion": lambda f: f"Atago on Midway: turn {f['turns']} of 4." if f["turns"] else "Atago has left Midway.",
    "captured": lambda f: f"Midway falls: {f['points']} points to Japan.",
    "island-point": lambda f: "Midway is held: 1 point to the US.",
    "ended": lambda f: f"The game is over. {f['text']}",
}


def say(dispatch: Dispatch) -> str:
    """A dispatch in words; nothing for one that needs none."""
    saying = SAYINGS.get(dispatch.kind)
    return saying(dispatch.facts) if saying else ""
