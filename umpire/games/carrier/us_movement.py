"""The Task Force Movement Step (10.0)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.games.carrier import charts, retreating, stepping, strikes, surface
from umpire.games.carrier import map as sea
from umpire.games.carrier.asks import Choose, option, titled
from umpire.games.carrier.detaching import DETACH, OFFERED, Sail, able, detach_ships
from umpire.games.carrier.map import COASTAL
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.retreating import enemy_hexes
from umpire.games.carrier.sailing import allowed, movers, rows, some_sail
from umpire.games.carrier.stepping import step
from umpire.games.carrier.telling import moment, tell
from umpire.games.carrier.terms import US
from umpire.table.numbered import neighbours
from umpire.table.script import Play, Steps
from umpire.table.words import counted, listed

JSON = Any
Facts = dict[str, JSON]

RULE = "10.0"
EXHAUSTED = 2
ENGAGE, LET_BE = "engage", "let be"


def move_task_forces(g: Play) -> Steps[None]:
    """The Task Force Movement Step: moves, with engagement on entering a Japanese hex, then of those who share one."""
    if g.truth.parts.us_moves:
        yield from _send(g)
        yield from _engage_here(g)


def _send(g: Play) -> Steps[None]:
    """Those that may move in this phase go where the player sends them, once all have detached whom they will.

    Where none may move, ships may be detached all the same (5.0), unless the deck sheet of this segment offered it.
    """
    n = 0
    while True:
        yield from charts.printed(g, "The Records Track, line US", lambda: rows(g.truth), RULE)
        if not some_sail(g.truth) and (g.truth.at(OFFERED) == moment(g) or not able(g.truth)):
            return
        yield from sea.know_edges(g, lambda: _around(g.truth), "Where task forces may move")
        name = f"{moment(g)}/us/move" + (f"/again/{n}" if n else "")
        sent = yield from g.ask(US, lambda name=name: ask_moves(g.truth, name))  # type: ignore[misc]
        n += 1
        if DETACH in sent:
            yield from detach_ships(g, sent[DETACH], n)
            continue
        yield from sea.know_terrain(g, lambda sent=sent: _unknown(g.truth, sent), "Carriers keep to high sea")  # type: ignore[misc]
        if not refused(g.truth, sent):
            break
        tell(g, "not-there", RULE, hexes=refused(g.truth, sent))
    for group, to in sent.items():
        yield from _go(g, group, to)


def _around(plot: CarrierPlot) -> list[str]:
    groups = movers(plot) if some_sail(plot) else []
    return [place for group in groups for place in neighbours(plot.task_forces()[group]["hex"])]


def reach(plot: CarrierPlot, group: str) -> list[str]:
    """The hexes a task force may move to, as far as the map is known; one beyond the south edge takes it off the map."""
    at = plot.groups[group]["hex"]
    return [to for to in neighbours(at) if not _kept(plot, group, at, to)]


def _kept(plot: CarrierPlot, group: str, at: str, to: str) -> str:
    """Why a task force may not move to a hex beside it; empty when it may."""
    if edge := sea.off_map(plot, to):
        return "" if edge == "south" else "off the map"
    if not sea.steps_to(plot, at, to):
        return "no way for ships"
    if plot.is_carrier_group(group) and sea.presumed(plot, to) == COASTAL:
        return "coastal sea"
    enemies = enemy_hexes(plot)
    if to in enemies and (not plot.parts.adjacent or plot.groups[group]["exhaust"] >= EXHAUSTED):
        return "Japanese there, and no battle to be sought"
    near = not plot.parts.us_adjacent and any(place in (to, *neighbours(to)) for place in enemies)
    return "next to the Japanese" if near else ""


def ask_moves(plot: CarrierPlot, name: str) -> Sail:
    """Which task forces move, and where."""
    pieces = []
    sail = some_sail(plot)
    for group in movers(plot) if sail else ():
        at = plot.groups[group]["hex"]
        to = reach(plot, group)
        notes = [f"{place}: off the map, for good" for place in to if sea.off_map(plot, place)]
        notes += [f"{place}: Japanese there; it must engage" for place in to if _occupied(plot, place)]
        piece = {"id": group, "words": group, "note": "; ".join(notes), "at": at, "to": [at, *to], "preset": at}
        pieces.append(piece)
    most = min(allowed(plot), len(pieces)) if sail else 0
    words = f"{counted(most, 'task force')} may move in this phase, one hex{' each' if most != 1 else ''}."
    lock = {} if sail else {"lock": "Go on"}
    if not sail:
        words = "No task force may move in this phase; ships may be detached."
    return Sail(name, titled("Task force movement", words, RULE, pieces=pieces, most=most, detach=able(plot), **lock))


def _occupied(plot: CarrierPlot, place: str) -> bool:
    return place in enemy_hexes(plot)


def _unknown(plot: CarrierPlot, sent: dict[str, str]) -> list[str]:
    """Hexes that carriers are sent to and of which the terrain must be known first."""
    going = {group: to for group, to in sent.items() if to != plot.groups[group]["hex"]}
    return [to for group, to in going.items() if plot.is_carrier_group(group) and not sea.off_map(plot, to)]


def refused(plot: CarrierPlot, sent: dict[str, str]) -> list[str]:
    """Hexes of an answer that turned out closed to those sent there."""
    return [to for group, to in sent.items() if to != plot.groups[group]["hex"] and to not in reach(plot, group)]


def _go(g: Play, group: str, to: str) -> Steps[None]:
    """One task force moves, and engages where it enters a hex of the Japanese.

    A battle before it in the same step may have closed the hex to it; then it stays, and counts as not moved.
    """
    if to == g.truth.groups[group]["hex"] or g.truth.groups[group]["gone"] or to not in reach(g.truth, group):
        return
    if sea.off_map(g.truth, to):
        leave(g, group)
        return
    step(g, "tf-moves", RULE, group, to, None)
    yield from strikes.left_behind(g, group)
    if _occupied(g.truth, to):
        yield from surface.us_engages(g, group)


def _engage_here(g: Play) -> Steps[None]:
    """Task forces that stand in a hex with the Japanese may engage there; that is no move (14.2)."""
    for group in sorted(g.truth.task_forces()):
        if g.truth.parts.adjacent and not g.truth.groups[group]["gone"] and surface.may_engage(g, group):
            said = yield from g.ask(US, lambda group=group: _ask_here(g, group))  # type: ignore[misc]
            if said == ENGAGE:
                yield from surface.us_engages(g, group)


def _ask_here(g: Play, group: str) -> Choose:
    plot: CarrierPlot = g.truth
    place = plot.groups[group]["hex"]
    options = [
        option(LET_BE, "Let them be", ""),
        option(ENGAGE, "Engage", f"{listed(surface.engageable(plot, group))}; {group} does not move for it"),
    ]
    facts = titled(f"{group} and the Japanese in {place}", "", retreating.BATTLE, options=options, preset=LET_BE)
    return Choose(f"{moment(g)}/us/{group.replace(' ', '')}/here", facts)


def leave(g: Play, group: str) -> None:
    """A task force leaves the map by its south edge and never returns; nothing of it counts as lost (10.0)."""
    plot: CarrierPlot = g.truth
    now: dict[str, JSON] = {f"groups/{group}/gone": True, f"groups/{group}/moved": True}
    now |= {f"ships/{ship}/in": "" for ship in plot.ships_of(group)}
    now |= {f"groups/{group}/{box}": [] for box in ("cap", "landing")} | {f"groups/{group}/track": {}}
    gone = [f"decks/{name}" for name, deck in plot.decks.items() if deck["in"] == group]
    tell(g, "tf-off", RULE, now=now, gone=gone, piece=group, do=[f"{group} off the map"])


def retreat(g: Play, group: str) -> Steps[None]:
    """One hex back, by the priorities of a US retreat (14.2)."""
    yield from retreating.us_retreat(g, group)


SAYINGS: dict[str, Callable[[Facts], str]] = {
    **stepping.SAYINGS,
    "not-there": lambda f: f"Carriers cannot go to {', '.join(f['hexes'])}: choose again.",
}
