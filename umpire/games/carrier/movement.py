"""Movement of an activated Japanese force (9.1, 9.2, 14.1, 20.3)."""

from __future__ import annotations

from typing import Any

from umpire.games.carrier import forces, leaving, priorities, reaction, retiring
from umpire.games.carrier import map as sea
from umpire.games.carrier import retreating as _retreating
from umpire.games.carrier.choice import Move, goal_of, is_transport, one_of, open_hexes, retires, standard
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.stepping import MARCH, stay, step
from umpire.games.carrier.telling import moment
from umpire.games.carrier.terms import COMBAT
from umpire.table.script import Play, Steps

JSON = Any


def move_force(g: Play, force: str) -> Steps[None]:
    """Its move by the first priority that holds, told with those that failed; close reaction and battle where they come."""
    f = g.truth.forces[force]
    if g.truth.parts.moves == "none" or f["leaves"]:
        return
    name = f"{moment(g)}/{force}/move"
    enters = False
    if not retires(g.truth, force):
        if f["hex"] == goal_of(g.truth, force):
            yield from on_station(g, force)
            return
        if reacts(g.truth, force):
            enters = yield from reaction.react(g, force, name)
            if not enters:
                return
    yield from march(g, force, name, int(g.truth.tree["die"]), enters)


def reacts(plot: CarrierPlot, force: str) -> bool:
    """Whether a force uses the Close Reaction Table: a US task force is in its hex or next to it (14.1)."""
    return bool(plot.parts.moves == "all" and plot.parts.adjacent and reaction.near(plot, force))


def on_station(g: Play, force: str) -> Steps[None]:
    """A force in its objective hex stays there; one that is to unload or bombard is raised to level 4 first (14.1, 22.0)."""
    if has_work(g.truth, force):
        there = yield from forces.raise_to(g, force, 4)
        if not there or force not in g.truth.forces:
            return
    stay(g, force, "in its objective hex", "14.1", [], [])


def has_work(plot: CarrierPlot, force: str) -> bool:
    """Whether a force activated in its objective hex is raised: a transport force, or one that may bombard a US base (11.1,
    22.0)."""
    f = plot.forces[force]
    if not plot.parts.standard or f["level"] == 4:
        return False
    if f["kind"] == COMBAT and not is_transport(plot, force):
        bases = [base["hex"] for base in plot.bases().values()]
        return bool(f["hex"] in bases and not f["bombarded"] and not plot.is_carrier_force(force))
    return True


def march(g: Play, force: str, name: str, die: int, enters: bool = False) -> Steps[None]:
    """A move by the priorities of 9.1, or by 20.3; with `enters` US-occupied hexes are open to it."""
    charge = yield from priorities.whom_to_guard(g, force, name)
    yield from priorities.know_cells(g, force, charge)

    def move() -> Move:
        return priorities.prescribed(g.truth, force, die, charge, enters)

    why = f"{force} moves to one of these"
    to = yield from one_of(g, f"{name}/tie", why, lambda: choices(g.truth, force, move()), "9.1")
    made = move()
    _, notes = open_hexes(g.truth, force, made)
    if not to:
        stay(g, force, made.why, made.rule, list(made.failed), notes)
        return
    again = {"way": MARCH, "name": name, "die": die, "enters": enters}
    facts: dict[str, JSON] = {"why": made.why, "failed": list(made.failed), "notes": notes}
    if (edge := sea.off_map(g.truth, to)) or (made.retiring and to == sea.rabaul(g.truth)):
        where = f"over the {edge} edge" if edge else "into Rabaul"
        leaving.retires(g, force, f"it retires {where}")
        return
    step(g, "moves", made.rule, force, to, again, **facts)


def choices(plot: CarrierPlot, force: str, move: Move) -> list[str]:
    """The hexes a prescribed move may end in that are equal by every rule of choice; none for staying."""
    hexes, _ = open_hexes(plot, force, move)
    return retiring.ranked(plot, force, hexes) if move.retiring else standard(plot, force, hexes)


def retreat(g: Play, force: str) -> Steps[None]:
    """One hex back, by the priorities of a Japanese retreat (14.1, 14.2)."""
    yield from _retreating.retreat(g, force)
