"""The printed sheets of one audience, drawn from its plot alone: turn record, damage record, state packet."""

from __future__ import annotations

from umpire.games.paper import NoSuchSheet, Sheet
from umpire.games.turns import asked_for, recorded
from umpire.games.victory_at_midway import agreed, turn_record
from umpire.games.victory_at_midway.agreed import edition
from umpire.games.victory_at_midway.forms import form_kinds, forms
from umpire.games.victory_at_midway.hit_record import hits
from umpire.games.victory_at_midway.master import master
from umpire.games.victory_at_midway.packet import by_hand, packet
from umpire.games.victory_at_midway.plot import VictoryPlot
from umpire.games.victory_at_midway.turns import began, dated

__all__ = ["edition", "form_kinds", "forms", "kinds", "master", "played", "sheets"]

PUBLIC = ("turn", "hits")
OWN = (*PUBLIC, "packet", "all")
TITLES = {"turn": "Turn record", "hits": "Damage record", "packet": "State packet", "all": "All sheets"}
BY_HAND = "To go on by hand"


def kinds(side: str) -> dict[str, str]:
    """The sheets an audience may print, with their titles; no side is the public."""
    return {what: TITLES[what] for what in (OWN if side else PUBLIC)}


def played(plot: VictoryPlot) -> list[tuple[int, str]]:
    """The turns there is a record of, each number once; 0 is the set-up. One gone back behind says that it is struck."""
    return recorded(plot.heard, lambda n: dated(plot, n))


def sheets(plot: VictoryPlot, side: str, what: str, turn: int | None = None) -> list[Sheet]:
    """One kind of sheet, or all of them; raises `NoSuchSheet`."""
    if what not in kinds(side):
        raise NoSuchSheet(what)
    now = dated(plot, plot.turn)
    made = []
    if what in ("packet", "all"):
        made.append(Sheet(TITLES["packet"], now, packet(plot, side)))
        if not plot.ended:
            made.append(Sheet(BY_HAND, now, by_hand(plot, side)))
    if what in ("turn", "all"):
        made.append(_turn(plot, side, turn))
    if what in ("hits", "all"):
        made.append(Sheet(TITLES["hits"], now, hits(plot, side)))
    return made


def _turn(plot: VictoryPlot, side: str, n: int | None) -> Sheet:
    """The record of a turn; without a number that of the one being played, or of the last if this has just begun."""
    wanted, current = asked_for(plot.heard, n, began)
    blocks = turn_record.turn_blocks(plot, side, wanted, current)
    when = dated(plot, wanted[0].n)
    return Sheet(TITLES["turn"], when, [agreed.settings(plot), *blocks, agreed.rulings(plot)])
