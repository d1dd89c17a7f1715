"""Solitaire: what the app orders for Japan, from Japan's own plot, by the printed doctrine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.victory_at_midway.after import After
from umpire.games.victory_at_midway.aim import Aim, in_turn
from umpire.games.victory_at_midway.battle_plot import FULL
from umpire.games.victory_at_midway.movement import HALF
from umpire.games.victory_at_midway.orders import Orders
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.shore import Shore
from umpire.games.victory_at_midway.strikes import Strikes
from umpire.games.victory_at_midway.terms import FIGHTER, JAPAN, KURE_HEX, MIDWAY_HEX, ST11
from umpire.table.asks import Ask

JSON = Any

ENTRY = {1: "A1", 2: "A9", 3: "A9", 4: "A8", 11: "A2", 13: "A1"}
"""Where each pile enters (Japanese Entry)."""
TRANSPORT_PILE = 2
NEAR_MIDWAY = 2
LEAST_BOMBERS, LEAST_FIGHTERS = 4, 2
LANDING_TURN = 22
"""0430 of June 6, from when all troops that can go ashore."""


def command(plot: VictoryPlot, ask: Ask) -> JSON:
    """Japan's answer to what is asked of her."""
    return _COMMANDS.get(ask.kind, _as_proposed)(plot, ask)


def _as_proposed(plot: VictoryPlot, ask: Ask) -> JSON:
    """What the page would open on, locked as it is."""
    return ask.value(ask.draft())


# Movement.


def _orders(plot: VictoryPlot, ask: Any) -> JSON:
    enter = {ship: ENTRY[int(plot.ships[ship]["entry"])] for ship in ask.facts["entering"]}
    moves = sail(plot, ask)
    at = ask.after({"moves": moves, "enter": enter})
    return {
        "moves": moves,
        "enter": enter,
        "base": against_midway(plot, ask, at),
        "kure": bool(ask.facts["kure"] and at.get(ST11) == KURE_HEX),
    }


def sail(plot: VictoryPlot, ask: Orders) -> dict[str, str]:
    """Every group straight for Midway at its best speed; ST11 for Kure; one destroyer with those that lag."""
    moves = {}
    for ship, at in ask.facts["at"].items():
        if not plot.is_surface(ship) or slowed(plot, ask, ship):
            continue
        to = next_hex(plot, ship, at)
        if to != at and ask.free(ship):
            moves[ship] = to
    return moves


def slowed(plot: VictoryPlot, ask: Orders, ship: str) -> bool:
    """Whether a ship waits this turn for others of her group that are slow."""
    if not plot.turn % 2:
        return False
    group = [s for s in ask.facts["at"] if plot.ships[s]["entry"] == plot.ships[ship]["entry"]]
    slow = [s for s in group if ask.facts["speed"].get(s) == HALF and s != ship]
    if not slow:
        return False
    there = [s for s in slow if plot.at[s] == plot.at[ship]]
    if plot.ships[ship]["entry"] == TRANSPORT_PILE:
        return ship != ST11 or bool(there)
    destroyers = sorted((s for s in group if plot.type_of(s) == "DD"), key=_number)
    return bool(there) and bool(destroyers) and ship == destroyers[0]


def _number(ship: str) -> tuple[int, str]:
    digits = "".join(c for c in ship if c.isdigit())
    return int(digits or 0), ship


def next_hex(plot: VictoryPlot, ship: str, at: str) -> str:
    """Where a ship's course leads from a hex; her own hex where it ends."""
    board = plot.board
    way = board.line(ENTRY[int(plot.ships[ship]["entry"])], MIDWAY_HEX)
    if at == MIDWAY_HEX:
        return at
    to = way[way.index(at) + 1] if at in way else board.line(at, MIDWAY_HEX)[0]
    if ship == ST11:
        if at == KURE_HEX:
            return at
        if board.distance(to, KURE_HEX) >= board.distance(at, KURE_HEX):
            return board.line(at, KURE_HEX)[0]
    return to


# The air.


