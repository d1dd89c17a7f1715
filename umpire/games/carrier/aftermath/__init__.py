"""The evening after: what a finished game of Carrier was like."""

from __future__ import annotations

from typing import Any

from umpire.games.aftermath.luck import sum_facts, totals
from umpire.games.aftermath.misses import dearest
from umpire.games.carrier.aftermath import drawing, known, luck, score, sorties, story
from umpire.games.carrier.aftermath.misses import near_misses
from umpire.games.carrier.aftermath.reel import NAMES, SIDES, Reel, frames, retold
from umpire.table.table import Table
from umpire.table.words import counted

JSON = Any


def report(table: Table) -> dict[str, JSON]:
    """All that the report's template and its script show; the table must be over, for this is the truth."""
    seen = retold(table)
    found = near_misses(seen)
    ended = seen.end.ended or {}
    return {
        "outcome": ended.get("text", ""),
        "lasted": _lasted(seen),
        "missed": seen.missed,
        "names": [NAMES[side] for side in SIDES],
        "board": drawing.board(seen),
        "film": drawing.film(seen, frames(seen.moments)),
        "score": score.facts(seen),
        "sources": score.sources(seen),
        "standing": story.standing(seen),
        "turns": story.lines(seen),
        "forces": known.facts(seen),
        "strikes": sorties.facts(seen),
        "indices": score.indices(seen),
        "misses": {"dearest": [miss.words for miss in dearest(found)], "all": [miss.words for miss in found]},
        "luck": [sum_facts(each, NAMES) for each in totals(luck.tallies(seen), luck.UNITS, SIDES)],
        "tracks": drawing.tracks(seen),
    }


def _lasted(seen: Reel) -> str:
    last = seen.moments[-1].turn
    if not last:
        return (
            "a scenario without turns"
            if seen.end.scenario and not seen.end.parts.clock
            else "it ended before the first turn"
        )
    hour = seen.when(last)
    return f"{counted(last, 'turn')}{f', to {hour}' if hour else ''}"
