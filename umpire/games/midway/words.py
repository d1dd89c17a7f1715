"""What was told, as sentences for those who heard it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.midway.battle import group_words
from umpire.games.midway.terms import NAMES, squadrons, when
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
    if not f["at"]:
        return "Every ship holds."
    zones: dict[str, list[str]] = {}
    for ship, zone in f["at"].items():
        zones.setdefault(zone, []).append(ship)
    return " ".join(f"{listed(ships)} to {zone}." for zone, ships in zones.items())


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
        goal = f"against {flight['zone']}" if flight["kind"] == "attack" else f"to {flight['to']}"
        made.append(f"{squadrons(flight)} from {flight['from']} {goal}")
    return f"Your sheet: {'; '.join(made)}."


def _operations(f: Facts) -> str:
    if not f["attacks"]:
        return "No attack by either side."
    return " ".join(f"{NAMES[a['by']]} attacks {a['zone']} with {squadrons(a)}." for a in f["attacks"])


def _placed(f: Facts) -> str:
    return f"Ships there: {listed(f['ships'])}."


def _firing(f: Facts) -> str:
    said = [f"{ship} at {target.replace('/', ', ')}" for ship, target in f["fire"].items() if target]
    return f"Fire: {'; '.join(said)}." if said else "All ships hold their fire."


def _odds(f: Facts) -> str:
    return " ".join(f"{_group(o['id'])}: {o['raw'][0]} to {o['raw'][1]}, {o['column']}." for o in f["odds"])


def _group(name: str) -> str:
    ship, _, how = name.rpartition("/")
    return f"{ship} {how}"


def _results(f: Facts) -> str:
    made = []
    for each in f["results"]:
        hits = (
            "sunk by the table" if each["hits"] == "sunk" else counted(each["hits"], "hit") if each["hits"] else "miss"
        )
        made.append(f"{_group(each['id'])}: die {each['die']}, {hits}.")
    return f"{' '.join(made)} Squadrons lost: {squadrons(f['lost'])}."


def _hits(f: Facts) -> str:
    return f"Hits now: {', '.join(f'{ship} {n}' for ship, n in f['marked'].items())}."


def _sunk(f: Facts) -> str:
    early = " with planes readying or ready on deck" if f["armed"] else ""
    return f"{f['ship']} is sunk{early}: {counted(f['points'], 'point')} to {NAMES[f['to']]}."


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


def _roll(f: Facts) -> str:
    return f"{f['why']}: {listed(str(face) for face in f['faces'])} ({_giver(f['by'])})."


def _giver(by: str) -> str:
    return {"app": "rolled by the app", "laptop": "read at the laptop", "umpire": "read by the umpire"}.get(
        by, f"read by {NAMES.get(by, by)}"
    )


def _cells(f: Facts) -> str:
    return f"Read off the components ({_giver(f['by'])}): {'; '.join(_cell(k, v) for k, v in f['cells'].items())}."


def _cell(key: str, value: JSON) -> str:
    kind, _, name = key.partition("/")
    if isinstance(value, dict):
        return f"{name.replace('/', ' die ')}: {value['hits']} / {value['lost']}"
    if isinstance(value, list):
        return f"headings {' '.join(value)}"
    return f"{name} {kind} {value}"


def _motion(f: Facts) -> str:
    text = f": {f['text']}" if f["text"] else ""
    by = NAMES.get(f["by"], "The umpire")
    what = {
        "concede": "concedes",
        "end": "would end the game here",
        "dispute": "raises a question",
        "pause": "would rest the table",
        "correct": "would set its own record right",
    }[f["motion"]]
    return f"{by} {what}{text}." if f["say"] == "moved" else f"{by}: {f['say']}{text}."


SAYINGS: dict[str, Callable[[Facts], str]] = {
    "opened": lambda f: "The table is set.",
    "turn": _turn,
    "ships": _ships,
    "word": _word,
    "readied": _readied,
    "on-midway": lambda f: "Japanese ships stand on Midway.",
    "call": lambda f: f"{NAMES[f['by']]} calls {f['area']}.",
    "answer": lambda f: f"{f['area']}: {found_words(f['found'])}.",
    "calls-done": lambda f: f"{NAMES[f['by']]} calls no more.",
    "orders": _orders,
    "operations": _operations,
    "battle": lambda f: f"{NAMES[f['by']]} over {f['zone']} with {squadrons(f['planes'])}.",
    "empty": lambda f: "No ships there: none.",
    "placed": _placed,
    "pressed": lambda f: "The attack is pressed on." if f["on"] else "The attack is called off.",
    "attacking": lambda f: f"{'; '.join(group_words(g) for g in f['groups'])}.",
    "firing": _firing,
    "odds": _odds,
    "roll": _roll,
    "cells": _cells,
    "results": _results,
    "hits": _hits,
    "sunk": _sunk,
    "landed": _landed,
    "returns": _returns,
    "invasion": lambda f: f"Atago on Midway: turn {f['turns']} of 4." if f["turns"] else "Atago has left Midway.",
    "captured": lambda f: f"Midway falls: {f['points']} points to Japan.",
    "island-point": lambda f: "Midway is held: 1 point to the US.",
    "motion": _motion,
    "motion-detail": lambda f: f"Your motion: {f['value']['fact']} to {f['value']['value']} ({f['value']['reason']}).",
    "pause": lambda f: "The table rests." if f["on"] else "The table goes on.",
    "corrected": lambda f: "Record corrected.",
    "set-right": lambda f: f"Set right: {f['text']} ({f['reason']}).",
    "fault": lambda f: "The app could not work this out; it is entered by hand, on the record.",
    "back": lambda f: "The table goes back; what was told since is struck.",
    "ended": lambda f: f"The game is over. {f['text']}",
}
