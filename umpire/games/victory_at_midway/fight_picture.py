"""A fight as it is drawn: two sides' counters in lines that face each other, who fires at whom, and what fell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from umpire.games.victory_at_midway import counters
from umpire.games.victory_at_midway.aim import DUTY, EACH_FIRST, FREE, ONE_EACH, Aim
from umpire.games.victory_at_midway.air_battle import Reply
from umpire.games.victory_at_midway.battle_plot import (
    BOMBARDMENT,
    FULL,
    GONE,
    INVASION,
    REDUCED,
    STRIKE,
    SUBS,
    SURFACE,
)
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.terms import (
    BATTALIONS,
    ENEMY,
    JAPAN,
    KINDS,
    MARINES,
    NAMES,
    SENIORITY,
    SIDES,
    US,
    halves,
    planes_words,
)
from umpire.table.asks import Ask
from umpire.table.words import counted, listed

JSON = Any

WIDE, CAPTION = 53, 17
"""Drawing units of a counter's place across, and of the words over a line of them."""
TALL, LOW = {"plane": 44, "hull": 60}, {"plane": 30, "hull": 48}
"""Drawing units of a counter's place down, with room for words under it and without."""
OF = {US: "US", JAPAN: "Japanese"}
ON_PHONE, IN_ROOM = 7, 9
"""Counters side by side: on a phone's width, and on the screen that all look at."""
STRIP = 7
"""Letters that fit under a counter."""


