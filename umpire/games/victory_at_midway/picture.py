"""What Victory at Midway's boards show one audience: facts for its templates, from that audience's plot alone."""

from __future__ import annotations

from typing import Any

from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.terms import NAMES, SIDES, TURNS, day_of, halves
from umpire.table.asks import Ask

JSON = Any

STEPS = ("orders", "search", "strikes", "resolution", "return", "naval", "end")


def where(plot: VictoryPlot) -> dict[str, JSON]:
    """The clock and the step, for the top of every page."""
    return {
        "turn": plot.turn,
        "turns": TURNS,
        "hour": kits.clock(plot.kit, plot.turn) if plot.turn else "",
        "date": f"June {day_of(plot.turn)}" if plot.turn else "before the first turn",
        "light": ("night" if plot.night else "day") if plot.turn else "",
        "step": plot.step,
        "steps": len(STEPS),
        "at": STEPS.index(plot.step) if plot.step in STEPS else -1,
        "score": [(NAMES[side], halves(plot.score[side])) for side in SIDES],
        "over": plot.ended["text"] if plot.ended else "",
    }


def picture(plot: VictoryPlot, side: str, asked: Ask | None, draft: JSON) -> dict[str, JSON]:
    """Everything the templates draw for this audience; empty before the components are read out."""
    return {}
