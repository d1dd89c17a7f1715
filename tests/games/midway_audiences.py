"""Who may hear what of Midway: every kind of dispatch, and the rows of the information matrix it rests on."""

from __future__ import annotations

from typing import Any

from umpire.games.midway.terms import JAPAN, SIDES, US
from umpire.table.plot import PUBLIC, UMPIRE

JSON = Any
OF_ALL = "all"

# Who may hear a kind of dispatch. "all" is both sides and the public; any other value takes the facts and
# the order of battle and gives the one side whose own it is. Second: the rows of the matrix it rests on.
AUDIENCES: dict[str, tuple[Any, str]] = {
    "kit": (OF_ALL, "3, 32: printed components"),
    "opened": (OF_ALL, "3, 32"),
    "turn": (OF_ALL, "18: the time record is open"),
    "step": (OF_ALL, "which step is played is neither side's secret"),
    "word": (OF_ALL, "11"),
    "on-midway": (OF_ALL, "20; and 21, the US to raiders of the island"),
    "call": (OF_ALL, "5, 6"),
    "answer": (OF_ALL, "9, 10"),
    "calls-done": (OF_ALL, "5, 6, 8: that a side calls no more is spoken"),
    "contact": (OF_ALL, "25: told each other"),
    "operations": (OF_ALL, "14, 14b, 14c; 27: the zone of the B-17s"),
    "battle": (OF_ALL, "14, 14a, 18"),
    "aimed": (OF_ALL, "18; MW-34: the island, the ships or both"),
    "empty": (OF_ALL, "17a"),
    "placed": (OF_ALL, "17"),
    "pressed": (OF_ALL, "18"),
    "stripped": (OF_ALL, "18"),
    "fighter-combat": (OF_ALL, "18"),
    "attacking": (OF_ALL, "18"),
    "firing": (OF_ALL, "18"),
    "screening": (OF_ALL, "18"),
    "waves": (OF_ALL, "18"),
    "odds": (OF_ALL, "18"),
    "roll": (OF_ALL, "18"),
    "cells": (OF_ALL, "3, 18: a printed value"),
    "results": (OF_ALL, "18"),
    "bombed": (OF_ALL, "23: the number the table gives, and what is left of the fortification"),
    "met": (OF_ALL, "18"),
    "fortification": (OF_ALL, "23"),
    "b17": (OF_ALL, "27, 17: names of the ships there, or none"),
    "b17-target": (OF_ALL, "27"),
    "b17-result": (OF_ALL, "18, 27"),
    "hits": (OF_ALL, "19"),
    "sunk": (OF_ALL, "11b, 19"),
    "battle-over": (OF_ALL, "18"),
    "returns": (OF_ALL, "15, 16"),
    "surface": (OF_ALL, "26"),
    "surface-placed": (OF_ALL, "26"),
    "surface-turn": (OF_ALL, "26"),
    "surface-moved": (OF_ALL, "26; MW-84: open and in order"),
    "surface-firing": (OF_ALL, "26, 18; MW-84"),
    "surface-odds": (OF_ALL, "26, 18"),
    "surface-results": (OF_ALL, "26, 18"),
    "withdrawing": (OF_ALL, "26, 18: a die is rolled for it"),
    "surface-over": (OF_ALL, "26"),
    "captured": (OF_ALL, "24, 29"),
    "island-point": (OF_ALL, "29"),
    "turn-over": (OF_ALL, "29"),
    "ended": (OF_ALL, "29"),
    "motion": (OF_ALL, "design, Motions"),
    "pause": (OF_ALL, "design, Motions"),
    "corrected": (OF_ALL, "design, Mending the past"),
    "back": (OF_ALL, "design, Mending the past"),
    "let-stand": (UMPIRE, "nothing was corrected, so nobody hears"),
    "back-why": (UMPIRE, "the sides hear that the table goes back"),
    "fault": (OF_ALL, "design, How the core turns"),
    "ships": (lambda f, ships: owner([*f["at"], *f["left"]], ships), "1, 2, 4, 28"),
    "planes": (lambda f, ships: owner(f["planes"], ships), "12, 22, 31"),
    "readied": (lambda f, ships: owner(f["which"], ships), "11a"),
    "orders": (lambda f, ships: f["side"], "13, 22"),
    "landed": (lambda f, ships: f["side"], "16a, 31"),
    "ground": (US, "23: how many were really there stays with the US"),
    "invasion": (JAPAN, "24"),
    "motion-detail": (lambda f, ships: corrected(f["value"], ships), "design: the mover alone"),
    "not-set": (lambda f, ships: f["side"], "design, 3: the mover alone"),
    "set-right": (lambda f, ships: corrected(f, ships), "design, Mending the past; 1, 2, 12, 19, 29"),
}


def owner(names: Any, ships: JSON) -> str | None:
    """The one side that ships and bases belong to; None for none at all, which says nothing of a side."""
    sides = {ships[name]["side"] if name in ships else US for name in names}
    assert len(sides) <= 1, names
    return next(iter(sides), None)


def corrected(said: JSON, ships: JSON) -> str | None:
    """Zones and planes are a side's own record; hits, score, time and printed values everybody's."""
    kind, _, name = said["fact"].partition("/")
    return owner([name.split("/")[0]], ships) if kind in ("zone", "planes") else OF_ALL


def check_audience(told: Any, ships: JSON) -> None:
    said = told.dispatch
    may, rows = AUDIENCES[said.kind]
    side = may if isinstance(may, str) else may(said.facts, ships)
    wanted = [{each, UMPIRE} for each in SIDES if side in (each, None)]
    if side == OF_ALL:
        wanted = [{US, JAPAN, PUBLIC, UMPIRE}]
    if side == UMPIRE:
        wanted = [{UMPIRE}]
    assert set(told.audiences) in wanted, (said.kind, told.audiences, rows)
    assert len(set(told.audiences)) == len(told.audiences)
