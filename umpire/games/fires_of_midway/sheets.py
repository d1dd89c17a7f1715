"""The printed sheets: the record of a turn, the ship sheets, and what is needed to go on by hand. All of it is open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.games import agreed
from umpire.games.fires_of_midway import ship_sheet, turn_record
from umpire.games.fires_of_midway.forms import form_kinds, forms, sequence
from umpire.games.fires_of_midway.plot import FiresPlot
from umpire.games.fires_of_midway.settings import SCENARIOS, SETTINGS
from umpire.games.paper import Asked, Block, Column, NoSuchSheet, Sheet
from umpire.games.turns import asked_for, recorded
from umpire.table.script import Setting

__all__ = ["edition", "form_kinds", "forms", "kinds", "master", "played", "sheets"]

JSON = Any
TITLES = {"turn": "Turn record", "ships": "Ship sheets", "packet": "To go on by hand", "all": "All sheets"}


def edition(plot: FiresPlot) -> str:
    """The game, and which of its battles is fought."""
    return f"The Fires of Midway{f', {SCENARIOS[plot.scenario]}' if plot.scenario else ''}"


def kinds(side: str) -> dict[str, str]:
    """The sheets an audience may print, with their titles: nothing here is anybody's alone."""
    return dict(TITLES)


def dated(n: int) -> str:
    """``Turn 3``; before the first, the search and the placing."""
    return f"Turn {n}" if n else "Search and placing, before the first turn"


def played(plot: FiresPlot) -> list[tuple[int, str]]:
    """The turns there is a record of; 0 is the search."""
    return recorded(plot.heard, dated)


def sheets(plot: FiresPlot, side: str, what: str, turn: int | None = None) -> list[Sheet]:
    """One kind of sheet, or all of them; raises `NoSuchSheet`."""
    if what not in TITLES:
        raise NoSuchSheet(what)
    now = dated(plot.turn)
    made = []
    if what in ("turn", "all"):
        wanted, _ = asked_for(plot.heard, turn, turn_record.began)
        rest = [] if what == "all" else [_agreed(plot)]
        made.append(Sheet(TITLES["turn"], dated(wanted[0].n), [*turn_record.turn_blocks(wanted), *rest]))
    if what in ("ships", "packet", "all"):
        made.append(Sheet(TITLES["ships"], now, ship_sheet.fleets(plot)))
    if what in ("packet", "all"):
        more = [] if plot.ended else sequence()
        made.append(Sheet(TITLES["packet"], now, [*ship_sheet.standing(plot), *more, _agreed(plot)]))
    return made


def _agreed(plot: FiresPlot) -> Block:
    """What was agreed before play, with the default rulings among it."""
    return Block("Agreed before play", before=agreed.agreed(SETTINGS, plot.settings, _rule), small=True)


def _rule(setting: Setting) -> str:
    return f" ({setting.rule})" if setting.rule and setting.rule != "house" else ""


def master(plot: FiresPlot, asked: Sequence[Asked]) -> list[Sheet]:
    """All there is to know, with what is asked now."""
    waiting = [[each.ask.facts.get("why", each.ask.kind)] for each in asked]
    first, *rest = sheets(plot, "", "packet")
    return [Sheet(first.title, first.when, [Block("Asked now", [Column("", 20)], waiting), *first.blocks]), *rest]
