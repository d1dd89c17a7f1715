"""What an audience heard, turn by turn, in any game that tells all sides as a turn begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from umpire.games.paper import NoSuchSheet
from umpire.table.plot import Dispatch

Said = Sequence[Dispatch]
SET_UP = ("setup", "set-up")
"""What the asks before the first turn are called."""


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
        elif dispatch.kind == "set-right" and dispatch.facts["fact"] in ("turn", "clock/turn"):
            now.n = dispatch.facts["value"]
        now.said.append(dispatch)
        now.last = i
    return made, now


def _gone_back(made: list[Turn], now: Turn, to: str) -> Turn:
    """The turn of the ask that was gone back to: the last begun of that number."""
    name = to.partition("/")[0].removeprefix("t")
    played = int(name) if name.isdecimal() else 0 if name in SET_UP else now.played
    return next((turn for turn in reversed(made) if turn.played == played), now)


def span(played: Sequence[Turn]) -> tuple[int, int]:
    """Where in what was heard a turn begins and ends."""
    return min(turn.first for turn in played), max(turn.last for turn in played)


def recorded(heard: Said, dated: Callable[[int], str]) -> list[tuple[int, str]]:
    """The turns there is a record of, each number once; 0 is the set-up. One gone back behind says that it is struck."""
    every = turns(heard)[0]
    standing = {turn.n for turn in every if turn.live}
    return [(n, f"{dated(n)}{'' if n in standing else ', struck'}") for n in sorted({t.n for t in every})]


def asked_for(heard: Said, n: int | None, began: Callable[[Turn], bool]) -> tuple[list[Turn], bool]:
    """All that was played under a turn's number, and whether it is being played; raises `NoSuchSheet`.

    Without a number it is the turn being played, or the last if this has just begun.
    """
    every, now = turns(heard)
    if n is None:
        before = [turn for turn in every[: every.index(now)] if turn.live]
        n = (now if began(now) or not before else before[-1]).n
    wanted = [turn for turn in every if turn.n == n]
    if not wanted:
        raise NoSuchSheet(str(n))
    return wanted, now in wanted
