"""Lightning: Midway: a clerk for a card game that lies open but for hands and decks."""

from umpire.games.lightning_midway.game import LightningMidway

GAME = LightningMidway()
