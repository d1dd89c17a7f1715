"""Midway (Avalon Hill, 1964), module by module as its rulebook has it."""

from umpire.games.midway.game import Midway

GAME = Midway()
