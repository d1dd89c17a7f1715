"""Luck: what dice did, and what was to be expected of them on the charts as far as those are known.

A die of ten, its modifiers as they were, is read on every row: the mean of the ten is what was to be expected. If
one of those rows was never read off, what was to be expected is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from umpire.games.aftermath.luck import Tally
from umpire.games.carrier import air_tables, charts
from umpire.games.carrier.aftermath.reel import Moment, Reel
from umpire.games.carrier.scoring import JAPAN
from umpire.games.carrier.search_table import RESULTS
from umpire.games.carrier.strike_charts import HIT
from umpire.games.carrier.terms import DIE, US

JSON = Any
Kit = Mapping[str, JSON]
Facts = Mapping[str, JSON]

SEARCHES, RAISES, CONTACTS = "searches that found something", "chits raised by search", "strikes that made contact"
BOMBS = "hits of bombs and torpedoes"
CAP, GUNS = "shot down by CAP", "shot down by guns"
UNITS = (SEARCHES, RAISES, CONTACTS, BOMBS, CAP, GUNS)


def tallies(reel: Reel) -> list[Tally]:
    """Every die of a game whose chart says how many of something it gives."""
    kit = reel.end.kit
    return [each for moment in reel.moments for each in _of(kit, moment)]


def _of(kit: Kit, moment: Moment) -> Iterator[Tally]:
    f = moment.facts
    read = _READ.get(moment.kind)
    if read is not None:
        yield from read(kit, f)


def expected(read: Callable[[int], int | None]) -> Fraction | None:
    """The mean of what a die of ten may give; None where one of its rows is not known."""
    every = [read(die) for die in range(1, DIE + 1)]
    known = [each for each in every if each is not None]
    return Fraction(sum(known), DIE) if len(known) == DIE else None


def _cell(kit: Kit, key: str) -> JSON:
    return charts.value(kit, key) if charts.has(kit, key) else None


def _number(kit: Kit, key: str) -> int | None:
    value = _cell(kit, key)
    return None if value is None else int(value)


def _sum(mods: Sequence[Sequence[JSON]]) -> int:
    return sum(int(n) for _, n in mods)


# Each kind of die.


def _bombed(kit: Kit, f: Facts) -> Iterator[Tally]:
    for run in f["rolls"]:
        mod = _sum(run["mods"])
        mean = expected(lambda die, mod=mod: air_tables.damage_known(kit, die + mod))  # type: ignore[misc]
        yield Tally(f["by"], BOMBS, int(run["hits"]), mean)


def _guns(kit: Kit, f: Facts) -> Iterator[Tally]:
    """Guns fire for the side that is attacked; a result on a US strike counts as two steps."""
    mod, worth = _sum(f["mods"]), 2 if f["by"] == US else 1

    def read(die: int) -> int | None:
        n = _number(kit, f"aa/{f['column']}/{air_tables.row(die + mod, air_tables.AA_ROWS)}")
        return None if n is None else n * worth

    yield Tally(JAPAN if f["by"] == US else US, GUNS, f["result"] * worth, expected(read))


def _japanese_cap(kit: Kit, f: Facts) -> Iterator[Tally]:
    mod = _sum(f["mods"])

    def read(die: int) -> int | None:
        return _number(kit, f"jp_cap_combat/{f['strength']}/{air_tables.row(die + mod, air_tables.CAP_ROWS)}")

    yield Tally(JAPAN, CAP, f["result"], expected(read))


def _us_cap(kit: Kit, f: Facts) -> Iterator[Tally]:
    mod = _sum(f["mods"])
    yield Tally(US, CAP, f["result"], expected(lambda die: _number(kit, f"us_cap/{f['column']}/{max(1, die + mod)}")))


def _contact(kit: Kit, f: Facts) -> Iterator[Tally]:
    mod = _sum(f["mods"])

    def read(die: int) -> int | None:
        value = _cell(kit, f"contact/{f['column']}/{die + mod}")
        return None if value is None else int(value == HIT)

    yield Tally(US, CONTACTS, int(f["result"] == HIT), expected(read))


def _searched(kit: Kit, f: Facts) -> Iterator[Tally]:
    for roll, result in zip(f["rolls"], f["results"], strict=True):
        mod = roll["modifier"]
        for unit, part in ((SEARCHES, 0), (RAISES, 1)):

            def read(die: int, mod: int = mod, part: int = part) -> int | None:
                value = _cell(kit, f"search/{die + mod}")
                return None if value is None else int(bool(RESULTS[value][part]))

            yield Tally(US, unit, int(bool(RESULTS[result][part])), expected(read))


_READ: Mapping[str, Callable[[Kit, Facts], Iterator[Tally]]] = {
    "bombed": _bombed,
    "guns": _guns,
    "jp-cap-combat": _japanese_cap,
    "us-cap-combat": _us_cap,
    "contact-roll": _contact,
    "searched": _searched,
}
