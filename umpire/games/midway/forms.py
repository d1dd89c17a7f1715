"""Blank forms to play the game by hand, drawn from a kit alone: they hold nothing that is not printed on the components."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from umpire.games.midway.battle_record import GROUP
from umpire.games.midway.card import card
from umpire.games.midway.hit_record import roster, ship_row
from umpire.games.midway.packet import grid
from umpire.games.midway.plot import STATES
from umpire.games.midway.search import quota
from umpire.games.midway.terms import (
    ATAGO,
    CAPTURE_TURNS,
    CARRIERS,
    FIRST_ISLAND_TURN,
    FORTIFICATION,
    MIDWAY,
    MIDWAY_CAPACITY,
    NAMES,
    SIDES,
    US,
    day,
    hour,
)
from umpire.games.paper import HEIGHT, Block, Boxes, Column, NoSuchSheet, Sheet, ruled, tall

JSON = Any
Kit = Mapping[str, JSON]

FOR_ALL = "Open to both sides"
WHEN = "For play by hand"
FLEET = 24
"""Lines for the ships of a side when no kit says which there are."""
DECKS = 6
"""Lines for its bases."""
PLANES = ("D", "T", "F")
"""Fighters stand on the forms of every kit: those who leave them out leave their columns empty."""
OWN_AREAS = 4
"""Calls of a side's own areas that there is room for on each turn."""
LINE, CLOSE_LINE = 6.2, 5.8
"""Millimetres to a line to be written in: where there is room, and where there are many."""
TURN_LINE, TURN_HEADS = 6.4, 12.0
HEADING = 6.0
GAME_TURNS = 31
LOGGED = 11
"""Turns to a sheet of the movement log."""


def form_kinds() -> dict[str, str]:
    """The forms there are, with their titles."""
    return {what: title for what, (title, _, _) in _FORMS.items()} | {"all": "All forms"}


def forms(kit: Kit, what: str) -> list[Sheet]:
    """One kind of form, for all or one a side, or every kind; raises `NoSuchSheet`."""
    if what not in form_kinds():
        raise NoSuchSheet(what)
    return [sheet for each in _FORMS if what in (each, "all") for sheet in _form(kit, each)]


def _form(kit: Kit, what: str) -> list[Sheet]:
    title, own, drawn = _FORMS[what]
    if own:
        return [Sheet(title, WHEN, drawn(kit, side), f"{NAMES[side]} eyes only") for side in SIDES]
    return [Sheet(title, WHEN, drawn(kit, ""), FOR_ALL)]


def _ships(kit: Kit, side: str) -> dict[str, JSON]:
    return {name: ship for name, ship in kit.get("roster", {}).items() if ship["side"] == side}


# What both sides may see.


def _hits(kit: Kit, _: str) -> list[Block]:
    """The pad: every ship with her boxes, and Midway's."""
    blank = {"name": "", "type": "", "boxes": Boxes(), "points": None, "arrives": ""}
    lists = []
    for side in SIDES:
        ships = _ships(kit, side)
        rows = [ship_row(name, ship, kit, Boxes(0, kit.get(f"hits/{name}"))) for name, ship in ships.items()]
        lists.append(rows or [blank] * FLEET)
    note = (
        "Dashed boxes: not read off the pad yet; strike out those that are too many. "
        "A ship is sunk when all her boxes are marked, a carrier with planes readying or ready at one box fewer."
    )
    return [_midway(), roster(lists, note)]


def _midway() -> Block:
    columns = [Column("To mark off", 4), Column("Boxes", 16)]
    rows: list[list[Any]] = [
        [f"Turns of {ATAGO} there", Boxes(0, CAPTURE_TURNS)],
        ["Fortification lost", Boxes(0, FORTIFICATION)],
    ]
    note = f"{CAPTURE_TURNS} turns running take the island. Its fortification counts in the Tournament game only."
    return Block("Midway", columns, rows, after=[note])


def _turns(kit: Kit, _: str) -> list[Block]:
    """The time record with what is said aloud on each turn."""
    nights = kit.get("track/nights")
    rows: list[Any] = [
        {
            "n": n,
            "day": f"June {day(n)}",
            "hour": hour(n),
            "dawn": n == 1 or day(n) != day(n - 1),
            "night": hour(n) in (nights or ()),
            "island": n >= FIRST_ISLAND_TURN,
        }
        for n in range(1, kit.get("track/turns", GAME_TURNS) + 1)
    ]
    note = (
        "Tick a word as it is said; a point for Midway each turn it is held. Fort.: Midway’s fortification, if played."
    )
    shade = "Grey: night." if nights is not None else "Shade the hours that your time record has as night."
    facts = {"sides": [NAMES[side] for side in SIDES], "atago": ATAGO}
    return [
        Block(
            "Turns",
            rows=rows,
            form="turns",
            facts=facts,
            before=[f"{shade} {note}"],
            tall=TURN_HEADS,
            row_tall=TURN_LINE,
        )
    ]


