"""The ways the ships of each side took."""

from __future__ import annotations

from umpire.games.aftermath.tracks import LEFT, SUNK, Way
from umpire.games.aftermath.tracks import ways as ways_of
from umpire.games.victory_at_midway.aftermath.reel import Reel
from umpire.games.victory_at_midway.battle_plot import GONE


def ways(reel: Reel, side: str) -> list[Way]:
    """The ways of a side's ships, those that went together as one."""
    fleet = [ship for ship in reel.end.ships if reel.side(ship) == side]
    return ways_of(((m.turn, m.truth) for m in reel.moments), fleet, _ends(reel), reel.ranked)


def _ends(reel: Reel) -> dict[str, tuple[str, int]]:
    made: dict[str, tuple[str, int]] = {}
    for moment in reel.moments:
        if moment.kind == "units-hit":
            sunk = [unit for unit, left in moment.facts["units"].items() if left == GONE]
            made |= dict.fromkeys(sunk, (SUNK, moment.turn))
        elif moment.kind == "ships":
            made |= dict.fromkeys(moment.facts["withdrawn"], (LEFT, moment.turn))
    return made
