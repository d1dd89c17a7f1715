"""Lightning: Midway played at random, and as far as somebody wants it."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from tests.games.lightning.scenes import LIGHTNING, header, kit
from tests.tables import hand_of
from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway.plot import LightningPlot
from umpire.games.lightning_midway.terms import DESTROYED, HELD, SIDES
from umpire.table.table import Table

JSON = Any


def some_settings(rng: random.Random) -> dict[str, JSON]:
    return {each.name: rng.choice(each.choices)[0] for each in LIGHTNING.settings}


def some_table(rng: random.Random, **settings: JSON) -> Table:
    """A table with settings and kit drawn by lot: a copy that is filled in, or a fresh one."""
    cells = kit() if rng.random() < 0.5 else kits.known()
    if rng.random() < 0.3:
        cells = {
            **kits.known(),
            "objectives/us": ["Enterprise", "Hornet"],
            "objectives/japan": ["Akagi", "Kaga", "Zuiho"],
        }
    return Table(LIGHTNING, header(cells, **{**some_settings(rng), "umpire": rng.random() < 0.5, **settings}))


@contextmanager
def long_table(turns: int) -> Iterator[Table]:
    """A table that goes on for so many turns: no attack destroys anything, and then somebody has won."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules[__name__], "MOST_HOLD", 2)
        patch.setattr(LightningPlot, "winner", property(lambda plot: SIDES[0] if plot.turn >= turns else ""))
        yield Table(LIGHTNING, header(kit()))


MOST_HOLD = 0.85
"""How often an attack that would destroy its target is held instead, or made with little: or games were too short to try
anything in."""


def choice(t: Table, party: str, rng: random.Random) -> JSON:
    """A legal answer, in a game that lasts."""
    value = t.asks[party].sample(rng)
    if rng.random() < MOST_HOLD:
        if t.asks[party].kind == "turn" and value.get("outcome") == DESTROYED:
            return {"do": "attack", "targets": value["targets"], "outcome": HELD}
        if t.asks[party].kind == "attackers" and "force" in value:
            return {"force": 1}
        if t.asks[party].kind == "reply" and "force" in value:
            return {"force": 9}
    return value


def quiet(asked: Any) -> JSON:
    """The answer of a table at which nothing happens: cards are drawn, and no attack is made."""
    if asked.kind == "turn":
        counted = asked.facts["hand"] is not None
        return {"do": "reinforce", "n": 1} if counted and asked.facts["most"] else {"do": "prepare"}
    if asked.kind == "card":
        return {"pass": True}
    return asked.sample(random.Random(0))


def run(t: Table, to: str, said: Mapping[str, JSON] | None = None) -> None:
    """On to the ask whose name holds `to`; nobody does anything but what is `said` by parts of names of asks."""
    for _ in range(5000):
        if any(to in asked.name for asked in t.asks.values()):
            return
        for party, asked in list(t.asks.items()):
            found = [value for part, value in (said or {}).items() if part in asked.name]
            t.answer(party, asked.name, found[0] if found else quiet(asked), hand_of(party), sure=True)
    raise AssertionError(f"never came to {to}")
