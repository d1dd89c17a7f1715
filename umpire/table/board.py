"""Printed boards as geometry: areas of nine zones, and rectangles. Distances are king moves (R2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

from umpire.table.asks import Refusal

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ZONE_LETTERS = "ABCDEFGHI"
_AREA = re.compile(r"([A-Z])-?([1-9][0-9]?)")
_SPOKEN_PART = re.compile(r"[A-Z]|[0-9]+")
_ZONE = re.compile(r"([A-Z])-?([1-9][0-9]?)-?([A-I])")

Cell = tuple[int, int]


class NoSuchPlace(Refusal, ValueError):
    """A place that is not on the board."""


def king(a: Cell, b: Cell) -> int:
    """Squares from one to another, a diagonal step counting as one."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


class Board(Protocol):
    """What every board can tell of its places: the zones of one, the hexes of another."""

    @property
    def places(self) -> tuple[str, ...]:
        """Every place, in the order of the board."""

    def __contains__(self, place: object) -> bool: ...

    def distance(self, a: str, b: str) -> int:
        """Steps from one place to another; raises `KeyError` for a place that is not on the board."""

    def within(self, place: str, reach: int, /) -> Iterator[str]:
        """Places no farther than `reach`, the place itself among them, in a fixed order."""

    def read(self, text: str) -> str:
        """A place as players write it; raises `NoSuchPlace` when the board has none such."""


@dataclass(frozen=True)
class ZoneBoard:
    """A search board: areas ``A-1`` by column letter and row, each of nine zones ``A-1-A`` row by row."""

    columns: int
    rows: int

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """Every area, row by row from the top left."""
        return tuple(f"{LETTERS[c]}-{r + 1}" for r in range(self.rows) for c in range(self.columns))

    @cached_property
    def _at(self) -> dict[str, Cell]:
        return {
            f"{area}-{z}": (LETTERS.index(area[0]) * 3 + i % 3, (int(area[2:]) - 1) * 3 + i // 3)
            for area in self.areas
            for i, z in enumerate(ZONE_LETTERS)
        }

    @cached_property
    def _zone_at(self) -> dict[Cell, str]:
        return {cell: zone for zone, cell in self._at.items()}

    @property
    def zones(self) -> tuple[str, ...]:
        """Every zone, area by area."""
        return tuple(self._at)

    places = zones

    def __contains__(self, place: object) -> bool:
        return isinstance(place, str) and place in self._at

    def xy(self, zone: str) -> Cell:
        """Column and row of a zone, counted in zones from the top left; raises `KeyError`."""
        return self._at[zone]

    def zone_at(self, x: int, y: int) -> str | None:
        """The zone at a column and row, or None off the board."""
        return self._zone_at.get((x, y))

    def distance(self, a: str, b: str) -> int:
        """Zones from one zone to another."""
        return king(self._at[a], self._at[b])

    def distance_to_area(self, zone: str, area: str) -> int:
        """Zones to the nearest zone of an area (R1)."""
        x, y = self._at[zone]
        left, top = self._at[f"{area}-A"]
        return king((x, y), (min(max(x, left), left + 2), min(max(y, top), top + 2)))

    def within(self, zone: str, reach: int) -> Iterator[str]:
        """Zones no farther than `reach`, the zone itself among them, row by row."""
        x, y = self._at[zone]
        for v in range(max(0, y - reach), min(self.rows * 3, y + reach + 1)):
            for u in range(max(0, x - reach), min(self.columns * 3, x + reach + 1)):
                yield self._zone_at[u, v]

    def read_zone(self, text: str) -> str:
        """A zone as players write it (``c3e``, ``C-3-E``); raises `NoSuchPlace` when the board has none such."""
        found = _ZONE.fullmatch(text.strip().upper())
        place = "-".join(found.groups()) if found else ""
        if place not in self._at:
            raise NoSuchPlace(f"There is no zone “{text.strip()[:20]}” on this board.")
        return place

    read = read_zone

    def read_area(self, text: str) -> str:
        """An area as players write it (``c3``); raises `NoSuchPlace` when the board has none such."""
        found = _AREA.fullmatch(text.strip().upper())
        place = "-".join(found.groups()) if found else ""
        if place not in self.areas:
            raise NoSuchPlace(f"There is no area “{text.strip()[:20]}” on this board.")
        return place


def area_of(zone: str) -> str:
    """The area a zone lies in."""
    return zone.rpartition("-")[0]


NOWHERE = ZoneBoard(1, 1)
"""The smallest board, for an ask that is drawn on none."""

_ALPHABET = """Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike
November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu"""
SPOKEN = dict(zip(LETTERS, _ALPHABET.split(), strict=True))
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@lru_cache(maxsize=4096)
def spoken(place: str) -> str:
    """A place as it is read aloud: ``C-3-E`` is Charlie three Echo, ``H6`` Hotel six."""

    def word(part: str) -> str:
        return SPOKEN[part] if part in SPOKEN else " ".join(NUMBERS[int(digit)] for digit in part)

    return " ".join(word(part) for part in _SPOKEN_PART.findall(place))
