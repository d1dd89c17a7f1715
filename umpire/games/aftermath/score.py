"""The score turn by turn, as rows and as a drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

JSON = Any


@dataclass(frozen=True)
class Row:
    """A turn as it ended; the last may have been broken off."""

    turn: int
    score: tuple[int, int]
    """Of either side, in the order in which sides are named."""
    why: tuple[str, ...]


HEIGHT, STEP, LEFT, TOP = 180, 22, 34, 14
SHAPES = ("square", "circle")
"""How the sides are drawn, the US first."""


def chart(
    rows: Sequence[Row], names: Sequence[str], write: Callable[[int], JSON] = lambda n: n, unit: int = 1
) -> dict[str, JSON]:
    """Two lines over the turns, as points of a drawing; the axis goes up to a round number, and down to one where a
    side has fewer points than none.

    `unit` is how many of what is counted make a point, and `write` says them as points are written.
    """
    most, least = max(0, *(max(row.score) for row in rows)), min(0, *(min(row.score) for row in rows))
    step = next(s * unit for s in (1, 2, 5, 10, 20, 50, 100, 1000) if max(most, -least) <= s * unit * 5)
    bottom = -(least // step)
    low, ticks = -bottom * step, (5 if most or not least else 0) + bottom

    def y(points: int) -> int:
        return TOP + HEIGHT - HEIGHT * (points - low) // (ticks * step)

    right = LEFT + STEP * len(rows)
    ends = [y(n) for n in rows[-1].score]
    # The words at the ends of two lines that end close together are kept apart.
    apart = max(0, 16 - abs(ends[0] - ends[1])) // 2
    lines = []
    for i, name in enumerate(names):
        at = [(LEFT, y(0)), *((LEFT + STEP * (n + 1), y(row.score[i])) for n, row in enumerate(rows))]
        upper = ends[i] < ends[1 - i] or (ends[i] == ends[1 - i] and i == 0)
        lines.append(
            {
                "name": name,
                "shape": SHAPES[i],
                "path": "M" + "L".join(f"{x} {v}" for x, v in at),
                "x": right,
                "y": ends[i],
                "label": ends[i] + 4 + (-apart if upper else apart),
                "last": write(rows[-1].score[i]),
            }
        )
    return {
        "width": right + 84,
        "height": TOP + HEIGHT + 30,
        "right": right,
        "ticks": [{"y": y(low + n * step), "n": write(low + n * step)} for n in range(ticks + 1)],
        "turns": [{"x": LEFT + STEP * (n + 1), "n": row.turn} for n, row in enumerate(rows) if not row.turn % 3],
        "base": y(low),
        "lines": lines,
    }
