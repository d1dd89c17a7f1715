"""Midway (Avalon Hill, 1964): the Basic game, module by module as its rulebook has it."""

from umpire.games.midway.game import Midway

GAME = Midway()
