"""Displays on paper (5.0, 7.1): a drawn display a task force or base with its carriers, and what is in the air."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from umpire.games.carrier import track
from umpire.games.carrier.condition import operative
from umpire.games.carrier.deck_limits import A_SEGMENT, ABOARD, TO_LAND
from umpire.games.carrier.flight import MOST_OVER, extending, homes, left_over
from umpire.games.carrier.japan_sheet import NOT_KNOWN
from umpire.games.carrier.plot import CarrierPlot, total
from umpire.games.carrier.roster import in_order
from umpire.games.carrier.terms import TYPES, quarters
from umpire.games.paper import WIDTH, Block, Column, lines
from umpire.table.numbered import distance
from umpire.table.words import counted

JSON = Any

FLYING = [
    *(Column("Strike", 2), Column("Hex", 2, True), Column("Steps", 5), Column("Aloft", 2), Column("Left", 2)),
    *(Column("Home", 3), Column("Bound for", 4)),
]
OTHERS = [Column("Task force", 3), Column("Hex", 2, True), Column("Marks", 4), Column("Ships", 11)]
OVER, DECK = 26.5, 27.0
"""Millimetres of what stands over a task force, and of a carrier's display."""


def displays(plot: CarrierPlot) -> list[Block]:
    """Carrier task forces and bases, then the other task forces, then strikes."""
    return [*(_display(plot, name) for name in _flying(plot)), _others(plot), strikes(plot)]


def _flying(plot: CarrierPlot) -> list[str]:
    """Groups with a deck of their own, or with planes over them still."""
    aboard = [deck["in"] for deck in plot.decks.values()]
    return [
        name
        for name, g in sorted(plot.groups.items())
        if not g["gone"] and (name in aboard or g["cap"] or g["landing"] or track.flying(plot, name))
    ]


def _display(plot: CarrierPlot, name: str) -> Block:
    g = plot.groups[name]
    box = track.boxes(plot, name) if g["track"] or plot.parts.search else {}
    decks = [deck(plot, each) for each, d in sorted(plot.decks.items()) if d["in"] == name]
    over = {
        "cap": [_lot(*lot) for lot in g["cap"]],
        "landing": [_lot(*lot) for lot in g["landing"]],
        "track": [
            {"range": track.named(b["range"]), "available": steps(b["available"]), "used": steps(b["used"])}
            for b in box.values()
        ],
    }
    facts = {"over": over, "decks": decks, "ships": ships_words(plot, name)}
    title = ", ".join(filter(None, [name, g["hex"], *group_marks(plot, name)]))
    return display(title, facts)


def ships_words(plot: CarrierPlot, name: str) -> str:
    """The ships of a task force, the heaviest first: ``CV Enterprise, DD Shaw``."""
    return ", ".join(f"{plot.ships[ship]['type']} {ship}" for ship in in_order(plot.ships_of(name)))


def display(title: str, facts: Mapping[str, JSON]) -> Block:
    """A display as it is drawn, however much of it is filled in."""
    over = max(len(facts["over"]["cap"]), len(facts["over"]["landing"]))
    deep = [max(0, n - LINES) * LINE for n in (over, *(_deep(d) for d in facts["decks"]))]
    ships = lines(facts["ships"], WIDTH / 1.1) * 3.6 + 1 if facts["ships"] else 0
    tall = 3 + OVER + DECK * len(facts["decks"]) + sum(deep) + ships
    return Block(title, form="display", facts=facts, tall=tall)


LINES, LINE = 4, 4.2
"""Lines a box has room for, and the millimetres of each more."""


def _deep(deck: Mapping[str, JSON]) -> int:
    return max(len(deck["hangar"]), len(deck["servicing"]), len(deck["ready"]), len(deck["unready"]))


def group_marks(plot: CarrierPlot, name: str) -> list[str]:
    """What else is true of a task force or base."""
    g = plot.groups[name]
    made = ["has moved"] if g["moved"] else []
    made += [f"Exhaust {g['exhaust']}, turn {g['exhausted']}"] if g["exhaust"] else []
    made += [f"fuel {quarters(g['fuel'])}"] if g["fuel"] is not None else []
    return made + ([f"hits {g['hits']}"] if g["base"] and g["hits"] else [])


