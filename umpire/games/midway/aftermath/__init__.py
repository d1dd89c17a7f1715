"""The evening after: what a finished game of Midway was like, for both sides to read together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from umpire.games.aftermath.luck import Tally, decimal, sum_facts, totals
from umpire.games.aftermath.misses import dearest
from umpire.games.aftermath.score import Row, chart
from umpire.games.midway.aftermath import drawing, score, tracks
from umpire.games.midway.aftermath.luck import UNITS, Fight, Throw, fights
from umpire.games.midway.aftermath.misses import near_misses
from umpire.games.midway.aftermath.reel import Reel, frames, retold
from umpire.games.midway.terms import NAMES, SIDES, when
from umpire.table.table import Table
from umpire.table.words import counted

JSON = Any


def report(table: Table) -> dict[str, JSON]:
    """All that the report's template and its script show; the table must be over, for this is the truth."""
    seen = retold(table)
    shown = frames(seen.moments)
    found = near_misses(seen)
    rows = score.by_turn(seen)
    fought = fights(seen)
    ended = seen.end.ended or {}
    return {
        "outcome": ended.get("text", ""),
        "lasted": _lasted(seen),
        "missed": seen.missed,
        "board": drawing.board(seen),
        "film": drawing.film(seen, shown),
        "misses": {"dearest": [miss.words for miss in dearest(found)], "all": [miss.words for miss in found]},
        "tracks": [drawing.chart(seen, side, tracks.ways(seen, side)) for side in SIDES],
        "luck": _luck(t for fight in fought for t in fight.tallies()),
        "fights": [_fight(fight) for fight in fought],
        "score": {
            "rows": [_row(row) for row in rows],
            "chart": chart(rows, [NAMES[side] for side in SIDES]) if rows else None,
        },
        "names": [NAMES[side] for side in SIDES],
    }


def _lasted(seen: Reel) -> str:
    last = seen.moments[-1].turn
    return f"{counted(last, 'turn')}, to {when(last)}" if last else "It ended before the first turn"


def _row(row: Row) -> dict[str, JSON]:
    return {"turn": row.turn, "when": when(row.turn), "score": list(row.score), "why": "; ".join(row.why)}


def _luck(tallies: Iterable[Tally]) -> list[dict[str, JSON]]:
    return [sum_facts(each, NAMES) for each in totals(tallies, UNITS, SIDES)]


def _fight(fight: Fight) -> dict[str, JSON]:
    return {
        "turn": fight.turn,
        "when": when(fight.turn),
        "title": fight.title,
        "throws": [_throw(throw) for throw in fight.throws],
        "notes": fight.notes,
        "luck": _luck(fight.tallies()),
    }


def _throw(throw: Throw) -> dict[str, JSON]:
    return {
        "what": throw.what,
        "odds": throw.raw,
        "column": throw.column,
        "die": throw.die if throw.die is not None else "",
        "did": f"sunk ({throw.did.seen})" if throw.sank else throw.did.seen,
        "unit": throw.did.unit,
        **_expected("did", throw.did),
        "lost": throw.cost.seen if throw.cost else "",
        "lost_expected": _expected("lost", throw.cost)["lost_expected"],
    }


def _expected(name: str, tally: Tally | None) -> dict[str, str]:
    """What was to be expected and the luck of it, in words; nothing where there is no such tally."""
    if tally is None:
        return {f"{name}_expected": "", f"{name}_luck": ""}
    if tally.expected is None or tally.luck is None:
        return {f"{name}_expected": "?", f"{name}_luck": ""}
    return {f"{name}_expected": decimal(tally.expected), f"{name}_luck": decimal(tally.luck, sign=True)}
