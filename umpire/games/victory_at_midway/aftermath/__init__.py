"""The evening after: what a finished game of Victory at Midway was like, for both sides to read together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from umpire.games.aftermath.luck import Tally, decimal, sum_facts, totals
from umpire.games.aftermath.misses import dearest
from umpire.games.aftermath.score import chart
from umpire.games.victory_at_midway.aftermath import doctrine, drawing, score, story, tracks
from umpire.games.victory_at_midway.aftermath.luck import UNITS, Fight, Throw, fights, night_searches
from umpire.games.victory_at_midway.aftermath.misses import near_misses
from umpire.games.victory_at_midway.aftermath.reel import Reel, frames, retold
from umpire.games.victory_at_midway.terms import NAMES, SIDES, halves
from umpire.table.table import Table
from umpire.table.words import counted

JSON = Any


def report(table: Table) -> dict[str, JSON]:
    """All that the report's template and its script show; the table must be over, for this is the truth."""
    seen = retold(table)
    found = near_misses(seen)
    fought = fights(seen)
    ended = seen.end.ended or {}
    dice = [*(tally for fight in fought for tally in fight.tallies()), *night_searches(seen)]
    return {
        "outcome": ended.get("text", ""),
        "lasted": _lasted(seen),
        "missed": seen.missed,
        "names": [NAMES[side] for side in SIDES],
        "board": drawing.board(seen),
        "film": drawing.film(seen, frames(seen.moments)),
        "misses": {
            "dearest": [miss.words(seen.when(miss.turn)) for miss in dearest(found)],
            "all": [miss.words(seen.when(miss.turn)) for miss in found],
        },
        "tracks": [drawing.chart(seen, side, tracks.ways(seen, side)) for side in SIDES] if seen.end.kit else [],
        "luck": _luck(dice),
        "fights": [_fight(seen, fight) for fight in fought if not fight.empty],
        "in_vain": [_fight(seen, fight) for fight in fought if fight.empty and fight.throws],
        "score": _score(seen),
        "sources": _sources(seen),
        "reckoning": score.reckoning(seen),
        "midway": story.midway(seen) if seen.end.ships else "",
        "standing": story.standing(seen) if seen.end.ships else [],
        "turns": _turns(seen, fought),
        "doctrine": doctrine.turns(table, seen) if seen.end.option("solitaire") else [],
        "solitaire": bool(seen.end.option("solitaire")),
    }


def _lasted(seen: Reel) -> str:
    last = seen.moments[-1].turn
    return f"{counted(last, 'turn')}, to {seen.when(last)}" if last else "It ended before the first turn"


def _luck(tallies: Iterable[Tally]) -> list[dict[str, JSON]]:
    return [sum_facts(each, NAMES) for each in totals(tallies, UNITS, SIDES)]


def _fight(seen: Reel, fight: Fight) -> dict[str, JSON]:
    return {
        "turn": fight.turn,
        "when": seen.when(fight.turn),
        "title": fight.title,
        "throws": [_throw(throw) for throw in fight.throws],
        "notes": [
            *fight.notes,
            *fight.losses,
            *([f"{fight.empty[0].upper()}{fight.empty[1:]}."] if fight.empty else []),
        ],
    }


def _throw(throw: Throw) -> dict[str, JSON]:
    did = throw.did
    return {
        "what": throw.what,
        "faces": list(throw.faces),
        "seen": did.seen,
        "expected": decimal(did.expected) if did.expected is not None else "?",
        "luck": decimal(did.luck, sign=True) if did.luck is not None else "",
    }


def _score(seen: Reel) -> dict[str, JSON]:
    rows = score.by_turn(seen)
    names = [NAMES[side] for side in SIDES]
    shown = [
        {"turn": r.turn, "when": seen.when(r.turn), "score": [halves(n) for n in r.score], "why": "; ".join(r.why)}
        for r in rows
    ]
    return {"rows": shown, "chart": chart(rows, names, halves, 2) if rows else None}


def _sources(seen: Reel) -> dict[str, JSON]:
    """What each side scored for what; an empty cell for nothing."""
    found = score.by_source(seen)
    rows = [
        {
            "what": source,
            "of": [
                {"points": halves(n) if n else "", "hits": score.hits_words(source, n) if n else ""} for n in points
            ],
        }
        for source, points in found.items()
    ]
    return {"rows": rows, "total": [halves(sum(points[i] for points in found.values())) for i in range(len(SIDES))]}


def _turns(seen: Reel, fought: list[Fight]) -> list[dict[str, JSON]]:
    nights = {moment.turn: moment.night for moment in seen.moments}
    return [
        {"turn": turn, "when": seen.when(turn), "night": nights[turn], "words": words}
        for turn, words in story.lines(seen, fought).items()
    ]
