"""What only a copy of the game tells: its objectives, who begins, and which cards depend on which objective.

Nothing of it has to be typed before play: the objectives are known, and the rest is asked once, when it is needed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from umpire.games.lightning_midway.terms import NAMES, OBJECTIVES, SIDES, US
from umpire.table.asks import Refusal
from umpire.table.charts import Cell, Field

JSON = Any
Kit = Mapping[str, JSON]

FIRST = "country/first"
"""The side that the Country Cards let begin (Setup 4)."""
LONGEST = 120
"""Letters of the names of the cards that depend on one objective."""
UNNAMED = "none"
"""How no cards are typed where a box may not stay blank."""
_KNOWN_DEPENDENTS = {"Enterprise": "F4F Wildcat"}
"""Of the cards that depend on an objective the rulebook names this one (Game Terms)."""


@dataclass(frozen=True)
class NamesField(Field):
    """A box for names of cards; blank for whoever would not type them now."""

    high: int = 0
    size: int = LONGEST

    def sample(self, rng: random.Random) -> str:
        return rng.choice(("", "F4F Wildcat", "SBD Dauntless, TBD Devastator"))

    def read(self, text: str, where: str) -> str:
        typed = " ".join(text.split())
        if len(typed) > LONGEST or not typed.isprintable():
            raise Refusal(f"{where}: names of cards, {LONGEST} letters at the most; or leave it blank.")
        return "" if typed.casefold() == UNNAMED else typed

    def allows(self, value: JSON) -> bool:
        return isinstance(value, str) and len(value) <= LONGEST and value.isprintable()


def title() -> str:
    """The edition, in words."""
    return "Lightning: Midway"


def known() -> dict[str, JSON]:
    """The cells a new kit begins with."""
    return {f"objectives/{side}": list(OBJECTIVES[side]) for side in SIDES}


def objectives(kit: Kit) -> dict[str, str]:
    """The Objective Cards of a copy, with the side of each, the US first."""
    return {name: side for side in SIDES for name in kit.get(f"objectives/{side}", ())}


def dependents(kit: Kit, objective: str) -> str:
    """The cards that depend on an objective as far as anybody has named them; empty for none."""
    return str(kit.get(f"dependents/{objective}", ""))


def wanting(kit: Kit) -> list[tuple[str, str]]:
    """What is missing before set-up, in words, each with the section of the kit's page."""
    return [
        (f"The Objective Cards of {NAMES[side]} are not listed.", "objectives")
        for side in SIDES
        if not kit.get(f"objectives/{side}")
    ]


def cell(key: str, kit: Kit) -> Cell:
    """The printed value that a key names; raises `KeyError`."""
    if key == FIRST:
        words = tuple(NAMES[side] for side in SIDES)
        return Cell(key, "Who begins, by the Country Cards", [Field("", "", 0, -1, words)], NAMES[US])
    kind, _, name = key.partition("/")
    if kind != "dependents" or name not in objectives(kit):
        raise KeyError(key)
    label = f"Force Cards marked Dependent on {name}"
    return Cell(key, label, [NamesField("", "")], _KNOWN_DEPENDENTS.get(name))
