"""Surface combat as a board (14.2): both fleets with their hits, who fires at whom, how the dice were read, who runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.carrier.aim import us_targets
from umpire.games.carrier.air_tables import signed
from umpire.games.carrier.fight_picture import MOVED
from umpire.games.carrier.fire import JAPAN, NAMES, SIDES
from umpire.games.carrier.match_sheet import Match
from umpire.games.carrier.matching import heaviest_first
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.search_table import force_words
from umpire.games.carrier.surface_round import OTHER
from umpire.games.carrier.terms import US
from umpire.table.asks import Ask
from umpire.table.words import copy, counted, listed

JSON = Any
Facts = dict[str, JSON]

WIDE, ABREAST = 352, 8
"""The board's width, and how many ships stand side by side at most."""
HULL, GAP, NEXT = 44, 52, 4
"""A hull’s length; the water between the two fleets, and between two rows of one."""
PIP, IN_A_ROW = 5, 8
"""Hits a ship can take are drawn in rows of so many."""
SPREAD = 7
"""How far apart shots at one ship end."""
NAME = 7
"""Letters of a ship's name on her hull."""


# What has been heard of battles since counters were last moved.


def battles(plot: CarrierPlot, asked: Ask | None, draft: JSON) -> list[JSON]:
    """The boards of the battles since counters were last moved, the latest first; one in which no shot fell is none."""
    heard = plot.heard
    since = (n for n in range(len(heard) - 1, -1, -1) if heard[n].kind in MOVED and not heard[n].struck)
    found: list[Facts] = []
    for said in heard[next(since, 0) :]:
        if not said.struck:
            _hear(found, said.kind, said.own_facts())
    kept = [b for b in found if b["going"] or b["shots"]]
    return [board(plot, b, asked, draft) for b in reversed(kept)]


def _hear(found: list[Facts], kind: str, facts: Facts) -> None:
    """What a dispatch adds to the battle that is being fought."""
    if kind == "engages":
        begun = {leaf: facts[leaf] for leaf in ("force", "group", "hex", "by")}
        found.append({**begun, "going": True, "shots": [], "hits": {}, "names": {JAPAN: [], US: []}, "exhaust": {}})
    if not found or not found[-1]["going"]:
        return
    b = found[-1]
    for path, value in facts.get("now", {}).items():
        _put(b, path.split("/"), copy(value))
    if kind == "surface-round":
        b["shots"] = []
    elif kind == "matched":
        _name(b, facts["side"], facts["match"].items())
    elif kind == "salvo":
        b["shots"] += copy(facts["shots"])
        for side in SIDES:
            _name(b, side, [(s["firer"], s["target"]) for s in facts["shots"] if s["side"] == side])
        for ship, n in facts["due"].items():
            b["hits"][ship] = b["hits"].get(ship, 0) + n
    elif kind == "exhausted":
        b["exhaust"] = facts["marks"]
    elif kind in ("battle-over", "no-battle") or (kind == "japan-evades" and not facts["caught"]):
        b["going"] = False


def _put(b: Facts, path: Sequence[str], value: JSON) -> None:
    """What now stands of the battle on the record, by its path; other paths are no matter of this board."""
    match path:
        case ["memory", "battle"]:
            b |= value
        case ["memory", "battle", leaf]:
            b[leaf] = value
        case ["memory", "battle", branch, leaf]:
            b[branch] = {**b.get(branch, {}), leaf: value}


def _name(b: Facts, side: str, pairs: Any) -> None:
    for firer, target in pairs:
        b["names"][side].append(firer)
        b["names"][OTHER[side]].append(target)


# The board.


def board(plot: CarrierPlot, b: Facts, asked: Ask | None, draft: JSON) -> JSON:
    """One battle as far as it has been fought, with the player's own match while it is being made."""
    writes = asked if b["going"] and draft and isinstance(asked, Match) else None
    match = {**b.get("match", {}), **({US: draft["at"]} if writes else {})}
    fired_at = [target for side in SIDES for target in match.get(side, {}).values()]
    rows = {side: _rows(_fleet(plot, b, side)) for side in SIDES}
    ships: list[JSON] = []
    top = 0
    for side in SIDES:
        for row in rows[side] if side == US else rows[side][::-1]:
            ships += _row(side, row, top)
            top += _tall(row)
        top += GAP if side == JAPAN else 0
    for ship in ships:
        ship["words"] += ", fired at" if ship["name"] in fired_at else ""
        ship |= {"on": False, "op": ""}
        if writes:
            ship["on"] = ship["name"] == draft["one"]
            ship["op"] = "one" if ship["name"] in writes.firers else "at" if ship["name"] in writes.targets else ""
    return {
        "title": f"{b['force']} and {b['group']} in {b['hex']}",
        "going": b["going"],
        "ships": ships,
        "width": WIDE,
        "height": top,
        "shots": _lines(ships, match, draft["one"] if writes else ""),
        "notes": [*_notes(b), *(f"{each['words']}." for each in ships if each["type"] == "?")],
        "volleys": [volley for side in SIDES if (volley := _volley(b, side))],
    }


def _fleet(plot: CarrierPlot, b: Facts, side: str) -> list[Facts]:
    """A side's ships in the battle, the heaviest first; of a force whose ships are not known yet, its chit alone."""
    unit = b["force" if side == JAPAN else "group"]
    names = [*b["names"][side], *(plot.ships_of(unit) if b["going"] else ())]
    force = plot.forces.get(unit)
    if side == JAPAN and force and b["going"] and force["level"] == 3:
        names += us_targets(plot, unit)
    found = {b.get("named", {}).get(name, name): None for name in names}
    types = {name: str(plot.ships[name]["type"]) if name in plot.ships else name.rpartition(" ")[0] for name in found}
    made = [_ship(plot, b, name, types[name]) for name in heaviest_first(sorted(types), types)]
    if side == JAPAN and force and b["going"] and not made:
        return [{**_blank(unit, "?"), "words": f"{force_words(plot, unit)}: what it has is not known"}]
    return made


