"""Lists of cells that are typed as one text: ``1-4 −3, 5-8 −1, 14+ 2``; and headings, ``0-5 6 7 8-10 11+``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from umpire.games.carrier import compact
from umpire.games.carrier.grids import Grid
from umpire.table.asks import Refusal
from umpire.table.charts import Cell
from umpire.table.words import whole

JSON = Any
LONGEST = 400
"""Characters of a list as it is typed."""
MOST = 99
"""Where a span goes to that is printed as “or more”."""

# Bands.


def runs(rows: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Neighbouring rows of the same text as one: ``[("1-4", "−3"), ("5-8", "−1")]``. Rows without a text are left out.

    Only numbers make a run: rows that have a name stand each by themselves.
    """
    made: list[list[str]] = []
    before = ""
    for words, text in rows:
        if text and text == before and made and _is_number(made[-1][1]) and _is_number(words):
            made[-1][1] = words
        elif text:
            made.append([words, words, text])
        before = text
    return [
        (low if low == high else f"{low}{' to ' if low[0] == '−' else '-'}{high}", text) for low, high, text in made
    ]


def _is_number(words: str) -> bool:
    return re.fullmatch(r"−?\d+(\.\d+)?", words) is not None


def banded(grid: Grid, texts: Mapping[str, str]) -> str:
    """A list as it is typed, of the texts of its cells by key."""
    rows = [(words, texts.get(grid.key(row, ""), "")) for row, words in grid.rows]
    return ", ".join(f"{words} {text}" for words, text in runs(rows))


def read(grid: Grid, typed: str, cell: Callable[[str], Cell]) -> dict[str, JSON]:
    """The cells of a list as it was typed; a later part counts before an earlier one. Raises `Refusal`."""
    made: dict[str, JSON] = {}
    tidy = typed[:LONGEST].replace("−", "-").replace("–", "-")
    for part in filter(None, (" ".join(each.split()) for each in re.split(r"[,;\n]", tidy))):
        found = re.fullmatch(r"([\w.]+)(?: ?- ?([\w.]+)|(\+))?:? ([+-]?[\w/ ]+)", part)
        if not found:
            raise Refusal(f"{grid.title}: “{part[:24]}” will not do. It is typed like 1-4 -3, 5-8 -1, 14+ 2.")
        low = _place(grid, found[1])
        high = len(grid.rows) - 1 if found[3] else _place(grid, found[2] or found[1])
        for row, _ in grid.rows[low : high + 1]:
            key = grid.key(row, "")
            made[key] = compact.read(cell(key), found[4])
    return made


def _place(grid: Grid, typed: str) -> int:
    """Where a row stands that is typed as it is called, or as the same number otherwise: 1.5 for 1.50."""
    for n, (_, words) in enumerate(grid.rows):
        if words == typed or _number(words) == _number(typed) is not None:
            return n
    raise Refusal(f"{grid.title}: there is no {typed[:12]}; it goes from {grid.rows[0][1]} to {grid.rows[-1][1]}.")


def _number(text: str) -> Fraction | None:
    return Fraction(text) if re.fullmatch(r"\d{1,4}(\.\d{1,4})?", text) else None


# Headings.


def spans_text(cells: Mapping[str, JSON]) -> str:
    """Headings of numbers from and to, the least first."""
    found = sorted({(span["from"], span["to"]) for span in cells.values()})
    return " ".join(str(low) if low == high else f"{low}+" if high == MOST else f"{low}-{high}" for low, high in found)


def read_spans(grid: Grid, typed: str) -> dict[str, JSON]:
    """Cells that say these headings, one a heading; raises `Refusal`."""
    made: dict[str, JSON] = {}
    last = -1
    for word in _words(typed):
        found = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2})|(\+))?", word)
        low, high = (int(found[1]), MOST if found[3] else int(found[2] or found[1])) if found else (0, -1)
        if not last < low <= high:
            raise _no(grid, word, "0-5 6 7 8-10 11+")
        made[grid.key(str(low), "")] = {"from": low, "to": high}
        last = high
    return made


def steps_text(cells: Mapping[str, JSON]) -> str:
    """Headings by the number each begins with."""
    return " ".join(str(n) for n in sorted(set(cells.values())))


def read_steps(grid: Grid, typed: str) -> dict[str, JSON]:
    """Cells that say which heading each number is read under: the highest that does not exceed it."""
    found: list[int] = []
    for word in _words(typed):
        n = whole(word)
        if n is None or n <= (found[-1] if found else 0) or n > MOST:
            raise _no(grid, word, "1 2 4 6 8, the first number of each")
        found.append(n)
    under = {row: [n for n in found if n <= int(row)] for row, _ in grid.rows}
    return {grid.key(row, ""): heads[-1] for row, heads in under.items() if heads}


def _words(typed: str) -> list[str]:
    tidy = re.sub(r"\s*[-–−]\s*", "-", typed[:LONGEST])
    return [word for word in re.split(r"[\s,;]+", tidy) if word]


def _no(grid: Grid, word: str, example: str) -> Refusal:
    return Refusal(f"{grid.title}: “{word[:12]}” will not do. From the left, like {example}.")
