"""Victory at Midway, module by module as its rulebook has it."""

from umpire.games.victory_at_midway.game import VictoryAtMidway

GAME = VictoryAtMidway()
