"""Where a table may go back to for what came of a wrong fact, and how much that would strike."""

from __future__ import annotations

from umpire.table import ledger
from umpire.table.asks import DICE_PARTIES
from umpire.table.table import Table
from umpire.table.wrong import Contamination, Place, Strike


def places(table: Table, report: Contamination) -> list[Place]:
    """The places of a report that may be gone back to, by the entries they come after."""
    made: dict[int, Place] = {}
    for place in report.places:
        n = _before(table, place) if place.of else place.n
        if table.may_go_back(n):
            made.setdefault(n, Place(n, place.words, place.of))
    return [made[n] for n in sorted(made)]


def _before(table: Table, place: Place) -> int:
    """The entry before a party first locked what it last answered before a place: it may have locked anew."""
    answers = [e for e in table.entries[: place.n] if (e.party, e.do) == (place.of, ledger.ANSWER)]
    last = next((e for e in reversed(answers) if e.n not in table.void), None)
    if last is None:
        return -1
    struck = ledger.behind(table.entries)
    return min(e.n for e in answers if e.ask == last.ask and not any(k < e.n < b for k, b in struck)) - 1


def would_strike(table: Table, n: int) -> Strike:
    """What going back to entry `n` would strike."""
    gone = [e for e in table.entries[n:] if e.do == ledger.ANSWER and e.n not in table.void]
    dice = sum(len(e.value) for e in gone if e.party in DICE_PARTIES)
    return Strike(sum(1 for e in gone if e.party not in DICE_PARTIES), dice)
