"""What a draw or an Intelligence Table says of a force, and none of it put on the record yet (11.1, 11.2).

The attack check (15.2) asks the same and may undo it, so what is found is applied elsewhere: by `forces`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from umpire.games.carrier import chits, commitment, intelligence, unseen
from umpire.games.carrier import map as sea
from umpire.games.carrier.charts import has, printed
from umpire.games.carrier.chits import again, ask_name
from umpire.games.carrier.intelligence import AGAIN, CARRIER, SURFACE, TEN, TRANSPORT, class_of, cup_of
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import foggy, tell
from umpire.games.carrier.terms import DIE, DUMMY
from umpire.table.asks import Die
from umpire.table.script import Play, Steps

JSON = Any
Facts = dict[str, JSON]
RULE = "11.2"


# Draws.


def drawn(g: Play, force: str, name: str = "", *, check: bool = False) -> Steps[str]:
    """A chit out of a level 0 force’s cup; drawn again where it may not stand (11.1). The cup is as it was.

    As the `check` for an attack it is the staff’s alone under fog+. A cup with nothing left in it that could stand gives a Dummy.
    """
    name = name or ask_name(g, force, "chit")
    why = f"{force}: a Force chit"
    n = 0
    while True:
        if not _anything(g.truth, force):
            return DUMMY
        chit = yield from _draw(g, again(name, n), why, lambda: in_cup(g.truth, force), check)
        reason = yield from _objection(g, force, chit)
        if not reason:
            return chit
        _over_again(g, force, chit, f"{reason}; another is drawn", check, "11.1")
        n += 1


def in_cup(plot: CarrierPlot, force: str) -> dict[str, int]:
    """What is in the cup of a force, by kind, always in the same order."""
    cup = plot.tree["cups"].get(cup_of(plot, force), {})
    return {chit: cup[chit] for chit in sorted(cup) if cup[chit]}


def _anything(plot: CarrierPlot, force: str) -> bool:
    """Whether a chit is left that no objection of any kind could be made to."""
    left = in_cup(plot, force)
    return any(class_of(chit) != CARRIER for chit in left) or (bool(left) and _open_sea(plot, force))


def _open_sea(plot: CarrierPlot, force: str) -> bool:
    return not commitment.ended(plot) and sea.presumed(plot, plot.forces[force]["hex"]) != "coastal"


def _draw(g: Play, name: str, why: str, cup: Callable[[], dict[str, int]], check: bool) -> Steps[str]:
    (chit,) = yield from (unseen.draw if check else Play.draw)(g, name, why, cup, 1, "11.1")
    return str(chit)


# What may not stand.


def _objection(g: Play, force: str, chit: str, old: str = "") -> Steps[str]:
    """Why a chit drawn or rolled may not stand, so that it is drawn or rolled again; empty where it may."""
    truth = g.truth
    if chits.is_dummy(truth, old, chit):
        return ""
    if truth.parts.surface_only and class_of(chit) in (CARRIER, TRANSPORT):
        return "surface forces only"
    if class_of(chit) != CARRIER or class_of(old) == CARRIER:
        return ""
    if commitment.ended(truth):
        return "no new carrier force may come into play"
    yield from sea.know_terrain(g, lambda: [g.truth.forces[force]["hex"]], f"{force} would be a carrier force")
    coastal = sea.terrain(g.truth, g.truth.forces[force]["hex"]) == "coastal"
    return f"no carriers in coastal sea ({g.truth.forces[force]['hex']})" if coastal else ""


def _over_again(g: Play, force: str, chit: str, why: str, check: bool = False, rule: str = RULE) -> None:
    if not (check and foggy(g)):
        tell(g, "chit-again", rule, force=force, chit=chit, why=why)


# Level 1 to 2.


def level_2(g: Play, force: str, chit: str = "", *, name: str = "", check: bool = False) -> Steps[str]:
    """What the Level 1 to 2 Table makes of a level 1 force, or of one that had `chit`: a chit, or Dummy."""
    name = name or ask_name(g, force, "raise")
    n = 0
    while True:
        found = yield from _row_of_1(g, force, chit, again(name, n), check)
        old = chit or g.truth.forces[force]["chit"]
        reason = "" if found else "a force that has struck from the air is neither surface force nor Dummy"
        reason = reason or (yield from _objection(g, force, found, old))
        if not reason:
            return found
        _over_again(g, force, found, f"{reason}; rolled again", check)
        n += 1


def _row_of_1(g: Play, force: str, chit: str, name: str, check: bool) -> Steps[str]:
    """One try at the Level 1 to 2 Table; empty where a natural 10 is not heeded: by a force with revealed strength."""

    def column() -> str:
        return chit or str(g.truth.forces[force]["chit"])

    def dice() -> list[Die]:
        made = intelligence.modifiers(g.truth, force, 1, column())
        note = "; ".join(part for part in (intelligence.note(made), "a 10 stands as it is") if part)
        return [Die(f"{force}, {column()}", note, DIE)]

    why = f"{force}, “{column()}”: Intelligence, Level 1 to 2"
    yield from printed(g, why, lambda: intelligence.modifier_cells(g.truth, force, 1, column()), RULE)
    die = yield from _die(g, name, why, dice, check)
    if die == TEN and column() == "Carrier" and g.truth.forces[force]["revealed"] is not None:
        return ""
    row = intelligence.row_1(die, intelligence.modifiers(g.truth, force, 1, column()))
    found = yield from _read(g, why, intelligence.cell_1(column(), row))
    if found != AGAIN:
        return found
    die = yield from _die(g, f"{name}/ten", why, lambda: [Die(f"{force}, after a 10", "", DIE)], check)
    return (yield from _read(g, why, f"intel_1_2/{column()}/{AGAIN}/{die}"))


def _read(g: Play, why: str, key: str) -> Steps[str]:
    """The chit of a cell, which is asked for where it is not known."""
    yield from printed(g, why, lambda: [key], RULE)
    return intelligence.result(g.truth.kit, key)


def _die(g: Play, name: str, why: str, dice: Callable[[], list[Die]], check: bool = False) -> Steps[int]:
    faces = yield from (unseen.roll(g, name, why, dice(), RULE) if check else g.roll(name, why, dice, RULE))
    return int(faces[0])


# Level 2 to 3.


def level_3(g: Play, force: str) -> Steps[str]:
    """What the Level 2 to 3 Table makes of a level 2 force: a chit of level 3, or "1-2 Carrier" for a surface force."""
    name = ask_name(g, force, "raise")
    why = f"{force}, “{g.truth.forces[force]['chit']}”: Intelligence, Level 2 to 3"
    n = 0
    while True:
        die = yield from _die(g, again(name, n), why, lambda: [Die(g.truth.forces[force]["chit"], "", DIE)])
        yield from printed(g, why, partial(_cells_2, g.truth, force, die), RULE)
        found = intelligence.result(g.truth.kit, intelligence.cell_2(g.truth, force, die))
        reason = yield from _objection(g, force, found, g.truth.forces[force]["chit"])
        if not reason:
            return found
        _over_again(g, force, found, f"{reason}; rolled again")
        n += 1


def _cells_2(plot: CarrierPlot, force: str, die: int) -> list[str]:
    """The column, and once that is known the cell in it."""
    columns = intelligence.column_cell(plot, force)
    return columns if any(not has(plot.kit, key) for key in columns) else [intelligence.cell_2(plot, force, die)]


def screen(g: Play, force: str, size: str) -> Steps[str]:
    """What the Level 2 to 3 Table makes of a screen of a size, "Medium Surface"; carriers are rolled again (11.3)."""
    name = ask_name(g, force, "screen")
    why = f"Screen of {force}, “{size}”: Intelligence, Level 2 to 3"
    n = 0
    while True:
        die = yield from _die(g, again(name, n), why, lambda: [Die(f"Screen of {force}", size, DIE)])
        found = yield from _read(g, why, f"intel_2_3/{size}/{die}")
        if class_of(found) == SURFACE:
            return found
        _over_again(g, force, found, "a screen has no carriers; rolled again")
        n += 1


# For the attack check (15.2).


def drawn_for_attack(g: Play, force: str) -> Steps[str]:
    """The chit a level 0 force draws as it is asked whether it strikes; nothing of it is on the record yet."""
    return (yield from drawn(g, force, ask_name(g, force, "attack/chit"), check=True))


def level_2_for_attack(g: Play, force: str, chit: str = "") -> Steps[str]:
    """What becomes of a force of level 1, or of one that has drawn `chit`, as it is asked whether it strikes.

    The chit of a carrier force, or empty where it is none and nothing happens.
    """
    found = yield from level_2(g, force, chit, name=ask_name(g, force, "attack/raise"), check=True)
    return found if class_of(found) == CARRIER else ""


def _not_heeded(f: Facts) -> str:
    return f"{f['force']}: “{f['chit'] or 'no result'}” does not stand: {f['why']}."


SAYINGS: dict[str, Callable[[Facts], str]] = {"chit-again": _not_heeded}
