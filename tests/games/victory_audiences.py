"""Who may hear what of Victory at Midway: every kind of dispatch, and the rows of the information matrix it rests on."""

from __future__ import annotations

from typing import Any

from umpire.games.victory_at_midway.terms import BASES, JAPAN, SIDES, US
from umpire.table.plot import PUBLIC, UMPIRE

JSON = Any
OF_ALL = "all"

AUDIENCES: dict[str, tuple[Any, str]] = {
    "kit": (OF_ALL, "4: printed components"),
    "opened": (OF_ALL, "4"),
    "turn": (OF_ALL, "21; the turn is open"),
    "step": (OF_ALL, "which phase is played is neither side's secret"),
    "searching": (OF_ALL, "7; 7a: by what means is not said"),
    "night-searches": (OF_ALL, "9, 9a"),
    "found": (OF_ALL, "8, 8a"),
    "sighted": (OF_ALL, "22: both know the sighting"),
    "kure": (OF_ALL, "23"),
    "forgone": (OF_ALL, "2, R21: declared"),
    "no-strikes": (OF_ALL, "11; section 5, step 4"),
    "no-more": (OF_ALL, "11; section 5, step 5a"),
    "strike": (OF_ALL, "10, 11"),
    "astray": (OF_ALL, "12a; VM-61"),
    "deployed": (OF_ALL, "13"),
    "empty": (OF_ALL, "13a"),
    "over": (OF_ALL, "14, 15"),
    "position": (OF_ALL, "15"),
    "aimed": (OF_ALL, "15"),
    "shots": (OF_ALL, "15"),
    "planes-hit": (OF_ALL, "15"),
    "awash": (OF_ALL, "13"),
    "units-hit": (OF_ALL, "13, 17, 19"),
    "scored": (OF_ALL, "20"),
    "caught": (OF_ALL, "17: what scores is told; what is trapped is not"),
    "field": (OF_ALL, "19, 19a: the count"),
    "field-shut": (OF_ALL, "19"),
    "strike-over": (OF_ALL, "15"),
    "zeke": (OF_ALL, "24"),
    "sub-attack": (OF_ALL, "27"),
    "broke-off": (OF_ALL, "27"),
    "surface": (OF_ALL, "25"),
    "surface-battle": (OF_ALL, "25a"),
    "bombardment": (OF_ALL, "29"),
    "landed": (OF_ALL, "5, 29"),
    "invasion": (OF_ALL, "29"),
    "fight-over": (OF_ALL, "25, 27, 29"),
    "fog-die": (OF_ALL, "21"),
    "roll": (OF_ALL, "15"),
    "cells": (OF_ALL, "4: a printed value"),
    "turn-over": (OF_ALL, "20"),
    "tally": (OF_ALL, "20, 28"),
    "revealed": (OF_ALL, "18, 28: at the end"),
    "ended": (OF_ALL, "20"),
    "motion": (OF_ALL, "design, Motions"),
    "pause": (OF_ALL, "design, Motions"),
    "corrected": (OF_ALL, "design, Mending the past"),
    "back": (OF_ALL, "design, Mending the past"),
    "let-stand": (UMPIRE, "nothing was corrected, so nobody hears"),
    "back-why": (UMPIRE, "the sides hear that the table goes back"),
    "fault": (OF_ALL, "design, How the core turns"),
    "ships": (lambda f, ships: owner([*f["at"], *f["withdrawn"]], ships), "1, 2, 28"),
    "air": (lambda f, ships: based(f["units"].values()), "10, 12, 16, 18, 19a"),
    "courses": (lambda f, ships: f["side"], "1: where own ships go"),
    "aboard": (JAPAN, "5"),
    "battalions": (OF_ALL, "5: once the transport is hit"),
    "due": (JAPAN, "2"),
    "late": (JAPAN, "22: the use made of it"),
    "located": (JAPAN, "solitaire: what Japan has found"),
    "stopped": (US, "VM-93: she is told why"),
    "base-strike": (lambda f, ships: owner_of_letters(f["units"]), "10"),
    "strikes": (None, "10, 11"),
    "begun-strike": (None, "11"),
    "waves": (None, "12a"),
    "lettered": (None, "16: which counter it really is"),
    "declared": (None, "27, 29: until reached"),
    "zekes": (JAPAN, "24: not where"),
    "kure-closed": (JAPAN, "23; section 5, Kure"),
    "motion-detail": (lambda f, ships: corrected(f["value"], ships), "design: the mover alone"),
    "not-set": (lambda f, ships: f["side"], "design, 3: the mover alone"),
    "set-right": (lambda f, ships: corrected(f, ships), "design, Mending the past; 1, 16, 20"),
}
"""“all” is both sides and the public; a side, or a function of the facts and the order of battle, the one side whose
own it is; None one side or the other, as the facts do not say."""


def owner(names: Any, ships: JSON) -> str | None:
    """The one side that ships belong to; None for none at all."""
    sides = {ships[name]["side"] for name in names}
    assert len(sides) <= 1, names
    return next(iter(sides), None)


def based(units: Any) -> str | None:
    """The one side that air units belong to."""
    sides = {BASES[unit["base"]][0] for unit in units}
    assert len(sides) <= 1
    return next(iter(sides), None)


def owner_of_letters(units: list[str]) -> str | None:
    """The US base letters of air units are those of its carriers and of Midway."""
    letters = {unit.partition("-")[0] for unit in units}
    sides = {US if letter in ("E", "Y", "M", "Hor") else JAPAN for letter in letters}
    assert len(sides) <= 1, units
    return next(iter(sides), None)


def corrected(said: JSON, ships: JSON) -> str | None:
    """Whose record a fact is: hexes and air units a side's own, the rest everybody's."""
    kind, _, name = said["fact"].partition("/")
    if kind in ("hex", "entered"):
        return owner([name], ships)
    if kind in ("box", "strength"):
        return owner_of_letters([name])
    return OF_ALL


def check_audience(told: Any, ships: JSON) -> None:
    """Who heard a dispatch is who may."""
    said = told.dispatch
    may, rows = AUDIENCES[said.kind]
    side = may(said.facts, ships) if callable(may) else may
    wanted = [{each, UMPIRE} for each in SIDES if side in (each, None)]
    if side == OF_ALL:
        wanted = [{US, JAPAN, PUBLIC, UMPIRE}]
    if side == UMPIRE:
        wanted = [{UMPIRE}]
    assert set(told.audiences) in wanted, (said.kind, told.audiences, rows)
    assert len(set(told.audiences)) == len(told.audiences)
