"""Air attacks as sentences for those who hear them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.games.carrier import damage, displaced, repair
from umpire.games.carrier.air_tables import named, said_value, signed
from umpire.games.carrier.flight import in_words
from umpire.games.carrier.warning import WHERE
from umpire.table.words import counted, listed

JSON = Any
Facts = Mapping[str, JSON]


def _die(f: Facts) -> str:
    """``die 5 (+1 guns: 6)``."""
    mods = named(f["mods"])
    return f"die {f['die']}" + (f" ({mods}: {str(f['modified']).replace('-', '−')})" if mods else "")


def _no_guns(f: Facts) -> str:
    why = "planes are on their decks" if f["surprise"] else "no ship of theirs can fire"
    return f"No antiaircraft fire from {f['target']}: {why}."


def _guns(f: Facts) -> str:
    n, what = (2 * f["result"], "step") if f["by"] == "us" else (f["result"], "point")
    lost = counted(n, what) if n else "nothing"
    firers = listed(f"{who} {n}" for who, n in f["firers"])
    spoilt = f" Bombing is modified by {signed(f['modifier'])}." if f["modifier"] else ""
    return f"Antiaircraft fire, {f['value']} ({firers}), column {f['column']}, {_die(f)}: {lost} shot down.{spoilt}"


def _shot_down(f: Facts) -> str:
    by = {"cap": "CAP", "aa": "antiaircraft fire"}[f["by"]]
    if not f["steps"]:
        return f"Lost to {by}: nothing, for want of bombers."
    return f"Lost to {by}: {in_words(f['steps'])}. What is lost still attacks, at half value."


def _points_down(f: Facts) -> str:
    by = {"cap": "CAP", "aa": "antiaircraft fire"}[f["by"]]
    return f"{counted(f['n'], 'air point')} lost to {by}, {f['left']} left."


def _value(f: Facts) -> str:
    rolls = listed(signed(n) for n in f["rolls"])
    worth = f"{counted(len(f['rolls']), 'roll')} at {rolls} (entry {f['entry']})" if f["rolls"] else "no roll"
    return f"Attack value {said_value(f['value'])}: {worth}."


def _aimed(f: Facts) -> str:
    runs = (f"{run['at']} ({signed(sum(n for _, n in run['mods']))})" for run in f["rolls"])
    return f"Targets: {listed(runs)}."


def _bombed(f: Facts) -> str:
    runs = (
        f"{run['at']}, {_die(run)}: {counted(run['hits'], 'hit') if run['hits'] else 'a miss'}" for run in f["rolls"]
    )
    return f"Bombs and torpedoes. {'; '.join(runs)}."


def _us_cap(f: Facts) -> str:
    if not f["cap"]:
        return f"No CAP over {f['group']}."
    there = listed(f"{n} {type}" + ("" if time is None else f" at {time}") for type, n, time in f["cap"])
    return f"CAP over {f['group']}: {there}, worth {counted(f['n'], 'step')}."


def _warning(f: Facts) -> str:
    said = (f"{name} {die}: {counted(f['may'][name], 'step')} may launch" for name, die in f["dice"].items())
    return f"US Warning. {'; '.join(said)}."


def _scrambled(f: Facts) -> str:
    steps = listed(f"{in_words(box)} {WHERE[where]}" for where, box in f["steps"].items())
    bound = "" if f["base"] else " She lands nothing in the coming US segment."
    return f"{f['deck']} launches {steps}.{bound}"


def _done(f: Facts) -> str:
    hits = listed(f"{counted(n, 'hit')} on {ship}" for ship, n in f["hits"].items()) or "no hit"
    lost = in_words(f["lost"]) if isinstance(f["lost"], dict) else counted(f["lost"], "point") if f["lost"] else ""
    return f"The attack is over: {hits}; {lost or 'nothing'} lost."


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {
    **damage.SAYINGS,
    **displaced.SAYINGS,
    **repair.SAYINGS,
    "no-guns": _no_guns,
    "guns": _guns,
    "shot-down": _shot_down,
    "points-shot-down": _points_down,
    "attack-value": _value,
    "aimed": _aimed,
    "bombed": _bombed,
    "attack-hits": lambda f: "",
    "jp-cap-combat": lambda f: (
        f"Japanese CAP, {f['strength']}, {_die(f)}: {counted(f['result'], 'step') if f['result'] else 'nothing'} shot down."
    ),
    "us-cap": _us_cap,
    "us-cap-combat": lambda f: (
        f"US CAP, {f['strength']}, column {f['column']}, {_die(f)}: "
        f"{counted(f['result'], 'point') if f['result'] else 'nothing'} shot down."
    ),
    "cap-step-lost": lambda f: f"CAP of {f['group']} loses a step of {f['type']} itself.",
    "us-warning": _warning,
    "scrambled": _scrambled,
    "warning-strike": lambda f: f"Strike {f['n']} flies a hex at once, to {f['hex']}.",
    "carrier-named": lambda f: (
        f"The {f['slot'].rpartition(' ')[0]} of {f['force']} that was hit is {f['ship']}." if f["ship"] else ""
    ),
    "ground": lambda f: (
        f"{f['base']} is attacked by {counted(f['points'], 'point')}, column {f['column']}, die {f['die']}: "
        f"{counted(f['hits'], 'hit')}, {counted(f['losses'], 'step')} lost on the ground."
    ),
    "us-attack-done": _done,
    "jp-attack-done": _done,
}
