"""What of a record may be set right, looked up: heading by heading, or by words of its name.

A full kit has thousands of printed values: a page lists so many of them as a thumb can scan.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.table.script import Fact
from umpire.web.typed import tidy

FEW = 40
"""So many facts are listed one by one, whatever headings they stand under."""
LONGEST_WORDS = 60
GONE = "Not on the record now"


@dataclass(frozen=True)
class LookUp:
    """A page of it: the headings gone down, those under them with how many facts each has, and facts."""

    at: Sequence[str]
    find: str
    headings: Sequence[tuple[str, int]]
    facts: Sequence[Fact]
    more: int = 0
    """So many were found besides, and are not listed."""
    chosen: Fact | None = None
    """The fact that was picked."""


def look_up(facts: Sequence[Fact], args: Any, form: Mapping[str, str]) -> LookUp:
    """What an address asks for (`fact`, or `at` and `find`); a form that is posted names its fact."""
    key = form.get("fact") or args.get("fact", "")
    chosen = next((fact for fact in facts if fact.key == key), None) if key else None
    if chosen is None and form.get("fact"):
        chosen = Fact(key, GONE, "")  # what was typed for it is kept
    find = tidy(args.get("find", ""), LONGEST_WORDS)
    at = tuple(chosen.about if chosen else args.getlist("at"))
    within = [fact for fact in facts if fact.about[: len(at)] == at]
    if find:
        words = _plain(find).split()
        found = [fact for fact in within if _has(_plain(" ".join((*fact.about, fact.label))), words)]
        return LookUp(at, find, [], found[:FEW], len(found) - len(found[:FEW]), chosen)
    at, headings, loose = _shelf(within, at)
    return LookUp(at, "", headings, loose, 0, chosen)


def _plain(text: str) -> str:
    """A text as a phone's keys type it."""
    return text.lower().translate(str.maketrans("−–’‘“”", "--''\"\""))


def _has(text: str, words: Sequence[str]) -> bool:
    """Whether every word is in a text; a number stands by itself there: 4 is not found in 14."""
    return all(
        re.search(rf"(?<![\d-]){word}(?!\d)", text) if word.removeprefix("-").isdecimal() else word in text
        for word in words
    )


def _shelf(within: Sequence[Fact], at: tuple[str, ...]) -> tuple[tuple[str, ...], list[tuple[str, int]], list[Fact]]:
    """The next headings and the facts that stand under none of them; a heading that is the only one is gone down."""
    if len(within) <= FEW:
        return at, [], list(within)
    counted = Counter(fact.about[len(at)] for fact in within if len(fact.about) > len(at))
    if len(counted) == 1 and counted.total() == len(within):
        return _shelf(within, (*at, *counted))
    return at, list(counted.items()), [fact for fact in within if len(fact.about) == len(at)]
