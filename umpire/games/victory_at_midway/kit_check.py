"""What no copy of the game could hold: the name and value of every cell, and cells against each other.

A kit may be half filled in and still be sound; what it lacks is `kit.gaps`' to say.
"""

from __future__ import annotations

from typing import Any

from umpire.games.kit_parts import Cells, is_texts, is_whole, settled
from umpire.games.victory_at_midway import kit as kits
from umpire.games.victory_at_midway.kit import MOST_BASED, NEEDED, OPEN_SEA, SAME
from umpire.games.victory_at_midway.terms import (
    AIR_TYPES,
    BASES,
    BATTALIONS,
    CLASSES,
    GROUND_CLASSES,
    JAPAN,
    MARINES,
    MIDWAY,
    SIDES,
    SUBS,
    TURNS,
)
from umpire.table.charts import Field
from umpire.table.hexes import HexBoard

JSON = Any

MOST_SHIPS = 99
ENTRIES = (1, 2, 3, 4, 11, 13)
"""The turns in the corner of Japanese counters (Japanese Setup)."""
TRACKS = tuple(kits.every_third(first) for first in (1, 2, 3))
SIZES = ("map/columns", "map/rows/odd", "map/rows/even")
_TAKEN = tuple(
    each.casefold()
    for each in (*BATTALIONS, *MARINES, *GROUND_CLASSES, *AIR_TYPES, *CLASSES, MIDWAY)
    if each != "Yamato"
)
"""Names that mean something else already."""


def faults(cells: Cells) -> dict[str, str]:
    """What is wrong with cells, by key: a name or value no copy could have, or a contradiction between two."""
    found = {}
    roster = cells.get("roster")
    ships = {"roster": roster} if roster and not _roster_fault(roster) else {}
    for key, value in cells.items():
        if fault := _fault(key, value, cells, ships):
            found[key] = f"{key[:40]}: {fault}"
    return found


def problems(cells: Cells) -> list[str]:
    """What is wrong with cells, a sentence each; empty for cells that are sound, whole or not."""
    return list(faults(cells).values())


def sound(cells: Cells) -> dict[str, JSON]:
    """The cells that can be worked with, whatever the others are."""
    return settled(cells, faults)


def _fault(key: str, value: JSON, cells: Cells, ships: Cells) -> str:
    """`ships` is the roster alone, where it can be worked with."""
    kind, _, name = key.partition("/")
    if key in ("map/off", "map/fog"):
        return _hexes_fault(key, value, cells)
    if key == "track/s":
        return "" if value in TRACKS else f"every third of the {TURNS} turns is an S turn, from 1, 2 or 3 on."
    if key == "roster":
        return _roster_fault(value)
    if kind == "group":
        return _group_fault(name, value)
    return _value_fault(key, value, ships)


def drawn(cells: Cells) -> HexBoard | None:
    """The map with every hex that is printed, or None while its size is not given."""
    fits = all(key in cells and kits.cell(key, {}).allows(cells[key]) for key in SIZES)
    return kits.board_of({key: cells[key] for key in SIZES}) if fits else None


def _hexes_fault(key: str, value: JSON, cells: Cells) -> str:
    board = drawn(cells)
    if board is None:
        return "there is no map for it: its columns and rows are not given."
    if not is_texts(value) or len(set(value)) < len(value) or any(place not in board for place in value):
        return "these are hexes of the map, such as B4, each once."
    off = cells.get("map/off", []) if key == "map/fog" else list(PLACES)
    both = [place for place in value if is_texts(off) and place in off]
    if both and key == "map/fog":
        return f"{both[0]} is out of play, so there is no fog in it."
    return f"{both[0]} is a hex that the rules speak of." if both else ""


PLACES = ("H6", "G6", "N5", "L5")
"""Hexes that cannot be out of play: Midway, Kure, and those of US Setup."""


def _roster_fault(value: JSON) -> str:
    if not isinstance(value, dict) or not 1 <= len(value) <= MOST_SHIPS:
        return f"this lists the ships by name, {MOST_SHIPS} of them at most."
    seen: set[str] = set()
    for name, ship in value.items():
        if fault := name_fault(name) or ship_fault(name, ship):
            return f"{name[:24]}: {fault}"
        if name.casefold() in seen:
            return f"{name} is there twice."
        seen.add(name.casefold())
    return ""


def name_fault(name: str) -> str:
    """Why no ship can have this name, or nothing."""
    if not name.strip() or name != " ".join(name.split()) or len(name) > 24:
        return "a ship’s name has 1 to 24 letters."
    if not name.isprintable() or set("/|@?") & set(name) or name.casefold() in _TAKEN:
        return "no ship can have this name."
    return ""


def ship_fault(name: str, ship: JSON) -> str:
    """Why no ship of this name can be so, or nothing."""
    if not isinstance(ship, dict) or set(ship) != {"side", "class", "entry"} or ship["side"] not in SIDES:
        return f"a ship has a side ({' or '.join(SIDES)}), a class and a turn of entry."
    cls, entry = ship["class"], ship["entry"]
    fixed = kits.edition()["roster"][name]["class"] if name in NEEDED else None
    if fixed and cls != fixed:
        return f"the rulebook has her among the {CLASSES[fixed][2]}, {fixed}."
    if not isinstance(cls, str) or not (fixed or cls in OPEN_SEA) or CLASSES[cls][0] != ship["side"]:
        mine = [each for each in OPEN_SEA if CLASSES[each][0] == ship["side"]]
        return f"the classes are {', '.join(mine)}."
    if ship["side"] == JAPAN and cls not in SUBS:
        listed = ", ".join(str(n) for n in ENTRIES)
        return "" if is_whole(entry, 1, 99) and entry in ENTRIES else f"her turn of entry is one of {listed}."
    return "" if is_whole(entry, 0, 0) else "she starts on the map: her entry is 0."


def _group_fault(base: str, value: JSON) -> str:
    if base not in BASES:
        return "no planes are based there."
    types = kits.types_on(base)
    if not isinstance(value, dict) or not all(t in types and is_whole(n, 1, MOST_BASED) for t, n in value.items()):
        return f"an air group lists how many units there are of {', '.join(types)}, without those it has none of."
    return "" if sum(value.values()) <= MOST_BASED else f"no base has more than {MOST_BASED} units."


def _value_fault(key: str, value: JSON, ships: Cells) -> str:
    name = key.partition("/")[2]
    try:
        cell = kits.cell(key, ships)
    except KeyError:
        return "a kit has nothing of this name."
    if cell.allows(value):
        return ""
    if cell.bare:
        return f"this is {_range(cell.fields[0])}."
    return f"{name} needs {' and '.join(f'{box.name} ({_range(box)})' for box in cell.fields)}."


def _range(box: Field) -> str:
    """``a whole number from 0 to 9``, with the words it may be instead."""
    said = {"1/2": "“1/2”", SAME: "“same”"}
    number = "1" if box.low == box.high else f"a whole number from {box.low} to {box.high}"
    return number + "".join(f", or {said[word]}" for word in box.words)
