"""The turn record of one audience: what it heard between one turn of the track and the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.paper import Block, Column, narrowed
from umpire.games.turns import Said, Turn, span
from umpire.games.victory_at_midway import air_record
from umpire.games.victory_at_midway.battle_plot import GONE
from umpire.games.victory_at_midway.fight_record import fights
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.search import AIR, SHIP
from umpire.games.victory_at_midway.terms import ENEMY, JAPAN, NAMES, SENIORITY, SIDES, halves
from umpire.games.victory_at_midway.words import say, score_words
from umpire.table.plot import Dispatch
from umpire.table.words import listed

JSON = Any

NOTED = (
    *("motion", "motion-detail", "pause", "not-set", "set-right", "let-stand", "fault", "cells"),
    *("back", "back-why", "fog-die", "field-shut", "zeke", "landed", "battalions", "ended"),
)
"""Kinds that stand in no table of the record and are printed as they were said."""
SELDOM = ("Also on the record", "Struck", "As the game ended", "Your transports", "Strikes")
"""Parts that are left out when there is nothing in them; of all others it is said that there was nothing."""


@dataclass(frozen=True)
class Record:
    """What the record of a turn is drawn from: all that one audience heard in it."""

    plot: VictoryPlot
    side: str
    played: Sequence[Turn]
    current: bool

    @property
    def said(self) -> list[Dispatch]:
        return [d for turn in self.played for d in turn.said]

    @property
    def live(self) -> list[Dispatch]:
        return [d for d in self.said if not d.struck]

    @property
    def before(self) -> list[Dispatch]:
        """What stands of all that was heard before the turn."""
        return [d for d in self.plot.heard[: span(self.played)[0]] if not d.struck]


def turn_blocks(plot: VictoryPlot, side: str, played: Sequence[Turn], current: bool) -> list[Block]:
    """The record of a turn, or of the several begun under one number. Without a side: what is public."""
    record = Record(plot, side, played, current)
    made = [block for own, part in PARTS if side or not own for block in part(record)]
    return [block for block in made if block.title not in SELDOM or not block.empty]


def of(live: Iterable[Dispatch], *kinds: str) -> Iterator[JSON]:
    """The facts of what was said of some kinds."""
    return (d.facts for d in live if d.kind in kinds)


def said_of(live: Iterable[Dispatch], *kinds: str) -> list[str]:
    """What was said of some kinds, in words."""
    return [words for d in live if d.kind in kinds and (words := say(d))]


# Own ships.


def _ships(record: Record) -> Block:
    """Own ships as they stood at the end of the turn, with how they came there."""
    at: dict[str, str] = {}
    for d in record.before:
        stand(at, d)
    came: dict[str, str] = {}
    left: list[str] = []
    for d in record.live:
        if d.kind == "ships":
            came |= {ship: _came(d.facts, ship, at) for ship in d.facts["at"]}
            left += d.facts["withdrawn"]
        elif d.kind == "set-right":
            came[d.facts["fact"].removeprefix("hex/")] = "set right"
        stand(at, d)
    hexes: dict[tuple[str, str], list[str]] = {}
    for ship, place in at.items():
        hexes.setdefault((place, came.get(ship, "stayed")), []).append(ship)
    rows = [[place, named(record.plot, ships), how] for (place, how), ships in sorted(hexes.items())]
    after = [f"Left the map: {listed(left)}."] if left else []
    after += said_of(record.live, "late", "stopped", "located")
    wide = Block("Your ships", [Column("Hex", 2, True), Column("Ships", 14), Column("Moved", 4)], rows, after=after)
    return narrowed(wide, [Column("Hex", 1, True), Column("Ships", 6), Column("Moved", 3)])


def stand(at: dict[str, str], said: Dispatch) -> None:
    """Take into account what a dispatch says of where own ships are."""
    if said.kind == "ships":
        at.update(said.facts["at"])
        for ship in said.facts["withdrawn"]:
            at.pop(ship, None)
    elif said.kind == "units-hit":
        for unit in (unit for unit, state in said.facts["units"].items() if state == GONE):
            at.pop(unit, None)
    elif said.kind == "set-right" and said.facts["fact"].startswith("hex/"):
        at[said.facts["fact"].removeprefix("hex/")] = said.facts["value"]


def _came(facts: JSON, ship: str, at: Mapping[str, str]) -> str:
    if ship in facts["entered"]:
        return "entered"
    return f"from {at[ship]}" if ship in at and at[ship] != facts["at"][ship] else "stayed"


def named(plot: VictoryPlot, ships: Iterable[str]) -> str:
    """Ships with their types, where their names do not say them: ``Akagi CV, DD4``."""
    return ", ".join(with_type(plot, ship) for ship in by_seniority(plot, ships))


def by_seniority(plot: VictoryPlot, ships: Iterable[str]) -> list[str]:
    """Ships in the order in which those of a stack are named."""
    return sorted(ships, key=lambda ship: SENIORITY.index(plot.type_of(ship)))


def with_type(plot: VictoryPlot, ship: str) -> str:
    kind = plot.type_of(ship)
    return ship if kind in ship else f"{ship} {kind}"


def _transports(record: Record) -> Block:
    """Which battalion sails in which transport, on the turn that is said."""
    return Block("Your transports", before=said_of(record.live, "aboard"))


# Search.


def _search(record: Record) -> Block:
    return search_block("Searches, as they were read back", record.live)


def search_block(title: str, live: Said) -> Block:
    """Both sides' searches with what was told of the enemy, the US first, and what was said along with them."""
    searches = [each for f in list(of(live, "searching"))[-1:] for each in f["searches"]]
    found = [each for f in of(live, "found") for each in f["found"]]
    rows = [[NAMES[side], *_searched(searches, side), _told(found, side)] for side in SIDES] if searches else []
    columns = [Column("By", 2), Column("Air", 6), Column("Ship", 5), Column("Told", 7)]
    told = said_of(live, "night-searches", "kure", "kure-closed", "forgone", "sighted")
    if found and not searches:
        told += said_of(live, "found")
    return Block(title, columns, rows, after=told)


