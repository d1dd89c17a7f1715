"""Where a table may go back to: the positions that are stored, and where nobody's yes is needed the last tap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from umpire.table import ledger
from umpire.table.ledger import Entry
from umpire.table.motions import BEFORE, CORRECT, RIGHT

if TYPE_CHECKING:
    from umpire.table.table import Table


def turns(table: Table) -> dict[str, int]:
    """The entries that may be gone back to, by the names of their places, in the order of play.

    Where nobody's yes is needed, also just before what people answered last. At a shared table that keeps anything
    from a side, not behind what a side answered for itself, since it has seen by then what it would choose again;
    and not at all once the game is over, and everything lies open.
    """
    own = _answered_apart(table)
    if own and table.over:
        return {}
    made = {p.name: p.n for p in table.positions if p.n >= own and table.may_go_back(p.n)}
    if table.motions.alone and (last := own_last(table)) is not None and last.n > own:
        made[f"{BEFORE}{last.ask if last.do == ledger.ANSWER else RIGHT}"] = last.n - 1
    return made


def last_tap(table: Table) -> Entry | None:
    """What the umpire of a shared table may take back with one tap: whatever people answered last, while it is played."""
    return own_last(table) if table.game.shared and table.motions.attended and not table.over else None


def own_last(table: Table) -> Entry | None:
    """The last answer that stands, of the only side; where one screen is shared, whatever people answered last, or set
    right since. None where play cannot go back behind it.

    What a side seals is not among it until all have: before that it is its own to take back, and nobody else's.
    """
    return next((e for e in _last_of(table) if table.may_go_back(e.n - 1)), None)


def _last_of(table: Table) -> Iterator[Entry]:
    """The last thing that people did which one tap may take back, if there is any."""
    shared, sealing = table.game.shared, _sealing(table)
    for e in reversed(table.entries):
        if e.n in table.void:
            continue
        if e.do == ledger.ANSWER and (
            e.by != "app" and e.ask not in sealing if shared else e.party in table.game.sides
        ):
            yield e
            return
        if shared and table.motions.alone and e.do == ledger.MOTION and e.value["motion"] == CORRECT.name:
            yield e
            return


def _answered_apart(table: Table) -> int:
    """The entry of the last answer that a side gave for itself at a shared table which nobody umpires; 0 for none.

    What is still being sealed is not among them: whether it is there yet is its side's own affair.
    """
    if not (table.game.shared and table.motions.alone):
        return 0
    sealing = _sealing(table)
    return next(
        (n for n in reversed(table.apart) if n not in table.void and table.entries[n - 1].ask not in sealing), 0
    )


def _sealing(table: Table) -> set[str]:
    """The names of what sides are asked for themselves now."""
    return {asked.name for party, asked in table.asks.items() if party in table.game.sides}
