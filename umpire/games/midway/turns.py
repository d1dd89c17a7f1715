"""What an audience heard, turn by turn of the time record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import hour, when
from umpire.table.plot import Dispatch

Said = Sequence[Dispatch]


@dataclass
class Turn:
    """What was said in one turn. Going back to it takes it up again; going back before it strikes it."""

    n: int
    played: int
    said: list[Dispatch] = field(default_factory=list)
    first: int = 0
    last: int = 0

    @property
    def live(self) -> list[Dispatch]:
        return [d for d in self.said if not d.struck]


def turns(heard: Said) -> tuple[list[Turn], Turn]:
    """All turns in the order they were begun, set-up first, and the one that is being played."""
    now = Turn(0, 0)
    made = [now]
    for i, dispatch in enumerate(heard):
        if dispatch.kind == "turn":
            now = Turn(dispatch.facts["n"], now.played + 1, first=i)
            made.append(now)
        elif dispatch.kind == "back":
            now = _gone_back(made, now, dispatch.facts["to"])
        elif dispatch.kind == "set-right" and dispatch.facts["fact"] == "turn":
            now.n = dispatch.facts["value"]
        now.said.append(dispatch)
        now.last = i
    return made, now


def _gone_back(made: list[Turn], now: Turn, to: str) -> Turn:
    """The turn of the ask that was gone back to: the last begun of that number."""
    name = to.partition("/")[0].removeprefix("t")
    played = int(name) if name.isdecimal() else 0 if name == "setup" else now.played
    return next((turn for turn in reversed(made) if turn.played == played), now)


def dated(plot: MidwayPlot, n: int) -> str:
    """``Turn 6, 1500 June 4, day``."""
    if not n:
        return "Set-up, before the first turn"
    light = "night" if hour(n) in plot.kit.get("track/nights", ()) else "day"
    return f"Turn {n}, {when(n)}, {light}"
