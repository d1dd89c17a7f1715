"""The score turn by turn, with what it was for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.midway.aftermath.reel import Moment, Reel
from umpire.games.midway.terms import JAPAN, MIDWAY, NAMES, SIDES, US
from umpire.table.words import counted

JSON = Any


@dataclass(frozen=True)
class Row:
    """A turn of the time record as it ended; the last may have been broken off."""

    turn: int
    score: tuple[int, int]
    """The US's, Japan's."""
    why: tuple[str, ...]


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


HEIGHT, STEP, LEFT, TOP = 180, 22, 34, 14


def chart(rows: Sequence[Row]) -> dict[str, JSON]:
    """Two lines over the turns, as points of a drawing; the axis goes up to a round number."""
    most = max(n for row in rows for n in row.score)
    unit = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if most <= step * 5)
    top = unit * 5

    def y(points: int) -> int:
        return TOP + HEIGHT - HEIGHT * points // top

    right = LEFT + STEP * len(rows)
    ends = [y(n) for n in rows[-1].score]
    # The words at the ends of two lines that end close together are kept apart.
    apart = max(0, 16 - abs(ends[0] - ends[1])) // 2
    lines = []
    for i, side in enumerate(SIDES):
        at = [(LEFT, y(0)), *((LEFT + STEP * (n + 1), y(row.score[i])) for n, row in enumerate(rows))]
        upper = ends[i] < ends[1 - i] or (ends[i] == ends[1 - i] and i == 0)
        lines.append(
            {
                "name": NAMES[side],
                "shape": "square" if side == US else "circle",
                "path": "M" + "L".join(f"{x} {v}" for x, v in at),
                "x": right,
                "y": ends[i],
                "label": ends[i] + 4 + (-apart if upper else apart),
                "last": rows[-1].score[i],
            }
        )
    return {
        "width": right + 84,
        "height": TOP + HEIGHT + 30,
        "right": right,
        "ticks": [{"y": y(n * unit), "n": n * unit} for n in range(6)],
        "turns": [{"x": LEFT + STEP * (n + 1), "n": row.turn} for n, row in enumerate(rows) if not row.turn % 3],
        "base": y(0),
        "lines": lines,
    }
