"""The Turn Sequence: set-up and search once, then turn after turn to the end."""

from __future__ import annotations

from umpire.games.fires_of_midway import plot as phases
from umpire.games.fires_of_midway.carrier_turn import carrier_turns
from umpire.games.fires_of_midway.end_phase import end_phase
from umpire.games.fires_of_midway.search import search
from umpire.games.fires_of_midway.setup import open_table, placing
from umpire.games.fires_of_midway.strategy import strategy
from umpire.games.fires_of_midway.telling import tell
from umpire.table.script import Play, Steps


def script(g: Play) -> Steps[None]:
    """The game from wherever its plots say it stands, to its end."""
    if not g.truth.scenario:
        yield from open_table(g)
        g.mark("search")
    if not g.truth.played:
        yield from search(g)
        yield from placing(g)
        begin_turn(g, 1)
    while True:
        yield from turn(g)
        if g.truth.ended:
            return
        begin_turn(g, g.truth.turn + 1)


def begin_turn(g: Play, n: int) -> None:
    """A turn begins; a position is stored before anything of it has happened."""
    now = {
        "clock": {"turn": n, "phase": phases.STRATEGY, "step": "", "ship": ""},
        "turns": {"cards": {}, "acted": [], "launched": False},
    }
    tell(g, "turn", "Strategy Phase", n=n, now=now)
    g.mark(f"t{g.truth.played}")


def turn(g: Play) -> Steps[None]:
    """One turn: strategy, Carrier Turns, End Phase."""
    yield from strategy(g)
    yield from carrier_turns(g)
    yield from end_phase(g)


SAYINGS = {"turn": lambda f: f"Turn {f['n']}."}
