"""Fighters (Tournament Game): those over a zone against those that escort an attack on it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from umpire.games.midway import kit as kits
from umpire.games.midway.battle import group_words, name_of
from umpire.games.midway.results import column, reduced
from umpire.games.midway.terms import FIGHTER
from umpire.table.asks import Ask, Die, Refusal
from umpire.table.charts import Cell
from umpire.table.script import Play, Steps
from umpire.table.words import counted, whole

JSON = Any


@dataclass(frozen=True)
class Strip(Ask):
    """Fighters that a patrol larger than the escort keeps out of the fight, to screen (Fighters 7).

    The value is their number; the patrol that fights is never made smaller than the escort.
    """

    kind = "strip"
    rule = "Fighters 7"
    schema: ClassVar[Mapping[str, JSON]] = {"type": "integer", "minimum": 0}

    @property
    def most(self) -> int:
        """The most that may be kept out."""
        return int(self.facts["cap"] - self.facts["escort"])

    def check(self, value: JSON) -> None:
        if value > self.most:
            raise Refusal(
                f"{counted(value, 'fighter')} stripped off would leave fewer than the {self.facts['escort']} "
                f"that escort; {self.most} at most.",
                self.rule,
            )

    def sample(self, rng: random.Random) -> JSON:
        return rng.randint(0, self.most)

    def draft(self) -> JSON:
        return 0

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``count`` with ``F:3`` keeps three out."""
        n = whole(arg.partition(":")[2])
        if op != "count" or n is None:
            return super().edit(draft, op, arg, fields)
        self.check(n)
        return n


@dataclass(frozen=True)
class Screen(Ask):
    """Fighters set against groups of bombers, each squadron against one (Fighters 7 and 8).

    The value is ``{group: squadrons}``. Over Midway those set against none meet the raiders of the island.
    """

    kind = "screen"
    rule = "Fighters 7"
    schema: ClassVar[Mapping[str, JSON]] = {
        "type": "object",
        "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 200},
    }

    def check(self, value: JSON) -> None:
        known = {group["id"] for group in self.facts["groups"]}
        if not set(value) <= known:
            raise Refusal("No such group attacks.", self.rule)
        if sum(value.values()) > self.facts["fighters"]:
            raise Refusal(
                f"You have {counted(self.facts['fighters'], 'fighter')} to screen with; each meets one group.",
                "Fighters 8",
            )

    def sample(self, rng: random.Random) -> JSON:
        value: dict[str, int] = {}
        for _ in range(rng.randint(0, self.facts["fighters"])):
            group = rng.choice(self.facts["groups"])["id"]
            value[group] = value.get(group, 0) + 1
        return value

    def draft(self) -> JSON:
        return {}

    def left(self, draft: JSON) -> int:
        """Fighters set against no group yet."""
        return int(self.facts["fighters"] - sum(draft.values()))

    def edit(self, draft: JSON, op: str, arg: str, fields: Mapping[str, str]) -> JSON:
        """``count`` with ``Atlanta/dive:3`` sets three against a group."""
        group, _, number = arg.rpartition(":")
        n = whole(number)
        if op != "count" or n is None or group not in {g["id"] for g in self.facts["groups"]}:
            return super().edit(draft, op, arg, fields)
        made = {**draft, group: n}
        self.check({each: k for each, k in made.items() if k})
        return {each: k for each, k in made.items() if k}


def ask_strip(g: Play) -> Strip:
    battle = g.truth.battle
    facts = {"zone": battle["zone"], "cap": battle["cap"], "escort": battle["planes"][FIGHTER]}
    return Strip(name_of(g, "strip", battle["of"]), facts)


def ask_screen(g: Play) -> Screen:
    battle = g.truth.battle
    facts = {"zone": battle["zone"], "fighters": battle["screen"], "groups": battle["groups"], "fire": battle["fire"]}
    return Screen(name_of(g, "screen", battle["of"]), facts)


def fighter_combat(g: Play) -> Steps[None]:
    """Fighters 6 and 7: a larger patrol may strip off its surplus; what is left of it meets the escort."""
    if not g.truth.battle["planes"][FIGHTER] or not g.truth.battle["cap"]:
        return
    if g.truth.battle["cap"] > g.truth.battle["planes"][FIGHTER]:
        kept = yield from g.ask(g.truth.battle["of"], lambda: ask_strip(g))
        g.tell(g.all, "stripped", "Fighters 7", n=kept)
    yield from g.cells(name_of(g, "fighter-columns"), "Fighter combat", ["fvf/columns"], "Fighters 6")

    def odds() -> tuple[int, int, str, str]:
        battle = g.truth.battle
        attackers, defenders = battle["planes"][FIGHTER], battle["cap"] - battle["screen"]
        ratio = reduced(attackers, defenders)
        return attackers, defenders, ratio, column(ratio, g.truth.kit["fvf/columns"])

    attackers, defenders, _, at = odds()
    dice = [Die("Fighters", f"{attackers} to {defenders}, {at}")]
    why = f"Fighter combat over {g.truth.battle['zone']}"
    (die,) = yield from g.roll(name_of(g, "fighter-die"), why, dice, "Fighters 6")
    key = f"fvf/{odds()[3]}/{die}"
    yield from g.cells(name_of(g, "fighter-chart"), "Fighter v Fighter table", [key], "Fighters 6")
    said = yield from g.resolved(
        name_of(g, "fighters-by-hand"),
        lambda: {"fight": g.truth.kit[key]},
        lambda: [Cell("fight", "Fighter combat", kits.FIGHT)],
    )
    attackers, defenders, ratio, at = odds()
    g.tell(
        g.all,
        "fighter-combat",
        "Fighters 6",
        raw=[attackers, defenders],
        odds=ratio,
        column=at,
        die=die,
        attacker=min(attackers, said["fight"]["attacker"]),
        defender=min(defenders, said["fight"]["defender"]),
    )


def screening(g: Play) -> Steps[None]:
    """Fighters 7: what was stripped off, or met no escort, against the groups on the board."""
    if g.truth.battle["screen"]:
        fighters = yield from g.ask(g.truth.battle["of"], lambda: ask_screen(g))
        g.tell(g.all, "screening", "Fighters 7", fighters={k: fighters[k] for k in sorted(fighters)})


def screen_words(battle: JSON) -> str:
    """The fighters set against groups, in words; empty for none."""
    words = {g.get("of", g["id"]): group_words(g) for g in battle.get("groups", [])}
    return "; ".join(f"F-{n} v {words[group]}" for group, n in battle.get("fighting", {}).items())
