"""The Fires of Midway: the clerk at a fast card table."""

from umpire.games.fires_of_midway.game import FiresOfMidway

GAME = FiresOfMidway()
