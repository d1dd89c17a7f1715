"""Under which headings facts of a record are looked up; a printed value under its chart, and where that has many its row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from umpire.table.script import Fact
from umpire.table.words import shared

SHIPS, POINTS, PRINTED = "Ships and bases", "Time and points", "Printed values"
FEW = 40
"""So many facts are few enough for one list."""
MOST_ROWS = 60
"""So many rows of a chart are few enough for a heading each."""


def filed(chart: str, facts: Iterable[Fact]) -> list[Fact]:
    """The values of one chart in the order of its rows, each under its heading.

    A value's key names its row before the last stroke; its label begins with the chart and the row.
    """
    ordered = sorted(facts, key=lambda fact: _place(fact.key))
    if len(ordered) <= FEW:
        return [replace(fact, about=(PRINTED, chart)) for fact in ordered]
    begin = _phrase(shared([fact.label for fact in ordered]))
    made = []
    for row in _rows(ordered):
        for part in _parts(row):
            heading = _heading([fact.label[len(begin) :].strip() for fact in part], whole=len(part) == len(row))
            made += [replace(fact, about=(PRINTED, chart, heading)) for fact in part]
    return made


def _place(key: str) -> list[tuple[int, int, str]]:
    """Where a cell stands among others of its chart: numbers by their size."""
    made = []
    for part in key.split("/"):
        tokens = [part] if part.removeprefix("-").isdecimal() else re.split(r"(\d+)", part)
        made += [(1, int(each), "") if each.removeprefix("-").isdecimal() else (0, 0, each) for each in tokens]
    return made


def _rows(ordered: Sequence[Fact]) -> list[list[Fact]]:
    """Facts by the row of their chart; where these are too many, by what their keys have in common before it."""
    heads = [fact.key.rpartition("/")[0] for fact in ordered]
    while len(dict.fromkeys(heads)) > MOST_ROWS:
        heads = [head.rpartition("/")[0] for head in heads]
    rows: dict[str, list[Fact]] = {}
    for head, fact in zip(heads, ordered, strict=True):
        rows.setdefault(head, []).append(fact)
    return list(rows.values())


def _parts(row: list[Fact]) -> list[list[Fact]]:
    """A row cut into lists that are short enough, and about alike."""
    size = -(-len(row) // -(-len(row) // FEW))
    return [row[at : at + size] for at in range(0, len(row), size)]


def _phrase(words: str) -> str:
    """As much of some words as ends with a stop: what follows goes with the next."""
    return words[: max(words.rfind(","), words.rfind(":")) + 1]


def _heading(names: Sequence[str], *, whole: bool) -> str:
    """What several cells of a row are called; by the first and the last of them where they are a part of it."""
    if len(names) == 1:
        return names[0]
    alike = shared(names) if whole else ""
    if alike.count(" "):
        return alike.rpartition(",")[0] or alike
    end = len(_backwards(shared([_backwards(name) for name in names])))
    return " … ".join(name[: len(name) - end].strip() for name in (names[0], names[-1]))


def _backwards(words: str) -> str:
    return " ".join(reversed(words.split(" ")))
