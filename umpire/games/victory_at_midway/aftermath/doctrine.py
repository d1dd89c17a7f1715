"""Solitaire: what the app did for Japan, turn by turn, and by which of the printed guidelines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from umpire.games.victory_at_midway.aftermath.reel import Moment, Reel
from umpire.games.victory_at_midway.plot import ALOFT
from umpire.games.victory_at_midway.strikes import BASE, units_of
from umpire.games.victory_at_midway.terms import DIE, FIGHTER, JAPAN, planes_words, tally
from umpire.games.victory_at_midway.words import SAYINGS
from umpire.table.ledger import Entry
from umpire.table.table import Table
from umpire.table.words import counted, listed

JSON = Any
Deed = tuple[str, str]
"""What was done, and the heading it rests on."""


def turns(table: Table, reel: Reel) -> list[JSON]:
    """Every turn with what the app decided in it; those in which it decided nothing are left out."""
    answers = {e.ask: e for e in table.entries if e.n not in table.void}
    played: dict[int, list[Moment]] = {}
    for moment in reel.moments:
        if moment.played:
            played.setdefault(moment.played, []).append(moment)
    made = []
    for n, said in played.items():
        deeds = [*_moved(reel, said), *_detected(answers.get(f"t{n}/detection"), said)]
        deeds += [*_struck(reel, said, table.entries, n), *_landed(said)]
        if deeds:
            turn = said[0].turn
            made.append(
                {"turn": turn, "when": reel.when(turn), "deeds": [{"what": what, "rule": rule} for what, rule in deeds]}
            )
    return made


def _of_japan(said: Sequence[Moment], kind: str) -> list[JSON]:
    return [moment.facts for moment in said if moment.kind == kind and moment.only(JAPAN)]


def _moved(reel: Reel, said: Sequence[Moment]) -> Iterator[Deed]:
    for f in _of_japan(said, "ships"):
        for what, ships in (("Enter", f["entered"]), ("Sail", [s for s in f["at"] if s not in f["entered"]])):
            groups: dict[str, list[str]] = {}
            for ship in reel.ranked(ships):
                groups.setdefault(f["at"][ship], []).append(ship)
            if groups:
                to = "; ".join(
                    f"{_group(group)} {'at' if what == 'Enter' else 'to'} {place}" for place, group in groups.items()
                )
                yield f"{what}: {to}.", "Japanese Entry" if what == "Enter" else "Japanese Movement"
    if any(moment.kind == "kure" for moment in said):
        yield "ST11 begins the base at Kure.", "Seaplane Tenders"


def _group(ships: Sequence[str]) -> str:
    """Ships that sail together, the first of a large group by name."""
    most = 5
    if len(ships) <= most:
        return listed(ships)
    return f"{', '.join(ships[: most - 1])} and {len(ships) - most + 1} others"


def _detected(entry: Entry | None, said: Sequence[Moment]) -> Iterator[Deed]:
    """The die that says who finds whom where whole carriers of both are near each other."""
    if entry is None:
        return
    (die,) = entry.value
    located = _of_japan(said, "located")
    if not located:
        words = "not needed, since no whole carriers of both are within two hexes"
    elif die == 1:
        words = "the US alone finds the other’s carriers"
    else:
        words = f"Japan {'alone finds the other’s carriers' if die == DIE else 'and the US find each other’s carriers'}"
        words += f", in {listed(located[0]['hexes'])}"
    yield f"Detection die {die}: {words}.", "Japanese Doctrine Toward US CVs"


def _struck(reel: Reel, said: Sequence[Moment], entries: Sequence[Entry], n: int) -> Iterator[Deed]:
    """Strikes assigned, and the one on Midway that was not flown since carriers were found."""
    orders = [e.value for e in entries if e.ask == f"t{n}/orders" and e.party == JAPAN]
    flown = _of_japan(said, "base-strike")
    if flown:
        yield f"Against Midway’s base: {_units(reel, flown[-1]['units'])}.", "Japanese Doctrine Toward Midway"
    elif orders and orders[-1].get("base"):
        yield "The strike on Midway’s base stays on deck: US carriers are found.", "Japanese Doctrine Toward US CVs"
    for f in _of_japan(said, "strikes"):
        for strike in f["strikes"]:
            if strike["to"] != BASE:
                yield f"Against {strike['to']}: {_units(reel, units_of(strike))}.", "Japanese Doctrine Toward US CVs"
    patrols = [
        unit
        for f in _of_japan(said, "air")
        for unit, u in f["units"].items()
        if u["box"] == ALOFT and u["mission"] == "cap"
    ]
    if patrols:
        yield f"Combat Air Patrol: {counted(len(patrols), 'fighter unit')}.", "Resolving Air Strikes"


def _units(reel: Reel, units: Sequence[str]) -> str:
    kinds = tally(reel.end.kind_of(unit) for unit in units)
    escort = "" if FIGHTER in kinds else ", no escort"
    return f"{counted(len(units), 'air unit')} ({planes_words(kinds)}{escort})"


def _landed(said: Sequence[Moment]) -> Iterator[Deed]:
    for moment in said:
        if moment.kind == "landed":
            yield SAYINGS["landed"](moment.facts), "Japanese Doctrine Toward Midway"
    for f in _of_japan(said, "zekes"):
        yield SAYINGS["zekes"](f), "Reserve Zekes"
