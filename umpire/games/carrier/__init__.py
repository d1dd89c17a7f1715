"""Carrier: The Southwest Pacific Campaign, module by module as its rulebook has it."""

from umpire.games.carrier.game import Carrier

GAME = Carrier()
