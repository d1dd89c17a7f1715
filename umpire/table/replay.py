"""A table made anew: of its whole ledger, or of its record and the entries since a stored position."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.table.ledger import Entry, Header, behind
from umpire.table.script import Game, Position, Told
from umpire.table.table import Mismatch, Table


def replayed(game: Game, header: Header, entries: Sequence[Entry]) -> Table:
    """The table a ledger makes; raises `Mismatch`, also where rules that never met such a ledger trip over it."""
    n = 0
    try:
        table = Table(game, header)
        for each in entries:
            n = each.n
            table.follow([each])
    except Mismatch:
        raise
    except Exception as fault:
        raise Mismatch(n, f"these rules trip over it ({type(fault).__name__})") from fault
    return table


def resumed(
    game: Game, header: Header, entries: Sequence[Entry], told: Sequence[tuple[int, Told]], at: Position | None
) -> Table:
    """A table taken up from a stored position, or from set-up, with the record of what was told before it.

    `entries` is the whole ledger; those after the position are run, or after the last going back to it: what
    that struck need not be followed. Raises `Mismatch`.
    """
    table = Table(game, header, at)
    begun = at.n if at else 0
    done = max((back for kept, back in behind(entries) if kept == begun), default=begun)
    table.recall(entries[:done], [(n, each) for n, each in told if n <= done])
    table.follow(entries[done:])
    return table
