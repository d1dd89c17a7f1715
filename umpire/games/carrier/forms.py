"""Blank forms to play by hand: the log sheets and displays without anything on them, and the sequence of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.carrier.log_sheets import AIR, DISPLAY, FLYING, FORCES, HULLS, OVER, STRIKES
from umpire.games.carrier.roster import ships
from umpire.games.paper import Block, Boxes, Column, NoSuchSheet, Sheet, abreast, ruled

JSON = Any
WHEN = "For play by hand"

SEQUENCE = [Column("Step", 5), Column("What is done", 15)]
STEPS = [
    ["I A, B", "How many forces arrive; each on its table’s hex, unless US forces or a double check forbid it."],
    ["I C, D", "Count the forces; move every search track box on by one."],
    ["II A 1", "Roll once for mission movement."],
    [
        "II A 2",
        "Draw chits; each force attacks from the air if it may, moves, loses US Advantage, fades, may be searched.",
    ],
    ["II A 3", "Second waves that are due."],
    ["II B 1", "Strikes fly a hex; one more aloft for each."],
    ["II B 2", "Launch, raise, service, lower, land; one more aloft for those that wait."],
    ["II B 3", "Task forces move, as many as the Records Track says."],
    ["II B 4", "Search: say all boxes, then roll."],
    ["II B 5", "Strikes in their targets’ hexes try for contact."],
    ["II B 6", "Repair rolls for carriers at M or worse."],
    ["III to V", "The second, third and fourth action phases are alike."],
    ["VI A", "Counters face up; level 1 and 2 forces not detected may fade."],
    ["VI B", "Carriers sunk last turn leave; deck space; strikes land."],
    ["VI C, D", "Land bases are repaired; bombardment and unloading."],
    ["VI E to G", "Fleet retirement; fuel for CAP; chits back; next turn."],
]


def form_kinds() -> dict[str, str]:
    """The forms there are, with their titles."""
    return {what: title for what, (title, _) in _FORMS.items()} | {"all": "All forms"}


def forms(kit: Mapping[str, JSON], what: str) -> list[Sheet]:
    """One kind of form, or every kind; raises `NoSuchSheet`."""
    if what not in form_kinds():
        raise NoSuchSheet(what)
    return [Sheet(title, WHEN, drawn()) for each, (title, drawn) in _FORMS.items() if what in (each, "all")]


def _japanese() -> list[Block]:
    return [ruled("Forces on the map", FORCES, 12), ruled("Carrier forces", AIR, 5), ruled("Air strikes", STRIKES, 9)]


def _us() -> list[Block]:
    made = []
    for title, side in (("US ships", "us"), ("Japanese ships", "japan")):
        rows = [
            [f"{s['type']} {name}", Boxes(0, s["capacity"]), ""] for name, s in ships().items() if s["side"] == side
        ]
        made.append(Block(title, *abreast(HULLS, rows)))
    return made


def _displays() -> list[Block]:
    return [
        ruled("Aboard", DISPLAY, 6),
        ruled("Task forces and bases", OVER, 6),
        ruled("Strikes in the air", FLYING, 10),
    ]


def _sequence() -> list[Block]:
    return [Block("Sequence of play", SEQUENCE, STEPS)]


_FORMS: Mapping[str, tuple[str, Callable[[], Sequence[Block]]]] = {
    "japan": ("Japanese log sheet", _japanese),
    "us": ("US log sheet", _us),
    "decks": ("Carrier displays", _displays),
    "sequence": ("Sequence of play", _sequence),
}