def against_midway(plot: VictoryPlot, ask: Orders, at: Mapping[str, str]) -> list[str]:
    """Japanese Doctrine Toward Midway: all but the largest carrier's planes, and four bombers and two fighters at least.

    Where US carriers are found the same turn, the strike is not flown.
    """
    able = ask.able(at)
    near = any(plot.board.distance(place, MIDWAY_HEX) <= NEAR_MIDWAY for place in ask.searchers(at).values())
    if not able or not near:
        return []
    on = ask.facts["ready"]
    decks = list(dict.fromkeys(on[unit] for unit in able))
    largest = max(decks, key=lambda base: (len(plot.on(base)), -decks.index(base)))
    made = [unit for unit in able if on[unit] != largest]
    held = [unit for unit in able if on[unit] == largest]
    kinds = ask.facts["kinds"]
    for fighter, least in ((False, LEAST_BOMBERS), (True, LEAST_FIGHTERS)):
        has = sum(1 for unit in made if (kinds[unit] == FIGHTER) == fighter)
        made += [unit for unit in held if (kinds[unit] == FIGHTER) == fighter][: max(0, least - has)]
    return [unit for unit in able if unit in made]


def _strikes(plot: VictoryPlot, ask: Any) -> JSON:
    """All bombers and half the fighters at the carriers found, divided by type between their hexes."""
    goals = list(plot.located)
    base = [{"to": "base"}] if ask.facts["base"] else []
    if not goals:
        return base
    shares: dict[str, list[str]] = {goal: [] for goal in goals}
    for kind in dict.fromkeys(ask.facts["kinds"].values()):
        reach = {unit: [goal for goal in goals if unit in ask.able(goal)] for unit in _of_kind(ask, kind)}
        units = [unit for unit, reached in reach.items() if reached]
        if kind == FIGHTER:
            units = units[: len(units) // 2]
        for unit in units:
            goal = min(
                reach[unit],
                key=lambda g: (len([u for u in shares[g] if ask.facts["kinds"][u] == kind]), goals.index(g)),
            )
            shares[goal].append(unit)
    flown = [{"to": goal, "units": units} for goal, units in shares.items() if units]
    return [*base, *(_in_waves(ask, strike) for strike in flown)]


def _of_kind(ask: Strikes, kind: str) -> list[str]:
    return [unit for unit, each in ask.facts["kinds"].items() if each == kind]


def _in_waves(ask: Strikes, strike: JSON) -> JSON:
    if not ask.facts["finding"]:
        return strike
    waves: dict[str, list[str]] = {}
    for unit in strike["units"]:
        waves.setdefault(ask.facts["from"][unit], []).append(unit)
    return {"to": strike["to"], "waves": list(waves.values())}


def _aim(plot: VictoryPlot, ask: Any) -> JSON:
    """What is proposed; where nothing is, carriers first, then whatever is not reduced, spread evenly."""
    aim: Aim = ask
    if aim.facts["proposed"]:
        return dict(aim.facts["proposed"])
    targets = [t for t in aim.facts["targets"] if t not in aim.facts["barred"]]
    carriers = [t for t in targets if t in plot.ships and plot.type_of(t) == "CV"]
    whole = [t for t in targets if plot.strength(t) == FULL]
    return in_turn(list(aim.facts["firers"]), carriers or whole or targets)


def _after(plot: VictoryPlot, ask: Any) -> JSON:
    """Everything readied, everything landed; Reserve Zekes as they can be had; troops ashore from June 6."""
    after: After = ask
    room = dict(after.facts["room"])
    for base in after.preset().values():
        room[base] -= 1
    zekes = [carrier for carrier in after.facts["zekes"] if room[carrier] > 0]
    return {"zeke": zekes[: after.facts["lost_zekes"]], "ashore": _ashore(plot, after.facts["may_land"])}


def _ashore(plot: VictoryPlot, may: Sequence[str]) -> list[str]:
    return list(may) if plot.turn >= LANDING_TURN else []


def _shore(plot: VictoryPlot, ask: Any) -> JSON:
    shore: Shore = ask
    return {"bombard": [], "ashore": _ashore(plot, shore.facts["may_land"])}


_COMMANDS: Mapping[str, Callable[[VictoryPlot, Any], JSON]] = {
    "orders": _orders,
    "strikes": _strikes,
    "aim": _aim,
    "after": _after,
    "shore": _shore,
    "declare": lambda plot, ask: [],
}

COMMANDED = (JAPAN,)
