"""Solitaire Play: how the Japanese are set up and found, where the app moves them by the printed guidelines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from umpire.games.victory_at_midway.movement import OFF
from umpire.games.victory_at_midway.orders import ask_orders
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.search import sight, unplaced
from umpire.games.victory_at_midway.terms import (
    BATTALIONS,
    DIE,
    ENEMY,
    JAPAN,
    MIDWAY_HEX,
    SIDES,
    TRANSPORTS,
    US,
)
from umpire.table.asks import Die
from umpire.table.script import Play, Steps

JSON = Any

START = "I4"
SUB_STARTS = {"SS1": "F6", "SS2": "G6", "SS3": "H5", "SS4": "L5", "SS168": MIDWAY_HEX}
"""Where submarines start; the one the rulebook leaves without a number is SS1."""
LATE_TURN = 14
"""When the last group comes on, whatever its counters say (Japanese Entry)."""
NEAR = 2
"""Hexes within which carriers may find each other."""


def solo(g: Play) -> bool:
    """Whether the app commands the Japanese."""
    return bool(g.settings.get("solitaire"))


def set_up_both(g: Play) -> None:
    """US Setup and Japanese Set Up, as they are printed for solitaire play."""
    truth: VictoryPlot = g.truth
    for side in SIDES:
        starting = [s for s, ship in truth.ships.items() if ship["side"] == side and not ship["entry"]]
        at = {ship: SUB_STARTS.get(ship, START) for ship in starting}
        g.tell(side, "ships", "Solitaire Play", at=at, entered=starting, withdrawn=[])
    g.tell(JAPAN, "aboard", "Japanese Setup", on=dict(zip(BATTALIONS, TRANSPORTS, strict=True)))
    g.tell(JAPAN, "late", "Japanese Entry", turn=LATE_TURN)


def held_back(g: Play, orders: Mapping[str, Mapping[str, JSON]]) -> JSON:
    """US orders as they are carried out: no surface ship goes where Japanese ships are; she stays, and is told so."""
    said = dict(orders[US])
    if not solo(g):
        return said
    truth: VictoryPlot = g.truth
    theirs = {**truth.of(JAPAN), **orders[JAPAN].get("moves", {}), **orders[JAPAN].get("enter", {})}
    taken = {place for ship, place in theirs.items() if truth.is_surface(ship) and place != OFF}
    moves = said.get("moves", {})
    stopped = {s: to for s, to in moves.items() if to in taken and truth.is_surface(s)}
    for place in truth.board.order(dict.fromkeys(stopped.values())):
        ships = [ship for ship, to in stopped.items() if to == place]
        g.tell(US, "stopped", "No Surface Combat", ships=ships, hex=place)
    kept = {**said, "moves": {ship: to for ship, to in moves.items() if ship not in stopped}}
    return {**kept, **_searches_left(g, kept, list(stopped.values()))} if stopped else kept


def _searches_left(g: Play, said: Mapping[str, JSON], missed: Sequence[str]) -> dict[str, JSON]:
    """Of the searches in US orders those still to be had where the ships are; first to go is a hex they have missed."""
    ask = ask_orders(g, US)
    at = ask.after(said)
    air = sorted(said.get("air", ()), key=lambda place: place in missed)
    beyond = unplaced(ask.facts, ask.board, ask.searchers(at), air)
    own = [*at.values(), *([MIDWAY_HEX] if ask.facts["garrison"] else [])]
    return {
        "air": [place for place in air if place not in beyond],
        "ship": [place for place in said.get("ship", ()) if place in own],
    }


def detection(g: Play) -> Steps[dict[str, list[str]]]:
    """Japanese Doctrine Toward US CVs: who finds whom, once ships have moved. Hexes that are not answered for.

    The die is rolled on every day turn, so that its rolling tells nothing; it is used where whole carriers of both
    are near each other. On a 1 only the US has found the other, on a 10 only Japan, else both.
    """
    if not solo(g) or g.truth.night:
        return {}
    dice = [Die("Detection", "1: the US alone; 10: Japan alone", DIE)]
    (die,) = yield from g.roll_unseen(f"t{g.truth.played}/detection", "Carriers near each other", dice)
    near = {side: close_carriers(g.truth, side) for side in SIDES}
    if not near[US]:
        return {}
    us, japan = die < DIE, die > 1
    found = []
    for side, finds in ((US, japan), (JAPAN, us)):
        if finds:
            found += [{"hex": place, "of": side, "what": "carriers"} for place in near[side]]
    g.tell(g.all, "found", "Japanese Doctrine Toward US CVs", found=found)
    g.tell(JAPAN, "located", "Japanese Doctrine Toward US CVs", hexes=most_first(g.truth, near[US]) if japan else [])
    if japan:
        sight(g)
    return {} if us else {JAPAN: near[JAPAN]}


def most_first(plot: VictoryPlot, hexes: list[str]) -> list[str]:
    """Hexes by how many US carriers are in them: the odd plane goes where most are."""
    there = list(plot.carriers(US).values())
    return sorted(hexes, key=lambda place: -there.count(place))


def close_carriers(plot: VictoryPlot, side: str) -> list[str]:
    """Hexes of a side's whole carriers near a whole carrier of the other, in map order; none in fog sees or is seen."""
    mine, theirs = (
        [at for ship, at in plot.carriers(each).items() if plot.whole(ship) and not plot.foggy(at)]
        for each in (side, ENEMY[side])
    )
    return plot.board.order({at for at in mine if any(plot.board.distance(at, other) <= NEAR for other in theirs)})