def fight(plot: VictoryPlot, side: str, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """The fight on the table with the viewer's own draft upon it; empty for none."""
    if not plot.fight:
        return {}
    f, sketch = plot.fight, _sketch(asked, draft)
    return {
        "title": title(f),
        "now": _now(f),
        "board": _board(plot, f, sketch, ON_PHONE if side else IN_ROOM),
        "aimed": _aimed_rows(f, sketch),
        **_came(f),
        "aiming": _aiming(plot, asked, draft) if isinstance(asked, Aim) and draft else {},
    }


def fought(plot: VictoryPlot) -> list[JSON]:
    """Fights of this turn that are over, the latest first: how each ended, what it cost, how the latest ended."""
    made = [_over(f) for f in reversed(plot.fought)]
    for f, words in zip(plot.fought[-1:], made, strict=False):
        words["last"] = _volley(f, f["shots"][-1]) if f["shots"] else None
        words["board"] = _board(plot, f, Sketch(), ON_PHONE)
    return made


# Words.


def title(f: JSON) -> str:
    """What fight it is: ``US strikes F5``."""
    by, hex_ = NAMES[f["by"]], f["hex"]
    return {
        STRIKE: f"{by} strikes {'Midway’s base' if f['base'] else hex_}",
        SUBS: f"{OF[f['by']]} submarines attack in {hex_}",
        SURFACE: f"{by} attacks in {hex_}: surface combat",
        BOMBARDMENT: f"{OF[f['by']]} ships bombard Midway",
        INVASION: "Invasion combat on Midway",
    }[f["what"]]


def part_words(part: str, side: str, what: str = "") -> str:
    """Whose fire of which kind: ``Japan’s fighters, round 1``."""
    of = OF.get(side, "")
    name, _, n = part.partition("-")
    if name == "round":
        return f"{of} fighters, round {n}"
    if name == "reply":
        return f"{of} return fire, round {n}"
    if name == "position":
        return "Who fires first"
    guns = "ground units" if what == INVASION else "guns"
    words = {"flak": "anti-aircraft fire", "bombs": "bombs", "screen": "screen", "torpedoes": "torpedoes", "guns": guns}
    return f"{of} {words[name]}"


def _now(f: JSON) -> str:
    """How far it has gone, until the dice for it have fallen."""
    if f["aim"]:
        return "" if _rolled(f) else part_words(f["aim"]["part"], f["aim"]["side"], f["what"])
    if f.get("first"):
        return f"{NAMES[f['first']]} fires first"
    if f["stage"] == "deployed" and f["what"] == STRIKE:
        return "CAP is chosen"
    return "announced" if f["stage"] == "announced" else ""


def short(unit: str, most: int = STRIP) -> str:
    """A unit's name as it fits its counter: words run together, cut before the number it ends in."""
    name = unit.replace(" ", "")
    number = name[len(name.rstrip("0123456789")) :]
    return name if len(name) <= most else name[: most - len(number)].rstrip("0123456789") + number


# Who fires at whom.


@dataclass
class Sketch:
    """What a viewer may tap, and whom its own draft sets at whom."""

    ops: dict[str, str] = field(default_factory=dict)
    aim: dict[str, str] | None = None
    firer: str = ""


def _sketch(asked: Ask | None, draft: JSON) -> Sketch:
    if isinstance(asked, Aim) and draft:
        barred = asked.facts["barred"]
        ops = {unit: "at" for unit in asked.facts["targets"] if unit not in barred}
        ops |= dict.fromkeys(asked.facts["firers"], "firer")
        return Sketch(ops, dict(draft["aim"]), draft["firer"])
    if isinstance(asked, Reply) and draft:
        return Sketch({}, dict(draft))
    return Sketch()


def _standing(f: JSON, sketch: Sketch) -> Mapping[str, str]:
    """Who fires at whom as it stands: the viewer's draft, or else what was said last."""
    if sketch.aim is not None:
        return sketch.aim
    return f["aim"]["at"] if f["aim"] else {}


def by_target(aim: Mapping[str, str]) -> dict[str, list[str]]:
    """Of each target those that fire at it."""
    made: dict[str, list[str]] = {}
    for firer, target in aim.items():
        made.setdefault(target, []).append(firer)
    return made


def _aimed_rows(f: JSON, sketch: Sketch) -> list[JSON]:
    """Targets and who fires at each: a draft, or what was said and has not been rolled for yet."""
    if sketch.aim is None and (not f["aim"] or _rolled(f)):
        return []
    return [{"target": target, "by": ", ".join(by)} for target, by in by_target(_standing(f, sketch)).items()]


def _rolled(f: JSON) -> bool:
    """Whether the dice for the fire said last have fallen."""
    last = f["shots"][-1] if f["shots"] else {"part": "", "side": ""}
    return bool((last["part"], last["side"]) == (f["aim"]["part"], f["aim"]["side"]))


def _aiming(plot: VictoryPlot, asked: Aim, draft: JSON) -> dict[str, JSON]:
    """What the page that names targets offers, in the order of the board; who is fired at last stands last."""
    facts, aim = asked.facts, draft["aim"]
    by = by_target(aim)
    placed = [unit for _, _, units in _lines(plot, plot.fight) for unit in units]
    first = sorted(placed, key=lambda unit: unit in facts["sheltered"])
    return {
        "firers": [
            {"id": u, "words": facts["firers"][u], "at": aim.get(u, "")} for u in placed if u in facts["firers"]
        ],
        "targets": [
            {
                "id": u,
                "words": facts["targets"][u],
                "n": len(by.get(u, ())),
                "barred": u in facts["barred"],
                "last": u in facts["sheltered"],
            }
            for u in first
            if u in facts["targets"]
        ],
        "barred": list(dict.fromkeys(facts["barred"].values())),
        "left": max(0, asked.wanted - len(aim)),
        "limit": {
            ONE_EACH: "One at most at each.",
            DUTY: "“Last”: only once all others are fired at." if facts["sheltered"] else "",
            EACH_FIRST: "Each of them once before any twice.",
        }.get(facts["limit"], ""),
        "all_at": _all_at(asked, by),
    }


def _all_at(asked: Aim, by: Mapping[str, Sequence[str]]) -> str:
    """The target that all may be set against in one tap: the one that more are set against than any other."""
    facts = asked.facts
    if facts["limit"] not in (FREE, DUTY):
        return ""
    n, most = max(((len(each), target) for target, each in by.items()), default=(0, ""))
    alone = sum(1 for each in by.values() if len(each) == n) == 1
    return most if alone and n < len(facts["firers"]) and most not in facts["sheltered"] else ""


# The board.


def _lines(plot: VictoryPlot, f: JSON) -> list[tuple[str, str, Mapping[str, JSON]]]:
    """Lines of counters from the top, each with its words and its side: Japan faces the US, patrol between them."""
    by, of = f["by"], ENEMY[f["by"]]
    if f["what"] == STRIKE:
        made = [
            (f"{OF[of]} {'ground units' if f['base'] else 'ships'}", of, f["ships"]),
            (f"{OF[of]} Combat Air Patrol", of, f["cap"]),
            (f"{OF[by]} attackers", by, f["planes"]),
        ]
    else:
        there, theirs = {
            SUBS: ("ships", "submarines"),
            SURFACE: ("ships, attacked", "ships"),
            BOMBARDMENT: ("ground units", "ships"),
            INVASION: ("ground units", "ground units ashore"),
        }[f["what"]]
        made = [(f"{OF[of]} {there}", of, f["ships"]), (f"{OF[by]} {theirs}", by, f["theirs"])]
    made = [(words, side, _in_order(plot, units)) for words, side, units in made if units]
    return made if of == JAPAN else made[::-1]


def _in_order(plot: VictoryPlot, units: Mapping[str, JSON]) -> dict[str, JSON]:
    """Counters as players lay them out: air units by type and number, ships by seniority, then by name."""

    def place(unit: str) -> tuple[int, list[str | int]]:
        shown = units[unit]
        name: list[str | int] = [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", unit)]
        if isinstance(shown, dict):
            return KINDS.index(shown["kind"]), name
        return 0 if _ground(unit) else SENIORITY.index(plot.type_of(unit)), name

    return {unit: units[unit] for unit in sorted(units, key=place)}


def _ground(unit: str) -> bool:
    return unit in MARINES or unit in BATTALIONS


def _board(plot: VictoryPlot, f: JSON, sketch: Sketch, columns: int) -> dict[str, JSON]:
    """All counters of a fight with their places, and the words over their lines."""
    made = _Board(plot, f, sketch, columns)
    for line in _lines(plot, f):
        made.add(*line)
    return {"width": columns * WIDE, "height": made.y, "captions": made.captions, "counters": made.counters}


class _Board:
    """Counters put down line by line, as many side by side as fit."""

    def __init__(self, plot: VictoryPlot, f: JSON, sketch: Sketch, columns: int) -> None:
        self.plot, self.sketch, self.columns = plot, sketch, columns
        self.aim = _standing(f, sketch)
        self.fired_at = by_target(self.aim)
        self.y = 0
        self.captions: list[JSON] = []
        self.counters: list[JSON] = []

    def add(self, words: str, side: str, units: Mapping[str, JSON]) -> None:
        self.captions.append({"words": words, "y": self.y + CAPTION - 5})
        self.y += CAPTION
        shape = "plane" if any(isinstance(shown, dict) for shown in units.values()) else "hull"
        busy = any(u in self.aim or u in self.fired_at or u in self.sketch.ops for u in units)
        tall = (TALL if busy else LOW)[shape]
        for n, (unit, shown) in enumerate(units.items()):
            x, y = n % self.columns * WIDE, self.y + n // self.columns * tall
            self.counters.append(self._counter(unit, shown, side) | {"x": x, "y": y, "tall": tall})
        self.y += -(-len(units) // self.columns) * tall

    def _counter(self, unit: str, shown: JSON, side: str) -> dict[str, JSON]:
        state = shown["state"] if isinstance(shown, dict) else shown
        op = self.sketch.ops.get(unit, "") if state != GONE else ""
        strip = self._strip(unit)
        return {
            "name": unit,
            "words": self._words(unit, shown, strip),
            "short": short(unit),
            "op": op,
            "on": unit == self.sketch.firer,
            "fired": unit in self.fired_at,
            "strip": strip,
            "state": state,
            "sunk": state == GONE,
            **(self._plane(shown) if isinstance(shown, dict) else self._hull(unit, state, side)),
        }

    def _plane(self, shown: JSON) -> dict[str, JSON]:
        return {"shape": "plane", "letter": shown["letter"], "half": shown["state"] == REDUCED}

    def _hull(self, unit: str, state: str, side: str) -> dict[str, JSON]:
        ground = _ground(unit)
        kind = "" if ground else self.plot.type_of(unit)
        boxes = 0 if kind == "SS" else counters.steps(self.plot, unit)
        hits = boxes if state == GONE else boxes - 1 if state == REDUCED else 0
        shape = "ground" if ground else "sub" if kind == "SS" else "hull"
        return {"shape": shape, "type": kind, "japan": side == JAPAN, "boxes": boxes, "hits": hits}

    def _strip(self, unit: str) -> str:
        """What is written under a counter: its target, or who fires at it."""
        if unit in self.aim:
            return f"→{short(self.aim[unit], STRIP - 1)}"
        firing = self.fired_at.get(unit, [])
        by = short(firing[0]) if len(firing) == 1 else " ".join(firing)
        return by if len(by) <= STRIP else f"← {len(firing)}"

    def _words(self, unit: str, shown: JSON, strip: str) -> str:
        """The counter for those who have it read out."""
        state = shown["state"] if isinstance(shown, dict) else shown
        base = f" of {shown['base']}" if isinstance(shown, dict) else ""
        made = [f"{unit}{base}"]
        made += [{GONE: "lost", REDUCED: "reduced"}[state]] if state != FULL else []
        made += [f"fires at {self.aim[unit]}"] if unit in self.aim else []
        made += [f"fired at by {listed(self.fired_at[unit])}"] if unit in self.fired_at else []
        return ", ".join(made)


# What fell, and what came of it.


def _came(f: JSON) -> dict[str, JSON]:
    """Volleys, the latest first, and what has been lost and scored so far."""
    return {
        "volleys": [_volley(f, volley) for volley in reversed(f["shots"])],
        "awash": [_second(d) for d in f.get("awash", ())],
        "broke_off": _broke_off(f),
        "caught": [_caught(each) for each in f["caught"]],
        "field": _field(f),
        "points": points(f["points"]),
    }


def _second(die: JSON) -> str:
    return f"Second die for {die['ship']}: {die['die']}, the hit {'counts' if die['counts'] else 'is ignored'}"


def _broke_off(f: JSON) -> str:
    if "broke_off" not in f:
        return ""
    return f"{listed(f['broke_off'])} driven off" if f["broke_off"] else "No submarine is driven off"


def _caught(each: JSON) -> str:
    if each["sudden"]:
        return f"{each['carrier']} sinks at once, with {planes_words(each['planes'])}"
    return f"Lost on {each['carrier']}: {planes_words(each['planes'])}"


def _field(f: JSON) -> str:
    told = f.get("field")
    if not told:
        return ""
    return f"Midway’s field: {counted(told['hits'], 'hit')}, {counted(told['lost'], 'air unit')} lost there"


def points(scored: Mapping[str, int]) -> str:
    """``US 5½, Japan 2``; empty while nothing has scored."""
    return ", ".join(f"{NAMES[side]} {halves(scored[side])}" for side in SIDES if scored.get(side))


def _volley(f: JSON, volley: JSON) -> dict[str, JSON]:
    shots = [_shot(shot) for shot in volley["shots"]]
    hits = sum(shot["hits"] for shot in shots)
    if volley["part"] == "position":
        shots = [{**shot, "by": NAMES[shot["by"]]} for shot in shots]
        came = "" if len({shot["faces"][0] for shot in volley["shots"]}) > 1 else "a tie, again"
    else:
        came = counted(hits, "hit") if hits else "no hit"
    return {"words": part_words(volley["part"], volley["side"], f["what"]), "came": came, "shots": shots}


def _shot(shot: JSON) -> dict[str, JSON]:
    """One unit's fire: each die and whether it hit, and what it had to be within."""
    value, add = shot.get("value"), shot.get("modifier", 0)
    dice = [{"face": face, "hit": value is not None and face + add <= value} for face in shot["faces"]]
    need = "" if value is None else f"{f'+{add} ' if add else ''}≤{value}"
    return {"by": shot["by"], "at": shot.get("at", ""), "dice": dice, "need": need, "hits": shot.get("hits", 0)}


# Fights that are over.


def _over(f: JSON) -> dict[str, JSON]:
    how = {"astray": "no wave found the enemy", "empty": "nothing there", "fought": "fought out"}[f["stage"]]
    groups = [f["ships"], f.get("theirs", {}), f["cap"], f["planes"]]
    states = {u: s["state"] if isinstance(s, dict) else s for group in groups for u, s in group.items()}
    air = [u for group in (f["cap"], f["planes"]) for u in group]
    lost = [u for u, state in states.items() if state == GONE]
    return {
        "title": title(f),
        "how": how,
        "sunk": listed([u for u in lost if u not in air]),
        "shot_down": listed([u for u in lost if u in air]),
        "reduced": listed([u for u, state in states.items() if state == REDUCED]),
        "volleys": [{"words": v["words"], "came": v["came"]} for v in (_volley(f, each) for each in f["shots"])],
        **{name: said for name, said in _came(f).items() if name != "volleys"},
    }
