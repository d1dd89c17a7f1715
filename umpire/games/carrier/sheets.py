"""The printed sheets of one audience, drawn from its plot alone: turn record, log sheets, displays, Records Track."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from umpire.games import agreed
from umpire.games.carrier import by_hand, display_sheet, japan_sheet, rulings, track_sheet, turn_record, us_sheet
from umpire.games.carrier.forms import form_kinds, forms, sequence
from umpire.games.carrier.plot import CarrierPlot
from umpire.games.carrier.settings import SETTINGS
from umpire.games.carrier.terms import HOURS
from umpire.games.paper import Asked, Block, Column, NoSuchSheet, Sheet
from umpire.games.turns import asked_for, recorded
from umpire.table.script import Setting

__all__ = ["edition", "form_kinds", "forms", "kinds", "master", "played", "sheets"]

LOGS: Mapping[str, tuple[str, Callable[[CarrierPlot], list[Block]]]] = {
    "japan": ("Japanese log sheet", japan_sheet.japanese_log),
    "us": ("US log sheet", us_sheet.us_log),
    "decks": ("Carrier displays", display_sheet.displays),
    "records": ("Records Track", track_sheet.records_track),
}
TITLES = {
    "turn": "Turn record",
    **{what: title for what, (title, _) in LOGS.items()},
    "packet": "To go on by hand",
    "all": "All sheets",
}


def edition(plot: CarrierPlot) -> str:
    """The game, and which of its scenarios is played."""
    if not plot.scenario:
        return "Carrier"
    return f"Carrier, {'Scenario ' if plot.scenario.isdecimal() else ''}{_lower(plot.parts.title)}"


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:]


def kinds(side: str) -> dict[str, str]:
    """The sheets an audience may print, with their titles: nothing here is anybody's alone."""
    return dict(TITLES)


def dated(plot: CarrierPlot, n: int) -> str:
    """``Turn 3, 0800``; ``Turn 3, night``."""
    if not n:
        return "Set-up, before the first turn" if not plot.scenario or plot.parts.clock else "A scenario without turns"
    night = plot.scenario and plot.parts.night
    return f"Turn {n}, {'night' if night else HOURS[(n - 1) % len(HOURS)]}"


def played(plot: CarrierPlot) -> list[tuple[int, str]]:
    """The turns there is a record of; 0 is the set-up."""
    return recorded(plot.heard, lambda n: dated(plot, n))


def sheets(plot: CarrierPlot, side: str, what: str, turn: int | None = None) -> list[Sheet]:
    """One kind of sheet, or all of them; raises `NoSuchSheet`."""
    if what not in TITLES:
        raise NoSuchSheet(what)
    now = dated(plot, plot.turn)
    made = [_turn(plot, turn, what)] if what in ("turn", "all") else []
    if what in ("packet", "all"):
        made.append(Sheet(TITLES["packet"], now, _by_hand(plot)))
    wanted = list(LOGS) if what in ("packet", "all") else [what] if what in LOGS else []
    return made + [Sheet(LOGS[each][0], now, LOGS[each][1](plot)) for each in wanted]


def _turn(plot: CarrierPlot, n: int | None, what: str) -> Sheet:
    """The record of a turn; without a number that of the one being played, or of the last if this has just begun.

    Together with the other sheets what was agreed stands there, and once is enough.
    """
    wanted, _ = asked_for(plot.heard, n, turn_record.began)
    agreed_on = [] if what == "all" else _agreed(plot)
    return Sheet(TITLES["turn"], dated(plot, wanted[0].n), [*turn_record.turn_blocks(wanted), *agreed_on])


def _by_hand(plot: CarrierPlot) -> list[Block]:
    """Where the game stands, what was agreed and, unless it is over, how a turn goes."""
    return [*by_hand.standing(plot), *_agreed(plot), *([] if plot.ended or not plot.scenario else sequence(plot.parts))]


def _agreed(plot: CarrierPlot) -> list[Block]:
    """What was agreed before play, and the rulings of the house."""
    if not plot.settings:
        return []
    chosen = agreed.agreed(SETTINGS, plot.settings, _rule, apart=True)
    return [
        Block("Agreed before play", before=chosen, small=True),
        Block("Rulings of the house", before=rulings.rulings(plot.parts), small=True),
    ]


def _rule(setting: Setting) -> str:
    return "" if setting.rule in ("", "house") else f" ({setting.rule})"


def master(plot: CarrierPlot, asked: Sequence[Asked]) -> list[Sheet]:
    """All there is to know, from the umpire's plot, with what is asked now."""
    waiting = [[each.party, each.ask.name, "locked" if each.locked else "is asked"] for each in asked]
    now = Block("Asked now", [Column("Of", 3), Column("What", 14), Column("", 3)], waiting)
    first, *rest = sheets(plot, "", "packet")
    return [Sheet(first.title, first.when, [now, *first.blocks]), *rest]
