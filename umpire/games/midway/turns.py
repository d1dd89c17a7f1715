"""The turns of the time record, as its papers date them."""

from __future__ import annotations

from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import hour, when
from umpire.games.turns import Said, Turn, turns

__all__ = ["Said", "Turn", "dated", "turns"]


def dated(plot: MidwayPlot, n: int) -> str:
    """``Turn 6, 1500 June 4, day``."""
    if not n:
        return "Set-up, before the first turn"
    light = "night" if hour(n) in plot.kit.get("track/nights", ()) else "day"
    return f"Turn {n}, {when(n)}, {light}"
