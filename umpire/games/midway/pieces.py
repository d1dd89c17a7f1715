"""What to do with the pieces after each resolution: on the boards all share, and on one's own behind the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.games import showing
from umpire.games.midway.battle import group_words
from umpire.games.midway.plot import MidwayPlot
from umpire.games.midway.terms import NAMES, squadrons, when
from umpire.games.midway.words import types_words
from umpire.table.words import listed

JSON = Any
Facts = dict[str, JSON]
Lines = list[str]

STARTS = ("turn", "step", "battle", "placed", "attacking", "waves", "roll", "b17", "surface", "surface-turn")
"""Kinds with which a new thing to do begins: what was to do before it is done."""


def cards(plot: MidwayPlot, side: str) -> dict[str, Lines]:
    """The last resolution that left something to do, in lines: ``shared`` for all, ``own`` for a side's own board."""
    return showing.cards(plot, side, STARTS, _SHARED, _OWN)


# The boards, records and counters that everybody sees.


def _attacking(plot: MidwayPlot, f: Facts) -> Lines:
    return [f"Battle Board: {'; '.join(group_words(g) for g in f['groups'])}."]


def _results(plot: MidwayPlot, f: Facts) -> Lines:
    groups = _groups(plot)
    less = [
        f"{_words(groups, each['id'])} to {_left(groups[each['id']]['n'] - each['lost'])}"
        for each in f["results"]
        if each["lost"] and each["id"] in groups
    ]
    return [f"Substitute counters: {'; '.join(less)}."] if less else []


def _groups(plot: MidwayPlot) -> dict[str, JSON]:
    """The groups of the battle on the board, or of the one just over, by name."""
    battle = plot.battle or (plot.fought[-1] if plot.fought else {})
    return {g["id"]: g for g in battle.get("groups", [])}


def _words(groups: Mapping[str, JSON], name: str) -> str:
    return group_words(groups[name])


def _left(n: int) -> str:
    return str(n) if n else "none"


def _sunk(plot: MidwayPlot, f: Facts) -> Lines:
    return [f"{f['ship']}: off the Battle Board, all boxes marked."]


def _surface_over(plot: MidwayPlot, f: Facts) -> Lines:
    return [] if f["how"] == "four turns" else ["Clear the Battle Board."]


_SHARED: dict[str, Callable[[MidwayPlot, Facts], Lines]] = {
    "turn-over": lambda plot, f: [f"Time record: check off {when(f['n'])}."],
    "placed": lambda plot, f: ["Battle Board: the ships as drawn."] if f["ships"] else [],
    "attacking": _attacking,
    "waves": _attacking,
    "fighter-combat": lambda plot, f: [f"Fighters off: escort {f['attacker']}, patrol {f['defender']}."],
    "results": _results,
    "hits": lambda plot, f: [f"Hit record: {', '.join(f'{ship} {n}' for ship, n in f['marked'].items())}."],
    "sunk": _sunk,
    "battle-over": lambda plot, f: ["Clear the Battle Board."],
    "bombed": lambda plot, f: [f"Note Midway’s fortification: {f['fortification']}."],
    "fortification": lambda plot, f: [f"Note Midway’s fortification: {f['value']}."],
    "met": lambda plot, f: [f"{squadrons({'DT': f['n']})} of the raiders off."],
    "surface-placed": lambda plot, f: [f"Battle Board: {NAMES[f['side']]}’s ships as drawn."],
    "surface-moved": lambda plot, f: [f"Battle Board: {NAMES[f['side']]}’s ships as drawn."] if f["at"] else [],
    "surface-over": _surface_over,
    "captured": lambda plot, f: ["Midway is Japan’s: its squadrons off."],
}


# One's own search board, and the squares of one's own carriers.


def _ships(plot: MidwayPlot, side: str, f: Facts) -> Lines:
    zones: dict[str, list[str]] = {}
    for ship, zone in f["at"].items():
        zones.setdefault(zone, []).append(ship)
    made = [f"{listed(ships)} to {zone}." for zone, ships in zones.items()]
    return made + ([f"{listed(f['left'])} off the board for good."] if f["left"] else [])


def _answer(plot: MidwayPlot, side: str, f: Facts) -> Lines:
    if f["by"] != side:
        return []
    return [f"Search counter on {found['zone']}: {types_words(found)}." for found in f["found"]]


def _orders(plot: MidwayPlot, side: str, f: Facts) -> Lines:
    flown: dict[str, dict[str, int]] = {}
    for flight in f["flights"]:
        base = flown.setdefault(flight["from"], {})
        for kind in plot.kinds:
            base[kind] = base.get(kind, 0) + flight[kind]
    return [f"{base}: {squadrons(planes)} off her squares." for base, planes in flown.items()]


def _landed(plot: MidwayPlot, side: str, f: Facts) -> Lines:
    down: dict[str, dict[str, int]] = {}
    for flight in f["landed"]:
        for base, counts in flight["land"].items():
            here = down.setdefault(base, {})
            for kind, n in counts.items():
                here[kind] = here.get(kind, 0) + n
    made = [f"{base}: {squadrons(planes)} back on her squares." for base, planes in down.items()]
    return made + [f"{base}: {squadrons(planes)} overboard." for base, planes in f["overboard"].items()]


def _taken(plot: MidwayPlot, side: str, f: Facts) -> Lines:
    ship = f["ship"]
    return [f"{ship} off your search board."] if plot.ships[ship]["side"] == side else []


_OWN: dict[str, Callable[[MidwayPlot, str, Facts], Lines]] = {
    "ships": _ships,
    "answer": _answer,
    "readied": lambda plot, side, f: [
        f"{base}: {squadrons(kinds)} {f['step']}." for base, kinds in f["which"].items() if any(kinds.values())
    ],
    "orders": _orders,
    "landed": _landed,
    "ground": lambda plot, side, f: (
        [f"Midway: {squadrons(f['lost'])} off her squares."] if any(f["lost"].values()) else []
    ),
    "sunk": _taken,
}
