"""The ways the ships of each fleet took."""

from __future__ import annotations

from umpire.games.aftermath.tracks import LEFT, SUNK, Way
from umpire.games.aftermath.tracks import ways as ways_of
from umpire.games.midway.aftermath.reel import Reel


def ways(reel: Reel, side: str) -> list[Way]:
    """The ways of a fleet, ships that went together as one."""
    fleet = [ship for ship in reel.end.ships if reel.side(ship) == side]
    return ways_of(((m.turn, m.truth) for m in reel.moments), fleet, _ends(reel), reel.ranked)


def _ends(reel: Reel) -> dict[str, tuple[str, int]]:
    made: dict[str, tuple[str, int]] = {}
    for moment in reel.moments:
        if moment.kind == "sunk":
            made[moment.facts["ship"]] = (SUNK, moment.turn)
        elif moment.kind == "ships":
            made |= dict.fromkeys(moment.facts.get("left", ()), (LEFT, moment.turn))
    return made
