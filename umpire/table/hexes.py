"""Printed maps of hexes, named by a column letter and a row number: ``H6``.

The hexes lie flat side up. Columns run from A at the left, rows from 1 at the top; in the even columns (B, D and
so on) every hex lies half a hex lower than its neighbours to the left and right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from umpire.table.board import LETTERS, Cell, NoSuchPlace

_HEX = re.compile(r"([A-Z])[- ]?([1-9][0-9]?)")


def column_of(place: str) -> int:
    """The number of a hex's column, 1 for A."""
    return LETTERS.index(place[0]) + 1


def row_of(place: str) -> int:
    """The row of a hex, as it is printed."""
    return int(place[1:])


@dataclass(frozen=True)
class HexBoard:
    """A map of hexes. Odd columns (A, C and so on) and even ones have their own number of rows.

    Hexes that are `off` are printed, in whole or in part, and not played in. Map order is row by row from the top,
    each row from the left.
    """

    columns: int
    odd_rows: int
    even_rows: int
    off: tuple[str, ...] = ()

    @cached_property
    def _at(self) -> dict[str, Cell]:
        """Column and row of every hex in play, in map order."""
        every = {
            f"{letter}{row}": (column, row)
            for row in range(1, max(self.odd_rows, self.even_rows) + 1)
            for column, letter in enumerate(LETTERS[: self.columns], 1)
            if row <= (self.odd_rows if column % 2 else self.even_rows)
        }
        return {place: cell for place, cell in every.items() if place not in self.off}

    @cached_property
    def _order(self) -> dict[str, int]:
        return {place: n for n, place in enumerate(self._at)}

    @property
    def places(self) -> tuple[str, ...]:
        """Every hex in play, in map order."""
        return tuple(self._at)

    def __contains__(self, place: object) -> bool:
        return isinstance(place, str) and place in self._at

    def order(self, hexes: Iterable[str]) -> list[str]:
        """Hexes in map order; raises `KeyError` for one that is not in play."""
        return sorted(hexes, key=self._order.__getitem__)

    def xy(self, place: str) -> Cell:
        """Where the middle of a hex is drawn, A1 at 0, 0; raises `KeyError`.

        Across it is counted in columns, each three quarters of a hex's width from the next; down in half hexes,
        each half of a hex's height.
        """
        column, row = self._at[place]
        return column - 1, 2 * (row - 1) + (column + 1) % 2

    def distance(self, a: str, b: str) -> int:
        """Hexes from one hex to another, whether or not those between are in play."""
        (column, row), (other, other_row) = self._at[a], self._at[b]
        across = other - column
        along = (other_row - (other + 1) // 2) - (row - (column + 1) // 2)
        return max(abs(across), abs(along), abs(across + along))

    def within(self, place: str, reach: int) -> Iterator[str]:
        """Hexes no farther than `reach`, the hex itself among them, in map order."""
        if (place, reach) not in self._near:
            self._near[place, reach] = tuple(other for other in self._at if self.distance(place, other) <= reach)
        return iter(self._near[place, reach])

    # What was found before: a map does not change, and games and pages ask for the same hexes again and again.

    @cached_property
    def _near(self) -> dict[tuple[str, int], tuple[str, ...]]:
        return {}

    @cached_property
    def _next(self) -> dict[str, tuple[str, ...]]:
        return {}

    @cached_property
    def _ways(self) -> dict[str, dict[str, int]]:
        return {}

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The hexes in play next to a hex, clockwise from the one above it."""
        if place not in self._next:
            self._next[place] = tuple(self._beside(*self._at[place]))
        return self._next[place]

    def _beside(self, column: int, row: int) -> Iterator[str]:
        upper = row - column % 2
        round_it = ((0, row - 1), (1, upper), (1, upper + 1), (0, row + 1), (-1, upper + 1), (-1, upper))
        return (self._hex_at[cell] for d, r in round_it if (cell := (column + d, r)) in self._hex_at)

    @cached_property
    def _hex_at(self) -> dict[Cell, str]:
        return {cell: place for place, cell in self._at.items()}

    def rim(self, place: str) -> bool:
        """Whether a hex is at the edge of what is in play: fewer than six others lie next to it."""
        return len(self.neighbours(place)) < 6

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """The hexes entered on the straightest way from one hex to another, `b` the last; none if they are the same.

        Of two hexes that bring as near, the one nearer to the straight line is entered; of two as near to it, the one
        of the lower row, then the one farther left. Raises `NoSuchPlace` when no way leads there.
        """
        left = self._steps_to(b)
        if a not in left:
            raise NoSuchPlace(f"No way leads from {a} to {b}.")
        made: list[str] = []
        at = a
        while at != b:
            nearer = [place for place in self.neighbours(at) if left[place] < left[at]]
            at = min(nearer, key=lambda place: (self._aside(a, b, place), self._order[place]))
            made.append(at)
        return tuple(made)

    def _steps_to(self, end: str) -> dict[str, int]:
        """Steps to a hex over hexes in play, from every hex that it can be reached from."""
        if end not in self._ways:
            steps = {end: 0}
            reached = [end]
            for place in reached:
                for near in self.neighbours(place):
                    if near not in steps:
                        steps[near] = steps[place] + 1
                        reached.append(near)
            self._ways[end] = steps
        return self._ways[end]

    def _aside(self, a: str, b: str, place: str) -> int:
        """How far a hex lies from the straight line between two; larger is farther, in no unit."""
        (ax, ay), (bx, by), (x, y) = self.xy(a), self.xy(b), self.xy(place)
        return abs((bx - ax) * (y - ay) - (x - ax) * (by - ay))

    def read(self, text: str) -> str:
        """A hex as players write it (``h6``, ``H-6``); raises `NoSuchPlace` when the map has none such in play."""
        found = _HEX.fullmatch(text.strip().upper())
        place = "".join(found.groups()) if found else ""
        if place not in self._at:
            raise NoSuchPlace(f"There is no hex “{text.strip()[:20]}” on this map.")
        return place


NOWHERE = HexBoard(1, 1, 1)
"""The smallest map, for an ask that is drawn on none."""
