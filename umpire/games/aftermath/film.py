"""What the report's maps are drawn from: every mark and every picture written down once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

JSON = Any
Mark = list[JSON]
"""A mark: its form, x and y, then for a counter its type, its number and its words; for a sighting also its age."""


class Store:
    """Marks and pictures by number."""

    def __init__(self) -> None:
        self.marks: list[Mark] = []
        self.pictures: list[list[int]] = []
        self._mark: dict[str, int] = {}
        self._picture: dict[tuple[int, ...], int] = {}

    def picture(self, drawn: Sequence[Mark]) -> int:
        """The number of a picture of these marks."""
        numbers = tuple(self._number(mark) for mark in drawn)
        if numbers not in self._picture:
            self._picture[numbers] = len(self.pictures)
            self.pictures.append(list(numbers))
        return self._picture[numbers]

    def _number(self, mark: Mark) -> int:
        key = repr(mark)
        if key not in self._mark:
            self._mark[key] = len(self.marks)
            self.marks.append(mark)
        return self._mark[key]
