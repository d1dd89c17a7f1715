"""The games the app can umpire: this list is all that a new one touches outside its own package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from umpire.games import midway, victory_at_midway
from umpire.games.midway import aftermath as midway_aftermath
from umpire.games.midway import kit_sheet as midway_kit_sheet
from umpire.games.midway import picture as midway_picture
from umpire.games.midway import sheets as midway_sheets
from umpire.games.victory_at_midway import aftermath as victory_aftermath
from umpire.games.victory_at_midway import kit_sheet as victory_kit_sheet
from umpire.games.victory_at_midway import picture as victory_picture
from umpire.games.victory_at_midway import sheets as victory_sheets
from umpire.table.asks import Ask
from umpire.table.script import Game


class Face(Protocol):
    """What the pages need of a game beyond its rules: plain facts for its templates, from one plot."""

    def where(self, plot: Any) -> dict[str, Any]:
        """The turn, the hour, the step, and how far the turn has gone."""

    def picture(self, plot: Any, side: str, asked: Ask | None, draft: Any) -> dict[str, Any]:
        """What the game's boards show this audience now."""


@dataclass(frozen=True)
class Brought:
    """All a game brings: its rules, how it is drawn, what it prints, how its kit is entered, how it is looked back on.

    What `paper`, `kit` and `aftermath` must offer is said where they are used, in the web's prints, kits and report.
    """

    rules: Game
    face: Face
    paper: Any
    kit: Any
    aftermath: Any


_GAMES = (
    Brought(midway.GAME, midway_picture, midway_sheets, midway_kit_sheet, midway_aftermath),
    Brought(victory_at_midway.GAME, victory_picture, victory_sheets, victory_kit_sheet, victory_aftermath),
)
BROUGHT = {each.rules.key: each for each in _GAMES}
GAMES: dict[str, Game] = {key: each.rules for key, each in BROUGHT.items()}


def faces(key: str) -> Face:
    """How a game is drawn."""
    return BROUGHT[key].face
