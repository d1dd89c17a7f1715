"""Commitment limits and indices, and what they do at the instant they are reached (17.2); Scenario 6’s own table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.carrier import chits, intelligence, leaving
from umpire.games.carrier.chits import Piles, ask_name, by_number, laid
from umpire.games.carrier.intelligence import CARRIER, class_of
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.telling import tell, tell_umpire
from umpire.games.carrier.terms import CARRIER_2, DIE, US, rounded
from umpire.table.asks import Die
from umpire.table.script import Play, Steps
from umpire.table.words import listed

JSON = Any
Facts = dict[str, JSON]
RULE = "17.2"
CLOSE = 5
"""A carrier index no farther than this from its limit changes the cup, chits and modifiers."""
SMALLEST = CARRIER_2[0]
COMBAT_CUP = "cups/combat"


def increase(g: Play, which: str, n: int, why: str) -> None:
    """An index (``carrier``, ``surface``, ``transport``) rises by `n`; whatever follows from it follows at once.

    What a force’s air strength was revealed to be must be on the record before: else it counts as having none.
    """
    if not g.truth.parts.commitment or which not in g.truth.tree["limits"] or n <= 0:
        return
    path, limit = f"index/{which}", g.truth.tree["limits"][which]
    index, shown = (plot.at(path, 0) + n for plot in (g.truth, g.plot(US)))
    mark = [f"{which.capitalize()} Commitment Index to {shown}"]
    facts = {"which": which, "n": n, "limit": limit, "why": why}
    tell(g, "index", RULE, **facts, index=shown, now={path: shown}, mark=mark)
    if index != shown:  # fog+ keeps the share of a second wave that is still to come
        tell_umpire(g, "index", RULE, **facts, index=index, now={path: index})
    effects(g, which)


def effects(g: Play, which: str) -> None:
    """What follows of where an index stands, unless it has followed already."""
    if which == CARRIER and close(g.truth) and not g.truth.tree["flags"]["close"]:
        _come_close(g)
    if reached(g.truth, which) and which not in g.truth.tree["flags"]["reached"]:
        _reach(g, which)


def three_quarters(value: int) -> int:
    """What the index rises by for an air value that no strike has shown before: ¾ of it, rounded."""
    return rounded(3 * value, 4)


def room(plot: CarrierPlot) -> int | None:
    """How much the carrier index may still rise; None in a game without a limit."""
    limit = plot.tree["limits"].get(CARRIER)
    if not plot.parts.commitment or limit is None:
        return None
    return max(0, int(limit) - int(plot.tree["index"].get(CARRIER, 0)))


def reached(plot: CarrierPlot, which: str) -> bool:
    """Whether a limit has been reached or exceeded."""
    return chits.reached(plot, which)


def close(plot: CarrierPlot) -> bool:
    """Whether the carrier index is within five of its limit, or past it."""
    left = room(plot)
    return left is not None and left <= CLOSE


# Within five of the carrier limit.


def _come_close(g: Play) -> None:
    """Level 2 carrier chits leave the cup; those of more carriers than two become "1-2" where no strike has shown any."""
    piles = Piles(g.truth)
    purged = {chit: n for chit in CARRIER_2 if (n := g.truth.at(f"{COMBAT_CUP}/{chit}", 0))}
    for chit, n in purged.items():
        piles.move(COMBAT_CUP, chit, -n)
        piles.move("aside", chit, n)
    mark = [f"{listed(f'{n} “{chit}”' for chit, n in purged.items())} out of the combat cup"] if purged else []
    left = room(g.truth)
    tell(g, "limit-close", RULE, left=left, purged=purged, now={**piles.now, "flags/close": True}, mark=mark)
    for force in by_number(g.truth.forces):
        f = g.truth.forces[force]
        if f["chit"] in CARRIER_2[1:] and f["revealed"] is None and not f["leaves"]:
            now = laid(g.truth, force, SMALLEST)
            mark = [f"“{SMALLEST}” under {force}, for “{f['chit']}”"]
            tell(g, "chit-swapped", RULE, force=force, old=f["chit"], chit=SMALLEST, now=now, mark=mark)


# A limit reached.


def _reach(g: Play, which: str) -> None:
    """No new force of that kind comes any more; those that only a vague chit vouches for leave the map."""
    going = [force for force in by_number(g.truth.forces) if _leaves(g.truth, force, which)]
    limit = g.truth.tree["limits"][which]
    now = {"flags/reached": [*g.truth.tree["flags"]["reached"], which]}
    tell(g, "limit-reached", RULE, which=which, limit=limit, forces=going, now=now)
    for force in going:
        leaving.remove(g, force, f"the {which} commitment limit is reached", RULE)


def _leaves(plot: CarrierPlot, force: str, which: str) -> bool:
    """Forces of level 1 and 2 of that kind; carriers stay that have shown any air strength."""
    f = plot.forces[force]
    if f["level"] not in (1, 2) or class_of(f["chit"]) != which or f["leaves"]:
        return False
    return which != CARRIER or f["revealed"] is None


# Scenario 6.


def ended(plot: CarrierPlot) -> bool:
    """Whether Scenario 6’s table has ended the coming of new carrier forces."""
    return bool(plot.at("memory/ended", False))


def closed(plot: CarrierPlot) -> bool:
    """Whether no force that is not known to be one can still be found to be a carrier force, for either reason."""
    return reached(plot, CARRIER) or ended(plot)


def new_carriers(g: Play, force: str) -> Steps[None]:
    """A new carrier force is in play: Scenario 6 rolls whether it is the last."""
    if not g.truth.parts.carrier_dice or ended(g.truth):
        return
    found = column(g.truth)
    if not ENDS[found]:
        tell(g, "commitment-open", "Scenario 6", force=force, column=found)
        return
    die = 0
    if ENDS[found] < DIE:
        name, why = ask_name(g, force, "commitment"), "Does the commitment of carrier forces end"
        rolled = yield from g.roll(name, why, lambda: [_die(g.truth)], "Scenario 6")
        die = rolled[0]
    if die <= ENDS[column(g.truth)]:
        tell(g, "commitment-ends", "Scenario 6", force=force, die=die, now={"memory/ended": True})


ENDS = (0, 2, 7, DIE)
"""Up to which die the commitment ends, by column: 0, 1, 2, and 3 or more carrier forces."""


def _die(plot: CarrierPlot) -> Die:
    found = column(plot)
    return Die("Commitment", f"column {found}: up to {ENDS[found]} no more carrier forces come", DIE)


def column(plot: CarrierPlot) -> int:
    """The column of Scenario 6’s table: carrier forces in play, one less for each of level 3 or 4 without a CV, one
    more for each with three or more."""
    forces = [name for name, f in plot.forces.items() if plot.is_carrier_force(name) and not f["leaves"]]
    shift = 0
    for force in forces:
        known = plot.forces[force]["level"] >= 3
        cvs = _fleet_carriers(plot, force)
        shift += (cvs >= 3) - (known and not cvs)
    return max(0, min(len(ENDS) - 1, len(forces) + shift))


def _fleet_carriers(plot: CarrierPlot, force: str) -> int:
    f = plot.forces[force]
    if f["level"] < 4:
        return intelligence.fleet_carriers(f["chit"])
    return sum(plot.ships[name]["type"] == "CV" for name in plot.carriers_of(force))


def _closed_said(f: Facts) -> str:
    said = (
        f"The carrier index is {f['left']} short of its limit." if f["left"] else "The carrier index is at its limit."
    )
    gone = listed(f"{n} “{chit}”" for chit, n in f["purged"].items())
    return f"{said} Out of the combat cup: {gone}." if gone else said


def _reached_said(f: Facts) -> str:
    said = f"The {f['which']} commitment limit ({f['limit']}) is reached: no new {f['which']} forces."
    return f"{said} Leaving: {listed(f['forces'])}." if f["forces"] else said


def _ends_said(f: Facts) -> str:
    die = f" (die {f['die']})" if f["die"] else ""
    return f"{f['force']} is the last new carrier force{die}: no others come into play."


SAYINGS: dict[str, Callable[[Facts], str]] = {
    "index": lambda f: f"{f['which'].capitalize()} index +{f['n']}, now {f['index']} of {f['limit']}: {f['why']}.",
    "limit-close": _closed_said,
    "chit-swapped": lambda f: f"{f['force']}: “{f['old']}” becomes “{f['chit']}”.",
    "limit-reached": _reached_said,
    "commitment-open": lambda f: f"{f['force']} is a new carrier force; more may come (column {f['column']}).",
    "commitment-ends": _ends_said,
}
