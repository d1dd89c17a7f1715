"""The turns of the track, as papers date them, and what of them is printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.games.turns import Turn
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.terms import TURNS, day_of, is_night

JSON = Any
Kit = Mapping[str, JSON]

QUIET = ("turn", "step", "kit", "opened", "due")
"""Kinds that are told before anybody has played anything in a turn."""


def dated(plot: VictoryPlot, n: int) -> str:
    """``Turn 8, 0430 June 4, day``; without the hour where the owner leaves open which turn is the short one."""
    return f"Turn {n}, {date(plot.kit, n)}" if n else "Set-up, before the first turn"


def date(kit: Kit, n: int) -> str:
    """``0430 June 4, day``."""
    hour = kits.clock(kit, n)
    return f"{f'{hour} ' if hour else ''}June {day_of(n)}, {'night' if is_night(n) else 'day'}"


def began(turn: Turn) -> bool:
    """Whether anything has been played in a turn: it has more to record than that it has come."""
    return any(d.kind not in QUIET for d in turn.live)


def boxes_of(kit: Kit, s_turns: bool) -> dict[str, list[JSON]]:
    """The boxes of the turn track by day: number, hour, night, and S where submarines are played."""
    days: dict[str, list[JSON]] = {}
    marked = kits.s_turns(kit) if s_turns else ()
    for n in range(1, TURNS + 1):
        hour = kits.clock(kit, n)
        box = {"n": n, "hour": hour, "night": is_night(n), "s": n in marked}
        days.setdefault(f"June {3 + (n - 1) // 7}", []).append(box)
    return days
