"""Chits as they lie under forces, in cups, among the spares and out of the game (11.1, 11.2, 11.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from umpire.games.carrier.intelligence import class_of, cup_of, level_of
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import moment
from umpire.games.carrier.terms import DUMMY, LIMITS, SURFACE_3
from umpire.table.script import Play

JSON = Any
Facts = dict[str, JSON]

SEGMENTS = {"japan": "j", "end": "end", "arrival": "arrival"}


def ask_name(g: Play, force: str, what: str) -> str:
    """The name of an ask about a force that may come more than once in a step: ``t4/p2/us/search/C7/raise/1``."""
    clock = g.truth.tree["clock"]
    where = f"us/{clock['step']}" if clock["segment"] == "us" else SEGMENTS.get(clock["segment"], clock["segment"])
    stem = f"{moment(g)}/{where}/{force}/{what}/"
    n = 1
    for dispatch in reversed(g.truth.heard):
        if dispatch.kind in ("turn", "phase"):
            break
        if dispatch.kind == "roll" and not dispatch.struck and dispatch.facts["ask"].startswith(stem):
            last = int(dispatch.facts["ask"].removeprefix(stem).partition("/")[0])
            n = max(n, last + 1)
    return f"{stem}{n}"


def again(name: str, n: int) -> str:
    """The name of the nth time that a roll is made over."""
    return f"{name}/again/{n}" if n else name


def by_number(forces: Iterable[str]) -> list[str]:
    """Forces in the order of their counters, combat forces first: C2 before C10."""
    return sorted(forces, key=lambda force: (force[:1], int(force[1:]) if force[1:].isdecimal() else 0, force))


# Piles.


class Piles:
    """Chits on their way from pile to pile, and the paths of the record that change by it."""

    def __init__(self, plot: CarrierPlot) -> None:
        self.plot = plot
        self.now: dict[str, JSON] = {}

    def move(self, pile: str, chit: str, n: int) -> None:
        """`n` more of a chit in a pile (``cups/combat``, ``spares``, ``aside``); of spares that run out more are made."""
        path = f"{pile}/{chit}"
        self.now.setdefault(path, self.plot.at(path, 0))
        self.now[path] = max(0, self.now[path] + n)


def laid(plot: CarrierPlot, force: str, chit: str, *, drawn: bool = False, back: bool = False) -> dict[str, JSON]:
    """What stands on the record once a chit lies under a force in place of its old one; no chit at level 0.

    The new one comes out of the force’s cup (`drawn`) or from the spares. The old one is out of the game for good if it
    came out of a cup, unless it goes `back` there as the level falls (11.2, 11.4); a spare one is spare again.
    """
    piles = Piles(plot)
    f = plot.forces[force]
    cup = f"cups/{cup_of(plot, force)}"
    if f["chit"]:
        piles.move(cup if back and f["banded"] else "aside" if f["banded"] else "spares", f["chit"], 1)
    if chit:
        piles.move(cup if drawn else "spares", chit, -1)
    at = f"forces/{force}"
    return {**piles.now, f"{at}/chit": chit, f"{at}/level": level_of(chit), f"{at}/banded": bool(chit) and drawn}


def spent(plot: CarrierPlot, force: str, drawn: str = "") -> dict[str, JSON]:
    """The piles once a force is gone: its chit or the one `drawn` for it out of the game, spare ones spare again."""
    piles = Piles(plot)
    f = plot.forces[force]
    if drawn and plot.at(f"cups/{cup_of(plot, force)}/{drawn}", 0):
        piles.move(f"cups/{cup_of(plot, force)}", drawn, -1)
        piles.move("aside", drawn, 1)
    if f["chit"]:
        piles.move("aside" if f["banded"] else "spares", f["chit"], 1)
    if f["screen"] in SURFACE_3:
        piles.move("spares", f["screen"], 1)
    return piles.now


# Limits.


def reached(plot: CarrierPlot, which: str) -> bool:
    """Whether a commitment limit has been reached or exceeded (17.2)."""
    limit = plot.tree["limits"].get(which)
    return bool(plot.parts.commitment) and limit is not None and plot.tree["index"].get(which, 0) >= limit


def is_dummy(plot: CarrierPlot, old: str, new: str) -> bool:
    """Whether a chit under a force that had `old` means that nothing is there: a Dummy, or one past its limit (17.2)."""
    if new == DUMMY:
        return True
    which = class_of(new)
    return which in LIMITS and level_of(new) <= 2 and which != class_of(old) and reached(plot, which)


# In words.


def _placed(f: Facts) -> str:
    if not f["chit"]:
        return f"{f['force']} has no chit any more: level 0."
    came = "drawn" if f["drawn"] else f"was “{f['old']}”" if f["old"] else "placed"
    said = f"{f['force']}: “{f['chit']}”, level {f['level']} ({came})."
    if "value" in f:
        said += f" Air value {f['value']}{', its losses deducted' if f['value'] < f['printed'] else ''}."
    return said + (" US Advantage." if f.get("advantage") else "")


SAYINGS: dict[str, Callable[[Facts], str]] = {"chit": _placed}
