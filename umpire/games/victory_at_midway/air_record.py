"""Own air units on paper: what flew in a turn, what was hit, what was readied and where the others came down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from umpire.games.paper import Block, Column, narrowed
from umpire.games.turns import Said
from umpire.games.victory_at_midway.battle_plot import GONE
from umpire.games.victory_at_midway.plot import (
    ALOFT,
    DESTROYED,
    DITCHED,
    NOT_READY,
    NOT_READY_2,
    READY,
    TRAPPED,
)
from umpire.games.victory_at_midway.words import say

JSON = Any
Units = dict[str, JSON]
Change = tuple[str, JSON, JSON]
"""A unit, how it stood before, and how it stands after."""

MISSIONS = {"strike": "strike", "base": "strike on Midway’s base", "scout": "scouting", "cap": "CAP"}
FLIGHT = [Column("Mission", 5), Column("Over", 2, True), Column("From", 4), Column("Units", 9)]
_HALVES = [Column("Mission", 3), Column("Over", 1, True), Column("From", 2), Column("Units", 4)]


def flights(live: Said) -> Block:
    """What flew, in the order it was sent, with the strikes in the order they were meant."""
    flown = {unit: u for d in live if d.kind == "air" for unit, u in d.facts["units"].items() if u["box"] == ALOFT}
    after = [words for d in live if d.kind == "strikes" and (words := say(d))]
    return Block("Your air units that flew", FLIGHT, flight_rows(flown), after=after)


def flight_rows(units: Mapping[str, JSON]) -> list[list[str]]:
    """Air units in the air: a row for each mission, hex and base."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for unit, u in units.items():
        groups.setdefault((MISSIONS[u["mission"]], u["on"], u["from"]), []).append(unit)
    return [[*key, ", ".join(each)] for key, each in groups.items()]


# What changed.


def _known(before: Said) -> Units:
    """Own air units as they stood after what was heard."""
    units: Units = {}
    for d in before:
        if d.kind == "air":
            units.update(d.facts["units"])
        elif d.kind == "set-right":
            _set_right(units, d.facts)
    return units


def _set_right(units: Units, facts: JSON) -> None:
    kind, _, unit = facts["fact"].partition("/")
    if kind in ("box", "strength") and unit in units:
        changed = facts["value"] if kind == "box" else {"state": facts["value"]}
        units[unit] = {**units[unit], **changed}


def _changes(before: Said, live: Said) -> Iterator[Change]:
    """Every change of an own air unit in a turn, in its order."""
    units = _known(before)
    for d in live:
        if d.kind == "air":
            for unit, u in d.facts["units"].items():
                yield unit, units.get(unit), u
            units.update(d.facts["units"])
        elif d.kind == "set-right":
            _set_right(units, d.facts)


def home(before: Said, live: Said) -> Block:
    """Air Preparation and Air Return: what was readied, what landed where and in which box, what ditched."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for unit, was, is_ in _changes(before, live):
        words = _came_home(was, is_) if was else ""
        if words:
            over = was["on"] if was["box"] == ALOFT else ""
            groups.setdefault((words, over, is_["on"]), []).append(unit)
    rows = [[*key, ", ".join(units)] for key, units in groups.items()]
    columns = [Column("After the fighting", 5), Column("Over", 2, True), Column("Base", 4), Column("Units", 9)]
    halves = [Column("After the fighting", 3), Column("Over", 1, True), Column("Base", 2), Column("Units", 4)]
    return narrowed(Block("Your air units readied and landed", columns, rows), halves)


def _came_home(was: JSON, is_: JSON) -> str:
    """What preparation or return did to a unit; nothing for what else may have changed."""
    then, now = was["box"], is_["box"]
    if then == ALOFT and now == DITCHED:
        return "ditched"
    if then == ALOFT and now in (READY, NOT_READY, NOT_READY_2):
        return f"landed, {now}"
    if then == DESTROYED and now == READY:
        return "Reserve Zeke"
    if then == NOT_READY and now == READY:
        return "readied"
    return "to the first box" if then == NOT_READY_2 and now == NOT_READY else ""


def hit(before: Said, live: Said) -> Block:
    """What was lost, reduced or trapped, in its order."""
    groups: dict[tuple[str, str], list[str]] = {}
    for unit, was, is_ in _changes(before, live):
        words = _was_hit(was, is_) if was else ""
        if words:
            groups.setdefault((words, where(was)), []).append(unit)
    rows = [[*key, ", ".join(units)] for key, units in groups.items()]
    columns = [Column("What", 3), Column("Where", 6), Column("Units", 11)]
    return Block("Your air units hit", columns, rows)


def _was_hit(was: JSON, is_: JSON) -> str:
    if is_["state"] == GONE:
        return "lost"
    if is_["box"] == TRAPPED and was["box"] != TRAPPED:
        return "trapped"
    return "reduced" if is_["state"] != was["state"] and was["state"] != GONE else ""


def where(unit: JSON) -> str:
    """``on Akagi, ready``; ``over F5``."""
    return f"over {unit['on']}" if unit["box"] == ALOFT else f"on {unit['on']}, {unit['box']}"
