"""Whole segments of a standard game: a table on an open sea, its Japanese segment, its US segment, and its deck sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.carrier.boxes import full_kit
from tests.games.carrier.fleets import group
from tests.games.carrier.scenes import Answers, run, scene, unsaid
from umpire.games.carrier import roster, sequence
from umpire.games.carrier.plot import DECK, fresh
from umpire.table.script import Play
from umpire.table.words import copy

JSON = Any
HIGH = {"terrain/2727": "high", "terrain/2728": "high"}


def table(kit: Mapping[str, JSON], *branches: Mapping[str, JSON], turn: int = 4, phase: int = 1, **more: JSON) -> Play:
    """A standard game on an open sea, with every chart known."""
    at: dict[str, JSON] = {
        "clock": {"turn": turn, "phase": phase, "segment": "japan", "step": "", "night": False},
        "cups": {"combat": {"Dummy": 9}, "transport": {"Dummy": 4}},
        "limits": {"carrier": 60, "surface": 60, "transport": 60, "retirement": 60},
        "objectives": {"primary": "Guadalcanal", "secondary": "", "interdiction": False},
        "sequence": {"cup": {}, "due": None, "drawn": 0, "marker": 9},
        "pool": {"C": [], "T": [], "colours": {}},
        "die": 0,
    }
    for branch in branches:
        at |= copy(dict(branch))
    g = scene(full_kit(**{**HIGH, **kit}), at=at, **more)
    for plot in g.plots.values():
        plot.played = turn  # type: ignore[attr-defined]
    return g


def put(g: Play, **at: JSON) -> None:
    for plot in g.plots.values():
        for path, value in at.items():
            plot.put(path, copy(value))  # type: ignore[attr-defined]


def japan(g: Play, chits: Sequence[str], dice: Sequence[int | str], us: Mapping[str, JSON] | None = None) -> Answers:
    """A Japanese segment in which these chits are all there are; the dice, the chits among them, are all that falls."""
    put(g, **{"sequence/cup": dict.fromkeys(chits, 1), "clock/phase": 4})
    answers = Answers(dice, us=us)
    run(g, sequence.japanese_segment, answers)
    assert not unsaid(g)
    return answers


def ours(g: Play, dice: Sequence[int | str] = (), us: Mapping[str, JSON] | None = None) -> Answers:
    """A US segment."""
    answers = Answers(dice, us=us)
    run(g, sequence.us_segment, answers)
    assert not unsaid(g)
    return answers


def moved(deck: str, frm: str, to: str, type: str, n: int, time: int | None = None) -> dict[str, JSON]:
    return {"deck": deck, "from": frm, "to": to, "type": type, "n": n, "time": time}


def sheet(*moves: JSON, strikes: JSON = None, come: JSON = None) -> dict[str, JSON]:
    return {"moves": list(moves), "strikes": strikes or {}, "in": come or {}}


def named(force: str, *ships: str) -> dict[str, JSON]:
    """Ships that have a name, with what they are printed with."""
    every = {ship: roster.new(ship, force) for ship in ships}
    return {f"ships/{ship}": {**each, "value": each["air"]} for ship, each in every.items()}


def enterprise(place: str, **deck: JSON) -> dict[str, JSON]:
    return {
        "groups/TF 16": group(place),
        "ships/Enterprise": roster.new("Enterprise", "TF 16"),
        "decks/Enterprise": fresh(DECK, **{"in": "TF 16", "room": 28, **deck}),
    }
