"""What a carrier may do in her turn (Carrier Turn, Carrier actions)."""

from __future__ import annotations

from umpire.games.fires_of_midway.ship import Ship
from umpire.games.fires_of_midway.terms import SAVE, STATIONS, WIND

LAUNCHES = (WIND, STATIONS)
REPAIRS = (STATIONS, SAVE)
DRAWN = 2
"""Combat cards that Save the Ship draws, whatever is held."""

FIRE_RULE = "Carrier actions, Fire on deck"
SQUALL_RULE = "Carrier actions, Hiding Squall"


def barred(ship: Ship, aggressive: bool) -> dict[str, str]:
    """The actions she may not choose, each with why. `aggressive`: her side is bound by Takagi's doctrine.

    Battle Stations may always be chosen: in a squall she repairs, and launches nothing.
    """
    made = {}
    if ship.squall:
        made[WIND] = "In a squall no aircraft are launched."
    elif ship.burning:
        made[WIND] = "Fire on deck."
    if aggressive:
        made[SAVE] = "Takagi’s aggressive doctrine, while Japan is confident."
    return made
