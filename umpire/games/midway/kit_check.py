"""What no copy of the game could hold: the name and value of every cell, and cells against each other.

A kit may be half filled in and still be sound; what it lacks is `kit.wanting`'s to say.
"""

from __future__ import annotations

from typing import Any

from umpire.games.kit_parts import Cells, is_texts, is_whole, settled
from umpire.games.midway import kit as kits
from umpire.games.midway.terms import BOMBERS, CARRIERS, MIDWAY, MIDWAY_CAPACITY, SHIP_TYPES, SIDES, US, hour
from umpire.table.board import ZoneBoard
from umpire.table.charts import Field

JSON = Any

MOST_SHIPS = 99
HOURS = tuple(hour(n) for n in range(1, 13))
COUNTERS = ("screening", "hits", "points", "surface")
NUMBERS = {
    "board/columns": (1, 20),
    "board/rows": (1, 20),
    "track/turns": (1, 60),
    "battle-board/depth": (5, 20),
}


def faults(cells: Cells) -> dict[str, str]:
    """What is wrong with cells, by key: a name or value no copy could have, or a contradiction between two."""
    found = {}
    for key, value in cells.items():
        fault = _fault(key, value, cells)
        if fault:
            found[key] = f"{key[:40]}: {fault}"
    return found


def problems(cells: Cells) -> list[str]:
    """What is wrong with cells, a sentence each; empty for cells that are sound, whole or not."""
    return list(faults(cells).values())


def sound(cells: Cells) -> dict[str, JSON]:
    """The cells that can be worked with, whatever the others are."""
    return settled(cells, faults)


def _fault(key: str, value: JSON, cells: Cells) -> str:
    if key in NUMBERS:
        low, high = NUMBERS[key]
        return "" if is_whole(value, low, high) else f"this is a whole number from {low} to {high}."
    kind, _, name = key.partition("/")
    if kind == "board":
        return _board_fault(name, value, cells)
    if key == "track/nights":
        fits = is_texts(value) and set(value) <= set(HOURS) and len(set(value)) == len(value)
        return "" if fits else "these are hours of the time record, such as 1900."
    if key == "roster":
        return _roster_fault(value, cells)
    if kind == "air":
        return _air_fault(name, value, cells)
    if kind == "fighters":
        return _fighters_fault(name, value, cells)
    return _counter_fault(key, value, cells)


def _board_fault(name: str, value: JSON, cells: Cells) -> str:
    if name not in ("midway", "kure", "shaded/us", "shaded/japan"):
        return "a kit has nothing of this name."
    board = _board(cells)
    if board is None:
        return "there is no board for it: columns and rows are not given."
    if name in ("midway", "kure"):
        if not isinstance(value, str) or value not in board:
            return "this is one zone of the board, such as A-1-E."
        if name == "kure" and value == cells.get("board/midway"):
            return "Midway and Kure cannot be one zone."
        return ""
    if not is_texts(value) or not value or len(set(value)) < len(value) or any(zone not in board for zone in value):
        return "these are zones of the board, such as A-1-A, each once."
    other = cells.get("board/shaded/us", []) if name == "shaded/japan" else []
    both = sorted(set(value) & set(other)) if is_texts(other) else []
    return f"{both[0]} cannot be shaded for both sides." if both else ""


def _board(cells: Cells) -> ZoneBoard | None:
    drawn = is_whole(cells.get("board/columns"), 1, 20) and is_whole(cells.get("board/rows"), 1, 20)
    return kits.board_of(cells) if drawn else None


def _roster_fault(value: JSON, cells: Cells) -> str:
    if not isinstance(value, dict) or not 1 <= len(value) <= MOST_SHIPS:
        return f"this lists the ships by name, {MOST_SHIPS} of them at most."
    seen: set[str] = set()
    for name, ship in value.items():
        if fault := name_fault(name) or _ship_fault(ship, last_turn(cells)):
            return f"{name[:24]}: {fault}"
        if name.casefold() in seen:
            return f"{name} is there twice."
        seen.add(name.casefold())
    return ""


