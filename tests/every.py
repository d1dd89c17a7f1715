"""What a game brings to be tested with: one row a game, and everything that runs over every game reads it here.

A game without a row fails `test_every`; nothing else has to be written for it to be tried by all that holds
whatever the rules: leaks, garbage, lost power, speed, screens.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.games import (
    lively,
    midway_audiences,
    record_midway,
    record_victory,
    victory_audiences,
    victory_kit,
    victory_lively,
)
from tests.games.recording import Shelf
from tests.leaks.worlds import TwoWorlds
from tests.tables import midway_kit
from tests.web.room import Room
from tests.web.room import house as midway_house
from tests.web.victory_room import VictoryRoom, at_sea
from umpire.table.script import Told
from umpire.table.table import Table

JSON = Any


@dataclass(frozen=True)
class Brought:
    """One game, as tests meet it."""

    kit: Callable[[], dict[str, JSON]]
    """Every printed value that set-up needs."""
    some_table: Callable[[random.Random], Table]
    """A table at its first ask, with kit and settings drawn by lot."""
    choice: Callable[[Table, str, random.Random], JSON]
    """A lively legal answer to what a party is asked."""
    room: type[Room]
    house: Callable[..., Room]
    """A room at a path, with somebody of every kind in it (`people`), some turns into the game."""
    worlds: Callable[[], Callable[..., TwoWorlds]]
    """Two worlds of a seed, a side that looks on, and settings that are agreed."""
    check_audience: Callable[[Told, JSON], None]
    """Raises `AssertionError` where a dispatch was told to others than may hear it; takes the roster too."""
    shelf: Shelf
    """Its recorded games."""


def _midway_worlds() -> Callable[..., TwoWorlds]:
    from tests.leaks.test_two_worlds import Worlds

    return Worlds


def _victory_worlds() -> Callable[..., TwoWorlds]:
    from tests.leaks.test_victory_worlds import Worlds

    return Worlds


def _at_sea(path: Path, **settings: JSON) -> Room:
    return at_sea(path, **settings)


EVERY: Mapping[str, Brought] = {
    "midway": Brought(
        kit=midway_kit,
        some_table=lively.some_table,
        choice=lively.choice,
        room=Room,
        house=midway_house,
        worlds=_midway_worlds,
        check_audience=midway_audiences.check_audience,
        shelf=record_midway.SHELF,
    ),
    "victory-at-midway": Brought(
        kit=victory_kit.complete_kit,
        some_table=victory_lively.some_table,
        choice=victory_lively.choice,
        room=VictoryRoom,
        house=_at_sea,
        worlds=_victory_worlds,
        check_audience=victory_audiences.check_audience,
        shelf=record_victory.SHELF,
    ),
}