def _battles(kit: Kit, _: str) -> list[Block]:
    """Two battles a page."""
    labels = [("Turn", 2), ("Zone", 2), ("By", 2), *((kind, 1) for kind in PLANES), ("CAP", 2), ("Ships there", 9)]
    head = ruled("Battle", [Column(label, share) for label, share in labels], 1)
    return [head, ruled("Its groups", [*GROUP], 10)] * 2


# What is a side's own.


def _operations(kit: Kit, side: str) -> list[Block]:
    """Orders, several turns a page."""
    columns = [
        ("From base", 4),
        ("To area and zone", 3),
        *((kind, 1) for kind in PLANES),
        ("CAP", 1),
        ("Transfer", 2),
        ("Landed on", 4),
        ("Lost", 1),
    ]
    tick = Boxes(0, 1)
    lines = [["", "", "", "", "", tick, tick, "", ""]] * 4
    note = (
        "An attack unless ticked. In the exchange read out zone, D, T and F of attacks and CAP; base, transfers, "
        "landings and losses are yours alone until Step 17 (Step 5; Misc. 1). F and CAP: Tournament game."
    )
    return [_by_turn("Operations", columns, lines, note)]


def _calls(kit: Kit, side: str) -> list[Block]:
    """Both sides' calls, several turns a page."""
    air = quota(side, {})
    columns = [("Call", 1), ("Area", 2), ("Answer", 7), ("Enemy’s", 2), ("My answer", 7)]
    lines = [[kind, "", "", "", ""] for kind in [*[f"air {n}" for n in range(1, air + 1)], *["own"] * OWN_AREAS]]
    note = (
        f"{air} air calls a turn, none at night; of areas with a ship of your own as many as you like. Which of "
        "the two a call is, is not said (Steps 3 and 4). One air call more if so agreed (Misc. 2)."
    )
    return [_by_turn("Search calls", columns, lines, note)]


def _by_turn(title: str, columns: Sequence[tuple[str, int]], lines: Sequence[Sequence[Any]], note: str) -> Block:
    """Blank lines, so many for each of as many turns as a page holds: roomy ones, unless close ones give a turn more."""
    heads = [Column(label, share) for label, share in columns]
    facts: dict[str, Any] = {"heads": heads, "lines": len(lines)}
    empty = Block(title, form="by-turn", facts=facts, before=[note], tall=HEADING)
    roomy, close = (int((HEIGHT - tall(empty)) // (row * len(lines))) for row in (LINE, CLOSE_LINE))
    rows = [[i == 0, *line] for _ in range(max(roomy, close)) for i, line in enumerate(lines)]
    facts["close"] = close > roomy
    return replace(empty, rows=rows, facts=facts, row_tall=CLOSE_LINE if close > roomy else LINE)


def _planes(kit: Kit, side: str) -> list[Block]:
    """Every base with its planes by state, a grid for each of some turns."""
    bases = [name for name, ship in _ships(kit, side).items() if ship["type"] in CARRIERS]
    bases = bases or [""] * (DECKS - (side == US))
    if side == US:
        bases.append(MIDWAY)
    groups = [(kind, STATES) for kind in PLANES]
    rows = [[base, *[""] * len(PLANES) * len(STATES), _holds(kit, base)] for base in bases]
    block = grid("Turn ______ , after step ______", [Column("Base", 3)], groups, rows, [Column("Holds", 2)], LINE)
    return [block] * max(1, int(HEIGHT // tall(block)))


def _holds(kit: Kit, base: str) -> str:
    """The most squadrons a base may hold, without and with its fighters, as far as its kit says."""
    if base == MIDWAY:
        return str(MIDWAY_CAPACITY)
    if f"air/{base}" not in kit:
        return ""
    bombers = sum(kit[f"air/{base}"].values())
    fighters = kit.get(f"fighters/{base}")
    return str(bombers) if fighters is None else f"{bombers} / {bombers + fighters}"


def _moves(kit: Kit, side: str) -> list[Block]:
    """Where every ship stands at the end of each turn."""
    names = [f"{name} {ship['type']}" for name, ship in _ships(kit, side).items()] or [""] * FLEET
    columns = [("Start", ()), *[("", ())] * LOGGED]
    rows = [[name, *[""] * len(columns)] for name in names]
    note = (
        f"A turn’s number above each column, a new sheet after {LOGGED}. "
        "Two zones a turn; ships of the US six on the first (Step 1)."
    )
    block = grid("Zones at the end of each turn", [Column("Ship", 4)], columns, rows, (), LINE)
    noted = replace(block, before=[note])
    return [noted, *[block] * int((HEIGHT - tall(noted)) // tall(block))]


_FORMS: dict[str, tuple[str, bool, Callable[[Kit, str], list[Block]]]] = {
    "hits": ("Hit record", False, _hits),
    "turns": ("Turn and time record", False, _turns),
    "operations": ("Operations", True, _operations),
    "calls": ("Search calls", True, _calls),
    "planes": ("State of planes", True, _planes),
    "moves": ("Movement log", True, _moves),
    "battle": ("Battles", False, _battles),
    "card": ("A turn, step by step", False, lambda kit, side: card()),
}
"""Each form's title, whether each side has its own, and what is on it."""