def name_fault(name: str) -> str:
    """Why no ship can have this name, or nothing."""
    if not name.strip() or name != " ".join(name.split()) or len(name) > 24:
        return "a ship’s name has 1 to 24 letters."
    if not name.isprintable() or set("/|") & set(name) or name.casefold() == MIDWAY.casefold():
        return "no ship can have this name."
    return ""


def _ship_fault(ship: JSON, last: int) -> str:
    if not isinstance(ship, dict) or set(ship) != {"side", "type", "arrives"} or ship["side"] not in SIDES:
        return f"a ship has a side ({' or '.join(SIDES)}), a type and the turn she arrives."
    if ship["type"] not in SHIP_TYPES:
        return f"the types are {', '.join(SHIP_TYPES)}."
    if not is_whole(ship["arrives"], 1, 60) or ship["arrives"] > last:
        return f"she arrives on a turn from 1 to {last}, the last."
    if ship["side"] == US and ship["arrives"] != 1:
        return "US ships are all on the board from the start, turn 1."
    return ""


def last_turn(cells: Cells) -> int:
    """The last turn of the time record, or the rulebook's while the kit has none."""
    turns: JSON = cells.get("track/turns")
    return int(turns if is_whole(turns, 1, 60) else kits.known()["track/turns"])


def of_a_ship(name: str, cells: Cells) -> bool:
    """Whether a name is one of the order of battle, or offered for it."""
    roster = cells.get("roster")
    return name in kits.edition()["roster"] or (isinstance(roster, dict) and name in roster)


def _base_fault(base: str, cells: Cells) -> str:
    """Why no planes can start on a base, or nothing."""
    roster = cells.get("roster")
    ship = roster.get(base) if isinstance(roster, dict) else None
    if base != MIDWAY and not of_a_ship(base, cells):
        return "no ship of this name is in the order of battle."
    if isinstance(ship, dict) and ship.get("type") not in CARRIERS:
        return "she is no carrier."
    return ""


def _air_fault(base: str, value: JSON, cells: Cells) -> str:
    if fault := _base_fault(base, cells):
        return fault
    if not isinstance(value, dict) or set(value) != set(BOMBERS) or not all(is_whole(n, 0, 40) for n in value.values()):
        return "an air group is D and T, each a whole number from 0 to 40."
    if base == MIDWAY and sum(value.values()) > MIDWAY_CAPACITY:
        return f"Midway holds no more than {MIDWAY_CAPACITY} squadrons."
    return ""


def _fighters_fault(base: str, value: JSON, cells: Cells) -> str:
    if fault := _base_fault(base, cells):
        return fault
    if not is_whole(value, 0, 40):
        return "this is a whole number from 0 to 40."
    air = cells.get(f"air/{base}")
    bombers = sum(air.values()) if isinstance(air, dict) and all(is_whole(n, 0, 40) for n in air.values()) else 0
    if base == MIDWAY and value + bombers > MIDWAY_CAPACITY:
        return f"Midway holds no more than {MIDWAY_CAPACITY} squadrons, fighters among them."
    return ""


def _counter_fault(key: str, value: JSON, cells: Cells) -> str:
    kind, _, name = key.partition("/")
    try:
        cell = kits.cell(key, {})
    except KeyError:
        return "a kit has nothing of this name."
    if kind in COUNTERS and not of_a_ship(name, cells):
        return "no ship of this name is in the order of battle."
    if cell.allows(value):
        return ""
    if name == "columns":
        return "these are odds, such as 1-2."
    if cell.bare:
        return f"this is a whole number from {_range(cell.fields[0])}."
    return f"this is {' and '.join(f'{box.name} ({_range(box)})' for box in cell.fields)}."


def _range(box: Field) -> str:
    """``0 to 9, or “sunk”``."""
    return f"{box.low} to {box.high}" + "".join(f", or “{word}”" for word in box.words)
