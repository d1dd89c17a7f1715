"""The printed sheets of one audience, drawn from its plot alone: turn record, log sheets, displays, Records Track."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from umpire.games import agreed
from umpire.games.carrier import log_sheets
from umpire.games.carrier.forms import form_kinds, forms
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.settings import SETTINGS
from umpire.games.carrier.terms import HOURS
from umpire.games.carrier.words import say
from umpire.games.paper import Asked, Block, Column, NoSuchSheet, Sheet
from umpire.games.turns import Turn, asked_for, recorded

__all__ = ["edition", "form_kinds", "forms", "kinds", "master", "played", "sheets"]

JSON = Any

SAID = [Column("Phase", 2), Column("What happened", 15), Column("Rule", 3)]
TITLES = {
    "turn": "Turn record",
    "japan": "Japanese log sheet",
    "us": "US log sheet",
    "decks": "Carrier displays",
    "records": "Records Track",
    "packet": "To go on by hand",
    "all": "All sheets",
}
QUIET = ("turn", "phase", "step", "kit", "opened", "pieces-done", "sealed")
LOGS: Mapping[str, Callable[[CarrierPlot], list[Block]]] = {
    "japan": log_sheets.japanese_log,
    "us": log_sheets.us_log,
    "decks": log_sheets.displays,
    "records": log_sheets.records_track,
}


def edition(plot: CarrierPlot) -> str:
    """The game, and which of its scenarios is played."""
    return f"Carrier, {plot.parts.title[:1].lower() + plot.parts.title[1:]}" if plot.scenario else "Carrier"


def kinds(side: str) -> dict[str, str]:
    """The sheets an audience may print, with their titles: nothing here is anybody's alone."""
    return dict(TITLES)


def dated(n: int) -> str:
    """``Turn 3, 0800``."""
    return f"Turn {n}, {HOURS[(n - 1) % len(HOURS)]}" if n else "Set-up, before the first turn"


def played(plot: CarrierPlot) -> list[tuple[int, str]]:
    """The turns there is a record of; 0 is the set-up."""
    return recorded(plot.heard, dated)


def sheets(plot: CarrierPlot, side: str, what: str, turn: int | None = None) -> list[Sheet]:
    """One kind of sheet, or all of them; raises `NoSuchSheet`."""
    if what not in TITLES:
        raise NoSuchSheet(what)
    now = dated(plot.turn)
    made = [_turn(plot, turn)] if what in ("turn", "all") else []
    wanted = list(LOGS) if what in ("packet", "all") else [what] if what in LOGS else []
    return made + [Sheet(TITLES[each], now, LOGS[each](plot)) for each in wanted]


def _turn(plot: CarrierPlot, n: int | None) -> Sheet:
    """The record of a turn; without a number that of the one being played, or of the last if this has just begun."""
    wanted, _ = asked_for(plot.heard, n, began)
    rows = [row for turn in wanted for row in said_rows(turn)]
    settings = Block("Agreed before play", before=_agreed(plot), small=True)
    return Sheet(TITLES["turn"], dated(wanted[0].n), [settings, Block("In this order", SAID, rows)])


def _agreed(plot: CarrierPlot) -> Sequence[str]:
    if not plot.settings:
        return ()
    return agreed.agreed(SETTINGS, plot.settings, lambda s: f" ({s.rule})" if s.rule not in ("", "house") else "")


def began(turn: Turn) -> bool:
    """Whether anything has been played in a turn."""
    return any(d.kind not in QUIET for d in turn.live)


def said_rows(turn: Turn) -> list[list[str]]:
    """All that was said in a turn, by phase; what was struck says so."""
    made, phase = [], ""
    for d in turn.said:
        phase = str(d.facts["n"]) if d.kind == "phase" else phase
        words = "" if d.kind in QUIET else say(d)
        if words:
            made.append([phase, f"Struck: {words}" if d.struck else words, d.rule])
    return made


def master(plot: CarrierPlot, asked: Sequence[Asked]) -> list[Sheet]:
    """All there is to know, from the umpire's plot, with what is asked now."""
    waiting = [[each.party, each.ask.name, "locked" if each.locked else "is asked"] for each in asked]
    now = Block("Asked now", [Column("Of", 3), Column("What", 14), Column("", 3)], waiting)
    made = sheets(plot, "", "packet")
    return [Sheet(made[0].title, made[0].when, [now, *made[0].blocks]), *made[1:]]