def _blank(name: str, type: str) -> Facts:
    return {"name": name, "short": name.replace(" ", "")[:NAME], "type": type, "pips": [], "sunk": False, "words": name}


def _ship(plot: CarrierPlot, b: Facts, name: str, type: str) -> Facts:
    """A ship by her hits: those of before, those of this battle, and what she can still take."""
    if name not in plot.ships:
        return {**_blank(name, type), "words": f"{name}, not yet named"}
    s = plot.ships[name]
    new = min(b["hits"].get(name, 0), s["hits"])
    looks = ["x"] * (s["hits"] - new) + ["new"] * new + [""] * max(0, s["capacity"] - s["hits"])
    words = f"{name}, {type}, {s['hits']} of {s['capacity']} hits{f', {new} of them now' if new else ''}"
    return {**_blank(name, type), "pips": looks, "sunk": bool(s["sunk"]), "words": words}


def _rows(ships: Sequence[Facts]) -> list[Sequence[Facts]]:
    """Ships in rows of much the same length."""
    n = -(-len(ships) // ABREAST)
    long = -(-len(ships) // n) if n else 1
    return [ships[start : start + long] for start in range(0, len(ships), long)]


def _row(side: str, row: Sequence[Facts], top: int) -> list[Facts]:
    """A row of ships across the board, bows toward the enemy and hits astern."""
    step = WIDE // len(row)
    y, hits = (top + _tall(row) - HULL - NEXT, top) if side == JAPAN else (top, top + HULL + 1)
    made = []
    for k, ship in enumerate(row):
        x = k * step + (step - HULL) // 2
        there = {"x": x, "y": y, "pips": _pips(ship["pips"], x + HULL // 2, hits)}
        made.append({**ship, **there, "japan": side == JAPAN, "boxes": 0, "hits": 0})
    return made


def _tall(row: Sequence[Facts]) -> int:
    return HULL + NEXT + PIP * max(-(-len(ship["pips"]) // IN_A_ROW) for ship in row)


def _pips(looks: Sequence[str], middle: int, top: int) -> list[JSON]:
    """Where each hit box is drawn, row by row about a middle."""
    made = []
    for n, look in enumerate(looks):
        row, k = divmod(n, IN_A_ROW)
        long = min(IN_A_ROW, len(looks) - row * IN_A_ROW)
        made.append({"look": look, "x": middle - long * PIP // 2 + k * PIP, "y": top + row * PIP})
    return made


def _lines(ships: Sequence[Facts], match: Mapping[str, Mapping[str, str]], one: str) -> list[JSON]:
    """Each shot from bow to bow, those at one ship side by side; those of the ship that is taken up last, and marked."""
    bows = {s["name"]: (s["x"] + HULL // 2, s["y"] + (HULL if s["japan"] else 0)) for s in ships}
    made: list[JSON] = []
    for side in SIDES:
        at: dict[str, list[str]] = {}
        for firer, target in match.get(side, {}).items():
            if firer in bows and target in bows:
                at.setdefault(target, []).append(firer)
        for target, firers in at.items():
            x, y = bows[target]
            for k, firer in enumerate(sorted(firers, key=lambda name: bows[name])):
                aside = (2 * k - len(firers) + 1) * SPREAD // 2
                end = {"x2": x + aside, "y2": y + (5 if side == US else -5)}
                from_x, from_y = bows[firer]
                made.append({"x1": from_x, "y1": from_y, **end, "side": side, "on": bool(one) and one == firer})
    return sorted(made, key=lambda line: bool(line["on"]))


# In words.


def _notes(b: Facts) -> list[str]:
    """Who attacks, evades, pursues; what each suffered; who retreats, and who is exhausted."""
    made = [f"{b['group'] if b['by'] == US else b['force']} attacks."]
    evading = b.get("evading") or b.get("evaded")
    made += [f"The {NAMES[evading]} side evades: fire of both is modified, and it retreats."] if evading else []
    made += [f"Second round: the {NAMES[b['pursuer']]} side pursues."] if b.get("pursuer") else []
    if b["shots"]:
        suffered = listed(f"{NAMES[side]} {counted(b['suffered'][side], 'hit')}" for side in SIDES)
        made.append(f"Suffered{' in it' if b.get('pursuer') else ''}: {suffered}.")
    if b.get("loser"):
        made.append(f"The {NAMES[b['loser']]} side {'was beaten' if b.get('pursuer') else 'is beaten'}, and retreats.")
    tired = listed(f"{name} {n}" for name, n in b["exhaust"].items() if n)
    return [*made, *([f"Battle Exhaust: {tired}."] if tired else [])]


def _volley(b: Facts, side: str) -> JSON:
    """One side's fire of this round, shot by shot; None before it has fired."""
    shots = [shot for shot in b["shots"] if shot["side"] == side]
    hits = sum(shot["hits"] for shot in shots)
    made = [
        {
            "by": shot["firer"],
            "at": shot["target"],
            "dice": [{"face": shot["face"], "hit": bool(shot["hits"])}],
            "need": _read(shot["face"], shot["modified"]),
            "hits": shot["hits"],
        }
        for shot in shots
    ]
    return {"words": f"{NAMES[side]} fire", "came": counted(hits, "hit"), "shots": made} if shots else None


def _read(face: int, modified: int) -> str:
    """What the table was read at: ``−2 = 7``; nothing where the die stood as it fell."""
    return f"{signed(modified - face)} = {str(modified).replace('-', '−')}" if modified != face else ""