def deck(plot: CarrierPlot, name: str) -> dict[str, JSON]:
    """A carrier or base: what lies in each box, against what it holds."""
    d = plot.decks[name]
    on_deck = total(d["ready"]) + total(d["unready"])
    base = name in plot.bases()
    marks = [f"deck marker {n}" for n in d["markers"]]
    marks += ["irreparable"] if d["irreparable"] else []
    marks += ["no raising or lowering"] if d["no_lift"] else []
    marks += ["launched at the Warning: lands nothing this coming US segment"] if d["warned"] else []
    marks += [] if operative(plot, name) or d["markers"] else ["neither launches nor lands"]
    waits = steps(d.get("unserviced", {}))
    marks += [f"raised from the next segment on: {', '.join(waits)}"] if waits else []
    return {
        "name": name,
        "marks": ", ".join(marks),
        "field": "Runway" if base else "Flight Deck",
        "on_deck": f"{on_deck} of {TO_LAND}",
        "serviced": f"{total(d['servicing'])} of {A_SEGMENT}",
        "aboard": f"{sum(total(d[box]) for box in ABOARD)} of {d['room']}" if d["room"] else "",
        **{box: steps(d[box]) for box in ABOARD},
    }


def steps(box: Mapping[str, int]) -> list[str]:
    """Steps of a box, a line a type: ``SBD 4``."""
    return [f"{kind} {box[kind]}" for kind in TYPES if box.get(kind)]


def _lot(kind: str, n: int, time: int | None) -> str:
    """``SBD 4, 5 aloft, 9 left``; ``SBD 2, 15 aloft, increased``."""
    if time is None:
        return f"{kind} {n}"
    return f"{kind} {n}, {time} aloft, {_left([kind], time)}"


def _left(kinds: Iterable[str], time: int) -> str:
    """How long the type that is first to come down may still fly: safely, or beyond that."""
    first = min(kinds, key=lambda kind: left_over(kind, time), default="")
    if not first:
        return NOT_KNOWN
    over = extending(first, time)
    return f"{over}, {left_over(first, time) + MOST_OVER} to go" if over else f"{left_over(first, time)} left"


# In the air.


def strikes(plot: CarrierPlot) -> Block:
    """Strikes and transfers on the map: time left before the first type is beyond its endurance, and the way home."""
    rows = [_strike(plot, n, s) for n, s in sorted(plot.strikes.items(), key=lambda strike: int(strike[0]))]
    after = (
        ["Left: segments of safe endurance of the type that has least; beyond it, until it is lost."] if rows else []
    )
    return Block("In the air", FLYING, rows, after=after)


def _strike(plot: CarrierPlot, n: str, s: Mapping[str, JSON]) -> list[Any]:
    near = homes(plot, s)[:1] if s["hex"] else []
    home = (
        f"{counted(distance(s['hex'], plot.groups[near[0]]['hex']), 'hex', 'hexes')}, {near[0]}" if near else NOT_KNOWN
    )
    left = _left([kind for kind, k in s["steps"].items() if k], s["time"])
    return [n, s["hex"] or NOT_KNOWN, ", ".join(steps(s["steps"])), s["time"], left, home, _bound(plot, s)]


def _bound(plot: CarrierPlot, s: Mapping[str, JSON]) -> str:
    """Where a strike goes, with the side of its marker and how far that is."""
    if s["transfer"] or s["down"]:
        return "transfer" if s["transfer"] else "home, face down"
    if not s["target"]:
        return "no target yet" if s["left"] else "still in its hex"
    force = plot.forces.get(s["target"]) if s["hex"] else None
    far = f", {distance(s['hex'], force['hex'])} off" if force else ""
    return f"{s['target']}, {'Located' if s['side'] == 'L' else s['side']}{far}"


# Task forces without a deck.


def _others(plot: CarrierPlot) -> Block:
    flying = _flying(plot)
    rows: list[Sequence[Any]] = [
        [
            name,
            g["hex"],
            ", ".join(group_marks(plot, name)) or NOT_KNOWN,
            ships_words(plot, name),
        ]
        for name, g in sorted(plot.task_forces().items())
        if name not in flying
    ]
    return Block("Other task forces", OTHERS, rows)
