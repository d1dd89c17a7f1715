"""Blank forms to play the game by hand, drawn from a kit alone: they hold nothing that is not printed on the components."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games.paper import Block, Boxes, Column, NoSuchSheet, Row, Sheet, abreast, ruled
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.hit_record import GROUND, GROUND_ABREAST, SHIP, points_of, roster, the
from umpire.games.victory_at_midway.map_sheet import ALONE, map_block
from umpire.games.victory_at_midway.packet import BOXES, FIGHT
from umpire.games.victory_at_midway.phases import card
from umpire.games.victory_at_midway.terms import (
    BASES,
    BATTALIONS,
    CLASSES,
    MARINES,
    MIDWAY,
    MIDWAY_POINTS,
    NAMES,
    SIDES,
    SUBS,
    TURNS,
    US,
    halves,
    is_night,
)
from umpire.games.victory_at_midway.turns import boxes_of

JSON = Any
Kit = Mapping[str, JSON]

FOR_ALL = "Open to both sides"
WHEN = "For play by hand"
FLEET = 24
"""Lines for the ships of a side when no kit says which there are."""
TURN_LINE, TURN_HEADS = 7.6, 12.0
DECK_HEAD, DECK_ROW = 6.0, 33.5
"""Millimetres to the head of the displays, and to a base on them."""
FIELD_HITS = 8
"""Hits that leave the airfield no room at all."""
SCORED = 15
"""Lines of points to a half page."""


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


# What both sides may see.


def _hits(kit: Kit, _: str) -> list[Block]:
    """The pad: every ship and ground unit with its steps."""
    made = []
    ships = kit.get("roster", {})
    for side in SIDES:
        rows: list[Row] = [_ship(kit, name, ships[name]) for name in roster(ships, side)]
        rows = rows or [["", Boxes(0, 2, sure=False), "", ""]] * FLEET
        made.append(Block(f"Ships of {the(side)}", *abreast(SHIP, rows)))
    ground: list[Row] = [[unit, _steps(kit, kits.class_of(unit, kit) or "", unit)] for unit in (*MARINES, *BATTALIONS)]
    ground.append(["Airfield", Boxes(0, FIELD_HITS)])
    note = (
        "Dashed: nobody has read off whether the back is printed; a counter with one side has one step. "
        "A hit on the airfield costs room for one unit, one unit there and one air search; four leave no search."
    )
    return [*made, Block("Ground units and the airfield", *abreast(GROUND, ground, GROUND_ABREAST), after=[note])]


def _ship(kit: Kit, name: str, ship: JSON) -> list[Any]:
    kind = CLASSES[ship["class"]][1]
    entry = f"turn {ship['entry']}" if ship["entry"] else ""
    return [
        name if kind in name else f"{name} {kind}",
        _steps(kit, ship["class"], name),
        points_of(ship["class"], kind),
        entry,
    ]


def _steps(kit: Kit, cls: str, unit: str) -> Boxes:
    known = kits.steps_of(kit, cls, unit)
    return Boxes(0, known or 2, sure=bool(known))


def _turns(kit: Kit, _: str) -> list[Block]:
    """The turn track, with what is marked on each turn."""
    rows: list[Any] = [
        {**box, "day": day, "dawn": i == 0, "due": _due(kit, box["n"])}
        for day, boxes in boxes_of(kit, True).items()
        for i, box in enumerate(boxes)
    ]
    note = "Grey: night, no aircraft. S: submarines may move, if they are played. Even turns: ships of speed ½ move."
    open_ = [] if kit.get("track/s") else ["Mark the S turns as your track has them."]
    facts = {"sides": [NAMES[side] for side in SIDES]}
    return [
        Block(
            "Turns",
            rows=rows,
            form="turns",
            facts=facts,
            before=[" ".join([note, *open_])],
            tall=TURN_HEADS,
            row_tall=TURN_LINE,
        )
    ]


def _due(kit: Kit, n: int) -> int:
    return sum(1 for ship in kit.get("roster", {}).values() if ship["entry"] == n)


def _points(kit: Kit, _: str) -> list[Block]:
    """Points as they are scored, and what they are for."""
    kinds = {cls: points_of(cls, CLASSES[cls][1]) for cls in CLASSES if cls not in SUBS}
    worth: dict[str, list[str]] = {}
    for cls, points in kinds.items():
        worth.setdefault(points, []).append("Yamato" if cls == "Yamato" else CLASSES[cls][1])
    told = [f"{points}: {', '.join(dict.fromkeys(each))}" for points, each in worth.items()]
    note = (
        f"For a hit: {'; '.join(told)}; ½: aircraft, none for those that ditch. Midway at the end: {halves(MIDWAY_POINTS)}. "
        "Hits on ships that left the map are taken off."
    )
    columns = [Column("Turn", 2), Column("For", 2), Column("VP", 1), Column("Why", 5)]
    return [Block("As they are scored", [*columns, *columns], [[""] * 8] * (SCORED * 2 - 2), before=[note], blank=True)]


def _fights(kit: Kit, _: str) -> list[Block]:
    """Two fights a page."""
    head = ruled(
        "Fight",
        [
            Column(label, share)
            for label, share in (("Turn", 2), ("Hex", 2), ("By", 2), ("CAP", 3), ("Attackers", 4), ("Ships there", 7))
        ],
        1,
    )
    return [head, ruled("Its shots", FIGHT, 10)] * 2


# What is a side's own.


def _searches(kit: Kit, side: str) -> list[Block]:
    """Both sides' searches with their answers, a line for air and one for ships on every day turn."""
    columns = [
        *(Column("Turn", 2), Column("Yours, hexes", 5), Column("Told", 4)),
        *(Column("The enemy’s, hexes", 5), Column("Told", 4)),
    ]
    rows: list[Row] = []
    for n in range(1, TURNS + 1):
        kinds = ("night",) if is_night(n) else ("air", "ship")
        rows += [[f"{n} {kind}", "", "", "", ""] for kind in kinds]
    note = _quota(side)
    return [Block("Searches", columns, rows, before=[note], blank=True)]


