"""Fights on paper, from the air, at sea and ashore: who fired at whom, the dice, and what came of it, as far as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from umpire.games.paper import Block, Column, abreast
from umpire.games.sayings import giver
from umpire.games.turns import Said
from umpire.games.victory_at_midway.battle_plot import GONE
from umpire.games.victory_at_midway.fire import unit_words
from umpire.games.victory_at_midway.terms import NAMES, halves
from umpire.games.victory_at_midway.words import SAYINGS, goal, strengths
from umpire.table.plot import Dispatch
from umpire.table.words import listed

JSON = Any

OPENINGS = ("strike", "sub-attack", "surface-battle", "bombardment", "invasion")
ENDINGS = ("strike-over", "astray", "empty", "fight-over")

SHOTS = [Column("Fire", 2), Column("By", 2), Column("At", 3), Column("Needs: dice", 2), Column("Hit", 1)]
"""What is written of each shot, two abreast."""
PARTS = {"flak": "AA", "bombs": "Bombs", "screen": "Screen", "torpedoes": "Torpedo", "guns": "Guns"}
"""Kinds of fire, where they are not rounds of air-to-air combat and the replies in them."""
_TOLD = ("awash", "broke-off", "caught", "field", "astray", "empty")
"""What is said of a fight below its table, as it was said."""


def fights(live: Said) -> list[Block]:
    """Every fight in what was told, in its order."""
    return [_fight(said) for said in _parted(live)]


def _parted(live: Said) -> list[list[Dispatch]]:
    """What was told of each fight from its opening to its end."""
    made: list[list[Dispatch]] = []
    on = False
    for said in live:
        if said.kind in OPENINGS:
            made.append([])
            on = True
        if on:
            made[-1].append(said)
        on = on and said.kind not in ENDINGS
    return made


def _fight(said: Said) -> Block:
    rows = [row for d in said if d.kind == "shots" and d.facts["part"] != "position" for row in _shots(d.facts)]
    columns, rows = abreast(SHOTS, rows)
    return Block(_title(said), columns, rows, _notes(_before(said)), _notes(_after(said)))


def _notes(lines: Iterable[str]) -> list[str]:
    return [line for line in lines if line]


def _title(said: Said) -> str:
    opened = said[0].facts
    by = NAMES.get(opened.get("by", ""), "")
    titles: Mapping[str, Callable[[], str]] = {
        "strike": lambda: f"Strike {opened['k']} of {_the(by)}: {goal(opened)}",
        "sub-attack": lambda: f"Submarines of {_the(by)} in {opened['hex']}",
        "surface-battle": lambda: f"Surface combat in {opened['hex']}: {by} attacks",
        "bombardment": lambda: f"{by} bombards Midway",
        "invasion": lambda: "Invasion combat on Midway",
    }
    return titles[said[0].kind]()


def _the(name: str) -> str:
    return "the US" if name == NAMES["us"] else name


# Above the table: what was deployed.


def _before(said: Said) -> list[str]:
    told = {d.kind: d.facts for d in said}
    opened = told[said[0].kind]
    if said[0].kind == "strike":
        return _strike(said, told)
    if said[0].kind in ("sub-attack", "surface-battle") and not opened["ships"]:
        return [SAYINGS["empty"]({})]
    if said[0].kind == "sub-attack":
        return [f"Submarines: {listed(opened['subs'])}. Ships there: {strengths(opened['ships'])}."]
    if said[0].kind == "invasion":
        return [f"US: {strengths(opened['ground'])}. Japan: {strengths(opened['ashore'])}."]
    if said[0].kind == "bombardment":
        return [f"Ships: {strengths(opened['ships'])}. On Midway: {strengths(opened['ground'])}."]
    return [f"Attackers: {strengths(opened['theirs'])}. Ships there: {strengths(opened['ships'])}."]


def _strike(said: Said, told: Mapping[str, JSON]) -> list[str]:
    """The deployment of a strike; to a side also its waves, and which of its units bears which letter."""
    made = [SAYINGS["waves"](told["waves"])] if "waves" in told else []
    if "deployed" in told:
        made.append(f"There: {strengths(told['deployed']['ships'])}.")
    if "over" in told:
        cap, planes = ([unit_words(*each) for each in told["over"][group].items()] for group in ("cap", "planes"))
        made.append(f"CAP: {', '.join(cap) or 'none'}. Attackers: {', '.join(planes)}.")
    for d in said:
        if d.kind == "lettered" and d.facts["units"]:
            made.append(f"Yours: {', '.join(f'{letter} is {unit}' for letter, unit in d.facts['units'].items())}.")
    rolled = [SAYINGS["shots"](d.facts) for d in said if d.kind == "shots" and d.facts["part"] == "position"]
    if rolled:
        first = [SAYINGS["position"](told["position"])] if "position" in told else []
        made.append(" ".join(["Position:", *rolled, *first]))
    return made


# The table: every shot.


def _shots(facts: JSON) -> list[list[str]]:
    """A row for each shot: the kind of fire, who, at whom, the value not to exceed and the dice, the hits."""
    made = []
    for shot in facts["shots"]:
        add = f" with +{shot['modifier']}" if shot["modifier"] else ""
        dice = f"{shot['value']}{add}: {' '.join(str(face) for face in shot['faces'])}"
        made.append([part_words(facts["part"]), shot["by"], shot["at"], dice, str(shot["hits"])])
    return made


def part_words(part: str) -> str:
    """A kind of fire as the table has it: ``Round 1``, ``Reply 1``, ``AA``."""
    kind, _, n = part.partition("-")
    return f"{kind.capitalize()} {n}" if n else PARTS.get(part, part)


# Below it: what came of them.


def _after(said: Said) -> list[str]:
    left = _left(said)
    lost = [unit for unit, state in left.items() if state == GONE]
    reduced = [unit for unit, state in left.items() if state != GONE]
    made = [f"Lost: {listed(lost) or 'none'}. Reduced: {listed(reduced) or 'none'}."] if _fired(said) else []
    others = [SAYINGS[d.kind](d.facts) for d in said if d.kind in _TOLD]
    return [" ".join(_notes([*made, *others])), _pending(said), " ".join(_notes([_scored(said), dice_words(said)]))]


def _fired(said: Said) -> bool:
    return any(d.kind == "shots" and d.facts["part"] not in ("position", "screen") for d in said)


def _left(said: Said) -> dict[str, str]:
    """What was hit in a fight, and what is left of each."""
    left: dict[str, str] = {}
    for d in said:
        if d.kind in ("planes-hit", "units-hit"):
            left |= d.facts["units"]
    return left


def _pending(said: Said) -> str:
    """Fire that is aimed and not rolled for yet."""
    aimed = [d for d in said if d.kind in ("aimed", "shots")][-1:]
    if not aimed or aimed[0].kind == "shots" or any(d.kind in ENDINGS for d in said) or not aimed[0].facts["aim"]:
        return ""
    return f"{part_words(aimed[0].facts['part'])}, still to be rolled. {SAYINGS['aimed'](aimed[0].facts)}"


def _scored(said: Said) -> str:
    """The points of a fight by side."""
    made: dict[str, int] = {}
    for d in said:
        if d.kind == "scored":
            made[d.facts["to"]] = made.get(d.facts["to"], 0) + d.facts["halves"]
    return f"Points: {listed(f'{NAMES[side]} {halves(n)}' for side, n in made.items())}." if made else ""


def dice_words(said: Iterable[Dispatch]) -> str:
    """Who gave the dice of a fight."""
    givers = dict.fromkeys(d.facts["by"] for d in said if d.kind == "roll")
    return f"Dice {listed(giver(by, NAMES) for by in givers)}." if givers else ""
