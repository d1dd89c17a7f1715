"""A game told again to fresh plots, and cut into the frames of its film."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Protocol, TypeVar

from umpire.table.plot import Plot
from umpire.table.script import Told
from umpire.table.table import Table


class HasKind(Protocol):
    """A moment of a game: the kind of the dispatch it is."""

    @property
    def kind(self) -> str: ...


class Stands(HasKind, Protocol):
    """A moment that says in which turn it was, and what the maps then showed."""

    @property
    def turn(self) -> int: ...
    @property
    def held(self) -> object: ...


M = TypeVar("M", bound=HasKind)
S = TypeVar("S", bound=Stands)


def retell(table: Table, plots: Mapping[str, Plot], moment: Callable[[int, Told, M | None], M]) -> tuple[list[M], int]:
    """Feed fresh plots what was told and still counts; a moment for each dispatch, and how many could not be heard.

    `moment` is called with the entry a dispatch followed, the dispatch, and the moment before it.
    """
    positions = {p.n: p.plots for p in table.positions}
    moments: list[M] = []
    missed = 0
    for n, told in table.standing:
        if not _hear(plots, told):
            missed += 1
            continue
        if missed and told.dispatch.kind == "turn" and n in positions:
            # What an older version told cannot all be heard; the stored position says how things stood.
            for audience, plot in plots.items():
                plot.load(positions[n][audience].state())
        moments.append(moment(n, told, moments[-1] if moments else None))
    return moments, missed


def _hear(plots: Mapping[str, Plot], told: Told) -> bool:
    """Whether everybody who was told this could hear it."""
    with suppress(AttributeError, TypeError, KeyError):
        for audience, plot in plots.items():
            if audience in told.audiences:
                plot.receive(told.dispatch)
        return True
    return False


def framed(moments: Sequence[M], opens: Collection[str], silent: Collection[str]) -> list[list[M]]:
    """The moments cut where one opens something new, once more than silent ones has been told; none is left out."""
    made: list[list[M]] = []
    now: list[M] = []
    for moment in moments:
        if moment.kind in opens and any(m.kind not in silent for m in now):
            made.append(now)
            now = []
        now.append(moment)
    return [*made, now] if now else made


def without_idle(parts: Sequence[list[S]], silent: Callable[[list[S]], bool]) -> list[list[S]]:
    """Parts of a film, one in which nothing was said and nothing moved being joined to the one before it."""
    made: list[list[S]] = []
    for now in parts:
        idle = made and now[-1].turn == made[-1][-1].turn and now[-1].held == made[-1][-1].held
        if idle and silent(now):
            made[-1] += now
        else:
            made.append(now)
    return made
