"""The evening after: what a finished game of The Fires of Midway was like."""

from __future__ import annotations

from typing import Any

from umpire.games.aftermath.luck import sum_facts, totals
from umpire.games.aftermath.misses import dearest
from umpire.games.fires_of_midway.aftermath import drawing, luck, misses, score, story
from umpire.games.fires_of_midway.aftermath.reel import frames, retold
from umpire.games.fires_of_midway.ship import SIDES
from umpire.games.fires_of_midway.terms import NAMES
from umpire.table.table import Table
from umpire.table.words import counted

JSON = Any


def report(table: Table) -> dict[str, JSON]:
    """All that the report's template and its script show."""
    seen = retold(table)
    found = misses.near_misses(seen)
    last = seen.moments[-1].turn
    return {
        "outcome": (seen.end.ended or {}).get("text", ""),
        "lasted": counted(last, "turn") if last else "it ended before the first turn",
        "missed": seen.missed,
        "names": [NAMES[side] for side in SIDES],
        "board": drawing.board(seen),
        "film": drawing.film(seen, frames(seen.moments)),
        "score": score.facts(seen),
        "standing": score.standing(seen),
        "strikes": story.strikes(seen),
        "misses": {"dearest": [miss.words for miss in dearest(found)], "all": [miss.words for miss in found]},
        "luck": [sum_facts(each, NAMES) for each in totals(luck.tallies(seen), luck.UNITS, SIDES)],
    }
