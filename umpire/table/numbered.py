"""Printed maps of hexes named by four digits, row and column: ``2717``.

Rows run from the top, columns from the right: north up, column numbers fall to the right, and odd rows lie half a
hex to the left of even ones. A hex is its name; nothing else of it is known here, not even where the map ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from umpire.table.board import NoSuchPlace

DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")
"""The six ways out of a hex, clockwise."""
_EVEN = {"NE": (-1, -1), "E": (0, -1), "SE": (1, -1), "SW": (1, 0), "W": (0, 1), "NW": (-1, 0)}
_ODD = {"NE": (-1, 0), "E": (0, -1), "SE": (1, 0), "SW": (1, 1), "W": (0, 1), "NW": (-1, 1)}


def row_of(place: str) -> int:
    """The row of a hex, counted from the top."""
    return int(place[:2])


def column_of(place: str) -> int:
    """The column of a hex, counted from the right."""
    return int(place[2:])


def is_hex(text: object) -> bool:
    """Whether something is a hex by its form: four digits, neither row nor column 00."""
    return isinstance(text, str) and len(text) == 4 and text.isascii() and text.isdecimal() and "00" not in _pair(text)


def _pair(text: str) -> tuple[str, str]:
    return text[:2], text[2:]


def read(text: str) -> str:
    """A hex as players type it (``2717``, ``27 17``); raises `NoSuchPlace`."""
    place = "".join(text.split())
    if not is_hex(place):
        raise NoSuchPlace(f"“{text.strip()[:20]}” is no hex: two digits for the row, two for the column.")
    return place


def _x2(place: str) -> int:
    """How far left a hex lies, in half hexes."""
    return 2 * column_of(place) + row_of(place) % 2


def distance(a: str, b: str) -> int:
    """Hexes from one hex to another by air."""
    rows = abs(row_of(a) - row_of(b))
    return rows + max(0, (abs(_x2(a) - _x2(b)) - rows) // 2)


@cache
def beside(place: str) -> dict[str, str]:
    """The hexes next to one, by direction; one beyond row or column 01 or 99 is missing."""
    row, column = row_of(place), column_of(place)
    steps = _ODD if row % 2 else _EVEN
    made = {way: (row + dr, column + dc) for way, (dr, dc) in steps.items()}
    return {way: f"{r:02}{c:02}" for way, (r, c) in made.items() if 1 <= r <= 99 and 1 <= c <= 99}


def neighbours(place: str) -> tuple[str, ...]:
    """The hexes next to one, clockwise from the north-east."""
    return tuple(beside(place).values())


def way(a: str, b: str) -> str:
    """The direction of a hex from one beside it; raises `NoSuchPlace` when it does not lie beside it."""
    found = next((name for name, place in beside(a).items() if place == b), "")
    if not found:
        raise NoSuchPlace(f"{b} does not lie next to {a}.")
    return found


def turned(direction: str, steps: int) -> str:
    """The direction so many sixths of a circle clockwise of another."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + steps) % 6]


def within(place: str, reach: int) -> Iterator[str]:
    """Hexes no farther by air than `reach`, the hex itself among them, row by row from the top, each from the left."""
    row, column = row_of(place), column_of(place)
    for r in range(max(1, row - reach), min(99, row + reach) + 1):
        for c in range(min(99, column + reach + 1), max(1, column - reach - 1) - 1, -1):
            other = f"{r:02}{c:02}"
            if distance(place, other) <= reach:
                yield other


def closer(place: str, goal: str) -> tuple[str, ...]:
    """The hexes next to one that lie closer by air to a goal."""
    far = distance(place, goal)
    return tuple(other for other in neighbours(place) if distance(other, goal) < far)


def farther(place: str, goal: str) -> tuple[str, ...]:
    """The hexes next to one that lie farther by air from a goal."""
    far = distance(place, goal)
    return tuple(other for other in neighbours(place) if distance(other, goal) > far)


def nearest(place: str, others: Iterable[str]) -> tuple[str, ...]:
    """Those of some hexes that lie nearest by air, in the order given; none of none."""
    every = list(dict.fromkeys(others))
    least = min((distance(place, other) for other in every), default=0)
    return tuple(other for other in every if distance(place, other) == least)


def xy(place: str) -> tuple[int, int]:
    """Where the middle of a hex is drawn: across in half hexes, 0 for a column 99 and growing to the right; rows down."""
    return 2 * 99 + 1 - _x2(place), row_of(place)
