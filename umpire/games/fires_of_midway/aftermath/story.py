"""The game carrier turn by carrier turn: who did what, and what came of it."""

from __future__ import annotations

from typing import Any

from umpire.games.fires_of_midway.aftermath.reel import Moment, Reel, sentences

JSON = Any


def strikes(reel: Reel) -> list[dict[str, JSON]]:
    """Every group that was launched, with all that was said of it until it was home."""
    made = []
    for part in _by_ship(reel):
        said = sentences(part)
        if any(m.kind == "launched" for m in part):
            made.append({"when": f"Turn {part[0].turn}", "title": f"From {part[0].ship}", "lines": said})
    return made


def _by_ship(reel: Reel) -> list[list[Moment]]:
    """The moments of each Carrier Turn."""
    made: list[list[Moment]] = []
    for moment in reel.moments:
        if not moment.ship:
            continue
        if made and (made[-1][-1].turn, made[-1][-1].ship) == (moment.turn, moment.ship):
            made[-1].append(moment)
        else:
            made.append([moment])
    return made