def _quota(side: str) -> str:
    if side == US:
        own = "Midway one of H6 and three within six hexes, one fewer a hit on the airfield, none with Japanese troops ashore"
    else:
        own = "two in all within two hexes of one whole carrier"
    return f"Air searches by day: one in the hex of each whole carrier; {own}. Ship searches wherever you have a ship."


def _map(kit: Kit, side: str) -> list[Block]:
    """The map by itself, to write on."""
    notes = ["Grey: fog, where it is played."] if kits.fog_of(kit) else []
    if "map/columns" not in kit:
        notes = ["Strike out what your map has not, and shade its fog."]
    return [map_block("The map", kit, True, most=ALONE, notes=notes)]


def _decks(kit: Kit, side: str) -> list[Block]:
    """Every base of a side with its boxes, to stand counters in or to write in."""
    bases = [base for base, (of, _) in BASES.items() if of == side]
    heavy = side == US
    boxes = [words for _, words in BOXES if heavy or words != "Not Ready 2"]
    rows: list[Any] = [
        {"base": base, "holds": kit.get(f"capacity/{base}", ""), "group": _group(kit, base)} for base in bases
    ]
    note = (
        "Not Ready 2 is for heavy bombers, which take two turns."
        if heavy
        else "A hit carrier: Ready planes are lost, the others trapped."
    )
    facts = {"boxes": boxes, "field": MIDWAY}
    return [Block("Displays", rows=rows, form="decks", facts=facts, before=[note], tall=DECK_HEAD, row_tall=DECK_ROW)]


def _group(kit: Kit, base: str) -> str:
    """The air group a base starts with: ``F 2, D 3, T 1``."""
    group = kit.get(f"group/{base}")
    return ", ".join(f"{kind} {n}" for kind, n in kits.by_kind(group).items()) if group else ""


_FORMS: dict[str, tuple[str, bool, Callable[[Kit, str], Sequence[Block]]]] = {
    "hits": ("Damage record", False, _hits),
    "turns": ("Turn track", False, _turns),
    "points": ("Points", False, _points),
    "fights": ("Fights", False, _fights),
    "searches": ("Search log", True, _searches),
    "map": ("Map", True, _map),
    "decks": ("Displays", True, _decks),
    "card": ("A turn, phase by phase", False, lambda kit, side: card()),
}
"""Each form's title, whether each side has its own, and what is on it."""
