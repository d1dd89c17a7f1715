"""Blank forms to play by hand: ship sheets, a record of turns, a log of strikes, and a turn step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.fires_of_midway.ship import COUNTERS, DAMAGED_LAST, LABELS
from umpire.games.paper import Block, Boxes, Column, NoSuchSheet, Sheet, ruled

JSON = Any
Kit = Mapping[str, JSON]
WHEN = "For play by hand"

SHIP = (
    *(Column("Letter", 2), Column("Ship", 3), Column("Structure", 3), Column("Rating", 2)),
    *(Column(LABELS[kind], 2) for kind in COUNTERS),
    Column("CAP", 2),
)
TURNS = (
    *(Column("Turn", 2), Column("US VP", 2), Column("Japan VP", 2), Column("Confident", 3)),
    *(Column("US grave", 2), Column("Japan grave", 2), Column("What happened", 7)),
)
STRIKES = (
    *(Column("Turn", 2), Column("Carrier", 3), Column("Aircraft", 4), Column("Distance", 2)),
    *(Column("Smoke", 2), Column("Target", 3), Column("What came of it", 4)),
)
STEPS: Sequence[tuple[str, str, str]] = (
    ("Once", "Search: in turns, the US first, look at two tiles, turn one up.", "Search Phase"),
    ("Once", "Place task forces, Hidden side up.", "Placing the carrier task forces"),
    (
        "Strategy",
        "Keep action cards 1 to the number of carriers in play; the confident player lays first.",
        "Deal Action cards",
    ),
    ("Strategy", "The confident player may swap one; not with both desperate.", "Steal Action cards"),
    ("Strategy", "Move markers one zone, the confident player first; who moves goes Hidden.", "Maneuver forces"),
    ("Carrier", "In order of the cards: Into the Wind, Battle Stations or Save the Ship.", "Carrier Turn"),
    ("Strike", "Distance, fuel, markers Spotted, spotting roll.", "Sortie Phase"),
    ("Strike", "Engagements: dogfight, or clay pigeon without an escort.", "Air Combat"),
    ("Strike", "Bombers on full fuel, then those on smoke.", "Bombing Phase"),
    ("Strike", "CAP lands or turns to smoke; smoke aircraft roll home.", "Resolution Phase"),
    ("Admirals", "Reload, Recover or Restore, one each.", "Admiral Phase"),
    ("End", "Full cards on 3 flip to 4: 1 VP. Explosion dice. On 3 again: flip; on 6: sunk.", "Explosion test"),
    ("End", "Graves: 5 Japanese or 7 US aircraft make a point.", "Loss of air wing"),
    ("End", "Who leads is confident. Withdraw or fight on.", "Victory or withdrawal"),
)
"""A turn from its first step to its last, with the section of the rulebook."""
SEQUENCE = (Column("Part", 3), Column("What is done", 13), Column("Section", 4))
LINES = 6
"""Ships that a side has room for."""


def form_kinds() -> dict[str, str]:
    """The forms there are, with their titles."""
    return {what: title for what, (title, _) in _FORMS.items()} | {"all": "All forms"}


def forms(kit: Kit, what: str) -> list[Sheet]:
    """One kind of form, or every kind; raises `NoSuchSheet`."""
    if what not in form_kinds():
        raise NoSuchSheet(what)
    return [Sheet(title, WHEN, drawn(kit)) for each, (title, drawn) in _FORMS.items() if what in (each, "all")]


def _ships(kit: Kit) -> list[Block]:
    rows = [["", "", Boxes(0, DAMAGED_LAST), *[""] * (len(SHIP) - 3)]] * LINES
    note = "Spaces 1 to 3 are the full side of the card, 4 to 6 the damaged one. Midway takes a line of its own."
    return [
        Block(title, SHIP, rows, before=[note] if title.startswith("US") else [])
        for title in ("US ships", "Japanese ships")
    ]


def _turns(kit: Kit) -> list[Block]:
    return [ruled("Turns", TURNS, 18)]


def _strikes(kit: Kit) -> list[Block]:
    return [ruled("Strikes", STRIKES, 24)]


def sequence() -> list[Block]:
    """How a turn goes, step by step."""
    return [Block("A turn, step by step", SEQUENCE, [list(step) for step in STEPS])]


_FORMS: Mapping[str, tuple[str, Callable[[Kit], Sequence[Block]]]] = {
    "ships": ("Ship sheets", _ships),
    "turns": ("Record of turns", _turns),
    "strikes": ("Log of strikes", _strikes),
    "card": ("A turn, step by step", lambda kit: sequence()),
}
"""Each form’s title, and what is on it."""
