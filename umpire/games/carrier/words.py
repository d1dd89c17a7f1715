"""Every dispatch of this game as a sentence; each part of the rules brings its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.carrier import (
    air_groups,
    air_value,
    air_words,
    arrival,
    buying,
    charts,
    confirm,
    contact,
    decks,
    detachment,
    forces,
    fuel,
    japan_air,
    landing,
    pieces,
    reaction,
    retirement,
    search,
    sequence,
    set_out,
    setup,
    strikes,
    surface,
    unloading,
    us_movement,
    victory,
)
from umpire.games.carrier import kit as kits
from umpire.games.carrier.scenarios import scenario_1, scenario_2, scenario_3
from umpire.games.carrier.terms import NAMES
from umpire.games.sayings import core_sayings
from umpire.table.plot import Dispatch

JSON = Any
Facts = dict[str, JSON]


def _cell(key: str, value: JSON) -> str:
    return f"{kits.cell(key, {}).label}: {charts.said(value)}"


SAYINGS: dict[str, Callable[[Facts], str]] = {
    **core_sayings(NAMES, _cell),
    **sequence.SAYINGS,
    **pieces.SAYINGS,
    **confirm.SAYINGS,
    **detachment.SAYINGS,
    **reaction.SAYINGS,
    **us_movement.SAYINGS,
    **air_value.SAYINGS,
    **air_words.SAYINGS,
    **arrival.SAYINGS,
    **forces.SAYINGS,
    **japan_air.SAYINGS,
    **search.SAYINGS,
    **surface.SAYINGS,
    **strikes.SAYINGS,
    **decks.SAYINGS,
    **landing.SAYINGS,
    **fuel.SAYINGS,
    **contact.SAYINGS,
    **air_groups.SAYINGS,
    **buying.SAYINGS,
    **setup.SAYINGS,
    **set_out.SAYINGS,
    **retirement.SAYINGS,
    **unloading.SAYINGS,
    **victory.SAYINGS,
    **scenario_1.SAYINGS,
    **scenario_2.SAYINGS,
    **scenario_3.SAYINGS,
}


def say(dispatch: Dispatch) -> str:
    """A dispatch in words; an empty string for one that needs none."""
    saying = SAYINGS.get(dispatch.kind)
    return saying(dispatch.facts) if saying else ""
