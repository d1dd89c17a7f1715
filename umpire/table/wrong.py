"""A fact of the record found wrong, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

JSON = Any


@dataclass(frozen=True)
class Wrong:
    """What a fact should have been, from the dispatches after entry `since` to those after `until`, both counted.

    With no `until` it was wrong up to now.
    """

    fact: str
    value: JSON
    since: int
    until: int | None = None

    def covers(self, n: int) -> bool:
        """Whether it was wrong in what was told after entry `n`."""
        return self.since <= n and (self.until is None or n <= self.until)


@dataclass(frozen=True)
class Came:
    """One thing that came of it: when, by which rule, to whom, in the words as told; `right` as it should have been."""

    n: int
    when: str
    rule: str
    who: tuple[str, ...]
    words: str
    right: str = ""


@dataclass(frozen=True)
class Place:
    """A place in the ledger that people know by a name: just after entry `n`.

    With `of` it is before that party's own answer, the last of it up to entry `n`.
    """

    n: int
    words: str
    of: str = ""


@dataclass(frozen=True)
class Contamination:
    """Who was told what from a wrong fact, what rested on it later, and the places before each to go back to."""

    value: JSON = None
    """What it should have been, as the game reads it."""
    told: Sequence[Came] = ()
    rested: Sequence[Came] = ()
    places: Sequence[Place] = ()
    note: str = ""
    """What else the umpire should know before he chooses."""


@dataclass(frozen=True)
class Strike:
    """How much going back would strike."""

    answers: int
    dice: int
