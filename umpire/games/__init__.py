"""The games the app can umpire, by key, and how each is drawn."""

from __future__ import annotations

from typing import Any, Protocol

from umpire.games import midway
from umpire.games.midway import picture as midway_picture
from umpire.table.asks import Ask
from umpire.table.script import Game

GAMES: dict[str, Game] = {game.key: game for game in (midway.GAME,)}


class Face(Protocol):
    """What the pages need of a game beyond its rules: plain facts for its templates, from one plot."""

    def where(self, plot: Any) -> dict[str, Any]:
        """The turn, the hour, the step, and how far the turn has gone."""

    def picture(self, plot: Any, side: str, asked: Ask | None, draft: Any) -> dict[str, Any]:
        """What the game's boards show this audience now."""


_FACES: dict[str, Face] = {midway.GAME.key: midway_picture}


def faces(key: str) -> Face:
    """How a game is drawn."""
    return _FACES[key]
