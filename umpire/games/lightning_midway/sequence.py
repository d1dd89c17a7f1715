"""Set-up, then player turn after player turn until all targets of a side are destroyed (Player Turn; Victory)."""

from __future__ import annotations

from typing import Any

from umpire.games.lightning_midway import kit as kits
from umpire.games.lightning_midway.asks import hands_ask, turn_ask
from umpire.games.lightning_midway.attack import attack, fight
from umpire.games.lightning_midway.terms import ENEMY, NAMES, SIDES
from umpire.games.lightning_midway.victory import DESTROYED_ALL, finish
from umpire.table.asks import TABLE
from umpire.table.script import Play, Steps

JSON = Any


def script(g: Play) -> Steps[None]:
    """The game from wherever its plots say it stands."""
    if not g.truth.turn:
        if not g.truth.objectives:
            yield from set_up(g)
        g.mark("set-up")
        begin_turn(g, first(g))
    while True:
        yield from turn(g)
        if g.truth.winner:
            break
        begin_turn(g, ENEMY[g.truth.mover])
    finish(g, DESTROYED_ALL, g.truth.winner)


def first(g: Play) -> str:
    """The side that the Country Cards let begin."""
    return next(side for side, name in NAMES.items() if name == g.truth.kit[kits.FIRST])


def set_up(g: Play) -> Steps[None]:
    """Setup: the components as this copy has them, and who begins."""
    cells = dict(g.header.kit)
    g.tell(g.all, "kit", "Setup", cells=cells)
    g.tell(g.all, "opened", "Setup", settings=dict(g.settings), objectives=kits.objectives(cells))
    yield from g.cells("set-up/first", "The Country Cards show the order of turns", [kits.FIRST], "Setup 4")


def begin_turn(g: Play, side: str) -> None:
    g.tell(g.all, "turn", "Player Turn", n=g.truth.turn + 1, by=side)
    g.mark(f"t{g.truth.turn}")


def turn(g: Play) -> Steps[None]:
    """One player turn: what is told before the option, then the one option."""
    while True:
        said = yield from g.ask(TABLE, lambda: turn_ask(g.truth))
        by = g.truth.mover
        if said["do"] == "exchange":
            g.tell(g.all, "exchanged", "Player Turn 1", by=by, n=said["n"])
            yield from counted_anew(g)
        elif said["do"] == "reshuffle":
            g.tell(g.all, "reshuffled", "Player Turn 2", by=said.get("side", by))
        else:
            break
    if said["do"] == "reinforce":
        g.tell(g.all, "reinforced", "Player Turn 2", by=by, n=said["n"])
    elif said["do"] == "prepare":
        g.tell(g.all, "prepared", "Player Turn 2", by=by)
        yield from counted_anew(g)
    elif said["do"] == "none":
        g.tell(g.all, "no-option", "Player Turn 2", by=by)
    elif said["do"] == "attack":
        yield from attack(g, said["targets"], said["outcome"], said.get("held", []))
    else:
        yield from fight(g, said["targets"])


def counted_anew(g: Play) -> Steps[None]:
    """Counted hands after a draw: a dependent card drawn is not replaced, so fewer may have come (Dependent Cards)."""
    lost = [name for name in g.truth.sunk if g.truth.objectives[name] == g.truth.mover]
    if g.truth.hands and lost and not g.truth.agreed("redraw"):
        hands = yield from g.ask(TABLE, lambda: hands_ask(g.truth, "drawn"))
        g.tell(g.all, "hands", "Dependent Cards", hands={side: hands[side] for side in SIDES})