def _searched(searches: Sequence[JSON], side: str) -> list[str]:
    return [" ".join(s["hex"] for s in searches if s["by"] == side and s["kind"] == kind) for kind in (AIR, SHIP)]


def _told(found: Sequence[JSON], by: str) -> str:
    """What one side's searches found of the other."""
    made = dict.fromkeys(f"{each['what'].capitalize()} in {each['hex']}" for each in found if each["of"] == ENEMY[by])
    return ", ".join(made) or "nothing"


# Strikes, what came home, and what was declared.


def _strikes(record: Record) -> Block:
    """That nothing flew."""
    return Block("Strikes", before=said_of(record.live, "no-strikes"))


def _declared(record: Record) -> Block:
    """Surface combat declared by either, and what a side said of its own for the naval phase."""
    return Block("Naval declarations", before=said_of(record.live, "declared", "surface"))


# Points, and all else.


def _points(record: Record) -> Block:
    rows = [[NAMES[f["to"]], halves(f["halves"]), f["why"]] for f in of(record.live, "scored")]
    over = [f["score"] for f in of(record.live, "turn-over")]
    score = record.plot.score if record.current else over[-1] if over else None
    after = [f"Score as it stands: {score_words({side: score[side] for side in SIDES})}."] if score else []
    wide = Block("Points", [Column("For", 3), Column("Points", 3), Column("Why", 14)], rows, after=after)
    return narrowed(wide, [Column("For", 2), Column("Points", 2), Column("Why", 6)])


def _noted(record: Record) -> Block:
    said = said_of(record.live, *NOTED)
    corrected = sum(1 for d in record.live if d.kind == "corrected")
    return Block("Also on the record", after=[*said, *([_corrected(corrected)] if corrected else [])])


def _corrected(n: int) -> str:
    """That some record was set right, nobody hears whose."""
    return f"Record corrected{f', {n} times' if n > 1 else ''}."


def _ended(record: Record) -> list[Block]:
    """The final reckoning and the truth of both sides, once all have been told."""
    rows = []
    for f in of(record.live, "revealed"):
        ships = record.plot.ships
        for place in sorted(set(f["at"].values()), key=lambda at: (at[0], int(at[1:]))):
            there = [[s for s, at in f["at"].items() if at == place and ships[s]["side"] == side] for side in SIDES]
            rows.append([place, *(named(record.plot, each) for each in there)])
    columns = [Column("Hex", 2, True), *(Column(f"Ships of {NAMES[side]}", 9) for side in SIDES)]
    left = [f"Left the map: {listed(f['withdrawn'])}." for f in of(record.live, "revealed") if f["withdrawn"]]
    return [Block("As the game ended", columns, rows, said_of(record.live, "tally", "revealed"), left)]


def _struck(record: Record) -> Block:
    """What the table went back on: said once, and void."""
    rows = [[words] for d in record.said if d.struck and (words := say(d))]
    return Block("Struck", [Column("Said, and void", 20)], rows, struck=True)


PARTS: Sequence[tuple[bool, Callable[[Record], Sequence[Block]]]] = (
    (True, lambda r: [_ships(r)]),
    (True, lambda r: [_transports(r)] if r.side == JAPAN else []),
    (False, lambda r: [_search(r)]),
    (True, lambda r: [air_record.flights(r.live)]),
    (False, lambda r: [_strikes(r)]),
    (False, lambda r: fights(r.live) or [Block("Fights")]),
    (True, lambda r: [air_record.hit(r.before, r.live)]),
    (True, lambda r: [air_record.home(r.before, r.live)]),
    (False, lambda r: [_declared(r)]),
    (False, lambda r: [_points(r)]),
    (False, lambda r: [_noted(r)]),
    (False, _ended),
    (False, lambda r: [_struck(r)]),
)
"""The parts of a turn's record as they follow each other, and whether only a side has them of its own."""
