"""What dice did and what was to be expected of them, where how they were read is on the record.

Players roll most dice on the table and tell what came of them; of two kinds the odds are known all the same: planes on
smoke on their way home, and explosion dice against a structure rating.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from umpire.games.aftermath.luck import Tally
from umpire.games.fires_of_midway.aftermath.reel import Moment, Reel
from umpire.games.fires_of_midway.printed import rating_key
from umpire.games.fires_of_midway.ship import SMOKE, Ship, other

JSON = Any

CRITICALS, HOME = "criticals in explosion tests of the enemy", "planes on smoke home"
UNITS = (CRITICALS, HOME)


def tallies(reel: Reel) -> list[Tally]:
    """Every roll of the two kinds, to the good of one side each."""
    made: list[Tally] = []
    before: Moment | None = None
    for moment in reel.moments:
        if moment.kind == "home" and moment.strike:
            made += _home(moment)
        elif moment.kind == "explosion" and before is not None and moment.facts["dice"]:
            made.append(_explosion(reel, moment, before.held.ships[moment.facts["ship"]]))
        before = moment
    return made


def _home(moment: Moment) -> Iterator[Tally]:
    """Each plane on smoke fails on the distance or less (Return roll)."""
    smoke = sum(plane["fuel"] == SMOKE and not plane["lost"] for plane in moment.strike["group"])
    if smoke:
        safe = Fraction(max(0, 6 - moment.strike["zones"]), 6)
        yield Tally(moment.strike["side"], HOME, smoke - moment.facts["lost"], smoke * safe, smoke)


def _explosion(reel: Reel, moment: Moment, ship: Ship) -> Tally:
    """Each die is a critical at the structure rating or more (Explosion test); the rating may never have been said."""
    f = moment.facts
    rating = reel.end.kit.get(rating_key(ship))
    chance = None if rating is None else f["dice"] * Fraction(7 - int(rating), 6)
    return Tally(other(ship.side), CRITICALS, f["criticals"], chance, f["dice"])
