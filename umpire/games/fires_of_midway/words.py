"""Every dispatch of this game as a sentence; each part of the rules brings its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.fires_of_midway import (
    admiral,
    air_combat,
    bombing,
    carrier_turn,
    end_phase,
    kit,
    repairs,
    resolution,
    rolled,
    search,
    sequence,
    setup,
    strategy,
    strike,
    tiles,
    victory,
)
from umpire.games.fires_of_midway.terms import NAMES
from umpire.games.sayings import core_sayings
from umpire.table.plot import Dispatch

JSON = Any
Facts = dict[str, JSON]


def _cell(key: str, value: JSON) -> str:
    return f"{kit.cell(key, {}).label}: {kit.said(key, value)}"


SAYINGS: dict[str, Callable[[Facts], str]] = {
    **core_sayings({**NAMES, "table": "The table"}, _cell),
    "do": lambda f: "; ".join(f["do"]) + ".",
    **setup.SAYINGS,
    **search.SAYINGS,
    **tiles.SAYINGS,
    **sequence.SAYINGS,
    **strategy.SAYINGS,
    **carrier_turn.SAYINGS,
    **repairs.SAYINGS,
    **strike.SAYINGS,
    **air_combat.SAYINGS,
    **bombing.SAYINGS,
    **resolution.SAYINGS,
    **rolled.SAYINGS,
    **admiral.SAYINGS,
    **end_phase.SAYINGS,
    **victory.SAYINGS,
}


def say(dispatch: Dispatch) -> str:
    """A dispatch in words; an empty string for one that needs none."""
    saying = SAYINGS.get(dispatch.kind)
    return saying(dispatch.facts) if saying else ""
