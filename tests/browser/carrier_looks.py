"""Tables of Carrier to be looked at: one for every kind of thing that is asked in it, come to by lot, the same each time."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.games.carrier import lively
from umpire.games.carrier import parts
from umpire.table.asks import DICE
from umpire.table.charts import Cells
from umpire.table.table import Table

JSON = Any
Stage = Callable[[Table], None]
GAME, SIDES = "carrier", ("us",)
MOST = 900
"""Answers within which a thing is asked."""


def met(kind: str, words: str = "", party: str = "us", seed: int = 0) -> Stage:
    """Played by lot, with everything tried, until something of this kind is asked, with these words over it or in a cell’s key."""

    def there(table: Table) -> bool:
        asked = table.asks.get(party)
        return asked is not None and asked.kind == kind and words in _heading(asked)

    def stage(table: Table) -> None:
        rng = random.Random(seed)
        for _ in range(MOST):
            if there(table):
                return
            lively.lively(table, rng, most=1)
        raise AssertionError(f"nobody was asked {kind} {words}")

    return stage


def _heading(asked: Any) -> str:
    if isinstance(asked, Cells):
        return " ".join(cell.key for cell in asked.cells)
    return str(asked.facts.get("heading", ""))


STANDARD = parts.STANDARD
STAGES: dict[str, tuple[str, Stage]] = {
    "counters": (STANDARD, met("pieces")),
    "shipyard": (STANDARD, met("buy")),
    "fleet": (STANDARD, met("group")),
    "places": (STANDARD, met("place")),
    "planes": (STANDARD, met("split")),
    "decks": (STANDARD, met("decks")),
    "course": (STANDARD, met("places", "Task force")),
    "look": (STANDARD, met("search")),
    "aloft": (STANDARD, met("places", "Air")),
    "contact": (STANDARD, met("choose", "Contact")),
    "again": (STANDARD, met("second", seed=2)),
    "scuttle": (STANDARD, met("choose", "dead in the water")),
    "destroyers": ("5", met("pick")),
    "engage": ("5", met("choose", "engages")),
    "salvo": ("5", met("match")),
    "wings": ("1", met("choose", "Which attack")),
    "losses": ("1", met("split", "Lost to CAP")),
    "aims": ("1", met("targets")),
    "warned": ("2", met("split", "US Warning")),
    "printed": ("6", met("cells", party="chart")),
    "objectives": (STANDARD, met("cells", party="chart")),
    "compass": (STANDARD, met("cells", "compass/", party="chart")),
    "die": ("6", met("roll", party=DICE)),
    "cup": ("6", met("draw", party=DICE)),
    "done": ("1", lambda table: lively.lively(table, random.Random(3)) and None),
}
"""By name, the scenario and what is played in it before the look."""
BARE = {"printed", "objectives", "compass"}
"""Stages of a copy from which nothing was read."""
ON_THE_TABLE = {"die", "cup"}
"""Stages at which dice and cups stand on the table."""
ROOM = ("decks", "salvo", "aims", "die", "done")
"""Stages that the room's screen is looked at in."""


def settings(name: str) -> dict[str, JSON]:
    return {"scenario": STAGES[name][0], "umpire": True, "dice": "real" if name in ON_THE_TABLE else "app"}
