"""The game told again: after every dispatch that still counts, how all ships stood, the points and the graves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.aftermath.retold import framed, retell, without_idle
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.ship import SIDES, Ship
from umpire.games.fires_of_midway.words import say
from umpire.table.plot import UMPIRE, Dispatch
from umpire.table.table import Table

JSON = Any

QUIET = ("do", "step", "phase", "kit", "roll", "sealed", "turn", "opened")
"""Kinds that say nothing by themselves in the film: what was to be done on the table, and what the dice showed."""
OPENS = ("turn", "action", "phase")
"""What begins a frame of the film."""


@dataclass(frozen=True)
class Held:
    """How all ships stood, and what was counted."""

    ships: Mapping[str, Ship]
    vp: Mapping[str, int]
    graves: Mapping[str, int]


@dataclass(frozen=True)
class Moment:
    """One dispatch, and how things stood once it was heard."""

    n: int
    dispatch: Dispatch
    turn: int
    phase: str
    ship: str
    """Whose Carrier Turn it was; empty outside one."""
    held: Held
    strike: Mapping[str, JSON]
    """The strike in the air, as the record has it; empty for none."""

    @property
    def kind(self) -> str:
        return self.dispatch.kind

    @property
    def facts(self) -> dict[str, JSON]:
        return self.dispatch.facts

    @property
    def words(self) -> str:
        """What was said, as a sentence; empty for what says nothing by itself."""
        return "" if self.kind in QUIET else say(self.dispatch)


@dataclass(frozen=True)
class Reel:
    """A finished game: its moments in order, and the board as it stood at the end."""

    moments: Sequence[Moment]
    end: FiresPlot
    missed: int
    """Things told under older rules that today's plots cannot hear."""


def retold(table: Table) -> Reel:
    """Feed a fresh plot what was told, dispatch by dispatch."""
    plot = FiresPlot(UMPIRE)

    def moment(n: int, told: Any, last: Moment | None) -> Moment:
        now = holding(plot)
        held = last.held if last is not None and last.held == now else now
        return Moment(n, told.dispatch, plot.turn, plot.phase, plot.tree["clock"]["ship"], held, dict(plot.strike))

    moments, missed = retell(table, {UMPIRE: plot}, moment)
    return Reel(moments, plot, missed)


def holding(plot: FiresPlot) -> Held:
    """The board of this moment."""
    return Held(
        {ship.name: ship for ship in plot.ships()},
        {side: plot.vp[side] for side in SIDES},
        {side: plot.graves[side] for side in SIDES},
    )


@dataclass(frozen=True)
class Frame:
    """What was told in one carrier's turn, or in one phase, and how the board stood at its end."""

    moments: Sequence[Moment]

    @property
    def last(self) -> Moment:
        return self.moments[-1]

    @property
    def said(self) -> list[str]:
        return sentences(self.moments)


def sentences(moments: Iterable[Moment]) -> list[str]:
    """What was said, each sentence once."""
    return list(dict.fromkeys(words for moment in moments if (words := moment.words)))


def frames(moments: Sequence[Moment]) -> list[Frame]:
    """The game in frames; the last ends as the game did."""
    parts = without_idle(framed(moments, OPENS, QUIET), lambda each: not sentences(each))
    return [Frame(part) for part in parts]
