"""Printed tables as they lie on the chart screens: rows and columns, and the key of the cell at each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from umpire.games.carrier.terms import DIE, PERIODS

Line = tuple[str, str]
"""A row or a column: its part of a key, and what it is called."""

TABLE, ROWS, BANDS, SPANS, STEPS = "table", "rows", "bands", "spans", "steps"
"""How a table is typed. ``table``: a box a cell. ``rows``: a row a cell, with a box for each of its fields. ``bands``:
all of it as one text, ``1-4 −3, 5-8 −1``. ``spans`` and ``steps``: the headings of another table, of numbers from and
to, or each of the number it begins with."""
WHOLE: Sequence[Line] = (("", ""),)


@dataclass(frozen=True)
class Grid:
    """One table of a chart. Its cell at a row and column has the key `pattern` with both put in."""

    pattern: str
    rows: Sequence[Line] = WHOLE
    columns: Sequence[Line] = WHOLE
    title: str = ""
    corner: str = ""
    """What its rows are."""
    shape: str = TABLE
    holes: frozenset[tuple[str, str]] = frozenset()
    """Rows and columns at which nothing is printed."""
    ends: bool = False
    """Whether a die may be modified beyond the rows that are printed, so that the last of them stands for more."""

    @property
    def narrow(self) -> bool:
        """Whether it is but a list of cells."""
        return self.columns == WHOLE

    def key(self, row: str, column: str) -> str:
        """The key of a cell; empty where there is none."""
        return "" if (row, column) in self.holes else self.pattern.format(row=row, column=column)

    def every(self) -> list[str]:
        """The keys of all its cells, row by row."""
        return [key for row, _ in self.rows for column, _ in self.columns if (key := self.key(row, column))]


def lines(names: Sequence[str]) -> list[Line]:
    """Rows or columns that are called as they are keyed."""
    return [(name, name) for name in names]


def numbers(low: int, high: int) -> list[Line]:
    """Rows or columns by number."""
    return [(str(n), str(n).replace("-", "−")) for n in range(low, high + 1)]


def numbers_of(some: Sequence[int]) -> list[Line]:
    """Rows or columns by these numbers."""
    return lines([str(n) for n in some])


DICE = numbers(1, DIE)
BY_PERIOD: Sequence[Line] = tuple(PERIODS.items())
MOST_POINTS = 30
"""Air strength and air points are no greater than this in the tables that are read by them."""


def mods(chart: str, *names: Line) -> Grid:
    """The modifiers beside a chart."""
    return Grid(f"{chart}/{{row}}", names, title="Modifiers")


def bands(pattern: str, low: int, title: str, high: int = MOST_POINTS, first: Sequence[Line] = ()) -> Grid:
    """A list by number that is typed as one text."""
    return Grid(pattern, [*first, *numbers(low, high)], title=title, shape=BANDS)
