"""The score turn by turn, with what it was for."""

from __future__ import annotations

from typing import Any

from umpire.games.aftermath.score import Row
from umpire.games.midway.aftermath.reel import Moment, Reel
from umpire.games.midway.terms import JAPAN, MIDWAY, US
from umpire.table.words import counted

JSON = Any


def by_turn(reel: Reel) -> list[Row]:
    """The score at the end of every turn that was begun."""
    turns: dict[int, list[Moment]] = {}
    for moment in reel.moments:
        if moment.turn:
            turns.setdefault(moment.turn, []).append(moment)
    return [
        Row(turn, (said[-1].score[US], said[-1].score[JAPAN]), tuple(filter(None, map(_why, said))))
        for turn, said in turns.items()
    ]


def _why(moment: Moment) -> str:
    f = moment.facts
    if moment.kind == "sunk":
        return f"{f['ship']} sunk, {counted(f['points'], 'point')}"
    if moment.kind == "captured":
        return f"{MIDWAY} falls, {counted(f['points'], 'point')}"
    if moment.kind == "island-point":
        return f"{MIDWAY} held"
    if moment.kind == "set-right" and f["fact"].startswith("score/"):
        return f"set right: {f['text']} ({f['reason']})"
    return ""
