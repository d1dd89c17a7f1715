"""The games the app can umpire, by key."""

from __future__ import annotations

from umpire.games import midway
from umpire.table.script import Game

GAMES: dict[str, Game] = {game.key: game for game in (midway.GAME,)}
