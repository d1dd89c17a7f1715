"""Air attacks as a board (4.1, 4.2, 18.3): who flies, who fires and how the dice are read, what each ship takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.carrier.air_tables import bombers, rolls_of, said_value, shot_down, signed
from umpire.games.carrier.bombs import TOGETHER
from umpire.games.carrier.flight import in_words
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.terms import TYPES
from umpire.table.words import copy, counted

JSON = Any
BEGIN, MOVED = ("attack", "strike-attacks"), ("pieces-done", "phase", "turn")
MOST = 3
"""Fights that a page shows, the one that is fought first, then the latest."""


def fights(plot: CarrierPlot) -> list[JSON]:
    """The boards of the attacks since counters were last moved, the latest first."""
    heard = plot.heard
    since = (n for n in range(len(heard) - 1, -1, -1) if heard[n].kind in MOVED and not heard[n].struck)
    found: list[tuple[JSON, bool]] = []
    for said in heard[next(since, 0) :]:
        now = {} if said.struck else said.own_facts().get("now", {})
        if said.kind in BEGIN and now:
            found.append((copy(now["attack"]), True))
        elif found:
            attack, going = found[-1]
            attack |= {path.partition("/")[2]: copy(value) for path, value in now.items() if path.startswith("attack/")}
            found[-1] = attack, going and not ("attack" in now and now["attack"] is None)
    return [board(plot, attack, going=going) for attack, going in reversed(found[-MOST:])]


def board(plot: CarrierPlot, attack: Mapping[str, JSON], *, going: bool) -> JSON:
    """One attack, as far as it has been fought; `going` while it is."""
    return {
        "title": _title(attack),
        "going": going,
        "planes": _planes(attack),
        "fire": [_cap(attack), _guns(attack)],
        "value": _value(plot, attack),
        "targets": _targets(plot, attack),
        "ground": attack.get("ground"),
    }


def _title(attack: Mapping[str, JSON]) -> str:
    if attack["by"] == "us":
        return f"Strike {attack['strike']} on {attack['force']}"
    second = ", second wave" if attack.get("wave") == 2 else ""
    return f"{attack['force']} on {attack['target']}{second}"


def _planes(attack: Mapping[str, JSON]) -> list[JSON]:
    """What flies: by type with what was shot down of it; of the Japanese their air points."""
    if attack["by"] == "us":
        lost = shot_down(attack)
        return [
            {"what": kind, "n": attack["steps"][kind], "lost": lost.get(kind, 0)} for kind in _types(attack["steps"])
        ]
    lost_points = attack.get("cap_lost", 0) + attack.get("aa_lost", 0)
    left = attack["points"] - lost_points
    return [{"what": "air point" if left == 1 else "air points", "n": attack["points"], "lost": lost_points}]


def _types(steps: Mapping[str, int]) -> list[str]:
    return [kind for kind in TYPES if steps.get(kind)]


# Who fires at them.


def _cap(attack: Mapping[str, JSON]) -> JSON:
    """CAP, its die and what it shot down; still to come before either is known."""
    shot, n = attack.get("cap_fight"), attack.get("cap")
    who = "none" if n == 0 else f"strength {n}" if n else ""
    return {"name": "CAP", "who": who, "firers": [], **_die(attack, shot, "cap")}


def _guns(attack: Mapping[str, JSON]) -> JSON:
    """Antiaircraft fire: the ships that fire, the column, the die, and what it does to the aim of the bombs."""
    shot = attack.get("guns")
    who = "" if shot is None else f"{shot['value']}, column {shot['column']}" if shot["value"] else "silent"
    spoilt = f"bombs {signed(shot['modifier'])}" if shot and shot["modifier"] else ""
    firers = [f"{name} {n}" for name, n in shot["firers"]] if shot else []
    return {"name": "Guns", "who": who, "firers": firers, "spoilt": spoilt, **_die(attack, shot, "aa")}


def _die(attack: Mapping[str, JSON], shot: JSON, by: str) -> JSON:
    if not shot or "die" not in shot:
        return {"die": None, "mods": [], "modified": None, "down": ""}
    down = _down(attack, by, shot["result"]) or "nothing"
    return {"die": shot["die"], "mods": mods(shot["mods"]), "modified": shot["modified"], "down": down}


def _down(attack: Mapping[str, JSON], by: str, result: int) -> str:
    """What ``cap`` or ``aa`` shot down; until it is said which steps those are, how many are due (4.1, 4.2)."""
    gone = attack.get(f"{by}_lost")
    if attack["by"] == "us" and gone is not None:
        return in_words(gone)
    if attack["by"] == "us":
        left = {kind: n - shot_down(attack).get(kind, 0) for kind, n in attack["steps"].items()}
        due = min(2 * result, total(bombers(left))) if by == "aa" else min(result, total(left))
        return counted(due, "step") if due else ""
    return counted(gone, "point") if gone else ""


def mods(pairs: JSON) -> list[str]:
    """Modifiers in words, those of nought left out: ``+3 improved fire control``."""
    return [f"{signed(n)} {what}" for what, n in pairs if n]


# What they aim at.


def _value(plot: CarrierPlot, attack: Mapping[str, JSON]) -> str:
    """The attack value, and the rolls that it gives; empty before it is known."""
    if "value" not in attack:
        return ""
    rolls = rolls_of(plot.kit, attack["entry"])
    words = f"value {said_value(attack['value'])}"
    return f"{words}: {counted(len(rolls), 'roll')}" if rolls else f"{words}: no roll"


def _targets(plot: CarrierPlot, attack: Mapping[str, JSON]) -> list[JSON]:
    """Whom the rolls are made against, each with its rolls, and its hits before and since; in the order of the rolls."""
    rolls = attack.get("rolls", [])
    named: Mapping[str, str] = attack.get("named", {})
    made = []
    for target in dict.fromkeys(roll["at"] for roll in rolls):
        ships = [_ship(plot, attack, named.get(name) or name) for name in target.split(TOGETHER)]
        made.append({"name": target, "ships": ships, "rolls": [_roll(roll) for roll in rolls if roll["at"] == target]})
    return made


def _roll(roll: Mapping[str, JSON]) -> JSON:
    fell = "die" in roll
    hits = counted(roll["hits"], "hit") if fell and roll["hits"] else "miss" if fell else ""
    sure = signed(sum(n for _, n in roll["mods"]))
    return {
        "die": roll.get("die"),
        "mods": mods(roll["mods"]),
        "add": sure,
        "modified": roll.get("modified"),
        "hits": hits,
    }


def _ship(plot: CarrierPlot, attack: Mapping[str, JSON], name: str) -> JSON:
    """A ship by her hit boxes: those of before, those of this attack, those still sound. None for one without a name."""
    ship = plot.ships.get(name)
    if not ship:
        return {"name": name, "type": "", "old": 0, "new": 0, "sound": 0, "told": ""}
    new = min(attack.get("hits", {}).get(name, 0), ship["hits"])
    told = f"{ship['hits']} of {ship['capacity']} hits" + (", sunk" if ship["sunk"] else "")
    sound = max(0, ship["capacity"] - ship["hits"])
    return {"name": name, "type": ship["type"], "old": ship["hits"] - new, "new": new, "sound": sound, "told": told}
