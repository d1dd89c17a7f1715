"""What a game brings to be tested with: one row a game, and everything that runs over every game reads it here.

A game without a row fails `test_every`; nothing else has to be written for it to be tried by all that holds
whatever the rules: leaks, garbage, lost power, speed, screens.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.browser import evenings
from tests.games import (
    garbage,
    lively,
    record_carrier,
    record_fires,
    record_lightning,
    record_midway,
    record_victory,
    second_searches,
    victory_kit,
    victory_lively,
)
from tests.games.carrier import audiences as carrier_audiences
from tests.games.carrier import boxes as carrier_boxes
from tests.games.carrier import lively as carrier_lively
from tests.games.fires import lively as fires_lively
from tests.games.lightning import lively as lightning_lively
from tests.games.lightning import scenes as lightning_scenes
from tests.games.recording import Shelf
from tests.leaks.canaries import Scene
from tests.leaks.worlds import TwoWorlds
from tests.tables import midway_kit
from tests.web import carrier_room, fires_room, lightning_room
from tests.web.room import Room
from tests.web.room import house as midway_house
from tests.web.victory_room import VictoryRoom, at_sea
from umpire.games import GAMES
from umpire.table.table import Table

JSON = Any


@dataclass(frozen=True)
class Brought:
    """One game, as tests meet it."""

    kit: Callable[[], dict[str, JSON]]
    """Every printed value that set-up needs."""
    some_table: Callable[[random.Random], Table]
    """A table at its first ask, with kit and settings drawn by lot."""
    long_table: Callable[[int], AbstractContextManager[Table]]
    """A table with a track of so many turns, more than any printed one has; it is so while the block lasts."""
    choice: Callable[[Table, str, random.Random], JSON]
    """A lively legal answer to what a party is asked."""
    room: type[Room]
    house: Callable[..., Room]
    """A room at a path, with somebody of every kind in it (`people`), some turns into the game."""
    shelf: Shelf
    """Its recorded games."""
    garbage: garbage.Garbage
    """What is thrown at it that is no answer."""
    evening: evenings.Evening
    """Its part of an evening that is played by taps in every browser."""
    worlds: Callable[[], Callable[..., TwoWorlds]] | None = None
    """Two worlds of a seed, a side that looks on, and settings that are agreed; none where all lies open."""
    secrets: Callable[[], Sequence[Scene]] = tuple
    """Rooms in which there is much to hide, each with all that is secret in it and who may meet it."""
    second_search: second_searches.SecondSearch | None = None
    """How its first search may be broken, for its second one to notice; none where nothing is searched."""
    agreed: Mapping[str, JSON] = field(default_factory=dict)
    """What is agreed otherwise than by default at a table that is to last for a while."""
    tells: Collection[str] = ()
    """Kinds of dispatches that its plots hear without a method of their own for each."""
    seldom: Collection[str] = ()
    """Kinds of them that a few games may not come to."""
    rich: Sequence[int] = ()
    """Seeds of lively games that come to every kind of ask together, and soon: they are played first for them."""
    watched: Sequence[Mapping[str, JSON]] = ({},) * 4
    """What is agreed, besides what is by lot, at games that are watched from their beginning to their end."""


def _midway_worlds() -> Callable[..., TwoWorlds]:
    from tests.leaks.test_two_worlds import Worlds

    return Worlds


def _victory_worlds() -> Callable[..., TwoWorlds]:
    from tests.leaks.test_victory_worlds import Worlds

    return Worlds


def _midway_secrets() -> Sequence[Scene]:
    from tests.leaks.midway_secrets import SCENES

    return SCENES


def _victory_secrets() -> Sequence[Scene]:
    from tests.leaks.victory_secrets import SCENES

    return SCENES


def _carrier_worlds() -> Callable[..., TwoWorlds]:
    from tests.leaks.test_carrier_worlds import Worlds

    return Worlds


def _carrier_secrets() -> Sequence[Scene]:
    from tests.leaks.carrier_secrets import SCENES

    return SCENES


def _fires_worlds() -> Callable[..., TwoWorlds]:
    from tests.leaks.test_fires_worlds import TileWorlds

    return TileWorlds


def _fires_secrets() -> Sequence[Scene]:
    from tests.leaks.fires_secrets import SCENES

    return SCENES


def _at_sea(path: Path, **settings: JSON) -> Room:
    return at_sea(path, **settings)


def chosen(game: str, kit: str, **agreed: JSON) -> dict[str, str]:
    """The form of a new table that is to last: what is agreed, by its place among the choices.

    Who rolls is agreed only where there is something to roll.
    """
    wanted = {**EVERY[game].agreed, **agreed}
    settings = {each.name: [value for value, _ in each.choices] for each in GAMES[game].agreed}
    return {
        "kit": kit,
        **{name: str(settings[name].index(value)) for name, value in wanted.items() if name in settings},
    }


EVERY: Mapping[str, Brought] = {
    "midway": Brought(
        kit=midway_kit,
        some_table=lively.some_table,
        long_table=lively.long_table,
        choice=lively.choice,
        room=Room,
        house=midway_house,
        worlds=_midway_worlds,
        secrets=_midway_secrets,
        shelf=record_midway.SHELF,
        second_search=second_searches.MIDWAY,
        garbage=garbage.MIDWAY,
        evening=evenings.MIDWAY,
        rich=(53, 19),
    ),
    "victory-at-midway": Brought(
        kit=victory_kit.complete_kit,
        some_table=victory_lively.some_table,
        long_table=victory_lively.long_table,
        choice=victory_lively.choice,
        room=VictoryRoom,
        house=_at_sea,
        worlds=_victory_worlds,
        secrets=_victory_secrets,
        shelf=record_victory.SHELF,
        second_search=second_searches.VICTORY,
        garbage=garbage.VICTORY,
        evening=evenings.VICTORY,
        rich=(24,),
    ),
    "carrier": Brought(
        kit=carrier_boxes.light_kit,
        some_table=carrier_lively.some_table,
        long_table=carrier_lively.long_table,
        choice=carrier_lively.choice,
        room=carrier_room.CarrierRoom,
        house=carrier_room.at_sea,
        worlds=_carrier_worlds,
        secrets=_carrier_secrets,
        shelf=record_carrier.SHELF,
        second_search=second_searches.CARRIER,
        garbage=garbage.CARRIER,
        evening=evenings.CARRIER,
        rich=(18, 6),
        agreed={"scenario": "6"},
        tells=carrier_audiences.TELLS,
        seldom=carrier_audiences.seldom(),
        watched=({"scenario": "6", "fog": True}, {"scenario": "standard", "fog": True}),
    ),
    "fires-of-midway": Brought(
        kit=fires_lively.full_kit,
        some_table=fires_lively.some_table,
        long_table=fires_lively.long_table,
        choice=fires_lively.choice,
        room=fires_room.FiresRoom,
        house=fires_room.in_turn,
        worlds=_fires_worlds,
        secrets=_fires_secrets,
        shelf=record_fires.SHELF,
        garbage=garbage.FIRES,
        evening=evenings.FIRES,
        tells=fires_lively.TELLS,
        seldom=("fault",),
        rich=(27,),
    ),
    "lightning-midway": Brought(
        kit=lightning_scenes.kit,
        some_table=lightning_lively.some_table,
        long_table=lightning_lively.long_table,
        choice=lightning_lively.choice,
        room=lightning_room.LightningRoom,
        house=lightning_room.in_turn,
        shelf=record_lightning.SHELF,
        garbage=garbage.LIGHTNING,
        evening=evenings.LIGHTNING,
        seldom=("fault", "roll"),
    ),
}

HIDING = tuple(key for key, row in EVERY.items() if row.worlds is not None)
"""The games in which something is kept from somebody."""
SEARCHING = {key: row.second_search for key, row in EVERY.items() if row.second_search is not None}
"""The games in which searches are answered, with what each brings for its second search."""
