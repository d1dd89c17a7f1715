"""What the table does with its counters, gathered as it is told, and one tap that says it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.carrier import map as sea
from umpire.games.carrier.asks import Pieces, titled
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import tell
from umpire.games.carrier.terms import US
from umpire.table.script import Play, Steps

JSON = Any
FEW = "few"
"""The setting under which chits and markers live in the app alone: only forces, task forces and strikes are moved."""


def lines(plot: CarrierPlot) -> list[str]:
    """What is to be done on the table and has not been said to be."""
    few = plot.settings.get("pieces") == FEW
    return [line for line, small in plot.todo if not (small and few)]


def done_with_pieces(g: Play, name: str, heading: str) -> Steps[None]:
    """Ask for what there is to do with counters; nothing is asked where there is nothing.

    Where the app presumed terrain that turns out otherwise, the counters move on as the rules would have had them, and
    that is put to the player too.
    """
    n = 1
    while lines(g.truth) or sea.presumed_places(g.truth):
        said = yield from g.ask(US, lambda n=n: _ask(g, name if n == 1 else f"{name}/again/{n - 1}", heading))  # type: ignore[misc]
        tell(g, "pieces-done")
        yield from sea.learn(g, said)
        n += 1
    if g.truth.todo:
        tell(g, "pieces-done")


def _ask(g: Play, name: str, heading: str) -> Pieces:
    presumed = sea.presumed_places(g.truth)
    return Pieces(name, titled(heading, lines=lines(g.truth), presumed=presumed))


SAYINGS: dict[str, Callable[[dict[str, JSON]], str]] = {"pieces-done": lambda f: ""}
