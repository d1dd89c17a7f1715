"""Every kind of ask a game can put, met in lively play, and the words that might mean something to it."""

from __future__ import annotations

import inspect
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from types import ModuleType
from typing import Any

from tests.every import EVERY
from tests.tables import hand_of
from umpire.games import GAMES
from umpire.table import ledger
from umpire.table.asks import PRIVATE, Ask, Draw, Roll
from umpire.table.charts import Cells
from umpire.table.table import Table

JSON = Any

SHARED = (Roll, Cells)
"""The vocabulary every game may ask with."""
SEEDS = range(8, 80)
"""Of tables that are played for asks after those that a game names, until every kind is met."""
SEVERAL = 4
"""Tables that are played in any case: what is asked at one of them alone may have little in it."""
LONG_ENOUGH = 1500
"""Answers to a table; the rarest kinds come late in a long game."""


@dataclass(frozen=True)
class Met:
    """An ask as it was put to a party, and the ledger of the table up to it."""

    party: str
    asked: Ask
    table: Table
    n: int

    @property
    def ledger(self) -> str:
        return "\n".join(ledger.write(self.table.header, self.table.entries[: self.n]))

    @cached_property
    def words(self) -> list[str]:
        """Names of the ask's own facts, those of its answers, and whatever else its taps might say."""
        named = sorted(set(strings(self.asked.facts)) | set(strings(self.asked.sample(random.Random(0)))))
        return [*random.Random(1).sample(named, min(60, len(named))), *said_in(type(self.asked))]


def strings(value: JSON) -> Iterator[str]:
    """Every text in a value, keys among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from strings(each)


@cache
def said_in(kind: type[Ask]) -> tuple[str, ...]:
    """The short words that stand in the code of a kind of ask: its keys are among them."""
    codes = [inspect.getsource(each) for each in kind.__mro__ if each.__module__.startswith("umpire")]
    return tuple(sorted({word for code in codes for word in re.findall(r'"([a-zA-Z][\w-]{0,11})"', code)}))


def classes(of: type[Ask] = Ask) -> Iterator[type[Ask]]:
    for each in of.__subclasses__():
        yield each
        yield from classes(each)


@cache
def kinds(game: str) -> tuple[str, ...]:
    """Every kind of ask that the code of a game has, and of those every game may use the ones it does."""
    package = type(GAMES[game]).__module__.rpartition(".")[0]
    own = {each.kind for each in classes() if each.__module__.startswith(f"{package}.")} - {Ask.kind}
    drawn = {Draw.kind} if any(".draw(" in inspect.getsource(each) for each in _modules(package)) else set()
    shared = {each.kind for each in SHARED} & set(EVERY[game].garbage.kinds)
    return tuple(sorted(own | drawn | shared))


def _modules(package: str) -> Iterator[ModuleType]:
    """A game's modules, as far as anything has loaded them."""
    return (each for name, each in list(sys.modules.items()) if name.startswith(f"{package}."))


@cache
def met(game: str) -> dict[str, Met]:
    """Of every kind that is met in lively play the ask of a side or of all, the fullest of some."""
    found: dict[str, Met] = {}
    played = 0
    for seed in (*EVERY[game].rich, *SEEDS):
        if played >= SEVERAL and set(found) >= set(kinds(game)):
            break
        rng = random.Random(seed)
        t = EVERY[game].some_table(rng)
        if t.game.wanting(t.header.kit, t.header.settings):
            continue  # no laptop takes a table of such a kit in
        played += 1
        agreed = t.header.settings
        the_apps = {PRIVATE, *t.game.commanded(agreed), *t.game.unprompted(agreed)}
        for _ in range(LONG_ENOUGH):
            if t.over:
                break
            for party, asked in t.asks.items():
                known = found.get(asked.kind)
                if party not in the_apps and (known is None or _fuller(asked, known.asked)):
                    found[asked.kind] = Met(party, asked, t, len(t.entries))
            party = rng.choice([party for party in t.asks if party not in t.locks])
            t.answer(party, t.asks[party].name, EVERY[game].choice(t, party, rng), hand_of(party), sure=True)
    return found


def _fuller(asked: Ask, other: Ask) -> bool:
    """Whether an ask has more of all that it may have, or as much of it and more in it."""

    parts, others = (sum(bool(each) for each in ask.facts.values()) for ask in (asked, other))
    return parts > others or (parts == others and _filled(asked.facts) > _filled(other.facts))


def _filled(value: JSON) -> int:
    """How much there is in a value that is not nothing."""
    if isinstance(value, dict):
        return sum(map(_filled, value.values()))
    if isinstance(value, list | tuple):
        return sum(map(_filled, value))
    return bool(value)
